import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.samples import CODEC, PROBLEMS, guesses, perfect, problem, say, silent, texts_of
from sumc.decoding.hypothesis import Prediction
from sumc.evaluation.benchmark import Benchmark, Outcome, evaluate
from sumc.evaluation.judgement import Judgement, judge
from sumc.evaluation.report import (
    ALL,
    ALL_ASKED,
    ALL_WRONG,
    ANSWERS,
    REFERENCE,
    Report,
    count,
    merge,
)
from sumc.evaluation.score import Score
from sumc.problems.problem import Problem
from sumc.problems.records import Skipped

SKIPPED = (Skipped("s1", "no text"), Skipped("s2", "the equation cannot be read", "x=y"))
SOLVED = [each for each in PROBLEMS if each.expression]
SEEN = texts_of(PROBLEMS[:2])

Pairs = Sequence[tuple[Problem, Prediction]]


def _judge(pairs: Pairs) -> list[Judgement]:
    return [judge(given_problem, prediction, CODEC, SEEN) for given_problem, prediction in pairs]


def _report(pairs: Pairs, skipped: Sequence[Skipped] = ()) -> Report:
    return count("a part", ("how",), _judge(pairs), skipped, {"1", "s1"})


def _shares(report: Report) -> list[float]:
    scores = (*report.headlines().values(), *report.operands.values(), *report.texts.values())
    return [score.share for score in scores if score.total]


def test_perfect_predictions_are_perfect_everywhere() -> None:
    outcome = evaluate(Benchmark("all", ("how",), PROBLEMS), perfect, CODEC)
    covered = outcome.report.covered
    assert covered == Score(9, 10)  # 8*7 needs a constant that one problem is too few for
    sayable = tuple(each for each in PROBLEMS if not each.expression or CODEC.covers(each))
    report = evaluate(Benchmark("all", ("how",), sayable), perfect, CODEC).report
    assert set(_shares(report)) == {1.0}
    assert report.overlap.value == 1
    assert not report.unanswered
    assert report.answers == Score(10, 10)


def test_silence_is_wrong_everywhere_and_its_reasons_are_counted() -> None:
    report = evaluate(Benchmark("all", ("how",), PROBLEMS), silent, CODEC).report
    assert {*_shares(report)} - {report.covered.share} == {0.0}
    assert report.overlap.value == 0
    assert report.unanswered == {"no codes": 6, "division by zero": 5}
    assert report.answers == Score(0, 11)


def test_what_cannot_be_read_is_wrong_and_shown() -> None:
    benchmark = Benchmark("all", ("how",), PROBLEMS, SKIPPED)
    report = evaluate(benchmark, perfect, CODEC).report
    assert report.answers == Score(11, 13)
    assert report.skipped == {"no text": 1, "the equation cannot be read": 1}
    for lines in (report.operands, report.texts):
        assert lines["cannot be read"] == Score(0, 2)
        assert sum(lines.values(), Score()) == report.answers


def test_operands_are_the_numbers_of_the_text_that_the_gold_solution_needs() -> None:
    report = evaluate(Benchmark("all", ("how",), PROBLEMS), perfect, CODEC).report
    assert {name: score.total for name, score in report.operands.items()} == {
        "1": 2,  # 3, and 8*7, whose 7 is not in the text
        "2": 4,  # 3+8, 8-3, 3*8, 8/3
        "3": 4,  # 3*8+5, 5-8/3, (3+5)*8, 3*5-8*5, which has 5 twice
        "no equation": 1,
    }
    long = problem("1 2 3 4 5 6", "1+2+3+4+5+6")
    assert list(_report([(long, say(long, "n1"))]).operands) == ["5 or more"]


def test_seen_texts_are_those_of_the_training_part() -> None:
    benchmark = Benchmark("all", ("how",), PROBLEMS, seen_texts=SEEN)
    assert evaluate(benchmark, perfect, CODEC).report.texts == {
        "seen": Score(6, 6),
        "unseen": Score(5, 5),
    }


def test_where_the_training_texts_are_not_known_none_is_seen_or_unseen() -> None:
    report = evaluate(Benchmark("all", ("how",), PROBLEMS, SKIPPED, None), perfect, CODEC).report
    assert report.texts == {}
    assert report.to_json()["texts"] is None


def test_problems_whose_equation_gives_another_answer_are_counted() -> None:
    doubtful = problem("2 and 3", "2+3", "6")
    report = _report([(doubtful, say(doubtful, "n1+n2")), (doubtful, say(doubtful, "n1*n2"))])
    assert report.disagreeing == Score(1, 2)
    assert report.trees == Score(1, 2)


@given(st.lists(st.tuples(guesses(), st.sets(st.sampled_from(SKIPPED))), min_size=1, max_size=5))
def test_folds_add_up_to_the_whole(parts: list[tuple[Pairs, set[Skipped]]]) -> None:
    """Merged reports are the report of all problems together."""
    reports = [_report(pairs, sorted(skipped, key=str)) for pairs, skipped in parts]
    everything = [pair for pairs, _ in parts for pair in pairs]
    unread = [each for _, skipped in parts for each in skipped]
    whole = _report(everything, unread).to_json()
    merged = merge("a part", reports).to_json()
    assert {**merged, "folds": []} == whole
    assert merged["folds"] == [report.to_json() for report in reports]


@given(guesses())
def test_every_line_counts_every_problem_once(pairs: Pairs) -> None:
    report = _report(pairs, SKIPPED)
    assert report.answers.total == len(pairs) + len(SKIPPED)
    assert sum(report.operands.values(), Score()) == report.answers
    assert sum(report.texts.values(), Score()) == report.answers
    assert report.trees.total == report.problems.total == report.overlap.count
    assert report.trees.right <= report.overlap.total <= report.trees.total
    assert report.problems.right <= report.trees.right


@given(guesses())
def test_scores_are_what_a_slow_count_finds(pairs: Pairs) -> None:
    """Beside the code in use: counting one by one, straight from what the words mean."""
    right = matched = slots = 0
    for given_problem, prediction in pairs:
        gold = given_problem.tree()
        right += prediction.answer is not None and prediction.answer == given_problem.answer
        matched += (
            gold is not None and prediction.tree is not None and str(gold) == str(prediction.tree)
        )
        if gold is not None and prediction.tree is not None:
            ours, theirs = Counter(prediction.tree.codes()), Counter(gold.codes())
            for name in given_problem.symbols:
                mine = {pair: n for pair, n in ours.items() if pair[0] == name}
                slots += mine == {pair: n for pair, n in theirs.items() if pair[0] == name}
    report = _report(pairs)
    assert report.answers == Score(right, len(pairs))
    assert (report.trees.right, report.numbers.right) == (matched, slots)


def test_a_reference_fold_has_two_denominators_and_both_ways_to_count_the_rest() -> None:
    benchmark = Benchmark(
        "mawps fold 0",
        ("how",),
        PROBLEMS[:4],
        SKIPPED[:1],
        beyond=PROBLEMS[4:6],
        beyond_skipped=SKIPPED[1:],
    )
    report = evaluate(benchmark, perfect, CODEC).report
    assert report.denominators() == {
        REFERENCE: Score(4, 5),
        ALL_ASKED: Score(6, 8),
        ALL_WRONG: Score(4, 8),
    }
    assert report.beyond_skipped == {"the equation cannot be read": 1}
    assert list(report.to_json()["denominators"]) == [  # type: ignore[call-overload]
        "reference_folds",
        "all_records_asked",
        "all_records_rest_wrong",
    ]
    both = merge("both", [report, report])
    assert both.denominators()[ALL_ASKED] == Score(12, 16)
    assert both.trees == Score(8, 8)  # the records outside the folds are in no other figure


def test_folds_of_all_records_show_the_reference_folds_among_them() -> None:
    benchmark = Benchmark(
        "all", ("how",), PROBLEMS[:4], SKIPPED, outside=frozenset({"0", "s1", "99"})
    )
    report = evaluate(benchmark, perfect, CODEC).report
    assert report.denominators() == {ALL: Score(4, 6), REFERENCE: Score(3, 4)}


def test_without_reference_folds_there_is_one_denominator() -> None:
    assert list(_report([]).denominators()) == [ANSWERS]


def test_a_report_is_json_and_names_its_protocol() -> None:
    report = _report([(SOLVED[0], say(SOLVED[0], "n1+n2"))])
    data = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert data["protocol"] == ["how"]
    assert data["answers"]["right"] == 1
    assert merge("two", [report, report]).protocol == ("how",)


def test_every_problem_gets_exactly_one_prediction() -> None:
    with pytest.raises(ValueError, match="shorter"):
        evaluate(
            Benchmark("all", (), PROBLEMS), lambda problems: list(perfect(problems))[:-1], CODEC
        )


def test_progress_is_told_after_every_problem() -> None:
    steps: list[int] = []
    benchmark = Benchmark("all", (), PROBLEMS[:3], beyond=PROBLEMS[3:5])
    outcome = evaluate(benchmark, perfect, CODEC, lambda: steps.append(1))
    assert isinstance(outcome, Outcome)
    assert len(steps) == benchmark.size == 5
