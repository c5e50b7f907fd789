"""`LossSum`: the training loss, as totals and counts.

A mean of means is wrong when batches differ in size. So a model gives the sum of its losses and
their count; whoever has several batches, or several processes, adds up both before dividing, and N
processes with a batch of B/N get the gradient of one with a batch of B.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import nll_loss

from sumc.codecs.codec import NO_LABEL


@dataclass(frozen=True, slots=True)
class LossSum:
    """One term or several; each is a total over a count, and the loss is the sum of the means."""

    totals: tuple[Tensor, ...]
    counts: tuple[float, ...]

    @classmethod
    def of(cls, total: Tensor, count: float | Tensor) -> "LossSum":
        """A loss of one term: `total` summed over `count` things."""
        return cls((total,), (float(count),))

    @classmethod
    def over(cls, parts: "Sequence[LossSum]") -> "LossSum":
        """The loss of a batch from those of its parts, which have the same terms."""
        totals = zip(*(each.totals for each in parts), strict=True)
        counts = zip(*(each.counts for each in parts), strict=True)
        return cls(tuple(torch.stack(each).sum() for each in totals), tuple(map(sum, counts)))

    def __add__(self, other: "LossSum") -> "LossSum":
        return LossSum(self.totals + other.totals, self.counts + other.counts)

    def __mul__(self, weight: float) -> "LossSum":
        return LossSum(tuple(weight * each for each in self.totals), self.counts)

    def mean(self, counts: Sequence[float] | None = None) -> Tensor:
        """The loss to differentiate, over these counts, if given, instead of its own."""
        pairs = zip(self.totals, counts or self.counts, strict=True)
        first, *others = [total / max(1.0, count) for total, count in pairs]
        return sum(others, first)


def log_chances(scores: Tensor) -> Tensor:
    """The log-probabilities of scores, never in bfloat16: its eight bits would round a chance of
    0.99 to 1, and such a label would teach nothing any more."""
    return scores.log_softmax(-1, dtype=torch.promote_types(scores.dtype, torch.float32))


def label_loss(chances: Tensor, labels: Tensor) -> LossSum:
    """The negative log-probabilities of labels, `NO_LABEL` passed over: (..., V) and (...)."""
    flat = chances.reshape(-1, chances.shape[-1]), labels.reshape(-1)
    total = nll_loss(*flat, ignore_index=NO_LABEL, reduction="sum")
    return LossSum.of(total, (labels != NO_LABEL).sum())
