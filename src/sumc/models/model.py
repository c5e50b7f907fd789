"""What every model promises: a loss to learn from and predictions to be judged by."""

from abc import ABC, abstractmethod
from typing import ClassVar, TypedDict

import torch
from torch import Tensor, nn

from sumc.decoding.code_search import Array, Scores, choose, judged_features
from sumc.decoding.prediction import Prediction
from sumc.decoding.ranking import DEFAULT_WEIGHTS, Ranker, Rows
from sumc.encoding.batches import Batch
from sumc.encoding.features import Features
from sumc.settings.models import ModelSettings


class ParameterGroup(TypedDict):
    """Weights that learn at one rate: `scale` times the learning rate of the training."""

    params: list[nn.Parameter]
    scale: float


class Model(nn.Module, ABC):
    """Problems in, predictions out."""

    name: ClassVar[str]

    def __init__(self, settings: ModelSettings, features: Features) -> None:
        super().__init__()
        self.settings = settings
        self.target = features.target

    @abstractmethod
    def loss(self, batch: Batch) -> Tensor:
        """What training makes small, for one batch."""

    @abstractmethod
    def predict(self, batch: Batch, decoding: str = "joint") -> list[Prediction]:
        """One prediction for each problem of a batch."""

    def parameter_groups(self) -> list[ParameterGroup]:
        """The weights that are trained; those of a pretrained encoder have a rate of their own."""
        encoder = getattr(self, "encoder", None)
        inside = set(map(id, encoder.parameters())) if encoder is not None else set()
        if self.settings.encoder != "pretrained":
            inside = set()
        trained = [weight for weight in self.parameters() if weight.requires_grad]
        return [
            {"params": [each for each in trained if id(each) not in inside], "scale": 1.0},
            {
                "params": [each for each in trained if id(each) in inside],
                "scale": self.settings.encoder_rate,
            },
        ]

    def tensor(self, array: Array) -> Tensor:
        """An array on the model's device."""
        return torch.from_numpy(array).to(next(self.parameters()).device)


class CodeModel(Model):
    """A model that scores the classes of codes of all numbers; decoding is the same for all."""

    def __init__(self, settings: ModelSettings, features: Features) -> None:
        super().__init__(settings, features)
        self.ranker = Ranker(DEFAULT_WEIGHTS)

    @abstractmethod
    def score(self, batch: Batch) -> Scores:
        """What the model thinks of classes, candidates and shapes."""

    @abstractmethod
    def predict_apart(self, batch: Batch) -> list[Prediction]:
        """What every number says for itself, whether it fits together or not."""

    @torch.no_grad()
    def predict(self, batch: Batch, decoding: str = "joint") -> list[Prediction]:
        """The most probable trees, or with "rounding" what every number says for itself."""
        if decoding == "rounding":
            return self.predict_apart(batch)
        return choose(self.target, self.ranker, batch.problems, self.score(batch))

    @torch.no_grad()
    def judged_features(self, batch: Batch) -> list[tuple[Rows, list[bool]]]:
        """For every problem the features of its candidates, and which of them are right."""
        return judged_features(self.target, batch.problems, self.score(batch))
