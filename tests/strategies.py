"""Random inputs: expressions as texts, with everything that the notation allows, and problems."""

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.mtree import MTree
from sumc.errors import SumcError
from sumc.problems.numbers import Quantity
from sumc.problems.problem import Problem
from sumc.problems.provenance import ROLES, Base, Part

SYMBOLS = ("n1", "n2", "n3", "n10", "a", "b")
NUMBERS = ("0", "1", "2", "3", "7", "0.5", "25%", "1,000", "2(1/3)", "1 1/2", "½")


def operands(symbols: bool = True) -> SearchStrategy[str]:
    """One operand; numbers and symbols repeat often, as in word problems."""
    numbers = st.sampled_from(NUMBERS)
    return st.sampled_from(SYMBOLS) | numbers if symbols else numbers


def expressions(symbols: bool = True, max_leaves: int = 40) -> SearchStrategy[str]:
    """An expression of up to `max_leaves` operands, with nested divisions and powers."""
    return _expressions_of(operands(symbols), max_leaves)


def _expressions_of(operand: SearchStrategy[str], max_leaves: int) -> SearchStrategy[str]:
    return st.recursive(
        operand,
        lambda inner: st.one_of(
            st.builds(lambda left, sign, right: f"({left}){sign}({right})", inner, SIGNS, inner),
            st.builds(lambda left, sign, right: f"{left}{sign}{right}", inner, LOOSE, inner),
            st.builds(lambda base, power: f"({base})^{power}", inner, st.integers(-2, 3)),
            st.builds(lambda part: f"-({part})", inner),
        ),
        max_leaves=max_leaves,
    )


SIGNS = st.sampled_from("+-*/")
LOOSE = st.sampled_from("+-*")  # without brackets: what is combined depends on precedence


def small_expressions(symbols: bool = True) -> SearchStrategy[str]:
    """An expression small enough for a slow oracle."""
    return expressions(symbols, max_leaves=8)


IN_TEXT = (Fraction(3), Fraction(-4), Fraction(1, 2))
"""The numbers n1, n2 and n3 of a random problem."""


def problems(max_leaves: int = 12) -> SearchStrategy[Problem]:
    """A problem of three numbers; its solution has constants, signs and powers too."""
    operand = st.sampled_from(("n1", "n2", "n3")) | st.sampled_from(("0", "1", "2", "3.14"))
    return _expressions_of(operand, max_leaves).filter(_has_a_tree).map(problem)


def problem(solution: str) -> Problem:
    """A problem of three numbers with this solution over n1, n2 and n3."""
    quantities = tuple(Quantity("1", value, 0, 1, "digits") for value in IN_TEXT)
    return Problem("1", "1 1 1", "en", quantities, parse_expression(solution))


def _has_a_tree(solution: str) -> bool:
    try:
        return bool(MTree.from_expression(parse_expression(solution)))
    except SumcError:
        return False


def texts() -> SearchStrategy[str]:
    """Any text at all, and texts that look almost like expressions."""
    near = st.text(
        alphabet="0123456789.,%()[]{}+-*/^=:xXn1ab ×÷·−½（）＋１＝\t\x00😀@_~²", max_size=40
    )
    return near | st.text(max_size=60)


@st.composite
def any_problems(draw: DrawFn) -> Problem:
    """Any problem that can be written down, sensible or not."""
    words = st.text(st.characters(exclude_categories=()), max_size=8)  # lone surrogates too
    text = draw(st.text(st.characters(exclude_categories=()), max_size=40))
    places = st.lists(st.integers(0, len(text)), max_size=6, unique=True).map(sorted)
    cuts = draw(places)
    spans = zip(cuts[::2], cuts[1::2], strict=False)
    return Problem(
        id=draw(words),
        text=text,
        language=draw(st.sampled_from(["en", "zh"])),
        quantities=tuple(draw(_quantities(text, start, end)) for start, end in spans),
        expression=draw(st.none() | st.lists(words).map(tuple).map(Expression)),
        answer=draw(st.none() | _fractions),
        equation=draw(words),
        agrees=draw(st.booleans()),
        words=draw(st.lists(words, max_size=5).map(tuple)),
        source=draw(words),
        part=draw(st.builds(Part, st.sampled_from(ROLES), st.none() | st.integers(0, 9))),
        schema=draw(words),
        base=draw(st.none() | st.builds(Base, words, words, words)),
        tags=draw(st.lists(st.tuples(words, words), max_size=3).map(tuple)),
        answerable=draw(st.booleans()),
    )


_fractions = st.fractions() | st.integers(-(10**4000), 10**4000).map(Fraction)


def _quantities(text: str, start: int, end: int) -> SearchStrategy[Quantity]:
    written = st.sampled_from(["digits", "words"])
    return st.builds(
        Quantity, st.just(text[start:end]), _fractions, st.just(start), st.just(end), written
    )
