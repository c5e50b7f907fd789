"""`ExportedModel`: a model that was exported, run by onnxruntime; numpy in, numpy out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from sumc.decoding.code_search import Scores, choose, no_prediction
from sumc.decoding.prediction import TOO_LONG, Prediction
from sumc.decoding.second_pass import Classify, joint_scores
from sumc.encoding.batches import Batch, collate
from sumc.encoding.features import Example, Features
from sumc.errors import ModelError, SumcError
from sumc.problems.problem import Problem
from sumc.solving.manifest import (
    CLASSIFIER,
    FEATURES,
    FILES,
    READER,
    Manifest,
    read_file,
    read_manifest,
)
from sumc.solving.refusals import NO_NUMBERS

Array = np.ndarray[Any, np.dtype[Any]]
Session = Any
"""A graph in onnxruntime, which has no types."""

READS = ("tokens", "parts", "mask", "positions", "slots", "features")
"""What the reader is given: the fields of a batch."""
CLASSIFIES = ("states", "origins", "given", "rows", "slots", "asked")
"""What the classifier is given: numbers, the rows they stand in, and what is asked for."""
PROCESSOR = "CPUExecutionProvider"
QUIET = 3
"""onnxruntime speaks of errors alone."""
TOGETHER = 16
"""Problems that are read at once at most."""
LONGER = 1.3
"""How many times as long as the shortest of them the longest may be: the rest is padding."""
PRODUCT = bytes.fromhex(
    "080912003a500a180a01610a0162120163220d4d61744d756c496e74656765721201705a0f0a0161120a0a080802"
    "12040a000a005a0f0a0162120a0a08080312040a000a00620f0a0163120a0a08080612040a000a0042040a001014"
)
"""A graph of one operation: c is the product of the bytes a, without signs, and b, with signs."""


class ExportedModel:
    """Problems in, predictions out, without torch. It may be used by several threads at once."""

    def __init__(
        self, manifest: Manifest, features: Features, reader: Session, classifier: Session
    ) -> None:
        self.manifest = manifest
        self.features = features
        self.name: str = manifest.name
        self.language: str = manifest.language
        """The language that it reads; empty for both."""
        self.longest: int = manifest.longest
        """The most tokens of a text that it reads."""
        self.words: bool = manifest.words
        """Whether number words are numbers to it."""
        self._reader = reader
        self._classifier = classifier

    @classmethod
    def load(cls, folder: str | Path) -> "ExportedModel":
        """The model of a folder; a damaged or foreign folder is a `ModelError`."""
        folder = Path(folder)
        manifest = read_manifest(folder)
        files = {name: read_file(folder, manifest, name) for name in FILES}
        return cls.build(manifest, files, folder)

    @classmethod
    def build(
        cls, manifest: Manifest, files: Mapping[str, bytes], folder: Path
    ) -> "ExportedModel":
        """The model of files that are already read, from a folder that errors name."""
        features = _read_features(files[FEATURES], folder / FEATURES)
        target = features.target
        reader = _session(files[READER], folder / READER, READS, "states", "shapes")
        classifier = _session(files[CLASSIFIER], folder / CLASSIFIER, CLASSIFIES, "scores")
        _check_width(classifier, len(target.classes), folder / CLASSIFIER, "classes")
        if len(reader.get_outputs()) > 1:
            _check_width(reader, len(target.shapes) + 1, folder / READER, "shapes")
        return cls(manifest, features, reader, classifier)

    def predict(self, problems: Sequence[Problem]) -> list[Prediction]:
        """One prediction for every problem, with the probability that its answer is right."""
        found: dict[int, Prediction] = {}
        waiting: list[tuple[int, Example]] = []
        for index, problem in enumerate(problems):
            example = self.features.example(problem, labelled=False)
            reason = self._reason(example)
            if reason is None:
                waiting.append((index, example))
            else:
                found[index] = no_prediction(self.features.target, problem, reason)
        for group in _of_similar_length(waiting):
            indices, examples = zip(*group, strict=True)
            found.update(zip(indices, self._predict(collate(examples)), strict=True))
        return [found[index] for index in range(len(problems))]

    def _reason(self, example: Example) -> str | None:
        """Why a text cannot be read, if it cannot."""
        if not example.problem.quantities:
            return NO_NUMBERS
        return TOO_LONG if example.length > self.longest else None

    def _predict(self, batch: Batch) -> list[Prediction]:
        manifest = self.manifest
        found = choose(self.features.target, manifest.ranker, batch.problems, self.score(batch))
        calibration = manifest.calibration
        return found if calibration is None else [calibration.apply(each) for each in found]

    def score(self, batch: Batch) -> Scores:
        """Log-probabilities given nothing, and the second pass that sees candidates."""
        states, *rest = self._reader.run(None, {name: getattr(batch, name) for name in READS})
        return joint_scores(
            self._classifier_of(states),
            batch.slots,
            len(self.features.target.classes),
            rest[0] if rest else None,
            refinement=self.manifest.refinement,
        )

    def _classifier_of(self, states: Array) -> Classify:
        """The classifier for the numbers of one batch."""
        flat = states.reshape(-1, states.shape[-1])

        def classify(*arrays: Array) -> Array:
            given = dict(zip(CLASSIFIES, (flat, *arrays), strict=True))
            (scores,) = self._classifier.run(None, given)
            return np.asarray(scores)

        return classify


def _of_similar_length(
    examples: list[tuple[int, Example]],
) -> Iterator[list[tuple[int, Example]]]:
    """Groups that are read at once, with little padding."""
    group: list[tuple[int, Example]] = []
    for each in sorted(examples, key=lambda pair: pair[1].length):
        if group and (len(group) == TOGETHER or each[1].length > LONGER * group[0][1].length):
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _read_features(data: bytes, path: Path) -> Features:
    try:
        return Features.from_json(json.loads(data))
    except (SumcError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise ModelError(f"{path} is damaged: {error}") from None


def _session(data: bytes, path: Path, inputs: tuple[str, ...], *outputs: str) -> Session:
    """A graph that is ready to run, on one thread; it gives the first of its outputs at least."""
    options = _options()
    if _rounds_products():
        options.add_session_config_entry("session.x64quantprecision", "1")
    try:
        session = onnxruntime.InferenceSession(data, options, providers=[PROCESSOR])
    except Exception as error:  # onnxruntime has a class for every failure and none for all
        raise ModelError(f"{path} cannot be run: {error}") from None
    given = tuple(each.name for each in session.get_inputs())
    gives = tuple(each.name for each in session.get_outputs())
    if given != inputs or not gives or gives != outputs[: len(gives)]:
        raise ModelError(
            f"{path} is not one of ours: expected {', '.join(inputs)} to {' and '.join(outputs)}, "
            f"found {', '.join(given)} to {', '.join(gives)}"
        )
    return session


def _options() -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = QUIET
    options.enable_cpu_mem_arena = False  # it is no faster and never gives memory back
    return options


@cache
def _rounds_products() -> bool:
    """Whether onnxruntime's products of bytes are not exact on this processor.

    Without VNNI instructions it adds two products in 16 bits, which cannot hold them all. It has a
    setting that avoids this, at half the speed also where nothing is wrong; so we try it out.
    """
    left, right = np.full((4, 64), 255, np.uint8), np.full((64, 16), 127, np.int8)
    session = onnxruntime.InferenceSession(PRODUCT, _options(), providers=[PROCESSOR])
    (found,) = session.run(None, {"a": left, "b": right})
    return bool((found != 255 * 127 * 64).any())


def _check_width(session: Session, wanted: int, path: Path, what: str) -> None:
    """Make sure that the last output of a graph is as wide as the features say."""
    width = session.get_outputs()[-1].shape[-1]
    if width != wanted:
        raise ModelError(
            f"{path.parent} is damaged: {FEATURES} has {wanted} {what}, {path.name} {width}"
        )
