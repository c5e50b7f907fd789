"""What a student's steps mean together: formulas, other orders, numbers that are given as well."""

import pytest

from sumc import check
from sumc.algebra.composing import MOST_ALTERNATIVES
from sumc.algebra.equation import counted
from sumc.algebra.expression import parse_expression
from sumc.algebra.formulas import is_words
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.notation import to_infix
from sumc.algebra.steps import read_work

FORMULAS = [
    ("Area = length × width = 6 × 7 = 42", "6*7", "same-structure"),
    ("Area = length x width = 6 x 7 = 42", "6*7", "same-structure"),
    ("A = l x w = 6 x 7 = 42", "6*7", "same-structure"),
    ("Area = length x width\n6 x 7 = 42", "6*7", "same-structure"),
    ("price of a pencil = 42/6 = 7", "42/6", "same-structure"),
    ("3*price = 3*7 = 21", "3*7", "same-structure"),
    ("面积=长×宽=6×7=42", "6*7", "same-structure"),
    ("速度=路程÷时间=90÷3=30（千米/小时）", "90/3", "same-structure"),
    ("v=s/t=90/3=30 km/h", "90/3", "same-structure"),
    ("P=2(l+w)=2(6+7)=26", "2*(6+7)", "same-structure"),
    ("S=ah÷2=6×7÷2=21", "6*7/2", "same-structure"),
    ("S=(a+b)h÷2=(2+5)×4÷2=14", "(2+5)*4/2", "same-structure"),
    ("S=πr²=3.14×3²=28.26", "3.14*3^2", "same-structure"),
    ("y=2x=2×3=6", "2*3", "same-structure"),
    ("Area = length × width = 6 × 7 = 41", "6*7", "miscalculated"),
    ("Area = length × width = 6 + 7 = 13", "6*7", "different"),
    ("Area = length × width = 42", "6*7", "answer-only"),
    ("S=ah÷2=21", "6*7/2", "answer-only"),
    ("P=2(l+w)=2(6+7)=26", "2*(l+w)", "same-structure"),
    ("a*b=5", "a*b", "miscalculated"),
    ("2x+3y=13", "2x+3=13", "different"),
    ("total-7=29", "3*12-7", "different"),
    ("2x=13-3=10", "2x+3=13", "same-structure"),
    ("2x+3x=5*4=20", "5*4/(2+3)", "same-structure"),
    ("x( = 29", "29", "unparseable"),
    ("3*12 = thirty six, 36-7=29", "3*12-7", "same-structure"),
    ("29 = a b", "29", "unparseable"),
]
NAMES = [
    ("Total = 4 × 9 = 36. Left = Total − 5 = 31", "4*9-5", "same-structure"),
    ("20+30=50, mean: sum/2=25", "(20+30)/2", "same-structure"),
    ("4*9=36, left = total-5 = 30", "4*9-5", "different"),
    ("4*9=36, y-5=31", "4*9-5", "different"),
]
GIVEN_NUMBERS = [
    ("7-4=3, 9-3=6, 6/3=2", "(9-3)/(7-4)", "same-structure"),
    ("9-3=6, 7-4=3, 6/3=2", "(9-3)/(7-4)", "same-structure"),
    ("7-4=3, 9-3=6, 6/3=2", "(9-(7-4))/3", "same-structure"),
    ("8-3=5, 5/5=1, 1+6=7", "5/(8-3)+6", "same-structure"),
    ("7-4=3, 3*5=15, 15-3=12, 12/3=4", "(3*5-(7-4))/3", "same-structure"),
    ("7-4=3, 9-3=5, 6/3=2", "(9-3)/(7-4)", "miscalculated"),
    ("8-5=3, 9-3=6, 6/3=2", "(9-3)/(7-4)", "equal-value"),
    ("7-4=3, a-3=b, b*(a-3)/3", "b*(a-3)/(7-4)", "same-structure"),
    ("5-4=1, 1/0+1=2", "1/0+(5-4)", "same-structure"),
]
COUNTS = [
    ("x+(x+6)=30, 2x=24, x=12", "(30-6)/2", "equivalent"),
    ("x + x + 6 = 30", "(30-6)/2", "equivalent"),
    ("x+(x-3)=17, x=10", "(17+3)/2", "equivalent"),
    ("x+x+x=30", "30/3", "equivalent"),
    ("X+(X+X)=30", "30/3", "equivalent"),
    ("(30-6)/2", "x+x+6=30", "equivalent"),
    ("x+x+6=30", "(30-6)/(1+1)", "same-structure"),
    ("x+x+6=30, x=12", "(30-6)/(1+1)", "same-structure"),
    ("2x+x+x=40", "40/(2+1+1)", "same-structure"),
    ("2x=24", "24/(1+1)", "equal-value"),
    ("x+x+6=30", "(30+6)/2", "different"),
    ("x+x+6=30" + " " * 2000, "(30-6)/2", "equal-value"),  # too long to be read as steps
]
MULTIPLES = [
    ("x+4x=40, x=8, 4x=32", "40/(4+1)*4", "same-structure"),
    ("设小红x岁，x+4x=40，x=8，4x=32", "40/(4+1)*4", "same-structure"),
    ("x+4x=40, x=8, 4x=32, 32+5=37", "40/(4+1)*4+5", "same-structure"),
    ("x+4x=40, x=8, 4x=32", "40/(4+1)", "same-structure"),
    ("2x+3=13, x=5, 2x+3=13", "2x+3=13", "same-structure"),
    ("x+4x=40, x=8, 4x=33", "40/(4+1)*4", "miscalculated"),
    ("x+4x=40, x=8, 3x=24", "40/(4+1)*4", "different"),
    ("x+8=3, x=-5, 2x=-10", "x+8=3", "same-structure"),
]
OTHER_ORDERS = [
    ("40-9=31, 5*8=40", "5*8-9", "same-structure"),
    ("31*2=62, 40-9=31, 5*8=40", "(5*8-9)*2", "same-structure"),
    ("40-9=31, 4*9=40", "5*8-9", "different"),
    ("40-9=31, 5*8=41", "5*8-9", "miscalculated"),
    ("40-9=31, 5+6=11", "40-9", "different"),
    ("40-9=31, 3*7=21, 5*8=40", "5*8-9", "different"),
]
CHECKS = [
    ("40-9=31, 31+9=40", "5*8-9", "worked-out"),
    ("(20+7)/3=9\n9*3-7=20", "(20+7)/3", "same-structure"),
    ("(20+7)÷3=27÷3=9 check: 3×9-7=20", "(20+7)/3", "same-structure"),
    ("5*8-9=31 (验算：31+9=40)", "5*8-9", "same-structure"),
    ("5*8=40, 40-9=31, 31*2=62", "5*8-9", "different"),
    ("3*4=12, 12-8=4", "3*4", "different"),
    ("check: 5*8=40", "5*8", "same-structure"),
]
CONTINUED = [
    ("5*8=40\n-9\n=31", "5*8-9", "same-structure"),
    ("5*8=40\n-9=31", "5*8-9", "same-structure"),
    ("5*8=40\n÷4=10", "5*8/4", "same-structure"),
    ("5*8=40\n-9=30", "5*8-9", "different"),
    ("-3*2=-6\n-6+8=2", "-3*2+8", "worked-out"),
    ("5*8=40\n-9+49=40", "5*8-9", "different"),
    ("5*8-9=?", "5*8-9", "same-structure"),
    ("5*8-9=？", "5*8-9", "same-structure"),
    ("5*8-9=(  )", "5*8-9", "same-structure"),
    ("5*8=?+1", "5*8", "unparseable"),
]


@pytest.mark.parametrize(
    ("student", "reference", "verdict"),
    [
        *FORMULAS,
        *NAMES,
        *GIVEN_NUMBERS,
        *COUNTS,
        *MULTIPLES,
        *OTHER_ORDERS,
        *CHECKS,
        *CONTINUED,
    ],
)
def test_the_verdict_on_steps(student: str, reference: str, verdict: str) -> None:
    assert check(student, reference).verdict == verdict


@pytest.mark.parametrize(
    ("written", "run_on"),
    [
        ("C=2πr=2×3.14×6=37.68", ""),
        ("C = 5 cm = 50 mm", ""),
        ("36=36-7=29", "36 is not 36-7"),
        ("n=2=2*3", "2 is not 2*3"),
    ],
)
def test_a_number_before_a_calculation_may_be_a_formula(written: str, run_on: str) -> None:
    assert read_work(written, DEFAULT_LIMITS).run_on == run_on


@pytest.mark.parametrize(
    ("solution", "expected"),
    [
        ("16/(1+1)", "16/(2*1)"),
        ("16/(1+(1+1))", "16/(3*1)"),
        ("(4+1)/(1+1)", "(4+1)/(2*1)"),
        ("16/(2+1)", "16/(2+1)"),
        ("16/1", "16/1"),
        ("1+1", "1+1"),
        ("1", "1"),
    ],
)
def test_a_count_of_unknowns_is_a_number(solution: str, expected: str) -> None:
    assert to_infix(counted(parse_expression(solution))) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cost of the pens", True),
        ("长 × 宽", True),
        ("2 pens", False),
        ("not", False),
        ("(a b", False),
        ("* /", False),
    ],
)
def test_words_for_a_calculation(text: str, said: bool) -> None:
    assert is_words(text) is said


def test_the_ways_to_put_steps_together_are_limited() -> None:
    steps = ", ".join(["2+2=4, 4+4=8, 8-4=4, 4-2=2, 2*2=4"] * 5)
    assert len(read_work(steps, DEFAULT_LIMITS).alternatives) <= MOST_ALTERNATIVES
