"""Written work as steps: `3*12=36, 36-7=29` is two of them, and each is checked.

The steps are put together into the one expression that they calculate, here `3*12-7`, because that
is what can be compared with a reference. An equality that does not hold is the first mistake.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.composing import MOST_ALTERNATIVES, Part, Step, alternatives, fullest, is_short
from sumc.algebra.equation import counted, parse_solution, solve_equation, unknown_of
from sumc.algebra.expression import PLAIN, Expression, parse_expression
from sumc.algebra.formulas import count_formulas, is_words, symbols_of
from sumc.algebra.handwriting import Plain, Unit, count_unit_letters, plain_writing
from sumc.algebra.layout import is_work
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.measures import conversion
from sumc.algebra.notation import shortened
from sumc.algebra.operands import number_operand
from sumc.algebra.percent import without_hundred
from sumc.algebra.rational import differ_at_a_point
from sumc.algebra.writing import SEPARATOR, Writing
from sumc.errors import EquationError, ExpressionError
from sumc.lazy_regex import lazy_regex

EXACT = Fraction(0)
_EQUALS = "[=＝≈]"
_OPEN_ANSWER = lazy_regex(r"[\s?？_□()（）]*")
"""What is written instead of an answer: `3*12-7=?`."""
_CHECK = lazy_regex(
    r"[(（]?\s{0,9}(?:\b(?:check|verification)|验算|检验)\s{0,9}[:：]", re.IGNORECASE
)
"""What begins a check at the end, which is no part of the solution."""


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


def parse_bare(text: str, limits: Limits) -> Expression:
    """Read a text that is an expression, or an equation in x, and nothing else."""
    expression = _with_one_pi(parse_solution(text, limits))
    whole_exponents(expression, limits)
    has_count = "=" in text and counted(expression) is not expression  # may be read in two ways
    if is_work(text) or (has_count and len(text) <= limits.work_characters):
        raise ExpressionError("expected an expression alone, found written work")
    return expression


def _with_one_pi(expression: Expression) -> Expression:
    if "pi" not in expression.items:
        return expression
    return Expression(tuple("π" if item == "pi" else item for item in expression.items))


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
    check = _CHECK.search(text)
    if check and re.search(_EQUALS, text[: check.start()]):
        text = text[: check.start()]
    measures = count_unit_letters(text)
    if not measures:
        return _read(plain_writing(text), text, limits, tolerance)
    if measures > limits.work_parts:
        raise refuse(limits, "work_parts", measures)
    return _read_both_ways(text, limits, tolerance)


def _read_both_ways(text: str, limits: Limits, tolerance: Fraction) -> Work:
    """Read 5m as five metres and as five times m; with an =, as whichever makes it true."""
    first = _read(plain_writing(text, letters_are_units=True), text, limits, tolerance)
    try:
        second = _read(plain_writing(text), text, limits, tolerance)
    except ExpressionError:
        return first
    if not re.search(_EQUALS, text):
        return replace(second, alternatives=(*second.alternatives, *first.alternatives))
    return second if first.mistake and not second.mistake else first


def _read(plain: Plain, text: str, limits: Limits, tolerance: Fraction) -> Work:
    writing = plain.writing
    parts = len(re.findall(f"{SEPARATOR}|{_EQUALS}", writing.text)) + 1
    if parts > limits.work_parts:
        raise refuse(limits, "work_parts", parts)
    written = [step for _, step in _split(writing, SEPARATOR) if step.text.strip()] or [writing]
    return _read_steps(plain, text, limits, tolerance, written)


def _read_steps(
    plain: Plain,
    text: str,
    limits: Limits,
    tolerance: Fraction,
    written: Sequence[Writing],
    puts_in: bool = False,
) -> Work:
    reader = _Reader(text, plain.units, limits, puts_in)
    steps = [reader.step(step, is_last=step is written[-1]) for step in written]
    reader.refuse_bare(steps, written)
    checker = _Checker(limits, tolerance)
    checked = [part for step in _one_chain(steps) for part in checker.apart(step)]
    found = [*alternatives(checked, limits), *reader.formulas]
    if reader.can_put_in:
        found += _read_steps(plain, text, limits, tolerance, written, puts_in=True).alternatives
    ways = tuple(dict.fromkeys(found))[:MOST_ALTERNATIVES]
    answer = checked[-1][-1].expression
    return Work(ways, answer, plain.unit, checker.mistake, checker.run_on)


def _split(writing: Writing, pattern: str) -> Iterator[tuple[str, Writing]]:
    """The parts between signs, each with the sign before it."""
    start, sign = 0, ""
    for found in re.finditer(pattern, writing.text):
        yield sign, writing.part(start, found.start())
        start, sign = found.end(), found[0]
    yield sign, writing.part(start, len(writing.text))


class _Reader:
    """Reads parts of a text; its errors point into the whole of it."""

    def __init__(
        self, text: str, units: Sequence[Unit], limits: Limits, puts_in: bool = False
    ) -> None:
        self.text = text
        self.units = units
        self.limits = limits
        self.puts_in = puts_in  # whether 3x=30 after x=10 is 3*10=30, and not an equation again
        self.can_put_in = False  # whether there is such a step
        self.unknown = ""  # of the equations so far
        self.solved_unknown = ""  # the one whose value was said
        self.named: dict[str, str] = {}  # the numbers that symbols were said to be
        self.result: Fraction | None = None  # of the last step
        self.is_last = False  # whether the step that is read is the last one
        self.formulas: list[Expression] = []

    def parse(self, writing: Writing, parse: Callable[[str, Limits], Expression]) -> Expression:
        """What is read of a part."""
        try:
            expression = parse(writing.text, self.limits)
            whole_exponents(expression, self.limits)
        except ExpressionError as error:
            column = writing.column(error.column) if error.column else 0
            raise type(error)(error.message, self.text, column) from None
        return expression

    def step(self, writing: Writing, is_last: bool) -> Step:
        """The sides of a step that say something: not `x` in `x=36-7`, nor the end of `3*12=`."""
        self.is_last = is_last
        parts = self.recalled(self.going_on(writing))
        self.result = parts[-1].value
        formulas = count_formulas(parts)
        if not formulas and (equations := self.equations(parts)):
            return equations
        self.name(parts[0], parts[-1].value)
        if not parts[formulas].is_lone:
            self.formulas += [each.expression for each in parts[:formulas] if not each.is_lone]
        named = [each for each in parts[formulas:] if not (each.is_lone and each.value is None)]
        return named or parts[-1:]

    def going_on(self, writing: Writing) -> Sequence[Part]:
        """The sides, the first one after the last result where it begins with a sign: -7=29."""
        sign = writing.text.strip()[:1].translate(PLAIN)
        if not sign or sign not in "+-*/" or not is_short(self.result):
            return self.sides(writing)
        number = number_operand(self.result)
        rest = writing.part(writing.text.index(writing.text.strip()[0]), len(writing.text))
        origins = (*[rest.origins[0]] * len(number), *rest.origins)
        longer = Writing(number + rest.text, origins)
        if sign in "*/":
            return self.sides(longer)
        parts = self.sides(writing)
        if _agree(parts):
            return parts
        others = self.sides(longer)
        return others if _agree(others) else parts

    def sides(self, writing: Writing) -> Sequence[Part]:
        """All sides that can be read, without words for what is calculated."""
        sides = list(_split(writing, _EQUALS))
        if len(sides) > 1 and _OPEN_ANSWER.fullmatch(sides[-1][1].text):
            sides.pop()
        parts: list[Part] = []
        for place, (sign, side) in enumerate(sides, start=1):
            try:
                parts.append(self.part(sign, side))
            except ExpressionError:
                is_result = self.is_last or not parts
                if (place == len(sides) and is_result) or not is_words(side.text):
                    raise
        return self.percentages(parts)

    def recalled(self, parts: Sequence[Part]) -> Sequence[Part]:
        """The sides with the last result where a word is its name: Total-7=29."""
        value = parts[-1].value
        if value is None or not is_short(self.result):
            return parts
        return [self.recall(part, number_operand(self.result), value) for part in parts]

    def recall(self, part: Part, number: str, value: Fraction) -> Part:
        names = symbols_of(part)
        if part.is_lone or len(names) != 1 or all(len(name) == 1 for name in names):
            return part
        items = tuple(number if item in names else item for item in part.expression.items)
        is_it = calculate(Expression(items), self.limits) == value
        return part._replace(expression=Expression(items), value=value) if is_it else part

    def name(self, part: Part, value: Fraction | None) -> None:
        """Remember what x is after x=3*12: then x-7 is 36-7."""
        if part.is_lone and part.value is None and is_short(value):
            self.named[part.expression.leaves[0]] = number_operand(value)

    def equations(self, parts: Step) -> Step:
        """What the unknown is where a step is an equation: 10/2, as in 10/2=5, of 2x=10."""
        left, *others = parts
        unknown = unknown_of(tuple(item for part in parts for item in part.expression.items))
        if not unknown or not others or not self.determines(unknown, parts):
            return ()
        self.can_put_in |= unknown == self.solved_unknown
        solved = [part for right in others for part in self.solved(unknown, left, right)]
        if any(part.expression.items == (unknown,) for part in parts) and others[-1].is_lone:
            self.solve(unknown, others[-1].value)
        return solved

    def solve(self, unknown: str, value: Fraction | None) -> None:
        """Remember that x=10 was said."""
        if is_short(value):
            self.solved_unknown = unknown
            if self.puts_in:
                self.named[unknown] = number_operand(value)

    def determines(self, unknown: str, parts: Step) -> bool:
        """Whether = determines the unknown: not in 2x+3x=5x, and x=36-7 need not be solved."""
        left, right = parts[0].expression, parts[1].expression
        if any(part.expression.items == (unknown,) for part in parts):
            return unknown == self.unknown
        if any(unknown in part.expression.items for part in parts[2:]):
            return False
        return bool(differ_at_a_point(left, right, self.limits))

    def solved(self, unknown: str, left: Part, right: Part) -> list[Part]:
        """What the unknown is; in x+x=16 both 16/2 and 16/(1+1)."""
        try:
            expression = solve_equation(left.expression, right.expression, unknown, self.limits)
        except EquationError as error:
            raise EquationError(error.message, self.text) from None
        self.unknown = unknown
        value = calculate(expression, self.limits)
        part = Part(f"{left.text}={right.text}", expression, value, right.sign, unknown)
        count = counted(expression)
        return [part] if count is expression else [part._replace(expression=count), part]

    def part(self, sign: str, writing: Writing) -> Part:
        items = _with_one_pi(self.parse(writing, parse_expression)).items
        expression = Expression(tuple(self.named.get(item, item) for item in items))
        value = calculate(expression, self.limits)
        places = range(writing.origins[0], writing.origins[-1])
        unit = next((each.name for each in reversed(self.units) if each.place in places), "")
        return Part(writing.text.strip(), expression, value, sign, unit=unit)

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
        """Refuse what has no = and is not the last step: `0,75` is not two steps."""
        for number, step in enumerate(steps[:-1]):
            if len(step) == 1 and not re.search(_EQUALS, written[number].text):
                column = written[number + 1].column(1) - 1
                message = (
                    "expected one expression, or steps with an = in each; decimals are written "
                    "with a point, as in 0.75"
                )
                raise ExpressionError(message, self.text, max(1, column))


def _one_chain(steps: Sequence[Step]) -> list[Step]:
    """The steps, with all equations in one place: 2x+3=13, 2x=10, x=5 is (13-3)/2=10/2=5."""
    chain = [part for step in steps for part in step if part.unknown]
    last = max((place for place, step in enumerate(steps) if step[0].unknown), default=-1)
    others = [step for step in steps[: last + 1] if not step[0].unknown]
    return [*others, *([chain] if chain else []), *steps[last + 1 :]]


def _agree(parts: Sequence[Part]) -> bool:
    """Whether they are an equality that holds."""
    return len(parts) > 1 and len({part.value for part in parts}) == 1


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
            elif converted := _converted(steps[-1], part):
                if not self.holds(converted, part):
                    self.mistake = self.mistake or _not_equal(converted, part)
                steps[-1] = [converted, part]
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


def _converted(step: Step, part: Part) -> Part | None:
    """A step in the unit of the number after it: 2 hours = 120 minutes means 2*60."""
    factor = conversion(step[-1].unit, part.unit) if step[-1].is_lone and part.is_lone else None
    if factor in (None, 1) or step[-1].value is None:
        return None
    sign, number = ("*", factor) if factor > 1 else ("/", 1 / factor)
    items = (*fullest(step).expression.items, number_operand(number), sign)
    text = f"{step[-1].text} {step[-1].unit}"
    return Part(text, Expression(items), step[-1].value * factor, unit=part.unit)


def _rounding(part: Part) -> Fraction:
    """Half a unit of the last decimal of a lone number."""
    number = part.expression.leaves[-1]
    _, _, decimals = number.partition(".")
    return Fraction(1, 2 * 10 ** len(decimals)) if part.is_lone and "(" not in number else EXACT


def _goes_on(left: Part, right: Part) -> bool:
    """Whether the right side continues with the value of the left one."""
    if right.is_lone or right.unknown or not is_short(left.value):
        return False
    return right.expression.items[0] == number_operand(left.value)


def _not_equal(left: Part, right: Part) -> str:
    said, wrong = shortened(left.text), shortened(right.text)
    if right.unknown:
        return f"{wrong} does not follow from {said}"
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
