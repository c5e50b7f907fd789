"""How wrong solutions differ, and pages about them that nothing in a text can break."""

import json
import re
from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from evaluation.samples import CODEC, PROBLEMS, guesses, perfect, problem, say, silent
from strategies import small_expressions
from sumc.algebra.mtree import MTree
from sumc.decoding.hypothesis import Prediction
from sumc.errors import SumcError
from sumc.evaluation import differences
from sumc.evaluation.benchmark import Benchmark, evaluate
from sumc.evaluation.differences import KINDS, compare, kind_of
from sumc.evaluation.errors_report import ErrorsReport, merge_errors
from sumc.evaluation.judgement import judge
from sumc.evaluation.report import count
from sumc.problems.problem import Problem
from sumc.problems.records import Skipped

MIRRORED = {differences.TOO_MANY: differences.TOO_FEW, differences.TOO_FEW: differences.TOO_MANY}


def tree(text: str) -> MTree | None:
    try:
        return MTree.parse(text)
    except SumcError:
        return None


@given(small_expressions(), small_expressions())
def test_who_is_gold_only_exchanges_too_many_and_too_few(one: str, other: str) -> None:
    first, second = tree(one), tree(other)
    assume(first is not None and second is not None)
    assert first is not None
    assert second is not None
    kind = compare(first, second)
    assert kind in KINDS
    assert compare(second, first) == MIRRORED.get(kind, kind)


@given(small_expressions())
def test_only_the_same_tree_is_no_difference(text: str) -> None:
    found = tree(text)
    assume(found is not None)
    assert found is not None
    assert compare(found, found) == differences.DATASET
    more = tree(f"({text})+q")
    if more is not None and more != found:
        assert compare(more, found) != differences.DATASET


@given(st.sampled_from(["n1+n2", "n1*n2", "n1*(n2+n3)", "n1/n2-n3"]))
def test_other_numbers_in_the_same_places_keep_the_structure(text: str) -> None:
    other = text.replace("n1", "n8").replace("n2", "n9")
    first, second = MTree.parse(text), MTree.parse(other)
    assert compare(first, second) == differences.NUMBERS


@given(guesses())
def test_every_wrong_problem_is_of_one_kind(pairs: list[tuple[Problem, Prediction]]) -> None:
    judged = [judge(given_, prediction, CODEC) for given_, prediction in pairs]
    wrong = tuple(each for each in judged if not each.answer)
    errors = ErrorsReport(count("a part", (), judged), wrong, ())
    assert errors.kinds().total() == len(wrong)
    assert errors.kinds() == Counter(kind_of(each) for each in wrong)
    assert set(errors.kinds()) <= set(KINDS)
    data = json.loads(json.dumps(errors.to_json(), allow_nan=False))
    assert [each["id"] for each in data["wrong"]] == [each.problem.id for each in wrong]
    for each in data["wrong"]:
        assert each["kind"] in KINDS
        assert 0 <= each["overlap"] <= 1


HOSTILE = st.text(st.characters(codec="utf-8") | st.sampled_from("#*_`<>[]|$\\\n>- "), max_size=40)


@given(HOSTILE, HOSTILE)
def test_nothing_in_a_text_or_a_name_is_markdown(text: str, name: str) -> None:
    """The page has the headings that it should have, and no line begins anything else."""
    wrong = problem(f"2 cats {text} and 3", "2+3", "", f"id {name}")
    benchmark = Benchmark("a part", (), (wrong,), (Skipped(f"s {name}", "no text", text),))
    errors = evaluate(benchmark, lambda all_: [say(e, "n1-n2") for e in all_], CODEC).errors
    lines = errors.to_markdown().split("\n")
    headings = [line for line in lines if line.startswith("#")]
    assert len(headings) == 3
    assert sum(line.startswith(">") for line in lines) == 1
    quoted = next(line for line in lines if line.startswith("> "))
    assert not re.search(r"(?<!\\)(?:\\\\)*[<>\[\]`|]", quoted.removeprefix("> "))


def test_errors_of_folds_are_put_together_in_their_order() -> None:
    parts = [
        evaluate(Benchmark("part", (), PROBLEMS[:3]), silent, CODEC).errors,
        evaluate(
            Benchmark("part", (), PROBLEMS[3:5], (Skipped("s", "no text"),)), silent, CODEC
        ).errors,
    ]
    whole = merge_errors(parts[0].report, parts)
    assert [each.problem.id for each in whole.wrong] == [p.id for p in PROBLEMS[:5]]
    assert [each.id for each in whole.skipped] == ["s"]
    assert whole.kinds() == {differences.NO_ANSWER: 5}


def test_who_is_always_right_has_a_page_without_problems() -> None:
    errors = evaluate(Benchmark("part", ("how",), PROBLEMS[:3]), perfect, CODEC).errors
    text = errors.to_markdown()
    assert text.count("\n## ") == 0
    assert errors.to_json()["wrong"] == []


def test_problems_outside_the_folds_are_shown_as_such() -> None:
    benchmark = Benchmark("part", (), PROBLEMS[:1], beyond=PROBLEMS[1:2])
    errors = evaluate(benchmark, silent, CODEC).errors
    assert "outside the reference folds; no answer" in errors.to_markdown()
    assert len(errors.wrong) == len(errors.beyond) == 1
