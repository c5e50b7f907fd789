"""A judge of whole candidates: how well the codes of all numbers together fit the problem.

The classifier judges the code of each number by itself. Whether 5 - 3 or 3 - 5 is meant, or
which of two numbers is the irrelevant one, is a question about all of them at once. The
verifier reads the text again with all codes of a candidate in mind, and gives one score; it learns
to rank the gold solution above others that are nearly right:

    gold      n1 - n2 unused: n3
    traded    n2 - n1 unused: n3        two numbers trade their codes, which always spells a tree
              n1 - n3 unused: n2
    drawn     n1 + n2 unused: n3        some numbers get codes that the classifier likes, too
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from sumc.models.attention import NEVER
from sumc.models.interaction import Interaction, heads
from sumc.problems.problem import Problem

TRADED, DRAWN = 3, 3
"""Wrong candidates of each kind that a gold one is compared with."""
ALSO_DRAWN = 0.3
"""The chance that another number is redrawn as well."""
LEAST = 0.02
"""The weight with which even a number that the classifier is sure of is drawn."""


class Verifier(nn.Module):
    """States of numbers and a class for each of them to one score for each candidate."""

    def __init__(self, width: int, classes: int, dropout: float, hidden: int) -> None:
        """Numbers have one width, states of the text another, `hidden`."""
        super().__init__()
        self.given = nn.Embedding(classes + 1, width)
        self.interaction = Interaction(width, 1)
        self.looking = TextLayer(width, hidden)
        self.norm = nn.LayerNorm(width)
        self.score = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(dropout), nn.Linear(width, 1)
        )
        nn.init.normal_(self.given.weight, std=0.02)

    def forward(
        self,
        states: Tensor,  # (P, w)
        origins: Tensor,  # (N,), which state a number has
        given: Tensor,  # (N,), which class is given to it
        rows: Tensor,  # (R, M), the numbers of each row
        slots: Tensor,  # (R, M), and which of them exist
        hidden: Tensor,  # (B, T, h), the texts
        mask: Tensor,  # (B, T)
    ) -> Tensor:
        """One score for each row, (R,): the larger, the more likely its codes are right.

        The states are those of the B texts in order, M for each.
        """
        numbers = states[origins] + self.given(given)
        every = torch.arange(rows.shape[1], device=rows.device).expand_as(rows)
        seen = self.interaction(numbers, rows, slots, every)  # (R, M, w)
        texts = origins[rows[:, 0]] // rows.shape[1]
        seen = self.norm(self.looking(seen, hidden, mask, texts))
        there = slots[..., None]
        mean = (seen * there).sum(1) / there.sum(1).clamp(min=1)
        most = seen.masked_fill(~there, NEVER).amax(1)
        scores: Tensor = self.score(torch.cat([mean, most], -1))[:, 0]
        return scores.float()


class TextLayer(nn.Module):
    """A layer in which the numbers of candidates look at the text, each at that of its problem.

    Texts are projected once, however many candidates a problem has. Its last weights begin at
    zero, so that at first it changes nothing in a verifier that was trained without it.
    """

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(hidden, 2 * width)
        self.joined = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.linear1 = nn.Linear(width, 2 * width)
        self.linear2 = nn.Linear(2 * width, width)
        for last in (self.joined, self.linear2):
            nn.init.zeros_(last.weight)

    def forward(self, numbers: Tensor, hidden: Tensor, mask: Tensor, texts: Tensor) -> Tensor:
        """The numbers (R, M, w) once they have looked; `texts` (R,) says at which of the B."""
        key, value = (heads(each)[texts] for each in self.key_value(hidden).chunk(2, -1))
        query = heads(self.query(self.norm1(numbers)))  # (R, h, M, d)
        scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5  # (R, h, M, T)
        weights = scores.masked_fill(~mask[texts][:, None, None], NEVER).softmax(-1)
        states = numbers + self.joined((weights @ value).transpose(1, 2).flatten(2))
        inner = functional.gelu(self.linear1(self.norm2(states)))
        found: Tensor = states + self.linear2(inner)
        return found


def wrong_candidates(
    chances: Tensor, labels: Tensor, slots: Tensor, values: Tensor, constants: int
) -> Tensor:
    """Classes that are not the labels (B, M), several for each problem: (B, K, M).

    `chances` (B, M, C) are the classifier's log-probabilities, `values` (B, M) number the
    different values of each problem: equal numbers that trade their codes are still right.
    """
    return torch.cat(
        [
            _traded(labels, slots, values, constants),
            _drawn(chances, labels, slots),
        ],
        1,
    )


def _traded(labels: Tensor, slots: Tensor, values: Tensor, constants: int) -> Tensor:
    """Two numbers of the text that differ in value and label trade their labels; (B, K, M)."""
    size = labels.shape[1]
    in_text = slots & (torch.arange(size, device=labels.device) >= constants)
    differ = (labels[:, :, None] != labels[:, None]) & (values[:, :, None] != values[:, None])
    pairs = (differ & in_text[:, :, None] & in_text[:, None]).flatten(1)  # (B, M * M)
    chosen = torch.multinomial(pairs + 1e-9, TRADED, replacement=True)  # (B, K)
    one, other = chosen // size, chosen % size
    other = torch.where(pairs.gather(1, chosen), other, one)  # no pair: nothing changes
    first, second = labels.gather(1, one)[..., None], labels.gather(1, other)[..., None]
    traded = labels[:, None].repeat(1, TRADED, 1)
    return traded.scatter(2, one[..., None], second).scatter(2, other[..., None], first)


def _drawn(chances: Tensor, labels: Tensor, slots: Tensor) -> Tensor:
    """Some numbers get another class that the classifier finds likely; (B, K, M)."""
    known = labels.clamp(0, chances.shape[2] - 1)[..., None]  # padding: any class will do
    others = chances.exp().scatter(2, known, 0.0) + 1e-9  # (B, M, C)
    batch, size = labels.shape
    anew = torch.multinomial(others.flatten(0, 1), DRAWN, replacement=True)
    anew = anew.view(batch, size, DRAWN).transpose(1, 2)  # (B, K, M)
    doubt = (1 - chances.gather(2, known)[..., 0].exp() + LEAST) * slots  # (B, M)
    surely = torch.multinomial(doubt, DRAWN, replacement=True)[..., None]  # (B, K, 1)
    also = torch.rand(anew.shape, device=labels.device) < ALSO_DRAWN * doubt[:, None]
    changes = also.scatter(2, surely, True) & slots[:, None]
    return torch.where(changes, anew, labels[:, None])


def value_numbers(problems: Sequence[Problem], constants: int, size: int) -> Tensor:
    """For every slot a number that it shares with the slots of the same value: (B, M)."""
    rows = torch.arange(size).repeat(len(problems), 1)
    for row, problem in enumerate(problems):
        first: dict[object, int] = {}
        for slot, quantity in enumerate(problem.quantities, start=constants):
            rows[row, slot] = first.setdefault(quantity.value, slot)
    return rows
