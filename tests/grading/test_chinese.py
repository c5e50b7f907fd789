"""Comments, verdicts and reports in Chinese."""

import re

import pytest
from hypothesis import given, settings

from strategies import small_expressions
from sumc.algebra.checking import VERDICTS, check
from sumc.errors import SumcError
from sumc.grading.chinese import in_chinese
from sumc.grading.classroom import grade
from sumc.grading.marking import mark
from sumc.grading.report import to_csv, to_html
from sumc.grading.rows import Task, read_answers
from sumc.grading.scheme import scheme_of
from sumc.grading.wording import WORDS, in_language, language_named, language_of

ENGLISH = re.compile(r"[A-Za-z]{2,}")


@pytest.mark.parametrize(
    ("student", "reference", "said"),
    [
        ("12*3-7", "3*12-7", "与参考的解法相同"),
        ("a/(a+b)+b/(a+b)", "1", "写法不同，但不论数是多少都相等"),
        ("36-7", "3*12-7", "正确，其中3*12算得36"),
        ("12+12+12-7", "3*12-7", "正确，用连加代替了乘法"),
        ("29", "3*12-7", "答案正确，但没有过程"),
        ("30", "3*12-7", "答案应是29，不是30"),
        ("3*12+7", "3*12-7", "7在这里是加上，在参考算式里是减去"),
        ("3*12", "3*12-7", "这里缺少7"),
        ("3*12-7+5", "3*12-7", "这里多了5"),
        ("3*12-8", "3*12-7", "这里是8，参考算式里是7"),
        ("2+2", "2*2", "只有这些数给出同样的值："),
        ("3*12=35, 35-7=28", "3*12-7", "方法正确，但3*12等于36，不是35"),
        ("3*12+7=29", "3*12-7", "答案正确，但3*12+7等于43，不是29；7在这里是加上"),
        ("200-40", "200*0.8", "正确，其中0.2*200算得40，用1-0.2表示0.8"),
        ("不会", "3*12-7", "没有作答"),
        ("3*12=36-7=29", "3*12-7", "，请分成两步写"),
        ("2*", "2*3", "读不懂学生的算式（第 3 个字符）"),
        ("2*3", "2*", "读不懂参考算式（第 3 个字符）"),
        ("20+9", "29", "数值正确；参考没有可以比较的过程"),
        ("+".join(map(str, range(1, 70))), "69*70/2", "数值正确；算式太大，无法判断方法是否正确"),
    ],
)
def test_every_comment_has_its_chinese(student: str, reference: str, said: str) -> None:
    comment = in_chinese(check(student, reference).explanation)
    assert said in comment
    assert not ENGLISH.search(comment)


@settings(max_examples=150)
@given(small_expressions(symbols=False), small_expressions(symbols=False))
def test_no_comment_keeps_english(student: str, reference: str) -> None:
    """Whatever two expressions of numbers are compared."""
    try:
        comment = in_chinese(check(student, reference).explanation)
    except SumcError:
        return
    assert not ENGLISH.search(comment)


def test_rules_of_a_scheme_are_told_in_chinese() -> None:
    scheme = scheme_of({"unit": "米", "reduced": True}, "here")
    comment = in_chinese(mark("1/4+1/4=2/4", ["1/4+1/4"], scheme).comment)
    assert comment.endswith("分数没有约成最简；缺少单位米")
    assert in_chinese(mark("", ["1"]).comment) == "没有作答"


def test_reports_are_in_chinese() -> None:
    answers = read_answers("姓名,答案,题号\n王明,36-7,\n李华,3*12+7,\n赵云")
    done = grade(answers, {"": Task(("3*12-7",))})
    page, table = to_html(done, language="zh"), to_csv(done, "zh")
    assert 'lang="zh"' in page
    assert "批改结果" in page
    assert "得分率" in page
    assert "7在这里是加上" in page
    assert "7在这里是加上" in table
    assert table.startswith("\ufeffname,problem,answer,verdict")  # programs read these
    assert in_language(done, "zh").broken == ("第 4 行：只有一个值",)
    assert in_language(done, "en") is done


def test_both_languages_know_all_verdicts() -> None:
    assert all(set(words.verdicts) == set(VERDICTS) for words in WORDS.values())
    assert language_of("姓名,答案\nAda,3") == "zh"
    assert language_named("zh") == "zh"
    with pytest.raises(SumcError, match="en, zh"):
        language_named("fr")
