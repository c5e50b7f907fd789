"""`TextEncoding`: turns problems into what a model reads, learned on the training problems."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np

from sumc.codecs.codec import read_constants
from sumc.encoding.batches import Example
from sumc.encoding.inputs import INPUTS, EncodedText
from sumc.encoding.pieces import Pieces
from sumc.encoding.tokens import SUBWORDS, Tokens, text_between, tokenize
from sumc.encoding.vocabulary import Vocabulary
from sumc.errors import CodeError, ProblemError
from sumc.problems.problem import Problem
from sumc.settings.encoders import RecurrentSettings, Unit

VERSION = 2
"""Goes up when files of earlier versions can no longer be read."""
LONGEST = 512
"""Tokens of a text that any model reads: far more than a word problem has."""


Reading = tuple[list[int], list[list[int]] | None, list[int]]
"""Tokens, their subwords where there are some, and the places of the slots."""


@dataclass(frozen=True, slots=True)
class Words:
    """Texts cut into words or characters, with a vocabulary of our own."""

    unit: Unit
    tokens: Vocabulary
    subwords: Vocabulary
    own_words: bool = False
    """Whether the words that a dataset came with are ignored."""

    @classmethod
    def learn(
        cls,
        train: Iterable[Problem],
        settings: RecurrentSettings,
        constants: Sequence[str],
        extra: Iterable[Problem] = (),
    ) -> "Words":
        """The vocabulary of the training problems, one at a time; `extra` ones add to it."""
        tokens: Counter[str] = Counter()
        subwords: Counter[str] = Counter()

        def count(problems: Iterable[Problem], known: Container[str]) -> None:
            for problem in problems:
                text = _with_constants(problem, settings.unit, constants, known)
                tokens.update(text.texts)
                subwords.update(each for some in text.subwords for each in some)

        count(train, ())
        count(extra, frozenset(tokens))
        return cls(
            settings.unit,
            Vocabulary.of_counts(tokens, settings.vocabulary or None, settings.at_least),
            Vocabulary.of_counts(subwords, None, settings.at_least),
            settings.own_words,
        )

    def read(self, problem: Problem, constants: Sequence[str]) -> Reading:
        """Tokens, their subwords, and the places of the slots."""
        if self.own_words:
            problem = replace(problem, words=())
        text = _with_constants(problem, self.unit, constants, self.tokens.positions)
        subwords = [
            self.subwords.encode(each) + [0] * (SUBWORDS - len(each)) for each in text.subwords
        ]
        return self.tokens.encode(text.texts), subwords, list(text.numbers)


@dataclass(frozen=True, slots=True)
class TextEncoding:
    """How a model reads problems: in words of its own, or in the pieces of its encoder."""

    constants: tuple[str, ...]
    """Numbers before every text, each a token and a slot of its own."""
    words: Words | None = None
    pieces: Pieces | None = None
    encoder: Mapping[str, Any] | None = None
    """The configuration of the pretrained encoder that reads the pieces."""
    inputs: tuple[str, ...] = ()
    """Additional inputs of the model."""
    longest: int = LONGEST
    """The most tokens that are read; a longer text gets no answer."""
    queries: bool = False
    """Whether constants are not read as tokens: their slots are all at the first token, [CLS]."""

    @classmethod
    def in_pieces(
        cls,
        constants: tuple[str, ...],
        pieces: Pieces,
        encoder: Mapping[str, Any] | None,
        inputs: tuple[str, ...] = (),
        *,
        queries: bool = False,
    ) -> "TextEncoding":
        """In the pieces of a pretrained encoder, and no more of them than it has places for."""
        longest = min(LONGEST, (encoder or {}).get("max_position_embeddings", LONGEST))
        return cls(constants, None, pieces, encoder, inputs, longest, queries)

    def encode(self, problem: Problem, target: Any = None) -> Example:
        """What a model reads of a problem, with the target that it should learn, if any."""
        tokens, subwords, positions = self._read(problem)
        text = EncodedText(problem, self.constants, tokens, positions, self._spell)
        inputs = {name: INPUTS[name](text) for name in self.inputs}
        return Example(
            problem,
            np.array(tokens, np.int32),
            None if subwords is None else np.array(subwords, np.int32).reshape(-1, SUBWORDS),
            np.array(positions, np.int32),
            inputs,
            target,
        )

    def _spell(self, token: int) -> str:
        """The text of a token in the vocabulary."""
        if self.pieces is not None:
            return self.pieces.spell(token)
        assert self.words is not None
        return self.words.tokens.tokens[token]

    def _read(self, problem: Problem) -> Reading:
        if self.pieces is not None:
            return read_in_pieces(problem, self.pieces, len(self.constants), queries=self.queries)
        assert self.words is not None
        return self.words.read(problem, self.constants)

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        words = self.words
        return {
            "version": VERSION,
            "constants": list(self.constants),
            "words": words
            and {
                "unit": words.unit,
                "own_words": words.own_words,
                "tokens": words.tokens.to_json(),
                "subwords": words.subwords.to_json(),
            },
            "pieces": self.pieces and self.pieces.to_json(),
            "encoder": self.encoder,
            "inputs": list(self.inputs),
            "longest": self.longest,
            **({"queries": True} if self.queries else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TextEncoding":
        """Read what `to_json` wrote, refusing another version."""
        match data:
            case {
                "version": version,
                "words": words,
                "pieces": pieces,
                "encoder": encoder,
                "inputs": list() as inputs,
                "longest": int() as longest,
            } if version == VERSION and (words is None) != (pieces is None) and longest > 0:
                return cls(
                    _read_constants(data),
                    None if words is None else _read_words(words),
                    None if pieces is None else Pieces.from_json(pieces),
                    encoder,
                    _known_inputs(inputs),
                    longest,
                    data.get("queries", False) is True,
                )
        raise ProblemError(f"expected the text encoding of a model, version {VERSION}")


def _read_constants(data: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        return read_constants(data)
    except CodeError as error:
        raise ProblemError(f"expected the text encoding of a model: {error}") from None


def _read_words(data: Mapping[str, Any]) -> Words:
    match data:
        case {"unit": unit, "own_words": bool() as own, "tokens": tokens, "subwords": subwords}:
            if unit in get_args(Unit):
                return Words(
                    unit, Vocabulary.from_json(tokens), Vocabulary.from_json(subwords), own
                )
    raise ProblemError("expected the unit, tokens and subwords of a vocabulary")


def _known_inputs(names: Sequence[object]) -> tuple[str, ...]:
    unknown = [name for name in names if name not in INPUTS]
    if unknown:
        raise ProblemError(f"no input is called {unknown[0]!r}; known: {', '.join(INPUTS)}")
    return tuple(map(str, names))


def _with_constants(
    problem: Problem, unit: Unit, constants: Sequence[str], known: Container[str]
) -> Tokens:
    """The tokens of a text with the constants before it (paper, section 3.3.2)."""
    text = tokenize(problem, unit, known)
    first = len(constants)
    names = tuple(f"<{constant}>" for constant in constants)
    numbers = (*range(first), *(first + number for number in text.numbers))
    return Tokens(names + text.texts, ((),) * first + text.subwords, numbers)


def read_in_pieces(
    problem: Problem, pieces: Pieces, constants: int, *, queries: bool = False
) -> Reading:
    """Pieces, no subwords, and the places of the slots, each number with a place of its own.

    The text between two numbers is tokenized separately, so that a number is always exactly one
    token. [CLS] is only a placeholder there: the model puts its own embeddings of numbers in its
    place.
    """
    tokens = [pieces.start] * (1 if queries else 1 + constants)
    positions = [0] * constants if queries else list(range(1, 1 + constants))
    for index, (start, end) in enumerate(text_between(problem)):
        if index:
            positions.append(len(tokens))
            tokens.append(pieces.start)
        tokens += pieces.encode(problem.text[start:end])
    tokens.append(pieces.end)
    return tokens, None, positions
