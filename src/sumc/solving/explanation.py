"""What is done with the numbers of a text, step by step, in plain words: English and Chinese.

Every operation is a sentence with its sum in signs. Numbers and results carry their units where
the units of the text leave no doubt, and none elsewhere. What the text has twice is called the
first and the second; what it has and the solution does not use is named at the end, and so is what
the solution uses and the text does not have.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from sumc.algebra.mtree import MTree
from sumc.algebra.notation import shortened
from sumc.algebra.operands import natural_order
from sumc.decoding.plausibility import Amount, UnitArithmetic, constant_amount
from sumc.errors import ProblemError
from sumc.problems.units.annotation import NOTHING, Counted
from sumc.problems.units.dimension import NUMBER
from sumc.problems.units.table import Unit
from sumc.solving.answer import AnswerUnit, named_amount, said_in_a_sum, with_unit
from sumc.solving.chinese_steps import Chinese
from sumc.solving.converting import Whole, conversion_of, put_together, wholes_in
from sumc.solving.english_steps import English
from sumc.solving.events import GAIN, LOSS
from sumc.solving.factoring import Part, Product, Sum, Values, factor, number_text, operands
from sumc.solving.naming import Units, name_operands, unused_sentence
from sumc.solving.number import SolvedNumber
from sumc.solving.operand import Operand, same_kind
from sumc.solving.steps import Phrase, Steps, factor_names, term_names
from sumc.solving.wording import WORDINGS, Wording

__all__ = ["Units", "explain"]

LONGEST_RESULT = 30
"""The most characters of a result that is given with its unit."""
PLUS, MINUS, TIMES, OVER = "+", "−", "×", "÷"
PERCENT, FRACTION = "%", "/"
STEPS: Mapping[str, Steps] = {"en": English(), "zh": Chinese()}


def explain(
    tree: MTree,
    numbers: Sequence[SolvedNumber],
    language: str = "en",
    units: Units | None = None,
) -> tuple[str, ...]:
    """The sentences about a tree over the numbers of a text.

    >>> given = [("n1", "3"), ("n2", "12"), ("n3", "7")]
    >>> numbers = [SolvedNumber(name, text, Fraction(text), 0, 0, ()) for name, text in given]
    >>> explain(MTree.parse("n1*n2-n3"), numbers)
    ('Multiply 3 by 12: 3 × 12 = 36.', 'Take 7 away from 36: 36 − 7 = 29.')
    """
    wording = WORDINGS.get(language)
    if wording is None:
        known = ", ".join(WORDINGS)
        raise ProblemError(f"no explanation in {language!r}; known languages: {known}")
    values = {number.symbol: number.value for number in numbers}
    solution = factor(tree.root, values)
    used = operands(solution)
    constants = sorted(used - values.keys(), key=natural_order)
    names = name_operands(numbers, constants, wording, language, units)
    telling = _Telling(wording, names, Values(values), units, language)
    telling.tell(solution)
    unused = [each.symbol for each in numbers if each.symbol not in used]
    known_ones = [names[each].name for each in constants if each not in telling.explained]
    if known_ones:
        telling.sentences.append(wording.known(known_ones))
    if unused:
        telling.sentences.append(unused_sentence(unused, names, wording))
    return tuple(map(_with_capital, telling.sentences))


def _with_capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


@dataclass(slots=True)
class _Telling:
    """Goes through a sum from the inside out and says what is done."""

    wording: Wording
    names: Mapping[str, Operand]
    values: Values
    units: Units | None
    language: str
    sentences: list[str] = field(default_factory=list)
    explained: set[str] = field(default_factory=set)
    """Numbers that the text does not have and that a sentence has made clear."""
    arithmetic: UnitArithmetic = field(default_factory=UnitArithmetic)
    wholes: tuple[Whole, ...] = ()

    def __post_init__(self) -> None:
        if self.steps and self.units:
            self.wholes = wholes_in(self.units.text)

    @property
    def steps(self) -> Steps | None:
        """How steps are told with the names of things; only in the language of the text."""
        is_native = self.units is not None and self.units.text.language == self.language
        return STEPS[self.language] if is_native else None

    def tell(self, solution: Sum) -> None:
        """All sentences about a solution."""
        told = self.sum(solution, last=True)
        if not self.sentences:
            self.sentences.append(self.wording.alone(told.name))

    def sum(self, part: Sum, *, last: bool = False) -> Operand:
        """Say what is done in a sum."""
        if len(part.terms) == 1 and not part.terms[0].negative:
            return self.product(part.terms[0], last=last)
        whole, rest = self.whole(part, last)
        told = [(term.negative, self.product(term)) for term in rest]
        told = [*whole, *told]
        if len(told) == 1 and not told[0][0]:
            return told[0][1]
        if self.steps:
            told = _in_percent(told)
            told = self.in_turn(told)
        self.explained |= {each.symbol for _, each in told if each.bare == "100%"}
        told.sort(key=lambda each: each[0])  # what is added first
        added, taken = ([each for sign, each in told if sign is wanted] for wanted in _SIGNS)
        return self.addition(added, taken, self.values.part(part), last)

    def in_turn(self, told: list[tuple[bool, Operand]]) -> list[tuple[bool, Operand]]:
        """The terms left after a step for each change but the last: 5 cows sold, 8 bought."""
        first, *changes = told
        happens = [each.changes(LOSS if negative else GAIN) for negative, each in changes]
        is_same = len({each.event for _, each in changes}) == 1
        if first[0] or len(changes) < 2 or is_same or not all(happens):
            return told
        for negative, each in changes[:-1]:
            added, taken = ([first[1]], [each]) if negative else ([first[1], each], [])
            value = first[1].value + (-each.value if negative else each.value)
            first = False, self.addition(added, taken, value, last=False)
        return [first, changes[-1]]

    def addition(
        self, added: Sequence[Operand], taken: Sequence[Operand], value: Fraction, last: bool
    ) -> Operand:
        """Say what is added and taken away."""
        every = [*added, *taken]
        amount = every[0].amount
        for each in every[1:]:
            amount = self.arithmetic.apply("+", amount, each.amount)
        phrase = self.steps.sum(added, taken) if self.steps else None
        names = term_names(added, taken) if self.steps else _names(added, taken)
        signs = _sum_in_signs(
            [*((False, each.bare) for each in added), *((True, each.bare) for each in taken)]
        )
        done = phrase or Phrase(self.wording.added(*names), _same_rate(added, taken))
        if any(each.is_constant for each in every):
            amount = Amount()  # 4 friends and one more are 5, but not 5 friends
        return self.step(done, signs, value, amount, last, self.part_of(every))

    def part_of(self, operands: Sequence[Operand]) -> str:
        """How a sum of parts is written: in percent, as a fraction, or like any other number."""
        if self.steps and all(each.bare.endswith("%") for each in operands):
            return PERCENT
        are_parts = all(each.is_ratio or each.symbol == "1" for each in operands)
        in_fractions = any("/" in each.bare for each in operands)
        return FRACTION if self.steps and are_parts and in_fractions else ""

    def whole(self, part: Sum, last: bool) -> tuple[list[tuple[bool, Operand]], list[Product]]:
        """A compound that a sum puts together, as one operand, and the other terms."""
        found = put_together(part, self.wholes)
        if found is None or self.steps is None:
            return [], list(part.terms)
        whole, terms, unit = found
        rest = [each for each in part.terms if each not in terms]
        signs = f" {PLUS} ".join(self.in_signs(each) for each in terms)
        self.explained |= {each for term in terms for each in operands(Sum((term,)))}
        value = abs(sum(map(self.values.term, terms), Fraction(0)))
        written = self.written(unit)
        done = Phrase(self.steps.converted(whole.text, written.written))
        is_last = last and not rest
        amount = Amount(unit.dimension, frozenset({unit.factor}))
        told = self.step(done, signs, value, amount, is_last, unit=written)
        return [(terms[0].negative, told)], rest

    def in_signs(self, product: Product) -> str:
        """A product of numbers in signs."""
        top, bottom = (
            [self.names[each].bare for each in parts if isinstance(each, str)]
            for parts in (product.top, product.bottom)
        )
        return _product_in_signs(top, bottom)

    def written(self, unit: Unit) -> AnswerUnit:
        """A unit as the question or the text writes it."""
        assert self.units is not None
        asked = self.units.text.asked
        if asked.unit == unit and asked.written:
            return AnswerUnit(asked.written, unit)
        known = (each for each in self.units.text.counted if each.unit == unit and not each.per)
        return AnswerUnit(next((each.written for each in known), unit.plural), unit)

    def product(self, product: Product, *, last: bool = False) -> Operand:
        """Say what is done in a product, without its sign."""
        top, bottom = self.parts(product.top), self.parts(product.bottom)
        if product.is_part:
            return top[0]
        if self.steps:
            top, bottom = self.pairs(top, bottom)
        value = _unsigned(self.values.term(product), product.negative)
        return self.operation(top, bottom, value, last)

    def operation(
        self, top: Sequence[Operand], bottom: Sequence[Operand], value: Fraction, last: bool
    ) -> Operand:
        """Say what is done with factors and divisors."""
        amount = top[0].amount if top else constant_amount("1")
        for each in top[1:]:
            amount = self.arithmetic.apply("*", amount, each.amount)
        for each in bottom:
            amount = self.arithmetic.apply("/", amount, each.amount)
        signs = _product_in_signs([each.bare for each in top], [each.bare for each in bottom])
        done = self.converted(top, bottom) or self.told(top, bottom) or self.plain(top, bottom)
        return self.step(done, signs, value, amount, last)

    def plain(self, top: Sequence[Operand], bottom: Sequence[Operand]) -> Phrase:
        """The sentence for operands that need not belong together."""
        names = factor_names(top, bottom) if self.steps else _names(top, bottom)
        is_square = len(top) == 2 and top[0] is top[1]
        return Phrase(self.wording.multiplied(*names, square=is_square))

    def pairs(
        self, top: list[Operand], bottom: list[Operand]
    ) -> tuple[list[Operand], list[Operand]]:
        """The factors and divisors left after the steps that combine two of them: a measure in
        another unit, boxes and what is in each."""
        top, bottom = list(top), list(bottom)
        while len(top) + len(bottom) > 2:
            found = self.pair(top, bottom) or self.conversion(top, bottom)
            if found is None:
                break
            one, other, divides = found
            factor = 1 / other.value if divides else other.value
            above, below = ([one], [other]) if divides else ([one, other], [])
            told = self.operation(above, below, one.value * factor, last=False)
            (bottom if divides else top).remove(other)
            top[top.index(one)] = told
        return top, bottom

    def conversion(
        self, top: Sequence[Operand], bottom: Sequence[Operand]
    ) -> tuple[Operand, Operand, bool] | None:
        """A measure and the factor or divisor that only converts it to another unit."""
        for one in top:
            for other in (each for each in (*top, *bottom) if each is not one):
                divides = any(each is other for each in bottom)
                operands = ((one,), (other,)) if divides else ((one, other), ())
                if one.symbol and other.value and self.converted(*operands):
                    return one, other, divides
        return None

    def pair(
        self, top: Sequence[Operand], bottom: Sequence[Operand]
    ) -> tuple[Operand, Operand, bool] | None:
        """Two factors that are told in a step of their own."""
        only_rates = not all(each.is_constant for each in bottom)
        for one, other in combinations(top, 2):
            is_rate = one.is_rate_of(other) or other.is_rate_of(one)
            is_pair = one is not other and (is_rate or not only_rates)
            if is_pair and self.told((one, other), ()):
                return one, other, False
        return None

    def converted(self, top: Sequence[Operand], bottom: Sequence[Operand]) -> Phrase | None:
        """The phrase for a number that is only converted to another unit, if this is that."""
        constants = [each for each in (*top, *bottom) if each.is_constant]
        numbers = [each for each in top if each.is_named]
        if self.steps is None or self.units is None or (len(constants), len(numbers)) != (1, 1):
            return None
        if len(top) + len(bottom) != 2:
            return None
        constant, number = constants[0], numbers[0]
        factor = 1 / constant.value if bottom and constant.value else constant.value
        unit = conversion_of(number.counted.unit, factor, self.units.text)
        if unit is None:
            return None
        self.explained.add(constant.symbol)
        return Phrase(self.steps.converted(number.name, unit.written), unit=unit)

    def told(self, top: Sequence[Operand], bottom: Sequence[Operand]) -> Phrase | None:
        """The phrase for two operands, if they belong together."""
        if self.steps is None or self.units is None:
            return None
        if len(top) == 2 and not bottom:
            return self.steps.product(*top)
        if len(top) == 1 and len(bottom) == 1:
            return self.steps.quotient(top[0], bottom[0], self.units.text)
        return None

    def parts(self, parts: Iterable[Part]) -> list[Operand]:
        return [self.sum(each) if isinstance(each, Sum) else self.names[each] for each in parts]

    def step(
        self,
        done: Phrase,
        signs: str,
        value: Fraction,
        amount: Amount,
        last: bool,
        part: str = "",
        unit: AnswerUnit | None = None,
    ) -> Operand:
        """A sentence; the last one has the unit of the answer, the others what the units give."""
        if done.like:
            amount = done.like.amount
        bare = shortened(number_text(value))
        known = unit or done.unit or (done.like.unit if done.like else None)
        unit = self.unit(amount, last, known)
        name = bare if len(bare) > LONGEST_RESULT else said_in_a_sum(value, unit, self.language)
        rate = done.like.counted if done.like and done.like.counted.per and not last else None
        if rate:
            name = with_unit(bare, rate, self.language, self.language)
        if part and not last:
            bare = name = str(value) if part == FRACTION else f"{number_text(value * 100)}%"
            amount, unit = Amount(NUMBER, frozenset({Fraction(1)})), None
        self.sentences.append(self.wording.step(done.text, signs, name))
        is_taken = any(name in (each.name, each.short) for each in self.names.values())
        called = self.wording.result(name) if is_taken else name
        counted = rate or self.counted(unit, amount)
        return Operand(called, called, bare, value, amount, counted)

    def counted(self, unit: AnswerUnit | None, amount: Amount) -> Counted:
        """What a result counts."""
        if unit is None or self.steps is None:
            return NOTHING
        scale = unit.unit.factor if unit.unit else Fraction(1)
        return Counted(unit.written, amount.dimension, scale, unit.unit)

    def unit(self, amount: Amount, last: bool, known: AnswerUnit | None) -> AnswerUnit | None:
        if self.units is None:
            return None
        if last and self.units.answer:
            return self.units.answer.in_language(self.units.text.language, self.language)
        found = known or (None if last else named_amount(amount, self.units.text))
        return found and found.in_language(self.units.text.language, self.language)


def _in_percent(told: list[tuple[bool, Operand]]) -> list[tuple[bool, Operand]]:
    """The terms with 100% for the 1 that a percentage is taken from or added to."""
    ones = [each for _, each in told if each.symbol == "1"]
    others = [each for _, each in told if each.symbol != "1"]
    if not ones or not others or not all(each.bare.endswith("%") for each in others):
        return told
    whole = [
        (sign, replace(each, name="100%", short="100%", bare="100%") if each in ones else each)
        for sign, each in told
    ]
    return sorted(whole, key=lambda each: each[1].symbol != "1")


def _unsigned(value: Fraction, negative: bool) -> Fraction:
    """The value of a product without the sign that its sum gives it."""
    return -value if negative else value


def _same_rate(added: Sequence[Operand], taken: Sequence[Operand]) -> Operand | None:
    """An operand of a sum of equal rates, which is such a rate again: 105 km per hour."""
    first, *others = [*added, *taken]
    is_rate = first.counted.per and all(same_kind(first, each) for each in others)
    return first if is_rate else None


def _names(*lists: Sequence[Operand]) -> list[list[str]]:
    return [[each.name for each in operands] for operands in lists]


_SIGNS = (False, True)


def _product_in_signs(top: Sequence[str], bottom: Sequence[str]) -> str:
    factors = f" {TIMES} ".join(map(_operand, top)) or "1"
    return f" {OVER} ".join([factors, *map(_operand, bottom)])


def _sum_in_signs(terms: Sequence[tuple[bool, str]]) -> str:
    """Terms with their signs: 36 − 7, or 0 − 3 − 4 where nothing is added."""
    (negative, first), *others = terms
    start = f"0 {MINUS} {_operand(first)}" if negative else first
    return start + "".join(f" {MINUS if each else PLUS} {_operand(text)}" for each, text in others)


def _operand(text: str) -> str:
    """A number in a sum, in brackets where it has a sign or is a fraction."""
    is_plain = "/" not in text and not text.startswith("-")
    return text if is_plain else f"({text})"
