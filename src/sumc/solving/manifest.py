"""The folder of an exported model: `model.json` says what it is and has the checksums of its
files.

Whatever is read is checked before it is used. A damaged folder, one of another program or of
another version raises a `ModelError` that says what was read, where, and what is accepted.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sumc.decoding.calibration import Calibration
from sumc.decoding.ranking import Ranker
from sumc.errors import ModelError, SumcError
from sumc.storage import open_regular
from sumc.strict_json import parse_json

MANIFEST = "model.json"
CODEC = "codec.json"
ENCODING = "encoding.json"
READER = "reader.onnx"
CLASSIFIER = "classifier.onnx"
VERIFIER = "verifier.onnx"
"""Only models with a verifier have it."""
FEATURES = "features.json"
"""Codec and encoding in one file, as folders of version 1 have them."""

FORMAT = "sumc model"
VERSION = 2
"""Goes up when older versions of sumc cannot read what this one writes."""
FILES = {1: (FEATURES, READER, CLASSIFIER), 2: (CODEC, ENCODING, READER, CLASSIFIER)}
"""The files of a folder, by its version."""
LABEL_SMOOTHING = 0.1
"""That of all models of version 1."""
KIND = "seq2code-joint"
"""The one kind of model that is exported."""
LARGEST_MANIFEST = 1 << 20
"""Bytes of a `model.json`; ours have a few thousand."""
LARGEST_FILE = 1 << 30
"""Bytes of any other file."""
CHUNK = 1 << 20

ModelLanguage = Literal["en", "zh", ""]
"""The language that a model reads; empty for both."""


@dataclass(frozen=True, slots=True)
class FileSum:
    """The size and the checksum that a file of a model must have."""

    size: int
    """Bytes."""
    sha256: str

    @classmethod
    def of(cls, data: bytes) -> "FileSum":
        """The size and checksum of some data."""
        return cls(len(data), hashlib.sha256(data).hexdigest())


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a `model.json` says."""

    name: str
    language: ModelLanguage
    words: bool
    """Whether number words counted as numbers in its training."""
    refinement: bool
    """Whether a second pass sees the codes that the first one found."""
    label_smoothing: float
    """The label smoothing of its training, which bounds how certain a score can be."""
    ranker: Ranker
    calibration: Calibration | None
    """None if it was not calibrated: the confidence is then a share among candidates."""
    files: Mapping[str, FileSum]
    about: Mapping[str, Any]
    """Where the model comes from, for people to read."""
    version: int = VERSION
    longest: int | None = None
    """The most tokens of a text that it reads, in version 1; later the encoding has it."""
    compounds: bool = False
    """Whether 2 hours 30 minutes was one number in the texts that it learned from."""

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": KIND,
            "name": self.name,
            "language": self.language,
            "words": self.words,
            "compounds": self.compounds,
            "refinement": self.refinement,
            "label_smoothing": self.label_smoothing,
            "ranker": self.ranker.to_json(),
            "calibration": self.calibration and self.calibration.to_json(),
            "files": {
                name: {"bytes": each.size, "sha256": each.sha256}
                for name, each in self.files.items()
            },
            "about": dict(self.about),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Manifest":
        """Read what `to_json` wrote, refusing another format, version or kind."""
        for key, wanted in (("format", (FORMAT,)), ("kind", (KIND,)), ("version", tuple(FILES))):
            if data.get(key) not in wanted:
                found = _short(data.get(key))
                raise ModelError(f"expected the {key} {_any_of(wanted)}, found {found}")
        version = data["version"]
        defaults: dict[str, object] = {"compounds": False}
        if version == 1:
            defaults["label_smoothing"] = LABEL_SMOOTHING
        match {**defaults, **data}:
            case {
                "name": str() as name,
                "language": ("en" | "zh" | "") as language,
                "words": bool() as words,
                "compounds": bool() as compounds,
                "refinement": bool() as refinement,
                "label_smoothing": float() as smoothing,
                "ranker": ranker,
                "calibration": calibration,
                "files": dict() as files,
                "about": dict() as about,
            } if 0 <= smoothing < 1:
                return cls(
                    name,
                    language,
                    words,
                    refinement,
                    smoothing,
                    Ranker.from_json(ranker),
                    None if calibration is None else Calibration.from_json(calibration),
                    {file: _read_sum(file, files.get(file)) for file in _files_of(version, files)},
                    about,
                    version,
                    _read_longest(data) if version == 1 else None,
                    compounds,
                )
        raise ModelError(
            "expected a name, a language (en, zh or empty), words, compounds, refinement, "
            "label_smoothing, "
            "a ranker, a calibration, files and about"
        )


def _any_of(values: tuple[object, ...]) -> str:
    return " or ".join(map(repr, values))


def _read_longest(data: Mapping[str, Any]) -> int:
    longest = data.get("longest")
    if not isinstance(longest, int) or longest < 1:
        raise ModelError(f"expected the length of the longest text, found {_short(longest)}")
    return longest


def _files_of(version: int, files: Mapping[str, Any]) -> tuple[str, ...]:
    """The files that a folder must have, and the optional ones that its manifest lists."""
    return (*FILES[version], *((VERIFIER,) if version > 1 and VERIFIER in files else ()))


def _read_sum(name: str, data: object) -> FileSum:
    match data:
        case {"bytes": int() as size, "sha256": str() as found} if 0 <= size <= LARGEST_FILE:
            return FileSum(size, found)
    raise ModelError(f"expected the bytes (at most {LARGEST_FILE}) and the sha256 of {name}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def is_model_folder(folder: Path) -> bool:
    """Whether a folder looks like one of an exported model."""
    return (folder / MANIFEST).is_file()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a model's folder."""
    path = folder / MANIFEST
    data = _read(path, LARGEST_MANIFEST, f"{folder} is not the folder of an exported model")
    try:
        values = parse_json(data)
        if not isinstance(values, dict):
            raise ModelError("expected an object")
        manifest = None if _is_newer(values) else Manifest.from_json(values)
    except (SumcError, ValueError, TypeError, RecursionError) as error:
        raise ModelError(f"{path} is damaged or not one of ours: {error}") from None
    if manifest is None:
        raise ModelError(
            f"{path} was written by a newer version of sumc: expected the version "
            f"{_any_of(tuple(FILES))}, found {_short(values['version'])}; upgrade sumc"
        )
    return manifest


def _is_newer(values: Mapping[str, Any]) -> bool:
    version = values.get("version")
    return values.get("format") == FORMAT and isinstance(version, int) and version > VERSION


def read_file(folder: Path, manifest: Manifest, name: str) -> bytes:
    """A file of a model, if it matches the manifest."""
    path, wanted = folder / name, manifest.files[name]
    data = _read(path, wanted.size, f"{folder} is damaged")
    found = FileSum.of(data)
    if found != wanted:
        raise ModelError(
            f"{path} is damaged: expected {wanted.size} bytes with the sha256 {wanted.sha256}, "
            f"found {found.size} bytes with {found.sha256}; export the model again"
        )
    return data


def _read(path: Path, most: int, complaint: str) -> bytes:
    """The bytes of a regular file; one that is too large is not read to its end."""
    try:
        with open_regular(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise ModelError(f"{complaint}: {path} cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise ModelError(f"{complaint}: {path} has more than the expected {most} bytes")
    return data
