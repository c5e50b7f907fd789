"""T-RNN (Wang et al., AAAI 2019): a template first, its operators afterwards.

Two networks, trained in two stages, each with an encoder of its own:

    template     the text to a normalised postfix template with unknown operators, by a sequence
                 model with attention                               n1 n2 <OP> n3 <OP>
    operators    the template to its operators, by a recursive network from the leaves up:

          -      node = ReLU(W [left; right] + b)                         * and -
         / \\     leaf = tanh(V [attention over the text; state of the number])
        *   n3   operator = the most probable one by a linear layer over the node
       / \\
      n1  n2     n1 n2 * n3 -

The first stage is judged by templates that are exactly right, the second by the answers of both.
A node does not see which operators are below it: given a template they are chosen independently,
so that the best few combinations are found exactly.

Where we differ from the released code, most of which needs data that was not released:
- no labels of significant numbers: every number of the text may occur in a template;
- a number of the text is read as `<number>`, not as the symbol that it has in templates;
- dropout is the same for all tokens of a text, and also applies after the last layer;
- the embeddings are learned from the start, constants have learned vectors of their own;
- equation normalisation is ours (`sumc.codecs.normalisation`);
- the decoder always sees the right symbols in training (there in 83 % of the steps), and what is
  not a postfix template has no probability, in training as in prediction;
- the decoder starts from the last states of the encoder's last layer, with empty cells;
- the last of `numbers` symbols is shared by all further numbers, so that texts with any count of
  them can be read;
- templates are found by beam search, and the hypotheses are ranked by the probability of template
  and operators together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import islice
from typing import ClassVar, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from sumc.codecs.codec import NO_LABEL
from sumc.codecs.template import Template, TemplateCodec
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.models.attention import NEVER, dot_attention
from sumc.models.beam_search import Found, beam_search, without_end
from sumc.models.encoders import RecurrentEncoder, last_states, take
from sumc.models.loss import LossSum, label_loss, log_chances
from sumc.models.model import Model
from sumc.models.postfix_trees import Array, first_rows, grow, is_full, may_follow, plant, rows_of
from sumc.models.rows import of_texts
from sumc.settings.encoders import RecurrentSettings
from sumc.settings.models import MODELS, TRNNSettings

TEMPLATE, OPERATORS = "template", "operators"
"""The stages."""


class TRNN(Model):
    """Text in, a template out, then its operators."""

    decodings: ClassVar[tuple[str, ...]] = MODELS["t-rnn"].decodings
    codec: TemplateCodec
    settings: TRNNSettings

    def __init__(
        self,
        settings: TRNNSettings,
        encoder: RecurrentSettings,
        encoding: TextEncoding,
        codec: TemplateCodec,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        assert encoding.words is not None
        self.encoder = RecurrentEncoder(encoder, encoding.words)
        self.templates = TemplateDecoder(self.encoder, settings, len(codec.constants))
        second = replace(
            encoder,
            embedding=settings.operator_embedding,
            hidden=settings.operator_hidden,
            dropout=settings.operator_dropout,
        )
        self.operator_encoder = RecurrentEncoder(second, encoding.words)
        width = self.operator_encoder.output_width
        self.operators = OperatorNetwork(
            width, settings.node, len(codec.constants), len(codec.operators)
        )

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of what the current stage predicts."""
        return self.operator_loss(batch) if self.stage == OPERATORS else self.template_loss(batch)

    def template_loss(self, batch: Batch) -> LossSum:
        """Cross entropy of the symbols of the templates, their ends included."""
        symbols, lengths = batch.target.symbols.symbols, batch.target.symbols.lengths
        chances = self.templates.follow(symbols, self.read(batch))
        labels = np.pad(symbols, ((0, 0), (0, 1)), constant_values=NO_LABEL)
        labels[np.arange(len(labels)), lengths] = chances.shape[-1] - 1
        return label_loss(chances, self.tensor(labels))

    def operator_loss(self, batch: Batch) -> LossSum:
        """Cross entropy of the operators of the right templates."""
        chances = self.operators.infer(batch.target.symbols.rows(), self.leaves(batch))
        operators = [each for row in batch.target.operators.rows() for each in row]
        return label_loss(chances, self.tensor(np.array(operators, np.int64)))

    def judge_stage(self, batch: Batch) -> list[bool] | None:
        """Which templates are exactly right; operators are judged by the answers."""
        if self.stage == OPERATORS:
            return None
        best = [found[0][1] if found else () for found in self.find_templates(batch, 1)]
        wanted = batch.target.symbols.rows()
        return [list(one) == other for one, other in zip(best, wanted, strict=True)]

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of tables stand for."""
        numbers = [f"n{place}" for place in range(1, self.settings.numbers + 1)]
        symbols = (*self.codec.fixed, *numbers, "")
        return {
            **super().row_names(),
            "templates.embedding.weight": symbols,
            "templates.output.weight": symbols,
            "templates.output.bias": symbols,
            "operators.constants": self.codec.constants,
            "operators.operator.weight": self.codec.operators,
            "operators.operator.bias": self.codec.operators,
        }

    def read(self, batch: Batch) -> "Reading":
        """The text as the decoder of templates sees it."""
        states, mask = self._encode(self.encoder, batch), self.tensor(batch.mask)
        return Reading(states, mask, self.tensor(batch.slots))

    def leaves(self, batch: Batch) -> Tensor:
        """The vectors of constants and numbers for the operators: (B, C + M, node)."""
        states = self._encode(self.operator_encoder, batch)
        positions, mask = self.tensor(batch.positions), self.tensor(batch.mask)
        return self.operators.leaves(states, take(states, positions), mask)

    def _encode(self, encoder: RecurrentEncoder, batch: Batch) -> Tensor:
        tokens, subwords = self.tensor(batch.tokens), self.tensor(batch.subwords)
        embedded = encoder.embed(tokens, subwords, self.tensor(batch.positions))
        states: Tensor = encoder(embedded, self.tensor(batch.mask))
        return states

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The best templates, each with its best operators, by their joint probability."""
        width = search.beam(self.settings.beam)
        filled = self._fill(self.find_templates(batch, width), self.leaves(batch), width)
        return self.valued(filled, batch, width)

    def find_templates(self, batch: Batch, width: int) -> list[list[Found]]:
        """Some templates for every problem, the most probable first."""
        session = TemplateSession(self.templates, self.read(batch), self.settings.longest)
        return [*map(without_end, beam_search(session, len(batch.problems), width))]

    def _fill(
        self, found: Sequence[Sequence[Found]], leaves: Tensor, width: int
    ) -> list[list["Filled"]]:
        """Every template with its best operators, the most probable first."""
        owners = [text for text, some in enumerate(found) for _ in some]
        templates = [symbols for some in found for _, symbols in some]
        chosen = torch.tensor(owners, dtype=torch.long, device=leaves.device)
        chances = iter(self.operators.infer(templates, leaves[chosen]).tolist())
        filled: list[list[Filled]] = [[] for _ in found]
        for text, some in enumerate(found):
            for score, symbols in some:
                own = list(islice(chances, symbols.count(0)))
                for more, operators in best_combinations(own, width):
                    filled[text].append((score + more, Template(symbols, operators)))
        return [sorted(each, reverse=True) for each in filled]


Filled = tuple[float, Template]
"""The log-probability of template and operators together, and both of them."""


def best_combinations(
    chances: Sequence[Sequence[float]], count: int
) -> list[tuple[float, tuple[int, ...]]]:
    """The most probable ways to choose one of each row, the best first.

    >>> best_combinations([[-1.0, -3.0], [-2.0, -1.0]], 3)
    [(-2.0, (0, 1)), (-3.0, (0, 0)), (-4.0, (1, 1))]
    """
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for row in chances:
        longer = ((s + c, (*before, i)) for s, before in best for i, c in enumerate(row))
        best = nlargest(count, longer)
    return best


class Reading(NamedTuple):
    """B texts of T tokens with M numbers."""

    states: Tensor  # (B, T, w)
    mask: Tensor  # (B, T)
    slots: Tensor  # (B, M), whether there is a number


State = tuple[Tensor, Tensor]
"""Outputs and cells of the decoder LSTM: (layers, B, w) each."""


class TemplateDecoder(nn.Module):
    """Symbols of a template, one after the other: <OP>, the constants, n1, n2, ..., the end."""

    def __init__(self, encoder: RecurrentEncoder, settings: TRNNSettings, constants: int) -> None:
        super().__init__()
        width = encoder.output_width
        self.constants = constants
        self.last_number = constants + settings.numbers
        """The symbol that all numbers from this place on share."""
        self.embedding = nn.Embedding(self.last_number + 2, encoder.input_width)
        self.recurrent = nn.LSTM(
            encoder.input_width,
            width,
            settings.layers,
            batch_first=True,
            dropout=settings.dropout if settings.layers > 1 else 0.0,
        )
        self.dropout = nn.Dropout(settings.dropout)
        self.combine = nn.Linear(2 * width, width)
        self.output = nn.Linear(width, self.last_number + 2)

    @property
    def boundary(self) -> int:
        """What comes before the first symbol and after the last one."""
        return self.last_number + 1

    def start(self, text: Reading) -> State:
        """The first states: the encoder's last ones for every layer, and empty cells."""
        last = last_states(text.states, text.mask)
        outputs = last.expand(self.recurrent.num_layers, -1, -1).contiguous()
        return outputs, torch.zeros_like(outputs)

    def follow(self, symbols: Array, text: Reading) -> Tensor:
        """Log-probabilities at every step of given templates (B, L): (B, L + 1, V)."""
        shown = symbols.clip(0, self.last_number)  # what comes after the end does not matter
        before = np.pad(shown, ((0, 0), (1, 0)), constant_values=self.boundary)
        depths = np.pad(np.where(symbols > 0, 1, -1).cumsum(1), ((0, 0), (1, 0)))
        inputs, counts = (torch.from_numpy(each).to(text.mask.device) for each in (before, depths))
        embedded = self.dropout(self.embedding(inputs))
        outputs, _ = self.recurrent(embedded, self.start(text))
        return self.choose(outputs, counts, text)

    def choose(self, outputs: Tensor, depths: Tensor, text: Reading) -> Tensor:
        """Log-probabilities of the next symbols, (B, L, V), for stacks of known depths (B, L)."""
        seen = dot_attention(outputs, text.states, text.mask)
        combined = torch.tanh(self.combine(self.dropout(torch.cat([seen, outputs], -1))))
        scores = self.output(self.dropout(combined))[..., self._columns(text)]
        constants = text.slots.new_ones(len(text.slots), self.constants)
        leaves = torch.cat([constants, text.slots], 1)[:, None]
        barred = ~may_follow(depths, 1, leaves)
        chances: Tensor = log_chances(scores.masked_fill(barred, NEVER))
        return chances.masked_fill(barred, NEVER)  # also where everything is barred

    def _columns(self, text: Reading) -> Tensor:
        """Which output each symbol of the batch has."""
        symbols = torch.arange(1 + self.constants + text.slots.shape[1] + 1)
        symbols = symbols.clamp(max=self.last_number)
        symbols[-1] = self.boundary
        return symbols.to(text.slots.device)


class _Row(NamedTuple):
    """A template that grows."""

    text: int
    last: int
    """The symbol that the decoder sees next."""
    length: int = 0
    depth: int = 0
    """Parts that are not joined yet."""


class TemplateSession:
    """Templates that grow together."""

    def __init__(self, decoder: TemplateDecoder, text: Reading, longest: int) -> None:
        self.decoder = decoder
        self.text = text
        self.longest = longest
        self.state = decoder.start(text)
        self.rows = [_Row(place, decoder.boundary) for place in range(len(text.mask))]

    def step(self) -> Tensor:
        """Log-probabilities of the next symbol of every template: (R, V)."""
        last = self._tensor([row.last for row in self.rows])[:, None]
        outputs, self.state = self.decoder.recurrent(self.decoder.embedding(last), self.state)
        depths = self._tensor([row.depth for row in self.rows])[:, None]
        texts = of_texts(self.text, self._tensor([row.text for row in self.rows]))
        chances = self.decoder.choose(outputs, depths, texts)[:, 0]
        full = [is_full(row.length, row.depth, self.longest) for row in self.rows]
        chances[self._tensor(full), 1:-1] = NEVER
        return chances

    def keep(self, rows: Sequence[int]) -> None:
        """Keep some of the rows, possibly one of them several times."""
        chosen = torch.tensor(rows, dtype=torch.long, device=self.text.mask.device)
        self.state = self.state[0][:, chosen], self.state[1][:, chosen]
        self.rows = [self.rows[row] for row in rows]

    def grow(self, symbols: Sequence[int]) -> Sequence[bool]:
        """Give every row its next symbol; return which rows are finished now."""
        pairs = zip(self.rows, symbols, strict=True)
        self.rows = [self._grown(row, symbol) for row, symbol in pairs]
        end = 1 + self.decoder.constants + self.text.slots.shape[1]
        return [symbol == end for symbol in symbols]

    def _grown(self, row: _Row, symbol: int) -> _Row:
        shown = min(symbol, self.decoder.last_number)
        return _Row(row.text, shown, row.length + 1, row.depth + (1 if symbol else -1))

    def _tensor(self, values: Sequence[int]) -> Tensor:
        return torch.tensor(values, device=self.text.mask.device)


class OperatorNetwork(nn.Module):
    """The recursive network: vectors of leaves to the operators of a template."""

    def __init__(self, width: int, node: int, constants: int, operators: int) -> None:
        super().__init__()
        self.of_number = nn.Linear(2 * width, node)
        self.constants = nn.Parameter(0.1 * torch.randn(constants, node))
        self.node = nn.Linear(2 * node, node)
        self.operator = nn.Linear(node, operators)

    def leaves(self, states: Tensor, numbers: Tensor, mask: Tensor) -> Tensor:
        """The vectors of constants and of numbers, which look at the text: (B, C + M, node)."""
        seen = dot_attention(numbers, states, mask)
        vectors = torch.tanh(self.of_number(torch.cat([seen, numbers], -1)))
        return torch.cat([self.constants.expand(len(states), -1, -1), vectors], 1)

    def infer(self, templates: Sequence[Sequence[int]], leaves: Tensor) -> Tensor:
        """Log-probabilities of all operators, one template (with its leaves, (R, S, node)) after
        the other, from the bottom up: (N, operators)."""
        forest = plant(templates, 1, leaves.shape[1])
        table = grow(first_rows(leaves), forest, self._join)
        chances: Tensor = log_chances(self.operator(rows_of(table, forest.order)))
        return chances

    def _join(self, _: Array, left: Tensor, right: Tensor) -> Tensor:
        return torch.relu(self.node(torch.cat([left, right], -1)))
