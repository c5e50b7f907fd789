"""A factor may be 1 plus or minus the rest; an answer in percent, a hundred times as large."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc import check
from sumc.algebra.arithmetic import calculate
from sumc.algebra.complements import complements, wholes_apart
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.percent import in_hundredths


@pytest.mark.parametrize(
    ("student", "reference", "said"),
    [
        ("80*(1-0.25)", "80*0.75", "1-0.25 for 0.75"),
        ("80*(100%-25%)", "80*75%", "1-0.25 for 0.75"),
        ("80-80*25/100", "80*0.75", "1-0.25 for 0.75 and 25/100 for 0.25"),
        ("200-200*20%", "200*0.8", "1-0.2 for 0.8"),
        ("200-40", "200*0.8", "0.2*200 worked out as 40 and 1-0.2 for 0.8"),
        ("200*20%=40, 200-40=160", "200*0.8", "1-0.2 for 0.8"),
        ("25+25*10%", "25*1.1", "1+0.1 for 1.1"),
        ("25+2.5", "25*1.1", "0.1*25 worked out as 2.5 and 1+0.1 for 1.1"),
        ("240/(1-20%)", "240/0.8", "1-0.2 for 0.8"),
        ("100*(1-10%)*(1-20%)", "100*0.9*0.8", "1-0.1 for 0.9 and 1-0.2 for 0.8"),
        ("60*(1-2/3)", "60*(1/3)", "1-2/3 for 1/3"),
        ("80-20", "80*(3/4)", "80/4 worked out as 20 and 1-1/4 for 3/4"),
        ("1 + 1/4", "5/4", "1+1/4 for 5/4"),
    ],
)
def test_a_factor_may_be_one_less_or_more(student: str, reference: str, said: str) -> None:
    result = check(student, reference)
    assert (result.verdict, result.explanation) == ("worked-out", f"right, with {said}")


@pytest.mark.parametrize(
    ("student", "reference", "said"),
    [
        ("60×2=120, 60×½=30, 120+30=150", "60*2.5", "2+0.5 for 2.5"),
        ("60+60+60*0.5", "60*2.5", "1+1+0.5 for 2.5"),
        ("60+60+30", "60*2.5", "0.5*60 worked out as 30 and 1+1+0.5 for 2.5"),
        ("60*2+30", "60*(5/2)", "60/2 worked out as 30 and 2+1/2 for 5/2"),
        ("20*3+20/4", "20*3.25", "3+0.25 for 3.25"),
        ("1+2+1/2+1/4", "1 1/2+2 1/4", "1+0.5 for 1.5 and 2+0.25 for 2.25"),
        ("20*9+20*0.5", "20*9.5", "9+0.5 for 9.5"),
    ],
)
def test_the_whole_part_and_the_rest_may_be_apart(student: str, reference: str, said: str) -> None:
    result = check(student, reference)
    assert (result.verdict, result.explanation) == ("worked-out", f"right, with {said}")


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("100+50", "60*2.5"),
        ("90+60", "60*2.5"),
        ("6+4", "2.5*4"),
        ("20*9+5+5", "20*9.5"),
        ("60*2", "60*2.5-30"),
        ("120+30+45", "60*2.5+1+2+3+4+5+6+7+8+9"),
        ("3+2.5", "1 1/2+4"),
    ],
)
def test_a_splitting_needs_the_whole_part_and_the_rest(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "equal-value"


@pytest.mark.parametrize(
    ("student", "reference"),
    [
        ("90-30", "80*0.75"),
        ("100-40", "80*0.75"),
        ("1-0.2", "0.5+0.3"),
        ("1-1/6", "1/2+1/3"),
        ("12-8", "12*3/9"),
        ("80-20", "-0.75*80+120"),
        ("100-20", "80*1"),
    ],
)
def test_a_term_is_none(student: str, reference: str) -> None:
    assert check(student, reference).verdict == "equal-value"


FACTORS = st.sampled_from(["0.8", "1.1", "0.25", "(2/3)", "(5/4)", "7", "2.5", "(4/6)", "1(1/3)"])


@given(st.lists(st.tuples(FACTORS, st.sampled_from("+-*/")), min_size=1, max_size=5))
def test_one_less_or_more_keeps_the_value(parts: list[tuple[str, str]]) -> None:
    text = "".join(f"{number}{sign}" for number, sign in parts) + "3"
    expression = parse_expression(text)
    value = calculate(expression, DEFAULT_LIMITS)
    apart = [each for each, _ in wholes_apart(expression)]
    for each in [*complements(expression), *apart]:
        assert each.said
        assert each.expression != expression
        assert calculate(each.expression, DEFAULT_LIMITS) == value


@pytest.mark.parametrize(
    "text", ["3*12-7", "0.5+0.3", "80*3/4", "2.5*4", "6/4", "1/0*2", "(-0.8)*2"]
)
def test_nothing_else_is_rewritten(text: str) -> None:
    assert not list(complements(parse_expression(text)))


@pytest.mark.parametrize(
    ("student", "reference", "verdict"),
    [
        ("132/550*100=24", "132/550*100%", "same-structure"),
        ("132/550*100", "132/550*100%", "same-structure"),
        ("132/550*100%=24%", "132/550*100%", "same-structure"),
        ("132/550*100=24%", "132/550*100%", "same-structure"),
        ("132/550", "132/550*100%", "equivalent"),
        ("24", "132/550*100%", "answer-only"),
        ("0.24", "132/550*100%", "answer-only"),
        ("24%", "132/550×100％", "answer-only"),
        ("24", "132/550=24%", "answer-only"),
        ("24", "24%", "same-structure"),
        ("132/550*100=24%", "132/550", "equivalent"),
        ("132/550=0.24, 0.24*100=24%", "132/550", "equivalent"),
        ("3/4*100=75%, 75%*80=60", "80*3/4", "equivalent"),
        ("2.4", "132/550*100%", "different"),
        ("2400", "132/550*100%", "different"),
        ("132/550*100=25%", "132/550*100%", "miscalculated"),
        ("5*100=5%", "132/550*100%", "different"),
        ("24", "132/550", "different"),  # a slip of the decimal point: nothing asks for percent
        ("20*100", "80*25%", "different"),
        ("80*25", "80*25%", "different"),
        ("5", "(*100%", "unparseable"),
        ("5", "2=2=200%", "different"),
    ],
)
def test_an_answer_in_percent_may_be_a_hundredfold(
    student: str, reference: str, verdict: str
) -> None:
    assert check(student, reference).verdict == verdict


@pytest.mark.parametrize("reference", ["80*25%", "100%*5", "3*12-7", "25% of 80", "=", "%", ""])
def test_what_does_not_ask_for_percent(reference: str) -> None:
    assert in_hundredths(reference) is None
