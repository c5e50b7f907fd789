"""`Answered`: what became of one record of an evaluation, as a line of a file."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from sumc.evaluation.judgement import Judgement
from sumc.evaluation.score import Json
from sumc.problems.records import Skipped

UNREADABLE = "unreadable"
"""How the reason of an unreadable record begins."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A record of the dataset, and what a run predicted."""

    id: str
    right: bool
    expression: str | None = None
    """Over n1, n2, ... and constants; None where there is no answer."""
    answer: Fraction | None = None
    confidence: float = 0.0
    reason: str | None = None
    """Why there is no answer."""
    outside: bool = False
    """Whether it is an additional problem outside the reference folds."""
    content: str = field(default="", repr=False)
    """What tells it apart from records of other datasets with its id: the text, or, where that
    cannot be read, the dataset."""

    def to_json(self) -> Json:
        """One line of a file of predictions."""
        return {
            "id": self.id,
            "right": self.right,
            "expression": self.expression,
            "answer": None if self.answer is None else str(self.answer),
            "confidence": round(self.confidence, 6),
            "reason": self.reason,
            "outside": self.outside,
        }


def answers_of(
    judged: Iterable[Judgement],
    unread: Iterable[Skipped],
    dataset: str = "",
    *,
    outside: bool = False,
) -> tuple[Answered, ...]:
    """The answers to all problems, then the unreadable records, which count as wrong."""
    place = str(Path(dataset).resolve()) if Path(dataset).suffix else dataset
    return (
        *(_answered(each, outside) for each in judged),
        *(
            Answered(
                each.id,
                False,
                reason=f"{UNREADABLE}: {each.reason}",
                outside=outside,
                content=place,
            )
            for each in unread
        ),
    )


def _answered(judgement: Judgement, outside: bool) -> Answered:
    prediction = judgement.prediction
    return Answered(
        judgement.problem.id,
        judgement.answer,
        None if prediction.tree is None else prediction.tree.to_expression(),
        prediction.answer,
        prediction.confidence,
        prediction.reason,
        outside,
        judgement.problem.text,
    )
