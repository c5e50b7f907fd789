"""What is done with the numbers of a text, step by step, in plain words: English and Chinese.

Every operation is a sentence with its sum in signs. Numbers and results carry their units where
the units of the text leave no doubt, and none elsewhere. What the text has twice is called the
first and the second; what it has and the solution does not use is named at the end, and so is what
the solution uses and the text does not have.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from sumc.algebra.mtree import MTree
from sumc.algebra.notation import shortened
from sumc.decoding.plausibility import Amount, UnitArithmetic, constant_amount
from sumc.errors import ProblemError
from sumc.problems.units.annotation import NOTHING, Counted
from sumc.problems.units.dimension import NUMBER
from sumc.solving.answer import PERCENT, AnswerUnit, named_amount, said, said_in_a_sum, with_unit
from sumc.solving.asked_fraction import as_fraction, asks_for_fraction
from sumc.solving.chinese_steps import Chinese
from sumc.solving.converting import Whole, put_together, wholes_in
from sumc.solving.english_steps import English
from sumc.solving.events import compares
from sumc.solving.factoring import (
    FEWEST_IN_A_POWER,
    Part,
    Product,
    Sum,
    Values,
    factor,
    number_text,
    operands,
)
from sumc.solving.leftovers import is_news, leftovers
from sumc.solving.naming import Units, alone_sentence, as_answered, name_operands, unused_sentence
from sumc.solving.number import SolvedNumber
from sumc.solving.operand import Operand
from sumc.solving.pairing import next_pair
from sumc.solving.signs import PLUS, product_in_signs, sum_in_signs
from sumc.solving.steps import (
    FRACTION,
    Phrase,
    Steps,
    factor_names,
    part_of,
    rate_of_all,
    same_rate,
    term_names,
)
from sumc.solving.turns import Term, first_step, in_percent, value_of
from sumc.solving.wording import WORDINGS, Wording

__all__ = ["Units", "explain"]

LONGEST_RESULT = 30
"""The most characters of a result that is given with its unit."""
STEPS: Mapping[str, Steps] = {"en": English(), "zh": Chinese()}


def explain(
    tree: MTree,
    numbers: Sequence[SolvedNumber],
    language: str = "en",
    units: Units | None = None,
    *,
    text: str = "",
    stated: str = "",
) -> tuple[str, ...]:
    """The sentences about a tree over the numbers of a text; what is stated before is known.

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
    annotated = units.text if units else None
    left = leftovers(operands(solution), numbers, text, annotated)
    names = name_operands(numbers, left.constants, wording, language, units, left.meant)
    telling = _Telling(wording, names, Values(values), units, language)
    telling.tell(solution)
    told = " ".join(telling.sentences)
    known_texts = ((text, units.text.language if units else ""), (stated, language))
    news = [
        names[each].name
        for each in left.constants
        if each not in telling.explained and is_news(names[each], told, known_texts)
    ]
    if news:
        telling.sentences.append(wording.known(news))
    if left.unused:
        telling.sentences.append(unused_sentence(left.unused, names, wording))
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
    results: dict[Product | Sum, Operand] = field(default_factory=dict)
    """What has been calculated: nothing is told twice."""
    pairs_told: dict[tuple[tuple[str, ...], ...], Operand] = field(default_factory=dict)
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
            self.sentences.append(self.alone(told))

    def alone(self, number: Operand) -> str:
        """The sentence about the only number of a solution."""
        if self.units is None:
            return self.wording.alone(number.name)
        unit = self.unit(number.amount, True, None)
        answer = self.fraction(number.value, unit) or said(number.value, unit, self.language)
        return alone_sentence(number, answer, unit, self.wording)

    def fraction(self, value: Fraction, unit: AnswerUnit | None) -> str | None:
        """The answer as a fraction, where the text asks for one."""
        text = self.units.text if self.units else None
        is_asked = text is not None and asks_for_fraction(text.text, text.language)
        return as_fraction(value, unit, self.language) if is_asked else None

    def sum(self, part: Sum, *, last: bool = False) -> Operand:
        """Say what is done in a sum."""
        if len(part.terms) == 1 and not part.terms[0].negative:
            return self.product(part.terms[0], last=last)
        whole, rest = self.whole(part, last)
        told = [*whole, *((term.negative, self.term(term)) for term in rest)]
        if len(told) == 1 and not told[0][0]:
            return told[0][1]
        if self.steps:
            told = self.in_turn(in_percent(told))
        self.explained |= {each.symbol for _, each in told if each.bare == "100%"}
        return self.addition(told, self.values.part(part), last)

    def term(self, term: Product) -> Operand:
        """A term without its sign, which need not be told if it was before."""
        plain = replace(term, negative=False)
        if plain not in self.results:
            self.results[plain] = self.product(term)
        return self.results[plain]

    def in_turn(self, told: list[Term]) -> list[Term]:
        """The terms left after the steps that come first."""
        while found := first_step(told):
            start, end = found
            first = self.addition(told[start:end], value_of(told[start:end]), last=False)
            told = [*told[:start], (False, first), *told[end:]]
        return told

    def addition(self, told: Sequence[Term], value: Fraction, last: bool) -> Operand:
        """Say what is added and taken away."""
        if last and self.units and compares(self.units.text.text):
            told = [(negative, replace(each, event=None)) for negative, each in told]
        added, taken = (
            [each for sign, each in told if sign is wanted] for wanted in (False, True)
        )
        every = [*added, *taken]
        amount = every[0].amount
        for each in every[1:]:
            amount = self.arithmetic.apply("+", amount, each.amount)
        alone = ([each.alone for each in operands] for operands in (added, taken))
        phrase = self.steps.sum(*alone) if self.steps else None
        names = term_names(added, taken) if self.steps else _names(added, taken)
        signs = sum_in_signs(
            [*((False, each.bare) for each in added), *((True, each.bare) for each in taken)]
        )
        done = phrase or Phrase(self.wording.added(*names), same_rate(added, taken))
        if any(each.is_constant for each in every):
            amount = Amount()  # 4 friends and one more are 5, but not 5 friends
        part = part_of(every) if self.steps else ""
        are_mixed = len({bool(each.counted.written) for each in every}) > 1 and not last
        if are_mixed and self.steps and not done.like:
            done = replace(done, like=rate_of_all(every))
        unit = self.units.of_all(amount) if self.units and are_mixed and not done.like else None
        return self.step(done, signs, value, amount, last, part, unit)

    def whole(self, part: Sum, last: bool) -> tuple[list[tuple[bool, Operand]], list[Product]]:
        """A compound that a sum puts together, as one operand, and the other terms."""
        found = put_together(part, self.wholes)
        if found is None or self.steps is None or self.units is None:
            return [], list(part.terms)
        whole, terms, unit = found
        rest = [each for each in part.terms if each not in terms]
        signs = f" {PLUS} ".join(self.in_signs(each) for each in terms)
        self.explained |= {each for term in terms for each in operands(Sum((term,)))}
        value = abs(sum(map(self.values.term, terms), Fraction(0)))
        written = self.units.written(unit)
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
        return product_in_signs(top, bottom)

    def product(self, product: Product, *, last: bool = False) -> Operand:
        """Say what is done in a product, without its sign."""
        top, bottom = self.parts(product.top), self.parts(product.bottom)
        if product.is_part:
            return top[0]
        if len({id(each) for each in (*top, *bottom)}) > 1:
            top, bottom = self.powers(top), self.powers(bottom)
        if self.steps:
            top, bottom = self.pairs(top, bottom)
        value = _unsigned(self.values.term(product), product.negative)
        return self.operation(top, bottom, value, last)

    def operation(
        self, top: Sequence[Operand], bottom: Sequence[Operand], value: Fraction, last: bool
    ) -> Operand:
        """Say what is done with factors and divisors."""
        amount = top[0].amount if top else constant_amount("1")
        others = [*(("*", each) for each in top[1:]), *(("/", each) for each in bottom)]
        for sign, each in others:
            amount = self.arithmetic.apply(sign, amount, each.amount)
        signs = product_in_signs([each.bare for each in top], [each.bare for each in bottom])
        key = tuple(tuple(each.symbol for each in operands) for operands in (top, bottom))
        is_known = all(symbol for symbols in key for symbol in symbols)
        if is_known and key in self.pairs_told:
            return self.pairs_told[key]
        done = self.converted(top, bottom, last=last) or self.told(top, bottom, last=last)
        told = self.step(done or self.plain(top, bottom), signs, value, amount, last)
        if is_known:
            self.pairs_told[key] = told
        return told

    def plain(self, top: Sequence[Operand], bottom: Sequence[Operand]) -> Phrase:
        """The sentence for operands that need not belong together."""
        is_same = not bottom and all(each is top[0] for each in top)
        if is_same and len(top) >= FEWEST_IN_A_POWER:
            return Phrase(self.wording.power(top[0].bare, len(top)))
        names = factor_names(top, bottom) if self.steps else _names(top, bottom)
        is_square = len(top) == 2 and top[0] is top[1]
        return Phrase(self.wording.multiplied(*names, square=is_square))

    def powers(self, factors: Sequence[Operand]) -> list[Operand]:
        """The factors left after the steps that multiply many equal ones."""
        left: list[Operand] = []
        for _, group in groupby(factors, key=id):
            same = list(group)
            is_power = len(same) >= FEWEST_IN_A_POWER
            value = same[0].value ** len(same)
            left += [self.operation(same, (), value, last=False)] if is_power else same
        return left

    def pairs(
        self, top: list[Operand], bottom: list[Operand]
    ) -> tuple[list[Operand], list[Operand]]:
        """The factors and divisors left after the steps that combine two of them: a measure in
        another unit, boxes and what is in each."""
        top, bottom = list(top), list(bottom)
        while len(top) + len(bottom) > 2:
            found = next_pair(top, bottom, self.told, self.converted)
            if found is None:
                break
            one, other, divides = found
            factor = 1 / other.value if divides else other.value
            above, below = ([one], [other]) if divides else ([one, other], [])
            told = self.operation(above, below, one.value * factor, last=False)
            (bottom if divides else top).remove(other)
            top[top.index(one)] = told
        return top, bottom

    def converted(
        self, top: Sequence[Operand], bottom: Sequence[Operand], *, last: bool = False
    ) -> Phrase | None:
        """The phrase for a number that is only converted to another unit, if this is that; the
        last step converts to nothing but the unit of the answer."""
        constants = [each for each in (*top, *bottom) if each.is_constant]
        numbers = [each for each in top if each.is_named]
        if self.steps is None or self.units is None or (len(constants), len(numbers)) != (1, 1):
            return None
        if len(top) + len(bottom) != 2:
            return None
        constant, number = constants[0], numbers[0]
        factor = 1 / constant.value if bottom and constant.value else constant.value
        unit = self.units.converted(number.counted.unit, factor)
        answer = self.units.answer if last else None
        if unit is None or (answer and answer.written == PERCENT):
            return None
        self.explained.add(constant.symbol)
        return Phrase(self.steps.converted(number.alone.name, unit.written), unit=unit)

    def told(
        self, top: Sequence[Operand], bottom: Sequence[Operand], *, last: bool = False
    ) -> Phrase | None:
        """The phrase for two operands, if they belong together."""
        if self.steps is None or self.units is None:
            return None
        if len(top) == 2 and not bottom:
            answer = self.units.answer if last else None
            return self.steps.product(top[0].alone, top[1].alone, answer)
        if len(top) == 1 and len(bottom) == 1:
            return self.steps.quotient(top[0].alone, bottom[0].alone, self.units.text)
        return None

    def parts(self, parts: Iterable[Part]) -> list[Operand]:
        return [self.inner(each) if isinstance(each, Sum) else self.names[each] for each in parts]

    def inner(self, part: Sum) -> Operand:
        """A sum in brackets, which need not be told if it was before."""
        if part not in self.results:
            self.results[part] = self.sum(part)
        return self.results[part]

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
        short = name
        rate = done.like.counted if done.like and done.like.counted.per and not last else None
        if rate:
            name = with_unit(bare, rate, self.language, self.language)
            short = with_unit(bare, replace(rate, per=""), self.language, self.language)
        if part and not last:
            bare = str(value) if part == FRACTION else f"{number_text(value * 100)}%"
            name = short = bare
            amount, unit = Amount(NUMBER, frozenset({Fraction(1)})), None
        shown = as_answered(name, value, unit, self.language) if last else name
        shown = (last and self.fraction(value, unit)) or shown
        self.sentences.append(self.wording.step(done.text, signs, shown))
        is_taken = any(name in (each.name, each.short) for each in self.names.values())
        called, short = (self.wording.result(name),) * 2 if is_taken else (name, short)
        counted = rate or self.counted(unit, amount)
        return Operand(called, short, bare, value, amount, counted)

    def counted(self, unit: AnswerUnit | None, amount: Amount) -> Counted:
        """What a result counts."""
        if unit is None or self.steps is None:
            return NOTHING
        scale = unit.unit.factor if unit.unit else Fraction(1)
        return Counted(unit.written, amount.dimension, scale, unit.unit)

    def unit(self, amount: Amount, last: bool, known: AnswerUnit | None) -> AnswerUnit | None:
        """The unit of a result: that of the answer, or what the step and the text tell."""
        if self.units is None:
            return None
        found = self.units.answer if last else known or named_amount(amount, self.units.text)
        return found and found.in_language(self.units.text.language, self.language)


def _unsigned(value: Fraction, negative: bool) -> Fraction:
    """The value of a product without the sign that its sum gives it."""
    return -value if negative else value


def _names(*lists: Sequence[Operand]) -> list[list[str]]:
    return [[each.name for each in operands] for operands in lists]
