import pytest
from hypothesis import given

from strategies import expressions
from sumc import MTree
from sumc.algebra.expression import parse_expression
from sumc.algebra.notation import to_infix, to_latex, to_postfix, to_prefix
from sumc.errors import LimitError


@pytest.mark.parametrize(
    ("text", "infix"),
    [
        ("((a*b)-(c+(d)))/(e)", "(a*b-(c+d))/e"),
        ("a-(b-c)", "a-(b-c)"),
        ("(a-b)-c", "a-b-c"),
        ("a/(b*c)", "a/(b*c)"),
        ("(-a)*b", "-a*b"),
        ("-(a*b)", "-(a*b)"),
        ("a*(-b)", "a*(-b)"),
        ("a+(-b)", "a+(-b)"),
        ("(-a)^2", "(-a)^2"),
        ("-a^2", "-a^2"),
        ("(a^b)^c", "(a^b)^c"),
        ("2^(3^2)", "2^(3^2)"),
        ("a^-1", "a^-1"),
        ("a^(-b)", "a^(-b)"),
        ("-(-a)", "-(-a)"),
        ("1(1/3)*a", "1(1/3)*a"),
    ],
)
def test_infix_has_the_fewest_brackets(text: str, infix: str) -> None:
    assert to_infix(parse_expression(text)) == infix
    assert parse_expression(infix) == parse_expression(text)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("a*b-c", r"a \times b - c"),
        ("(a+b)/c", r"\frac{a + b}{c}"),
        ("(a+b)*c", r"\left(a + b\right) \times c"),
        ("a-(b+c)", r"a - \left(b + c\right)"),
        ("a+(-b)", r"a + \left(-b\right)"),
        ("-(a+b)", r"-\left(a + b\right)"),
        ("(a/b)^2", r"\left(\frac{a}{b}\right)^{2}"),
        ("n12*x_3", r"n_{12} \times \mathit{x\_3}"),
        ("total_cost*π*πr", r"\mathit{total\_cost} \times \pi \times \mathit{\pi{}r}"),
        ("2(1/3)+0.5+33 1/3%", r"2\frac{1}{3} + 0.5 + \frac{1}{3}"),
    ],
)
def test_latex_has_fraction_bars(text: str, latex: str) -> None:
    assert to_latex(parse_expression(text)) == latex


def test_prefix_and_postfix_need_no_brackets() -> None:
    expression = parse_expression("-a*(b+c)")
    assert to_prefix(expression) == "* ~ a + b c"
    assert to_postfix(expression) == "a ~ b c + *"


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("-b+a", "a-b"),
        ("-b-a", "-a-b"),
        ("n1-n2+n3", "n1-n2+n3"),
        ("-a*b", "-a*b"),
        ("a/(b*c)", "a/b/c"),
        ("a*a*a", "a^3"),
        ("a/b/b", "a/b^2"),
        ("a/(b+c)/(b+c)", "a/(b+c)/(b+c)"),
        ("a^-1", "a^-1"),
        ("-a^-1", "-a^-1"),
        ("(a*b)^-1", "a^-1/b"),
        ("-(a*b)^-1", "-a^-1/b"),
        ("(a+b)^-1", "(a+b)^-1"),
        ("(a+b)^-2/c", "(a+b)^-2/c"),
        ("1/(a-1/(b+c))", "1/(a-1/(b+c))"),
    ],
)
def test_a_tree_is_written_as_people_write(text: str, readable: str) -> None:
    assert MTree.parse(text).to_expression() == readable


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("n1*(n2-n3)/n4", r"\frac{n_{1} \times n_{2}}{n_{4}} - \frac{n_{1} \times n_{3}}{n_{4}}"),
        ("a/b/(c+d)", r"\frac{a}{b \times \left(c + d\right)}"),
        ("a^-1", r"\frac{1}{a}"),
        ("-(a+b)^-2", r"\frac{-1}{\left(a + b\right)^{2}}"),
        ("a", "a"),
    ],
)
def test_a_tree_in_latex_has_one_bar_for_each_product(text: str, latex: str) -> None:
    assert MTree.parse(text).to_latex() == latex


@given(expressions())
def test_the_brackets_of_latex_are_balanced(text: str) -> None:
    try:
        latex = MTree.parse(text).to_latex()
    except LimitError:
        return
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left(") == latex.count(r"\right)")
