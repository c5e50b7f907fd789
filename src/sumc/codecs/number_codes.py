"""Codes of numbers as a target: for every number, how often it has each code.

What M-tree codes and binary-tree codes share. A target lists the codes of every slot by their
places in the codebook, so a problem takes a few bytes however large the codebook is; the dense
count vectors of the paper are made for a batch at a time.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from sumc.algebra.arithmetic import calculate
from sumc.algebra.codebook import Codebook
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.codecs.codec import Codec, CodecSettings, NotCovered, learn_slots
from sumc.errors import CodeError, SumcError
from sumc.problems.problem import Problem

VERSION = 2
"""Goes up when files of another version can no longer be read."""
SHAPE_USES = 3
"""Training problems that must share the shape of their trees before it becomes one of `shapes`."""
UNSEEN = -1
"""The class of a set of codes that no number of the training problems has."""
NO_LABEL = -100
"""Stands where there is no slot or no known class; losses pass it over."""

Pairs = list[tuple[str, str]]
Codes = tuple[str, ...]
"""All codes of one number, sorted; a code can stand there several times."""
CodeTarget = tuple[tuple[int, ...], ...]
"""For every slot the places of its codes in the codebook, sorted; () for an unused number."""
Self = TypeVar("Self", bound="NumberCodes")
Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class CodeBatch:
    """The codes of B problems with up to M slots, over l codes."""

    classes: Array  # (B, M), NO_LABEL where a slot has no known class
    shapes: Array  # (B,)
    targets: tuple[CodeTarget, ...] = field(repr=False)
    code_count: int

    def counts(self) -> Array:
        """The paper's count vectors: (B, M, l), 1 at `None` for a number that is not used."""
        vectors = np.zeros((*self.classes.shape, self.code_count), np.float32)
        for row, target in enumerate(self.targets):
            for slot, codes in enumerate(target):
                np.add.at(vectors[row, slot], list(codes or (0,)), 1.0)
        return vectors


@dataclass(frozen=True)
class NumberCodes(Codec[CodeTarget]):
    """A codebook, constants, and the classes and shapes that code sets had in training."""

    codebook: Codebook
    constants: tuple[str, ...]
    classes: tuple[Codes, ...]
    """The different sets of codes that a number had in training, the most frequent first."""
    shapes: tuple[Codes, ...] = ()
    """The codes of whole trees, whoever has them, that several training problems share."""

    @staticmethod
    @abstractmethod
    def pairs(problem: Problem) -> Pairs:
        """The numbers of a problem's solution with their codes, one pair for every operand."""

    @staticmethod
    @abstractmethod
    def restore(pairs: Pairs) -> tuple[Expression, bool]:
        """The expression that codes spell, and whether they are exactly its codes."""

    def answer(
        self, slots: Sequence[str], classes: Sequence[int], numbers: Sequence[Fraction]
    ) -> Fraction | None:
        """The answer of classes whose codes are exactly the codes of what they spell."""
        try:
            expression, is_exact = self.restore(self.spell(slots, classes))
            values = dict(zip(slots, numbers, strict=True))
            return calculate(expression, DEFAULT_LIMITS, values) if is_exact else None
        except SumcError:
            return None

    @classmethod
    def learn(cls: type[Self], train: Iterable[Problem], settings: CodecSettings) -> Self:
        """The constants and the codes of the training problems that have a solution."""
        solved, constants = learn_slots(train, settings)
        usable = [
            (pairs, (*constants, *p.symbols))
            for p in solved
            if _is_sayable(pairs := cls.pairs(p), p, constants)
        ]
        counts = Counter(codes for each in usable for codes in group_by_slot(*each))
        shapes = Counter(tuple(sorted(code for _, code in pairs)) for pairs, _ in usable)
        return cls(
            Codebook.build(pairs for pairs, _ in usable),
            constants,
            _most_frequent_first(counts),
            _most_frequent_first({each: n for each, n in shapes.items() if n >= SHAPE_USES}),
        )

    def encode(self, problem: Problem) -> CodeTarget | NotCovered:
        """The codes of every slot, or what the codebook or the constants lack."""
        if problem.expression is None:
            return NotCovered("the problem has no solution to encode")
        slots, pairs = self.slots(problem), self.pairs(problem)
        for symbol, code in pairs:
            if symbol not in slots:
                return NotCovered(f"the number {symbol} is neither in the text nor a constant")
            if code not in self._places:
                return NotCovered(f"the code {code} is not in the codebook")
        groups = group_by_slot(pairs, slots)
        return tuple(tuple(sorted(self._places[code] for code in codes)) for codes in groups)

    def decode(self, output: CodeTarget, problem: Problem) -> Expression:
        """The expression that the codes of the slots spell; any output with a code spells one."""
        slots = self.slots(problem)
        pairs = [
            (slot, self.codebook.codes[place])
            for slot, codes in zip(slots, output, strict=True)
            for place in codes
        ]
        return self.restore(pairs)[0]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {code: place for place, code in enumerate(self.codebook.codes)}

    def collate(self, targets: Sequence[CodeTarget], slots: int) -> CodeBatch:
        """The classes and shapes of a batch; count vectors are made when they are asked for."""
        classes = np.full((len(targets), slots), NO_LABEL, np.int64)
        shapes = np.zeros(len(targets), np.int64)
        for row, target in enumerate(targets):
            labels = [self._class_of.get(codes, UNSEEN) for codes in target]
            classes[row, : len(labels)] = [NO_LABEL if each < 0 else each for each in labels]
            shapes[row] = self.shape_of(labels)
        return CodeBatch(classes, shapes, tuple(targets), len(self.codebook))

    @cached_property
    def _class_of(self) -> Mapping[tuple[int, ...], int]:
        places = self._places
        return {
            tuple(sorted(places[code] for code in codes)): number
            for number, codes in enumerate(self.classes)
        }

    def labels(self, target: CodeTarget) -> list[int]:
        """The class of every slot: its place in `classes`, -1 if training has none like it."""
        return [self._class_of.get(codes, UNSEEN) for codes in target]

    def spell(self, slots: Sequence[str], classes: Sequence[int]) -> Pairs:
        """The codes of the slots that have these classes."""
        return [
            (slot, code)
            for slot, number in zip(slots, classes, strict=True)
            for code in self.classes[number]
        ]

    def shape_of(self, classes: Sequence[int]) -> int:
        """The number of the shape of the tree of these classes; all that are unknown share one.

        A shape is what is left of a tree when its numbers are forgotten: the codes alone.
        """
        if UNSEEN in classes:
            return len(self.shapes)
        codes = sorted(code for number in classes for code in self.classes[number])
        return self._number_of_shape.get(tuple(codes), len(self.shapes))

    @cached_property
    def _number_of_shape(self) -> Mapping[Codes, int]:
        return {shape: number for number, shape in enumerate(self.shapes)}

    def class_vectors(self) -> list[list[int]]:
        """The count vector of every class."""
        groups = [[("n1", code) for code in codes] for codes in self.classes]
        return [self.codebook.encode(group, ["n1"])[0] for group in groups]

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {
            "version": VERSION,
            "name": self.name,
            "constants": list(self.constants),
            "codebook": self.codebook.to_json(),
            "classes": [list(codes) for codes in self.classes],
            "shapes": [list(codes) for codes in self.shapes],
        }

    @classmethod
    def from_json(cls: type[Self], data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote, refusing another version."""
        if (data.get("version"), data.get("name")) != (VERSION, cls.name):
            raise CodeError(f"expected {cls.name} codes of version {VERSION}")
        match data:
            case {
                "codebook": dict() as codebook,
                "constants": list() as constants,
                "classes": list() as classes,
                **rest,
            }:
                shapes = rest.get("shapes", [])  # files from before there were shapes have none
                return cls(
                    Codebook.from_json(codebook),
                    tuple(map(str, constants)),
                    _read_groups(classes),
                    _read_groups(shapes),
                )
        raise CodeError("expected the codebook, the constants and the classes of the codes")


def _most_frequent_first(counts: Mapping[Codes, int]) -> tuple[Codes, ...]:
    return tuple(sorted(counts, key=lambda codes: (-counts[codes], codes)))


def _read_groups(data: object) -> tuple[Codes, ...]:
    if not isinstance(data, list) or not all(isinstance(codes, list) for codes in data):
        raise CodeError("expected lists of codes")
    return tuple(tuple(map(str, codes)) for codes in data)


def _is_sayable(pairs: Pairs, problem: Problem, constants: Sequence[str]) -> bool:
    return {*constants, *problem.symbols}.issuperset(symbol for symbol, _ in pairs)


def group_by_slot(pairs: Pairs, slots: Sequence[str]) -> list[Codes]:
    """The codes of every slot, sorted; () for a number that is not used.

    >>> group_by_slot([("n2", "1_0_+"), ("n2", "0_0_+")], ["n1", "n2"])
    [(), ('0_0_+', '1_0_+')]
    """
    groups: dict[str, list[str]] = {slot: [] for slot in slots}
    for symbol, code in pairs:
        groups.setdefault(symbol, []).append(code)
    return [tuple(sorted(groups[slot])) for slot in slots]
