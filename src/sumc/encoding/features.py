"""`Features`: all that is learned on the training problems before a model sees them."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from sumc.codecs import TARGETS
from sumc.codecs.mtree import UNSEEN, MTreeCodes
from sumc.encoding.number_features import number_features
from sumc.encoding.pieces import Pieces, read_pieces
from sumc.encoding.tokens import PARTS, Tokens, Unit, text_between, tokenize
from sumc.encoding.vocabulary import Vocabulary
from sumc.errors import ProblemError
from sumc.problems.constants import AT_LEAST
from sumc.problems.problem import Problem

VERSION = 1
"""Goes up when files of another version can no longer be read."""


@dataclass(frozen=True, slots=True)
class FeatureSettings:
    """What a model reads and what it predicts."""

    unit: Unit = "words"
    """What a token is; a model with a pretrained encoder reads that encoder's pieces."""
    own_words: bool = False
    """Cut Chinese texts into the longest known words, as a user's own text is cut, although a
    dataset says what its words are; the words themselves are learned from what it says."""
    vocabulary: int = 0
    """The most frequent tokens that are kept; 0 keeps all that occur often enough."""
    at_least: int = 1
    """How often a token must occur in training to be kept."""
    constant_uses: int = AT_LEAST
    """Training problems that must use a number that their texts lack to make it a constant."""
    target: Literal["mtree", "binary"] = "mtree"
    """Which codes are predicted: those of M-trees, or of binary trees for comparison."""


@dataclass(frozen=True, slots=True)
class Example:
    """A problem as numbers: what a model reads, and what it should say."""

    problem: Problem
    tokens: list[int]
    parts: list[list[int]]
    """What each token is related to: a row of PARTS numbers for each, 0 where there is none."""
    positions: list[int]
    """The token of every slot: of the constants, then of the numbers of the text."""
    features: list[tuple[int, int, int, int]]
    """What the number of every slot is like."""
    labels: list[int]
    """The class of every slot; empty when the solution is not known."""
    counts: list[list[int]]
    """The count vector of every slot; empty when the solution is not known."""
    shape: int = UNSEEN
    """The shape of the tree; -1 when the solution is not known."""

    @property
    def length(self) -> int:
        """The number of tokens."""
        return len(self.tokens)


@dataclass(frozen=True, slots=True)
class Features:
    """Problems to examples: a vocabulary (or pieces) and a target."""

    target: MTreeCodes
    unit: Unit
    tokens: Vocabulary
    parts: Vocabulary
    pieces: Pieces | None = None
    encoder: Mapping[str, Any] | None = None
    """The shape of the pretrained encoder that reads the pieces."""
    own_words: bool = False
    """Whether words that a dataset came with are passed over."""

    @classmethod
    def learn(
        cls,
        train: Sequence[Problem],
        settings: FeatureSettings,
        pieces: Pieces | None = None,
        encoder: Mapping[str, Any] | None = None,
        extra: Iterable[Problem] = (),
    ) -> "Features":
        """Learn from the training problems; `extra` ones add to the vocabulary alone."""
        target = learn_target(train, settings)
        if pieces is not None:
            empty = Vocabulary.build([])
            return cls(target, settings.unit, empty, empty, pieces, encoder)
        texts = [_with_constants(p, settings.unit, target) for p in train]
        known = {word for text in texts for word in text.texts}
        texts += [_with_constants(p, settings.unit, target, known) for p in extra]
        size = settings.vocabulary or None
        tokens = Vocabulary.build((text.texts for text in texts), size, settings.at_least)
        related = (parts for text in texts for parts in text.parts)
        parts = Vocabulary.build(related, None, settings.at_least)
        return cls(target, settings.unit, tokens, parts, own_words=settings.own_words)

    @property
    def longest(self) -> int | None:
        """The most tokens that the pretrained encoder has places for, if there is one."""
        places = (self.encoder or {}).get("max_position_embeddings")
        return places if isinstance(places, int) else None

    def reads(self, problem: Problem) -> bool:
        """Whether the model has places for all tokens of a problem."""
        return self.longest is None or len(self._read(problem)[0]) <= self.longest

    def example(self, problem: Problem, *, labelled: bool) -> Example:
        """What a model reads of a problem, with its solution if that is wanted."""
        tokens, parts, positions = self._read(problem)
        labels = self.target.labels(problem) if labelled else []
        return Example(
            problem,
            tokens,
            parts,
            positions,
            number_features(self.target.constants, problem.quantities),
            labels,
            self.target.encode(problem) if labelled else [],
            self.target.shape_of(labels) if labelled else UNSEEN,
        )

    def _read(self, problem: Problem) -> tuple[list[int], list[list[int]], list[int]]:
        if self.pieces is not None:
            return read_in_pieces(problem, self.pieces, len(self.target.constants))
        if self.own_words:
            problem = replace(problem, words=())
        text = _with_constants(problem, self.unit, self.target, self.tokens.positions)
        parts = [self.parts.encode(each) + [0] * (PARTS - len(each)) for each in text.parts]
        return self.tokens.encode(text.texts), parts, list(text.numbers)

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {
            "version": VERSION,
            "target": self.target.to_json(),
            "unit": self.unit,
            "tokens": self.tokens.to_json(),
            "parts": self.parts.to_json(),
            "pieces": None if self.pieces is None else self.pieces.to_json(),
            "encoder": self.encoder,
            "own_words": self.own_words,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Features":
        """Read what `to_json` wrote, refusing another version."""
        match data:
            case {"version": 1, "target": {"name": str() as name} as target, **rest}:
                if name in TARGETS and rest.get("unit") in get_args(Unit):
                    pieces = rest.get("pieces")
                    return cls(
                        TARGETS[name].from_json(target),
                        rest["unit"],
                        Vocabulary.from_json(rest.get("tokens")),
                        Vocabulary.from_json(rest.get("parts")),
                        None if pieces is None else read_pieces(pieces),
                        rest.get("encoder"),
                        rest.get("own_words") is True,
                    )
        raise ProblemError(f"expected the features of a model, version {VERSION}")


def learn_target(train: Iterable[Problem], settings: FeatureSettings) -> MTreeCodes:
    """The codes, classes and constants of the training problems."""
    return TARGETS[settings.target].learn(train, settings.constant_uses)


def _with_constants(
    problem: Problem,
    unit: Unit,
    target: MTreeCodes,
    known: Container[str] = (),
) -> Tokens:
    """The tokens of a text with the constants before it (paper, section 3.3.2)."""
    text = tokenize(problem, unit, known)
    constants = tuple(f"<{constant}>" for constant in target.constants)
    first = len(constants)
    numbers = (*range(first), *(first + number for number in text.numbers))
    return Tokens(constants + text.texts, ((),) * first + text.parts, numbers)


def read_in_pieces(
    problem: Problem, pieces: Pieces, constants: int
) -> tuple[list[int], list[list[int]], list[int]]:
    """Pieces, parts (there are none) and the places of the slots, each a place of its own.

    The text between two numbers is cut for itself, so that a number is always exactly one place;
    what stands there is up to the model's own embeddings of numbers.
    """
    tokens = [pieces.start] * (1 + constants)
    positions = list(range(1, 1 + constants))
    for index, (start, end) in enumerate(text_between(problem)):
        if index:
            positions.append(len(tokens))
            tokens.append(pieces.start)
        tokens += pieces.encode(problem.text[start:end])
    tokens.append(pieces.end)
    return tokens, [[0] * PARTS] * len(tokens), positions
