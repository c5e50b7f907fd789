"""Codes of numbers as a target: for every number, how often it has each code.

This is what M-tree codes and binary-tree codes share. A target lists the codes of every slot by
their places in the codebook. A problem therefore takes a few bytes however large the codebook
is; the paper's dense count vectors are made one batch at a time.

    n1 - n2        slots     3.14   n1      n2          codebook: None, 0_0_+, 1_0_+
                   target    ()     (1,)    (2,)
                   counts    100    010     001

The joint models predict one *class* for each slot: a whole set of codes that some number had in
training. The *shape* of a solution is the codes of all its slots, whichever slot has them.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np

from sumc.algebra.arithmetic import calculate
from sumc.algebra.codebook import Codebook
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.operands import is_number
from sumc.codecs.codec import NO_LABEL as NO_LABEL  # models of this codec look for it here
from sumc.codecs.codec import (
    NO_SOLUTION,
    Codec,
    CodecSettings,
    NotCovered,
    check_header,
    not_a_slot,
    read_constants,
)
from sumc.codecs.simplification import simplified
from sumc.errors import CodeError, SumcError
from sumc.problems.constants import often_used
from sumc.problems.problem import Problem, symbols

VERSION = 2
"""Goes up when files of earlier versions can no longer be read."""
SHAPE_USES = 3
"""Training problems that must have a shape in common before it becomes one of `shapes`."""
UNSEEN = -1
"""The class of a set of codes that no number had in training."""

Pairs = list[tuple[str, str]]
Codes = tuple[str, ...]
"""All codes of one number, sorted; a code can occur several times."""
CodeTarget = tuple[tuple[int, ...], ...]
"""For every slot the places of its codes in the codebook, sorted; () for an unused number."""
Solution = tuple[tuple[tuple[str, str], ...], int]
"""The numbers of a solution with their codes, and how many numbers its text has."""
Self = TypeVar("Self", bound="NumberCodes")
Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, slots=True)
class NumberCodesSettings(CodecSettings):
    """How codes of numbers are learned."""

    class_uses: int = 1
    """Numbers of training problems that must share a set of codes before it becomes a class."""


@dataclass(frozen=True)
class CodeBatch:
    """The codes of B problems with up to M slots, over l codes."""

    classes: Array  # (B, M), NO_LABEL where a slot has no known class
    shapes: Array  # (B,), NO_LABEL for a problem that cannot be answered
    targets: tuple[CodeTarget, ...] = field(repr=False)
    code_count: int

    def counts(self) -> Array:
        """The paper's count vectors, (B, M, l); a number that is not used has a 1 at `None`."""
        vectors = np.zeros((*self.classes.shape, self.code_count), np.float32)
        for row, target in enumerate(self.targets):
            for slot, codes in enumerate(target):
                np.add.at(vectors[row, slot], list(codes or (0,)), 1.0)
        return vectors


@dataclass(frozen=True)
class NumberCodes(Codec[CodeTarget]):
    """A codebook and constants, and the classes and shapes seen in training."""

    codebook: Codebook
    constants: tuple[str, ...]
    classes: tuple[Codes, ...]
    """The sets of codes that numbers had in training, the most frequent first."""
    shapes: tuple[Codes, ...] = ()
    """The codes of whole solutions that several training problems have in common."""
    simplifies: bool = False
    """Whether redundant factors are left out of solutions."""

    settings: ClassVar[type[Any]] = NumberCodesSettings

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
        """The answer that one class for each slot gives, with these numbers in the slots.

        None unless the codes of the classes are exactly the codes of what they spell.
        """
        try:
            expression, is_exact = self.restore(self.spell(slots, classes))
            values = dict(zip(slots, numbers, strict=True))
            return calculate(expression, DEFAULT_LIMITS, values) if is_exact else None
        except SumcError:
            return None

    @classmethod
    def learn(cls: type[Self], train: Iterable[Problem], settings: Any) -> Self:
        """The constants and the codes of the training problems that have a solution."""
        return cls._learn(train, settings, simplify=False)

    @classmethod
    def _learn(
        cls: type[Self], train: Iterable[Problem], settings: NumberCodesSettings, *, simplify: bool
    ) -> Self:
        solutions: Counter[Solution] = Counter()  # far fewer than there are problems
        uses: Counter[str] = Counter()
        for problem in train:
            if problem.expression is not None:
                found = cls._pairs(problem, simplify=simplify)
                uses.update(_numbers(found))
                solutions[tuple(found), len(problem.quantities)] += 1
        constants = often_used(uses, settings.constant_uses)
        usable = {
            (pairs, slots): count
            for (pairs, numbers), count in solutions.items()
            if set(slots := (*constants, *symbols(numbers))).issuperset(s for s, _ in pairs)
        }
        counts: Counter[Codes] = Counter()
        shapes: Counter[Codes] = Counter()
        for (pairs, slots), count in usable.items():
            counts.update(list(group_by_slot(list(pairs), slots)) * count)
            shapes[tuple(sorted(code for _, code in pairs))] += count
        every = (pairs for (pairs, _), count in usable.items() for _ in range(count))
        return cls(
            Codebook.build(every),
            constants,
            _most_frequent_first(counts, settings.class_uses),
            _most_frequent_first(shapes, SHAPE_USES),
            simplify,
        )

    @classmethod
    def _pairs(cls, problem: Problem, *, simplify: bool) -> Pairs:
        pairs = cls.pairs(problem)
        return simplified(pairs) if simplify and pairs else pairs

    def encode(self, problem: Problem) -> CodeTarget | NotCovered:
        """The codes of every slot, or which code or constant is missing."""
        if problem.expression is None:
            return NotCovered(NO_SOLUTION)
        slots, pairs = self.slots(problem), self._pairs(problem, simplify=self.simplifies)
        for symbol, code in pairs:
            if symbol not in slots:
                return not_a_slot(symbol)
            if code not in self._places:
                return NotCovered(f"the code {code} is not in the codebook")
        groups = group_by_slot(pairs, slots)
        return tuple(tuple(sorted(self._places[code] for code in codes)) for codes in groups)

    def decode(self, output: CodeTarget, problem: Problem) -> Expression:
        """The expression that the codes of the slots spell; any output with a code spells one."""
        slots = self.slots(problem)
        if len(output) != len(slots):
            raise CodeError(f"expected codes for {len(slots)} slots, found {len(output)}")
        pairs = [
            (slot, self._code(place))
            for slot, codes in zip(slots, output, strict=True)
            for place in codes
        ]
        return self.restore(pairs)[0]

    def _code(self, place: int) -> str:
        if not 0 < place < len(self.codebook):
            raise CodeError(f"expected codes from 1 to {len(self.codebook) - 1}, found {place}")
        return self.codebook.codes[place]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {code: place for place, code in enumerate(self.codebook.codes)}

    @property
    def unanswerable(self) -> CodeTarget:
        """No codes at all."""
        return ()

    def collate(self, targets: Sequence[CodeTarget], slots: int) -> CodeBatch:
        """The classes and shapes of a batch; its count vectors are made on demand."""
        classes = np.full((len(targets), slots), NO_LABEL, np.int64)
        shapes = np.zeros(len(targets), np.int64)
        for row, target in enumerate(targets):
            if not target:  # a problem that cannot be answered: nothing is right
                shapes[row] = NO_LABEL
                continue
            labels = self.labels(target)
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
        """The class of every slot, a place in `classes`; `UNSEEN` if training had none like it."""
        return [self._class_of.get(codes, UNSEEN) for codes in target]

    def spell(self, slots: Sequence[str], classes: Sequence[int]) -> Pairs:
        """The codes of slots that have these classes."""
        return [
            (slot, code)
            for slot, number in zip(slots, classes, strict=True)
            for code in self.classes[number]
        ]

    def shape_of(self, classes: Sequence[int]) -> int:
        """The place of the classes' shape in `shapes`; all other shapes share the one after.

        A shape is what remains of a tree when its numbers are forgotten: the codes alone.
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
            **({"simplifies": True} if self.simplifies else {}),
        }

    @classmethod
    def from_json(cls: type[Self], data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote, refusing another version."""
        check_header(data, cls.name, VERSION)
        match data:
            case {
                "codebook": dict() as codebook,
                "classes": list() as classes,
                **rest,
            }:
                shapes = rest.get("shapes", [])  # files from before there were shapes have none
                return cls(
                    Codebook.from_json(codebook),
                    read_constants(data),
                    _read_groups(classes),
                    _read_groups(shapes),
                    rest.get("simplifies", False) is True,
                )
        raise CodeError("expected the codebook, constants and classes of the codes")


def _most_frequent_first(counts: Mapping[Codes, int], at_least: int) -> tuple[Codes, ...]:
    often = (codes for codes, count in counts.items() if count >= at_least)
    return tuple(sorted(often, key=lambda codes: (-counts[codes], codes)))


def _numbers(pairs: Pairs) -> set[str]:
    return {symbol for symbol, _ in pairs if is_number(symbol)}


def _read_groups(data: object) -> tuple[Codes, ...]:
    if not isinstance(data, list) or not all(isinstance(codes, list) for codes in data):
        raise CodeError("expected lists of codes")
    return tuple(tuple(map(str, codes)) for codes in data)


def group_by_slot(pairs: Pairs, slots: Sequence[str]) -> list[Codes]:
    """The codes of every slot, sorted; () for a number that is not used.

    >>> group_by_slot([("n2", "1_0_+"), ("n2", "0_0_+")], ["n1", "n2"])
    [(), ('0_0_+', '1_0_+')]
    """
    groups: dict[str, list[str]] = {slot: [] for slot in slots}
    for symbol, code in pairs:
        groups.setdefault(symbol, []).append(code)
    return [tuple(sorted(groups[slot])) for slot in slots]
