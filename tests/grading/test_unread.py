"""Why a text cannot be read is said in Chinese on a Chinese page."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.algebra.checking import check
from sumc.errors import ExpressionError
from sumc.grading.unread import OTHER, unread_in_chinese

LATIN = re.compile(r"[A-Za-z]{2,}")


@pytest.mark.parametrize(
    ("student", "said"),
    [
        ("2*(3-1", "“(”没有配对的右括号"),
        ("2*3)", "“)”没有配对的左括号"),
        ("2*(3]", "“]”和“(”不是一对括号"),
        ("2*", "后面还缺一个数"),
        ("2**/3", "这里应是数、字母或“(”，却是“/”"),
        ("6/2(1+2)", "这里有两种读法：请写出乘号，并给除数加上括号"),
        ("2^(1/2)", "指数应是整数"),
        ("0,75", "每一步都要有等号；小数请用小数点，如 0.75"),
        ("9" * 5000, "算式太大"),
    ],
)
def test_every_reason_has_its_chinese(student: str, said: str) -> None:
    error = check(student, "2*3").student.error
    message = error.message if isinstance(error, ExpressionError) else str(error)
    assert unread_in_chinese(message) == said


def test_a_reference_that_is_wrong_in_itself_is_told_in_chinese() -> None:
    error = check("1", "2*3=5").reference.error
    assert unread_in_chinese(str(error)) == "其中有一个等式不成立：2*3等于6，不是5"


@given(st.text(alphabet="0123+-*/()[]=^%. ,;?x", min_size=1, max_size=12))
def test_no_reason_stays_in_english(text: str) -> None:
    error = check(text, "1").student.error
    if isinstance(error, ExpressionError):
        assert not LATIN.search(unread_in_chinese(error.message).replace(text, ""))
    assert unread_in_chinese("who knows") == OTHER
