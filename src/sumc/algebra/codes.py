"""M-tree to codes and back (paper, section 3.3.1).

A leaf's code is `neg_inv_path`, for example `1_0_+` or `0_1_+_*@_+/`: two bits for its form,
then the nodes from the root to its parent. Among siblings of one kind the first is unmarked,
the next has `@`, the next `@@`; the canonical order of the tree decides which is first.
"""

from collections.abc import Iterable

from sumc.algebra.canonical import (
    Terms,
    add,
    is_plain,
    multiply,
    negate,
    reciprocal,
    root_of,
    turned_sum,
)
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.nodes import (
    KINDS,
    NEGATED_PRODUCT,
    PRODUCT,
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

_KINDS: dict[str, Kind] = {kind: kind for kind in KINDS}
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
    bits, path = _split(code, limits)
    steps = path.split("_")
    if steps[0] != SUM:
        raise _no_code(code)
    _check_depth(len(steps), limits)
    return *FORMS[bits], tuple(_read_step(step, code) for step in steps)


def form_and_path(code: str) -> tuple[str, str]:
    """The two bits of a code and its path, unchecked.

    >>> form_and_path("0_1_+_*@")
    ('0_1', '+_*@')
    """
    return code[:3], code[4:]


def is_product(path: str) -> bool:
    """Whether a path ends at a product, negated or not.

    >>> is_product("+_*-@"), is_product("+_*_+/")
    (True, False)
    """
    return path.rpartition("_")[2].startswith(PRODUCT)


def is_below(path: str, above: str) -> bool:
    """Whether one path continues another.

    >>> is_below("+_*_+/", "+_*"), is_below("+_*@", "+_*")
    (True, False)
    """
    return path.startswith(f"{above}_")


def _split(code: str, limits: Limits) -> tuple[str, str]:
    """The two bits of a code and its path."""
    if len(code) > limits.characters:
        raise refuse(limits, "characters", len(code))
    if code[:4] not in FORMS:
        raise _no_code(code)
    return code[:4], code[4:]


def _no_code(code: str) -> CodeError:
    return CodeError(f'expected a code such as "1_0_+_*", found {code[:60]!r}')


def _check_depth(steps: int, limits: Limits) -> None:
    if steps > 2 * limits.nesting + 2:  # a level of brackets is a product and a sum
        raise refuse(limits, "nesting", steps // 2)


def _read_step(step: str, code: str) -> Step:
    kind = _KINDS.get(step[:2]) or _KINDS.get(step[:1])
    if kind is not None:
        marks = len(step) - len(kind)
        if step.count(MARK) == marks:  # a step may have thousands
            return kind, marks
    known = ", ".join(KINDS)
    raise CodeError(f"expected one of {known} in the path of a code, found {code[:60]!r}")


Branches = dict[Step, "_Group"]


class _Group:
    """A branch that is being put back together from the codes that pass through it."""

    __slots__ = ("groups", "leaves")

    def __init__(self) -> None:
        self.leaves: list[tuple[bool, str]] = []
        """Whether each is negated, and the number or its reciprocal, as factors are written."""
        self.groups: Branches = {}


def root_from_codes(pairs: Iterable[tuple[str, str]], limits: Limits) -> Branch:
    """The root of the tree that a set of codes spells, in the canonical form.

    Any set that a model may emit is accepted: lone children, a `*-` over one child (its
    opposite), a `+/` over one child (its reciprocal), `@@` without `@`.
    """
    groups = _Groups(limits)
    operands: dict[str, str] = {}
    for count, (symbol, code) in enumerate(pairs, start=1):
        if count > limits.leaves:
            raise refuse(limits, "leaves", f"more than {limits.leaves}")
        bits, path = _split(code, limits)
        operand = operands.get(symbol) or operands.setdefault(symbol, _operand(symbol))
        negated, inverted = FORMS[bits]
        leaf = negated, f"/{operand}" if inverted else operand
        groups.at(path, code).leaves.append(leaf)
    if not groups.root.leaves and not groups.root.groups:
        raise CodeError("no codes: none of the numbers is used")
    return root_of(_merge(SUM, groups.root, limits))


class _Groups:
    """The branches of a tree by their paths: each part of a path is read once, however many
    codes pass through it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.root = _Group()
        self.known: dict[str, _Group] = {SUM: self.root}

    def at(self, path: str, code: str) -> _Group:
        """The branch at the end of a path."""
        known = self.known.get(path)
        if known is not None:
            return known
        _check_depth(path.count("_") + 1, self.limits)
        above, separator, step = path.rpartition("_")
        if not separator:
            raise _no_code(code)
        group = self.at(above, code)
        if len(self.known) >= self.limits.branches:
            raise refuse(self.limits, "branches", f"more than {self.limits.branches}")
        found = group.groups.setdefault(_read_step(step, code), _Group())
        self.known[path] = found
        return found


def _operand(symbol: str) -> str:
    try:
        return read_operand(symbol)
    except ExpressionError as error:
        raise CodeError(f"a code belongs to a symbol or a number: {error}") from None


def _merge(kind: Kind, group: _Group, limits: Limits) -> Terms:
    """The terms of a branch, from the deepest groups up (paper: from back to front)."""
    kinds = [kind]
    while not group.leaves and len(group.groups) == 1:  # lone children, one below the other
        (((kind, _), group),) = group.groups.items()
        kinds.append(kind)
    is_sum = kind in (SUM, RECIPROCAL_SUM)
    parts = [_merge(step[0], below, limits) for step, below in group.groups.items()]
    if group.leaves:
        parts.insert(0, _sum_of(group.leaves) if is_sum else _product_of(group.leaves))
    merged = parts[0]
    for part in parts[1:]:
        merged = (add if is_sum else multiply)(merged, part, limits)
    return _turned(merged, kinds, limits)


def _sum_of(leaves: list[tuple[bool, str]]) -> Terms:
    return Terms([(negated, [factor]) for negated, factor in leaves], len(leaves))


def _product_of(leaves: list[tuple[bool, str]]) -> Terms:
    is_negated = sum(negated for negated, _ in leaves) % 2 == 1
    return Terms([(is_negated, [factor for _, factor in leaves])], len(leaves))


def _turned(terms: Terms, kinds: list[Kind], limits: Limits) -> Terms:
    """The terms after the opposites and reciprocals of branches over one child, the last first.

    A hundred of them may stand over thousands of leaves, so those that cancel out are skipped.
    """
    turns = [kind for kind in reversed(kinds) if kind in (NEGATED_PRODUCT, RECIPROCAL_SUM)]
    for place, kind in enumerate(turns):
        if len(terms.items) > 1:
            return turned_sum(terms, [each == NEGATED_PRODUCT for each in turns[place:]])
        if is_plain(terms):  # sign and reciprocal of a product can be swapped
            left = turns[place:]
            odd = [each for each in dict.fromkeys(left) if left.count(each) % 2]
            return _turn_each(terms, odd, limits)
        terms = _turn_each(terms, [kind], limits)
    return terms


def _turn_each(terms: Terms, turns: list[Kind], limits: Limits) -> Terms:
    for kind in turns:
        terms = negate(terms) if kind == NEGATED_PRODUCT else reciprocal(terms, limits)
    return terms
