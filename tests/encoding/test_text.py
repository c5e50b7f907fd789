"""How a model reads problems: constants, numbers, the text in words or in pieces."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from built_in import generated_dataset
from encoding.reading import FEATURES, TRAIN, encoding_for, learned
from sumc.codecs import BinaryCodes, MTreeCodes
from sumc.codecs.number_codes import NumberCodes
from sumc.encoding.inputs import INPUTS, EncodedText
from sumc.encoding.pieces import Pieces
from sumc.encoding.text import LONGEST, TextEncoding, Words
from sumc.errors import ProblemError
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.settings.encoders import RecurrentSettings

CODEC, ENCODING = learned(TRAIN[:300])
VOCABULARY = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the")


@pytest.fixture(name="pieces", scope="module")
def _pieces() -> Pieces:
    return Pieces.of_words(VOCABULARY)


def _words(encoding: TextEncoding) -> Words:
    assert encoding.words is not None
    return encoding.words


def _tokens(encoding: TextEncoding, problem: Problem) -> list[int]:
    tokens: list[int] = encoding.encode(problem).tokens.tolist()
    return tokens


def _again(encoding: TextEncoding) -> TextEncoding:
    return TextEncoding.from_json(json.loads(json.dumps(encoding.to_json())))


def test_constants_stand_before_the_text() -> None:
    constants = CODEC.constants
    assert len(constants) > 2
    for problem in TRAIN[:20]:
        example = ENCODING.encode(problem)
        names = [_words(ENCODING).tokens.tokens[token] for token in example.tokens]
        assert names[: len(constants)] == [f"<{constant}>" for constant in constants]
        assert example.positions[: len(constants)].tolist() == list(range(len(constants)))
        slots = [names[place] for place in example.positions[len(constants) :]]
        assert slots == ["<number>"] * len(problem.quantities)


def test_the_vocabulary_is_limited_and_learned_on_training_problems() -> None:
    train, others = TRAIN[:300], generated_dataset().problems[300:400]
    assert len(_words(encoding_for(CODEC, train, vocabulary=50)).tokens) == 52
    rare = _words(encoding_for(CODEC, train, at_least=3))
    assert 52 < len(rare.tokens) < len(_words(ENCODING).tokens)
    more = Words.learn(train, RecurrentSettings(), CODEC.constants, extra=others)
    assert len(more.tokens) > len(_words(ENCODING).tokens)
    assert {*more.tokens.tokens} > {*_words(ENCODING).tokens.tokens}


def test_problems_are_read_one_at_a_time_when_a_vocabulary_is_learned() -> None:
    """A million of them need not be in memory."""
    stream = iter(TRAIN[:300])
    assert Words.learn(stream, RecurrentSettings(), CODEC.constants) == ENCODING.words


def test_a_number_between_pieces_is_one_place_of_its_own(pieces: Pieces) -> None:
    encoding = TextEncoding(CODEC.constants, pieces=pieces)
    for problem in TRAIN[:50]:
        example = encoding.encode(problem)
        assert len(set(example.positions.tolist())) == len(CODEC.slots(problem))
        assert example.tokens[0] == pieces.start
        assert example.tokens[-1] == pieces.end
        assert (example.tokens[example.positions] == pieces.start).all()
        first = len(CODEC.constants)
        assert example.positions[:first].tolist() == list(range(1, first + 1))
        assert (example.subwords, example.target) == (None, None)


def test_the_text_around_a_number_is_cut_for_itself(pieces: Pieces) -> None:
    """A number inside a word leaves two words; it is not read itself."""
    text = "How many 12the how?"
    problem = Problem("1", text, "en", find_quantities(text))
    how, many, the, unknown = (VOCABULARY.index(word) for word in ("how", "many", "the", "[UNK]"))
    expected = [pieces.start, how, many, pieces.start, the, how, unknown, pieces.end]
    assert _tokens(TextEncoding((), pieces=pieces), problem) == expected


def test_own_words_read_a_text_alike_whether_a_dataset_gives_its_words_or_not() -> None:
    text = "小明有3个红苹果和4个梨"
    words = ("小", "明", "有", "3", "个", "红", "苹果", "和", "4", "个", "梨")
    given = Problem("1", text, "zh", find_quantities(text), words=words)
    plain = replace(given, words=())
    train = (replace(given, words=("小明", "有", "3", "个", "红苹果", "和", "4", "个", "梨")),)
    own, theirs = (encoding_for(CODEC, train, own_words=each) for each in (True, False))
    assert _tokens(own, given) == _tokens(own, plain)
    assert _tokens(theirs, given) != _tokens(theirs, plain)
    assert _tokens(own, given) == _tokens(theirs, plain)
    assert _again(own) == own


@pytest.mark.parametrize("unit", ["words", "characters"])
@pytest.mark.parametrize("kind", [MTreeCodes, BinaryCodes])
def test_an_encoding_in_words_survives_a_file(kind: type[NumberCodes], unit: str) -> None:
    encoding = encoding_for(kind.learn(TRAIN, kind.settings()), TRAIN, unit=unit)
    assert _again(encoding) == encoding
    assert _tokens(_again(encoding), TRAIN[0]) == _tokens(encoding, TRAIN[0])


def test_an_encoding_in_pieces_survives_a_file(pieces: Pieces) -> None:
    encoding = TextEncoding(
        CODEC.constants, pieces=pieces, encoder={"a": 1}, inputs=FEATURES, longest=128
    )
    assert _again(encoding) == encoding
    assert _tokens(_again(encoding), TRAIN[0]) == _tokens(encoding, TRAIN[0])


def test_an_encoding_says_how_much_it_reads() -> None:
    assert ENCODING.longest == LONGEST
    assert _again(replace(ENCODING, longest=7)).longest == 7


def _slots(text: EncodedText) -> Any:
    return np.array([[len(text.tokens), place] for place in text.positions])


def test_a_model_gets_the_inputs_that_it_asks_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INPUTS._own, "slots", _slots)
    encoding = replace(ENCODING, inputs=("slots", "number_features"))
    example = encoding.encode(TRAIN[0])
    assert list(example.inputs) == ["slots", "number_features"]
    expected = [[example.length, place] for place in example.positions.tolist()]
    assert example.inputs["slots"].tolist() == expected
    assert _again(encoding) == encoding


DATA: dict[str, Any] = ENCODING.to_json()
CHANGES: dict[str, dict[str, object]] = {
    "another version": {"version": 1},
    "no constants": {"constants": None},
    "neither words nor pieces": {"words": None},
    "words and pieces": {"pieces": {"description": "", "start": 1, "end": 2}},
    "words that are a list": {"words": []},
    "another unit": {"words": {**DATA["words"], "unit": "lines"}},
    "a vocabulary that is a text": {"words": {**DATA["words"], "tokens": "<padding>"}},
    "no place for a token": {"longest": 0},
    "an endless text": {"longest": None},
    "inputs that are a name": {"inputs": "number_features"},
    "an input that nobody knows": {"inputs": ["graph"]},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_foreign_file_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ProblemError, match=r"expected|known: number_features"):
        TextEncoding.from_json({**DATA, **change})
    with pytest.raises(ProblemError, match="expected the text encoding of a model, version 2"):
        TextEncoding.from_json({})


@given(
    st.dictionaries(
        st.sampled_from(sorted(DATA)), st.none() | st.integers() | st.text() | st.lists(st.none())
    )
)
def test_a_damaged_file_never_gives_another_error(change: dict[str, object]) -> None:
    try:
        TextEncoding.from_json({**DATA, **change})
    except ProblemError as error:
        assert str(error)
