"""The wrong problems of an evaluation, for people (Markdown) and for programs (JSON)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from sumc.algebra.mtree import MTree
from sumc.evaluation.differences import KINDS, kind_of
from sumc.evaluation.judgement import Judgement
from sumc.evaluation.report import Report
from sumc.evaluation.score import Json
from sumc.problems.records import Skipped


@dataclass(frozen=True, slots=True)
class ErrorsReport:
    """What went wrong in an evaluation: the wrong problems and the unreadable records."""

    report: Report
    wrong: tuple[Judgement, ...]
    skipped: tuple[Skipped, ...]
    beyond: tuple[Judgement, ...] = ()
    """Wrong problems outside the reference folds."""

    def kinds(self) -> Counter[str]:
        """How many wrong problems there are of each kind of difference from the gold solution."""
        return Counter(map(kind_of, self.wrong))

    def to_json(self) -> Json:
        """The counts, the wrong problems and the unreadable records."""
        return {
            "kinds": dict(self.kinds()),
            "wrong": [_wrong_json(each) for each in self.wrong],
            "beyond": [_wrong_json(each) for each in self.beyond],
            "skipped": [
                {"id": each.id, "reason": each.reason, "detail": each.detail}
                for each in self.skipped
            ],
        }

    def to_markdown(self) -> str:
        """A page that names its protocol, counts the kinds and shows every wrong problem."""
        blocks = [
            f"# Errors: {self.report.name}",
            "\n".join(f"- {line}" for line in self.report.protocol),
            "\n".join(f"- {name}: {score}" for name, score in self.report.headlines().items()),
            _kinds_table(self.kinds()),
            *(_wrong_block(each) for each in self.wrong),
            *(_wrong_block(each, "outside the reference folds") for each in self.beyond),
            *_skipped_block(self.skipped),
        ]
        return "\n\n".join(blocks) + "\n"


def _wrong_json(judgement: Judgement) -> Json:
    problem, prediction = judgement.problem, judgement.prediction
    return {
        "id": problem.id,
        "text": problem.text,
        "numbers": {name: str(value) for name, value in problem.values.items()},
        "kind": kind_of(judgement),
        "seen": judgement.seen,
        "covered": judgement.covered,
        "agrees": problem.agrees,
        "overlap": round(float(judgement.overlap), 6),
        "gold": _side_json(problem.tree(), problem.answer),
        "predicted": {
            **_side_json(prediction.tree, prediction.answer),
            "score": prediction.score if isfinite(prediction.score) else None,
            "reason": prediction.reason,
        },
    }


def _side_json(tree: MTree | None, answer: Fraction | None) -> Json:
    return {
        "tree": None if tree is None else str(tree),
        "expression": None if tree is None else tree.to_expression(),
        "answer": None if answer is None else str(answer),
    }


def _kinds_table(kinds: Counter[str]) -> str:
    rows = [f"| {kind} | {kinds[kind]:,} |" for kind in KINDS if kinds[kind]]
    return "\n".join(["| what differs | wrong problems |", "|---|---:|", *rows])


def _wrong_block(judgement: Judgement, *more: str) -> str:
    problem, prediction = judgement.problem, judgement.prediction
    numbers = ", ".join(f"{name} = {value}" for name, value in problem.values.items())
    reason = f" ({_plain(prediction.reason)})" if prediction.reason else ""
    score = f", score {prediction.score:.3f}" if isfinite(prediction.score) else ""
    return "\n".join(
        [
            f"## {_plain(problem.id)}: {'; '.join((*more, *_notes(judgement)))}",
            "",
            f"> {_plain(problem.text)}",
            "",
            f"- numbers: {numbers or 'none'}",
            f"- gold: {_side(problem.tree(), problem.answer)}",
            f"- predicted: {_side(prediction.tree, prediction.answer)}{reason}{score}",
        ]
    )


def _notes(judgement: Judgement) -> list[str]:
    notes = [kind_of(judgement)]
    if judgement.seen is not None:
        notes.append(f"text {'seen' if judgement.seen else 'not seen'} in training")
    if judgement.has_solution and not judgement.covered:
        notes.append("the gold solution is not expressible with what the codec learned")
    if not judgement.problem.agrees:
        notes.append("the gold equation does not give the gold answer")
    return notes


def _side(tree: MTree | None, answer: Fraction | None) -> str:
    shown = "no tree" if tree is None else f"`{tree.to_expression()}` `{tree}`"
    return f"{'no answer' if answer is None else answer}, {shown}"


def _skipped_block(skipped: Sequence[Skipped]) -> list[str]:
    """The unreadable records; they count as wrong."""
    if not skipped:
        return []
    rows = [f"- {_plain(e.id)}: {_plain(f'{e.reason} {e.detail}'.strip())}" for e in skipped]
    return ["## Records that cannot be read, counted as wrong", "\n".join(rows)]


def _plain(text: str) -> str:
    """A text on one line in which nothing is Markdown or HTML."""
    line = " ".join(text.split())
    for mark in "\\`*_<>[]#|$":
        line = line.replace(mark, f"\\{mark}")
    return line


def merge_errors(report: Report, parts: Sequence[ErrorsReport]) -> ErrorsReport:
    """The errors of several evaluations under the report that adds them up."""
    return ErrorsReport(
        report,
        tuple(each for part in parts for each in part.wrong),
        tuple(each for part in parts for each in part.skipped),
        tuple(each for part in parts for each in part.beyond),
    )
