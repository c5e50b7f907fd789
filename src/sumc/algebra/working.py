"""Right answers that are not the reference: how do they follow from it?

`36-7`, `12+12+12-7` and `29` all have the value of `3*12-7`, and so has `20+9`. Three of them are
work that a teacher accepts in some way, the fourth is chance:

- *repeated addition*: a factor says how often something is added, and it was added that often;
- *worked out*: numbers of the student are values of parts of the reference, and with those parts
  in their place the student's expression is equal to the reference whatever its numbers are;
- *answer only*: nothing but the right number.

Nothing is accepted because the value is right: every acceptance is a proof by `equal_formulas`.
Only a reference that is a bare number says nothing about the working, so any working will do.
What is not found within the bounds below is refused, never guessed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from types import MappingProxyType
from typing import Literal, NamedTuple

from sumc.algebra.arithmetic import calculate
from sumc.algebra.canonical import expression_terms, root_of
from sumc.algebra.complements import complements, wholes_apart
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.factors import (
    Quotient,
    apart,
    cancels,
    divisors,
    merged,
    quotients,
    spelled_out,
    spellings,
)
from sumc.algebra.limits import DEFAULT_LIMITS, Limits, refuse
from sumc.algebra.naming import node_name, number_name
from sumc.algebra.operands import number_value
from sumc.algebra.parts import MOST_LEAVES, Items, Parts, Piece, number
from sumc.algebra.rational import equal_formulas
from sumc.algebra.residues import (
    PRIME,
    inverse,
    makes_a_difference,
    other_number,
    residue,
    with_other_numbers,
)
from sumc.errors import LimitError

Found = Literal["equivalent", "repeated-addition", "worked-out", "answer-only", "equal-value"]

MOST_REPEATS = 30
"""How often something may be added instead of multiplied."""
FEW_REPEATS = 6
"""The same, where intermediate results are looked for as well."""
FEW_SPELLINGS = 4
"""Ways to write out repeats, where intermediate results are looked for as well."""
FEW_COMPLEMENTS = 4
"""Ways to write decimals as one plus or minus the rest, as 1-0.2 for 0.8."""
MOST_STEPS = 20_000
"""Operands and operators that are looked at in one exchange of numbers for parts."""
MOST_QUOTIENTS = 20
"""Quotients such as 75/100 that are tried as one number."""
MOST_PRODUCTS = 20_000
"""Products of terms in one proof; honest work needs some hundreds."""
MOST_NAMED = 3
"""Intermediate results that an explanation names."""
_ZERO = Fraction(0)
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Working:
    """How a right answer follows from the reference, as a verdict and in words."""

    verdict: Found
    said: str = ""
    """What is written for what, or what is added instead of multiplied."""
    exchanged: tuple[tuple[str, Items], ...] = ()
    """Numbers of the student, each with the part of the reference that it is the value of."""
    sentence: str = ""
    """The explanation, where it is neither of these."""

    @cached_property
    def explanation(self) -> str:
        """A short sentence."""
        if self.sentence:
            return self.sentence
        worked = [
            f"{_infix(items)} worked out as {number_name(number)}"
            for number, items in self.exchanged
        ]
        told = [*worked[:MOST_NAMED], *([self.said] if self.said else [])]
        return f"right, with {' and '.join(told)}"


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
    sizes = len(student.leaves), len(reference.leaves)
    if sizes[1] == 1:
        return ANY_WAY
    if sizes[0] == 1:
        return ANSWER_ONLY
    try:
        if max(sizes) > MOST_LEAVES:
            raise LimitError(f"too large: {max(sizes)} numbers, the limit is {MOST_LEAVES}")
        return _repeated(student, reference, limits) or _worked_out(student, reference, limits)
    except LimitError as error:
        open_way = f"the right value; whether the way is right could not be decided: {error}"
        return Working("equal-value", sentence=open_way)
    except ZeroDivisionError:
        return None


ANSWER_ONLY = Working("answer-only", sentence="the right answer, without the working")
ANY_WAY = Working(
    "worked-out", sentence="the right value; the reference has no working to compare it with"
)
"""Any work with the value of a reference that is a bare number."""


def _repeated(student: Expression, reference: Expression, limits: Limits) -> Working | None:
    """Whether one of the two adds what the other multiplies."""
    for added, multiplied, said in (
        (student, reference, "a product written as a repeated sum"),
        (reference, student, "a repeated sum written as a product"),
    ):
        if len(set(added.leaves)) == len(added.leaves):
            continue  # no number is there twice
        if not _whole_numbers(added.leaves) <= _whole_numbers(multiplied.leaves):
            continue  # 13-13 cancels out, whatever the numbers are
        if cancels(added) and not cancels(multiplied):
            continue
        wanted = with_other_numbers(added, limits)
        for places in spellings(multiplied, _has_twos(added), MOST_REPEATS):
            spelled = spelled_out(multiplied, places)
            if _counted(multiplied, places, limits) == wanted and _equal(added, spelled, limits):
                return Working("repeated-addition", said)
    return None


def _worked_out(student: Expression, reference: Expression, limits: Limits) -> Working | None:
    """Whether the student's numbers can be exchanged for parts of the reference."""
    known = _known(reference, _has_twos(student), limits)
    search = _Search(student, limits)
    for source in known.sources:
        if found := search.find(source):
            return found
    return ANSWER_ONLY if _is_answer(student, known.value) else None


def _is_answer(student: Expression, value: Fraction) -> bool:
    """Whether an expression is a value in disguise: 29+0, or 5/6."""
    if all(number_value(each) in (0, 1, value) for each in student.leaves):
        return True
    items = tuple(item for item in student.items if item != NEGATE)
    return value.denominator > 1 and len(items) == 3 and items[2] == "/"


class _Source:
    """A reference, or another way to write it, and its parts."""

    def __init__(
        self,
        expression: Expression,
        limits: Limits,
        times: int | None = None,
        said: Sequence[str] = (),
    ) -> None:
        self.expression = expression
        self.limits = limits
        self.times = times  # how often each term of a part is there, in a spelling
        self.said = said  # what is written for what in it
        self.target = with_other_numbers(expression, limits)
        turned = inverse(self.target) if self.target else 0
        self.whole = {each % PRIME for one in (self.target, turned) for each in (one, -one)}
        self.numbers = _numbers(expression)
        self.known = _whole_numbers(expression.leaves)

    @cached_property
    def parts(self) -> Parts:
        return Parts(self.expression, self.limits, self.times)

    def is_whole(self, piece: Piece) -> bool:
        """Whether a piece is the whole source, its opposite or reciprocal: not worked out."""
        return piece.point in self.whole and _numbers(piece) == self.numbers

    def options(self, operand: str, is_power: bool, is_divisor: bool) -> list[Piece]:
        """What a number may be exchanged for: itself where the source has it, and parts.

        One over a part only for a divisor: half of 40, in 40*(3/8+1/8), is 40/2, but nobody
        multiplies by 2 because of it.
        """
        itself = number(operand)
        parts = [
            each
            for each in self.parts.of(operand, is_divisor)
            if each.point != itself.point and _numbers(each) and not self.is_whole(each)
        ]
        kept = is_power or _whole_numbers([operand]) <= self.known
        return [itself, *parts] if kept else parts


class _Known(NamedTuple):
    """What does not depend on the student: a class has one reference for many answers."""

    value: Fraction
    sources: Sequence[_Source]


@lru_cache(maxsize=16)
def _known(reference: Expression, with_twos: bool, limits: Limits) -> _Known:
    few = islice(spellings(reference, with_twos, FEW_REPEATS), FEW_SPELLINGS)
    spelled = [spelled_out(reference, places) for places in few]
    value = abs(calculate(reference, limits) or _ZERO)
    repeated = [_Source(each, limits, times) for each in spelled for times in (1, 2)]
    others = islice(complements(reference), FEW_COMPLEMENTS)
    rewritten = [_Source(each.expression, limits, said=each.said) for each in others]
    wholes = [
        _Source(each.expression, limits, 2 if added else None, each.said)
        for each, added in wholes_apart(reference)
    ]
    return _Known(value, [_Source(reference, limits), *rewritten, *repeated, *wholes])


class _Search:
    """Looks for an exchange of a student's numbers for parts of sources, within a budget."""

    def __init__(self, student: Expression, limits: Limits) -> None:
        self.student = student
        self.limits = limits
        self.steps_left = limits.search_steps
        tried = islice(quotients(student), MOST_QUOTIENTS)
        self.quotients = [each for each in tried if each.is_a_number]
        self.is_power = "^" in student.items
        self.divisors = divisors(student)

    def options(self, source: _Source, operand: str) -> list[Piece]:
        """What a number of the student may be exchanged for in a source."""
        return source.options(operand, self.is_power, operand in self.divisors)

    def find(self, source: _Source) -> Working | None:
        """Try the numbers as they are, then quotients such as 75/100 as one number."""
        reduced = apart([each for each in self.quotients if each.is_unreduced])
        if reduced and self.is_equal(source, merged(self.student, reduced)):
            return Working("worked-out", _said(source, _names(reduced), {}))
        if found := self.try_with(source, self.student):
            return found
        possible = [each for each in self.quotients if self.options(source, each.operand)]
        for chosen in (*([each] for each in possible), apart(possible)):
            student = merged(self.student, chosen)
            if chosen and (found := self.try_with(source, student, _names(chosen))):
                return found
        return None

    def is_equal(self, source: _Source, student: Expression) -> bool:
        """Whether it is the source whatever the numbers are."""
        same = with_other_numbers(student, self.limits) == source.target
        return same and _equal(student, source.expression, self.limits)

    def try_with(
        self, source: _Source, student: Expression, said: Mapping[str, str] = _NOTHING
    ) -> Working | None:
        operands = student.leaves
        options: dict[str, list[Piece]] = {}
        for operand in dict.fromkeys(operands):
            options[operand] = self.options(source, operand)
            if not options[operand]:
                return None
        size = len(student.items)
        for chosen in islice(_choices(operands, options), MOST_STEPS // size):
            self.spend(size)
            point = residue(student, (each.point for each in chosen), self.limits)
            if point != source.target or not self.proves(source, student, chosen):
                continue
            pairs = dict.fromkeys(zip(operands, (each.items for each in chosen), strict=True))
            exchanged = tuple(pair for pair in pairs if pair[1] != (pair[0],))
            told = _said(source, said, dict(exchanged))
            if (exchanged or told) and self.all_matter(source, student, chosen):
                return Working("worked-out", told, exchanged)
        return None

    def all_matter(self, source: _Source, student: Expression, chosen: Sequence[Piece]) -> bool:
        """Whether every part makes a difference, as the 15 of 15*0+3 does not, unless it makes
        none in the source either."""
        parts = {piece.items: piece for piece in chosen if len(piece.items) > 1}
        return all(
            self.changed(student, chosen, piece) != source.target
            or not makes_a_difference(source.expression, piece.point, self.limits)
            for piece in parts.values()
        )

    def changed(self, student: Expression, chosen: Sequence[Piece], part: Piece) -> int:
        """The value with these parts, one of them changed wherever it stands."""
        points = (piece.point + (piece.items == part.items) for piece in chosen)
        return residue(student, points, self.limits)

    def spend(self, steps: int) -> None:
        self.steps_left -= steps
        if self.steps_left < 0:
            raise refuse(self.limits, "search_steps", f"more than {self.limits.search_steps}")

    def proves(self, source: _Source, student: Expression, chosen: Sequence[Piece]) -> bool:
        """Whether the parts have the values of the numbers, and make up the source."""
        values = [calculate(Expression(each.items), self.limits) for each in chosen]
        same = [number_value(operand) for operand in student.leaves] == values
        return same and _equal(_exchanged(student, chosen), source.expression, self.limits)


def _names(quotients: Iterable[Quotient]) -> dict[str, str]:
    """What is said about quotients as one number, by their operands."""
    return {each.operand: f"{each.written} for {number_name(each.operand)}" for each in quotients}


def _said(source: _Source, said: Mapping[str, str], exchanged: Mapping[str, Items]) -> str:
    """What is written for what, besides the numbers that are worked out."""
    others = [text for number, text in said.items() if number not in exchanged]
    return " and ".join((*source.said, *others)[:MOST_NAMED])


def _numbers(expression: Piece | Expression) -> set[str]:
    """The numbers other than 1: 1+1+1 only says how often something is added."""
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
    """A part as people write it, without factors of 1 that are left over from calculating."""
    terms = expression_terms(Expression(items), DEFAULT_LIMITS)
    for _, factors in terms.items:
        factors[:] = [each for each in factors if each not in ("1", "/1")] or ["1"]
    return node_name(root_of(terms))


def _equal(left: Expression, right: Expression, limits: Limits) -> bool:
    return equal_formulas(left, right, _for_proofs(limits), numbers_as_symbols=True)


@lru_cache(maxsize=16)
def _for_proofs(limits: Limits) -> Limits:
    return replace(limits, polynomial_products=min(MOST_PRODUCTS, limits.polynomial_products))


def _whole_numbers(operands: Iterable[str]) -> set[int]:
    """The whole numbers above 1 among the numerators and denominators of numbers."""
    values = [number_value(each) for each in operands]
    return {whole for each in values for whole in (each.numerator, each.denominator) if whole > 1}


def _has_twos(expression: Expression) -> bool:
    return expression.items.count("2") > 1


def _counted(expression: Expression, places: Sequence[int], limits: Limits) -> int:
    """The value with these factors as they are, where every other number becomes another one."""
    numbers = (
        int(item) if place in places else other_number(item)
        for place, item in enumerate(expression.items)
        if item not in OPERATORS
    )
    return residue(expression, numbers, limits)
