"""The answers of a class, graded, and what the class as a whole has done."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sumc.algebra.checking import VERDICTS, Verdict
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.errors import SumcError
from sumc.grading.marking import Mark, check_references, mark
from sumc.grading.rows import Row, Rows, Task
from sumc.grading.scheme import DEFAULT_SCHEME, Scheme

MOST_NAMES = 5
"""Names that are listed with a mistake."""


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer with its mark."""

    row: Row
    mark: Mark

    def to_json(self) -> dict[str, Any]:
        """The row of a report."""
        mark = self.mark
        return {
            "name": self.row.name,
            "problem": self.row.problem,
            "answer": self.row.answer,
            "verdict": mark.verdict,
            "points": points_text(mark.points),
            "out_of": points_text(mark.full),
            "comment": mark.comment,
            "read_as": mark.read_as,
            "line": self.row.line,
        }


@dataclass(frozen=True, slots=True)
class Mistake:
    """What several answers that lost points have in common."""

    problem: str
    verdict: Verdict
    example: str
    """The answer of the first of them."""
    comment: str
    tree: str
    """Their M-tree; empty where nothing could be read, and where only a rule is broken."""
    names: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many made it."""
        return len(self.names)

    def to_json(self) -> dict[str, Any]:
        """The mistake with the first of the names."""
        return {
            "problem": self.problem,
            "verdict": self.verdict,
            "example": self.example,
            "comment": self.comment,
            "tree": self.tree or None,
            "count": self.count,
            "names": list(self.names[:MOST_NAMES]),
        }


@dataclass(frozen=True, slots=True)
class Classroom:
    """A class that was graded."""

    graded: tuple[Graded, ...]
    mistakes: tuple[Mistake, ...]
    """Those with one M-tree count as one, and so does a broken rule; the most frequent first."""
    broken: tuple[str, ...] = ()
    """Lines that could not be graded, and why."""

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """How many answers have each verdict, from the best; only those that occur."""
        counts = Counter(each.mark.verdict for each in self.graded)
        return {verdict: counts[verdict] for verdict in VERDICTS if counts[verdict]}

    @property
    def mean(self) -> Fraction:
        """The mean share of the points."""
        return mean_share(self.graded)

    @property
    def problems(self) -> dict[str, tuple[Graded, ...]]:
        """The answers to each problem, in the order of the file."""
        found: dict[str, list[Graded]] = {}
        for each in self.graded:
            found.setdefault(each.row.problem, []).append(each)
        return {name: tuple(answers) for name, answers in found.items()}

    def to_json(self) -> dict[str, Any]:
        """Everything, as `sumc grade --json` prints it."""
        return {
            "answers": [each.to_json() for each in self.graded],
            "mean": round(float(self.mean), 4),
            "verdicts": self.verdicts,
            "problems": [
                {
                    "problem": name,
                    "answers": len(answers),
                    "mean": round(float(mean_share(answers)), 4),
                }
                for name, answers in self.problems.items()
            ],
            "mistakes": [each.to_json() for each in self.mistakes],
            "broken": list(self.broken),
        }


def grade(
    answers: Rows,
    tasks: Mapping[str, Task],
    scheme: Scheme = DEFAULT_SCHEME,
    limits: Limits = DEFAULT_LIMITS,
) -> Classroom:
    """Grade every answer against the references of its problem.

    With a single task, answers need not name their problem.

    >>> from sumc.grading.rows import read_answers
    >>> answers = read_answers("name,answer\\nAda,36-7\\nBen,3*12+7\\nCy,12*3+7=43")
    >>> done = grade(answers, {"": Task(("3*12-7",))})
    >>> [(each.count, each.comment) for each in done.mistakes]
    [(2, '7 is added here and subtracted in the reference')]
    """
    for task in tasks.values():
        check_references(task.references, scheme, limits)
    only = next(iter(tasks)) if len(tasks) == 1 else None
    remembered: dict[tuple[str, str], Mark] = {}
    graded, broken = [], list(answers.broken)
    for row in answers.rows:
        name = only if only is not None and "" in (row.problem, only) else row.problem
        if name not in tasks:
            broken.append(f"line {row.line}: no problem is called {row.problem!r}")
            continue
        key = name, row.answer
        if key not in remembered:
            task = tasks[name]
            remembered[key] = mark(row.answer, task.references, _for_task(scheme, task), limits)
        graded.append(Graded(row, remembered[key]))
    if not graded:
        raise SumcError(f"no answer could be graded: {broken[0]}")
    return Classroom(tuple(graded), tuple(common_mistakes(graded)), tuple(broken))


def _for_task(scheme: Scheme, task: Task) -> Scheme:
    """The scheme with what a problem says about its unit and its rounding."""
    unit = (task.unit,) if task.unit else scheme.unit
    rounded = scheme.rounded if task.rounded == "exact" else task.rounded
    return replace(scheme, unit=unit, rounded=rounded)


def common_mistakes(graded: Iterable[Graded]) -> list[Mistake]:
    """What answers that lost points have in common, the most frequent first.

    Answers with one M-tree and one verdict have made the same mistake, however they were written;
    so have right answers that break the same rules of the scheme, such as a missing unit.
    """
    groups: dict[tuple[str, ...], list[Graded]] = {}
    for each in graded:
        if not each.mark.is_right:
            groups.setdefault((each.row.problem, *_kind(each)), []).append(each)
    found = [_mistake(answers) for answers in groups.values()]
    return sorted(found, key=lambda each: -each.count)


def _kind(graded: Graded) -> tuple[str, ...]:
    """What answers with the same mistake have in common."""
    mark = graded.mark
    return mark.broken if mark.by_rules_alone else (mark.verdict, mark.tree or graded.row.answer)


def _mistake(answers: Sequence[Graded]) -> Mistake:
    first, mark = answers[0], answers[0].mark
    return Mistake(
        first.row.problem,
        mark.verdict,
        first.row.answer,
        "; ".join(mark.broken) if mark.by_rules_alone else mark.comment,
        "" if mark.by_rules_alone else mark.tree,
        tuple(each.row.name for each in answers),
    )


def mean_share(graded: Sequence[Graded]) -> Fraction:
    """The mean share of the points."""
    shares = (each.mark.points / each.mark.full for each in graded if each.mark.full)
    return sum(shares, Fraction(0)) / len(graded)


def points_text(points: Fraction) -> str:
    """Points with up to two decimals.

    >>> points_text(Fraction(3, 2)), points_text(Fraction(2)), points_text(Fraction(1, 3))
    ('1.5', '2', '0.33')
    """
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
