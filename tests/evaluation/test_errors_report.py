import json

import pytest

from evaluation.samples import CODEC, PROBLEMS, perfect, problem, say, silent
from sumc.algebra.mtree import MTree
from sumc.evaluation import differences
from sumc.evaluation.benchmark import Benchmark, evaluate
from sumc.evaluation.differences import compare, kind_of
from sumc.evaluation.errors_report import ErrorsReport, merge_errors
from sumc.evaluation.judgement import judge
from sumc.problems.records import Skipped


@pytest.mark.parametrize(
    ("predicted", "gold", "kind"),
    [
        ("n1+n2", "n1+n2", differences.DATASET),
        ("n1-n2", "n2-n1", differences.FORMS),
        ("n1/n2", "n1*n2", differences.FORMS),
        ("n1*n2-n3", "n3-n1*n2", differences.FORMS),
        ("n1/(n2+n3)", "n1*(n2+n3)", differences.OPERATIONS),
        ("n1+n3", "n1+n2", differences.NUMBERS),
        ("n1*n3+n2", "n1*n2+n3", differences.NUMBERS),
        ("n1*n2", "n1+n2", differences.OPERATIONS),
        ("n1+n2+n3", "n1+n2", differences.TOO_MANY),
        ("n1", "n1+n2", differences.TOO_FEW),
        ("n1*n3+n4", "n1+n2", differences.OTHER),
    ],
)
def test_wrong_trees_differ_in_few_ways(predicted: str, gold: str, kind: str) -> None:
    assert compare(MTree.parse(predicted), MTree.parse(gold)) == kind
    assert kind in differences.KINDS


def test_what_cannot_be_compared_is_a_kind_of_its_own() -> None:
    bare = problem("3 and 4", "", "7")
    assert kind_of(judge(bare, say(bare, "n1*n2"), CODEC)) == differences.NO_SOLUTION
    assert kind_of(judge(bare, say(bare, "1/(n1-n1)"), CODEC)) == differences.NO_ANSWER


def _errors() -> ErrorsReport:
    doubtful = problem("2 *cats* <b>\nand 3 `dogs`", "2+3", "6", "a_b")
    benchmark = Benchmark(
        "a part", ("how it was counted",), (doubtful,), (Skipped("9", "no text", "x|y"),)
    )
    return evaluate(
        benchmark, lambda problems: [say(each, "n1-n2") for each in problems], CODEC
    ).errors


def test_a_wrong_problem_is_shown_with_both_trees() -> None:
    text = _errors().to_markdown()
    assert text.startswith("# Errors: a part\n\n- how it was counted\n")
    assert "answers: 0.00 % (0 of 2" in text
    assert "- gold: 6, `n1+n2` `(+ n1 n2)`\n" in text
    assert "- predicted: -1, `n1-n2` `(+ n1 -n2)`, score -0.500\n" in text
    assert "| a sign or a reciprocal | 1 |" in text
    assert "the gold equation does not give the gold answer" in text
    assert "- 9: no text x\\|y\n" in text


def test_a_text_is_never_markdown() -> None:
    text = _errors().to_markdown()
    assert "> 2 \\*cats\\* \\<b\\> and 3 \\`dogs\\`\n" in text
    assert "## a\\_b: " in text


def test_the_errors_are_json_too() -> None:
    data = json.loads(json.dumps(_errors().to_json(), allow_nan=False))
    assert data["kinds"] == {"a sign or a reciprocal": 1}
    assert data["skipped"] == [{"id": "9", "reason": "no text", "detail": "x|y"}]
    [wrong] = data["wrong"]
    assert wrong["gold"] == {"tree": "(+ n1 n2)", "expression": "n1+n2", "answer": "6"}
    assert wrong["predicted"]["expression"] == "n1-n2"
    assert (wrong["agrees"], wrong["seen"], wrong["overlap"]) == (False, False, 0.5)


def test_where_the_training_texts_are_not_known_nothing_is_said_of_them() -> None:
    benchmark = Benchmark("a part", (), PROBLEMS[:2], seen_texts=None)
    errors = evaluate(benchmark, silent, CODEC).errors
    assert "in training" not in errors.to_markdown()
    assert json.loads(json.dumps(errors.to_json()))["wrong"][0]["seen"] is None


def test_silence_is_listed_with_its_reason() -> None:
    benchmark = Benchmark("a part", (), PROBLEMS[:2], beyond=PROBLEMS[2:3])
    errors = evaluate(benchmark, silent, CODEC).errors
    assert "- predicted: no answer, no tree (no codes)\n" in errors.to_markdown()
    assert "outside the reference folds; no answer" in errors.to_markdown()
    data = json.loads(json.dumps(errors.to_json(), allow_nan=False))
    assert data["wrong"][0]["predicted"]["score"] is None
    assert len(data["beyond"]) == 1


def test_perfect_predictions_have_no_errors() -> None:
    errors = evaluate(Benchmark("a part", (), PROBLEMS), perfect, CODEC).errors
    assert (errors.wrong, errors.skipped, errors.kinds().total()) == ((), (), 0)


def test_errors_of_folds_stand_one_after_another() -> None:
    errors = _errors()
    both = merge_errors(errors.report, [errors, errors])
    assert both.wrong == errors.wrong * 2
    assert both.skipped == errors.skipped * 2
