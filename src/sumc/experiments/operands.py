"""The paper's figure of operands: right answers by how many operands a problem needs.

The test problems and the trainings on all problems are those of the low-resource figure. An
operand is a number of the text that the solution needs, however often it uses it
(`Problem.operands`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sumc.evaluation.score import Score
from sumc.evaluation.statistics import Comparison
from sumc.experiments.jobs import Plan
from sumc.experiments.low_resource import SYSTEMS, low_resource_job
from sumc.experiments.measurements import compare
from sumc.experiments.results import Answer, JobResult, Results

GROUPS: Mapping[str, range] = {
    "0 or 1": range(2),
    "2": range(2, 3),
    "3": range(3, 4),
    "4": range(4, 5),
    "5 or more": range(5, 1_000),
}
"""How problems are grouped; few need five or more."""
MANY = range(4, 1_000)
"""More operands than most problems need."""


def operands_plan() -> Plan:
    """The trainings on all problems of the low-resource figure."""
    return Plan("figure-operands", tuple(low_resource_job(system, "all") for system in SYSTEMS))


@dataclass(frozen=True, slots=True)
class ByOperands:
    """The answers of every system that is trained on all problems."""

    found: Mapping[str, JobResult]
    missing: int
    """Jobs that are still to be run."""

    def score(self, system: str, operands: range) -> Score | None:
        """How many problems with this many operands a system solved."""
        result = self.found.get(system)
        return None if result is None else Score.of(a.right for a in _with(result, operands))

    def sizes(self) -> Mapping[str, int]:
        """How many test problems each group has; nothing where there is no result."""
        first = next(iter(self.found.values()), None)
        if first is None:
            return {}
        return {name: len(_with(first, operands)) for name, operands in GROUPS.items()}

    def against(self, first: str, second: str, operands: range) -> Comparison | None:
        """Two systems on the problems with this many operands."""
        ours, theirs = self.found.get(first), self.found.get(second)
        if not ours or not theirs:
            return None
        return compare(_with(ours, operands), _with(theirs, operands))


def _with(result: JobResult, operands: range) -> list[Answer]:
    return [answer for answer in result.answers if answer.operands in operands]


def collect_operands(results: Results) -> ByOperands:
    """The figure as far as there are results."""
    jobs = {system.name: low_resource_job(system, "all") for system in SYSTEMS}
    found = {name: results.load(job.name) for name, job in jobs.items() if results.find(job.name)}
    return ByOperands(found, len(jobs) - len(found))


def share_between(answers: Iterable[Answer], operands: range) -> Score:
    """How many problems need this many operands."""
    return Score.of(answer.operands in operands for answer in answers)
