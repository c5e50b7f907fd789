"""What every model promises: a loss to learn from and hypotheses to be judged by.

A model is one file: a class that extends `Model`, and a `ModelKind` (sumc/settings/models.py) that
names its settings, its codec and what it asks for. Training, evaluation, ranking, calibration,
ensembles and `sumc solve` need nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypedDict

import numpy as np
import torch
from torch import Tensor, nn

from sumc.codecs.codec import Codec
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Hypothesis, Search
from sumc.decoding.ranking import FIRST
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.errors import SettingsError
from sumc.models.loss import LossSum
from sumc.models.pretrained import PretrainedEncoder
from sumc.settings.encoders import EncoderSettings, PretrainedSettings


class ParameterGroup(TypedDict):
    """Weights that learn at one rate: `scale` times the learning rate of the training."""

    params: list[nn.Parameter]
    scale: float


class Model(nn.Module, ABC):
    """Problems in, hypotheses out; it is the torch backend of a `Predictor`."""

    decodings: ClassVar[tuple[str, ...]] = ("",)
    """The ways it can look for hypotheses, its own choice first."""
    evidence: Mapping[str, float] = {FIRST: 1.0}
    """What it says of a hypothesis, by name, with the weights before a ranker is fitted."""
    batch_size: int = 64
    """Problems that are best predicted at once."""
    stage: str = ""
    """The stage of its training that it is in, where it has several."""

    def __init__(
        self, settings: Any, encoder: EncoderSettings, encoding: TextEncoding, codec: Codec[Any]
    ) -> None:
        super().__init__()
        self.settings = settings
        self.encoder_settings = encoder
        self.encoding = encoding
        self.codec = codec

    @abstractmethod
    def forward(self, batch: Batch) -> LossSum:
        """What training makes small, for one batch with targets."""

    @abstractmethod
    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """Some hypotheses for every problem of a batch, the most probable first."""

    @torch.no_grad()
    def hypotheses(self, batch: Batch, search: Search = DEFAULT_SEARCH) -> list[list[Hypothesis]]:
        """What `predict` gives when nothing is dropped out and nothing is learned."""
        self.check_decoding(search.decoding)
        was_training = self.training
        self.eval()
        try:
            return self.predict(batch, search)
        finally:
            self.train(was_training)

    def check_decoding(self, name: str) -> None:
        """Make sure that the model has a decoding of this name."""
        if name and name not in self.decodings:
            known = ", ".join(filter(None, self.decodings)) or "its own alone"
            raise SettingsError("decoding", [f"{name}: unknown; this model has {known}"])

    def judge_stage(self, batch: Batch) -> list[bool] | None:
        """Which problems the present stage gets right by a measure of its own.

        None, as here, if the stage is judged by the answers of the model as a whole.
        """
        return None

    def parameter_groups(self) -> list[ParameterGroup]:
        """The weights that are trained; those of a pretrained encoder have a rate of their own."""
        settings = self.encoder_settings
        rate = settings.rate if isinstance(settings, PretrainedSettings) else 1.0
        encoders = [each for each in self.modules() if isinstance(each, PretrainedEncoder)]
        inside = {id(weight) for each in encoders for weight in each.parameters()}
        trained = [weight for weight in self.parameters() if weight.requires_grad]
        return [
            {"params": [each for each in trained if id(each) not in inside], "scale": 1.0},
            {"params": [each for each in trained if id(each) in inside], "scale": rate},
        ]

    def row_names(self) -> Mapping[str, Sequence[object]]:
        """What the rows of tables stand for (words, codes, ...), by the names of the tables.

        A model that starts from another one's weights takes over the rows that both know.
        """
        words = self.encoding.words
        if words is None:
            return {}
        return {
            "encoder.embedding.weight": words.tokens.tokens,
            "encoder.subwords.weight": words.subwords.tokens,
        }

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    def tensor(self, array: np.ndarray[Any, np.dtype[Any]]) -> Tensor:
        """An array on the model's device."""
        return torch.from_numpy(array).to(self.device)
