"""Postfix sequences as trees over one table of vectors."""

import pytest

pytest.importorskip("torch", reason="models need torch")

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from sumc.models.postfix_trees import (
    Array,
    first_rows,
    grow,
    is_full,
    may_follow,
    plant,
    rows_of,
)

OPERATORS, LEAVES = 2, 3


@st.composite
def _sequences(draw: st.DrawFn) -> list[int]:
    """Symbols of one tree in postfix order."""
    symbols: list[int] = []
    depth, leaves = 0, draw(st.integers(1, 6))
    while leaves or depth > 1:
        if depth < 2 or (leaves and draw(st.booleans())):
            symbols.append(draw(st.integers(OPERATORS, OPERATORS + LEAVES - 1)))
            depth, leaves = depth + 1, leaves - 1
        else:
            symbols.append(draw(st.integers(0, OPERATORS - 1)))
            depth -= 1
    return symbols


def _join(symbols: Array, left: Tensor, right: Tensor) -> Tensor:
    """Something that tells operators and sides apart."""
    return torch.sin(2 * left - 3 * right + torch.from_numpy(symbols)[:, None])


@given(st.lists(_sequences(), max_size=5), st.integers(0, 99))
def test_the_table_has_what_stacks_of_vectors_have(sequences: list[list[int]], seed: int) -> None:
    """Against one stack at a time, one vector at a time."""
    generator = torch.Generator().manual_seed(seed)
    leaves = torch.randn(len(sequences), LEAVES, 4, generator=generator)
    forest = plant(sequences, OPERATORS, LEAVES)
    table = grow(first_rows(leaves), forest, _join)
    made = []
    for number, sequence in enumerate(sequences):
        stack: list[Tensor] = []
        for step in range(len(sequence) + 1):
            top, second = [torch.zeros(4), torch.zeros(4), *stack][:-3:-1]
            assert torch.allclose(table[forest.top[number, step]], top, atol=1e-6)
            assert torch.allclose(table[forest.second[number, step]], second, atol=1e-6)
            assert forest.depths[number, step] == len(stack)
            if step < len(sequence):
                made += _act(stack, sequence[step], leaves[number])
        assert len(stack) == 1
    assert torch.allclose(rows_of(table, forest.order), torch.stack([*made, torch.zeros(4)])[:-1])
    heights = len(forest.levels)
    assert heights <= max((len(each) // 2 for each in sequences), default=0)


def _act(stack: list[Tensor], symbol: int, leaves: Tensor) -> list[Tensor]:
    """Take one symbol; what an operator makes."""
    if symbol >= OPERATORS:
        stack.append(leaves[symbol - OPERATORS])
        return []
    right, left = stack.pop(), stack.pop()
    stack.append(_join(np.array([symbol]), left[None], right[None])[0])
    return stack[-1:]


def test_operators_of_one_height_are_made_at_once() -> None:
    """(a + b) - (c + d), and e + f in another problem: two heights."""
    forest = plant([[2, 3, 0, 4, 2, 0, 1], [3, 4, 0]], OPERATORS, LEAVES)
    assert [len(level.symbols) for level in forest.levels] == [3, 1]


@given(_sequences(), st.integers(1, 15))
def test_only_postfix_sequences_can_be_written(sequence: list[int], longest: int) -> None:
    """At every step the next symbol is possible, and the end only after the last; one that is
    full has room for the operators that it still needs."""
    depth = 0
    leaves = torch.tensor([True, False, True])
    for length, symbol in enumerate([*sequence, None]):
        possible = may_follow(torch.tensor([depth]), OPERATORS, leaves)[0].tolist()
        assert possible == [depth > 1] * OPERATORS + [True, False, True] + [depth == 1]
        assert is_full(length, depth, longest) == (length + 1 + depth > longest)
        if symbol is None:
            assert possible[-1]
            assert is_full(len(sequence), 1, len(sequence))
        else:
            assert symbol >= OPERATORS or possible[symbol]
            depth += 1 if symbol >= OPERATORS else -1
