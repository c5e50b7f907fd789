"""`features.json` of version 1: what was learned then reads a text as it did then."""

import json
from typing import Any

import pytest

from encoding.reading import FEATURES, TRAIN, learned
from oracles import word_pieces
from sumc.encoding.old_features import read_features
from sumc.encoding.text import LONGEST, TextEncoding
from sumc.encoding.tokens import SUBWORDS, text_between
from sumc.errors import SumcError
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

CODEC, ENCODING = learned()
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the", "##s", "pen", "有"]
TEXT = "How many PENS are in the 3 boxes of 12?"
PENS = Problem("1", TEXT, "en", find_quantities(TEXT))
SMALL: dict[str, Any] = {
    "version": 1,
    "target": {**CODEC.to_json(), "constants": ["1", "3.14"]},
    "unit": "words",
    "tokens": ["<padding>", "<unknown>", "<number>", "how", "pens", "<3.14>", "in"],
    "parts": ["<padding>", "<unknown>", "pens-", "-ens", "-are"],
    "pieces": None,
    "encoder": None,
}


def _old_file(encoding: TextEncoding) -> dict[str, Any]:
    """What version 1 wrote of an encoding in words."""
    words = encoding.words
    assert words is not None
    return {
        "version": 1,
        "target": CODEC.to_json(),
        "unit": words.unit,
        "tokens": words.tokens.to_json(),
        "parts": words.subwords.to_json(),
        "pieces": None,
        "encoder": None,
        "own_words": words.own_words,
    }


def _in_pieces(**encoder: int) -> dict[str, Any]:
    pieces = {"kind": "wordpiece", "vocabulary": VOCABULARY, "lowercase": True}
    empty = ["<padding>", "<unknown>"]
    return {**SMALL, "tokens": empty, "parts": empty, "pieces": pieces, "encoder": encoder}


@pytest.mark.parametrize("own_words", [True, False])
@pytest.mark.parametrize("unit", ["words", "characters"])
def test_a_file_of_words_gives_the_encoding_of_now(unit: str, own_words: bool) -> None:
    encoding = learned(unit=unit, own_words=own_words)[1]
    data = json.loads(json.dumps(_old_file(encoding)))
    assert read_features(data, FEATURES) == (CODEC, encoding)
    again = read_features(data, FEATURES)[1]
    for problem in TRAIN[:5]:
        assert again.encode(problem).tokens.tolist() == encoding.encode(problem).tokens.tolist()


def test_a_file_of_words_gives_the_tokens_that_it_gave() -> None:
    """Written out by hand: <1> and most words are unknown, and so are their ends."""
    codec, encoding = read_features(SMALL)
    assert codec.constants == encoding.constants == ("1", "3.14")
    example = encoding.encode(PENS)
    assert example.tokens.tolist() == [1, 5, 3, 1, 4, 1, 6, 1, 2, 1, 1, 2, 1]
    assert example.positions.tolist() == [0, 1, 8, 11]
    assert example.subwords is not None
    nothing = [0] * SUBWORDS
    pens, are = [2, 3, 0, 0], [1, 4, 0, 0]
    assert example.subwords.tolist()[4:6] == [pens, are]
    assert example.subwords.tolist()[:2] == [nothing, nothing]
    assert (encoding.longest, encoding.inputs) == (LONGEST, ())


def test_a_file_from_before_there_were_own_words_uses_those_of_the_dataset() -> None:
    encoding = read_features(SMALL)[1]
    assert encoding.words is not None
    assert encoding.words.own_words is False


def test_a_file_of_word_pieces_gives_the_tokens_that_it_gave() -> None:
    encoding = read_features(_in_pieces(max_position_embeddings=128))[1]
    for problem in (PENS, *TRAIN[:20]):
        expected = [2, 2, 2]  # [CLS] and a place for each constant
        for index, (start, end) in enumerate(text_between(problem)):
            expected += [2] * bool(index) + word_pieces(VOCABULARY, problem.text[start:end])
        assert encoding.encode(problem).tokens.tolist() == [*expected, 3]
    assert encoding.encode(PENS).positions.tolist()[:2] == [1, 2]
    assert encoding.encoder == {"max_position_embeddings": 128}


@pytest.mark.parametrize(
    ("encoder", "longest"),
    [
        ({"max_position_embeddings": 128}, 128),
        ({"max_position_embeddings": 4_096}, LONGEST),
        ({}, LONGEST),
    ],
)
def test_an_encoder_reads_as_much_as_it_has_places_for(
    encoder: dict[str, int], longest: int
) -> None:
    assert read_features(_in_pieces(**encoder))[1].longest == longest


def test_a_file_with_another_tokenizer_gives_its_pieces() -> None:
    known = read_features(_in_pieces())[1].pieces
    assert known is not None
    data = {**_in_pieces(), "pieces": {"kind": "tokenizer.json", **known.to_json()}}
    assert read_features(data)[1].pieces == known


@pytest.mark.parametrize(
    "change",
    [
        {"target": {}},
        {"target": {"name": "x"}},
        {"unit": "lines"},
        {"version": 9},
        {"tokens": None},
        {"parts": ["a"]},
        {"pieces": {"kind": "x"}},
        {"pieces": {"kind": "wordpiece", "vocabulary": 3, "lowercase": True}},
        {"pieces": []},
    ],
    ids=str,
)
def test_a_foreign_file_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(SumcError, match="expected"):
        read_features({**SMALL, **change})


def test_a_file_that_lacks_anything_is_refused() -> None:
    for name in ("version", "target", "unit", "tokens", "parts"):
        with pytest.raises(SumcError, match="expected"):
            read_features({key: value for key, value in SMALL.items() if key != name})
