import copy
import json
import pickle
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracles
from strategies import SYMBOLS, expressions, small_expressions
from sumc import MTree
from sumc.algebra.canonical import expression_terms, fingerprint
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import Limits
from sumc.errors import EvaluationError, ExpressionError, LimitError, SumcError


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("n1*(n2-n3)/n4", "(+ (* n1 n2 1/n4) (*- n1 n3 1/n4))"),
        ("a", "(+ a)"),
        ("a-b", "(+ a -b)"),
        ("a/b", "(+ (* a 1/b))"),
        ("a-b*c", "(+ a (*- b c))"),  # appendix A, rule 1.3
        ("a/(b+c)", "(+ (* a (+/ b c)))"),  # appendix A, rule 1.4
        ("(a+b)+(c+d)", "(+ a b c d)"),  # appendix A, rule 2.1
        ("(a*b)*(c*d)", "(+ (* a b c d))"),
        ("a*(-(b*c))", "(+ (*- a b c))"),  # appendix A, rule 2.2
        ("-(a*(-(b*c)))", "(+ (* a b c))"),  # appendix A, rule 2.3
        ("a-(b-c)", "(+ a -b c)"),
        ("a*-b", "(+ (*- a b))"),
        ("a/-b", "(+ (*- a 1/b))"),
        ("-(b+c)^-1", "(+ (+/ -b -c))"),  # the sign of a lone reciprocal goes into its terms
        ("a*(-(b+c)^-1)", "(+ (*- a (+/ b c)))"),  # inside a product it turns the product
        ("a-x/(b+c)", "(+ a (*- (+/ b c) x))"),
        ("1/(a*b)", "(+ (* 1 1/a 1/b))"),
        ("a/(b/(c+d))", "(+ (* a 1/b c) (* a 1/b d))"),
        ("((a+b)^-1)^-1", "(+ a b)"),
        ("(a+b)*(c-d)", "(+ (* a c) (*- a d) (* b c) (*- b d))"),
        ("(a+b)^2", "(+ (* a a) (* a b) (* a b) (* b b))"),
        ("a^-2", "(+ (* 1/a 1/a))"),
        ("(a+b)^-2", "(+ (* (+/ a b) (+/ a b)))"),
        ("a^0", "(+ 1)"),
        ("a^(3-1)", "(+ (* a a))"),
        ("a*b+a*b", "(+ (* a b) (* a b))"),  # nothing is collected
        ("(a+b)-b", "(+ a -b b)"),  # nothing is cancelled
        ("1*a/1", "(+ (* 1 1/1 a))"),
        ("a/((b+c)*d)", "(+ (* a (+/ (* b d) (* c d))))"),  # multiplied out in a divisor too
        ("n10*n9+n2", "(+ n2 (* n9 n10))"),
        ("0.25+25%+0.250", "(+ 0.25 0.25 0.25)"),
        ("10+9-2*1", "(+ (*- 1 2) 9 10)"),
        ("1/0", "(+ (* 1/0 1))"),
    ],
)
def test_every_rule_gives_the_one_tree(text: str, tree: str) -> None:
    assert str(MTree.parse(text)) == tree


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("27/2", "27/2", None),
        ("a+1", None, None),
        ("1/(2-2)", None, "division by zero: 2-2 is 0"),
        ("9^30", None, "digits of a value"),
        ("a/0", None, None),  # nobody knows a, so there is no value to miss
    ],
)
def test_json_has_the_value_of_numbers_or_the_reason_why_not(
    text: str, value: str | None, reason: str | None
) -> None:
    found = MTree.parse(text).to_json(Limits(value_digits=20))
    assert found["value"] == value
    assert (found["reason"] is None) == (reason is None)
    assert (reason or "") in (found["reason"] or "")


def test_the_tree_of_the_paper_is_the_same_for_all_ways_to_write_it() -> None:
    ways = ("2*3+4+5", "3*2+(5+4)", "5+3*2+4", "4-(-5-3*2)")
    assert {str(MTree.parse(way)) for way in ways} == {"(+ (* 2 3) 4 5)"}


def test_a_tree_is_a_value() -> None:
    tree, same = MTree.parse("a*b-c"), MTree.parse("-c+b*a")
    assert tree == same
    assert hash(tree) == hash(same)
    assert tree.root.children[0] == same.root.children[0]
    assert len({tree.root, same.root}) == 1
    assert tree.root != "(+ (* a b) -c)"
    assert tree != MTree.parse("a*b+c")
    assert repr(tree) == "MTree('(+ (* a b) -c)')"
    assert str(tree.root) == str(tree)
    assert str(tree.root.children[1]) == "-c"
    with pytest.raises(AttributeError):
        tree.root = same.root  # type: ignore[misc]


def test_a_tree_can_be_copied_and_pickled() -> None:
    tree = MTree.parse("a/(b-1)+2(1/3)")
    assert copy.deepcopy(tree) is tree
    assert pickle.loads(pickle.dumps(tree)) == tree


def test_symbols_are_those_of_the_leaves() -> None:
    assert MTree.parse("n2*(n1+3)").symbols == ("3", "n2", "n1", "n2")


@pytest.mark.parametrize("text", ["a^b", "a^0.5", "2^(1/0)", "2^(a-a)", "2^(9^999^2)"])
def test_an_exponent_must_be_a_whole_number(text: str) -> None:
    with pytest.raises(SumcError, match=r"whole number after \^|exponent"):
        MTree.parse(text)


@pytest.mark.parametrize(
    "text", ["9^9^9^9", "a^5001", "(a+b)^40", "(a+b+c+d)^6*(a+b)", "2^(9^99)"]
)
def test_what_would_grow_too_large_is_refused(text: str) -> None:
    with pytest.raises(LimitError):
        MTree.parse(text)


def test_the_limit_of_leaves_can_be_moved() -> None:
    assert len(MTree.parse("(a+b)^3", Limits(leaves=24)).codes()) == 24
    with pytest.raises(LimitError):
        MTree.parse("(a+b)^3", Limits(leaves=23))


def _parse_or_skip(text: str) -> MTree:
    try:
        return MTree.parse(text)
    except (LimitError, ExpressionError):
        assume(False)
        raise


values = st.fixed_dictionaries(
    {name: st.fractions(min_value=-9, max_value=9, max_denominator=6) for name in SYMBOLS}
)


@given(expressions())
def test_json_holds_what_the_tree_says_about_itself(text: str) -> None:
    tree = _parse_or_skip(text)
    found = json.loads(json.dumps(tree.to_json()))
    assert found.keys() == {"tree", "codes", "value", "expression", "reason"}
    assert (found["tree"], found["expression"]) == (str(tree), tree.to_expression())
    assert MTree.from_codes((each["symbol"], each["code"]) for each in found["codes"]) == tree
    if found["value"] is not None:
        assert Fraction(found["value"]) == tree.evaluate()


@given(expressions(), values)
def test_the_value_is_that_of_plain_arithmetic(text: str, numbers: dict[str, Fraction]) -> None:
    """Except where a division by zero comes or goes: (a-a)/(a-a) once, (1/0)^0 never."""
    tree = _parse_or_skip(text)
    expected = oracles.value(parse_expression(text), numbers)
    assume(expected is not None)
    try:
        assert tree.evaluate(numbers) == expected
    except EvaluationError as error:
        assert "division by zero" in str(error)
        assert "/" in text or "^-" in text


@given(small_expressions())
def test_the_formula_is_that_of_sympy(text: str) -> None:
    tree = _parse_or_skip(text)
    original = oracles.to_sympy(parse_expression(text))
    assume(oracles.is_defined(original))
    again = oracles.to_sympy(parse_expression(tree.to_expression()))
    assert oracles.is_zero(original - again)


@given(expressions())
def test_the_expression_of_a_tree_parses_back_to_it(text: str) -> None:
    tree = _parse_or_skip(text)
    assert MTree.parse(tree.to_expression()) == tree


@given(small_expressions(), small_expressions(), small_expressions())
def test_commuting_does_not_change_the_tree(a: str, b: str, c: str) -> None:
    assert _parse_or_skip(f"({a})*({b})+({c})") == _parse_or_skip(f"({c})+({b})*({a})")
    assert _parse_or_skip(f"({c})/(({a})+({b}))") == _parse_or_skip(f"({c})/(({b})+({a}))")


@given(small_expressions(), small_expressions(), small_expressions())
def test_regrouping_does_not_change_the_tree(a: str, b: str, c: str) -> None:
    assert _parse_or_skip(f"(({a})+({b}))+({c})") == _parse_or_skip(f"({a})+(({b})+({c}))")
    assert _parse_or_skip(f"(({a})*({b}))*({c})") == _parse_or_skip(f"({a})*(({b})*({c}))")
    assert _parse_or_skip(f"({a})-({b})-({c})") == _parse_or_skip(f"({a})-(({b})+({c}))")
    assert _parse_or_skip(f"({a})-({b})+({c})") == _parse_or_skip(f"({a})-(({b})-({c}))")


@given(small_expressions(), small_expressions(), small_expressions(), small_expressions())
def test_distributing_does_not_change_the_tree(a: str, b: str, c: str, d: str) -> None:
    factored, distributed = f"({a})*(({b})-({c}))", f"({a})*({b})-({a})*({c})"
    assert _parse_or_skip(factored) == _parse_or_skip(distributed)
    assert _parse_or_skip(f"({d})/({factored})") == _parse_or_skip(f"({d})/({distributed})")


@given(st.lists(st.sampled_from(SYMBOLS), min_size=2, max_size=9), st.randoms())
def test_dividing_by_numbers_in_any_order_is_one_tree(names: list[str], random: object) -> None:
    shuffled = [names[0], *sorted(names[1:], key=lambda _: random.random())]  # type: ignore[attr-defined]
    together = f"{names[0]}/({'*'.join(names[1:])})"
    assert MTree.parse("/".join(shuffled)) == MTree.parse(together)


@given(small_expressions(), small_expressions(), st.booleans())
def test_fingerprints_are_equal_exactly_when_trees_are(a: str, b: str, swap: bool) -> None:
    first, second = f"({a})*({b})-({b})", f"-({b})+({b})*({a})" if swap else f"({a})-({b})"
    trees = _parse_or_skip(first), _parse_or_skip(second)
    prints = [
        fingerprint(expression_terms(parse_expression(text), Limits())) for text in (first, second)
    ]
    assert (trees[0] == trees[1]) is (prints[0] == prints[1])


@pytest.mark.parametrize("pairs", [5, [5], [("a", 3)], [("a",)], None])
def test_codes_of_wrong_types_are_refused_with_our_error(pairs: object) -> None:
    with pytest.raises(SumcError):
        MTree.from_codes(pairs)  # type: ignore[arg-type]


def test_other_wrong_types_are_refused_with_our_errors() -> None:
    with pytest.raises(SumcError, match="as text, found int"):
        MTree.parse(3)  # type: ignore[arg-type]
    with pytest.raises(SumcError, match="from symbols to numbers, found list"):
        MTree.parse("a").evaluate([("a", 3)])  # type: ignore[arg-type]
