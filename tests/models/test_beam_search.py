"""Beam search, on decoders whose every probability is known."""

from collections.abc import Sequence
from itertools import product

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch
from torch import Tensor

from sumc.models.attention import NEVER
from sumc.models.beam_search import beam_search

SYMBOLS, STEPS, END = 4, 3, 0


class _Known:
    """Outputs of up to three symbols and an end; what comes next depends on all before."""

    def __init__(self, texts: int, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self.chances = {
            (text, *before): (3 * torch.randn(SYMBOLS, generator=generator)).log_softmax(0)
            for text in range(texts)
            for length in range(STEPS + 1)
            for before in product(range(1, SYMBOLS), repeat=length)
        }
        self.rows: list[tuple[int, ...]] = [(text,) for text in range(texts)]

    def step(self) -> Tensor:
        chances = torch.stack([self.chances[row] for row in self.rows])
        chances[[len(row) > STEPS for row in self.rows], END + 1 :] = NEVER
        chances[[len(row) == 1 for row in self.rows], END] = NEVER
        return chances

    def keep(self, rows: Sequence[int]) -> None:
        self.rows = [self.rows[row] for row in rows]

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        self.rows = [(*row, symbol) for row, symbol in zip(self.rows, symbols, strict=True)]
        return [symbol == END for symbol in symbols]

    def everything(self, text: int) -> list[tuple[float, tuple[int, ...]]]:
        """All outputs of a text with their log-probabilities, the best first."""
        found = []
        for length in range(1, STEPS + 1):
            for symbols in product(range(1, SYMBOLS), repeat=length):
                steps = enumerate((*symbols, END))
                score = sum(self.chances[(text, *symbols[:n])][each].item() for n, each in steps)
                found.append((score, (*symbols, END)))
        return sorted(found, reverse=True)


@pytest.mark.parametrize("seed", range(5))
def test_a_beam_that_is_wide_enough_finds_everything(seed: int) -> None:
    session = _Known(2, seed)
    wanted = [session.everything(text) for text in range(2)]
    for found, known in zip(beam_search(session, 2, 1_000), wanted, strict=True):
        assert [symbols for _, symbols in found] == [symbols for _, symbols in known]
        assert [s for s, _ in found] == pytest.approx([s for s, _ in known], abs=1e-5)


def test_no_beam_is_worse_than_greedy_though_some_narrow_ones_would_be() -> None:
    """The greedy output may leave the best few on its way and come back at its end."""
    would_be_worse = 0
    for seed in range(200):
        (greedy,) = beam_search(_Known(1, seed), 1, 1)
        assert len(greedy) == 1
        for width in (2, 3):
            (found,) = beam_search(_Known(1, seed), 1, width)
            assert found[0][0] >= greedy[0][0] - 1e-6
            assert greedy[0][1] in [symbols for _, symbols in found]
            would_be_worse += greedy[0][1] not in [symbols for _, symbols in found[:width]]
    assert would_be_worse


@pytest.mark.parametrize("width", [1, 2, 4])
def test_texts_do_not_see_each_other(width: int) -> None:
    together = beam_search(_Known(3, 0), 3, width)
    for text in range(3):
        alone = _Known(3, 0)
        alone.keep([text])
        assert beam_search(alone, 1, width) == [together[text]]


def test_nothing_to_search_and_nothing_possible_find_nothing() -> None:
    assert beam_search(_Known(0, 0), 0, 5) == []
    barred = _Known(2, 0)
    barred.chances = {row: torch.full_like(each, NEVER) for row, each in barred.chances.items()}
    assert beam_search(barred, 2, 5) == [[], []]
