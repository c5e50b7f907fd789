"""Seq2code exactly as the paper writes it (section 3.3.2): how often each number has each code.

A BiLSTM (or a pretrained encoder) reads the constants and the text; every number's state and its
context go through a generator of three layers; the outputs are counts, learned by their mean
squared error. Everything is predicted at once.
"""

from typing import ClassVar

import torch
from torch import Tensor, nn

from sumc.decoding.code_search import Array, Scores, round_counts
from sumc.decoding.prediction import Prediction
from sumc.encoding.batches import Batch
from sumc.encoding.features import Features
from sumc.models.attention import AdditiveAttention
from sumc.models.encoders import take
from sumc.models.model import CodeModel
from sumc.models.reading import build_encoder, mark_numbers
from sumc.settings.models import ModelSettings

GENERATOR = (2048, 1024)  # section 4.2: the widths before |B|
SHARPNESS = 8.0
"""How fast a class loses probability with its squared distance from the predicted counts."""


class Seq2Code(CodeModel):
    """The paper's model. Uses `encoder`, `embedding`, `hidden`, `layers`, `cell`, `dropout`."""

    name: ClassVar[str] = "seq2code"

    def __init__(self, settings: ModelSettings, features: Features) -> None:
        super().__init__(settings, features)
        self.encoder = build_encoder(settings, features)
        width, codes = self.encoder.output_width, len(features.target.codebook)
        self.slots = nn.Embedding(len(features.target.constants) + 1, self.encoder.input_width)
        self.attention = None
        if settings.encoder == "rnn":
            self.attention = AdditiveAttention(width, settings.hidden)
        self.generator = nn.Sequential(
            nn.Linear(2 * width, GENERATOR[0]),
            nn.LeakyReLU(),
            nn.Dropout(settings.dropout),
            nn.Linear(GENERATOR[0], GENERATOR[1]),
            nn.LeakyReLU(),
            nn.Linear(GENERATOR[1], codes),
        )
        vectors = torch.tensor(features.target.class_vectors(), dtype=torch.float32)
        self.class_vectors: Tensor
        self.register_buffer("class_vectors", vectors, persistent=False)

    def forward(self, batch: Batch) -> Tensor:
        """How often each code belongs to each number: (B, M, l)."""
        mask, positions = self.tensor(batch.mask), self.tensor(batch.positions)
        embedded = self.encoder.embed(
            self.tensor(batch.tokens), self.tensor(batch.parts), positions
        )
        if self.settings.encoder == "pretrained":
            embedded = mark_numbers(embedded, positions, self.tensor(batch.slots), self.slots)
        hidden = self.encoder(embedded, mask)  # (B, T, 2d)  H, equation 1
        numbers = take(hidden, positions)  # (B, M, 2d)  e_i, equation 2
        if self.attention is not None:
            context = self.attention(numbers, hidden, mask)  # (B, M, 2d)  E_i, equation 3
        else:
            context = hidden[:, :1].expand_as(numbers)  # [CLS]
        counts: Tensor = self.generator(torch.cat([context, numbers], -1))  # c_i, equation 7
        return counts

    def loss(self, batch: Batch) -> Tensor:
        """The mean squared error of the counts, over all codes of all numbers (equation 8)."""
        wrong = (self(batch) - self.tensor(batch.counts)).square()
        loss: Tensor = wrong[self.tensor(batch.slots)].mean()
        return loss

    def predict_apart(self, batch: Batch) -> list[Prediction]:
        """The trees that the rounded counts spell, as in the paper."""
        pairs = zip(batch.problems, self._by_problem(self(batch), batch), strict=True)
        return [round_counts(self.target, problem, counts) for problem, counts in pairs]

    def score(self, batch: Batch) -> Scores:
        """The classes are the more probable the closer they are to the counts."""
        distances = torch.cdist(self(batch), self.class_vectors)
        chances = (-SHARPNESS * distances.square()).log_softmax(-1)
        return Scores(self._by_problem(chances, batch))

    def _by_problem(self, rows: Tensor, batch: Batch) -> list[Array]:
        sizes = batch.slots.sum(1).tolist()
        return [row[:size] for row, size in zip(rows.cpu().numpy(), sizes, strict=True)]
