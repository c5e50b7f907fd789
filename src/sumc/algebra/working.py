"""Right answers that are not the reference: how do they follow from it?

`36-7`, `12+12+12-7` and `29` all have the value of `3*12-7`, and so has `20+9`. Three of them are
work that a teacher accepts in some way, the fourth is chance:

- *repeated addition*: a factor says how often something is added, and it was added so often;
- *worked out*: numbers of the student are values of parts of the reference, and with those parts
  in their place the student's expression is equal to the reference whatever its numbers are;
- *answer only*: nothing but the right number.

Nothing is accepted because the value is right: every acceptance is a proof by `equal_formulas`.
What is not found within the bounds below is refused, never guessed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Literal, NamedTuple

from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.canonical import expression_terms, root_of
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.notation import shortened, to_infix
from sumc.algebra.operands import number_operand, number_value
from sumc.algebra.parts import MOST_LEAVES, PRIME, Items, Piece, find_pieces, number
from sumc.algebra.rational import equal_formulas
from sumc.algebra.reading import readable_expression
from sumc.errors import LimitError

Found = Literal["equivalent", "repeated-addition", "worked-out", "answer-only"]

MOST_REPEATS = 30
"""How often something may be added instead of multiplied."""
FEW_REPEATS = 6
"""How often, where intermediate results are looked for as well."""
MOST_SPELLINGS = 32
"""Ways to write some of the products of an expression as repeated additions."""
FEW_SPELLINGS = 4
"""How many of them, where intermediate results are looked for as well."""
MOST_STEPS = 20_000
"""Operands and operators that are looked at while numbers are exchanged for parts."""
MOST_NAMED = 3
"""Intermediate results that an explanation names."""
_ZERO = Fraction(0)


@dataclass(frozen=True)
class Working:
    """How a right answer follows from the reference, as a verdict and in words."""

    verdict: Found
    said: str = ""
    """What is special about it, where that is not the numbers below."""
    exchanged: tuple[tuple[str, Items], ...] = ()
    """Numbers of the student, each with the part of the reference that it is the value of."""

    @cached_property
    def explanation(self) -> str:
        """A short sentence."""
        if self.verdict in ("equivalent", "answer-only"):
            return self.said
        worked = [f"{_infix(items)} worked out as {number}" for number, items in self.exchanged]
        return f"right, with {' and '.join(worked[:MOST_NAMED]) or self.said}"


def find_working(student: Expression, reference: Expression, limits: Limits) -> Working | None:
    """How a student's expression of the right value follows from the reference, if it does.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.algebra.limits import DEFAULT_LIMITS
    >>> reference = parse_expression("3*12-7")
    >>> def explain(student):
    ...     found = find_working(parse_expression(student), reference, DEFAULT_LIMITS)
    ...     return found and f"{found.verdict}: {found.explanation}"
    >>> explain("36-7")
    'worked-out: right, with 3*12 worked out as 36'
    >>> explain("12+12+12-7")
    'repeated-addition: right, with a product written as a repeated sum'
    >>> explain("29")
    'answer-only: the right answer, without the working'
    >>> explain("20+9")
    """
    sizes = len(student.operands), len(reference.operands)
    if sizes[1] == 1 or max(sizes) > MOST_LEAVES:
        return None
    if sizes[0] == 1:
        return _ANSWER_ONLY
    try:
        return _repeated(student, reference, limits) or _worked_out(student, reference, limits)
    except (LimitError, ZeroDivisionError):
        return None


_ANSWER_ONLY = Working("answer-only", "the right answer, without the working")


def _repeated(student: Expression, reference: Expression, limits: Limits) -> Working | None:
    """Whether one of the two adds what the other multiplies."""
    for added, multiplied, said in (
        (student, reference, "a product written as a repeated sum"),
        (reference, student, "a repeated sum written as a product"),
    ):
        if len(set(added.operands)) == len(added.operands):
            continue  # nothing is there twice
        for spelled in _spelled_out(multiplied, added, MOST_REPEATS):
            if _equal(added, spelled, limits):
                return Working("repeated-addition", said)
    return None


def _worked_out(student: Expression, reference: Expression, limits: Limits) -> Working | None:
    """Whether the student's numbers can be exchanged for parts of the reference."""
    few = islice(_spelled_out(reference, student, FEW_REPEATS), FEW_SPELLINGS)
    for source in (reference, *few):
        if found := _Exchanger(student, source, limits).find():
            return found
    return _ANSWER_ONLY if _is_answer(student, reference, limits) else None


def _is_answer(student: Expression, reference: Expression, limits: Limits) -> bool:
    """Whether an expression is the value of the reference in disguise: 29+0, or 5/6."""
    value = abs(calculate(reference, limits) or _ZERO)
    if all(number_value(each) in (0, 1, value) for each in student.operands):
        return True
    items = tuple(item for item in student.items if item != NEGATE)
    return value.denominator > 1 and len(items) == 3 and items[2] == "/"


class _Exchanger:
    """Looks for an exchange of a student's numbers for parts of a source."""

    def __init__(self, student: Expression, source: Expression, limits: Limits) -> None:
        self.student = student
        self.source = source
        self.limits = limits
        self.target = _at_point(source, [number(each).point for each in source.operands], limits)
        inverse = pow(self.target, -1, PRIME) if self.target else 0
        self.whole = {
            turned % PRIME for each in (self.target, inverse) for turned in (each, -each)
        }
        self.numbers = _numbers(source)
        self.quotients = _quotients(student)
        wanted = {*student.operands, *(each.operand for each in self.quotients)}
        self.pieces = find_pieces(source, wanted, limits)
        self.known = _whole_numbers(source.operands)

    def find(self) -> Working | None:
        """With the numbers as they are, then with 75/100 read as one number."""
        if found := self.try_with(self.student):
            return found
        possible = [each for each in self.quotients if self.options(each.operand)]
        for chosen in (*([each] for each in possible), _apart(possible)):
            said = [f"{each.written} for {each.operand}" for each in chosen]
            if chosen and (found := self.try_with(_merged(self.student, chosen), said)):
                return found
        return None

    def options(self, operand: str) -> list[Piece]:
        """What a number may be exchanged for: itself where the source has it, and parts."""
        itself = number(operand)
        kept = _whole_numbers([operand]) <= self.known or "^" in self.student.items
        parts = [
            each
            for each in self.pieces.get(operand, ())
            if each.point != itself.point and _numbers(each) and not self.is_whole(each)
        ]
        return [itself, *parts] if kept else parts

    def is_whole(self, piece: Piece) -> bool:
        """Whether a piece is all of the source, perhaps turned: then nothing is worked out."""
        return piece.point in self.whole and _numbers(piece) == self.numbers

    def try_with(self, student: Expression, said: Sequence[str] = ()) -> Working | None:
        operands = student.operands
        options = {operand: self.options(operand) for operand in operands}
        if not all(options.values()):
            return None
        for chosen in islice(_choices(operands, options), MOST_STEPS // len(student.items)):
            point = _at_point(student, [each.point for each in chosen], self.limits)
            if point == self.target and self.proves(student, chosen):
                pairs = dict.fromkeys(zip(operands, (each.items for each in chosen), strict=True))
                exchanged = tuple(pair for pair in pairs if pair[1] != (pair[0],))
                return Working("worked-out", " and ".join(said[:MOST_NAMED]), exchanged)
        return None

    def proves(self, student: Expression, chosen: Sequence[Piece]) -> bool:
        """Whether the parts have the values of the numbers, and make up the source."""
        values = [calculate(Expression(each.items), self.limits) for each in chosen]
        same = [number_value(operand) for operand in student.operands] == values
        return same and _equal(_exchanged(student, chosen), self.source, self.limits)


def _numbers(expression: Piece | Expression) -> set[str]:
    """The numbers other than 1: how often something is added, 1+1+1, is no part of a text."""
    return {item for item in expression.items if item not in OPERATORS and item != "1"}


def _choices(
    operands: Sequence[str], options: Mapping[str, Sequence[Piece]]
) -> Iterator[Sequence[Piece]]:
    """One piece for every operand; equal operands get equal ones first."""
    for chosen in product(*options.values()):
        by_operand = dict(zip(options, chosen, strict=True))
        yield [by_operand[operand] for operand in operands]
    yield from product(*(options[operand] for operand in operands))


def _exchanged(student: Expression, chosen: Sequence[Piece]) -> Expression:
    pieces = iter(chosen)
    return Expression(
        tuple(
            part
            for item in student.items
            for part in ((item,) if item in OPERATORS else next(pieces).items)
        )
    )


def _infix(items: Items) -> str:
    """A part as people write it, without factors of 1 that calculating has left in it."""
    terms = expression_terms(Expression(items), DEFAULT_LIMITS)
    for _, factors in terms.items:
        factors[:] = [each for each in factors if each not in ("1", "/1")] or ["1"]
    return shortened(to_infix(readable_expression(root_of(terms))))


def _at_point(expression: Expression, points: Sequence[int], limits: Limits) -> int:
    """What an expression is at the point; `ZeroDivisionError` where it divides by zero there."""
    exponents = iter(whole_exponents(expression, limits))
    numbers = iter(points)
    stack: list[int] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(next(numbers))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(-right)
        else:
            exponent = next(exponents) if item == "^" else 0
            stack[-1] = _apply(item, stack[-1], right, exponent) % PRIME
    return stack[0] % PRIME


def _apply(operator: str, left: int, right: int, exponent: int) -> int:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    base, power = (left, exponent) if operator == "^" else (right, -1)
    if power < 0 and not base % PRIME:
        raise ZeroDivisionError
    return pow(base, power, PRIME) * (1 if operator == "^" else left)


def _equal(left: Expression, right: Expression, limits: Limits) -> bool:
    return equal_formulas(left, right, limits, numbers_as_symbols=True)


def _whole_numbers(operands: Iterable[str]) -> set[int]:
    """The whole numbers above 1 that numbers are written with, also decimals."""
    values = [number_value(each) for each in operands]
    return {whole for each in values for whole in (each.numerator, each.denominator) if whole > 1}


class _Chain(NamedTuple):
    """A product while an expression is read: where its lone whole factors and divisors are."""

    factors: list[int]
    divisors: list[int]
    size: int


def _chains(expression: Expression) -> list[_Chain]:
    """The products of an expression, with the places of their whole numbers above 1."""
    complete: list[_Chain] = []
    stack: list[_Chain] = []
    for place, item in enumerate(expression.items):
        if item not in OPERATORS:
            stack.append(_Chain([place] if item.isdigit() and item not in "01" else [], [], 1))
            continue
        if item == NEGATE:
            continue
        right = stack.pop()
        left = stack[-1]
        if item == "*":
            stack[-1] = _Chain(
                left.factors + right.factors,
                left.divisors + right.divisors,
                left.size + right.size,
            )
        elif item == "/":
            stack[-1] = _Chain(
                left.factors + right.divisors,
                left.divisors + right.factors,
                left.size + right.size,
            )
        else:
            complete += (left, right)
            stack[-1] = _Chain([], [], 1)
    return [each for each in (*complete, *stack) if each.size > 1]


class _Quotient(NamedTuple):
    """A whole number over another one in a product: 75/100, as one number and where they are."""

    written: str
    operand: str
    top: int
    bottom: int


def _quotients(expression: Expression) -> list[_Quotient]:
    items = expression.items
    return [
        _Quotient(f"{items[top]}/{items[bottom]}", number_operand(value), top, bottom)
        for chain in _chains(expression)
        for top in chain.factors
        for bottom in chain.divisors
        if (value := Fraction(int(items[top]), int(items[bottom])))
    ]


def _apart(quotients: Sequence[_Quotient]) -> list[_Quotient]:
    """As many of the quotients as do not share a number, from the left."""
    chosen: list[_Quotient] = []
    for each in quotients:
        if not any({each.top, each.bottom} & {other.top, other.bottom} for other in chosen):
            chosen.append(each)
    return chosen


def _merged(expression: Expression, quotients: Sequence[_Quotient]) -> Expression:
    items = list(expression.items)
    for each in quotients:
        items[each.top], items[each.bottom] = each.operand, "1"
    return Expression(tuple(items))


def _spelled_out(expression: Expression, other: Expression, most: int) -> Iterator[Expression]:
    """The expression with factors of its products written as 1+1+...: how often, not how many.

    Where the other one may have 2+2 in it, two times two stays: that is the sum of the factors as
    well, and then right by chance.
    """
    items = expression.items
    several = other.operands.count("2") > 1
    choices: list[list[int]] = []
    for factors, *_ in _chains(expression):
        twos = [place for place in factors if items[place] == "2"]
        repeats = [each for each in factors if not (several and len(twos) > 1 and each in twos)]
        choices.append([-1, *(each for each in repeats if _is_few(items[each], most))])
    for chosen in islice(product(*choices), 1, MOST_SPELLINGS + 1):  # the first changes nothing
        yield Expression(tuple(_with_ones(items, chosen)))


def _is_few(operand: str, most: int) -> bool:
    return len(operand) < 4 and int(operand) <= most


def _with_ones(items: Items, places: Sequence[int]) -> Iterator[str]:
    for place, item in enumerate(items):
        if place in places:
            yield "1"
            yield from ("1", "+") * (int(item) - 1)
        else:
            yield item
