"""Postfix sequences as trees over one table of vectors.

The leaves of all problems of a batch are the first rows of the table. What an operator makes of
two rows becomes another row; all operators of one height are computed at once, whichever problem
they belong to:

    n1 n2 n3 - *      row    0     1   2   3     4   5   6     7   8     9
    n2 n1 +                none    n1  n2  n3    n1  n2  --    -   +     *
                                   the first     the second    height 1  2

A decoder that reads the sequence from left to right sees a stack: which rows lie on it after
every symbol is known before anything is computed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

Array = np.ndarray[Any, np.dtype[np.int64]]
Join = Callable[[Array, Tensor, Tensor], Tensor]
"""From operators (N,), their left sides (N, w) and their right ones to what they make: (N, w)."""


class Joins(NamedTuple):
    """Operators, and the rows of their two sides."""

    symbols: Array  # (N,)
    left: Array  # (N,)
    right: Array  # (N,)


@dataclass(frozen=True)
class Forest:
    """B sequences of up to L symbols, and what is on their stacks after 0 to L of them."""

    levels: list[Joins]
    """The operators by height, the lowest first."""
    order: Array  # (N,)
    """The rows of all operators in the order of the sequences, one sequence after the other."""
    top: Array  # (B, L + 1)
    """The row that is on top of the stack; 0 for none, here and after the end."""
    second: Array  # (B, L + 1)
    depths: Array  # (B, L + 1)
    """How many rows are on the stack."""


def plant(sequences: Sequence[Sequence[int]], operators: int, leaves: int) -> Forest:
    """The trees of sequences whose symbols are `operators` and then up to `leaves` leaves each."""
    first = 1 + len(sequences) * leaves
    longest = max(map(len, sequences), default=0)
    seen = np.zeros((3, len(sequences), longest + 1), np.int64)
    found: list[_Found] = []
    for number, sequence in enumerate(sequences):
        stack: list[_Part] = []
        for step, symbol in enumerate(sequence, start=1):
            if symbol < operators:
                found.append(_Found(symbol, stack.pop(), stack.pop()))
                stack.append(_Part(first + len(found) - 1, found[-1].height))
            else:
                stack.append(_Part(1 + number * leaves + symbol - operators, 0))
            second = stack[-2].row if len(stack) > 1 else 0
            seen[:, number, step] = stack[-1].row, second, len(stack)
    return _by_height(found, first, seen)


class _Part(NamedTuple):
    """What lies on a stack."""

    row: int
    height: int


class _Found(NamedTuple):
    """An operator with its sides."""

    symbol: int
    right: _Part
    left: _Part

    @property
    def height(self) -> int:
        return 1 + max(self.left.height, self.right.height)


def _by_height(found: Sequence[_Found], first: int, seen: Array) -> Forest:
    """The forest of operators, renumbered from the order they were found in to rows by height."""
    heights = np.array([each.height for each in found], np.int64)
    sorting = np.argsort(heights, kind="stable")
    rows = np.arange(first + len(found))
    rows[first + sorting] = np.arange(first, first + len(found))
    facts = [(each.symbol, rows[each.left.row], rows[each.right.row]) for each in found]
    ordered = np.array(facts, np.int64).reshape(-1, 3)[sorting]
    ends = np.flatnonzero(np.diff(heights[sorting])) + 1
    levels = [Joins(*part.T) for part in np.split(ordered, ends) if len(part)]
    return Forest(levels, rows[first:], rows[seen[0]], rows[seen[1]], seen[2])


def first_rows(leaves: Tensor) -> Tensor:
    """The table with the leaves (B, S, w) alone: an empty row, then theirs."""
    return torch.cat([leaves.new_zeros(1, leaves.shape[-1]), leaves.flatten(0, 1)])


def grow(table: Tensor, forest: Forest, join: Join) -> Tensor:
    """The table with the rows of all operators."""
    for symbols, left, right in forest.levels:
        sides = (rows_of(table, left), rows_of(table, right))
        table = torch.cat([table, join(symbols, *sides)])
    return table


def rows_of(table: Tensor, rows: Array) -> Tensor:
    """Some rows of a table, in any arrangement: (..., w)."""
    chosen = torch.from_numpy(rows.ravel()).to(table.device)
    return table.index_select(0, chosen).view(*rows.shape, table.shape[-1])


def may_follow(depths: Tensor, operators: int, leaves: Tensor) -> Tensor:
    """Which symbols may come next where some rows are on the stack: (..., operators + S + 1).

    Operators need two rows on the stack, leaves have to exist, (..., S), and the end, which is the
    last symbol, needs exactly one row.
    """
    two = (depths >= 2)[..., None].expand(*depths.shape, operators)
    leaves = leaves.expand(*depths.shape, -1)
    return torch.cat([two, leaves, (depths == 1)[..., None]], -1)


def is_full(length: int, depth: int, longest: int) -> bool:
    """Whether a sequence of `longest` symbols has no room for another leaf and its operator."""
    return length + depth + 1 > longest
