"""Answers by kind, whole groups and refusals, counted by hand."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.expression import parse_expression
from sumc.codecs import MTreeCodes
from sumc.codecs.mtree import MTreeSettings
from sumc.decoding.hypothesis import UNANSWERABLE, Hypothesis, Prediction
from sumc.evaluation.judgement import Judgement, judge
from sumc.evaluation.kinds import MOST_VALUES, by_tag, kinds_of, refusals, whole_groups
from sumc.evaluation.report import count, merge
from sumc.evaluation.score import Score
from sumc.problems.numbers import Language, find_quantities
from sumc.problems.problem import Problem

TEXT = "Ann has 3 pens and 4 caps. How many things has she?"
PROBLEM = Problem(
    "1", TEXT, "en", find_quantities(TEXT), parse_expression("n1+n2"), Fraction(7), source="own"
)
CODEC = MTreeCodes.learn([PROBLEM], MTreeSettings())
REFUSED = Prediction(reason=UNANSWERABLE)


def _answer(value: int) -> Prediction:
    found = Hypothesis(0.0, Fraction(value), ("n1", "n2"), lambda: parse_expression("n1+n2"))
    return Prediction((found,), (1.0,), 0.9)


def _judged(
    value: int | None,
    *tags: tuple[str, str],
    answerable: bool = True,
    language: Language = "en",
) -> Judgement:
    problem = replace(PROBLEM, tags=tags, answerable=answerable, language=language)
    return judge(problem, REFUSED if value is None else _answer(value), CODEC)


def _by_kind(judged: list[Judgement]) -> dict[str, Score]:
    return kinds_of(by_tag(judged))


def test_a_problem_counts_in_each_of_its_kinds_once() -> None:
    judged = [
        _judged(7, ("kinds", "decoy"), ("kinds", "price"), ("kinds", "price")),
        _judged(8, ("kinds", "price"), ("steps", "1")),
        _judged(7, ("steps", "2")),
    ]
    assert _by_kind(judged) == {
        "kinds: decoy": Score(1, 1),
        "kinds: price": Score(1, 2),
        "steps: 1": Score(0, 1),
        "steps: 2": Score(1, 1),
    }


def test_tags_that_are_names_or_the_same_everywhere_tell_no_kinds() -> None:
    names = [_judged(7, ("id", str(number)), ("all", "x")) for number in range(MOST_VALUES + 1)]
    assert _by_kind(names) == {}


def test_a_group_is_right_when_all_of_its_variations_are() -> None:
    judged = [
        *(_judged(7, ("group", "a")) for _ in range(3)),
        _judged(7, ("group", "b")),
        _judged(8, ("group", "b")),
        _judged(7, ("group", "alone")),
        _judged(8, ("group", "a"), language="zh"),
        _judged(7, ("group", "a"), language="zh"),
    ]
    assert whole_groups(judged) == Score(1, 3)


def test_refusing_is_right_exactly_where_there_is_no_answer() -> None:
    judged = [
        _judged(None, answerable=False),
        _judged(7, answerable=False),
        _judged(None),
        _judged(7),
        _judged(8),
    ]
    assert [each.answer for each in judged] == [True, False, False, True, False]
    assert refusals(judged) == (Score(1, 2), Score(1, 3))


def test_reports_carry_and_add_them_up() -> None:
    judged = [
        _judged(7, ("kinds", "price"), ("group", "a")),
        _judged(7, ("kinds", "decoy"), ("group", "a")),
        _judged(None, answerable=False),
    ]
    report = count("made up", (), judged)
    both = merge("twice", [report, report])
    assert both.kinds == {"kinds: decoy": Score(2, 2), "kinds: price": Score(2, 2)}
    assert both.groups == Score(2, 2)
    assert both.refusals() == {"without an answer": Score(2, 2), "with an answer": Score(0, 4)}
    written = both.to_json()
    assert written["groups"] is not None
    assert count("plain", (), [_judged(7)]).to_json()["refused"] is None


TAGS = st.lists(
    st.tuples(st.sampled_from(["steps", "kinds"]), st.sampled_from(["1", "2", "3"])), max_size=3
)
ANSWERS = st.tuples(st.sampled_from([7, 8, None]), TAGS)


@given(st.lists(st.lists(ANSWERS, max_size=4), min_size=1, max_size=4))
def test_kinds_of_folds_add_up_to_those_of_all_problems(
    folds: list[list[tuple[int | None, list[tuple[str, str]]]]],
) -> None:
    """A fold in which all problems are of one kind still counts: it once was left out."""
    judged = [[_judged(value, *tags) for value, tags in fold] for fold in folds]
    reports = [count("fold", (), each) for each in judged]
    whole = count("all", (), [each for fold in judged for each in fold])
    assert merge("all", reports).kinds == whole.kinds
    assert merge("all", reports).to_json()["kinds"] == whole.to_json()["kinds"]


@given(st.lists(ANSWERS, max_size=8))
def test_kinds_are_what_a_slow_count_finds(
    answers: list[tuple[int | None, list[tuple[str, str]]]],
) -> None:
    found = _by_kind([_judged(value, *tags) for value, tags in answers])
    for name in ("steps", "kinds"):
        used = {each for _, tags in answers for tag, each in tags if tag == name}
        for value in used:
            rows = [answer for answer, tags in answers if (name, value) in tags]
            expected = Score(sum(answer == 7 for answer in rows), len(rows))
            assert found.get(f"{name}: {value}") == (expected if len(used) > 1 else None)
