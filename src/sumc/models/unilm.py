"""UniLM-Solver: one pretrained transformer reads the text and writes the expression.

A reconstruction. The paper that compares with it says only that UniLM (Dong et al., NeurIPS 2019)
"models the generation process from the input text to the output expression"; neither code nor
settings were published. What we chose:
- any encoder with BERT's layers under UniLM's attention mask (`prefix_attention`); segment 1 and
  the places after the text for the expression;
- the expression in prefix order. It shows by itself where it ends, so there is no end symbol,
  and all symbols are learned from left to right, instead of being masked at random;
- operators and constants have vectors of their own, one set to read and one to choose by;
- a number has one place in the text, whatever its digits. To choose it is to point at the state
  of that place, and it is read as a projection of the same state: so a problem may have any
  number of numbers, and each number brings its context with it;
- label smoothing over the symbols that a problem has; beam search among whole prefix trees.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import torch
from torch import Tensor, nn

from sumc.codecs.codec import NO_LABEL
from sumc.codecs.sequence import SequenceCodec
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.models.attention import NEVER
from sumc.models.beam_search import beam_search
from sumc.models.encoders import take
from sumc.models.loss import LossSum, log_chances
from sumc.models.model import Model
from sumc.models.open_places import OpenPlaces
from sumc.models.prefix_attention import Past, check_family, read_on
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.reading import build_encoder, mark_numbers, slot_markers
from sumc.models.rows import of_texts
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import MODELS, UniLMSettings

TEXT, EXPRESSION = 0, 1
"""The segments."""


class ReadText(NamedTuple):
    """B texts of T tokens, and the V symbols that the expression of each may have."""

    past: list[Past]
    mask: Tensor  # (B, T)
    lengths: Tensor  # (B,)
    symbols: Tensor  # (B, V, e), as they are read
    choices: Tensor  # (B, V, w), as they are chosen by
    exist: Tensor  # (B, V)


class UniLM(Model):
    """Text in, an expression out, a symbol at a time."""

    decodings: ClassVar[tuple[str, ...]] = MODELS["unilm"].decodings
    codec: SequenceCodec
    settings: UniLMSettings

    def __init__(
        self,
        settings: UniLMSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: SequenceCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        reader = build_encoder(encoder, encoding)
        assert isinstance(reader, PretrainedEncoder)
        check_family(reader.network)
        self.encoder = reader
        narrow, self.width = reader.input_width, reader.output_width
        self.number = slot_markers(reader)
        self.start = nn.Parameter(torch.empty(narrow))
        self.symbols = nn.Embedding(len(codec.fixed), narrow)
        self.of_slot = nn.Linear(self.width, narrow)
        self.choices = nn.Embedding(len(codec.fixed), self.width)
        self.choice_of_slot = nn.Linear(self.width, self.width)
        self.query = nn.Linear(self.width, self.width)
        self._fit_in(reader.network.config.initializer_range)

    def _fit_in(self, scale: float) -> None:
        """Make new embeddings as large as those that the encoder knows."""
        for weight in (self.start, self.symbols.weight):
            nn.init.normal_(weight, std=scale)
        nn.init.normal_(self.of_slot.weight, std=scale * self.width**-0.5)
        nn.init.zeros_(self.of_slot.bias)

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the symbols, smoothed in training."""
        symbols = self.tensor(batch.target.symbols)  # (B, L)
        text, there = self.read(batch), symbols != NO_LABEL
        scores = self.teach(text, symbols.clamp(min=0))[there]  # (N, V)
        losses = -scores.gather(1, symbols[there][:, None])[:, 0]
        if self.training and self.settings.label_smoothing:
            exist = text.exist[:, None].expand(*there.shape, -1)[there]
            spread = -scores.masked_fill(~exist, 0.0).sum(1) / exist.sum(1)
            losses = torch.lerp(losses, spread, self.settings.label_smoothing)
        return LossSum.of(losses.sum(), len(losses))

    def read(self, batch: Batch) -> ReadText:
        """The text, and the symbols that are numbers in it."""
        tokens, positions = self.tensor(batch.tokens), self.tensor(batch.positions)
        mask, slots = self.tensor(batch.mask), self.tensor(batch.slots)
        embedded = self.encoder.embed(tokens, self.tensor(batch.subwords), positions)
        embedded = mark_numbers(embedded, positions, slots, self.number)
        places = torch.arange(tokens.shape[1], device=self.device).expand_as(tokens)
        sees = mask[:, None].expand(-1, tokens.shape[1], -1)
        hidden, past = read_on(self.encoder.network, embedded, places, TEXT, sees, [])
        numbers = take(self.encoder.dropout(hidden), positions)  # (B, M, w)
        symbols = _both(self.symbols.weight, self.of_slot(numbers))
        choices = _both(self.choices.weight, self.choice_of_slot(numbers))
        always = slots.new_ones(len(slots), len(self.codec.fixed))
        return ReadText(past, mask, mask.sum(1), symbols, choices, torch.cat([always, slots], 1))

    def teach(self, text: ReadText, symbols: Tensor) -> Tensor:
        """Log-probabilities at every place of known expressions (B, L): (B, L, V)."""
        count, length = symbols.shape
        start = self.start.expand(count, 1, -1)
        embedded = torch.cat([start, take(text.symbols, symbols[:, :-1])], 1)
        earlier = torch.ones(length, length, dtype=torch.bool, device=self.device).tril()
        before = text.mask[:, None].expand(-1, length, -1)
        sees = torch.cat([before, earlier.expand(count, -1, -1)], -1)
        places = text.lengths[:, None] + torch.arange(length, device=self.device)
        return self.choose(text, self.read_symbols(text, embedded, places, sees)[0])

    def read_symbols(
        self, text: ReadText, embedded: Tensor, places: Tensor, sees: Tensor
    ) -> tuple[Tensor, list[Past]]:
        """The states of symbols after a text, (B, Q, w), and what is kept of all."""
        network = self.encoder.network
        hidden, past = read_on(network, embedded, places, EXPRESSION, sees, text.past)
        return self.encoder.dropout(hidden), past

    def choose(self, text: ReadText, states: Tensor) -> Tensor:
        """Log-probabilities of the symbols that come next after Q states: (B, Q, V)."""
        scores: Tensor = self.query(states) @ text.choices.transpose(1, 2) * self.width**-0.5
        return log_chances(scores.masked_fill(~text.exist[:, None], NEVER))

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The expressions of a beam search; greedy decoding is a beam of one."""
        width = search.beam(self.settings.beam)
        session = ExpressionSession(self, self.read(batch), self.settings.longest)
        return self.valued(beam_search(session, len(batch.problems), width), batch, width)

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of tables stand for, operators and constants included."""
        fixed = self.codec.fixed
        return {**super().row_names(), "symbols.weight": fixed, "choices.weight": fixed}


def _both(fixed: Tensor, numbers: Tensor) -> Tensor:
    """Vectors that all problems have, then those of the numbers of each: (B, V, ...)."""
    return torch.cat([fixed.expand(len(numbers), -1, -1), numbers], 1)


class ExpressionSession:
    """R expressions of at most `longest` symbols for `beam_search`, at first one for each text.

    What was read is never moved: all symbols of all expressions of a text, including those
    that were dropped, stay in its past, and each expression has a mask of those that are its own.

        past        *  n1  n2  -  n3  n4
        * n1 - n3   x  x   .   x  x   .
        * n2 n4     x  .   x   .  .   x
    """

    def __init__(self, model: UniLM, text: ReadText, longest: int) -> None:
        self.model = model
        self.text = text
        count, operators = len(text.mask), model.codec.operator_count
        self._places = OpenPlaces(count, operators, longest, text.mask.device)
        self._texts = torch.arange(count, device=text.mask.device)  # (R,)
        self._embedded = model.start.expand(count, -1)  # (R, e), the last symbols
        self._sees = text.mask.new_zeros(count, 0)  # (R, symbols in the past)

    def step(self) -> Tensor:
        """Log-probabilities of the next symbol of every expression: (R, V)."""
        columns = self._columns()
        grid = self._texts, columns  # expressions of a text side by side
        width = int(columns.max()) + 1
        states, past = self.model.read_symbols(
            self.text,
            self._in_grid(self._embedded, grid, width),
            (self.text.lengths + self._places.length)[:, None].expand(-1, width),
            self._masks(grid, width),
        )
        self.text = self.text._replace(past=past)
        mine = torch.arange(width, device=columns.device) == columns[:, None]
        self._sees = torch.cat([self._sees, mine], 1)
        return self._places.allow(self.model.choose(self.text, states)[grid])

    def _columns(self) -> Tensor:
        """For every expression, how many of the same text come before it: (R,)."""
        order = self._texts.argsort(stable=True)
        counts = self._texts.bincount()
        first = (counts.cumsum(0) - counts)[self._texts[order]]
        columns = torch.empty_like(order)
        columns[order] = torch.arange(len(order), device=order.device) - first
        return columns

    def _in_grid(self, rows: Tensor, grid: tuple[Tensor, Tensor], width: int) -> Tensor:
        """Rows (R, x) by text and column, zeros where there are fewer: (B, W, x)."""
        empty = rows.new_zeros(len(self.text.mask), width, rows.shape[1])
        return empty.index_put(grid, rows)

    def _masks(self, grid: tuple[Tensor, Tensor], width: int) -> Tensor:
        """What the last symbols see: their text, their own past, themselves."""
        before = self.text.mask[:, None].expand(-1, width, -1)
        itself = torch.eye(width, dtype=torch.bool, device=before.device)
        own = self._in_grid(self._sees, grid, width)
        return torch.cat([before, own, itself.expand(len(before), -1, -1)], -1)

    def keep(self, rows: Sequence[int]) -> None:
        """Keep some of the expressions, possibly one of them several times."""
        chosen = torch.tensor(rows, dtype=torch.long, device=self._texts.device)
        self._places.keep(chosen)
        self._embedded, self._sees = self._embedded[chosen], self._sees[chosen]
        texts, self._texts = torch.unique(self._texts[chosen], return_inverse=True)
        if len(texts) < len(self.text.mask):
            self.text = of_texts(self.text, texts)

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        """Give every expression its next symbol; return which are whole now."""
        chosen = torch.tensor(symbols, device=self._texts.device)
        self._embedded = self.text.symbols[self._texts, chosen]
        return self._places.fill(chosen)
