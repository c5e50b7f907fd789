"""Work on problems in which only whole things count: the answer is rounded, the working is not."""

import pytest

from sumc.errors import SumcError
from sumc.grading.chinese import in_chinese
from sumc.grading.classroom import grade
from sumc.grading.marking import mark
from sumc.grading.rounding import Rounding, check_rounded, rounding_named
from sumc.grading.rows import Task, read_answers, read_problems
from sumc.grading.scheme import scheme_of

RIGHT = (
    "29/4=7.25, so 8 cars",
    "29/4 = 7.25 = 8",
    "29/4 = 7.25 ≈ 8 cars",
    "29÷4≈8",
    "29/4=8",
    "29÷4=7.25，8辆",
    "29/4=7.25\n8 cars",
    "29/4",
    "29÷4=7.25，7+1=8",
    "29/4 = 7.25, 7 + 1 = 8 cars",
    "29÷4=7.25，7+1=8辆",
)


@pytest.mark.parametrize("work", RIGHT)
def test_the_way_with_the_rounded_answer_is_right(work: str) -> None:
    assert check_rounded(work, "29/4", "up").verdict == "same-structure"


@pytest.mark.parametrize(
    ("work", "verdict", "said"),
    [
        ("8", "answer-only", "the right answer, without the working"),
        ("8 cars", "answer-only", "the right answer, without the working"),
        ("x = 8", "answer-only", "the right answer, without the working"),
        ("7", "different", "the answer is 8, not 7"),
        ("7.25", "different", "the answer is 8, not 7.25"),
        ("29/4=7.25", "miscalculated", "the right way, but the answer is 8, not 7.25"),
        ("29/4=7.25, so 7", "miscalculated", "the right way, but the answer is 8, not 7"),
        ("29/4=7, so 8", "miscalculated", "the right way, but 29/4 is 7.25, not 7"),
        ("29*4=116, so 8", "different", "4 is a factor here and a divisor in the reference"),
        ("4+4=8", "different", "reference"),
        ("29/4=7.25, 6+2=8", "different", "reference"),
        ("29*4=116, 7+1=8", "different", "reference"),
        ("29/4=7.25, 7+1=9", "miscalculated", "the answer is 8, not 9"),
        ("7+1=8", "different", "reference"),
        ("29*4=116", "different", "4 is a factor here and a divisor in the reference"),
        ("(8", "unparseable", "never closed"),
    ],
)
def test_anything_else_is_not(work: str, verdict: str, said: str) -> None:
    result = check_rounded(work, "29/4", "up")
    assert result.verdict == verdict
    assert said in result.explanation
    if verdict == "answer-only":
        assert result.explanation == said
        assert in_chinese(said) == "答案正确，但没有过程"


@pytest.mark.parametrize(
    ("work", "reference", "rounding", "verdict"),
    [
        ("29/4=7.25, so 7", "29/4", "down", "same-structure"),
        ("29/4=7.25, so 8", "29/4", "exact", "different"),
        ("29/4=7.25, 7+1=8", "29/4", "exact", "different"),
        ("29/4=7.25, 7+1=8", "29/4", "down", "different"),
        ("8/4=2", "8/4", "up", "same-structure"),
        ("n/4", "n/4", "up", "same-structure"),
        ("8", "n/4", "up", "different"),
        ("2*(3+4)=14, 14/4=3.5, so 4", "(3+4)*2/4", "up", "same-structure"),
    ],
)
def test_values_that_are_whole_or_unknown_stay_as_they_are(
    work: str, reference: str, rounding: Rounding, verdict: str
) -> None:
    assert check_rounded(work, reference, rounding).verdict == verdict


def test_the_unit_beside_the_rounded_number_counts() -> None:
    scheme = scheme_of({"unit": "cars", "rounded": "up"}, "here")
    assert mark("29/4=7.25, so 8 cars", ["29/4"], scheme).points == 1
    assert mark("29/4≈8", ["29/4"], scheme).comment.endswith("the unit cars is missing")
    comment = mark("29/4=7.25 cars", ["29/4"], scheme).comment
    assert in_chinese(comment) == "方法正确，但答案应是8，不是7.25"


def test_a_problem_of_a_class_may_be_rounded() -> None:
    tasks = read_problems("problem,reference,rounded\n1,29/4,up\n1,(28+1)/4,\n2,29/4,\n")
    assert tasks["1"] == Task(("29/4", "(28+1)/4"), rounded="up")
    assert tasks["2"].rounded == "exact"
    answers = read_answers("name,problem,answer\nAda,1,8\nBen,2,8\n")
    verdicts = [each.mark.verdict for each in grade(answers, tasks).graded]
    assert verdicts == ["answer-only", "different"]


def test_an_unknown_rounding_is_refused() -> None:
    assert rounding_named("") == "exact"
    with pytest.raises(SumcError, match=r"line 2: expected a rounding \(exact, up, down\), found"):
        read_problems("problem,reference,rounded\n1,29/4,nearest\n")
    with pytest.raises(SumcError, match="rounded: expected one of exact, up, down, found 3"):
        scheme_of({"rounded": 3}, "here")
