"""Exported models: graphs in onnxruntime as the backend of a `Predictor`; no torch."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import onnxruntime

from sumc.codecs import read_codec
from sumc.codecs.number_codes import NumberCodes
from sumc.decoding.calibration import SURE
from sumc.decoding.code_search import EVIDENCE, VERIFIED, CodeScores, has_numbers, search_codes
from sumc.decoding.hypothesis import NO_SCORES, Hypothesis, Search
from sumc.decoding.second_pass import joint_scores
from sumc.encoding.batches import Batch
from sumc.encoding.old_features import read_features
from sumc.encoding.text import TextEncoding
from sumc.errors import ModelError, SumcError
from sumc.solving.graph_files import has_external_data
from sumc.solving.manifest import (
    CLASSIFIER,
    CODEC,
    ENCODING,
    FEATURES,
    READER,
    VERIFIER,
    Manifest,
    read_file,
    read_manifest,
)
from sumc.solving.predictor import Predictor, SolvingModel
from sumc.strict_json import parse_json

Array = np.ndarray[Any, np.dtype[Any]]
Session = Any
"""A graph in onnxruntime, which has no types."""
T = TypeVar("T")

READS = ("tokens", "parts", "mask", "positions", "slots", "features")
"""What the reader is given."""
GIVES = ("states", "shapes", "answerable", "hidden")
"""What it may return; the first one is always there."""
CLASSIFIES = ("states", "origins", "given", "rows", "slots", "asked")
"""What the classifier is given: numbers, their rows, and what is asked for."""
VERIFIES = (*CLASSIFIES[:-1], "hidden", "mask")
"""What a verifier is given: numbers, their rows, and the texts."""
INPUTS = ("number_features",)
"""What the reader is given besides the text."""
DECODING = "joint"
"""How hypotheses are searched for: the default of the model that is exported."""
PROCESSOR = "CPUExecutionProvider"
QUIET = 3
"""onnxruntime logs errors only."""

PRODUCT = bytes.fromhex(
    "080912003a500a180a01610a0162120163220d4d61744d756c496e74656765721201705a0f0a0161120a0a080802"
    "12040a000a005a0f0a0162120a0a08080312040a000a00620f0a0163120a0a08080612040a000a0042040a001014"
)
"""A graph of one operation: c is the product of the bytes a, without signs, and b, with signs."""


class OnnxBackend:
    """A seq2code-joint model as two graphs. Several threads may use it at once."""

    batch_size = 16
    """No larger batch was faster."""

    def __init__(
        self,
        codec: NumberCodes,
        encoding: TextEncoding,
        reader: Session,
        classifier: Session,
        manifest: Manifest,
        verifier: Session | None = None,
    ) -> None:
        self.codec = codec
        self.encoding = encoding
        self._reader = reader
        self._gives = [each.name for each in reader.get_outputs()]
        self._classifier = classifier
        self._verifier = verifier
        self.evidence = EVIDENCE if verifier is None else {**EVIDENCE, **VERIFIED}
        self._manifest = manifest

    def hypotheses(self, batch: Batch, search: Search) -> list[list[Hypothesis] | str]:
        """The most probable trees of every problem, or `NO_SCORES` where there are none."""
        if search.decoding not in ("", DECODING):
            raise ModelError(
                f"an exported model only has {DECODING} decoding, not {search.decoding}"
            )
        scores = self.scores(batch)
        found = search_codes(self.codec, batch.problems, scores)
        numbered = has_numbers(scores)
        return [each if known else NO_SCORES for each, known in zip(found, numbered, strict=True)]

    def scores(self, batch: Batch) -> CodeScores:
        """What the graphs say about the classes and shapes of a batch."""
        given = _run(self._reader, READER, READS, _read_by(batch))
        found = dict(zip(self._gives, given, strict=True))
        return joint_scores(
            self._asker(self._classifier, CLASSIFIER, CLASSIFIES, found["states"]),
            batch.slots,
            len(self.codec.classes),
            found.get("shapes"),
            found.get("answerable"),
            label_smoothing=self._manifest.label_smoothing,
            refinement=self._manifest.refinement,
            verify=self._verifier
            and self._asker(
                self._verifier, VERIFIER, VERIFIES, found["states"], found["hidden"], batch.mask
            ),
        )

    @staticmethod
    def _asker(
        graph: Session, name: str, inputs: tuple[str, ...], states: Array, *text: Array
    ) -> Callable[..., Array]:
        """A graph as a function that knows the states of the numbers, and the text, of a batch."""
        flat = states.reshape(-1, states.shape[-1])

        def ask(*arrays: Array) -> Array:
            (scores,) = _run(graph, name, inputs, (flat, *arrays, *text))
            return np.asarray(scores)

        return ask


def _run(
    session: Session, name: str, inputs: tuple[str, ...], arrays: tuple[Array, ...]
) -> list[Any]:
    """What a graph returns; if it does not fit its codec or vocabulary, that is a `ModelError`."""
    try:
        found: list[Any] = session.run(None, dict(zip(inputs, arrays, strict=True)))
    except MemoryError:
        raise
    except Exception as error:  # onnxruntime's exceptions have no common class
        reason = str(error).strip().splitlines()[0]
        raise ModelError(f"{name} of the model is damaged and cannot be run: {reason}") from None
    return found


def _read_by(batch: Batch) -> tuple[Array, ...]:
    features = batch.inputs["number_features"]
    return batch.tokens, batch.subwords, batch.mask, batch.positions, batch.slots, features


def load_exported(folder: str | Path) -> tuple[Manifest, Predictor]:
    """The model of an exported folder; a damaged or foreign folder is a `ModelError`."""
    folder = Path(folder)
    manifest, files = read_files(folder)
    return manifest, build_exported(manifest, files, folder)


def read_files(folder: Path) -> tuple[Manifest, dict[str, bytes]]:
    """All files of an exported folder, checked against its manifest."""
    manifest = read_manifest(folder)
    return manifest, {name: read_file(folder, manifest, name) for name in manifest.files}


def load_exported_model(folder: Path) -> SolvingModel:
    """The model of an exported folder, ready for a solver."""
    manifest, predictor = load_exported(folder)
    return SolvingModel(
        manifest.name,
        manifest.language,
        manifest.words,
        predictor,
        manifest.compounds,
        manifest.calibration.sure if manifest.calibration else SURE,
    )


def build_exported(manifest: Manifest, files: Mapping[str, bytes], folder: Path) -> Predictor:
    """The model of files that have been read; errors name the folder."""
    codec, encoding = read_learned(manifest, files, folder)
    reader = _session(files[READER], folder / READER, READS, *GIVES)
    classifier = _session(files[CLASSIFIER], folder / CLASSIFIER, CLASSIFIES, "scores")
    _check_width(classifier, len(codec.classes), folder / CLASSIFIER, "scores", "classes")
    _check_width(reader, len(codec.shapes) + 1, folder / READER, "shapes")
    verifier = None
    if VERIFIER in files:
        verifier = _session(files[VERIFIER], folder / VERIFIER, VERIFIES, "verified")
    backend = OnnxBackend(codec, encoding, reader, classifier, manifest, verifier)
    return Predictor(backend, manifest.ranker, manifest.calibration, sense=True)


def read_learned(
    manifest: Manifest, files: Mapping[str, bytes], folder: Path
) -> tuple[NumberCodes, TextEncoding]:
    """How the model of a folder reads texts, and which codes it knows."""
    if FEATURES in manifest.files:
        both = lambda data: read_features(data, INPUTS)  # noqa: E731
        codec, encoding = _read_json(files[FEATURES], folder / FEATURES, both)
        encoding = replace(encoding, longest=manifest.longest or encoding.longest)
    else:
        codec = _read_json(files[CODEC], folder / CODEC, read_codec)
        encoding = _read_json(files[ENCODING], folder / ENCODING, TextEncoding.from_json)
    if not isinstance(codec, NumberCodes) or encoding.inputs != INPUTS:
        raise ModelError(f"{folder} is damaged: expected codes of numbers, found {codec.name}")
    if codec.constants != encoding.constants:
        raise ModelError(f"{folder} is damaged: codec and encoding have different constants")
    return codec, encoding


def _read_json(data: bytes, path: Path, read: Callable[[Any], T]) -> T:
    try:
        return read(parse_json(data))
    except (SumcError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ModelError(f"{path} is damaged: {error}") from None


def _session(data: bytes, path: Path, inputs: tuple[str, ...], *outputs: str) -> Session:
    """A graph that is ready to run, on one thread; only the first of its outputs is required."""
    if has_external_data(data):
        raise ModelError(f"{path} refers to external data, which no checksum covers")
    options = _options()
    options.add_session_config_entry("session.load_model_format", "ONNX")
    if products_are_clipped():  # the setting needs this level of optimisation
        options.add_session_config_entry("session.x64quantprecision", "1")
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    try:
        session = onnxruntime.InferenceSession(data, options, providers=[PROCESSOR])
    except Exception as error:  # onnxruntime's exceptions have no common class
        raise ModelError(f"{path} cannot be run: {error}") from None
    given = tuple(each.name for each in session.get_inputs())
    gives = tuple(each.name for each in session.get_outputs())
    known = tuple(name for name in outputs if name in gives)
    if given != inputs or gives != known or outputs[0] not in gives:
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
    options.enable_mem_reuse = False  # planning it takes most of the loading time
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    # a higher level makes loading slower, and solving no faster
    return options


@cache
def products_are_clipped() -> bool:
    """Whether onnxruntime's products of bytes are not exact on this processor.

    Without VNNI instructions it adds two products in 16 bits, which cannot hold every sum. It has
    a setting that avoids this, but at half the speed on all x86 processors; so this tries it out.
    """
    session = onnxruntime.InferenceSession(PRODUCT, _options(), providers=[PROCESSOR])
    largest = {"a": np.full((4, 64), 255, np.uint8), "b": np.full((64, 16), 127, np.int8)}
    (found,) = session.run(None, largest)
    return bool((found != 64 * 255 * 127).any())


def _check_width(session: Session, wanted: int, path: Path, output: str, what: str = "") -> None:
    """Make sure that an output of a graph, if it has it, is as wide as the codec says."""
    widths = {each.name: each.shape[-1] for each in session.get_outputs()}
    if widths.get(output, wanted) != wanted:
        raise ModelError(
            f"{path.parent} is damaged: its codec has {wanted} {what or output}, but {path.name} "
            f"has {widths[output]}"
        )
