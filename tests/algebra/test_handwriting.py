"""What students write is read as what they mean, and refused where that is not clear."""

import pytest
from hypothesis import given

from strategies import expressions, texts
from sumc import MTree
from sumc.algebra.expression import parse_expression
from sumc.algebra.handwriting import plain_writing
from sumc.errors import ExpressionError, SumcError


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("3 x 12 - 7", "3*12-7"),
        ("3 X 12", "3*12"),
        ("3x12", "3*12"),
        ("3 x12", "3*12"),
        ("３ｘ１２－７", "3*12-7"),
        ("3 х 12", "3*12"),  # a Cyrillic letter that looks like an x
        ("3x(4+5)", "3*(4+5)"),
        ("(4+5)x3", "(4+5)*3"),
        ("3 x $5", "3*5"),
        ("3 x .5", "3*0.5"),
        ("2(3+4)", "2*(3+4)"),
        ("2 (3+4)", "2*(3+4)"),
        ("(3+4)(5-2)", "(3+4)*(5-2)"),
        ("(3+4)2", "(3+4)*2"),
        ("2[3+4]", "2*(3+4)"),
        ("50%(3+4)", "0.5*(3+4)"),
        ("2(6/3)", "2*(6/3)"),
        ("(6/3)2(4/2)", "(6/3)*2*(4/2)"),
        ("12/(2(1+2))", "12/(2*(1+2))"),
        ("12/3+2(4+1)", "12/3+2*(4+1)"),
        ("2(1/3)", "7/3"),  # a mixed number, as ever
        ("1 1/4", "5/4"),
        ("3x+a", "3*x+a"),
        ("2n1+3", "2*n1+3"),
        ("2π", "2*π"),
        ("2 pi", "2*pi"),
        ("a(b+c)", "a*(b+c)"),
        ("$5+2", "5+2"),
        ("$5 + $2", "5+2"),
        ("5€", "5"),
        ("￥30-¥5", "30-5"),
        ("29 pencils", "29"),
        ("29 pencils left.", "29"),
        ("29支", "29"),
        ("29 支铅笔。", "29"),
        ("12 km/h * 3 h", "12*3"),
        ("60 km / 2 h", "60/2"),
        ("3 boxes x 12 pencils - 7 pencils", "3*12-7"),
        ("(3+4) apples", "3+4"),
        ("5 m + 3 m", "5+3"),
        ("5cm²", "5"),
        ("29 (pencils)", "29"),
        ("29 (pens and caps)", "29"),
        ("29 boys and girls", "29"),
        ("(29 boys and girls) * 2", "29*2"),
        ("2 (3)", "2*3"),
        ("2 (ab+c)", "2*(ab+c)"),
        ("2(ab)", "2*ab"),
        ("50% of 80", "0.5*80"),
        ("1/2 of 30", "1/2*30"),
        ("3 boxes of 12 pencils", "3*12"),
        ("3²+4¹⁰", "3^2+4^10"),
        ("(1+2)²", "(1+2)^2"),
        ("Answer: 29", "29"),
        ("the answer is 29", "29"),
        ("ANS = 3*12", "3*12"),
        ("答：29", "29"),
        ("= 29", "29"),
        (r"\frac{3}{4}", "3/4"),
        (r"\frac34", "3/4"),
        (r"\dfrac{3+1}{4}", "(3+1)/4"),
        (r"6/\frac{3}{4}", "6/(3/4)"),
        (r"\frac{\frac{1}{2}}{3}", "(1/2)/3"),
        (r"1\frac{1}{4}", "5/4"),
        (r"1 \frac{1}{4} + 2", "5/4+2"),
        (r"3\times 12", "3*12"),
        (r"3 \cdot 12 \div 4", "3*12/4"),
        (r"\left(3+4\right) \times 2", "(3+4)*2"),
        (r"$3 \times 12$", "3*12"),
        (r"12{,}000 + 1", "12000+1"),
        (r"29 \text{ pencils}", "29"),
        (r"50\% \times 8", "0.5*8"),
        (r"\$5+2", "5+2"),
        (r"3^{2}", "3^2"),
        (r"2\pi", "2*π"),
        (r"5\frac14", "21/4"),
        (r"20\frac12", "41/2"),
        (r"3\tfrac{1}{4}", "13/4"),
        (r"3\cfrac25", "17/5"),
        (r"\frac12\frac34", "(1/2)*(3/4)"),
        (r"\frac{17}5", "17/5"),
        (r"\frac3{10}", "3/10"),
        (r"\frac a{b}", "a/b"),
        (r"2\frac{a}b", "2*(a/b)"),
        (r"2\frac63", "2*(6/3)"),
    ],
)
def test_it_is_read_as_it_is_meant(written: str, meant: str) -> None:
    read = plain_writing(written).writing.text.replace(";", " ")
    expression = parse_expression(read)
    same = MTree.from_expression(expression) == MTree.parse(meant)
    assert same or MTree.from_expression(expression).evaluate() == MTree.parse(meant).evaluate()


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ("29 pencils", "pencils"),
        ("29 pencils left.", "pencils left"),
        ("3 boxes x 12 pencils", "pencils"),
        ("29支", "支"),
        ("60 km/h", "km/h"),
        ("5 m", "m"),
        ("5m", ""),  # five times m
        ("$5", "$"),
        ("5 元", "元"),
        ("5cm²", "cm²"),
        (r"5 \text{ kg}", "kg"),
        ("29 (pencils)", "pencils"),
        ("29 (pens and caps)", "pens and caps"),
        ("29 boys and girls", "boys and girls"),
        ("29 boys and girls and teachers.", "boys and girls and teachers"),
        ("29 boxes and bags of nuts, 29", "boxes and bags of nuts"),
        ("29 m and pi", "m"),
        ("3 boxes of 12", "boxes"),
        ("29 slices of cake", "slices of cake"),
        ("3 x", ""),
        ("29", ""),
    ],
)
def test_the_unit_is_kept(written: str, unit: str) -> None:
    assert plain_writing(written).unit == unit


@pytest.mark.parametrize(
    ("written", "steps"),
    [
        ("3*12=36, 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36; 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36\n36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36，36-7=29。", ["3*12=36", "36-7=29"]),
        ("3*12=36 so 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36 => 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36 → 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36 boxes and then 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36 eggs and caps, 36-7=29", ["3*12=36", "36-7=29"]),
        ("3*12=36 eggs and total = 36-7", ["3*12=36", "total=36-7"]),
        ("3*12=36 eggs and a = 36-7", ["3*12=36", "a=36-7"]),
        ("3*12=36 eggs and", ["3*12=36"]),
        ("36 and total = 36-7", ["36", "total=36-7"]),
        (r"3\times12=36 \\ 36-7=29", ["3*12=36", "36-7=29"]),
        ("1,000+2=1,002", ["1,000+2=1,002"]),
        ("4*6=24(张)24+5=29(张)", ["4*6=24", "24+5=29"]),
        ("4*6=24(张) (24+5)*2=58(张)", ["4*6=24", "(24+5)*2=58"]),
        ("x+5=29(张)x=24", ["x+5=29", "x=24"]),
        ("60(千米/时)3", ["60*3"]),
        ("4*6=24 24/8=3", ["4*6=24", "24/8=3"]),
        ("4*6=24 24/80=0.3", ["4*6=24", "24/80=0.3"]),
        ("2+1=3 3/4*8=6", ["2+1=3", "3/4*8=6"]),
        ("2+1=3 3/4*8=7", ["2+1=3", "3/4*8=7"]),
        ("1/4+1/4=2/4 2/4*6=3", ["1/4+1/4=2/4", "2/4*6=3"]),
        ("5*8=40 3/4*40=30", ["5*8=40", "3/4*40=30"]),
        ("1/4+1/4=2/4 2/4 m=50 cm", ["1/4+1/4=2/4", "2/4=50"]),
        ("7/2=3 1/2=3.5", ["7/2=31/2=3.5"]),  # a mixed number, also where the 3 is written twice
        ("3+1/2=3 1/2 m=350 cm", ["3+1/2=31/2=350"]),
        ("7/2=3 1/2", ["7/2=31/2"]),
        ("3 1/2*4=14", ["31/2*4=14"]),
        ("and 3+4=7", ["3+4=7"]),
    ],
)
def test_steps_end_with_one_sign(written: str, steps: list[str]) -> None:
    found = plain_writing(written).writing.text.replace(" ", "").split(";")
    assert [step for step in found if step] == steps


@pytest.mark.parametrize(
    ("written", "column"),
    [("6/2(1+2)", 4), ("6/(2)(3)", 6), ("1/2x", 4), ("８/２（３＋１）", 4), ("1+8/2(3)", 6)],
)
def test_a_divisor_without_a_sign_is_refused_where_it_is(written: str, column: int) -> None:
    with pytest.raises(ExpressionError, match="read in two ways") as refused:
        plain_writing(written)
    assert (refused.value.column, refused.value.text) == (column, written)


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ("22÷4=5R2", 7),
        ("22÷4=5 r 2", 8),
        ("22/4 = 5 remainder 2", 10),
        ("22÷4=5……2", 7),
        ("22÷4=5...2", 7),
        ("22÷4=5余2", 7),
        ("22÷4=5（组）……2（人） 5+1=6（组）", 10),
        (r"22\div4=5\cdots2", 10),
    ],
)
def test_a_remainder_is_refused_by_name(written: str, column: int) -> None:
    with pytest.raises(ExpressionError, match="remainders are not read") as refused:
        plain_writing(written)
    assert (refused.value.column, refused.value.text) == (column, written)


def test_a_symbol_that_looks_like_a_remainder_is_none() -> None:
    assert plain_writing("2r1+3").writing.text == "2*r1+3"
    assert plain_writing("4a=7r1").writing.text == "4*a=7*r1"


def test_a_second_name_is_left_to_the_parser() -> None:
    for written in ("a b", "Tom 3", "x 12", "}", "%", r"\frac{1}{", r"\frac{17}+5", "\\"):
        with pytest.raises(ExpressionError):
            parse_expression(plain_writing(written).writing.text)


@given(expressions())
def test_an_expression_is_read_as_it_stands(text: str) -> None:
    """What the parser reads already means the same after reading it as a student's."""
    try:
        read = plain_writing(text).writing.text
    except ExpressionError:
        assert "/" in text
        return
    assert parse_expression(read) == parse_expression(text)


@given(texts())
def test_every_character_keeps_a_place_in_the_original(text: str) -> None:
    try:
        writing = plain_writing(text).writing
    except SumcError:
        return
    assert len(writing.origins) == len(writing.text) + 1
    assert all(0 <= place <= len(text) for place in writing.origins)
    assert list(writing.origins) == sorted(writing.origins)
