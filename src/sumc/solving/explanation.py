"""What each number of a solution does, in plain words: English and Chinese.

Every operation is a sentence with its result. What the text has twice is called the first and the
second; what it has and the solution does not use is named at the end, and so is what the solution
uses and the text does not have.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from sumc.algebra.mtree import MTree
from sumc.algebra.notation import shortened
from sumc.algebra.operands import natural_order
from sumc.errors import ProblemError
from sumc.solving.factoring import Part, Product, Sum, Values, factor, number_text, operands
from sumc.solving.number import SolvedNumber, is_percent, operand_text


class Wording(Protocol):
    """How a language says what is done; numbers come as they are called."""

    def added(self, added: Sequence[str], taken: Sequence[str]) -> str:
        """Some numbers are added and others taken away."""

    def multiplied(self, factors: Sequence[str], divisors: Sequence[str]) -> str:
        """Some numbers are multiplied, and divided by others."""

    def step(self, done: str, result: str, *, smaller: bool) -> str:
        """A sentence about what was done and what came out."""

    def alone(self, number: str) -> str:
        """A number is the answer as it is."""

    def unused(self, numbers: Sequence[str]) -> str:
        """Numbers of the text that are not needed."""

    def known(self, numbers: Sequence[str]) -> str:
        """Numbers that are needed but not in the text."""

    def which(self, place: int, number: str) -> str:
        """One of several equal numbers of the text, counted from 0."""

    def another(self, number: str) -> str:
        """A number that is not in the text, where the text has an equal one."""

    def result(self, number: str) -> str:
        """A result, where a number of the text is equal to it."""


def explain(tree: MTree, numbers: Sequence[SolvedNumber], language: str = "en") -> tuple[str, ...]:
    """The sentences about a tree over the numbers of a text.

    >>> given = [("n1", "3"), ("n2", "12"), ("n3", "7")]
    >>> numbers = [SolvedNumber(name, text, Fraction(text), 0, 0, ()) for name, text in given]
    >>> explain(MTree.parse("n1*n2-n3"), numbers)
    ('3 and 12 are multiplied, which makes 36.', '7 is taken away from 36, which leaves 29.')
    """
    wording = WORDINGS.get(language)
    if wording is None:
        known = ", ".join(WORDINGS)
        raise ProblemError(f"no explanation in {language!r}; known languages: {known}")
    values = {number.symbol: number.value for number in numbers}
    solution = factor(tree.root, values)
    used = operands(solution)
    names = _names(numbers, used, wording)
    telling = _Telling(wording, names, Values(values))
    telling.tell(solution)
    unused = [names[number.symbol] for number in numbers if number.symbol not in used]
    constants = sorted(used - values.keys(), key=natural_order)
    if constants:
        telling.sentences.append(wording.known([names[symbol] for symbol in constants]))
    if unused:
        telling.sentences.append(wording.unused(unused))
    return tuple(map(_with_capital, telling.sentences))


def _with_capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _names(numbers: Sequence[SolvedNumber], used: set[str], wording: Wording) -> dict[str, str]:
    """What every number of the text and every other operand of the tree is called."""
    written = [_written(number) for number in numbers]
    often = Counter(written)
    names: dict[str, str] = {}
    for index, (number, text) in enumerate(zip(numbers, written, strict=True)):
        place = written[:index].count(text)
        names[number.symbol] = wording.which(place, text) if often[text] > 1 else text
    for symbol in sorted(used - names.keys()):
        names[symbol] = wording.another(symbol) if symbol in often else symbol
    return names


def _written(number: SolvedNumber) -> str:
    """A number as the text has it if that is in digits, else its value.

    So is what has an `and` in it: "60 and 2 and a half are multiplied" could be three numbers.
    """
    text = number.text.strip("()（） ")
    in_digits = text.isascii() and any(character.isdigit() for character in text)
    has_and = "and" in text.lower().replace("-", " ").split()
    return shortened(text if in_digits and not has_and else _value_text(number))


def _value_text(number: SolvedNumber) -> str:
    if is_percent(number.text):
        return number_text(number.value * 100) + "%"
    return operand_text(number.text, number.value)


class _Telling:
    """Goes through a sum from the inside out and says what is done."""

    def __init__(self, wording: Wording, names: Mapping[str, str], values: Values) -> None:
        self.wording = wording
        self.names = names
        self.values = values
        self.taken = set(names.values())
        self.sentences: list[str] = []

    def tell(self, solution: Sum) -> None:
        """All sentences about a solution."""
        name = self.sum(solution)
        if not self.sentences:
            self.sentences.append(self.wording.alone(name))

    def sum(self, part: Sum) -> str:
        """Say what is done in a sum; what its result is called."""
        named = [(term.negative, self.product(term)) for term in part.terms]
        added = [name for negative, name in named if not negative]
        taken = [name for negative, name in named if negative]
        if len(added) == 1 and not taken:
            return added[0]
        smaller = len(added) == 1
        return self.step(self.wording.added(added, taken), self.values.part(part), smaller)

    def product(self, product: Product) -> str:
        """Say what is done in a product, without its sign; what its result is called."""
        top, bottom = self.parts(product.top), self.parts(product.bottom)
        if product.is_part:
            return top[0]
        value = self.values.term(product)
        done = self.wording.multiplied(top, bottom)
        return self.step(done, -value if product.negative else value, False)

    def parts(self, parts: Iterable[Part]) -> list[str]:
        return [self.sum(part) if isinstance(part, Sum) else self.names[part] for part in parts]

    def step(self, done: str, value: Fraction, smaller: bool) -> str:
        result = shortened(number_text(value))
        self.sentences.append(self.wording.step(done, result, smaller=smaller and value >= 0))
        return self.wording.result(result) if result in self.taken else result


@dataclass(frozen=True, slots=True)
class _English:
    """Plain English."""

    def added(self, added: Sequence[str], taken: Sequence[str]) -> str:
        if not added:
            together = "" if len(taken) == 1 else "the sum of "
            return f"the opposite of {together}{_and(taken)} is taken"
        if len(added) == 1:
            return f"{_and(taken)} {_is(taken)} taken away from {added[0]}"
        if len(added) == 2 and "/" in added[1]:  # 2 and 1/2 reads like 2 1/2
            together = f"{added[1]} is added to {added[0]}"
        else:
            together = f"{_and(added)} are added"
        return f"{together} and {_and(taken)} {_is(taken)} taken away" if taken else together

    def multiplied(self, factors: Sequence[str], divisors: Sequence[str]) -> str:
        if len(factors) <= 1:
            return f"{factors[0] if factors else 1} is divided by {_then_by(divisors)}"
        if len(factors) == 2 and factors[0] == factors[1]:
            together = f"{factors[0]} is multiplied by itself"
        elif any("/" in name for name in factors[1:]):  # 48 and 1/2 reads like 48 1/2
            together = f"{factors[0]} is multiplied by {_then_by(factors[1:])}"
        else:
            together = f"{_and(factors)} are multiplied"
        if not divisors:
            return together
        return f"{together} and the product is divided by {_then_by(divisors)}"

    def step(self, done: str, result: str, *, smaller: bool) -> str:
        return f"{done}, which {'leaves' if smaller else 'makes'} {result}."

    def alone(self, number: str) -> str:
        return f"{number} is the answer."

    def unused(self, numbers: Sequence[str]) -> str:
        return f"{_and(numbers)} {_is(numbers)} not needed."

    def known(self, numbers: Sequence[str]) -> str:
        named = [number.replace("an extra", "the extra") for number in numbers]
        return f"{_and(named)} {_is(named)} not written in the text."

    def which(self, place: int, number: str) -> str:
        words = ("first", "second", "third", "fourth", "fifth", "sixth")
        name = words[place] if place < len(words) else f"no. {place + 1}"
        return f"the {name} {number}"

    def another(self, number: str) -> str:
        return f"an extra {number}"

    def result(self, number: str) -> str:
        return f"the result {number}"


def _and(names: Sequence[str]) -> str:
    """Names in a row: a, b and c."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _then_by(names: Sequence[str]) -> str:
    return ", then by ".join(names)


@dataclass(frozen=True, slots=True)
class _Chinese:
    """Chinese as in schoolbooks."""

    def added(self, added: Sequence[str], taken: Sequence[str]) -> str:
        gone = "，".join(f"再减去{name}" for name in taken)
        if len(added) == 1:
            return f"{added[0]}{gone.removeprefix('再')}"
        if added:
            return f"{_he(added)}相加" + (f"，{gone}" if taken else "")
        if len(taken) == 1:
            return f"取{taken[0]}的相反数"
        return f"{_he(taken)}相加，再取相反数"

    def multiplied(self, factors: Sequence[str], divisors: Sequence[str]) -> str:
        parts = "，".join(f"再除以{name}" for name in divisors)
        if len(factors) <= 1:
            return f"{factors[0] if factors else 1}{parts.removeprefix('再')}"
        together = f"{_he(factors)}相乘"
        return f"{together}，{parts}" if divisors else together

    def step(self, done: str, result: str, *, smaller: bool) -> str:
        return f"{done}，得{result}。"

    def alone(self, number: str) -> str:
        return f"答案就是{number}。"

    def unused(self, numbers: Sequence[str]) -> str:
        return f"{_he(numbers)}没有用到。"

    def known(self, numbers: Sequence[str]) -> str:
        return f"{_he(numbers)}不是题目里写的。"

    def which(self, place: int, number: str) -> str:
        words = "一二三四五六七八九十"
        return f"第{words[place] if place < len(words) else place + 1}个{number}"

    def another(self, number: str) -> str:
        return f"另外的{number}"

    def result(self, number: str) -> str:
        return f"得到的{number}"


def _he(names: Sequence[str]) -> str:
    """Names in a row: a、b和c."""
    return "和".join(("、".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


WORDINGS: Mapping[str, Wording] = {"en": _English(), "zh": _Chinese()}
"""The languages that solutions are explained in."""
