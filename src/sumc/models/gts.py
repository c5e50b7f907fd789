"""GTS, the goal-driven tree-structured solver (Xie and Sun, IJCAI 2019).

A bidirectional GRU (or a pretrained encoder: GTS-PLM) reads the text; `tree_decoder` grows an
expression tree in prefix order over operators, constants and the numbers of the text.

Where we differ from the released code, which is not the paper's fault:
- the root goal is the state at the last token of the text, not at the last place of padding;
- powers are evaluated like all other operators;
- the model is chosen on validation problems, constants are counted on the training part;
- a number that stands in the text several times is the one that alignment says (docs/data.md).
"""

from typing import ClassVar

import torch
from torch import Tensor, nn

from sumc.codecs.sequence import SequenceCodec
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.errors import SumcError
from sumc.models.encoders import take
from sumc.models.loss import LossSum
from sumc.models.model import Model
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.reading import build_encoder, mark_numbers
from sumc.models.tree_decoder import GoalDecoder, Lesson, TextStates, teach
from sumc.models.tree_search import Found, search_trees
from sumc.problems.problem import Problem
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import GTSSettings


class GTS(Model):
    """Text in, a tree out, a symbol at a time."""

    decodings: ClassVar[tuple[str, ...]] = ("beam", "greedy")
    codec: SequenceCodec
    settings: GTSSettings

    def __init__(
        self,
        settings: GTSSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: SequenceCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        self.encoder = build_encoder(encoder, encoding)
        self.marks_numbers = isinstance(self.encoder, PretrainedEncoder)
        self.slots = nn.Embedding(1, self.encoder.input_width)
        width = self.encoder.output_width
        self.width = width if self.marks_numbers else width // 2
        self.constants = nn.Embedding(max(1, self.leaf_count), self.width)
        self.decoder = GoalDecoder(
            self.width,
            settings.operator_width,
            codec.operator_count,
            self.width,
            settings.dropout,
        )

    @property
    def leaf_count(self) -> int:
        """The leaves that every problem has: the constants."""
        return len(self.codec.fixed) - self.codec.operator_count

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the symbols of the gold trees, in prefix order."""
        return self.symbol_loss(self.learn(batch), batch)

    def learn(self, batch: Batch) -> Lesson:
        """What the decoder thinks of the gold trees."""
        rows = zip(batch.target.symbols.tolist(), batch.target.lengths.tolist(), strict=True)
        return teach(self.decoder, self.read(batch), [row[:length] for row, length in rows])

    def symbol_loss(self, lesson: Lesson, batch: Batch) -> LossSum:
        """The negative log-probability of all symbols."""
        return LossSum.of(-lesson.chances.sum(), int(batch.target.lengths.sum()))

    def read(self, batch: Batch) -> TextStates:
        """The text as the decoder sees it."""
        mask, positions = self.tensor(batch.mask), self.tensor(batch.positions)
        slots = self.tensor(batch.slots)
        embedded = self.encoder.embed(
            self.tensor(batch.tokens), self.tensor(batch.subwords), positions
        )
        if self.marks_numbers:
            embedded = mark_numbers(embedded, positions, slots, self.slots)
        goal, states = self._summed(self.encoder(embedded, mask), mask)
        states = self.enrich(states, batch)
        return self._with_leaves(goal, states, mask, take(states, positions), slots)

    def _summed(self, hidden: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The root goal, (B, h), and the states of the tokens, (B, T, h)."""
        if self.marks_numbers:
            return hidden[:, 0], hidden  # [CLS]
        forwards, backwards = hidden.chunk(2, -1)
        last = mask.sum(1, keepdim=True) - 1
        return take(forwards, last)[:, 0] + backwards[:, 0], forwards + backwards

    def enrich(self, states: Tensor, batch: Batch) -> Tensor:
        """What models on top of this one do to the states before they are decoded: nothing."""
        return states

    def _with_leaves(
        self, goal: Tensor, states: Tensor, mask: Tensor, numbers: Tensor, slots: Tensor
    ) -> TextStates:
        constants = self.constants.weight[: self.leaf_count].expand(len(states), -1, -1)
        leaves = torch.cat([constants, numbers], 1)
        always = slots.new_ones(len(states), self.leaf_count)
        return TextStates(goal, states, mask, leaves, torch.cat([always, slots], 1))

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The trees of a beam search; greedy decoding is a beam of one."""
        width = 1 if search.decoding == "greedy" else search.width or self.settings.beam
        found = search_trees(self.decoder, self.read(batch), width, self.settings.longest)
        pairs = zip(batch.problems, found, strict=True)
        return [hypotheses_of(self.codec, problem, trees) for problem, trees in pairs]


def hypotheses_of(codec: SequenceCodec, problem: Problem, found: list[Found]) -> list[Hypothesis]:
    """The outputs of a search that have a value, as hypotheses."""
    hypotheses: list[Hypothesis] = []
    for score, symbols in found:
        try:
            expression = codec.decode(symbols, problem)
        except SumcError:
            continue
        hypothesis = Hypothesis.of(expression, score, problem)
        if hypothesis is not None:
            hypotheses.append(hypothesis)
    return hypotheses
