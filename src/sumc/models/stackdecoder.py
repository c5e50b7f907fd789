"""StackDecoder, or S-Aligned (Chiang and Chen, NAACL 2019): actions on a stack of vectors.

A bidirectional LSTM reads the text; the operands are the states of numbers and learned vectors
of constants. The solution is written in postfix order. PUSH puts an operand on the stack; an
operator takes two vectors and puts back what its semantic transformer makes of them; `=` ends it:

    n1 n2 n3 - * =      PUSH n1   PUSH n2   PUSH n3   -        *        =
    stack                  n1      n2 n1    n3 n2 n1  v n1     w

At every step a decoder LSTM is fed with what the last action returned, the top of the stack. Its
output, the top two vectors and what it sees in the text are the features, from which one
classifier chooses the action and, after PUSH, another one the operand. Since the stack depends on
nothing but the actions, those of a given solution are all learned at once.

Where we differ from the released code:
- the expression is trained without `x =` in front: no action generates a variable, and
  `=` is allowed on a stack of one vector;
- the gates are sigmoids, as they were meant to be (there a flag makes them linear);
- the decoder starts from the encoder's last states in training as in prediction; both of its
  states come from the encoder's outputs, because our encoder does not return its cells;
- the first input of the decoder is zeros, since no action generates a variable before it;
- the encoder drops some of its inputs and outputs, too;
- what the stack rules out has no probability, in training as in prediction;
- the embeddings of tokens are learned, long solutions and powers are not left out, and beam
  search is offered besides greedy search.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from sumc.codecs.codec import NO_LABEL
from sumc.codecs.sequence import SequenceBatch, SequenceCodec
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.models.attention import NEVER, AdditiveAttention
from sumc.models.beam_search import beam_search, without_end
from sumc.models.encoders import last_states, take
from sumc.models.loss import LossSum, label_loss, log_chances
from sumc.models.model import Model
from sumc.models.postfix_trees import (
    Array,
    first_rows,
    grow,
    is_full,
    may_follow,
    plant,
    rows_of,
)
from sumc.models.reading import build_encoder
from sumc.models.rows import of_texts
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import MODELS, StackDecoderSettings


class StackDecoder(Model):
    """Text in, actions out."""

    decodings: ClassVar[tuple[str, ...]] = MODELS["stackdecoder"].decodings
    codec: SequenceCodec
    settings: StackDecoderSettings

    def __init__(
        self,
        settings: StackDecoderSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: SequenceCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        self.encoder = build_encoder(encoder, encoding)
        width, hidden = self.encoder.output_width, settings.hidden
        self.constants = nn.Parameter(0.1 * torch.randn(len(codec.constants), width))
        self.first = nn.Linear(width, 2 * hidden)
        self.dropout = nn.Dropout(settings.dropout)
        self.decoder = ActionDecoder(width, hidden, codec.operator_count, settings.dropout)

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the actions, and of the operands that are pushed."""
        actions, operands = self.chances(batch.target.rows(), self.read(batch))
        to_do, to_push = map(self.tensor, _labels(batch.target, self.decoder.operators))
        return label_loss(actions, to_do) + label_loss(operands, to_push)

    def chances(self, sequences: Sequence[Sequence[int]], text: "Reading") -> "Chances":
        """The decoder's scores at every step of given solutions."""
        forest = plant(sequences, self.decoder.operators, text.operands.shape[1])
        table = grow(first_rows(text.operands), forest, self.decoder.transform)
        stack = Stack(*(rows_of(table, rows) for rows in (forest.top, forest.second)))
        outputs, _ = self.decoder.recurrent(stack.top, self.start(text))
        return self.decoder.choose(outputs, stack, self.tensor(forest.depths), text)

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of tables stand for."""
        return {**super().row_names(), "constants": self.codec.constants}

    def read(self, batch: Batch) -> "Reading":
        """The text as the decoder sees it."""
        mask, positions = self.tensor(batch.mask), self.tensor(batch.positions)
        tokens, subwords = self.tensor(batch.tokens), self.tensor(batch.subwords)
        states = self.encoder(self.encoder.embed(tokens, subwords, positions), mask)
        constants, slots = self.constants.expand(len(states), -1, -1), self.tensor(batch.slots)
        operands = torch.cat([constants, take(states, positions)], 1)
        there = torch.cat([slots.new_ones(constants.shape[:2]), slots], 1)
        keys = self.decoder.attention.of_token(states), self.decoder.of_operand(operands)
        return Reading(states, mask, operands, there, *keys)

    def start(self, text: "Reading") -> "State":
        """The first states of the decoder, from the last ones of the encoder."""
        first = self.first(last_states(text.states, text.mask))
        output, cell = torch.tanh(self.dropout(first))[None].chunk(2, -1)
        return output.contiguous(), cell.contiguous()

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The solutions of a beam search; greedy decoding is a beam of one."""
        width = search.beam(self.settings.beam)
        text = self.read(batch)
        session = StackSession(self.decoder, text, self.start(text), self.settings.longest)
        found = beam_search(session, len(batch.problems), width)
        return self.valued(map(without_end, found), batch, width)


def _labels(target: SequenceBatch, operators: int) -> tuple[Array, Array]:
    """What to do and what to push at every step of the solutions (B, L): (B, L + 1) each."""
    longer = np.pad(target.symbols, ((0, 0), (0, 1)), constant_values=NO_LABEL)
    actions = np.minimum(longer, operators)  # whatever is pushed, PUSH follows the operators
    actions[np.arange(len(actions)), target.lengths] = operators + 1
    return actions, np.where(longer >= operators, longer - operators, NO_LABEL)


class Reading(NamedTuple):
    """B texts of T tokens with S operands: the constants, then the numbers."""

    states: Tensor  # (B, T, w)
    mask: Tensor  # (B, T)
    operands: Tensor  # (B, S, w)
    there: Tensor  # (B, S), whether there is an operand
    state_keys: Tensor  # (B, T, h), what all looks at the states share
    operand_keys: Tensor  # (B, S, h), what all choices of operands share


State = tuple[Tensor, Tensor]
"""Output and cell of the decoder LSTM: (1, B, h) each."""


class Stack(NamedTuple):
    """The top two vectors at L steps of B solutions, zeros where there are none."""

    top: Tensor  # (B, L, w)
    second: Tensor  # (B, L, w)


class Chances(NamedTuple):
    """Log-probabilities at L steps of B solutions."""

    actions: Tensor  # (B, L, operators + 2): the operators, PUSH and =
    operands: Tensor  # (B, L, S)


class ActionDecoder(nn.Module):
    """The networks of the decoder: from what is on a stack to what is done next."""

    def __init__(self, width: int, hidden: int, operators: int, dropout: float) -> None:
        super().__init__()
        self.operators = operators
        self.recurrent = nn.LSTM(width, hidden, batch_first=True)
        self.attention = AdditiveAttention(width, hidden, asking=hidden)
        self.transformers = nn.ModuleList(
            nn.Sequential(nn.Linear(2 * width, hidden), nn.ReLU(), nn.Linear(hidden, width))
            for _ in range(operators)
        )
        features = hidden + 3 * width
        self.action_gates, self.operand_gates = nn.Linear(features, 3), nn.Linear(features, 3)
        self.action = nn.Sequential(
            nn.Linear(features, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, operators + 2),
        )
        self.of_features = nn.Linear(features, hidden)
        self.of_operand = nn.Linear(width, hidden, bias=False)
        self.operand_score = nn.Linear(hidden, 1, bias=False)

    def transform(self, symbols: Array, left: Tensor, right: Tensor) -> Tensor:
        """What operators make of two vectors each, the top of the stack first: (N, w)."""
        pairs = torch.cat([right, left], -1)
        groups = {each: np.flatnonzero(symbols == each) for each in np.unique(symbols)}
        made = [self.transformers[each](rows_of(pairs, rows)) for each, rows in groups.items()]
        back = np.argsort(np.concatenate(list(groups.values())))
        return torch.tanh(rows_of(torch.cat(made), back))

    def choose(self, outputs: Tensor, stack: Stack, depths: Tensor, text: Reading) -> Chances:
        """What is done next, after L outputs (B, L, h) on stacks of known depths (B, L)."""
        seen = self.attention.look(outputs, text.state_keys, text.states, text.mask)
        features = (outputs, torch.cat(stack, -1), seen)
        push = torch.ones_like(depths[..., None], dtype=torch.bool)
        possible = may_follow(depths, self.operators, push)
        actions = self.action(gated(features, self.action_gates)).masked_fill(~possible, NEVER)
        asking = self.of_features(gated(features, self.operand_gates))
        operands = self.operand_score(torch.tanh(asking[:, :, None] + text.operand_keys[:, None]))
        operands = operands[..., 0].masked_fill(~text.there[:, None], NEVER)
        return Chances(log_chances(actions), log_chances(operands))


def gated(features: Sequence[Tensor], gates: nn.Linear) -> Tensor:
    """The parts of the features side by side, each with a gate that looks at all of them."""
    opened = torch.sigmoid(gates(torch.cat(list(features), -1))).chunk(3, -1)
    return torch.cat([gate * part for gate, part in zip(opened, features, strict=True)], -1)


class _Row(NamedTuple):
    """A solution that grows, and which vectors lie on its stack, the lowest first."""

    text: int
    length: int = 0
    stack: tuple[int, ...] = ()


class StackSession:
    """Solutions that grow together. The vectors of all of them are in one table that only grows;
    a stack is a tuple of its rows, so that a solution with two continuations copies none."""

    def __init__(self, decoder: ActionDecoder, text: Reading, state: State, longest: int) -> None:
        self.decoder = decoder
        self.text = text
        self.state = state
        self.longest = longest
        self.table = first_rows(text.operands)
        self.rows = [_Row(place) for place in range(len(text.mask))]

    def step(self) -> Tensor:
        """Log-probabilities of operators, operands and the end: (R, operators + S + 1)."""
        uppermost = np.array([(0, 0, *row.stack)[:-3:-1] for row in self.rows], np.int64)
        stack = Stack(*(rows_of(self.table, rows[:, None]) for rows in uppermost.T))
        outputs, self.state = self.decoder.recurrent(stack.top, self.state)
        depths = [len(row.stack) for row in self.rows]
        texts = of_texts(self.text, self._tensor([row.text for row in self.rows]))
        chances = self.decoder.choose(outputs, stack, self._tensor(depths)[:, None], texts)
        actions = chances.actions[:, 0]
        operands = actions[:, -2:-1] + chances.operands[:, 0]
        full = [is_full(row.length, len(row.stack), self.longest) for row in self.rows]
        operands[self._tensor(full)] = NEVER
        return torch.cat([actions[:, :-2], operands, actions[:, -1:]], -1)

    def keep(self, rows: Sequence[int]) -> None:
        """Keep some of the rows, possibly one of them several times."""
        chosen = torch.tensor(rows, dtype=torch.long, device=self.table.device)
        self.state = self.state[0][:, chosen], self.state[1][:, chosen]
        self.rows = [self.rows[row] for row in rows]

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        """Give every row its next symbol; return which rows are finished now."""
        calculating = [
            row for row, symbol in enumerate(symbols) if symbol < self.decoder.operators
        ]
        made = iter(self._calculate(calculating, [symbols[row] for row in calculating]))
        operands = self.text.operands.shape[1]
        grown = []
        for row, symbol in zip(self.rows, symbols, strict=True):
            operand = symbol - self.decoder.operators
            stack = row.stack
            if operand < 0:
                stack = (*stack[:-2], next(made))
            elif operand < operands:
                stack = (*stack, 1 + row.text * operands + operand)
            grown.append(_Row(row.text, row.length + 1, stack))
        self.rows = grown
        return [symbol == self.decoder.operators + operands for symbol in symbols]

    def _calculate(self, rows: Sequence[int], symbols: Sequence[int]) -> Sequence[int]:
        """Apply operators to the top two of some stacks; return the rows of the results."""
        if not rows:
            return ()
        sides = np.array([self.rows[row].stack[-2:] for row in rows], np.int64)
        left, right = (rows_of(self.table, side) for side in sides.T)
        made = self.decoder.transform(np.array(symbols), left, right)
        first = len(self.table)
        self.table = torch.cat([self.table, made])
        return range(first, len(self.table))

    def _tensor(self, values: Sequence[int]) -> Tensor:
        return torch.tensor(values, device=self.table.device)
