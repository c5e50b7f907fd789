"""What is done with the numbers of a text, step by step, in plain words: English and Chinese.

Every operation is a sentence with its sum in signs. Numbers and results carry their units where
the units of the text leave no doubt, and none elsewhere. What the text has twice is called the
first and the second; what it has and the solution does not use is named at the end, and so is what
the solution uses and the text does not have.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sumc.algebra.mtree import MTree
from sumc.algebra.notation import shortened
from sumc.algebra.operands import is_number, natural_order
from sumc.decoding.plausibility import Amount, UnitArithmetic, amount_of, constant_amount
from sumc.errors import ProblemError
from sumc.problems.units.annotation import NOTHING, AnnotatedText, Counted
from sumc.solving.answer import AnswerUnit, named_amount, said_in_a_sum, with_unit, with_unit_aside
from sumc.solving.factoring import Part, Product, Sum, Values, factor, number_text, operands
from sumc.solving.number import SolvedNumber, is_percent, operand_text
from sumc.solving.wording import WORDINGS, Wording

LONGEST_RESULT = 30
"""Characters of a result that is given with its unit."""
PLUS, MINUS, TIMES, OVER = "+", "−", "×", "÷"


@dataclass(frozen=True, slots=True)
class Units:
    """What is known about units where a solution is explained."""

    text: AnnotatedText
    answer: AnswerUnit | None = None
    """The unit of the answer, where it is known."""


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
    naming = _Naming.of(numbers, used, wording, language, units)
    telling = _Telling(wording, naming, Values(values), units, language)
    telling.tell(solution)
    unused = [naming.asides[each.symbol] for each in numbers if each.symbol not in used]
    constants = sorted(used - values.keys(), key=natural_order)
    if constants:
        telling.sentences.append(wording.known([naming.names[symbol] for symbol in constants]))
    if unused:
        telling.sentences.append(wording.unused(unused))
    return tuple(map(_with_capital, telling.sentences))


def _with_capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True, slots=True)
class _Naming:
    """What every number of the text and every other operand of the tree is called."""

    names: Mapping[str, str]
    """With its unit: 12 pencils per box."""
    asides: Mapping[str, str]
    """With its unit in brackets: 5 (dollars)."""
    bare: Mapping[str, str]
    """In a sum: 12."""
    counted: Mapping[str, Counted]

    @classmethod
    def of(
        cls,
        numbers: Sequence[SolvedNumber],
        used: set[str],
        wording: Wording,
        language: str,
        units: Units | None,
    ) -> "_Naming":
        known = units.text.counted if units else (NOTHING,) * len(numbers)
        counted = {each.symbol: found for each, found in zip(numbers, known, strict=True)}
        source = units.text.language if units else language
        written = {each.symbol: _written(each) for each in numbers}
        told = {
            symbol: (
                with_unit(text, counted[symbol], source, language),
                with_unit_aside(text, counted[symbol], source, language),
            )
            for symbol, text in written.items()
        }
        names = _told_apart({symbol: each[0] for symbol, each in told.items()}, wording)
        asides = _told_apart({symbol: each[1] for symbol, each in told.items()}, wording)
        bare = {each.symbol: _value_text(each) for each in numbers}
        for symbol in sorted(used - names.keys()):
            is_taken = symbol in written.values()
            names[symbol] = wording.another(symbol) if is_taken else symbol
            bare[symbol] = symbol
        return cls(names, asides, bare, counted)


def _told_apart(names: Mapping[str, str], wording: Wording) -> dict[str, str]:
    """The names, where equal ones are the first, the second, ..."""
    often = Counter(names.values())
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for symbol, name in names.items():
        found[symbol] = wording.which(seen[name], name) if often[name] > 1 else name
        seen[name] += 1
    return found


def _written(number: SolvedNumber) -> str:
    """A number as the text has it if that is in digits, else its value.

    So is what has an `and` in it: "60 and 2 and a half are multiplied" could be three numbers.
    """
    text = number.text.strip("()（） ")
    in_digits = text.isascii() and any(character.isdigit() for character in text)
    is_plain = in_digits and not any(character.isalpha() for character in text)
    return shortened(text if is_plain else _value_text(number))


def _value_text(number: SolvedNumber) -> str:
    if is_percent(number.text):
        return number_text(number.value * 100) + "%"
    return operand_text(number.text, number.value)


@dataclass(frozen=True, slots=True)
class _Told:
    """A part of a solution that was explained."""

    name: str
    """What it is called from now on."""
    bare: str
    """What it is in a sum."""
    amount: Amount
    symbol: str = ""
    """Its name in the tree, where it is a number of the text."""


@dataclass(slots=True)
class _Telling:
    """Goes through a sum from the inside out and says what is done."""

    wording: Wording
    naming: _Naming
    values: Values
    units: Units | None
    language: str
    sentences: list[str] = field(default_factory=list)
    arithmetic: UnitArithmetic = field(default_factory=UnitArithmetic)

    def tell(self, solution: Sum) -> None:
        """All sentences about a solution."""
        told = self.sum(solution, last=True)
        if not self.sentences:
            self.sentences.append(self.wording.alone(told.name))

    def sum(self, part: Sum, *, last: bool = False) -> _Told:
        """Say what is done in a sum."""
        only = len(part.terms) == 1 and not part.terms[0].negative
        told = [(term.negative, self.product(term, last=last and only)) for term in part.terms]
        if only:
            return told[0][1]
        told.sort(key=lambda each: each[0])  # what is added first
        amount = told[0][1].amount
        for _, each in told[1:]:
            amount = self.arithmetic.apply("+", amount, each.amount)
        names = [[each.name for negative, each in told if negative is sign] for sign in _SIGNS]
        signs = _sum_in_signs([(negative, each.bare) for negative, each in told])
        done = self.wording.added(*names)
        return self.step(done, signs, self.values.part(part), amount, last)

    def product(self, product: Product, *, last: bool = False) -> _Told:
        """Say what is done in a product, without its sign."""
        top, bottom = self.parts(product.top), self.parts(product.bottom)
        if product.is_part:
            return top[0]
        amount = top[0].amount if top else constant_amount("1")
        for each in top[1:]:
            amount = self.arithmetic.apply("*", amount, each.amount)
        for each in bottom:
            amount = self.arithmetic.apply("/", amount, each.amount)
        value = self.values.term(product)
        signs = f" {OVER} ".join(
            [
                f" {TIMES} ".join(_operand(each.bare) for each in top) or "1",
                *(_operand(each.bare) for each in bottom),
            ]
        )
        done = self.rate(top, bottom) or self.wording.multiplied(
            [each.name for each in top], [each.name for each in bottom]
        )
        return self.step(done, signs, -value if product.negative else value, amount, last)

    def rate(self, top: Sequence[_Told], bottom: Sequence[_Told]) -> str | None:
        """3 boxes of 12 pencils, 4 kg at $3 per kg: one factor is counted for one of the other."""
        if len(top) != 2 or bottom or self.units is None:
            return None
        for content, count in (top, top[::-1]):
            counted = self.naming.counted.get(content.symbol)
            rate, held = content.amount.dimension, count.amount.dimension
            if counted is None or rate is None or held is None:
                continue
            if all((base, -each) in rate.powers for base, each in held.powers) and held.powers:
                return self.rate_text(content, counted, count)
        return None

    def rate_text(self, content: _Told, counted: Counted, count: _Told) -> str | None:
        assert self.units is not None
        if self.units.text.language != self.language:
            return None
        if counted.unit is None and self.language == "en":
            shown = f"{self.naming.bare[content.symbol]} {counted.written}"
            return self.wording.groups(count.name, shown)
        return self.wording.at_rate(count.name, content.name)

    def parts(self, parts: Iterable[Part]) -> list[_Told]:
        return [self.sum(part) if isinstance(part, Sum) else self.number(part) for part in parts]

    def number(self, symbol: str) -> _Told:
        counted = self.naming.counted.get(symbol)
        if counted is None and is_number(symbol):
            amount = constant_amount(symbol)
        else:
            amount = amount_of(counted) if counted else Amount()
        return _Told(self.naming.names[symbol], self.naming.bare[symbol], amount, symbol)

    def step(self, done: str, signs: str, value: Fraction, amount: Amount, last: bool) -> _Told:
        """A sentence; the last one has the unit of the answer, the others what the units give."""
        bare = shortened(number_text(value))
        unit = self.unit(amount, last)
        is_long = len(bare) > LONGEST_RESULT
        name = bare if is_long else said_in_a_sum(value, unit, self.language)
        self.sentences.append(self.wording.step(done, signs, name))
        is_taken = name in self.naming.names.values()
        return _Told(self.wording.result(name) if is_taken else name, bare, amount)

    def unit(self, amount: Amount, last: bool) -> AnswerUnit | None:
        if self.units is None:
            return None
        if last and self.units.answer:
            return self.units.answer.in_language(self.units.text.language, self.language)
        found = named_amount(amount, self.units.text)
        return found and found.in_language(self.units.text.language, self.language)


_SIGNS = (False, True)


def _sum_in_signs(terms: Sequence[tuple[bool, str]]) -> str:
    """Terms with their signs: 36 − 7, or −3 − 4 where nothing is added."""
    (negative, first), *others = terms
    start = f"{MINUS}{_operand(first)}" if negative else first
    return start + "".join(f" {MINUS if each else PLUS} {_operand(text)}" for each, text in others)


def _operand(text: str) -> str:
    """A number in a sum; a sign or a fraction of its own stands in brackets."""
    is_plain = "/" not in text and not text.startswith("-")
    return text if is_plain else f"({text})"
