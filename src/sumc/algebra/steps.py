"""Written work as steps: `3*12=36, 36-7=29` is two of them, and each is checked.

The steps are put together to the one expression that they calculate, here `3*12-7`, because that
is what can be compared with a reference. An equality that does not hold is the first mistake.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeGuard

from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.equation import UNKNOWNS, parse_solution
from sumc.algebra.expression import OPERATORS, Expression, parse_expression
from sumc.algebra.handwriting import SEPARATOR, Writing, plain_writing
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.notation import shortened
from sumc.algebra.operands import is_number, number_operand
from sumc.algebra.percent import without_hundred
from sumc.algebra.rational import differ_at_a_point
from sumc.errors import ExpressionError

MOST_ALTERNATIVES = 4
"""Expressions that the steps of one work are tried as."""
MOST_ITEMS = 400
"""Operands and operators of steps put together; what would be longer stays as it was written."""
EXACT = Fraction(0)
_EQUALS = "[=＝≈]"
_HUGE = 10**100


class Part(NamedTuple):
    """One side of an equality."""

    text: str
    expression: Expression
    value: Fraction | None
    sign: str = "="
    """What is written before it: = or ≈."""

    @property
    def is_lone(self) -> bool:
        """Whether it is one number or one symbol."""
        return len(self.expression.leaves) == 1


Step = Sequence[Part]
"""Expressions with = between them."""


@dataclass(frozen=True, slots=True)
class Work:
    """What somebody wrote down, read and checked."""

    alternatives: tuple[Expression, ...]
    """The expression of all steps together, then other ways to put them together."""
    answer: Expression
    """What is given as the result: the last expression."""
    unit: str = ""
    """What is counted, as written with the last number that has one."""
    mistake: str = ""
    """The first equality that does not hold, in words."""
    run_on: str = ""
    """The first = that means "and then", as in 3*12=36-7=29, in words."""


def read_work(text: str, limits: Limits, tolerance: Fraction = EXACT) -> Work:
    """Read what a student may write: one expression, an equation in x, or steps.

    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> work = read_work("3 x 12 = 36, 36 - 7 = 28 pencils", DEFAULT_LIMITS)
    >>> work.alternatives[0].items, work.mistake, work.unit
    (('3', '12', '*', '7', '-'), '36 - 7 is 29, not 28', 'pencils')
    """
    for name in ("characters", "work_characters"):
        if len(text) > getattr(limits, name):
            raise refuse(limits, name, len(text))
    writing, unit = plain_writing(text)
    parts = len(re.findall(f"{SEPARATOR}|{_EQUALS}", writing.text)) + 1
    if parts > limits.work_parts:
        raise refuse(limits, "work_parts", parts)
    reader = _Reader(text, limits)
    written = [(sign, step) for sign, step in _split(writing, SEPARATOR) if step.text.strip()]
    if reader.is_equation([step for _, step in written]):
        solution = reader.parse(writing, parse_solution)
        return Work((solution,), solution, unit)
    steps = [reader.step(step) for _, step in written or [("", writing)]]
    reader.refuse_bare(steps, [step for _, step in written])
    checker = _Checker(limits, tolerance)
    checked = [part for step in steps for part in checker.apart(step)]
    answer = checked[-1][-1].expression
    return Work(_alternatives(checked), answer, unit, checker.mistake, checker.run_on)


def _split(writing: Writing, pattern: str) -> Iterator[tuple[str, Writing]]:
    """The parts between signs, each with the sign before it."""
    start, sign = 0, ""
    for found in re.finditer(pattern, writing.text):
        yield sign, writing.part(start, found.start())
        start, sign = found.end(), found[0]
    yield sign, writing.part(start, len(writing.text))


class _Reader:
    """Reads parts of a text; its errors point into the whole of it."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits

    def is_equation(self, steps: Sequence[Writing]) -> bool:
        """Whether there is one = alone, with x in a term, so that x is what is asked for."""
        if len(steps) != 1:
            return False
        sides = [re.findall(r"\w+|[-+*/^]", side.text) for _, side in _split(steps[0], _EQUALS)]
        has_x = any(name in side for side in sides for name in UNKNOWNS)
        return len(sides) == 2 and has_x and not any(side in _ALONE for side in sides)

    def parse(self, writing: Writing, parse: Callable[[str, Limits], Expression]) -> Expression:
        """What is read of a part."""
        try:
            expression = parse(writing.text, self.limits)
            whole_exponents(expression, self.limits)
        except ExpressionError as error:
            column = writing.column(error.column) if error.column else 0
            raise type(error)(error.message, self.text, column) from None
        return expression

    def step(self, writing: Writing) -> Step:
        """The sides of a step that say something: not `x` in `x=36-7`, nor the end of `3*12=`."""
        sides = list(_split(writing, _EQUALS))
        if len(sides) > 1 and not sides[-1][1].text.strip():
            sides.pop()
        parts = self.percentages([self.part(sign, side) for sign, side in sides])
        named = [each for each in parts if not (each.is_lone and each.value is None)]
        return named or parts[-1:]

    def part(self, sign: str, writing: Writing) -> Part:
        expression = self.parse(writing, parse_expression)
        value = calculate(expression, self.limits)
        return Part(writing.text.strip(), expression, value, sign)

    def percentages(self, parts: Sequence[Part]) -> Sequence[Part]:
        """The sides of a step, where 100 before a percentage is 100%: 132/550*100=24%."""
        last = parts[-1]
        if last.value is None or not (last.is_lone and last.text.endswith("%")):
            return parts
        return [self.percentage(part, last.value) for part in parts]

    def percentage(self, part: Part, value: Fraction) -> Part:
        items = without_hundred(part.expression.items) if part.value == 100 * value else None
        expression = Expression(items) if items else part.expression
        same = calculate(expression, self.limits) == value
        return part._replace(expression=expression, value=value) if same else part

    def refuse_bare(self, steps: Sequence[Step], written: Sequence[Writing]) -> None:
        """Refuse what has no = and is not the last step: `0,75` is no two numbers."""
        for number, step in enumerate(steps[:-1]):
            if len(step) == 1 and not re.search(_EQUALS, written[number].text):
                column = written[number + 1].column(1) - 1
                message = (
                    "expected one expression, or steps with an = in each; decimals are written "
                    "with a point, as in 0.75"
                )
                raise ExpressionError(message, self.text, max(1, column))


_ALONE = tuple([name] for name in UNKNOWNS)


class _Checker:
    """Looks at every equality; remembers the first that does not hold."""

    def __init__(self, limits: Limits, tolerance: Fraction) -> None:
        self.limits = limits
        self.tolerance = tolerance
        self.mistake = ""
        self.run_on = ""

    def apart(self, step: Step) -> list[Step]:
        """The step, cut where = means "and then": 3*12=36-7=29 is 3*12 and 36-7=29."""
        steps: list[list[Part]] = [[step[0]]]
        for part in step[1:]:
            last = steps[-1][-1]
            if self.holds(last, part):
                steps[-1].append(part)
            elif _goes_on(last, part):
                self.run_on = self.run_on or _not_equal(last, part)
                steps.append([part])
            else:
                self.mistake = self.mistake or _not_equal(last, part)
                steps[-1].append(part)
        return list(steps)

    def holds(self, left: Part, right: Part) -> bool:
        if left.value is not None and right.value is not None:
            allowed = (
                max(self.tolerance, _rounding(right)) if right.sign == "≈" else self.tolerance
            )
            return abs(left.value - right.value) <= allowed
        return not differ_at_a_point(left.expression, right.expression, self.limits)


def _rounding(part: Part) -> Fraction:
    """Half a unit of the last decimal of a lone number."""
    number = part.expression.leaves[-1]
    _, _, decimals = number.partition(".")
    return Fraction(1, 2 * 10 ** len(decimals)) if part.is_lone and "(" not in number else EXACT


def _goes_on(left: Part, right: Part) -> bool:
    """Whether the right side goes on with the value of the left one."""
    if right.is_lone or not _is_short(left.value):
        return False
    return right.expression.items[0] == number_operand(left.value)


def _not_equal(left: Part, right: Part) -> str:
    said, wrong = shortened(left.text), shortened(right.text)
    value = said if left.value is None else shortened(value_text(left.value))
    return f"{said} is not {wrong}" if value == said else f"{said} is {value}, not {wrong}"


def value_text(value: Fraction) -> str:
    """A value as people write it: 29, 0.75, 2/3, -5.

    >>> value_text(Fraction(-3, 4)), value_text(Fraction(2, 3)), value_text(Fraction(29))
    ('-0.75', '2/3', '29')
    """
    operand = number_operand(abs(value))
    text = str(abs(value)) if "(" in operand else operand
    return f"-{text}" if value < 0 else text


def _alternatives(steps: Sequence[Step]) -> tuple[Expression, ...]:
    """What the steps calculate: every result used once, or again and again, or not at all."""
    whole = [_Composer(again).compose(steps) for again in (False, True)]
    found = [*whole, *(part.expression for part in steps[-1])]
    return tuple(dict.fromkeys(found))[:MOST_ALTERNATIVES]


class _Composer:
    """Puts steps together: a number that is the result of an earlier step is that step."""

    def __init__(self, again: bool) -> None:
        self.again = again  # whether a result may be used more than once
        self.results: dict[str, list[tuple[str, ...]]] = {}

    def compose(self, steps: Sequence[Step]) -> Expression:
        items: tuple[str, ...] = ()
        for step in steps:
            fullest = max(step, key=lambda part: len(part.expression.items))
            items = self.insert(fullest.expression.items)
            for result in sorted(_results(step)):
                self.results.setdefault(result, []).append(items)
        return Expression(items)

    def insert(self, items: tuple[str, ...]) -> tuple[str, ...]:
        whole: list[str] = []
        for item in self.linked(items):
            known = self.results.get(item) if item not in OPERATORS else None
            if not known or len(known[-1]) + len(whole) > MOST_ITEMS:
                whole.append(item)
            else:
                whole += known[-1] if self.again else known.pop()
        return tuple(whole)

    def linked(self, items: Sequence[str]) -> Iterator[str]:
        """The items, where a fraction that is the result of an earlier step is one number."""
        place = 0
        while place < len(items):
            fraction = _fraction(items[place : place + 3])
            is_result = bool(self.results.get(fraction))
            yield fraction if is_result else items[place]
            place += 3 if is_result else 1


def _fraction(items: Sequence[str]) -> str:
    """The number that a fraction of whole numbers is, where it is not whole: 1/6 or 5/30."""
    top, bottom = items[:2] if items[2:] == ("/",) else ("", "")
    if not (top.isdigit() and bottom.isdigit() and int(bottom)):
        return ""
    value = Fraction(int(top), int(bottom))
    return number_operand(value) if value.denominator > 1 else ""


def _results(step: Step) -> set[str]:
    """The numbers that a step may be called by afterwards: what was written, and its value."""
    said = {part.expression.items[0] for part in step if len(part.expression.items) == 1}
    values = {number_operand(part.value) for part in step if _is_short(part.value)}
    return {each for each in said | values if is_number(each)}


def _is_short(value: Fraction | None) -> TypeGuard[Fraction]:
    """Whether somebody may have written a value down: not negative, not thousands of digits."""
    return value is not None and 0 <= value < _HUGE and value.denominator < _HUGE
