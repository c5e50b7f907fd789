import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.encoding.pieces import OtherPieces, WordPieces, read_pieces
from sumc.errors import ProblemError

VOCABULARY = (
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    *("pen", "##s", "##cil", "a", "##b", "cafe", "'", "有", "只", "3", "##3", "!", "e", "##e"),
)
PIECES = WordPieces(VOCABULARY)


def test_the_longest_pieces_win() -> None:
    found = [VOCABULARY[place] for place in PIECES.encode("Pens pencils, café 有3只!")]
    assert found == ["pen", "##s", "pen", "##cil", "##s", "[UNK]", "cafe", "有", "3", "只", "!"]


def test_a_word_without_pieces_is_unknown_as_a_whole() -> None:
    assert PIECES.encode("abx") == [1]
    assert PIECES.encode("a" * 101) == [1]


@pytest.fixture(scope="module")
def bert() -> Any:
    """BERT's own tokenizer on the same vocabulary."""
    tokenizers = pytest.importorskip("tokenizers", reason='needs pip install "sumc[plm]"')
    models = pytest.importorskip("tokenizers.models")
    tokenizer = tokenizers.Tokenizer(
        models.WordPiece(dict(zip(VOCABULARY, range(99), strict=False)), unk_token="[UNK]")
    )
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return tokenizer


@given(st.text(alphabet="abpens'3 !cilé有只\t\u200b\u00a0，、$", max_size=30))
def test_pieces_are_those_of_bert(bert: Any, text: str) -> None:
    assert PIECES.encode(text) == bert.encode(text).ids


def test_pieces_survive_a_file(bert: Any) -> None:
    assert read_pieces(json.loads(json.dumps(PIECES.to_json()))) == PIECES
    other = OtherPieces(bert.to_str(), 2, 3)
    again = read_pieces(json.loads(json.dumps(other.to_json())))
    assert again == other
    assert again.encode("pens") == PIECES.encode("pens")


@pytest.mark.parametrize("data", [{}, {"kind": "x"}, {"kind": "wordpiece", "vocabulary": 3}])
def test_a_foreign_file_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ProblemError, match="expected the pieces"):
        read_pieces(data)
