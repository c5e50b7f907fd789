"""What is kept of a finished job: which problems were solved, how, and at what cost.

The files are small and hold no text of any dataset, so they are part of the repository: every
table and figure can be drawn again from them, and anybody can recount.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

from sumc.errors import SumcError
from sumc.storage import write_whole
from sumc.strict_json import parse_json

VERSION = 1
"""Goes up when files of another version can no longer be read."""
ENDINGS = (".json", ".json.gz")
"""A result as it is written, and packed as it is kept."""
PACKAGED = Path(__file__).parents[1] / "results"
CHECKOUT = Path(__file__).parents[3] / "results"

Scope = Literal["", "outside"]
"""`outside`: a record that is in no reference fold, evaluated in addition."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one problem."""

    id: str
    right: bool
    expression: str
    """The predicted expression over n1, n2, ...; empty for no answer or an unreadable record."""
    operands: int
    """How many operands the gold solution needs; 0 where that is not known."""
    scope: Scope = ""


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job."""

    job: str
    system: str
    dataset: str
    variant: str
    command: str
    """What trains the same weights again."""
    settings: Mapping[str, Any]
    """All settings, as the tables of a configuration."""
    parameters: int
    """Weights that were trained."""
    epochs: int
    best_epoch: int
    validation: tuple[int, int]
    """Validation problems that were right, of all."""
    train_seconds: float
    """Processor time: other work on the same cores makes no difference."""
    problems_per_second: float
    """How fast the test problems were solved, in batches, on one thread."""
    versions: Mapping[str, str]
    answers: tuple[Answer, ...]

    def to_json(self) -> dict[str, Any]:
        """What is written to a file; `from_json` reads it back."""
        whole = {each.name: getattr(self, each.name) for each in fields(self)}
        answers = [list(asdict(each).values()) for each in self.answers]
        return {"version": VERSION, **whole, "answers": answers}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "JobResult":
        """Read what `to_json` wrote."""
        version = data.get("version") if isinstance(data, dict) else None
        if version != VERSION:
            what = "none" if version is None else f"version {version}"
            raise SumcError(f"expected a result of version {VERSION}, found {what}")
        try:
            known = {each.name: data[each.name] for each in fields(cls)}
            answers = tuple(Answer(*row) for row in data["answers"])
            right, total = data["validation"]
            found = cls(**{**known, "answers": answers, "validation": (right, total)})
        except (KeyError, TypeError, ValueError) as error:
            raise SumcError(f"not a result: {error}") from None
        found.check()
        return found

    def check(self) -> None:
        """Refuse what is not a result although it has the form of one."""
        if wrong := next((n for n in _NUMBERS if not _is_number(getattr(self, n))), None):
            raise SumcError(f"not a result: {wrong} is not a number: {getattr(self, wrong)!r}")
        if not self.answers:
            raise SumcError("not a result: it has no answers")
        if strange := next((each for each in self.answers if not _is_answer(each)), None):
            raise SumcError(f"not a result: not an answer: {strange}")
        if len({(each.id, each.scope) for each in self.answers}) < len(self.answers):
            raise SumcError("not a result: some problems are answered twice")


_NUMBERS = ("parameters", "epochs", "best_epoch", "train_seconds", "problems_per_second")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_answer(answer: Answer) -> bool:
    texts = (answer.id, answer.expression, answer.scope)
    return (
        all(isinstance(each, str) for each in texts)
        and isinstance(answer.right, bool)
        and isinstance(answer.operands, int)
    )


class Results:
    """The results in some folders, one file per job; if several have a job, the first counts."""

    def __init__(self, *folders: Path) -> None:
        self.folders = folders
        self._loaded: dict[Path, JobResult] = {}  # the same training is part of several figures

    def path(self, job: str) -> Path:
        """The file into which the result of a job is written, in the first folder."""
        return self.folders[0] / f"{job}{ENDINGS[0]}"

    def find(self, job: str) -> Path | None:
        """The file of a job that has a result."""
        paths = (folder / f"{job}{ending}" for folder in self.folders for ending in ENDINGS)
        return next(filter(Path.is_file, paths), None)

    def names(self) -> list[str]:
        """The jobs that have a result."""
        return sorted({name for folder in self.folders for name in _names_in(folder)})

    def load(self, job: str) -> JobResult:
        """The result of a job."""
        path = self.find(job) or self.path(job)
        if path not in self._loaded:
            self._loaded[path] = _load(path, job)
        return self._loaded[path]

    def load_all(self, jobs: Iterable[str]) -> Iterator[JobResult]:
        """The results of those jobs that have one."""
        return (self.load(job) for job in jobs if self.find(job))


def _load(path: Path, job: str) -> JobResult:
    try:
        result = JobResult.from_json(read_file(path))
        if result.job != job:
            raise SumcError(f"it is the result of {result.job}")
    except (OSError, ValueError) as error:
        raise SumcError(
            f"{path} cannot be read: {error}; delete it to train {job} again"
        ) from None
    return result


def _names_in(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.json*") if folder.is_dir() else ():
        name = path.relative_to(folder).as_posix()
        if name.endswith(ENDINGS):
            yield name.removesuffix(".gz").removesuffix(".json")


def read_file(path: Path) -> Any:
    """The JSON of a file, packed or not; a `ValueError` if it is damaged."""
    content = path.read_bytes()
    try:
        return parse_json(gzip.decompress(content) if path.suffix == ".gz" else content)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"the packed file is damaged: {error}") from None


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write JSON into a file, whole or not at all; the folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [_to_bytes(data)])


def pack(path: Path, data: Mapping[str, Any]) -> None:
    """Write JSON into a packed file; the same data always gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [gzip.compress(_to_bytes(data), 9, mtime=0)])


def _to_bytes(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def kept_results() -> Path:
    """The results that sumc comes with: those of the installed package or of the checkout."""
    return PACKAGED if PACKAGED.is_dir() else CHECKOUT
