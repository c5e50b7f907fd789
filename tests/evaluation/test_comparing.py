"""Comparisons of several runs whose answers are made up."""

from evaluation.samples import CODEC, PROBLEMS, perfect, silent
from sumc.evaluation.answers import Answered
from sumc.evaluation.benchmark import Benchmark, Outcome, Predict, evaluate
from sumc.evaluation.comparing import Evaluated, compare_pairs, find_seeds
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
    assert (seeds.name, seeds.runs) == ("runs/a-*", ("runs/a-0", "runs/a-1"))
    assert seeds.mean == best / 2
    assert seeds.to_json()["deviation"] == round(best / 2**0.5, 6)
