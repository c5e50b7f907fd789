"""Equations for one unknown, such as `3x - 2 = 10`, "find n if n/4 = 9" or `5 + __ = 12`.

Only the whole text counts: an equation in the middle of a story is left to a model.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import OPERATORS, Expression, parse_sides
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.linear import Items, linear_form, solve_for, subtract
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number
from sumc.errors import EquationError, SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity, find_quantities
from sumc.problems.problem import Problem, symbols
from sumc.solving.refusals import AMBIGUOUS, ANY_NUMBER, NO_SOLUTION, NOT_LINEAR, SEVERAL_UNKNOWNS
from sumc.solving.routes.calculation import EXPONENT
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.rules import rule

GAP = "gap"
"""The name of an unknown that is a gap to fill in."""
SHAPES = {
    **dict.fromkeys("□▢☐■", "square"),
    **dict.fromkeys("○◯●", "circle"),
    **dict.fromkeys("△▲", "triangle"),
    **dict.fromkeys("☆★", "star"),
    **dict.fromkeys("◇◆", "diamond"),
}
"""The names of unknowns that are shapes: the same shape is the same number."""

# What a text around an equation may say. A letter is an unknown where it is a word of its own or
# follows a number; a gap is `?`, `__`, a shape or a pair of empty brackets.
_LETTER = "(?<![a-z])[a-z](?![a-z])"
_SHAPE = f"[{''.join(SHAPES)}]"
_OF = r"(?<=[%％])\s*of\s|(?<=\d/\d)\s+of\s"
_RATIO = rf"(?<=[0-9a-z)）])\s*[:：∶]\s*(?=[0-9a-z(（?？_{''.join(SHAPES)}])"
_SIGNS = rf"-+*/^()\[\]{{}}%％×÷·∙−–－＋（）０-９0-9½¼¾⅐-⅞²³\s?？_＿{''.join(SHAPES)}"
_SIDE = rf"(?:[{_SIGNS}]|\.(?=\d)|(?<=\d),(?=\d{{3}})|{_LETTER}|{_OF}|{_RATIO})+"
_EQUATION = rf"(?P<left>{_SIDE})[=＝](?P<right>{_SIDE})"
_ASKED = rf"(?P<asked>{_LETTER}|{_SHAPE})"
_FIND = "(?:what is|what's|find|solve for|solve|calculate|determine|work out|compute)"
_VALUE = "(?:the value of |the number |the unknown |the solution for )?"
_GIVEN = (
    "(?:if|when|where|given that|given|so that|such that|in|from|suppose that|suppose|let"
    r"|the equation|this equation|:|,)"
)
_TASK = (
    "(?:find the missing number|find the missing value|find the unknown number|fill in the blank"
    "|fill in the missing number|complete|equation)"
)
_ENGLISH = (
    rf"(?:please )?(?:(?:solve|{_TASK})\s*(?:{_GIVEN}\s*)*)?{_EQUATION}",
    rf"(?:please )?{_FIND} {_VALUE}{_ASKED}\s*(?:{_GIVEN}\s*)*{_EQUATION}",
    rf"(?:(?:solve|{_GIVEN})\s*)*{_EQUATION}[,.;:]?\s*(?:then )?(?:for|{_FIND}) {_VALUE}{_ASKED}",
    rf"(?:(?:solve|{_GIVEN})\s*)*{_EQUATION}[,.;]\s*(?:then |so )?{_ASKED}\s*[=＝]",
    rf"(?:{_GIVEN}\s*)*{_EQUATION}[,.;:]?\s*(?:then )?{_FIND} {_VALUE}(?P<part>{_SIDE})",
    rf"{_FIND} {_VALUE}(?P<part>{_SIDE})\s*(?:{_GIVEN}\s*)+{_EQUATION}",
)
_CHINESE = (
    rf"(?:解方程|解比例|求解|解|求未知数|方程|填空|计算)?\s*[:：，,]?{_EQUATION}",
    rf"(?:求|解|求解|计算)\s*{_ASKED}\s*(?:的值)?\s*[:：，,]?{_EQUATION}",
    rf"(?:如果|已知|若|当|设|解方程|在方程|方程)?\s*[:：]?{_EQUATION}[时中]?\s*[,，。；;]?\s*"
    rf"(?:那么|则|请问|问)?\s*求?\s*{_ASKED}\s*(?:的值)?\s*(?:是多少|等于多少|等于几|是几|为多少|[=＝])?",
    rf"(?:如果|已知|若|当)?\s*[:：]?{_EQUATION}[时]?\s*[,，。；;]?\s*(?:那么|则|请问|问)?\s*求?\s*"
    rf"(?P<part>{_SIDE})(?:的值)?\s*(?:是多少|等于多少|等于几|是几|为多少|[=＝])?",
)
_FORMS = {
    language: [lazy_regex(rf"\s*{form}\s*[.。?？!！]?\s*", re.IGNORECASE) for form in forms]
    for language, forms in {"en": _ENGLISH, "zh": _CHINESE}.items()
}
_GAP = lazy_regex(rf"[?？_＿]+|{_SHAPE}|[(（]\s*[)）]")
_POWER_OF_PRODUCT = lazy_regex(r"\^\s*[0-9]+\s*[a-z]", re.IGNORECASE)
_X_OR_TIMES = lazy_regex(r"[0-9]\s*x\s*[(（]", re.IGNORECASE)
_DIGIT_GAP = lazy_regex(r"[0-9０-９][□▢☐■_＿?？]|[□▢☐■_＿?？][0-9０-９]")
"""A box at a digit: 3□ may be thirty-something or 3 × □."""
_JOINED = lazy_regex(f"{_OF}|{_RATIO}", re.IGNORECASE)
_BRACKETED = lazy_regex(r"[(（][^()（）]*[)）]")
_SUM = lazy_regex(r"[-+−–－＋]")
_UNCLEAR = lazy_regex(
    r"[/÷]\s*(?:[0-9.]+\s*[a-z(（]|[(（][^()（）]*[)）]\s*[a-z(（0-9])", re.IGNORECASE
)
"""A product without its sign after a division: 12/3x may be 12/(3x)."""
_QUESTION_MARK = lazy_regex(r"(?<=[0-9０-９A-Za-z%)）\]])\s*[?？]+\s*\Z")
_PIECE = lazy_regex(
    rf"(?P<gap>{_GAP.pattern})|(?P<times>{_OF})|(?P<letter>[a-z])|(?P<square>[²³])|[0-9]+|\S",
    re.IGNORECASE,
)


def read_equation(text: str, language: Language) -> Exact | Unanswerable | None:
    """The solution of a text that is nothing but an equation for one unknown.

    >>> found = read_equation("Solve for x: 2(x+3) = 14", "en")
    >>> found.tree.evaluate(found.problem.values)
    Fraction(4, 1)
    """
    if not ("=" in text or "＝" in text):
        return None
    matches = (form.fullmatch(text) for form in _FORMS[language])
    match = next(filter(None, matches), None)
    try:
        equation = None if match is None else _equation(match, language)
        if match is None or equation is None:
            return None
        is_unclear = _is_unclear(match)
        return Unanswerable(AMBIGUOUS, equation.problem) if is_unclear else _solve(equation)
    except SumcError:
        return None


@dataclass(frozen=True, slots=True)
class _Equation:
    """Two sides over n1, n2, ... and unknowns."""

    left: Expression
    right: Expression
    problem: Problem
    unknowns: tuple[str, ...]
    part: Expression | None = None
    """What is asked for, where that is not the unknown: x + 1."""

    def value(self, items: Items, unknown: Fraction = Fraction(0)) -> Fraction | None:
        """The value of a part when all unknowns have the value `unknown`."""
        numbers = {**self.problem.values, **dict.fromkeys(self.unknowns, unknown)}
        return calculate(Expression(items), DEFAULT_LIMITS, numbers) if items else Fraction(0)

    def holds(self, unknown: Fraction) -> bool:
        """Whether both sides are equal when the unknown has this value."""
        left, right = (self.value(side.items, unknown) for side in (self.left, self.right))
        return left is not None and left == right


def _equation(match: re.Match[str], language: Language) -> _Equation | None:
    """The equation of a text that is nothing else; None without the unknown it asks for."""
    sides = [match.span("left"), _without_question_mark(match.string, *match.span("right"))]
    has_part = match.groupdict().get("part") is not None
    if has_part:
        sides.append(_without_question_mark(match.string, *match.span("part")))
    quantities = tuple(
        each
        for each in find_quantities(match.string, words=False, language=language)
        if any(start <= each.start < end for start, end in sides)
        and not EXPONENT.search(match.string, 0, each.start)
    )
    formula = _Formula(
        match.string, quantities, has_gap=any(_GAP.search(match.string, *side) for side in sides)
    )
    left, right = parse_sides("=".join(formula.write(*side) for side in sides[:2]))
    part = parse_sides(formula.write(*sides[2]))[0] if has_part else None
    if right is None:
        return None
    names = symbols(len(quantities))
    used = dict.fromkeys(each for each in left.items + right.items if each not in OPERATORS)
    unknowns = tuple(each for each in used if each not in names and not is_number(each))
    asked = match.groupdict().get("asked")
    if not unknowns or (asked and SHAPES.get(asked, asked.lower()) not in unknowns):
        return None
    if part and not set(unknowns).intersection(part.items):
        return None
    problem = Problem("", match.string, language, quantities)
    return _Equation(left, right, problem, unknowns, part)


def _is_unclear(match: re.Match[str]) -> bool:
    """Whether people read an equation in different ways: 12/3x, 3□, 20% of x + 5, x + 1 : 4."""
    start, end = _without_question_mark(match.string, *match.span("right"))
    part = match.groupdict().get("part") or ""
    equation = f"{match['left']}={match.string[start:end]} {part.rstrip(' ?？')}".rstrip()
    is_joined = _JOINED.search(equation) is not None
    is_fraction = any(
        "/" in each.text and each.value.denominator > 1 for each in find_quantities(equation)
    )
    return bool(
        _DIGIT_GAP.search(equation)
        or _POWER_OF_PRODUCT.search(equation)
        or (_X_OR_TIMES.search(equation) and not _GAP.search(equation))
        or (is_joined and _SUM.search(_BRACKETED.sub("", equation)))
        or (_UNCLEAR.search(equation) and not is_fraction)
    )


def _without_question_mark(text: str, start: int, end: int) -> tuple[int, int]:
    """The right side without the mark that ends a question: after a number it is not a blank."""
    mark = _QUESTION_MARK.search(text, start, end)
    return start, mark.start() if mark else end


class _Piece(NamedTuple):
    """A piece of a formula: what is written, and whether it ends or begins an operand."""

    text: str
    ends: bool
    begins: bool


@dataclass(frozen=True, slots=True)
class _Formula:
    """Writes parts of a text as formulas over n1, n2, ... with all signs of multiplication."""

    text: str
    quantities: tuple[Quantity, ...]
    has_gap: bool
    """Whether the unknown is a gap: then an x is a sign of multiplication."""

    def write(self, start: int, end: int) -> str:
        """The part from `start` to `end`: `2(x+3)` as `n1*(x+3)`."""
        written: list[_Piece] = []
        for piece in self.pieces(start, end):
            before = written[-1] if written else None
            if before and before.ends and piece.begins:
                if before.text.isalpha() and piece.text[1:].isdigit():
                    raise EquationError(f"{before.text} comes before a number")
                written.append(_Piece("*", False, False))
            written.append(piece)
        return " ".join(piece.text for piece in written)

    def pieces(self, start: int, end: int) -> Iterator[_Piece]:
        position, ends = start, False
        for name, each in zip(symbols(len(self.quantities)), self.quantities, strict=True):
            if not start <= each.start < end:
                continue
            for piece in self.signs(position, each.start):
                ends = piece.ends
                yield piece
            if ends and each.text[0] in "-−–－":  # x -2
                yield _Piece("+", False, False)
            yield _Piece(name, True, True)
            position, ends = each.end, True
        yield from self.signs(position, end)

    def signs(self, start: int, end: int) -> Iterator[_Piece]:
        """Letters, gaps, brackets and operators."""
        for match in _PIECE.finditer(self.text, start, end):
            letter = (match["letter"] or "").lower()
            if match["gap"]:
                yield _Piece(SHAPES.get(match["gap"], GAP), True, True)
            elif match["times"]:
                yield _Piece("*", False, False)
            elif match["square"]:
                yield _Piece("^2" if match["square"] == "²" else "^3", True, False)
            elif letter == "x" and self.has_gap:
                yield _Piece("*", False, False)
            elif letter:
                yield _Piece(letter, True, True)
            else:
                is_end = match[0] in ")]}）" or match[0].isdecimal()  # an exponent
                yield _Piece(match[0], is_end, match[0] in "([{（")


def _solve(equation: _Equation) -> Exact | Unanswerable:
    """The solution of an equation, checked by substituting it."""
    if len(equation.unknowns) > 1:
        return Unanswerable(SEVERAL_UNKNOWNS, equation.problem)
    (unknown,) = equation.unknowns
    try:
        left, right = (linear_form(side, (unknown,)) for side in _without_divisor(equation))
    except EquationError:
        return Unanswerable(NOT_LINEAR, equation.problem)
    if not equation.value(subtract(left.of(unknown), right.of(unknown))):
        holds = equation.value(left.constant) == equation.value(right.constant)
        return Unanswerable(ANY_NUMBER if holds else NO_SOLUTION, equation.problem)
    solution = Expression(solve_for(unknown, left, right).constant)
    value = equation.value(solution.items)
    if value is None or not equation.holds(value):
        return Unanswerable(NO_SOLUTION, equation.problem)
    if equation.part:
        parts = ((solution.items if each == unknown else (each,)) for each in equation.part.items)
        solution = Expression(tuple(item for part in parts for item in part))
    return Exact(equation.problem, MTree.from_expression(solution), (rule("equation"),))


def _without_divisor(equation: _Equation) -> tuple[Expression, Expression]:
    """Both sides; where one of them divides by the unknown, multiplied by that divisor.

    12/x = 3 becomes 12 = 3*x. A value that makes the divisor zero fails the check in the end.
    """
    sides = equation.left, equation.right
    for side, other in (sides, sides[::-1]):
        top, bottom = _quotient(side)
        is_below = any(each in bottom for each in equation.unknowns)
        is_elsewhere = any(each in (*top, *other.items) for each in equation.unknowns)
        if is_below and not is_elsewhere:
            return Expression(top), Expression((*other.items, *bottom, "*"))
    return sides


def _quotient(side: Expression) -> tuple[Items, Items]:
    """What is divided and what it is divided by, where a side is a quotient."""
    if side.items[-1] != "/":
        return side.items, ()
    needed, place = 1, len(side.items) - 1
    while needed:  # one operand, read backwards
        place -= 1
        item = side.items[place]
        needed += 1 if item in OPERATORS and item != "~" else 0 if item == "~" else -1
    return side.items[:place], side.items[place:-1]
