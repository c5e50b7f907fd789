"""Work in the layouts of schools: labels, sentences, numbered steps, units in brackets."""

import pytest
from hypothesis import given

from strategies import texts
from sumc import check
from sumc.algebra.handwriting import plain_writing
from sumc.algebra.layout import MOST_NUMBERED, laid_out
from sumc.algebra.writing import SEPARATOR, written


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("3×12=36（支），36-7=29（支）", "3*12-7"),
        ("3*12=36(支), 36-7=29 (支)", "3*12-7"),
        ("3*12=36(pencils), 36-7=29(pencils)", "3*12-7"),
        ("3*12-7=29[支]", "3*12-7"),
        ("3*12-7=29【支】", "3*12-7"),
        ("200×0.8=160(元)", "200*0.8"),
        ("1÷(1/10+1/15)=6（天）", "1/(1/10+1/15)"),
        ("60（千米/时）×3=180（千米）", "60*3"),
        ("60×3=180(km)", "60*3"),
        ("5*3=15(m²)", "5*3"),
        ("5*3=15(m)", "5*3"),
        ("3(apples)+4(apples)", "3+4"),
    ],
)
def test_units_in_brackets_need_no_space(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "same-structure"


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("pencils: 3*12-7=29", "3*12-7"),
        ("Total: 50+20=70. Average: 70/2=35", "(50+20)/2"),
        ("总价：4×1.5=6元，找回：20-6=14元", "20-4*1.5"),
        ("Day 1: 5+3=8, Day 2: 8+2=10", "5+3+2"),
        ("第1天：5+3=8，第2天：8+2=10", "5+3+2"),
        ("3×12-7=29（支）\n答：还剩29支铅笔。", "3*12-7"),
        ("解：3×12=36（支）\n36-7=29（支）\n答：还剩29支。", "3*12-7"),
        ("3*12=36 36-7=29", "3*12-7"),
        ("3*12=36 pencils 36-7=29 pencils", "3*12-7"),
        ("3*12=36. 36-7=29.", "3*12-7"),
        ("First, 3*12=36. Then 36-7=29.", "3*12-7"),
        ("118-59=59 59÷118=50%", "(118-59)/118"),
        ("1) 3*12=36 2) 36-7=29", "3*12-7"),
        ("1. 3*12=36\n2. 36-7=29", "3*12-7"),
        ("1、3×12=36 2、36-7=29", "3*12-7"),
        ("①3*12=36②36-7=29", "3*12-7"),
        ("(1) 3*12=36 (2) 36-7=29", "3*12-7"),
        ("1) 3*12-7=29", "3*12-7"),
        ("Step 1: 3*12=36 Step 2: 36-7=29", "3*12-7"),
        ("第一步：3×12=36，第二步：36-7=29", "3*12-7"),
        ("3*12-7\n=36-7\n=29", "3*12-7"),
        ("Tom has 3*12-7=29 pencils", "3*12-7"),
        ("a:b", "a/b"),
        ("n1:n2", "n1/n2"),
        ("长*宽", "长*宽"),
        ("(1)(2)", "1*2"),
        ("28÷7=4（组）答：有4组。", "28/7"),
        ("4×6=24（张） 24+5=29（张） 答：29张", "4*6+5"),
        ("4×6=24张答：24张", "4*6"),
        ("4×6=24（张）解：24+5=29", "4*6+5"),
        ("∵4*6=24 ∴24+5=29", "4*6+5"),
        ("28∶7＝x∶3", "28:7=x:3"),
        ("28 ∶ 7", "28/7"),
        ("28/7 -> 4", "28/7"),
        ("28/7 → 4 boxes", "28/7"),
        ("28/7 => 4 => 4+1=5", "28/7+1"),
        ("28/7=4 -> 4+1=5", "28/7+1"),
        ("x+5=29 → x=24", "29-5"),
        ("28/7 ==4", "28/7"),
        ("4*6+5=29!", "4*6+5"),
        ("4*6=24! 24+5=29!!", "4*6+5"),
        ("4*6+5=29 ✓", "4*6+5"),
        ("4*6+5=29√", "4*6+5"),
        ("a) 4*6=24 b) 24+5=29", "4*6+5"),
        ("(a) 4*6=24 (b) 24+5=29", "4*6+5"),
        ("a. 4*6=24\nb. 24+5=29", "4*6+5"),
        ("- 4*6 = 24\n- 24+5 = 29", "4*6+5"),
        ("* 4*6 = 24\n* 24+5 = 29", "4*6+5"),
        ("• 4*6+5 = 29", "4*6+5"),
        ("- 7 + 36", "36-7"),
        ("(a)(b)", "a*b"),
        ("a: 29", "a/29"),
        ("A:29", "A/29"),
        ("She had 4×6=24 cards. She found 5 more: 24+5=29.", "4*6+5"),
        ("First I did 4 x 6 = 24 and then 24+5=29", "4*6+5"),
        ("There are 24 cards. 24 + 5 = 29 cards", "24+5"),
    ],
)
def test_steps_are_found_in_their_layout(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "same-structure"


@pytest.mark.parametrize(
    "student",
    [
        "Answer: 29",
        "Ans: 29",
        "My final answer is 29.",
        "答：还剩29支。",
        "共29支",
        "剩下29支",
        "答：小明一共还有29支铅笔",
        "He has 29 pencils left.",
        "There are now 29 pencils",
        "≈29",
        "~29",
        "about 29",
        "约29支",
        "I do not like this, 29",
        "A: 29",
        "29!",
        "29 √",
        "twenty-nine",
        "The answer is twenty-nine.",
    ],
)
def test_a_number_in_a_sentence_is_an_answer(student: str) -> None:
    assert check(student, "3*12-7").verdict == "answer-only"


@pytest.mark.parametrize(
    "student",
    [
        "half of 58",
        "He does not have 29 pencils",
        "The answer is not 29",
        "三个29",
        "十29",
        "一半29",
        "不是29",
        "the square root of 29",
        "negative 29",
        "1. 29",
        "1) 29",
        "x 29",
        "2(ab)",
        "29(支]",
        "3*12-7=29 答：还剩30支",
        "3*12-7=29（支）答：还剩30支",
        "B: 29",
        "√29",
        "29! = 29",
        "There are not 36 pencils. 36 - 7 = 29",
        "He has 30 pencils. 3*12-7=29",
        "The answer is 30. 3*12-7=29",
        "- 3 pens\n- 32 pens",
    ],
)
def test_words_that_change_a_number_are_not_left_out(student: str) -> None:
    assert check(student, "3*12-7").score < 0.5


@pytest.mark.parametrize(
    ("written_by_hand", "unit"),
    [("36(支)", "支"), ("60（千米/时）", "千米/时"), ("答：还剩29支。", "支"), ("5=5(m²)", "m²")],
)
def test_the_unit_is_kept(written_by_hand: str, unit: str) -> None:
    assert plain_writing(written_by_hand).unit == unit


def test_so_many_steps_are_numbered() -> None:
    steps = " ".join(f"{n}) {n}+1={n + 1}" for n in range(1, MOST_NUMBERED + 1))
    assert laid_out(written(steps)).text.count(SEPARATOR) == MOST_NUMBERED


@given(texts())
def test_every_character_keeps_its_place(text: str) -> None:
    writing = laid_out(written(text))
    assert len(writing.origins) == len(writing.text) + 1
    assert list(writing.origins) == sorted(writing.origins)
