"""Beam search over trees that grow in prefix order."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch

from sumc.models.attention import NEVER
from sumc.models.tree_decoder import GoalDecoder, TextStates, TreeRow, TreeSession

Found = tuple[float, tuple[int, ...]]
"""The log-probability of a tree, and its symbols in prefix order."""


class _Step(NamedTuple):
    """A row of the session that may go on with a symbol."""

    score: float
    row: int
    symbol: int


def search_trees(
    decoder: GoalDecoder, text: TextStates, width: int, longest: int
) -> list[list[Found]]:
    """The most probable trees of every text by beam search.

    Finished trees stay in the beam of their text and compete with those that still grow. A tree
    never grows beyond `longest` symbols: once only its open places fit, they become leaves.
    """
    session = TreeSession(decoder, text, [TreeRow() for _ in text.goal])
    owners, scores = list(range(len(text.goal))), [0.0] * len(text.goal)
    done: list[list[Found]] = [[] for _ in owners]
    while session.trees:
        possible: list[list[_Step]] = [[] for _ in done]
        for owner, steps in zip(owners, _steps(session, scores, width, longest), strict=True):
            possible[owner] += steps
        pairs = zip(possible, done, strict=True)
        chosen = [step for pair in pairs for step in _best_steps(*pair, width)]
        if not chosen:
            break
        owners = [owners[step.row] for step in chosen]
        session.keep([step.row for step in chosen], [session.trees[s.row].copy() for s in chosen])
        session.grow([step.symbol for step in chosen])
        growing = []
        for row, (owner, step) in enumerate(zip(owners, chosen, strict=True)):
            tree = session.trees[row]
            if tree.is_done:
                done[owner].append((step.score, tuple(tree.symbols)))
            else:
                growing.append(row)
        session.keep(growing, [session.trees[row] for row in growing])
        owners, scores = [owners[row] for row in growing], [chosen[row].score for row in growing]
    return [sorted(found, reverse=True)[:width] for found in done]


def _steps(
    session: TreeSession, scores: Sequence[float], width: int, longest: int
) -> Iterator[list[_Step]]:
    """The best next symbols of every row."""
    chances = session.step()
    full = [len(row.symbols) + row.missing + 2 > longest for row in session.trees]
    chances[torch.tensor(full, device=chances.device), : session.decoder.operators] = NEVER
    best = chances.topk(min(width, chances.shape[1]), -1)
    rows = zip(best.values.tolist(), best.indices.tolist(), scores, strict=True)
    for row, (values, symbols, score) in enumerate(rows):
        pairs = zip(values, symbols, strict=True)
        yield [_Step(score + chance, row, symbol) for chance, symbol in pairs]


def _best_steps(steps: Sequence[_Step], done: Sequence[Found], width: int) -> list[_Step]:
    """The steps that are among the best `width` of a text, finished trees counted too."""
    possible = sorted((step for step in steps if step.score > NEVER / 2), reverse=True)
    better = sorted((score for score, _ in done), reverse=True)
    return [
        step
        for place, step in enumerate(possible[:width])
        if place + sum(score >= step.score for score in better) < width
    ]
