"""Recurrent layers and attention against slow or well-known versions of themselves."""

import pytest
import torch

from sumc.models.attention import AdditiveAttention
from sumc.models.encoders import (
    BidirectionalLayer,
    SharedDropout,
    last_states,
    reversed_places,
    take,
)
from sumc.models.reading import replace_at

LENGTHS = [5, 2, 4]


def _mask() -> torch.Tensor:
    return torch.arange(max(LENGTHS)) < torch.tensor(LENGTHS)[:, None]


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_a_layer_gives_what_packed_sequences_give(cell: str) -> None:
    torch.manual_seed(0)
    layer = BidirectionalLayer(cell, 3, 4)
    packed = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU}[cell](
        3, 4, batch_first=True, bidirectional=True
    )
    for name, weight in packed.named_parameters():
        half = layer.backwards if name.endswith("_reverse") else layer.forwards
        getattr(half, name.removesuffix("_reverse")).data.copy_(weight)
    states = torch.randn(3, 5, 3)
    sequence = torch.nn.utils.rnn.pack_padded_sequence(
        states, torch.tensor(LENGTHS), batch_first=True, enforce_sorted=False
    )
    wanted, _ = torch.nn.utils.rnn.pad_packed_sequence(packed(sequence)[0], batch_first=True)
    found = layer(states, reversed_places(_mask()))
    assert torch.allclose(found[_mask()], wanted[_mask()], atol=1e-6)


def test_the_last_states_are_those_of_networks_that_have_read_the_whole_text() -> None:
    torch.manual_seed(0)
    layer = BidirectionalLayer("gru", 3, 4)
    states = torch.randn(3, 5, 3)
    found = last_states(layer(states, reversed_places(_mask())), _mask())
    for row, length in enumerate(LENGTHS):
        text = states[row : row + 1, :length]
        both = [layer.forwards(text)[1], layer.backwards(text.flip(1))[1]]
        assert torch.allclose(found[row], torch.cat(both, -1).flatten(), atol=1e-6)


def test_every_text_is_turned_round_by_its_own_length() -> None:
    assert reversed_places(_mask()).tolist() == [[4, 3, 2, 1, 0], [1, 0, 2, 3, 4], [3, 2, 1, 0, 4]]


def test_dropout_drops_the_same_values_of_all_tokens_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    dropout = SharedDropout(0.25)
    found = dropout(torch.ones(200, 3, 50))
    assert (found == found[:, :1]).all()
    assert found.unique().tolist() == pytest.approx([0, 4 / 3])
    assert found.mean().item() == pytest.approx(1, abs=0.02)
    assert (dropout.eval()(torch.ones(1, 3, 5)) == 1).all()


def test_attention_pays_no_attention_to_padding() -> None:
    torch.manual_seed(0)
    attention = AdditiveAttention(3, 4)
    states, numbers = torch.randn(3, 5, 3), torch.randn(3, 2, 3)
    context = attention(numbers, states, _mask())
    alone = attention(numbers[1:2], states[1:2, :2], _mask()[1:2, :2])
    assert torch.allclose(context[1:2], alone, atol=1e-6)
    low, high = states[1, :2].min(0).values, states[1, :2].max(0).values
    assert ((context[1] >= low - 1e-5) & (context[1] <= high + 1e-5)).all()


def test_only_existing_slots_write_into_the_text() -> None:
    states = torch.zeros(1, 4, 1)
    positions, slots = torch.tensor([[2, 0]]), torch.tensor([[True, False]])
    values = torch.tensor([[[7.0], [9.0]]])
    assert replace_at(states, positions, slots, values).flatten().tolist() == [0, 0, 7, 0]
    assert take(replace_at(states, positions, slots, values), positions)[0, 0].item() == 7
