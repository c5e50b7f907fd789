"""The contract of every model: a loss to train on and hypotheses to be judged by.

A model is one file: a class that extends `Model`, and a `ModelKind` (sumc/settings/models.py) that
names its settings, its codec and its inputs. Training, evaluation, ranking, calibration,
ensembles and `sumc solve` need nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, TypedDict

import numpy as np
import torch
from torch import Tensor, nn

from sumc.codecs.codec import Codec
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Hypothesis, Search
from sumc.decoding.ranking import FIRST
from sumc.encoding.batches import Batch
from sumc.encoding.text import TextEncoding
from sumc.errors import PluginError, SettingsError, SumcError
from sumc.models.encoders import RecurrentEncoder
from sumc.models.loss import LossSum
from sumc.models.pretrained import PretrainedEncoder
from sumc.problems.problem import Problem
from sumc.settings.encoders import EncoderSettings, PretrainedSettings

ROUNDING = 1e-3
"""How far above 0 the logarithm of a probability may be calculated."""


class ParameterGroup(TypedDict):
    """Weights that learn at one rate: `scale` times the learning rate of the training."""

    params: list[nn.Parameter]
    scale: float


class Model(nn.Module, ABC):
    """Problems in, hypotheses out; it is the torch backend of a `Predictor`."""

    decodings: ClassVar[tuple[str, ...]] = ("",)
    """The ways it can search for hypotheses, its default first."""
    evidence: Mapping[str, float] = {FIRST: 1.0}
    """Its scores of a hypothesis, by name, with their weights before a ranker is fitted; `first`
    is the score of a hypothesis."""
    batch_size: int = 64
    """The batch size that suits it best."""
    stage: str = ""
    """The current stage of its training, where it has several; after training the last one."""

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
        """The loss of one batch with targets."""

    @abstractmethod
    def predict(self, batch: Batch, search: Search) -> list[list[Hypothesis]]:
        """Some hypotheses for every problem of a batch, the most probable first."""

    def hypothesis(
        self,
        output: Any,
        score: float,
        problem: Problem,
        evidence: Mapping[str, float] | None = None,
    ) -> Hypothesis | None:
        """The hypothesis that the codec makes of an output; None if it has no value."""
        try:
            expression = self.codec.decode(output, problem)
        except SumcError:
            return None
        return Hypothesis.of(expression, score, problem, evidence)

    def valued(
        self, found: Iterable[Iterable[tuple[float, Any]]], batch: Batch, most: int
    ) -> list[list[Hypothesis]]:
        """For each problem, the first few of its scored outputs that have a value."""
        pairs = zip(batch.problems, found, strict=True)
        return [list(islice(self._valued(outputs, each), most)) for each, outputs in pairs]

    def _valued(
        self, outputs: Iterable[tuple[float, Any]], problem: Problem
    ) -> Iterator[Hypothesis]:
        some = (self.hypothesis(output, score, problem) for score, output in outputs)
        return (each for each in some if each is not None)

    def hypotheses(self, batch: Batch, search: Search = DEFAULT_SEARCH) -> list[list[Hypothesis]]:
        """What `predict` gives, without dropout and without gradients."""
        self.check_decoding(search.decoding)
        with self.asked():
            found = self.predict(batch, search)
        self._check_hypotheses(found, len(batch.problems))
        return found

    @contextmanager
    def asked(self) -> Iterator[None]:
        """A context without dropout and without gradients."""
        was_training = self.training
        if was_training:  # switching all modules takes longer than some predictions
            self.eval()
        try:
            with torch.inference_mode():
                yield
        finally:
            if was_training:
                self.train()

    def _check_hypotheses(self, found: Sequence[Sequence[Hypothesis]], problems: int) -> None:
        """Report mistakes of a model's author that would surface far from here, or never."""
        what = f"`predict` of the model {self.settings.name!r}"
        if len(found) != problems:
            raise PluginError(f"{what}: {len(found)} lists of hypotheses for {problems} problems")
        given = {name for some in found for each in some for name in each.evidence}
        if unknown := sorted(given.difference(self.evidence)):
            known = ", ".join(self.evidence)
            raise PluginError(f"{what}: evidence {unknown[0]!r}, but its class declares {known}")
        highest = max((each.score for some in found for each in some), default=0.0)
        if highest > ROUNDING:
            raise PluginError(
                f"{what}: a score of {highest:.4g}; expected logarithms of probabilities, which "
                "are never above 0"
            )

    def check_decoding(self, name: str) -> None:
        """Make sure that the model has a decoding of this name."""
        if name and name not in self.decodings:
            known = ", ".join(filter(None, self.decodings)) or "only its default"
            raise SettingsError("decoding", [f"{name}: unknown; this model has {known}"])

    def judge_stage(self, batch: Batch) -> list[bool] | None:
        """Which problems of a batch with targets the current stage gets right by its own measure.

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

        A model that starts from another one's weights takes over the rows that both know. Those
        of encoders are known here; a model adds its own.
        """
        words, names = self.encoding.words, dict[str, Sequence[object]]()
        for name, module in self.named_modules():
            if isinstance(module, RecurrentEncoder) and words is not None:
                names[f"{name}.embedding.weight"] = words.tokens.tokens
                names[f"{name}.subwords.weight"] = words.subwords.tokens
            elif isinstance(module, PretrainedEncoder) and self.encoding.pieces is not None:
                names[f"{name}.{module.table_name}"] = module.names_of_rows(self.encoding.pieces)
        return names

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        module, name = self._some_weight
        device: torch.device = getattr(module, name).device
        return device

    @cached_property
    def _some_weight(self) -> tuple[nn.Module, str]:
        """A layer and one of its weights: searching each time takes as long as a layer."""
        weights = ((layer, name) for layer in self.modules() for name in layer._parameters)
        return next(each for each in weights if getattr(*each) is not None)

    def tensor(self, array: np.ndarray[Any, np.dtype[Any]]) -> Tensor:
        """An array on the model's device."""
        return torch.from_numpy(array).to(self.device)
