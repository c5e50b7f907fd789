"""Losses as totals and counts: parts add up to what the whole would have been."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from sumc.codecs.codec import NO_LABEL
from sumc.models.loss import LossSum, label_loss


def _loss(weight: torch.Tensor, rows: list[float]) -> LossSum:
    """A loss of two terms over different things: all rows, and the positive ones."""
    data = torch.tensor(rows, dtype=torch.float64)
    positive = data[data > 0]
    first = LossSum.of((weight * data).square().sum(), len(rows))
    return first + LossSum.of((weight * positive).sum(), len(positive)) * 0.5


def test_a_loss_is_the_sum_of_the_means_of_its_terms() -> None:
    loss = LossSum.of(torch.tensor(6.0), 3) + LossSum.of(torch.tensor(10.0), torch.tensor(4)) * 2.0
    assert loss.counts == (3.0, 4.0)
    assert loss.mean().item() == 6 / 3 + 2 * 10 / 4


def test_labels_that_are_none_count_for_nothing() -> None:
    torch.manual_seed(0)
    chances = torch.randn(2, 3, 4).log_softmax(-1)
    labels = torch.tensor([[1, NO_LABEL, 3], [NO_LABEL, NO_LABEL, 0]])
    loss = label_loss(chances, labels)
    wanted = -(chances[0, 0, 1] + chances[0, 2, 3] + chances[1, 2, 0])
    assert loss.counts == (3,)
    assert loss.totals[0].item() == pytest.approx(wanted.item())
    assert label_loss(chances[:, :0], labels[:, :0]).counts == (0,)


def test_nothing_to_learn_from_is_no_loss() -> None:
    assert LossSum.of(torch.tensor(0.0), 0).mean().item() == 0.0


ROWS = st.lists(st.floats(-3, 3), min_size=1, max_size=6)


@given(st.lists(ROWS, min_size=1, max_size=4))
def test_processes_with_parts_of_a_batch_get_the_gradient_of_the_whole(
    parts: list[list[float]],
) -> None:
    """Each divides its own totals by the counts of all, and the gradients are added."""
    weight = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    whole = _loss(weight, [row for part in parts for row in part]).mean()
    (expected,) = torch.autograd.grad(whole, weight)
    losses = [_loss(weight, part) for part in parts]
    counts = [sum(each) for each in zip(*(loss.counts for loss in losses), strict=True)]
    shares = [loss.mean(counts) for loss in losses]
    gradient = sum(torch.autograd.grad(share, weight)[0] for share in shares)
    assert sum(share.item() for share in shares) == pytest.approx(whole.item())
    assert float(gradient) == pytest.approx(expected.item())
    together_loss = LossSum.over([_loss(weight, part) for part in parts]).mean()
    (together,) = torch.autograd.grad(together_loss, weight)
    assert together.item() == pytest.approx(expected.item())


def test_a_mean_of_means_would_be_another_loss() -> None:
    weight = torch.tensor(1.0)
    small, large = _loss(weight, [3.0]), _loss(weight, [1.0, 1.0, 1.0])
    whole = _loss(weight, [3.0, 1.0, 1.0, 1.0])
    assert (small.mean() + large.mean()).item() / 2 != pytest.approx(whole.mean().item())


def test_counts_of_other_terms_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="zip"):
        LossSum.of(torch.tensor(1.0), 1).mean([1.0, 2.0])
