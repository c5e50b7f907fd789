"""Seq2code as the paper writes it (section 3.3.2): how often each number has each code.

A BiLSTM (or a pretrained encoder) reads the constants and the text; every number's state and its
context go through a generator of three layers; the outputs are counts, learned by their mean
squared error. Everything is predicted at once.

Where we differ from the paper: the loss is a mean over numbers, not their sum (the optimizer takes
steps of about the same size, as long as gradients are larger than its epsilon); some values are
dropped between the layers of the generator.
"""

from typing import ClassVar

import torch
from torch import Tensor, nn

from sumc.codecs.number_codes import NumberCodes
from sumc.decoding.code_search import EVIDENCE, Array, CodeScores, round_counts, search_codes
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.models.attention import AdditiveAttention
from sumc.models.encoders import take
from sumc.models.loss import LossSum, log_chances
from sumc.models.model import Model
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.reading import build_encoder, mark_numbers, slot_markers
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import MODELS, Seq2CodeSettings

GENERATOR = (2048, 1024)  # section 4.2: the widths before |B|
SHARPNESS = 8.0
"""How fast a class loses probability with its squared distance from the predicted counts."""


class Seq2Code(Model):
    """The paper's model; `rounding` is its own decoding, `joint` ours on top of its counts."""

    decodings: ClassVar[tuple[str, ...]] = MODELS["seq2code"].decodings
    evidence = EVIDENCE
    codec: NumberCodes

    def __init__(
        self,
        settings: Seq2CodeSettings,
        encoder: EncoderSettings,
        encoding: TextEncoding,
        codec: NumberCodes,
    ) -> None:
        super().__init__(settings, encoder, encoding, codec)
        self.encoder = build_encoder(encoder, encoding)
        self.marks_numbers = isinstance(self.encoder, PretrainedEncoder)
        width, codes = self.encoder.output_width, len(codec.codebook)
        self.slots = slot_markers(self.encoder, len(codec.constants) + 1)
        self.attention: AdditiveAttention | None = None
        if not self.marks_numbers:
            self.attention = AdditiveAttention(width, settings.attention)
        self.generator = nn.Sequential(
            nn.Linear(2 * width, GENERATOR[0]),
            nn.LeakyReLU(),
            nn.Dropout(settings.dropout),
            nn.Linear(GENERATOR[0], GENERATOR[1]),
            nn.LeakyReLU(),
            nn.Linear(GENERATOR[1], codes),
        )
        vectors = torch.tensor(codec.class_vectors(), dtype=torch.float32)
        self.class_vectors: Tensor
        self.register_buffer("class_vectors", vectors, persistent=False)

    def forward(self, batch: Batch) -> LossSum:
        """The mean squared error of the counts, over all codes of all numbers (equation 8)."""
        wrong = (self.counts(batch) - self.tensor(batch.target.counts())).square()
        counted = wrong[self.tensor(batch.slots)]
        return LossSum.of(counted.sum(), counted.numel())

    def counts(self, batch: Batch) -> Tensor:
        """How often each code belongs to each number: (B, M, l)."""
        mask, positions = self.tensor(batch.mask), self.tensor(batch.positions)
        embedded = self.encoder.embed(
            self.tensor(batch.tokens), self.tensor(batch.subwords), positions
        )
        if self.marks_numbers:
            embedded = mark_numbers(embedded, positions, self.tensor(batch.slots), self.slots)
        hidden = self.encoder(embedded, mask)  # (B, T, 2d)  H, equation 1
        numbers = take(hidden, positions)  # (B, M, 2d)  e_i, equation 2
        if self.attention is not None:
            context = self.attention(numbers, hidden, mask)  # (B, M, 2d)  E_i, equation 3
        else:
            context = hidden[:, :1].expand_as(numbers)  # [CLS]
        counts: Tensor = self.generator(torch.cat([context, numbers], -1))  # c_i, equation 7
        return counts

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The trees that the rounded counts spell, as in the paper, or the nearest that fit."""
        if search.decoding == "joint":
            return search_codes(self.codec, batch.problems, self.scores(batch))
        rows = self._by_problem(self.counts(batch), batch)
        pairs = zip(batch.problems, rows, strict=True)
        return [round_counts(self.codec, problem, row) for problem, row in pairs]

    def scores(self, batch: Batch) -> CodeScores:
        """Classes are more probable the closer they are to the counts."""
        distances = torch.cdist(self.counts(batch), self.class_vectors)
        chances = log_chances(-SHARPNESS * distances.square())
        return CodeScores(self._by_problem(chances, batch))

    def _by_problem(self, rows: Tensor, batch: Batch) -> list[Array]:
        sizes = batch.slots.sum(1).tolist()
        return [row[:size] for row, size in zip(rows.cpu().numpy(), sizes, strict=True)]
