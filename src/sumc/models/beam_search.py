"""Beam search: the most probable outputs of any decoder that grows them symbol by symbol.

    text 0    n1        n1 n2      n1 n2 -    *finished*       rows of all texts take their
              n2   ->   n1 n3  ->  n1 n3 +  ->  n1 n3 + ...    steps together; each text keeps
    text 1    n2        n2 n1      n2 n1 /      ...            as many rows as the beam is wide

The greedy output is always among those that are found: its row stays in the beam, as an extra one
if need be, so that no beam ends with a worse score than greedy search.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from torch import Tensor

from sumc.models.attention import NEVER

Found = tuple[float, tuple[int, ...]]
"""The log-probability of an output, and its symbols."""


class Session(Protocol):
    """Outputs that grow together, a row for each."""

    def step(self) -> Tensor:
        """Log-probabilities of the next symbol of every row: (R, V); `NEVER` bars one."""

    def keep(self, rows: Sequence[int]) -> None:
        """Keep some of the rows, possibly one of them several times."""

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        """Give every row its next symbol; return which rows are finished now."""


class _Row(NamedTuple):
    """An output that grows, or one of its possible continuations."""

    score: float
    row: int
    """Which row of the session it is, or comes from."""
    text: int
    symbols: tuple[int, ...] = ()
    is_greedy: bool = True
    """Whether every symbol was the most probable one."""


def beam_search(session: Session, texts: int, width: int) -> list[list[Found]]:
    """All outputs that were found for every text, the most probable first.

    A session begins with a row for each text and must finish every row eventually. Finished
    outputs stay in the beam of their text and compete with those that still grow.
    """
    growing = [_Row(0.0, text, text) for text in range(texts)]
    done: list[list[Found]] = [[] for _ in range(texts)]
    while growing:
        possible: list[list[_Row]] = [[] for _ in range(texts)]
        for step in _steps(session, growing, width):
            possible[step.text].append(step)
        pairs = zip(possible, done, strict=True)
        chosen = [step for steps, found in pairs for step in _best(steps, found, width)]
        growing = _take(session, chosen, done)
    return [sorted(found, reverse=True) for found in done]


def _steps(session: Session, rows: Sequence[_Row], width: int) -> Iterator[_Row]:
    """The best continuations of every row."""
    chances = session.step()
    best = chances.topk(min(width, chances.shape[1]), -1)
    pairs = zip(rows, best.values.tolist(), best.indices.tolist(), strict=True)
    for number, (row, values, symbols) in enumerate(pairs):
        for place, (chance, symbol) in enumerate(zip(values, symbols, strict=True)):
            if chance > NEVER / 2:
                grown, is_greedy = (*row.symbols, symbol), row.is_greedy and not place
                yield _Row(row.score + chance, number, row.text, grown, is_greedy)


def _best(steps: Sequence[_Row], done: Sequence[Found], width: int) -> list[_Row]:
    """The steps among the best `width` of a text, finished outputs counted, and the greedy one."""
    possible = sorted(steps, reverse=True)
    return [
        step
        for place, step in enumerate(possible)
        if step.is_greedy or place + sum(score >= step.score for score, _ in done) < width
    ]


def _take(session: Session, chosen: Sequence[_Row], done: Sequence[list[Found]]) -> list[_Row]:
    """Take the chosen steps; return the rows that they do not finish."""
    if not chosen:
        return []
    session.keep([step.row for step in chosen])
    growing = []
    finished = session.grow([step.symbols[-1] for step in chosen])
    for row, (step, is_finished) in enumerate(zip(chosen, finished, strict=True)):
        if is_finished:
            done[step.text].append((step.score, step.symbols))
        else:
            growing.append(step._replace(row=row))
    session.keep([step.row for step in growing])
    return growing


def without_end(found: Sequence[Found]) -> list[Found]:
    """The outputs without their last symbol, where that only marks the end."""
    return [(score, symbols[:-1]) for score, symbols in found]
