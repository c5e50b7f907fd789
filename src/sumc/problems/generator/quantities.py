"""Quantities of a story: declared as short text, drawn at random, written into equations."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from random import Random
from typing import Literal

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.errors import hint

Kind = Literal["whole", "money", "percent", "decimal", "fraction"]

KIND_OF_SIGN: Mapping[str, Kind] = {
    "": "whole",
    "$": "money",
    "%": "percent",
    "~": "decimal",
    "/": "fraction",
}

COMPARISONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}

DECLARATION = re.compile(r"([$%~/]?)([a-z]\w*)(?:\s*(=)\s*|\s+)(.+)", re.DOTALL)
NAME = re.compile(r"[a-z]\w*")
VALUE = re.compile(r"\d{1,9}(?:\.\d{1,4}|/\d{1,4})?")
MOST_VALUES = 100_000
"""The most values of one range; ours have at most a few thousand."""
SCALES = (0, 0, 0, 1, 1, 1, 1, 2, 2)
"""Positions among the alternatives of a range; what is drawn more often is listed more often."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A named number of a story: drawn from values, or computed by a formula."""

    name: str
    kind: Kind
    values: tuple[tuple[Fraction, ...], ...] = ()
    """What it may be: one tuple for small numbers, and perhaps others for larger ones."""
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison that the drawn numbers must satisfy."""

    left: str
    compare: Callable[[Fraction, Fraction], bool]
    right: str

    @property
    def names(self) -> set[str]:
        """The quantities that it compares."""
        return set(NAME.findall(f"{self.left} {self.right}"))

    def holds(self, numbers: Mapping[str, Fraction]) -> bool:
        """Say whether these numbers satisfy the condition."""
        left, right = evaluate(self.left, numbers), evaluate(self.right, numbers)
        return left is not None and right is not None and self.compare(left, right)


def split_list(text: str) -> list[str]:
    """Return the parts of a text that lists things with ";" between them.

    >>> split_list("a 2..9; $b 1.5..9/0.5; $t = a * b;")
    ['a 2..9', '$b 1.5..9/0.5', '$t = a * b']
    """
    return [part.strip() for part in text.split(";") if part.strip()]


def parse_quantity(text: str, ranges: Mapping[str, str]) -> Quantity:
    """Read one declaration such as `%a 5..90/5`, `a own` (a named range) or `t = a + b`."""
    match = DECLARATION.fullmatch(text)
    if match is None:
        raise ValueError(f"expected `name range` or `name = formula`, found {text!r}")
    sign, name, equals, rest = match.groups()
    kind = KIND_OF_SIGN[sign]
    if equals:
        return Quantity(name, kind, formula=rest)
    if NAME.fullmatch(rest) and rest not in ranges:
        raise ValueError(f"no range is called {rest!r}{hint(rest, ranges)}")
    return Quantity(name, kind, parse_range(ranges.get(rest, rest), kind))


def parse_range(text: str, kind: Kind = "whole") -> tuple[tuple[Fraction, ...], ...]:
    """Read alternatives such as `2..9|10..90/5`; those of a percent are hundredths."""
    unit = Fraction(1, 100) if kind == "percent" else Fraction(1)
    return tuple(parse_values(part.strip(), unit) for part in text.split("|"))


@cache
def parse_values(text: str, unit: Fraction) -> tuple[Fraction, ...]:
    """Read `3..40`, `10..90/5` or `2,4,8` into the values meant."""
    if ".." not in text:
        return tuple(parse_value(part.strip()) * unit for part in text.split(","))
    bounds, _, step_text = text.partition("/")
    low, high = (parse_value(bound) * unit for bound in bounds.split("..", maxsplit=1))
    step = parse_value(step_text or "1") * unit
    if low > high or not step or (high - low) / step > MOST_VALUES:
        raise ValueError(f"expected 1 to {MOST_VALUES:,} values, low to high, found {text!r}")
    parts = lcm(low.denominator, step.denominator)  # whole numbers count faster than fractions
    numerators = range(int(low * parts), int(high * parts) + 1, int(step * parts))
    return tuple(Fraction(numerator, parts) for numerator in numerators)


def parse_value(text: str) -> Fraction:
    """Read 12, 0.5 or 3/4."""
    if not VALUE.fullmatch(text) or text.endswith("/0"):
        raise ValueError(f"expected numbers such as 3..40, 10..90/5 or 2,4,8, found {text!r}")
    return Fraction(text)


def parse_condition(text: str) -> Condition:
    """Read one comparison such as `a + b < 100`."""
    match = re.fullmatch(r"(.+?)\s*(<=|>=|!=|<|>|=)\s*(.+)", text.strip())
    if match is None:
        raise ValueError(f"expected a comparison, found {text!r}")
    return Condition(match[1], COMPARISONS[match[2]], match[3])


def needed_quantities(quantities: Sequence[Quantity], names: set[str]) -> tuple[Quantity, ...]:
    """Return the quantities with these names and those that their formulas use."""
    needed = set(names)
    for quantity in reversed(quantities):  # a formula uses only what is declared before it
        if quantity.name in needed:
            needed.update(NAME.findall(quantity.formula))
    return tuple(quantity for quantity in quantities if quantity.name in needed)


def draw_numbers(
    quantities: Sequence[Quantity], conditions: Sequence[Condition], random: Random
) -> dict[str, Fraction] | None:
    """Return one value per quantity, or None if they do not fit together."""
    scale = random.choice(SCALES)
    numbers: dict[str, Fraction] = {}
    for quantity in quantities:
        value = draw_quantity(quantity, scale, numbers, random)
        if value is None or not is_sensible(value, quantity.kind):
            return None
        numbers[quantity.name] = value
    return numbers if all(condition.holds(numbers) for condition in conditions) else None


def draw_quantity(
    quantity: Quantity, scale: int, numbers: Mapping[str, Fraction], random: Random
) -> Fraction | None:
    """Return the value of one quantity, given those before it, if there is one."""
    if quantity.formula:
        return evaluate(quantity.formula, numbers)
    values = quantity.values[min(scale, len(quantity.values) - 1)]
    return values[int(random.random() * len(values))]


def is_sensible(value: Fraction, kind: Kind) -> bool:
    """Say whether a value can stand in a school book as that kind of number."""
    if value.numerator <= 0:
        return False
    if kind == "whole":
        return value.denominator == 1
    if kind in ("money", "decimal"):
        return 100 % value.denominator == 0
    return kind == "percent" or value < 1


def write_equation(
    equation: str, numbers: Mapping[str, Fraction], kinds: Mapping[str, Kind]
) -> str:
    """Return the equation with numbers for names.

    >>> write_equation("a * p", {"a": Fraction(80), "p": Fraction(1, 4)},
    ...                {"a": "whole", "p": "percent"})
    '80*25%'
    """
    text = equation.replace(" ", "")
    return NAME.sub(lambda match: write_value(numbers[match[0]], kinds[match[0]]), text)


def write_value(value: Fraction, kind: Kind) -> str:
    """Return a number as it is written in an equation: 12, 3.5, 25% or (3/4)."""
    if kind == "percent":
        return f"{write_decimal(value * 100)}%"
    if kind == "fraction":
        return f"({value.numerator}/{value.denominator})"
    return write_decimal(value)


def write_decimal(value: Fraction) -> str:
    """Return the digits of a value that has at most two decimals."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.2f}".rstrip("0")


def evaluate(formula: str, numbers: Mapping[str, Fraction]) -> Fraction | None:
    """Return the exact value of a formula over named numbers, None for a division by zero.

    >>> evaluate("(a - b) / 2", {"a": Fraction(9), "b": Fraction(4)})
    Fraction(5, 2)
    """
    return calculate(parse_formula(formula), DEFAULT_LIMITS, numbers)


@cache
def parse_formula(text: str) -> Expression:
    """Return the parsed formula; every formula is evaluated many times."""
    return parse_expression(text)
