"""Word pieces by the tokenizers library, against BERT's own rules written out in Python."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import word_pieces
from sumc.encoding.pieces import LONGEST_WORD, Pieces
from sumc.errors import ProblemError

VOCABULARY = (
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    *("pen", "##s", "##cil", "a", "##b", "cafe", "'", "有", "只", "3", "##3", "!", "e", "##e"),
)
PIECES = Pieces.of_words(VOCABULARY)
CASED = Pieces.of_words((*VOCABULARY, "Pen", "café"), lowercase=False)


def test_the_longest_pieces_win() -> None:
    found = [VOCABULARY[place] for place in PIECES.encode("Pens pencils, café 有3只!")]
    assert found == ["pen", "##s", "pen", "##cil", "##s", "[UNK]", "cafe", "有", "3", "只", "!"]


def test_a_word_without_pieces_is_unknown_as_a_whole() -> None:
    assert PIECES.encode("abx") == [1]
    assert PIECES.encode("a" + "b" * (LONGEST_WORD - 1)) == [8] + [9] * (LONGEST_WORD - 1)
    assert PIECES.encode("a" + "b" * LONGEST_WORD) == [1]


def test_capitals_and_accents_stay_where_the_vocabulary_has_them() -> None:
    assert CASED.encode("Pens café cafe pen") == [19, 6, 20, 10, 5]


def test_the_pieces_around_a_text_are_known_and_not_added() -> None:
    assert (PIECES.start, PIECES.end) == (2, 3)
    assert PIECES.encode("") == []
    assert PIECES.encode("[CLS]") == word_pieces(VOCABULARY, "[CLS]")


LETTERS = "abpens'3 !cilé有只\t\u200b\u00a0，、$É[]C"
EUROPEAN = st.characters(max_codepoint=0x36F, exclude_categories=["Cn"])
"""Of others the library and Python may have different tables."""


@given(st.text(alphabet=LETTERS, max_size=30) | st.text(alphabet=EUROPEAN, max_size=10))
def test_pieces_are_those_of_bert(text: str) -> None:
    assert PIECES.encode(text) == word_pieces(VOCABULARY, text)


@given(st.text(alphabet=LETTERS, max_size=30))
def test_pieces_with_capitals_are_those_of_bert(text: str) -> None:
    vocabulary = (*VOCABULARY, "Pen", "café")
    assert CASED.encode(text) == word_pieces(vocabulary, text, lowercase=False)


def test_pieces_survive_a_file() -> None:
    again = Pieces.from_json(json.loads(json.dumps(PIECES.to_json())))
    assert again == PIECES
    assert again.encode("pens") == PIECES.encode("pens")


@pytest.mark.parametrize("data", [{}, {"kind": "x"}, {**PIECES.to_json(), "start": "2"}, [], None])
def test_a_foreign_file_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ProblemError, match="expected the description, start and end of a tok"):
        Pieces.from_json(data)


@pytest.mark.parametrize("text", ["", "{", "{}", '{"model": null}'])
def test_a_description_of_no_tokenizer_is_refused_when_it_is_used(text: str) -> None:
    with pytest.raises(ProblemError, match=r"expected the text of a tokenizer\.json"):
        Pieces(text, 1, 2).encode("pens")


@pytest.mark.parametrize("missing", ["[UNK]", "[CLS]", "[SEP]"])
def test_a_vocabulary_without_its_special_pieces_is_refused(missing: str) -> None:
    words = [word for word in VOCABULARY if word != missing]
    with pytest.raises(ProblemError, match=r"expected \[UNK\], \[CLS\] and \[SEP\]"):
        Pieces.of_words(words)


@pytest.mark.parametrize("broken", ["\ud800", "\udfff pens", "pens\ud83d and \ude00pens"])
def test_half_a_character_is_read_as_if_it_were_not_there(broken: str) -> None:
    """The library refuses such a text with a TypeError of its own."""
    pieces = Pieces.of_words(VOCABULARY)
    whole = "".join(c for c in broken if not "\ud800" <= c <= "\udfff")
    assert pieces.encode(broken) == pieces.encode(whole)


def test_only_a_model_that_reads_pieces_loads_the_library() -> None:
    code = (
        "import sys\n"
        "from sumc import Solver\n"
        "Solver.load('en-tiny').solve('Ann has 3 pens and buys 4. How many pens has she?')\n"
        "print('tokenizers' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
