"""Attention in rows that share their numbers, beside torch's own layers on every row apart."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn

from sumc.models.interaction import HEADS, Interaction

WIDTH = 8


def _torchs_own(interaction: Interaction) -> nn.TransformerEncoder:
    """Torch's encoder with the same weights, which have the same names."""
    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 2 * WIDTH, batch_first=True, norm_first=True)
    found = nn.TransformerEncoder(layer, len(interaction.layers), enable_nested_tensor=False)
    found.load_state_dict(interaction.state_dict())
    return found.eval()


def _interaction(layers: int) -> Interaction:
    """Layers in which every weight matters: none of them is zero or one."""
    found = Interaction(WIDTH, layers).eval()
    for weight in found.parameters():
        nn.init.normal_(weight, std=0.5)
    return found


def _row_by_row(
    interaction: Interaction, numbers: Tensor, rows: Tensor, slots: Tensor, asked: Tensor
) -> Tensor:
    states = numbers[rows]
    if interaction.layers:
        states = _torchs_own(interaction)(states, src_key_padding_mask=~slots)
    return torch.stack([row[places] for row, places in zip(states, asked, strict=True)])


@given(
    seed=st.integers(0, 1000),
    layers=st.integers(0, 3),
    different=st.integers(1, 6),
    rows=st.integers(1, 5),
    size=st.integers(1, 5),
    asked=st.integers(1, 3),
)
def test_rows_that_share_numbers_see_what_torchs_own_layers_see(
    seed: int, layers: int, different: int, rows: int, size: int, asked: int
) -> None:
    torch.manual_seed(seed)
    interaction = _interaction(layers)
    numbers = torch.randn(different, WIDTH)
    places = torch.randint(different, (rows, size))
    slots = torch.rand(rows, size) < 0.7
    slots[:, 0] = True
    questions = torch.randint(size, (rows, asked))
    with torch.no_grad():
        found = interaction(numbers, places, slots, questions)
        expected = _row_by_row(interaction, numbers, places, slots, questions)
    assert torch.allclose(found, expected, atol=1e-4)


def test_numbers_of_other_rows_are_not_seen() -> None:
    torch.manual_seed(0)
    interaction, numbers = _interaction(2), torch.randn(4, WIDTH, requires_grad=True)
    rows, slots = torch.tensor([[0, 1], [2, 3]]), torch.tensor([[True, True], [True, False]])
    found = interaction(numbers, rows, slots, torch.tensor([[0], [0]]))
    found[1].square().sum().backward()
    assert numbers.grad is not None
    assert numbers.grad.abs().sum(-1).gt(0).tolist() == [False, False, True, False]


def test_layers_start_with_weights_of_their_own() -> None:
    weights = Interaction(WIDTH, 2).state_dict()
    first, second = (weights[f"layers.{number}.linear1.weight"] for number in range(2))
    assert not torch.equal(first, second)


@pytest.mark.parametrize("layers", [1, 2])
def test_dropout_is_for_training_alone(layers: int) -> None:
    interaction, numbers = Interaction(WIDTH, layers), torch.randn(3, WIDTH)
    rows, slots = torch.tensor([[0, 1, 2]]), torch.ones(1, 3, dtype=torch.bool)
    once, again = (interaction(numbers, rows, slots, rows) for _ in range(2))
    assert not torch.equal(once, again)
    interaction.eval()
    once, again = (interaction(numbers, rows, slots, rows) for _ in range(2))
    assert torch.equal(once, again)
