"""What is kept of a finished job: which problems were solved, how, and at what cost.

The files are small and hold no text of any dataset, so they are part of the repository: every
table and figure can be drawn again from them, and anybody can count again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

from sumc.errors import SumcError
from sumc.strict_json import parse_json

VERSION = 1
"""Goes up when files of another version can no longer be read."""

Scope = Literal["", "outside"]
"""`outside`: a record that no reference fold has, asked on top."""


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
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise SumcError(f"expected a result of version {VERSION}")
        try:
            known = {each.name: data[each.name] for each in fields(cls)}
            answers = tuple(Answer(*row) for row in data["answers"])
            right, total = data["validation"]
            return cls(**{**known, "answers": answers, "validation": (right, total)})
        except (KeyError, TypeError, ValueError) as error:
            raise SumcError(f"not a result: {error}") from None


class Results:
    """The results in a folder, one file a job."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, job: str) -> Path:
        """The file of a job."""
        return self.folder / f"{job}.json"

    def names(self) -> list[str]:
        """The jobs that have a result."""
        paths = sorted(self.folder.rglob("*.json")) if self.folder.is_dir() else []
        return [path.relative_to(self.folder).with_suffix("").as_posix() for path in paths]

    def load(self, job: str) -> JobResult:
        """The result of a job."""
        path = self.path(job)
        try:
            return JobResult.from_json(parse_json(path.read_bytes()))
        except (OSError, ValueError) as error:
            raise SumcError(f"{path} cannot be read: {error}") from None

    def load_all(self, jobs: Iterable[str]) -> Iterator[JobResult]:
        """The results of those jobs that have one."""
        done = set(self.names())
        return (self.load(job) for job in jobs if job in done)
