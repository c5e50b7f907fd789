"""Our seq2code: one class for each number, numbers that see each other, and a second pass.

Four things differ from the paper. A number's whole set of codes is one class among those seen
in training, so that learning is classification. The numbers of a problem attend to each other
before they choose, and see what they are like: percent, size, order of the values. The same
layers are trained to predict some codes from the others, so that a second pass can say how well
the codes of a candidate tree go together (it sees all but one of them at a time). And the shape
of the whole tree is a class too: in 5 - 3 and 5 + 3 the number 5 has the same code, so 3 alone
would decide between them; the shape is a second vote. Nothing is decoded from left to right.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from sumc.algebra.codes import MARK
from sumc.codecs.number_codes import NO_LABEL, NumberCodes
from sumc.decoding.code_search import (
    EVIDENCE,
    GREEDY,
    VERIFIED,
    Array,
    CodeScores,
    search_codes,
)
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.decoding.second_pass import Classify, Verify, first_pass, joint_scores
from sumc.encoding.batches import Batch
from sumc.encoding.number_features import FEATURE_SIZES
from sumc.encoding.text import TextEncoding
from sumc.models.attention import NEVER, AdditiveAttention
from sumc.models.encoders import of_all_values, take
from sumc.models.interaction import Interaction
from sumc.models.loss import LossSum, log_chances
from sumc.models.mentions import cheapest_labels
from sumc.models.model import Model
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.reading import build_encoder, mark_numbers
from sumc.models.verifier import Verifier, value_numbers, wrong_candidates
from sumc.settings.encoders import EncoderSettings
from sumc.settings.models import MODELS, Seq2CodeJointSettings


class Seq2CodeJoint(Model):
    """Classes of codes for all numbers of a problem at once, and again given the others."""

    decodings: ClassVar[tuple[str, ...]] = MODELS["seq2code-joint"].decodings
    evidence: Mapping[str, float] = EVIDENCE
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
        self.unknown = len(codec.classes)
        """Stands for the class of a number whose codes are not given."""
        self.marked = frozenset(
            place for place, codes in enumerate(codec.classes) if any(MARK in c for c in codes)
        )
        """The classes whose codes depend on the order of the numbers."""
        self.queried = len(codec.constants) if settings.constants == "queries" else 0
        """Constants that are not read as tokens."""
        # A seed gives the same weights only as long as the parts are built in this order.
        self._build_reading(len(codec.constants) - self.queried)
        self._build_choosing(settings.width, len(codec.classes))
        self._build_judging(settings.width)
        nn.init.zeros_(self.given.weight)
        for table in (*self.described, *self.described_again, self.slots):
            nn.init.normal_(table.weight, std=0.02)

    def _build_reading(self, constants: int) -> None:
        """The layers that read: the text with its numbers, and some constants as tokens."""
        inside, outside = self.encoder.input_width, self.encoder.output_width
        width = self.settings.width
        self.slots = nn.Embedding(constants + 1, inside)
        self.queries = nn.Embedding(self.queried, outside) if self.queried else None
        self.described = nn.ModuleList(nn.Embedding(size, inside) for size in FEATURE_SIZES)
        self.described_again = nn.ModuleList(nn.Embedding(size, width) for size in FEATURE_SIZES)
        self.attention = AdditiveAttention(outside, self.settings.attention)
        self.joined = nn.Linear(2 * outside, width)

    def _build_choosing(self, width: int, classes: int) -> None:
        """The layers that choose a class for every number, given those of others."""
        self.given = nn.Embedding(classes + 1, width)
        self.interaction = Interaction(width, self.settings.interaction)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(self.settings.dropout)
        self.classifier = nn.Linear(width, classes)

    def _build_judging(self, width: int) -> None:
        """The layers that look at a problem as a whole, as far as the settings ask for them."""
        settings = self.settings
        self.shapes: nn.Linear | None = None
        if settings.shapes and self.codec.shapes:
            self.pooled = _hidden_layer(width, settings.dropout)
            self.shapes = nn.Linear(width, len(self.codec.shapes) + 1)
        self.answerable: nn.Module | None = None
        if settings.refusal:
            hidden = _hidden_layer(width, settings.dropout)
            self.answerable = nn.Sequential(*hidden, nn.Linear(width, 1))
        self.verifier: Verifier | None = None
        if settings.verifier:
            outside = self.encoder.output_width
            self.verifier = Verifier(width, self.unknown, settings.dropout, outside)
            self.evidence = {**EVIDENCE, **VERIFIED}

    def read(
        self,
        tokens: Tensor,  # (B, T)
        subwords: Tensor,  # (B, T, 4)
        mask: Tensor,  # (B, T)
        positions: Tensor,  # (B, M)
        slots: Tensor,  # (B, M)
        features: Tensor,  # (B, M, 4)
    ) -> tuple[Tensor, Tensor | None, Tensor | None, Tensor | None]:
        """What is known about every number before any code, (B, M, w), the shape scores, the
        log-odds that there is an answer at all, (B,), and the text for the verifier.

        Training, prediction and export all read through this function, which is why it takes
        and returns tensors alone.
        """
        embedded = self.encoder.embed(tokens, subwords, positions)
        embedded = self._with_numbers(embedded, positions, slots, features)
        hidden = self.encoder(embedded, mask)  # (B, T, 2d)
        numbers = self._asked(take(hidden, positions))  # (B, M, 2d)
        context = self.attention(numbers, hidden, mask)  # (B, M, 2d)
        states: Tensor = self.joined(torch.cat([context, numbers], -1))  # (B, M, w)
        if self.settings.number_features:
            states = states + _described(self.described_again, features)
        pooled = _pooled(states, slots)
        text = None if self.verifier is None else hidden
        return states, self._shape_scores(pooled), self._answerable_odds(pooled), text

    def _asked(self, numbers: Tensor) -> Tensor:
        """The states of all slots; that of a constant that is not a token is the state of [CLS],
        which has seen the whole text, plus a vector for the constant."""
        if self.queries is None:
            return numbers
        constants = numbers[:, : self.queried] + self.queries.weight
        return torch.cat([constants, numbers[:, self.queried :]], 1)

    def _read(self, batch: Batch) -> tuple[Tensor, Tensor | None, Tensor | None, Tensor | None]:
        return self.read(
            self.tensor(batch.tokens),
            self.tensor(batch.subwords),
            self.tensor(batch.mask),
            self.tensor(batch.positions),
            self.tensor(batch.slots),
            self.tensor(batch.inputs["number_features"]),
        )

    def _with_numbers(
        self, embedded: Tensor, positions: Tensor, slots: Tensor, features: Tensor
    ) -> Tensor:
        """The embeddings of the text with those of its numbers at their places."""
        positions, slots = positions[:, self.queried :], slots[:, self.queried :]
        features = features[:, self.queried :]
        if self.marks_numbers:
            embedded = mark_numbers(embedded, positions, slots, self.slots)
        if not self.settings.number_features:
            return embedded
        added = _described(self.described, features) * slots[..., None]
        return embedded.scatter_add(1, of_all_values(positions, embedded), added)

    def classify(
        self,
        states: Tensor,  # (P, w)
        origins: Tensor,  # (N,), which state a number has
        given: Tensor,  # (N,), which class is given to it
        rows: Tensor,  # (R, M), the numbers of each row
        slots: Tensor,  # (R, M), and which of them exist
        asked: Tensor,  # (R, A), which places of a row are asked about
    ) -> Tensor:
        """Log-probabilities of all classes for the numbers that are asked about: (R, A, classes).

        Most rows of a second pass share their numbers, so each different number (a state with
        the class that is given to it) goes in once: see `Interaction`.
        """
        numbers = states[origins] + self.given(given)  # (N, w)
        seen = self.interaction(numbers, rows, slots, asked)  # (R, A, w)
        logits: Tensor = self.classifier(self.dropout(self.norm(seen)))
        return log_chances(logits)

    def _classify_all(self, states: Tensor, slots: Tensor, given: Tensor) -> Tensor:
        """Log-probabilities for all numbers of a batch, no two of which are the same."""
        every = torch.arange(slots.numel(), device=slots.device).view_as(slots)
        asked = every[:1].expand_as(every)
        flat = states.flatten(0, 1)
        return self.classify(flat, every.flatten(), given.flatten(), every, slots, asked)

    def _shape_scores(self, pooled: Tensor) -> Tensor | None:
        """Log-probabilities of the shapes of the trees, from all numbers together: (B, shapes)."""
        return None if self.shapes is None else log_chances(self.shapes(self.pooled(pooled)))

    def _answerable_odds(self, pooled: Tensor) -> Tensor | None:
        """The log-odds that a problem has an answer: (B,)."""
        return None if self.answerable is None else self.answerable(pooled)[:, 0].float()

    def forward(self, batch: Batch) -> LossSum:
        """Cross entropy of the shape and the classes, given none and some of the others."""
        slots, labels = self.tensor(batch.slots), self.tensor(batch.target.classes)
        first, loss = self._losses(batch, slots, labels)
        if self.settings.r_drop:
            second, again = self._losses(batch, slots, labels)
            apart = LossSum.of(_distance(first[slots], second[slots]), slots.sum())
            loss = loss + again + apart * self.settings.r_drop
        return loss

    def _losses(self, batch: Batch, slots: Tensor, labels: Tensor) -> tuple[Tensor, LossSum]:
        states, shapes, odds, text = self._read(batch)
        nothing = torch.full_like(labels, self.unknown)
        chances = self._classify_all(states, slots, nothing)
        constants = len(self.codec.constants)
        labels = cheapest_labels(chances, labels, batch.problems, constants, self.marked)
        loss = self._cross_entropy(chances, labels)
        gold = self.tensor(batch.target.shapes)
        if shapes is not None:
            loss = loss + self._cross_entropy(shapes[:, None], gold[:, None])
        if odds is not None:
            total = functional.binary_cross_entropy_with_logits(
                odds, (gold != NO_LABEL).to(odds.dtype), reduction="sum"
            )
            loss = loss + LossSum.of(total, len(odds))
        if self.verifier is not None and text is not None:
            loss = loss + self._verifier_loss(batch, states, text, labels, chances.detach())
        if not self.settings.refinement:
            return chances, loss
        # Any share of the other codes may be known when a candidate is scored: each problem
        # draws a share of its own, from none to all, and every number is given with that chance.
        share = torch.rand(len(labels), 1, device=labels.device)
        known = (torch.rand(labels.shape, device=labels.device) < share) & (labels >= 0)
        given = torch.where(known, labels, nothing)
        asked = labels.masked_fill(known, NO_LABEL)
        again = self._classify_all(states, slots, given)
        return chances, loss + self._cross_entropy(again, asked)

    def _verifier_loss(
        self, batch: Batch, states: Tensor, text: Tensor, labels: Tensor, chances: Tensor
    ) -> LossSum:
        """Cross entropy of the gold candidate among it and wrong ones."""
        assert self.verifier is not None
        slots = self.tensor(batch.slots)
        is_known = ((labels >= 0) | ~slots).all(1)
        labels = labels.masked_fill(~slots, self.unknown).clamp(min=0)
        size, constants = labels.shape[1], len(self.codec.constants)
        values = value_numbers(batch.problems, constants, size).to(self.device)
        wrong = wrong_candidates(chances, labels, slots, values, constants)
        every = torch.cat([labels[:, None], wrong], 1)  # (B, 1 + K, M)
        problems, count = every.shape[:2]
        origins = torch.arange(slots.numel(), device=self.device).view(problems, 1, size)
        rows = torch.arange(every.numel(), device=self.device).view(-1, size)
        scores = self.verifier(
            states.flatten(0, 1),
            origins.expand_as(every).flatten(),
            every.flatten(),
            rows,
            slots[:, None].expand_as(every).flatten(0, 1),
            text,
            self.tensor(batch.mask),
        ).view(problems, count)
        # a "wrong" candidate does not count if it is the gold one (no two numbers could trade)
        same = (every == labels[:, None]).all(2)
        same[:, 0] = False
        chosen = log_chances(scores.masked_fill(same, NEVER))[:, 0]
        return LossSum.of(-(chosen * is_known).sum(), is_known.sum())

    def _cross_entropy(self, chances: Tensor, labels: Tensor) -> LossSum:
        total = functional.cross_entropy(  # log-probabilities are their own logits
            chances.flatten(0, 1),
            labels.flatten(),
            ignore_index=NO_LABEL,
            label_smoothing=self.settings.label_smoothing,
            reduction="sum",
        )
        return LossSum.of(total, (labels != NO_LABEL).sum())

    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """The most probable trees, or with "rounding" the best class of every number on its
        own."""
        if search.decoding == "rounding":
            classify = self._classifier_of(self._read(batch)[0])
            alone = CodeScores(first_pass(classify, batch.slots, self.unknown))
            return search_codes(self.codec, batch.problems, alone, GREEDY)
        return search_codes(self.codec, batch.problems, self.scores(batch))

    def scores(self, batch: Batch) -> CodeScores:
        """The scores of classes given nothing, of candidates in a second pass, and of shapes."""
        states, shapes, odds, text = self._read(batch)
        return joint_scores(
            self._classifier_of(states),
            batch.slots,
            self.unknown,
            None if shapes is None else shapes.cpu().numpy(),
            None if odds is None else odds.cpu().numpy(),
            label_smoothing=self.settings.label_smoothing,
            refinement=self.settings.refinement,
            verify=None if text is None else self._verifier_of(batch, states, text),
        )

    def _verifier_of(self, batch: Batch, states: Tensor, text: Tensor) -> Verify:
        """The verifier for the numbers of one batch; arrays in, arrays out."""
        flat, mask, verifier = states.flatten(0, 1), self.tensor(batch.mask), self.verifier
        assert verifier is not None

        def verify(*arrays: Array) -> Array:
            given = map(self.tensor, arrays)
            found: Array = verifier(flat, *given, text, mask).cpu().numpy()
            return found

        return verify

    def _classifier_of(self, states: Tensor) -> Classify:
        """The classifier for the numbers of one batch; arrays in, arrays out."""
        flat = states.flatten(0, 1)

        def classify(*arrays: Array) -> Array:
            found: Array = self.classify(flat, *map(self.tensor, arrays)).cpu().numpy()
            return found

        return classify

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of words, codes, shapes and constants stand for."""
        classes, shapes = self.codec.classes, (*self.codec.shapes, None)
        names: dict[str, Sequence[object]] = {
            "slots.weight": (*self.codec.constants[self.queried :], None),
            "queries.weight": self.codec.constants[: self.queried],
            "given.weight": (*classes, None),
            "verifier.given.weight": (*classes, None),
            "classifier.weight": classes,
            "classifier.bias": classes,
            "shapes.weight": shapes,
            "shapes.bias": shapes,
        }
        tables = dict(self.named_parameters())  # settings decide which there are
        own = {name: rows for name, rows in names.items() if name in tables}
        return {**super().row_names(), **own}


def _hidden_layer(width: int, dropout: float) -> nn.Sequential:
    """From all slots together to a vector, (B, 2w) to (B, w)."""
    return nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(dropout))


def _described(tables: nn.ModuleList, features: Tensor) -> Tensor:
    """The sum of the embeddings of the number features."""
    found: Tensor = sum(table(features[..., i]) for i, table in enumerate(tables))
    return found


def _pooled(states: Tensor, slots: Tensor) -> Tensor:
    """All slots of a problem together: their mean and the largest of each value, (B, 2w)."""
    there = slots[..., None]
    mean = (states * there).sum(1) / there.sum(1).clamp(min=1)
    most = states.masked_fill(~there, NEVER).amax(1)
    return torch.cat([mean, most], -1)


def _distance(one: Tensor, other: Tensor) -> Tensor:
    """How far two passes with different dropout are apart, in both directions (R-Drop)."""
    there = functional.kl_div(one, other, log_target=True, reduction="sum")
    back = functional.kl_div(other, one, log_target=True, reduction="sum")
    return (there + back) / 2
