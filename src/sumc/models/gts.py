"""GTS, the goal-driven tree-structured solver (Xie and Sun, IJCAI 2019).

A bidirectional GRU reads the text, or a pretrained encoder: then it is GTS-PLM. `tree_decoder`
grows an expression tree in prefix order over operators, constants and the numbers of the text.

Where we differ from the released code:
- the root goal has the state at the last token of the text, not at the last place of padding;
- powers are evaluated like all other operators;
- the model is chosen on validation problems, constants are counted on the training part;
- a number that occurs several times in the text is resolved by alignment (docs/data.md);
- the recurrent layers drop the same values of all tokens of a text, and dropout is drawn
  once for the leaves of a tree, not again for every node;
- a beam always follows the greedy tree too, so that it never finds a less probable one.
GTS-PLM has no released code. As in the public solvers that put BERT before this decoder, the
states go through one linear layer, the root goal is that of [CLS], and every number of the text
is one marked token.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch
from torch import Tensor, nn

from sumc.codecs.sequence import SequenceCodec
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.models.beam_search import beam_search
from sumc.models.encoders import take
from sumc.models.loss import LossSum
from sumc.models.model import Model
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.reading import build_encoder, mark_numbers, slot_markers
from sumc.models.tree_decoder import GoalDecoder, TextStates
from sumc.models.tree_growth import TreeSession
from sumc.models.tree_teaching import Lesson, teach
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import MODELS, GoalDecoderSettings


class GTS(Model):
    """Text in, a tree out, a symbol at a time."""

    decodings: ClassVar[tuple[str, ...]] = MODELS["gts"].decodings
    codec: SequenceCodec
    settings: GoalDecoderSettings

    def __init__(
        self,
        settings: GoalDecoderSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: SequenceCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        self.encoder = build_encoder(encoder, encoding)
        self.width = self.encoder.output_width
        if isinstance(self.encoder, PretrainedEncoder):
            self.number = slot_markers(self.encoder)
            self.projection = nn.Linear(self.width, self.width)
        else:
            self.width //= 2  # the two directions are added
        self.constants = nn.Embedding(self.constant_count, self.width)
        operators = codec.operator_count
        self.decoder = GoalDecoder(
            self.width, settings.operator_width, operators, settings.dropout
        )

    @property
    def constant_count(self) -> int:
        """The leaves that every problem has: constants, and unknowns if there are any."""
        return len(self.codec.fixed) - self.codec.operator_count

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the symbols of the gold trees, each given all before it."""
        return symbol_loss(self.teach(self.read(batch), batch))

    def teach(self, text: TextStates, batch: Batch) -> Lesson:
        """The decoder's scores of the gold trees."""
        rows = zip(batch.target.symbols.tolist(), batch.target.lengths.tolist(), strict=True)
        return teach(self.decoder, text, [row[:length] for row, length in rows])

    def read(self, batch: Batch) -> TextStates:
        """The text as the decoder sees it."""
        mask, positions = self.tensor(batch.mask), self.tensor(batch.positions)
        goal, states = self._encode(batch, mask, positions)
        states = self.enrich(states, batch)
        leaves, exist = self._leaves(take(states, positions), self.tensor(batch.slots))
        return self.decoder.look_at(goal, states, mask, leaves, exist)

    def _encode(self, batch: Batch, mask: Tensor, positions: Tensor) -> tuple[Tensor, Tensor]:
        """The root goal, (B, h), and the states of the tokens, (B, T, h)."""
        tokens, subwords = self.tensor(batch.tokens), self.tensor(batch.subwords)
        embedded = self.encoder.embed(tokens, subwords, positions)
        if isinstance(self.encoder, PretrainedEncoder):
            slots = self.tensor(batch.slots)
            embedded = mark_numbers(embedded, positions, slots, self.number)
            states = self.projection(self.encoder(embedded, mask))
            return states[:, 0], states  # [CLS]
        forwards, backwards = self.encoder.states(embedded, mask).chunk(2, -1)
        last = mask.sum(1, keepdim=True) - 1
        return take(forwards, last)[:, 0] + backwards[:, 0], forwards + backwards

    def enrich(self, states: Tensor, batch: Batch) -> Tensor:
        """The states as they are decoded; models built on this one may change them here."""
        return states

    def _leaves(self, numbers: Tensor, slots: Tensor) -> tuple[Tensor, Tensor]:
        """The vectors of constants and numbers, (B, C + M, h), and which of them there are."""
        constants = self.constants.weight.expand(len(numbers), -1, -1)
        always = slots.new_ones(len(slots), self.constant_count)
        return torch.cat([constants, numbers], 1), torch.cat([always, slots], 1)

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The trees of a beam search; greedy decoding is a beam of one."""
        width = search.beam(self.settings.beam)
        session = TreeSession(self.decoder, self.read(batch), self.settings.longest)
        return self.valued(beam_search(session, len(batch.problems), width), batch, width)

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of tables stand for, constants and operators included."""
        operators = self.codec.operator_symbols
        return {
            **super().row_names(),
            "constants.weight": self.codec.fixed[len(operators) :],
            "decoder.embedding.weight": operators,
            "decoder.operator_scores.weight": operators,
            "decoder.operator_scores.bias": operators,
        }


def symbol_loss(lesson: Lesson) -> LossSum:
    """The negative log-probability of all symbols of known trees."""
    return LossSum.of(-lesson.chances.sum(), len(lesson.chances))
