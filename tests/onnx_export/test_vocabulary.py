"""A model with fewer word pieces reads what it knew as before, and spells everything else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

import torch

from onnx_export.tiny import PROBLEMS, pretrained, tiny_model
from sumc.encoding.batches import collate
from sumc.encoding.pieces import Pieces
from sumc.errors import ModelError
from sumc.models.pretrained import PretrainedEncoder
from sumc.onnx.vocabulary import cut_vocabulary, kept_pieces, renumbered, word_pieces

SPECIAL = ("[PAD]", "[unused1]", "[UNK]", "[CLS]", "[SEP]")
LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")
WORDS = ("many", "how", "pens", "pen", "bus", "##es")
VOCABULARY = (*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS, "?")
PIECES = Pieces.of_words(VOCABULARY)
FEWEST = len(SPECIAL) - 1 + 2 * len(LETTERS) + 1
"""All of them single characters, and what is never spelled."""


def spelled(pieces: Pieces, text: str) -> list[str]:
    return [pieces.spell(piece) for piece in pieces.encode(text)]


def cut(texts: list[str], size: int) -> Pieces:
    return renumbered(PIECES, kept_pieces(PIECES, texts, size))


def test_pieces_that_texts_need_stay_before_more_frequent_ones() -> None:
    pieces = cut(["pens pens buses"], FEWEST + 2)
    assert spelled(pieces, "pens") == ["pens"]
    assert spelled(pieces, "many") == ["m", "##a", "##n", "##y"]


def test_without_texts_the_first_of_the_vocabulary_stay() -> None:
    pieces = cut([], FEWEST + 2)  # [unused1] comes first, as it does in BERT's
    assert spelled(pieces, "many how") == ["many", "h", "##o", "##w"]


def test_a_vocabulary_that_is_not_cut_stays_as_it_is() -> None:
    assert cut([], len(VOCABULARY)) == renumbered(PIECES, [*range(len(VOCABULARY))])
    assert word_pieces(cut([], len(VOCABULARY))) == word_pieces(PIECES)


@given(
    st.lists(st.text(alphabet="".join(LETTERS) + " ?", max_size=20), max_size=4),
    st.integers(FEWEST, len(VOCABULARY) + 5),
    st.text(alphabet="".join(LETTERS) + " ?", max_size=30),
)
def test_every_text_is_still_spelled(texts: list[str], size: int, text: str) -> None:
    pieces = cut(texts, size)
    said = [each.removeprefix("##") for each in spelled(pieces, text)]
    assert "".join(said) == text.replace(" ", "")
    assert len(word_pieces(pieces)) <= size


def test_letters_cannot_be_cut_away() -> None:
    with pytest.raises(ModelError, match=f"too few: the letters alone need {FEWEST}"):
        cut([], FEWEST - 1)


@pytest.mark.parametrize("kind", ["bert", "roformer"])
def test_a_cut_model_says_of_its_own_texts_what_it_said(kind: str, tmp_path: Path) -> None:
    model = tiny_model(encoder=pretrained(tmp_path, kind))
    without_she = (each for each in PROBLEMS if "she" not in each.text.lower())
    problems = [each for each in without_she if model.codec.covers(each)][:12]
    smaller = cut_vocabulary(model, [problem.text for problem in problems], 11)
    assert isinstance(smaller.encoder, PretrainedEncoder)
    assert smaller.encoder.network.get_input_embeddings().weight.shape[0] == 11
    with torch.no_grad():
        said, before = (
            each._read(
                collate([each.encoding.encode(problem) for problem in problems], each.codec)
            )
            for each in (smaller, model)
        )
    for new, old in zip(said, before, strict=True):
        assert (new is None) == (old is None)
        assert new is None or old is None or torch.equal(new, old)


def test_only_word_pieces_can_be_cut() -> None:
    with pytest.raises(ModelError, match="only a model that reads word pieces"):
        cut_vocabulary(tiny_model(), [], 100)
