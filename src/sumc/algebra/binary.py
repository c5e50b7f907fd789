"""Binary-tree codes: the coding of M-trees applied to an expression as it was written.

The paper compares them with M-tree codes ("Comparison of Binary-Tree and M-Tree Codes"). A
code is again `neg_inv_path`. In a binary tree the two bits tell the right side of `-` (1_0),
`/` (0_1) and `^` (1_1) from the left one; a branch on the right of those three, and the second
of two sibling branches with one operator, is marked with `@`. A sign is a step `~`.
"""

from collections.abc import Iterable

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import DEFAULT_LIMITS, Limits, refuse
from sumc.algebra.operands import read_operand
from sumc.errors import CodeError

MARK = "@"
LEFT = "0_0"
RIGHT = {"-": "1_0", "/": "0_1", "^": "1_1"}
"""The bits of a leaf on the right of an operator whose sides cannot be swapped."""


def binary_codes(expression: Expression, limits: Limits = DEFAULT_LIMITS) -> list[tuple[str, str]]:
    """One pair of symbol and binary-tree code for every operand, from left to right.

    >>> from sumc.algebra.expression import parse_expression
    >>> binary_codes(parse_expression("a-b*c"))
    [('a', '0_0_-'), ('b', '0_0_-_*@'), ('c', '0_0_-_*@')]
    """
    items, starts = expression.items, _starts(expression)
    pairs: list[tuple[str, str]] = []
    waiting = [(len(items) - 1, LEFT, "", "")]  # index, bits as a leaf, path above, mark
    while waiting:
        index, bits, path, mark = waiting.pop()
        item = items[index]
        if item not in OPERATORS:
            pairs.append((item, f"{bits}{path}"))
            continue
        below = f"{path}_{item}{mark}"
        if below.count("_") > limits.binary_depth:
            raise refuse(limits, "binary_depth", f"more than {limits.binary_depth}")
        if item == NEGATE:
            waiting.append((index - 1, LEFT, below, ""))
            continue
        right, left = index - 1, starts[index - 1] - 1
        marked = item in RIGHT or items[left] == items[right]
        waiting.append((right, RIGHT.get(item, LEFT), below, MARK if marked else ""))
        waiting.append((left, LEFT, below, ""))
    return pairs


def _starts(expression: Expression) -> list[int]:
    """For every position, the one where its part of the expression starts."""
    starts: list[int] = []
    stack: list[int] = []
    for index, item in enumerate(expression.items):
        if item in OPERATORS:
            if item != NEGATE:
                stack.pop()
        else:
            stack.append(index)
        starts.append(stack[-1])
    return starts


class _Branch:
    """An operator being put back together: the parts on its left and on its right."""

    def __init__(self) -> None:
        self.left: list[tuple[str, ...]] = []
        self.right: list[tuple[str, ...]] = []
        self.branches: dict[str, _Branch] = {}


def expression_from_binary_codes(
    pairs: Iterable[tuple[str, str]], limits: Limits = DEFAULT_LIMITS
) -> Expression:
    """An expression that binary-tree codes spell, equal in value to the one they came from.

    Any set is accepted: too many parts on a side are joined, an empty left side is 0 or 1.

    >>> expression_from_binary_codes([("c", "0_0_-_*@"), ("a", "0_0_-"), ("b", "0_0_-_*@")])
    Expression(items=('a', 'c', 'b', '*', '-'))
    """
    root = _Branch()
    for count, (symbol, code) in enumerate(pairs, start=1):
        if count > limits.leaves:
            raise refuse(limits, "leaves", f"more than {limits.leaves}")
        bits, path = _read(code, limits)
        branch = root
        for step in path:
            branch = branch.branches.setdefault(step, _Branch())
        is_right = bool(path) and bits == RIGHT.get(path[-1].rstrip(MARK))
        (branch.right if is_right else branch.left).append((read_operand(symbol),))
    parts = root.left + [_merge(step, branch) for step, branch in root.branches.items()]
    if len(parts) != 1:
        raise CodeError(f"expected codes that share one root, found {len(parts)} roots")
    return Expression(parts[0])


def _read(code: str, limits: Limits) -> tuple[str, list[str]]:
    bits, path = code[:3], code[4:].split("_") if len(code) > 3 else []
    known = (bits == LEFT or bits in RIGHT.values()) and code[3:4] in ("", "_")
    if not known or any(step.rstrip(MARK) not in OPERATORS for step in path):
        raise CodeError(f'expected a code such as "1_0_-_*@", found {code[:60]!r}')
    if len(path) > limits.binary_depth:
        raise refuse(limits, "binary_depth", len(path))
    return bits, path


def _merge(step: str, branch: _Branch) -> tuple[str, ...]:
    """The postfix items of a branch, from the deepest branches up."""
    operator = step.rstrip(MARK)
    left, right = list(branch.left), list(branch.right)
    for below, child in branch.branches.items():
        side = right if operator in RIGHT and below.endswith(MARK) else left
        side.append(_merge(below, child))
    if operator == NEGATE:
        return (*_joined(left + right, "+"), NEGATE)
    if operator not in RIGHT:
        return _joined(left + right, operator)
    if not left:
        left = [("0",) if operator == "-" else ("1",)]
    first = _joined(left, "+" if operator == "-" else "*")
    return _joined([first, *right], operator)


def _joined(parts: list[tuple[str, ...]], operator: str) -> tuple[str, ...]:
    joined = parts[0]
    for part in parts[1:]:
        joined = (*joined, *part, operator)
    return joined
