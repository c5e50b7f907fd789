"""An answer gets the points that the scheme gives for its verdict, less for broken rules."""

from fractions import Fraction

import pytest
from hypothesis import given

from strategies import texts
from sumc import Limits, check
from sumc.algebra.checking import VERDICTS
from sumc.errors import SumcError
from sumc.grading.marking import check_references, is_unreduced, mark
from sumc.grading.scheme import DEFAULT_SCHEME, POINTS, Scheme, scheme_of

REFERENCE = ["3*12-7"]


@pytest.mark.parametrize(
    ("answer", "verdict", "points"),
    [
        ("12*3-7", "same-structure", 1),
        ("36-7", "worked-out", 1),
        ("12+12+12-7", "repeated-addition", 1),
        ("29 pencils", "answer-only", 0.5),
        ("3*12-7=28", "miscalculated", 0.5),
        ("20+9", "equal-value", 0),
        ("3*12+7", "different", 0),
        ("3*12-", "unparseable", 0),
        ("  ", "unparseable", 0),
    ],
)
def test_points_follow_from_the_verdict(answer: str, verdict: str, points: float) -> None:
    found = mark(answer, REFERENCE)
    assert found.verdict == verdict
    assert float(found.points) == points
    assert found.full == 1
    assert found.is_right is (points == 1)
    assert found.comment


def test_nothing_written_is_no_answer() -> None:
    assert mark("", REFERENCE).comment == "no answer"


def test_the_best_of_several_references_counts() -> None:
    assert mark("2*5", ["5+5", "2*5"]).verdict == "same-structure"
    assert mark("2*5", ["5+4"], Scheme(accept=("5*2",))).reference == "5*2"
    assert mark("7", ["5+4", "1+8"]).verdict == "different"


def test_wrong_work_may_have_a_share_of_the_points() -> None:
    assert mark("3*12+7", REFERENCE, Scheme(partial=True)).points == Fraction(67, 100)
    assert mark("20+9", REFERENCE, Scheme(partial=True)).points == 0
    generous = Scheme(points={**POINTS, "different": Fraction(9, 10)}, partial=True)
    assert mark("3*12+7", REFERENCE, generous).points == Fraction(9, 10)


@pytest.mark.parametrize(
    ("answer", "unit", "broken"),
    [
        ("29 pencils", ("pencils",), ()),
        ("29 pencil", ("pencils",), ()),
        ("29 Pencils left", ("pencil",), ()),
        ("2 boxes", ("box",), ()),
        ("2 berries", ("berry",), ()),
        ("2 buses", ("bus",), ()),
        ("2 children", ("child",), ()),
        ("29支", ("pencils", "支"), ()),
        ("29 pens", ("pencils",), ("the unit pencils is expected",)),
        ("29", ("pencils",), ("the unit pencils is missing",)),
        ("29 kg", ("*",), ()),
        ("29", ("*",), ("a unit is missing",)),
        ("Answer: 29", ("*",), ("a unit is missing",)),
        ("29 left", ("*",), ("a unit is expected",)),
        ("29 pencils left", ("*",), ()),
        ("29 cm²", ("cm2",), ()),
        ("29 cm^2", ("cm²",), ()),
        ("29 square cm", ("cm2",), ()),
        ("29 sq. centimetres", ("cm^2",), ()),
        ("29 metres squared", ("m²",), ()),
        ("29 cm", ("cm2",), ("the unit cm2 is expected",)),
        ("29 cm3", ("cm2",), ("the unit cm2 is expected",)),
        ("29 square cm", ("cm",), ("the unit cm is expected",)),
        ("29 dollars", ("$",), ()),
        ("$29", ("dollars",), ()),
        ("29 euros", ("$",), ("the unit $ is expected",)),
        ("29元", ("yuan",), ()),
        ("29 km per hour", ("km/h",), ()),
        ("29 kmh", ("km/h",), ()),
        ("29 km/h", ("kilometres per hour",), ()),
        ("29 km", ("km/h",), ("the unit km/h is expected",)),
        ("29 dollars per week", ("dollars",), ()),
        ("29支铅笔", ("支",), ()),
        ("29支铅笔", ("铅笔",), ()),
        ("29分米", ("分",), ("the unit 分 is expected",)),
        ("29平方厘米", ("厘米",), ("the unit 厘米 is expected",)),
        ("29千米", ("米",), ("the unit 米 is expected",)),
        ("Pencils: 29", ("pencils",), ()),
        ("Pens: 29", ("pencils",), ("the unit pencils is missing",)),
        ("29m", ("m",), ()),
        ("29 m", ("metres",), ()),
    ],
)
def test_a_unit_can_be_required(answer: str, unit: tuple[str, ...], broken: tuple[str]) -> None:
    found = mark(answer, ["29", "2"], Scheme(unit=unit))
    assert found.broken == broken
    assert found.points == 1 - Fraction(len(broken), 2)


@pytest.mark.parametrize(
    ("answer", "broken"),
    [("45/60=75%", 0), ("75%", 0), ("75% of them", 0), ("0.75", 1), ("75%=0.75", 1)],
)
def test_percent_can_be_required(answer: str, broken: int) -> None:
    for unit in ("%", "percent", "per cent"):
        assert len(mark(answer, ["45/60"], Scheme(unit=(unit,))).broken) == broken
    assert mark("75 percent", ["45/60*100%"], Scheme(unit=("%",))).broken == ()


@pytest.mark.parametrize(
    ("answer", "unreduced"),
    [
        ("2/4", True),
        ("1/2", False),
        ("0.5", False),
        ("1/4+1/4 = 2/4", True),
        ("1/4+1/4 = 2/4 = 1/2", False),
        ("1/4+1/4", False),
        (r"\frac{2}{4}", True),
        (r"\frac{1}{2}", False),
        ("2/4 kg", True),
        ("1 2/4", True),
        ("四分之二", True),
        ("二分之一", False),
        ("4/8*1", False),  # not given as the answer
    ],
)
def test_fractions_can_be_reduced(answer: str, unreduced: bool) -> None:
    assert is_unreduced(check(answer, "1/4+1/4")) is unreduced


def test_an_unreduced_answer_costs_what_the_scheme_says() -> None:
    scheme = Scheme(reduced=True, deduction=Fraction(1, 4))
    found = mark("1/4+1/4=2/4", ["1/4+1/4"], scheme)
    assert (found.points, found.broken) == (
        Fraction(3, 4),
        ("the fraction is not in lowest terms",),
    )
    assert found.comment.endswith("; the fraction is not in lowest terms")
    assert not is_unreduced(check("(", "1"))


def test_nobody_has_fewer_than_no_points() -> None:
    scheme = Scheme(unit=("kg",), deduction=Fraction(5))
    assert mark("29", REFERENCE, scheme).points == 0
    assert mark("28", REFERENCE, scheme).broken == ()  # wrong anyway


@pytest.mark.parametrize("reference", ["2*pi*5", "2*π*5"])
@pytest.mark.parametrize("answer", ["2*3.14*5", "2*5*22/7", "2*pi*5", "2π*5", "6.28*5"])
def test_constants_may_be_written_in_several_ways(reference: str, answer: str) -> None:
    scheme = Scheme(constants={"pi": ("3.14", "22/7")})
    assert mark(answer, [reference], scheme).points == 1
    assert mark("2*3.1*5", [reference], scheme).points == 0
    assert mark("2*3.14*5", [reference]).points == 0


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("π*9=28.26", "same-structure"),
        ("π×3²=3.14×9=28.26", "same-structure"),
        ("9π=28.26", "same-structure"),
        ("9π=22/7*9", "same-structure"),
        ("π*9=28", "miscalculated"),
        ("π*6=18.84", "different"),
        ("pi*3^2 = 28.26", "same-structure"),
        ("28.26", "answer-only"),
    ],
)
def test_a_constant_may_be_replaced_while_calculating(answer: str, verdict: str) -> None:
    scheme = Scheme(constants={"pi": ("3.14", "22/7")})
    found = mark(answer, ["pi*3^2"], scheme)
    right = ("same-structure", "equivalent", "worked-out")
    assert found.verdict in right if verdict == "same-structure" else found.verdict == verdict


def test_other_constants_are_names_of_their_own() -> None:
    scheme = Scheme(constants={"g": ("9.81",)})
    assert mark("2*9.81", ["2*g"], scheme).points == 1
    assert mark("2*9.81", ["2*gg"], scheme).points == 0


def test_a_tolerance_is_for_decimals() -> None:
    scheme = Scheme(tolerance=Fraction(1, 100))
    assert mark("10/3=3.33", ["10/3"], scheme).points == 1
    assert mark("3.33", ["10/3"], scheme).verdict == "answer-only"


def test_references_are_read_before_a_class_is_graded() -> None:
    check_references(["3*12=36, 36-7=29"], DEFAULT_SCHEME, Limits())
    with pytest.raises(SumcError, match=r"reference '3\*' cannot be read"):
        check_references(["3*4", "3*"], DEFAULT_SCHEME, Limits())
    with pytest.raises(SumcError, match="does not hold"):
        check_references(["3"], Scheme(accept=("3*4=13",)), Limits())


def test_what_cannot_be_decided_within_the_limits_is_said_so() -> None:
    huge = "*".join(["7^2500"] * 3)
    found = mark(f"2*{huge}", [f"{huge}+{huge}"])
    assert found.verdict == "unparseable"
    assert found.points == 0
    assert "digits of a value" in found.comment


@given(texts())
def test_any_text_gets_a_mark(answer: str) -> None:
    found = mark(answer, ["3*12-7", "a+b"], Scheme(reduced=True, unit=("*",), partial=True))
    assert found.verdict in VERDICTS
    assert 0 <= found.points <= found.full


@pytest.mark.parametrize(
    ("answer", "references", "message"),
    [
        (29, ["3*12-7"], "expected the answer as text, found int"),
        (None, ["3*12-7"], "expected the answer as text, found NoneType"),
        ("29", "3*12-7", "expected a list of references .* found str"),
        ("29", 29, "expected a list of references .* found int"),
        ("29", ["3*12-7", 29], "expected references as texts, found int"),
        ("29", [], "expected a reference, found none"),
    ],
)
def test_wrong_types_are_errors_of_ours(answer: str, references: list[str], message: str) -> None:
    with pytest.raises(SumcError, match=message):
        mark(answer, references)


def test_the_references_of_a_scheme_are_enough() -> None:
    assert mark("36-7", [], scheme_of({"accept": "3*12-7"}, "")).verdict == "worked-out"


@pytest.mark.parametrize(
    ("answer", "alone"),
    [("36-7", True), ("3*12-7", True), ("29", False), ("3*12+7", False), ("36-7 pens", False)],
)
def test_a_mark_says_whether_rules_alone_cost_points(answer: str, alone: bool) -> None:
    assert mark(answer, ["3*12-7"], scheme_of({"unit": "pens"}, "")).by_rules_alone is alone
