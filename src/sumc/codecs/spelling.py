"""What classes of codes spell, without building a tree: most combinations spell none.

The joint decoder tries dozens of combinations for every problem. Whether the codes of one can
be exactly the codes of a tree follows from their paths: a product or a reciprocal has at least
two children, a marked branch has the one before it. The paths are bits of whole numbers here,
so that a combination is dismissed within microseconds. Of what is left the value is counted
with fractions that are reduced once, at the end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from sumc.algebra.codes import Code, Step, read_code
from sumc.algebra.limits import DEFAULT_LIMITS, bounded
from sumc.algebra.nodes import NEGATED_PRODUCT, PRODUCT, RECIPROCAL_SUM, SUM, Kind
from sumc.errors import CodeError, LimitError

ROOT = 0
"""The number of the path that all others start with."""
MOST = 100
"""Codes of one class; a class of more, which no word problem has, spells nothing."""

Path = tuple[Step, ...]
Order = Literal["right", "wrong", "unknown"]
Ratio = tuple[int, int]
"""A fraction that need not be reduced: top and bottom."""


class Codes(NamedTuple):
    """The codes of one class. A set of paths is a number with a bit for each of them."""

    leaves: tuple[tuple[int, bool, bool], ...]
    """The number of its path, negated, inverted: for every code."""
    ends: int
    """Paths at whose end there is a leaf of this class."""
    ends_twice: int
    """Paths at whose end there are several."""
    paths: int
    """All paths with those that they start with."""


class Branch(NamedTuple):
    """What stands at the end of a path."""

    kind: Kind
    above: int
    """The number of the path without its last step."""
    before: int
    """The path of the sibling with one mark less, as a set; empty for the first one."""


class Spelling:
    """The classes of a target, taken apart once for all problems."""

    def __init__(self, classes: Sequence[Sequence[str]]) -> None:
        read = [_read_codes(codes) for codes in classes]
        paths = _all_paths(code for codes in read for code in codes or ())
        numbers = {path: number for number, path in enumerate(paths)}
        self._branches = [_branch(path, numbers) for path in paths]
        self._below = [0] * len(paths)
        for number, branch in enumerate(self._branches[1:], start=1):
            self._below[branch.above] |= 1 << number
        self._marked = sum(1 << numbers[path] for path in paths if path[-1][1])
        self._unused = next((n for n, codes in enumerate(read) if codes == []), -1)
        self._classes = [None if codes is None else _codes(codes, numbers) for codes in read]

    def paths(self, classes: Sequence[int]) -> int:
        """The paths of a combination that can be exactly those of a tree; empty if it cannot."""
        ends = ends_twice = paths = 0
        for number in classes:
            if number == self._unused:  # most are
                continue
            codes = self._classes[number]
            if codes is None:
                return 0
            ends_twice |= codes.ends_twice | (ends & codes.ends)
            ends |= codes.ends
            paths |= codes.paths
        return paths if self._has_children(paths, ends, ends_twice) else 0

    def _has_children(self, paths: int, ends: int, ends_twice: int) -> bool:
        """Whether every branch below the root has two children, and its marked siblings."""
        for number in _members(paths & ~ends_twice & ~(1 << ROOT)):
            below = (paths & self._below[number]).bit_count()
            if below + (ends >> number & 1) < 2:
                return False
        marked = _members(paths & self._marked)
        return all(paths & self._branches[number].before for number in marked)

    def has_marks(self, paths: int) -> bool:
        """Whether some siblings are of one kind; their order may still be wrong."""
        return bool(paths & self._marked)

    def order(self, classes: Sequence[int], paths: int, ranks: Sequence[int]) -> Order:
        """Whether siblings of one kind stand in their canonical order.

        That order goes by the symbols below them; `ranks` is the natural order of the slots.
        Siblings over the same symbols are told apart by the algebra alone.
        """
        below: dict[int, list[int]] = {number: [] for number in _members(paths)}
        for number, rank in zip(classes, ranks, strict=True):
            codes = self._classes[number]
            for path, _, _ in codes.leaves if codes else ():
                while path != ROOT:
                    below[path].append(rank)
                    path = self._branches[path].above
        for number in _members(paths & self._marked):
            before = self._branches[number].before.bit_length() - 1
            first, second = sorted(below[before]), sorted(below[number])
            if first == second:
                return "unknown"
            if first > second:
                return "wrong"
        return "right"

    def value(
        self, classes: Sequence[int], paths: int, numbers: Sequence[Fraction]
    ) -> Fraction | None:
        """The value of such a combination for the numbers of the slots.

        None when there is none: it divides by zero or is beyond the limits of the algebra.
        """
        totals = {number: _NOTHING[self._branches[number].kind] for number in _members(paths)}
        try:
            for number, value in zip(classes, numbers, strict=True):
                codes = self._classes[number]
                for path, negated, inverted in codes.leaves if codes else ():
                    ratio = value.as_integer_ratio()
                    self._put(totals, path, ratio, negated, inverted)
            for path in sorted(totals, reverse=True)[:-1]:  # what is below comes first
                kind, above, _ = self._branches[path]
                negated, inverted = kind == NEGATED_PRODUCT, kind == RECIPROCAL_SUM
                self._put(totals, above, totals[path], negated, inverted)
            return bounded(Fraction(*totals[ROOT]), DEFAULT_LIMITS)
        except (ZeroDivisionError, LimitError):
            return None

    def _put(
        self, totals: dict[int, Ratio], path: int, child: Ratio, negated: bool, inverted: bool
    ) -> None:
        """Add a child to a sum, or multiply it to a product."""
        top, bottom = child
        if inverted:
            top, bottom = bottom, top
            if not bottom:
                raise ZeroDivisionError
        if negated:
            top = -top
        whole, part = totals[path]
        if self._branches[path].kind in _PRODUCTS:
            totals[path] = whole * top, part * bottom
        else:
            totals[path] = whole * bottom + top * part, part * bottom


_PRODUCTS = (PRODUCT, NEGATED_PRODUCT)
_NOTHING: Mapping[Kind, Ratio] = {
    SUM: (0, 1),
    RECIPROCAL_SUM: (0, 1),
    PRODUCT: (1, 1),
    NEGATED_PRODUCT: (1, 1),
}
"""The value of a branch without children."""


def _members(numbers: int) -> Iterator[int]:
    """The numbers of a set of bits, from the smallest.

    >>> list(_members(0b10110))
    [1, 2, 4]
    """
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def _read_codes(codes: Sequence[str]) -> list[Code] | None:
    """The codes of a class, taken apart; None if no tree has one of them."""
    try:
        read = [read_code(code, DEFAULT_LIMITS) for code in codes]
    except (CodeError, LimitError):
        return None
    return read if len(read) <= MOST and all(map(_is_possible, read)) else None


def _is_possible(code: Code) -> bool:
    """Whether some M-tree has this code: products stand in sums, their leaves have no sign."""
    negated, _, path = code
    kinds = [kind for kind, _ in path]
    if SUM in kinds[1:] or (negated and kinds[-1] in _PRODUCTS):
        return False
    return not any(upper in _PRODUCTS and lower in _PRODUCTS for upper, lower in pairwise(kinds))


def _all_paths(codes: Iterable[Code]) -> list[Path]:
    """The paths of all codes and those they start with, the shorter ones first."""
    paths = {path[:length] for _, _, path in codes for length in range(1, len(path) + 1)}
    return sorted(paths | {((SUM, 0),)}, key=lambda path: (len(path), path))


def _branch(path: Path, numbers: Mapping[Path, int]) -> Branch:
    kind, marks = path[-1]
    before = numbers.get((*path[:-1], (kind, marks - 1)))
    return Branch(kind, numbers.get(path[:-1], 0), 0 if before is None else 1 << before)


def _codes(codes: Sequence[Code], numbers: Mapping[Path, int]) -> Codes:
    ends = ends_twice = paths = 0
    for _, _, path in codes:
        end = 1 << numbers[path]
        ends_twice |= ends & end
        ends |= end
        for length in range(1, len(path) + 1):
            paths |= 1 << numbers[path[:length]]
    leaves = tuple((numbers[path], negated, inverted) for negated, inverted, path in codes)
    return Codes(leaves, ends, ends_twice, paths)
