"""Record to `Problem`: the published equation becomes a target over the numbers of the text.

Numbers match by value (0.60 is 0.6, 1,000 is 1000, 25% is 0.25). The rules, in this order:

1. A quotient of two whole numbers, `1/6`, is the text's 1/6 where it has one, unless the text
   has 1/6 only in another form (as 0.5 for 1/2) and has the two whole numbers as well.
2. A hundredth, `25*0.01` or `80*25/100`, is the text's 25%; so is `a*3/10` a times its 3/10, and
   the first `a/2` a times its half.
3. A number with its sign, `-4`, is the text's -4.
4. A number is the text's number of the same value. Where the text has it several times, the
   first use in the equation is the first place in the text, the second use the second place,
   and so on; further uses are the last place.
5. `25` is a hundred times the text's 25% (or 25 percent).
6. Whatever is left is a constant and stays a number; so does an exponent, which is worked out.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.equation import parse_solution
from sumc.algebra.expression import NEGATE, OPERATORS, Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number, number_value
from sumc.errors import SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language, Quantity, detect_language, find_quantities
from sumc.problems.problem import Problem, masked_text, same_answer
from sumc.problems.provenance import Base
from sumc.problems.records import Record, Skipped

PI_NAMES = frozenset({"π", "pi", "Pi", "PI"})
_HUNDREDTH = (1, 100)
_WRAPPED = lazy_regex(r"\(\((\d+)\)/\((\d+)\)\)")  # Math23K writes 7((2)/(3)) for 7(2/3)
_MIXED = lazy_regex(r"^(\d+)_(\d+/\d+)$")
_FRACTION = lazy_regex(r"/|／|分之|[¼½¾⅐-⅞]")
_PERCENT = lazy_regex(r"%|％|percent|per cent|百分", re.IGNORECASE)


def to_problem(record: Record, *, words: bool = True) -> Problem | Skipped:
    """The problem of a record, or why it cannot be used.

    A record without an equation is a problem without a target: it can be solved and graded.
    """
    if not record.text.strip():
        return _skip(record, "no text", "")
    language = record.language or detect_language(record.text)
    answer = read_answer(record.answer) if record.answerable else None
    if answer is None and record.answerable and (record.answer or not record.equation):
        reason = "the answer cannot be read" if record.answer else "neither equation nor answer"
        return _skip(record, reason, record.answer[:80])
    try:
        quantities = find_quantities(record.text, words=words, language=language)
        base = _masked(record.base, words, language)
    except SumcError as error:
        return _skip(record, "the text cannot be used", str(error))
    problem = Problem(
        record.id,
        record.text,
        language,
        quantities,
        answer=answer,
        words=record.words,
        source=record.source,
        part=record.part,
        schema=record.schema,
        base=base,
        tags=record.tags,
        answerable=record.answerable,
    )
    return _with_target(problem, record) if record.equation and record.answerable else problem


def _masked(base: Base | None, words: bool, language: Language) -> Base | None:
    """The base with the numbers of its text masked, as those of the problem are."""
    if base is None or not base.text:
        return base
    quantities = find_quantities(base.text, words=words, language=language)
    return replace(base, text=masked_text(base.text, quantities))


def _with_target(problem: Problem, record: Record) -> Problem | Skipped:
    shown = record.equation[:80]
    try:
        solution = _with_pi(parse_solution(record.equation))
        target = align(solution, problem.quantities)
        MTree.from_expression(target)
    except SumcError as error:
        return _skip(record, "the equation cannot be read", f"{shown}: {error}")
    value, answer = calculate(solution, DEFAULT_LIMITS), problem.answer
    if value is None:
        return _skip(record, "the equation has no value", shown)
    answer = value if answer is None else answer
    return replace(
        problem,
        expression=target,
        answer=answer,
        equation=record.equation,
        agrees=same_answer(value, answer),
    )


def _with_pi(solution: Expression) -> Expression:
    """The solution with 3.14 for π, as in the datasets and the paper."""
    return Expression(tuple("3.14" if item in PI_NAMES else item for item in solution.items))


def _skip(record: Record, reason: str, detail: str) -> Skipped:
    return Skipped(record.id, reason, detail.splitlines()[0] if detail else "", record.part)


def read_answer(text: str) -> Fraction | None:
    """The number that a published answer is: `20`, `5%`, `1(1/2)`, `1_1/2`, `-0.5`, `7((2)/(3))`.

    >>> read_answer("1(1/2)"), read_answer("forty")
    (Fraction(3, 2), None)
    """
    plain = _WRAPPED.sub(r"(\1/\2)", text.strip().replace("﹪", "%"))
    try:
        return calculate(parse_expression(_MIXED.sub(r"\1(\2)", plain)), DEFAULT_LIMITS)
    except SumcError:
        return None


def align(solution: Expression, quantities: Sequence[Quantity]) -> Expression:
    """The solution with the numbers of the text as n1, n2, ...; its value stays the same."""
    return Expression(tuple(_Aligner(quantities).align(_plain_powers(solution).items)))


def _plain_powers(solution: Expression) -> Expression:
    """The solution with every exponent worked out: a^(4/2) as a^2."""
    if "^" not in solution.items:
        return solution
    exponents = iter(whole_exponents(solution, DEFAULT_LIMITS))
    stack: list[tuple[str, ...]] = []
    for item in solution.items:
        if item not in OPERATORS:
            stack.append((item,))
            continue
        right = stack.pop()
        if item == "^":
            exponent = next(exponents)
            right = (str(abs(exponent)), NEGATE) if exponent < 0 else (str(exponent),)
        left = () if item == NEGATE else stack.pop()
        stack.append((*left, *right, item))
    return Expression(stack[0])


Ratio = tuple[int, int]
"""A number as a key: hashing a Fraction costs more than all the rest of the alignment."""


class _Aligner:
    """Finds the place in the text for every number of an equation, from left to right."""

    def __init__(self, quantities: Sequence[Quantity]) -> None:
        self.places: dict[Ratio, list[str]] = {}
        self.uses: dict[Ratio, int] = defaultdict(int)
        self.fractions: set[Ratio] = set()
        self.percents: set[Ratio] = set()
        for index, quantity in enumerate(quantities, start=1):
            ratio = quantity.value.as_integer_ratio()
            self.places.setdefault(ratio, []).append(f"n{index}")
            if _PERCENT.search(quantity.text):
                self.percents.add(ratio)
            elif ratio[1] != 1 and (
                quantity.written == "words" or _FRACTION.search(quantity.text)
            ):
                self.fractions.add(ratio)

    def align(self, items: Sequence[str]) -> list[str]:
        aligned: list[str] = []
        position = 0
        while position < len(items):
            if items[position] in OPERATORS or not is_number(items[position]):
                length, replacement = 1, [items[position]]
            else:
                length, replacement = self.match(tuple(items[position : position + 4]))
            aligned += replacement
            position += length
        return aligned

    def match(self, items: tuple[str, ...]) -> tuple[int, list[str]]:
        """How many items, starting with a number, are replaced, and by what."""
        number, following = items[0], items[1:2]
        top, bottom = ratio = number_value(number).as_integer_ratio()
        if following == ("^",) or items[1:3] == (NEGATE, "^"):
            return 1, [number]
        joined = self.joined(ratio, items)
        if joined is not None:
            return 3, [self.use(joined)]
        scaled = self.scaled(ratio, items)
        if scaled is not None:
            return 4, [self.use(scaled), "*"]
        if following == ("/",) and (1, top) in self.fractions and not self.uses[1, top]:
            return 2, [self.use((1, top)), "*"]
        hundredth = self.percent(ratio)
        if hundredth and items[1:] in (("*", "0.01", "*"), ("*", "100", "/")):
            return 4, [self.use(hundredth), "*"]
        if following == (NEGATE,) and (-top, bottom) in self.places:
            return 2, [self.use((-top, bottom))]
        if ratio in self.places:
            return 1, [self.use(ratio)]
        return 1, [self.use(hundredth), "100", "*"] if hundredth else [number]

    def joined(self, left: Ratio, items: tuple[str, ...]) -> Ratio | None:
        """The number of the text that two numbers and an operator make up: 1/6 or 25*0.01."""
        if len(items) < 3 or items[2] not in "*/" or not is_number(items[1]):
            return None
        right = number_value(items[1]).as_integer_ratio()
        if items[2] == "*":
            other = left if right == _HUNDREDTH else right if left == _HUNDREDTH else None
            return self.percent(other) if other else None
        if not right[0]:
            return None
        value = Fraction(left[0] * right[1], left[1] * right[0]).as_integer_ratio()
        both_told = left in self.places and right in self.places
        told = value in self.fractions or (value in self.places and not both_told)
        return value if told and value[1] != 1 else None

    def scaled(self, top: Ratio, items: tuple[str, ...]) -> Ratio | None:
        """The fraction of the text in `a*3/10`, which is a times its 3/10."""
        if len(items) < 4 or items[1] != "*" or items[3] != "/" or not is_number(items[2]):
            return None
        bottom = number_value(items[2])
        if not bottom:
            return None
        value = (Fraction(*top) / bottom).as_integer_ratio()
        return value if value[1] != 1 and value in self.fractions else None

    def percent(self, ratio: Ratio) -> Ratio | None:
        """The text's 25% for 25."""
        if not self.percents:
            return None
        hundredth = Fraction(ratio[0], ratio[1] * 100).as_integer_ratio()
        return hundredth if hundredth in self.percents else None

    def use(self, ratio: Ratio) -> str:
        """The name of the next place of a number in the text."""
        places = self.places[ratio]
        place = places[min(self.uses[ratio], len(places) - 1)]
        self.uses[ratio] += 1
        return place
