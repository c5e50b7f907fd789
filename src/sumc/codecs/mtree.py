"""M-tree codes as a target: a problem to one count vector for every number, and back."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, TypeVar

from sumc.algebra.codebook import Codebook
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import natural_order
from sumc.codecs.spelling import Spelling
from sumc.errors import CodeError, SumcError
from sumc.problems.constants import AT_LEAST, learn_constants
from sumc.problems.problem import Problem

VERSION = 2
"""Goes up when files of another version can no longer be read."""
SHAPE_USES = 3
"""Training problems that must share the shape of their trees before it becomes one of `shapes`."""
UNSEEN = -1
"""The class of a set of codes that no number of the training problems has."""

Pairs = list[tuple[str, str]]
Codes = tuple[str, ...]
"""All codes of one number, sorted; a code can stand there several times."""
Self = TypeVar("Self", bound="MTreeCodes")


@dataclass(frozen=True)
class MTreeCodes:
    """The target of seq2code: codes, constants and classes, all learned on the training split."""

    name: ClassVar[str] = "mtree"

    codebook: Codebook
    constants: tuple[str, ...]
    classes: tuple[Codes, ...]
    """The different sets of codes that a number had in training, the most frequent first."""
    shapes: tuple[Codes, ...] = ()
    """The codes of whole trees, whoever has them, that several training problems share."""

    @classmethod
    def learn(cls: type[Self], train: Iterable[Problem], constant_uses: int = AT_LEAST) -> Self:
        """The constants and the codes of the training problems that have a solution."""
        solved = [problem for problem in train if problem.expression is not None]
        constants = learn_constants(solved, constant_uses)
        usable = [(p, pairs) for p in solved if _is_sayable(pairs := cls.pairs(p), p, constants)]
        counts = Counter(
            codes
            for p, pairs in usable
            for codes in group_by_slot(pairs, (*constants, *p.symbols))
        )
        shapes = Counter(tuple(sorted(code for _, code in pairs)) for _, pairs in usable)
        return cls(
            Codebook.build(pairs for _, pairs in usable),
            constants,
            _most_frequent_first(counts),
            _most_frequent_first({each: n for each, n in shapes.items() if n >= SHAPE_USES}),
        )

    @staticmethod
    def pairs(problem: Problem) -> Pairs:
        """The numbers of a problem's solution with their codes, one pair for every leaf."""
        tree = problem.tree()
        return [] if tree is None else tree.codes()

    @staticmethod
    def restore(pairs: Pairs) -> tuple[MTree, bool]:
        """The tree that codes spell, and whether they are exactly the codes of that tree."""
        tree = MTree.from_codes(pairs)
        return tree, sorted(tree.codes()) == sorted(pairs)

    def answer(
        self, slots: Sequence[str], classes: Sequence[int], numbers: Sequence[Fraction]
    ) -> Fraction | None:
        """The answer of classes whose codes are exactly the codes of the tree they spell.

        None when they are not, or when that tree has no value for the numbers of the slots.
        """
        spelling = self._spelling
        paths = spelling.paths(classes)
        if not paths:
            return None
        if spelling.has_marks(paths):
            order = spelling.order(classes, paths, _ranks(slots))
            if order == "unknown":
                return self._answer_of_tree(slots, classes, numbers)
            if order == "wrong":
                return None
        return spelling.value(classes, paths, numbers)

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self.classes)

    def _answer_of_tree(
        self, slots: Sequence[str], classes: Sequence[int], numbers: Sequence[Fraction]
    ) -> Fraction | None:
        try:
            tree, is_exact = self.restore(self.spell(slots, classes))
            values = dict(zip(slots, numbers, strict=True))
            return tree.evaluate(values) if is_exact else None
        except SumcError:
            return None

    def spell(self, slots: Sequence[str], classes: Sequence[int]) -> Pairs:
        """The codes of the slots that have these classes."""
        return [
            (slot, code)
            for slot, number in zip(slots, classes, strict=True)
            for code in self.classes[number]
        ]

    def slots(self, problem: Problem) -> tuple[str, ...]:
        """What gets a vector: the constants, which stand before the text, then its numbers."""
        return (*self.constants, *problem.symbols)

    def encode(self, problem: Problem) -> list[list[int]]:
        """A count vector for every slot; what the codebook or the constants lack is an error."""
        if problem.expression is None:
            raise CodeError(f"problem {problem.id} has no solution to encode")
        return self.codebook.encode(self.pairs(problem), self.slots(problem))

    def labels(self, problem: Problem) -> list[int]:
        """The class of every slot: its place in `classes`, -1 if training has none like it."""
        groups = group_by_slot(self.pairs(problem), self.slots(problem))
        return [self._class_of.get(codes, UNSEEN) for codes in groups]

    @cached_property
    def _class_of(self) -> Mapping[Codes, int]:
        return {codes: number for number, codes in enumerate(self.classes)}

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

    def decode(self, vectors: Sequence[Sequence[int]], problem: Problem) -> MTree:
        """The tree that count vectors spell for a problem."""
        return self.restore(self.codebook.decode(vectors, self.slots(problem)))[0]

    def covers(self, problem: Problem) -> bool:
        """Whether a problem's solution can be said with these codes and constants."""
        try:
            self.encode(problem)
        except SumcError:
            return False
        return True

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
    def from_json(cls: type[Self], data: Mapping[str, object]) -> Self:
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


def _ranks(slots: Sequence[str]) -> list[int]:
    """The place of every slot in the natural order of all."""
    order = sorted(range(len(slots)), key=lambda slot: natural_order(slots[slot]))
    ranks = [0] * len(slots)
    for rank, slot in enumerate(order):
        ranks[slot] = rank
    return ranks


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


def missing_constants(problem: Problem, constants: Sequence[str]) -> tuple[str, ...]:
    """The numbers that a problem's tree uses and neither its text nor the constants have."""
    tree = problem.tree()
    known = {*constants, *problem.symbols}
    return () if tree is None else tuple(s for s in dict.fromkeys(tree.symbols) if s not in known)


def brings_back(problem: Problem) -> bool:
    """Whether a problem's tree, taken apart into codes and restored, gives the right answer."""
    tree = problem.tree()
    if tree is None or not problem.agrees:
        return False
    restored = MTree.from_codes(tree.codes())
    return restored == tree and restored.evaluate(problem.values) == tree.evaluate(problem.values)
