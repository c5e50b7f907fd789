"""M-tree to codes and back (paper, section 3.3.1).

A leaf's code is `neg_inv_path`, for example `1_0_+` or `0_1_+_*@_+/`: two bits for its form,
then the nodes from the root to its parent. Among siblings of one kind the first is unmarked,
the next has `@`, the next `@@`; the canonical order of the tree decides which is first.
"""

from collections.abc import Iterable

from sumc.algebra.canonical import Terms, add, multiply, negate, reciprocal, root_of, single
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.nodes import (
    KINDS,
    NEGATED_PRODUCT,
    RECIPROCAL_SUM,
    SUM,
    Branch,
    Kind,
    Leaf,
)
from sumc.algebra.operands import read_operand
from sumc.errors import CodeError, ExpressionError

MARK = "@"
FORMS = {
    "0_0_": (False, False),
    "1_0_": (True, False),
    "0_1_": (False, True),
    "1_1_": (True, True),
}
"""The first part of a code: whether the leaf is negated, whether it is inverted."""

Step = tuple[Kind, int]
"""One node on a path: its kind and how many marks it has."""
Code = tuple[bool, bool, tuple[Step, ...]]
"""A code taken apart: negated, inverted, path."""


def codes_of(root: Branch) -> list[tuple[str, str]]:
    """One pair of symbol and code for every leaf, from left to right."""
    pairs: list[tuple[str, str]] = []
    _collect(root, SUM, pairs)
    return pairs


def _collect(node: Branch, path: str, pairs: list[tuple[str, str]]) -> None:
    seen: dict[Kind, int] = {}
    for child in node.children:
        if isinstance(child, Leaf):
            pairs.append((child.symbol, f"{child.negated:d}_{child.inverted:d}_{path}"))
        else:
            marks = seen.get(child.kind, 0)
            _collect(child, f"{path}_{child.kind}{MARK * marks}", pairs)
            seen[child.kind] = marks + 1


def read_code(code: str, limits: Limits) -> Code:
    """Take a code apart: its two bits and the steps of its path.

    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> read_code("0_1_+_*@", DEFAULT_LIMITS)
    (False, True, (('+', 0), ('*', 1)))
    """
    if len(code) > limits.characters:
        raise refuse(limits, "characters", len(code))
    bits, path = code[:4], code[4:].split("_")
    if bits not in FORMS or path[0] != SUM:
        raise CodeError(f'expected a code such as "1_0_+_*", found {code[:60]!r}')
    if len(path) > 2 * limits.nesting + 2:  # a level of brackets is a product and a sum
        raise refuse(limits, "nesting", len(path) // 2)
    return *FORMS[bits], tuple(_read_step(step, code) for step in path)


def _read_step(step: str, code: str) -> Step:
    bare = step.rstrip(MARK)
    for kind in KINDS:
        if bare == kind:
            return kind, len(step) - len(bare)
    known = ", ".join(KINDS)
    raise CodeError(f"expected one of {known} in the path of a code, found {code[:60]!r}")


Branches = dict[Step, "_Group"]


class _Group:
    """A branch that is being put back together from the codes that pass through it."""

    __slots__ = ("groups", "leaves")

    def __init__(self) -> None:
        self.leaves: list[Terms] = []
        self.groups: Branches = {}


def root_from_codes(pairs: Iterable[tuple[str, str]], limits: Limits) -> Branch:
    """The root of the tree that a set of codes spells, in the canonical form.

    Any set that a model may emit is accepted: lone children, a `*-` over one child (its
    opposite), a `+/` over one child (its reciprocal), `@@` without `@`.
    """
    root = _Group()
    for count, (symbol, code) in enumerate(pairs, start=1):
        if count > limits.leaves:
            raise refuse(limits, "leaves", f"more than {limits.leaves}")
        negated, inverted, path = read_code(code, limits)
        group = root
        for step in path[1:]:
            group = group.groups.setdefault(step, _Group())
        group.leaves.append(single(_operand(symbol), negated, inverted))
    if not root.leaves and not root.groups:
        raise CodeError("no codes: none of the numbers is used")
    return root_of(_merge(SUM, root, limits))


def _operand(symbol: str) -> str:
    try:
        return read_operand(symbol)
    except ExpressionError as error:
        raise CodeError(f"a code belongs to a symbol or a number: {error}") from None


def _merge(kind: Kind, group: _Group, limits: Limits) -> Terms:
    """What a branch is worth, from the deepest groups up (paper: from back to front)."""
    parts = group.leaves + [_merge(step[0], below, limits) for step, below in group.groups.items()]
    merged = parts[0]
    for part in parts[1:]:
        is_sum = kind in (SUM, RECIPROCAL_SUM)
        merged = (add if is_sum else multiply)(merged, part, limits)
    if kind == NEGATED_PRODUCT:
        return negate(merged)
    return reciprocal(merged, limits) if kind == RECIPROCAL_SUM else merged
