"""Table 2 of the paper: the code set of M-trees against that of binary trees, on Math23K.

How it is counted: the codes of all solutions of the training file (22,162 problems; our
validation ids are part of it, as in the paper), each solution over the numbers of its text and
constants; a test problem is covered when all codes of its solution are among them. Problems that
cannot be read are counted as not covered.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sumc.algebra.codebook import Codebook
from sumc.algebra.codes import MARK
from sumc.codecs.binary import BinaryCodes
from sumc.codecs.mtree import MTreeCodes
from sumc.codecs.number_codes import Pairs
from sumc.errors import SumcError
from sumc.experiments.jobs import Job, Plan
from sumc.experiments.results import Results, read_file
from sumc.experiments.systems import BY_NAME
from sumc.experiments.table_1 import trainings_of
from sumc.problems.datasets import Dataset
from sumc.problems.problem import Problem
from sumc.problems.sequences import concatenate
from sumc.problems.splits import Split, published_split

PAPER = {"M-tree": (153, 100.0), "binary tree": (1290, 93.5)}  # table 2
COUNTS = "table-2"
"""The counts among the results: they need no training."""
SYSTEM = BY_NAME["joint-rnn"]
"""The system whose answers with both kinds of codes are compared."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: ours and the paper's."""

    codes: str
    size: int
    coverage: float
    """Percent of the test problems."""
    paper_size: int
    paper_coverage: float


@dataclass(frozen=True, slots=True)
class CodeCounts:
    """The code sets, and how many problems need no marks."""

    rows: tuple[Row, ...]
    unmarked: float
    """Percent of the problems whose M-tree has no two branches of one kind under one node."""

    def to_json(self) -> dict[str, Any]:
        """What is kept; `from_json` reads it back."""
        return {"rows": [asdict(row) for row in self.rows], "unmarked": self.unmarked}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "CodeCounts":
        """Read what `to_json` wrote."""
        try:
            return cls(tuple(Row(**row) for row in data["rows"]), data["unmarked"])
        except (KeyError, TypeError) as error:
            raise SumcError(f"not the counts of table 2: {error}") from None


def table_2_plan() -> Plan:
    """The trainings whose answers are compared: that of table 1, and one with binary codes."""
    return Plan("table-2", tuple(code_jobs().values()))


def code_jobs() -> Mapping[str, Job]:
    """The job of each kind of codes."""
    (mtree,) = trainings_of(SYSTEM, "math23k", "cpu")[0]
    overrides = ("codec.name=binary", *mtree.overrides)
    variant = "published-binary-seed-0"
    binary = Job(mtree.system, mtree.dataset, mtree.config, overrides, variant, mtree.minutes)
    return {"M-tree": mtree, "binary tree": binary}


def kept_counts(results: Results) -> CodeCounts | None:
    """The counts among the results; None where there are none."""
    path = results.find(COUNTS)
    if path is None:
        return None
    try:
        return CodeCounts.from_json(read_file(path))
    except (OSError, ValueError) as error:
        raise SumcError(f"{path} cannot be read: {error}") from None


def count_codes(dataset: Dataset) -> CodeCounts:
    """Build both code sets on the training file and count what they cover."""
    split = published_split(dataset)
    train = concatenate(split.train, split.validation)
    codings = (("M-tree", MTreeCodes.pairs), ("binary tree", BinaryCodes.pairs))
    rows = tuple(_row(name, coding, train, split) for name, coding in codings)
    solutions = [pairs for problem in dataset.problems if (pairs := MTreeCodes.pairs(problem))]
    unmarked = sum(all(MARK not in code for _, code in pairs) for pairs in solutions)
    return CodeCounts(rows, round(100 * unmarked / max(1, len(solutions)), 2))


def _row(
    name: str,
    coding: Callable[[Problem], Pairs],
    train: Iterable[Problem],
    split: Split,
) -> Row:
    codebook = Codebook.build(map(coding, train))
    solutions = [pairs for problem in split.test if (pairs := coding(problem))]
    covered = sum(map(codebook.covers, solutions))
    return Row(name, len(codebook) - 1, 100 * covered / split.test_size, *PAPER[name])
