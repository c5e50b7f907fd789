"""The folder of a bulk run: a manifest of what is to be done, and a file for each partition.

    answers/manifest.json                     what is done with which input, in which partitions
    answers/part-000000-3f2a9c51d07e88b4.jsonl

The name of a file has the key of its partition: a checksum of its rows, model and options.
It is written under another name and renamed, so it is whole or not there, and writing it twice
changes nothing. What has no file has yet to be done.
"""

import json
import secrets
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sumc import __version__
from sumc.bulk.tasks import Task
from sumc.errors import SumcError
from sumc.scale.partitions import Partition, file_system
from sumc.storage import DRAFT, write_whole
from sumc.strict_json import parse_json

if TYPE_CHECKING:  # imported when files are looked for
    from pyarrow.fs import FileSystem

MANIFEST = "manifest.json"
VERSION = 1
KEY_LENGTH = 16
JSON_LINES, PARQUET = "jsonl", "parquet"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: a task, the partitions of an input, and the form of the output."""

    task: Json
    partitions: tuple[Partition, ...]
    form: str

    @classmethod
    def of(cls, task: Task, partitions: list[Partition], place: str) -> "Plan":
        """The plan for an output; it is Parquet if its name ends in .parquet."""
        form = PARQUET if place.rstrip("/").endswith(f".{PARQUET}") else JSON_LINES
        identity = {"task": task.name, "sumc": __version__, **task.identity()}
        return cls(identity, tuple(partitions), form)

    @property
    def rows(self) -> int:
        """The rows of all partitions."""
        return sum(each.rows for each in self.partitions)

    def name(self, number: int) -> str:
        """The file of a partition."""
        content = json.dumps([self.task, self.partitions[number].sha256, number], sort_keys=True)
        key = sha256(content.encode()).hexdigest()[:KEY_LENGTH]
        return f"part-{number:06}-{key}.{self.form}"

    def to_json(self) -> Json:
        """The manifest."""
        fields = ("path", "kind", "start", "end", "rows", "sha256")
        rows = [[getattr(each, name) for name in fields] for each in self.partitions]
        return {
            "version": VERSION,
            "task": self.task,
            "form": self.form,
            "rows": self.rows,
            "fields": fields,
            "partitions": rows,
        }


@dataclass(frozen=True, slots=True)
class Output:
    """The folder of a bulk run."""

    place: str

    def begin(self, plan: Plan) -> list[int]:
        """Write the manifest, or check it against the one there; return the missing partitions."""
        system, path = file_system(self.place)
        names = _names(system, path)
        if MANIFEST in names:
            check_same(self.place, _read(system, f"{path}/{MANIFEST}"), plan)
        elif names:
            raise SumcError(
                f"{self.place} is not empty and has no {MANIFEST}: choose another folder"
            )
        else:
            system.create_dir(path, recursive=True)
            text = json.dumps(plan.to_json(), ensure_ascii=False) + "\n"
            self.write(MANIFEST, [text.encode()])
        return [n for n in range(len(plan.partitions)) if plan.name(n) not in names]

    def write(self, name: str, parts: list[bytes]) -> None:
        """Write a file atomically."""
        from pyarrow.fs import LocalFileSystem

        system, path = file_system(self.place)
        if isinstance(system, LocalFileSystem):
            write_whole(Path(path) / name, parts)  # which also flushes it to the disk
            return
        draft = f"{path}/.{secrets.token_hex(8)}{DRAFT}"
        with system.open_output_stream(draft) as file:
            for part in parts:
                file.write(part)
        system.move(draft, f"{path}/{name}")


def _names(system: "FileSystem", path: str) -> set[str]:
    """The files of a folder; leftovers of killed workers are ignored."""
    from pyarrow.fs import FileSelector

    found = system.get_file_info(FileSelector(path, allow_not_found=True))
    return {each.base_name for each in found if not each.base_name.endswith(DRAFT)}


def _read(system: "FileSystem", path: str) -> Json:
    try:
        with system.open_input_stream(path) as file:
            content = parse_json(file.read())
        if content["version"] == VERSION and isinstance(content["partitions"], list):
            return dict(content)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SumcError(f"{path} is damaged: {error}; choose another output") from None
    raise SumcError(f"{path} was written by another version of sumc: choose another output")


def check_same(place: str, written: Json, plan: Plan) -> None:
    """Refuse to continue an output that was started differently, and say how."""
    for name in dict.fromkeys((*plan.task, *written["task"])):
        before, now = written["task"].get(name), plan.task.get(name)
        if before != now:
            what = "another model" if name.startswith("model") else f"another {name}"
            raise SumcError(f"{place} was started with {what}: {before!r} there, {now!r} now")
    if written["form"] != plan.form:
        raise SumcError(f"{place} was started as {written['form']}, not as {plan.form}")
    wanted = plan.to_json()["partitions"]
    for number, (before, now) in enumerate(zip(written["partitions"], wanted, strict=False)):
        if before[1:] != now[1:]:  # the path may be another one
            rows = sum(each.rows for each in plan.partitions[:number])
            raise SumcError(
                f"{place} was started with another input: partition {number} (from row "
                f"{rows + 1}, now in {now[0]}) has different content or another size"
            )
    if len(written["partitions"]) != len(wanted):
        before, now = written["rows"], plan.rows
        raise SumcError(f"{place} was started with another input: {before} rows then, {now} now")
