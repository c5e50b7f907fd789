"""The value that classes of codes spell, without building a tree: most combinations spell none.

The joint decoder tries dozens of combinations for every problem. Whether the codes of one can be
exactly the codes of a tree follows from their paths: a product or a reciprocal has at least two
children, and a branch marked `@` has a sibling without that mark. A set of paths is a whole
number with one bit for each path, so that `|` joins sets and `&` finds what they share:

    path   number   bit       n1*n2 - n3 has the codes 0_0_+_* for n1 and n2, 1_0_+ for n3
    +         0     001       paths of n1      011   its own and those that it starts with
    + *       1     010       paths of n3      001
    + *@      2     100       paths of all     011   no marked path
                              ends of n1 & n2  010   `+ *` has two leaves: enough

A combination that fits no tree is dismissed within microseconds. The value of the others is
worked out with fractions that are reduced once, at the end.
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
"""The number of the path of the root, with which all others start."""
MOST = 100
"""The most codes of one class; no word problem has more, and a larger class spells nothing."""

Path = tuple[Step, ...]
Order = Literal["right", "wrong", "unknown"]
Ratio = tuple[int, int]
"""A fraction that may not be reduced yet: numerator and denominator."""


class Codes(NamedTuple):
    """The codes of one class; its sets of paths are bit sets."""

    leaves: tuple[tuple[int, bool, bool], ...]
    """For every code the number of its path, and whether it is negated and inverted."""
    ends: int
    """Paths that end in a leaf of this class."""
    ends_twice: int
    """Paths that end in several of them."""
    paths: int
    """All paths, and the shorter ones they start with."""


class Branch(NamedTuple):
    """The node that a path leads to."""

    kind: Kind
    above: int
    """The number of the path without its last step."""
    before: int
    """The sibling with one mark less, as a set of one path; empty for the first sibling."""


class Spelling:
    """The classes of a codec, taken apart once for all problems."""

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
        """The paths of a combination if a tree can have exactly these; the empty set if none."""
        ends = ends_twice = paths = 0
        for number in classes:
            if number == self._unused:  # as most numbers are
                continue
            codes = self._classes[number]
            if codes is None:
                return 0
            ends_twice |= codes.ends_twice | (ends & codes.ends)
            ends |= codes.ends
            paths |= codes.paths
        return paths if self._has_children(paths, ends, ends_twice) else 0

    def _has_children(self, paths: int, ends: int, ends_twice: int) -> bool:
        """Whether branches below the root have two children, and marked ones their sibling."""
        # a path that ends in two leaves has its two children: the others must be counted
        for number in _members(paths & ~ends_twice & ~(1 << ROOT)):
            below = (paths & self._below[number]).bit_count()
            if below + (ends >> number & 1) < 2:
                return False
        marked = _members(paths & self._marked)
        return all(paths & self._branches[number].before for number in marked)

    def has_marks(self, paths: int) -> bool:
        """Whether some siblings are of the same kind, so that their order may still be wrong."""
        return bool(paths & self._marked)

    def order(self, classes: Sequence[int], paths: int, ranks: Sequence[int]) -> Order:
        """Whether siblings of the same kind are in their canonical order.

        That order is decided by the symbols below them; `ranks` is the natural order of the
        slots. Siblings over the same symbols are "unknown": only the algebra tells them apart.
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
        """The value of a combination with these paths, for the numbers of the slots.

        None if it divides by zero or exceeds the limits of the algebra.
        """
        totals = {number: _NOTHING[self._branches[number].kind] for number in _members(paths)}
        try:
            for number, value in zip(classes, numbers, strict=True):
                codes = self._classes[number]
                for path, negated, inverted in codes.leaves if codes else ():
                    ratio = value.as_integer_ratio()
                    self._put(totals, path, ratio, negated, inverted)
            for path in sorted(totals, reverse=True)[:-1]:  # longer paths have higher numbers
                kind, above, _ = self._branches[path]
                negated, inverted = kind == NEGATED_PRODUCT, kind == RECIPROCAL_SUM
                self._put(totals, above, totals[path], negated, inverted)
            return bounded(Fraction(*totals[ROOT]), DEFAULT_LIMITS)
        except (ZeroDivisionError, LimitError):
            return None

    def _put(
        self, totals: dict[int, Ratio], path: int, child: Ratio, negated: bool, inverted: bool
    ) -> None:
        """Add a child to a sum, or multiply a product by it."""
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
    """The members of a bit set, from the smallest.

    >>> list(_members(0b10110))
    [1, 2, 4]
    """
    while numbers:
        lowest = numbers & -numbers  # the lowest bit alone: 0b10110 & -0b10110 is 0b10
        yield lowest.bit_length() - 1
        numbers ^= lowest


def _read_codes(codes: Sequence[str]) -> list[Code] | None:
    """The codes of a class, taken apart; None if no tree can have all of them."""
    try:
        read = [read_code(code, DEFAULT_LIMITS) for code in codes]
    except (CodeError, LimitError):
        return None
    return read if len(read) <= MOST and all(map(_is_possible, read)) else None


def _is_possible(code: Code) -> bool:
    """Whether some M-tree has this code: products are inside sums, their leaves have no sign."""
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
