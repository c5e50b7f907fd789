"""The report of an evaluation: counts that add up over folds, under a name and a protocol."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sumc.evaluation.confidence import (
    COVERAGES,
    SURE,
    SURE_FROM,
    Confidence,
    calibration_error,
    score_at_confidence,
    score_at_coverage,
)
from sumc.evaluation.judgement import Judgement
from sumc.evaluation.kinds import Tag, by_tag, kinds_of, refusals, whole_groups
from sumc.evaluation.score import Json, Mean, Score
from sumc.problems.records import Skipped

NOTHING = Score()
MOST_OPERANDS = 5
"""Solutions that need this many numbers or more share one line."""
NO_SOLUTION = "no equation"
UNREADABLE = "cannot be read"
ANSWERS = "answers"
REFERENCE = "answers, reference folds"
ALL = "answers, all records"
ALL_ASKED = "answers, all records (all evaluated)"
ALL_WRONG = "answers, all records (the rest as wrong)"
_KEYS = {
    ANSWERS: "answers",
    REFERENCE: "reference_folds",
    ALL: "all_records",
    ALL_ASKED: "all_records_asked",
    ALL_WRONG: "all_records_rest_wrong",
}
"""What the denominators are called in JSON."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an evaluation counted. Reports of different problems can be added."""

    name: str
    protocol: tuple[str, ...]
    """How it was counted, one sentence each."""
    answers: Score
    """Right answers of all records; those that cannot be read are wrong."""
    skipped: Counter[str]
    """Records that cannot be read, by reason; they count as wrong answers."""
    unanswered: Counter[str]
    """Problems for which the model gave no answer, by reason."""
    disagreeing: Score
    """Answers to problems whose own equation does not give their published answer."""
    numbers: Score
    """Numbers of the text with the right codes."""
    constants: Score
    """Constants with the right codes; most of them are unused in most problems."""
    problems: Score
    """Problems in which all numbers and constants have the right codes."""
    trees: Score
    """M-trees that are the gold one, of the problems that come with a solution."""
    overlap: Mean
    """Common root-to-leaf paths of the predicted and the gold M-tree."""
    covered: Score
    """Solutions that are expressible with what the codec learned from the training part."""
    operands: Mapping[str, Score]
    """Answers by how many numbers of the text the solution needs (see `Problem.operands`)."""
    texts: Mapping[str, Score]
    """Answers by whether the text, numbers masked, occurs in the training part; empty where that
    is not known."""
    confidences: tuple[Confidence, ...] = field(default=(), repr=False)
    """How sure the model was of each answer, and whether it was right; unread records are 0."""
    tags: Mapping[Tag, Score] = field(default_factory=dict)
    """Answers by what the dataset says of its problems; a problem may have several tags."""
    groups: Score = NOTHING
    """Groups of variations of one story that are right as a whole."""
    refused: Score = NOTHING
    """Problems without an answer that got none; in `answers` they count as right."""
    refused_wrongly: Score = NOTHING
    """Problems with an answer that got none."""
    outside: Score = NOTHING
    """Those of `answers` that belong to records outside the reference folds."""
    beyond: Score = NOTHING
    """Not in `answers`: the additional records outside the reference folds."""
    beyond_skipped: Counter[str] = field(default_factory=Counter)
    """Those of `beyond` that cannot be read, by reason."""
    folds: tuple["Report", ...] = field(default=(), repr=False)
    """What was added up."""

    @property
    def kinds(self) -> Mapping[str, Score]:
        """Answers by those tags that tell kinds of problems apart, as in `steps: 2`."""
        return kinds_of(self.tags)

    def denominators(self) -> Mapping[str, Score]:
        """The answers by what they are counted over: one line, or several where folds omit some.

        A dataset's reference folds may leave out records (210 of MAWPS). Then the answers are
        shown for the records of the folds and for all records.
        """
        if self.beyond.total:
            return {
                REFERENCE: self.answers,
                ALL_ASKED: self.answers + self.beyond,
                ALL_WRONG: self.answers + Score(0, self.beyond.total),
            }
        if self.outside.total:
            return {ALL: self.answers, REFERENCE: self.answers - self.outside}
        return {ANSWERS: self.answers}

    def headlines(self) -> Mapping[str, Score]:
        """The shares that matter most, by what they are shares of."""
        return {
            **self.denominators(),
            "M-tree is the gold one": self.trees,
            "codes of numbers": self.numbers,
            "codes of constants": self.constants,
            "all codes of a problem": self.problems,
            "solutions expressible with the training codec": self.covered,
        }

    def coverage(self) -> Mapping[str, Score]:
        """Right answers among those that the model was surest of."""
        return {
            **{
                f"the surest {percent} %": score_at_coverage(self.confidences, percent)
                for percent in COVERAGES
            },
            SURE: score_at_confidence(self.confidences, SURE_FROM),
        }

    def refusals(self) -> Mapping[str, Score]:
        """What was refused, where some problems have no answer."""
        if not self.refused.total:
            return {}
        return {"without an answer": self.refused, "with an answer": self.refused_wrongly}

    def to_json(self) -> Json:
        """All counts with their shares and intervals, and those of every fold."""
        return {
            "name": self.name,
            "protocol": list(self.protocol),
            "answers": self.answers.to_json(),
            "denominators": {_KEYS[n]: s.to_json() for n, s in self.denominators().items()},
            "skipped": dict(self.skipped),
            "skipped_outside_folds": dict(self.beyond_skipped),
            "unanswered": dict(self.unanswered),
            "disagreeing": self.disagreeing.to_json(),
            "codes": {
                "numbers": self.numbers.to_json(),
                "constants": self.constants.to_json(),
                "problems": self.problems.to_json(),
            },
            "trees": self.trees.to_json(),
            "overlap": self.overlap.to_json(),
            "covered": self.covered.to_json(),
            "operands": _scores_json(self.operands),
            "texts": _scores_json(self.texts) or None,
            "kinds": _scores_json(self.kinds) or None,
            "groups": self.groups.to_json() if self.groups.total else None,
            "refused": _scores_json(self.refusals()) or None,
            "coverage": _scores_json(self.coverage()),
            "calibration_error": calibration_error(self.confidences),
            "folds": [fold.to_json() for fold in self.folds],
        }


def _scores_json(scores: Mapping[str, Score]) -> Json:
    return {name: score.to_json() for name, score in scores.items()}


def count(
    name: str,
    protocol: Sequence[str],
    judgements: Iterable[Judgement],
    skipped: Iterable[Skipped] = (),
    outside: Collection[str] = (),
) -> Report:
    """The report of judged predictions and of unreadable records.

    `outside` are the ids of the records that no reference fold has.
    """
    judged, unread = list(judgements), list(skipped)
    refused, refused_wrongly = refusals(judged)
    solved = [each for each in judged if each.has_solution]
    unreadable = Score(0, len(unread))
    return Report(
        name,
        tuple(protocol),
        answers=_answers(judged) + unreadable,
        skipped=Counter(each.reason for each in unread),
        unanswered=Counter(
            each.prediction.reason or "no reason given"
            for each in judged
            if each.prediction.answer is None
        ),
        disagreeing=_answers(each for each in judged if not each.problem.agrees),
        numbers=add_scores(each.numbers for each in solved),
        constants=add_scores(each.constants for each in solved),
        problems=Score.of(each.all_slots for each in solved),
        trees=Score.of(each.match for each in solved),
        overlap=Mean.of(each.overlap for each in solved),
        covered=Score.of(each.covered for each in solved),
        operands=_by(operands_name, judged, unreadable),
        texts=_by_text(judged, unreadable),
        confidences=(
            *((each.prediction.confidence, each.answer) for each in judged),
            *((0.0, False) for _ in unread),
        ),
        tags=by_tag(judged),
        groups=whole_groups(judged),
        refused=refused,
        refused_wrongly=refused_wrongly,
        outside=_answers(each for each in judged if each.problem.id in outside)
        + Score(0, sum(each.id in outside for each in unread)),
    )


def _answers(judgements: Iterable[Judgement]) -> Score:
    return Score.of(each.answer for each in judgements)


def add_scores(scores: Iterable[Score]) -> Score:
    """The sum of scores: of the right ones and of the totals.

    >>> add_scores([Score(1, 2), Score(0, 3)])
    Score(right=1, total=5)
    """
    return sum(scores, NOTHING)


def operands_name(judgement: Judgement) -> str:
    """The line of a report on which a problem is counted by its operands."""
    if not judgement.has_solution:
        return NO_SOLUTION
    many = judgement.operands >= MOST_OPERANDS
    return f"{MOST_OPERANDS} or more" if many else str(judgement.operands)


def _by_text(judgements: Sequence[Judgement], unreadable: Score) -> dict[str, Score]:
    """Answers to seen and to unseen texts; nothing where it is not known which are seen."""
    if any(each.seen is None for each in judgements):
        return {}
    return _by(lambda each: "seen" if each.seen else "unseen", judgements, unreadable)


def _by(
    name: Callable[[Judgement], str], judgements: Sequence[Judgement], unreadable: Score
) -> dict[str, Score]:
    """Answers by a property of the problem; the lines add up to all records."""
    names = sorted({*map(name, judgements)})
    scores = {each: _answers(j for j in judgements if name(j) == each) for each in names}
    return {**scores, UNREADABLE: unreadable} if unreadable.total else scores


def merge(name: str, reports: Sequence[Report]) -> Report:
    """All reports as one: the sums of their counts, with the reports themselves as its folds."""
    return Report(
        name,
        tuple(dict.fromkeys(line for report in reports for line in report.protocol)),
        answers=add_scores(report.answers for report in reports),
        skipped=_add_counts(report.skipped for report in reports),
        unanswered=_add_counts(report.unanswered for report in reports),
        disagreeing=add_scores(report.disagreeing for report in reports),
        numbers=add_scores(report.numbers for report in reports),
        constants=add_scores(report.constants for report in reports),
        problems=add_scores(report.problems for report in reports),
        trees=add_scores(report.trees for report in reports),
        overlap=sum((report.overlap for report in reports), Mean()),
        covered=add_scores(report.covered for report in reports),
        operands=_add_lines([report.operands for report in reports]),
        texts=_add_lines([report.texts for report in reports]),
        confidences=tuple(pair for report in reports for pair in report.confidences),
        tags=_add_tags(report.tags for report in reports),
        groups=add_scores(report.groups for report in reports),
        refused=add_scores(report.refused for report in reports),
        refused_wrongly=add_scores(report.refused_wrongly for report in reports),
        outside=add_scores(report.outside for report in reports),
        beyond=add_scores(report.beyond for report in reports),
        beyond_skipped=_add_counts(report.beyond_skipped for report in reports),
        folds=tuple(reports),
    )


def _add_counts(counts: Iterable[Counter[str]]) -> Counter[str]:
    return sum(counts, Counter())


def _add_tags(tables: Iterable[Mapping[Tag, Score]]) -> dict[Tag, Score]:
    added: dict[Tag, Score] = {}
    for table in tables:
        for tag, score in table.items():
            added[tag] = added.get(tag, NOTHING) + score
    return added


def _add_lines(tables: Sequence[Mapping[str, Score]]) -> dict[str, Score]:
    names = sorted({name for table in tables for name in table if name != UNREADABLE})
    if any(UNREADABLE in table for table in tables):
        names.append(UNREADABLE)
    return {name: add_scores(t.get(name, NOTHING) for t in tables) for name in names}
