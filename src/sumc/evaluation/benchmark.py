"""A benchmark: problems, and how predictions for them are counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from sumc.decoding.hypothesis import Prediction
from sumc.evaluation.answers import Answered, answers_of
from sumc.evaluation.errors_report import ErrorsReport
from sumc.evaluation.judgement import Coverage, Judgement, judge
from sumc.evaluation.report import Report, count
from sumc.evaluation.score import Score
from sumc.problems.problem import Problem
from sumc.problems.records import Skipped
from sumc.problems.splits import Problems

Predict = Callable[[Sequence[Problem]], Iterable[Prediction]]
"""Problems to predictions, one for each and in their order."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The problems a run is evaluated on, and the records that count as wrong because they cannot
    be read."""

    name: str
    protocol: tuple[str, ...]
    problems: Problems
    skipped: tuple[Skipped, ...] = ()
    """Records that cannot be read."""
    seen_texts: frozenset[str] | None = frozenset()
    """The texts of the training part, numbers masked; None where they are not known."""
    outside: frozenset[str] = frozenset()
    """The ids of all records of the dataset that no reference fold has."""
    beyond: Problems = ()
    """Problems outside the reference folds that are evaluated in addition to the fold."""
    beyond_skipped: tuple[Skipped, ...] = ()
    dataset: str = ""
    """What the records belong to: those of two datasets may have the same ids."""

    @property
    def size(self) -> int:
        """The number of problems."""
        return len(self.problems) + len(self.beyond)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a benchmark: the figures, the errors behind them and all answers."""

    report: Report
    errors: ErrorsReport
    answers: tuple[Answered, ...] = ()
    """One for every record, including unreadable ones."""
    folds: tuple["Outcome", ...] = ()
    """The outcomes that this one adds up."""


def evaluate(
    benchmark: Benchmark,
    predict: Predict,
    codec: Coverage,
    step: Callable[[], object] = lambda: None,
) -> Outcome:
    """Predict all readable problems and count; `step` is called after each."""
    judged = _judge_all(benchmark, benchmark.problems, predict, codec, step)
    beyond = _judge_all(benchmark, benchmark.beyond, predict, codec, step)
    report = count(
        benchmark.name, benchmark.protocol, judged, benchmark.skipped, benchmark.outside
    )
    on_top = Score.of(each.answer for each in beyond) + Score(0, len(benchmark.beyond_skipped))
    unread = Counter(each.reason for each in benchmark.beyond_skipped)
    report = replace(report, beyond=on_top, beyond_skipped=unread)
    skipped = benchmark.skipped + benchmark.beyond_skipped
    answers = (
        *answers_of(judged, benchmark.skipped, benchmark.dataset),
        *answers_of(beyond, benchmark.beyond_skipped, benchmark.dataset, outside=True),
    )
    return Outcome(report, ErrorsReport(report, _wrong(judged), skipped, _wrong(beyond)), answers)


def _judge_all(
    benchmark: Benchmark,
    problems: Sequence[Problem],
    predict: Predict,
    codec: Coverage,
    step: Callable[[], object],
) -> list[Judgement]:
    judgements = []
    for problem, prediction in zip(problems, predict(problems), strict=True):
        judgements.append(judge(problem, prediction, codec, benchmark.seen_texts))
        step()
    return judgements


def _wrong(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    return tuple(each for each in judgements if not each.answer)
