"""Our seq2code: one class for each number, numbers that see each other, and a second thought.

Four things differ from the paper. A number's whole set of codes is one class among those seen
in training, so that learning is classification. The numbers of a problem attend to each other
before they choose, and see what they are like: percent, size, order of the values. The same
layers are trained to predict some codes from the others, so that a second pass can say how well
the codes of a candidate tree go together (it sees all but one of them at a time). And the shape
of the whole tree is a class too: in 5 - 3 and 5 + 3 the number 5 has the same code, so 3 alone
would decide between them; the shape is a second voice. Nothing is decoded from left to right.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from sumc.codecs.number_codes import NO_LABEL, NumberCodes
from sumc.decoding.code_search import (
    DEFAULT_LIMITS_OF_SEARCH,
    EVIDENCE,
    GREEDY,
    Array,
    CodeScores,
    search_codes,
)
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.decoding.second_pass import Questions, second_pass
from sumc.encoding.batches import Batch
from sumc.encoding.number_features import FEATURE_SIZES
from sumc.encoding.text import TextEncoding
from sumc.models.attention import NEVER, AdditiveAttention
from sumc.models.encoders import take
from sumc.models.loss import LossSum
from sumc.models.model import Model
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.reading import build_encoder, mark_numbers
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import Seq2CodeJointSettings

HEADS = 4
INNER_DROPOUT = 0.1
LARGEST_BLOCK = 1 << 20
"""Pairs of numbers that look at each other at once in the second pass; it bounds the memory."""


class Seq2CodeJoint(Model):
    """Classes of codes for all numbers of a problem at once, and again given the others."""

    decodings: ClassVar[tuple[str, ...]] = ("joint", "rounding")
    evidence = EVIDENCE
    settings: Seq2CodeJointSettings
    codec: NumberCodes

    def __init__(
        self,
        settings: Seq2CodeJointSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: NumberCodes,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        self.encoder = build_encoder(encoder, encoding)
        self.marks_numbers = isinstance(self.encoder, PretrainedEncoder)
        width, classes = settings.width, len(codec.classes)
        self.unknown = classes
        """Stands for the class of a number whose codes are not given."""
        self.slots = nn.Embedding(len(codec.constants) + 1, self.encoder.input_width)
        self.described = nn.ModuleList(
            nn.Embedding(size, self.encoder.input_width) for size in FEATURE_SIZES
        )
        self.described_again = nn.ModuleList(nn.Embedding(size, width) for size in FEATURE_SIZES)
        self.attention = AdditiveAttention(self.encoder.output_width, settings.attention)
        self.joined = nn.Linear(2 * self.encoder.output_width, width)
        self.given = nn.Embedding(classes + 1, width)
        self.interaction = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(
                width, HEADS, 2 * width, INNER_DROPOUT, batch_first=True, norm_first=True
            ),
            settings.interaction,
            enable_nested_tensor=False,
        )
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(settings.dropout)
        self.classifier = nn.Linear(width, classes)
        self.shapes: nn.Linear | None = None
        if settings.shapes and codec.shapes:
            self.pooled = nn.Sequential(
                nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(settings.dropout)
            )
            self.shapes = nn.Linear(width, len(codec.shapes) + 1)
        nn.init.zeros_(self.given.weight)
        for table in (*self.described, *self.described_again, self.slots):
            nn.init.normal_(table.weight, std=0.02)

    def states(self, batch: Batch) -> Tensor:
        """What is known about every number before any code: (B, M, w)."""
        mask, slots = self.tensor(batch.mask), self.tensor(batch.slots)
        positions, features = self.tensor(batch.positions), self._features(batch)
        embedded = self.encoder.embed(
            self.tensor(batch.tokens), self.tensor(batch.subwords), positions
        )
        embedded = self._with_numbers(embedded, positions, slots, features)
        hidden = self.encoder(embedded, mask)  # (B, T, 2d)
        numbers = take(hidden, positions)  # (B, M, 2d)
        context = self.attention(numbers, hidden, mask)  # (B, M, 2d)
        states: Tensor = self.joined(torch.cat([context, numbers], -1))  # (B, M, w)
        if self.settings.number_features:
            states = states + _described(self.described_again, features)
        return states

    def _features(self, batch: Batch) -> Tensor:
        return self.tensor(batch.inputs["number_features"])

    def _with_numbers(
        self, embedded: Tensor, positions: Tensor, slots: Tensor, features: Tensor
    ) -> Tensor:
        """The embeddings of the text with those of its numbers at their places."""
        if self.marks_numbers:
            embedded = mark_numbers(embedded, positions, slots, self.slots)
        if not self.settings.number_features:
            return embedded
        added = _described(self.described, features) * slots[..., None]
        places = positions[..., None].expand(-1, -1, embedded.shape[-1])
        return embedded.scatter_add(1, places, added)

    def classify(self, states: Tensor, slots: Tensor, given: Tensor) -> Tensor:
        """Scores of all classes for every number, when the classes of some are given."""
        return self._logits(self._interact(states, slots, given))  # (B, M, classes)

    def _interact(self, states: Tensor, slots: Tensor, given: Tensor) -> Tensor:
        """The states after the numbers have seen each other and what is given: (B, M, w)."""
        states = states + self.given(given)
        if self.settings.interaction:
            states = self.interaction(states, src_key_padding_mask=~slots)
        return states

    def _logits(self, states: Tensor) -> Tensor:
        logits: Tensor = self.classifier(self.dropout(self.norm(states)))
        return logits

    def shape_scores(self, states: Tensor, slots: Tensor) -> Tensor | None:
        """Log-probabilities of the shapes of the trees, from all numbers together: (B, shapes)."""
        if self.shapes is None:
            return None
        there = slots[..., None]
        mean = (states * there).sum(1) / there.sum(1).clamp(min=1)
        most = states.masked_fill(~there, NEVER).amax(1)
        logits: Tensor = self.shapes(self.pooled(torch.cat([mean, most], -1)))
        return logits.log_softmax(-1)

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the shape and the classes, given nothing and some of the others."""
        slots, labels = self.tensor(batch.slots), self.tensor(batch.target.classes)
        first, loss = self._losses(batch, slots, labels)
        if self.settings.r_drop:
            second, again = self._losses(batch, slots, labels)
            apart = LossSum.of(_distance(first[slots], second[slots]), slots.sum())
            loss = loss + again + apart * self.settings.r_drop
        return loss

    def _losses(self, batch: Batch, slots: Tensor, labels: Tensor) -> tuple[Tensor, LossSum]:
        states = self.states(batch)
        nothing = torch.full_like(labels, self.unknown)
        logits = self.classify(states, slots, nothing)
        loss = self._cross_entropy(logits, labels)
        shapes = self.shape_scores(states, slots)
        if shapes is not None:
            gold = self.tensor(batch.target.shapes)
            loss = loss + self._cross_entropy(shapes[:, None], gold[:, None])
        if not self.settings.refinement:
            return logits, loss
        # Any share of the other codes may be known when a candidate is scored: each problem
        # draws a share of its own, from none to all, and every number is given by that chance.
        share = torch.rand(len(labels), 1, device=labels.device)
        known = (torch.rand(labels.shape, device=labels.device) < share) & (labels >= 0)
        given = torch.where(known, labels, nothing)
        asked = labels.masked_fill(known, NO_LABEL)
        return logits, loss + self._cross_entropy(self.classify(states, slots, given), asked)

    def _cross_entropy(self, logits: Tensor, labels: Tensor) -> LossSum:
        total = functional.cross_entropy(
            logits.flatten(0, 1),
            labels.flatten(),
            ignore_index=NO_LABEL,
            label_smoothing=self.settings.label_smoothing,
            reduction="sum",
        )
        return LossSum.of(total, (labels != NO_LABEL).sum())

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The most probable trees, or with "rounding" what every number says for itself."""
        alone = search.decoding == "rounding"
        limits = GREEDY if alone else DEFAULT_LIMITS_OF_SEARCH
        scores = CodeScores(self._first_pass(batch)[1]) if alone else self.score(batch)
        return search_codes(self.codec, batch.problems, scores, limits)

    def score(self, batch: Batch) -> CodeScores:
        """Log-probabilities given nothing, and the second pass that sees candidates."""
        states, classes = self._first_pass(batch)
        again = None
        if self.settings.refinement:
            smoothing = self.settings.label_smoothing
            again = second_pass(classes, self.unknown, partial(self._answer, states), smoothing)
        shapes = self.shape_scores(states, self.tensor(batch.slots))
        return CodeScores(classes, again, None if shapes is None else shapes.cpu().numpy())

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of words, codes, shapes and constants stand for."""
        classes, shapes = self.codec.classes, (*self.codec.shapes, None)
        return {
            **super().row_names(),
            "slots.weight": (*self.codec.constants, None),
            "given.weight": (*classes, None),
            "classifier.weight": classes,
            "classifier.bias": classes,
            "shapes.weight": shapes,
            "shapes.bias": shapes,
        }

    def _first_pass(self, batch: Batch) -> tuple[Tensor, list[Array]]:
        """The states of the numbers, and the log-probabilities of the classes of each problem."""
        states, slots = self.states(batch), self.tensor(batch.slots)
        nothing = torch.full(slots.shape, self.unknown, device=slots.device)
        scores = self.classify(states, slots, nothing).log_softmax(-1).cpu().numpy()
        sizes = batch.slots.sum(1).tolist()
        return states, [row[:size] for row, size in zip(scores, sizes, strict=True)]

    def _answer(self, states: Tensor, questions: Questions) -> list[float]:
        """The log-probability of one number's class in each row, given the others."""
        width = questions.classes.shape[1]
        together = max(1, LARGEST_BLOCK // width**2)
        chances: list[float] = []
        for start in range(0, len(questions.rows), together):
            some = slice(start, start + together)
            part = questions._replace(rows=questions.rows[some], asked=questions.asked[some])
            chances += self._answer_some(states, part)
        return chances

    def _answer_some(self, states: Tensor, questions: Questions) -> list[float]:
        problems, classes, rows, asked = map(self.tensor, questions)
        given, place = classes[rows], asked[:, None]
        slots, wanted = given != self.unknown, given.gather(1, place)
        given = given.scatter(1, place, self.unknown)
        numbers = self._interact(states[problems[rows]], slots, given)
        scores = self._logits(take(numbers, place))[:, 0].log_softmax(-1)
        chances: list[float] = scores.gather(1, wanted)[:, 0].tolist()
        return chances


def _described(tables: nn.ModuleList, features: Tensor) -> Tensor:
    """The sum of the embeddings of what the numbers are like."""
    return torch.stack([table(features[..., i]) for i, table in enumerate(tables)]).sum(0)


def _distance(one: Tensor, other: Tensor) -> Tensor:
    """How far two passes with different dropout are apart, in both directions (R-Drop)."""
    left, right = one.log_softmax(-1), other.log_softmax(-1)
    there = functional.kl_div(left, right, log_target=True, reduction="sum")
    back = functional.kl_div(right, left, log_target=True, reduction="sum")
    return (there + back) / 2
