"""Folders of exported models, of both versions and damaged in ways that are chosen."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sumc.encoding.old_features import read_features
from sumc.solving.exported import INPUTS
from sumc.solving.manifest import CODEC, ENCODING, FEATURES, MANIFEST, FileSum

OLD = Path(__file__).parents[1] / "data" / "version_1"
"""Small models that version 0.1.0 trained and exported."""


def read_json(path: Path) -> Any:
    """What a JSON file holds."""
    return json.loads(path.read_text(encoding="utf-8"))


def version_1(folder: Path, name: str = "words") -> Path:
    """An exported model of version 1."""
    shutil.copytree(OLD / f"exported-{name}", folder)
    return folder


def version_2(folder: Path, name: str = "words") -> Path:
    """The same model as version 2 has it: a codec and an encoding instead of features."""
    version_1(folder, name)
    manifest = read_json(folder / MANIFEST)
    codec, encoding = read_features(read_json(folder / FEATURES), INPUTS)
    longest = {"longest": manifest.pop("longest")}
    (folder / FEATURES).unlink()
    del manifest["files"][FEATURES]
    write_json(folder / MANIFEST, {**manifest, "version": 2, "label_smoothing": 0.1})
    put(folder, CODEC, json.dumps(codec.to_json()).encode())
    put(folder, ENCODING, json.dumps(encoding.to_json() | longest).encode())
    return folder


MAKERS = {1: version_1, 2: version_2}
"""How a folder is made, by its version."""


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write a JSON file."""
    path.write_text(json.dumps(data), encoding="utf-8")


def put(folder: Path, name: str, content: bytes) -> None:
    """Write a file of a model together with its checksum."""
    (folder / name).write_bytes(content)
    manifest, found = read_json(folder / MANIFEST), FileSum.of(content)
    manifest["files"][name] = {"bytes": found.size, "sha256": found.sha256}
    write_json(folder / MANIFEST, manifest)
