"""Comparisons of several runs whose answers are made up."""

from dataclasses import replace

import pytest

from evaluation.samples import CODEC, PROBLEMS, perfect, problem, silent
from sumc.evaluation.answers import Answered
from sumc.evaluation.benchmark import Benchmark, Outcome, Predict, evaluate
from sumc.evaluation.comparing import Evaluated, Together, compare_pairs, find_seeds
from sumc.evaluation.errors_report import ErrorsReport
from sumc.evaluation.report import count
from sumc.problems.records import Skipped

LOST = (Skipped("lost", "no equation"),)


def _asked(predict: Predict, name: str = "run", system: str = "") -> Evaluated:
    benchmark = Benchmark("made up", (), PROBLEMS, LOST, beyond=PROBLEMS[:2], beyond_skipped=LOST)
    return Evaluated(name, evaluate(benchmark, predict, CODEC), system)


def _answering(name: str, answers: str) -> Evaluated:
    """A run whose answers are right (`+`), wrong (`-`) or not asked (` `)."""
    report = count("made up", (), ())
    asked = tuple(
        Answered(str(number), mark == "+") for number, mark in enumerate(answers) if mark != " "
    )
    return Evaluated(name, Outcome(report, ErrorsReport(report, (), ()), asked))


def test_every_record_has_an_answer_also_what_could_not_be_asked() -> None:
    answers = _asked(perfect).outcome.answers
    assert len(answers) == len(PROBLEMS) + 1 + 2 + 1
    assert [each.id for each in answers if each.outside] == ["0", "1", "lost"]
    unread = [each for each in answers if each.id == "lost"]
    assert all(each.reason == "unreadable: no equation" for each in unread)
    assert not any(each.right or each.answer for each in unread)
    first = answers[0].to_json()
    assert first == {
        "id": "0",
        "right": True,
        "expression": "n1+n2",
        "answer": "11",
        "confidence": 0.6,
        "reason": None,
        "outside": False,
    }


def test_who_never_answers_loses_every_problem_that_the_other_solves() -> None:
    (pair,) = compare_pairs([_asked(perfect, "a"), _asked(silent, "b")])
    right = _asked(perfect).outcome.report.answers.right
    assert (pair.first, pair.second) == ("a", "b")
    assert (pair.comparison.only_first, pair.comparison.only_second) == (right, 0)
    assert pair.comparison.total == len(PROBLEMS) + 1


def test_pairs_are_compared_on_the_problems_that_both_were_asked() -> None:
    some, others, none = _answering("a", "++--"), _answering("b", " -+-+"), _answering("c", "")
    (pair,) = compare_pairs([some, others, none])
    found = pair.comparison
    assert (found.only_first, found.only_second, found.total) == (1, 1, 3)


def test_records_that_share_an_id_are_told_apart() -> None:
    report = count("made up", (), ())
    errors = ErrorsReport(report, (), ())

    def run(*right: bool) -> Evaluated:
        return Evaluated("", Outcome(report, errors, tuple(Answered("1", each) for each in right)))

    (pair,) = compare_pairs([run(True, False), run(False, True)])
    assert (pair.comparison.only_first, pair.comparison.only_second) == (1, 1)


def test_p_values_are_corrected_for_the_number_of_pairs() -> None:
    runs = [_answering("a", "+" * 8), _answering("b", "-" * 8), _answering("c", "-" * 8)]
    first, _, last = compare_pairs(runs)
    assert first.comparison.p_value == 2 / 2**8
    assert first.adjusted == 3 * first.comparison.p_value
    assert last.adjusted == 1.0
    assert first.to_json()["p_value_holm"] == first.adjusted


def test_runs_that_differ_in_their_seed_alone_are_one_system() -> None:
    runs = [
        _asked(perfect, "runs/a-0", "a"),
        _asked(silent, "runs/a-1", "a"),
        _asked(perfect, "runs/b-0", "b"),
        _asked(perfect, "runs/exported"),
        _asked(perfect, "runs/other"),
    ]
    (seeds,) = find_seeds(runs)
    best = runs[0].outcome.report.answers.share
    assert (seeds.name, seeds.runs) == ("runs/a-0, runs/a-1", ("runs/a-0", "runs/a-1"))
    assert seeds.mean == best / 2
    assert seeds.to_json()["deviation"] == round(best / 2**0.5, 6)


def _benchmarked(name: str, text: str, dataset: str) -> Evaluated:
    """A run on one readable and one unreadable record, with the ids that every file has."""
    asked = (problem(text, "3+4", name="1"),)
    benchmark = Benchmark(dataset, (), asked, (Skipped("2", "no text"),), dataset=dataset)
    return Evaluated(name, evaluate(benchmark, perfect, CODEC))


@pytest.mark.parametrize(
    ("text", "dataset", "total"),
    [
        ("Ann has 3 pens and 4 cups.", "mine.jsonl", 2),
        ("Ann has 3 pens and 4 cups.", "./mine.jsonl", 2),
        ("Ann has 3 pens and 4 cups.", "copy.jsonl", 1),
        ("Tom has 3 nuts and 4 eggs.", "other.jsonl", 0),
        ("Tom has 3 nuts and 4 eggs.", "mawps", 0),
    ],
)
def test_records_of_two_datasets_with_one_id_are_not_the_same(
    text: str, dataset: str, total: int
) -> None:
    runs = [
        _benchmarked("a", "Ann has 3 pens and 4 cups.", "mine.jsonl"),
        _benchmarked("b", text, dataset),
    ]
    found = Together.of(runs)
    assert [pair.comparison.total for pair in found.pairs] == [total] * bool(total)
    assert found.to_json()["nothing_in_common"] == ([] if total else [["a", "b"]])
    said = "a and b have no problem in common, so they are not compared"
    assert [*found.remarks()] == ([] if total else [said])


def test_many_pairs_without_a_problem_in_common_are_one_remark() -> None:
    runs = [_answering(str(n), " " * n + "+") for n in range(4)]
    (remark,) = Together.of(runs).remarks()
    assert remark.startswith("0 and 1 have no problem in common")
    assert remark.endswith("like 5 other pairs")


def test_a_seed_that_is_given_again_is_not_another_seed() -> None:
    runs = [
        replace(_asked(perfect, "s-1", "a"), seed=1),
        replace(_asked(perfect, "copy", "a"), seed=1),
        replace(_asked(silent, "s-2", "a"), seed=2),
        replace(_asked(silent, "other", "b"), seed=1),
    ]
    found = Together.of(runs)
    assert [each.runs for each in found.seeds] == [("s-1", "s-2")]
    assert found.to_json()["repeated"] == {"copy": "s-1"}
    assert "copy has the settings and the seed of s-1" in " ".join(found.remarks())
    assert not Together.of(runs[:2]).seeds
