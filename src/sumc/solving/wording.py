"""How English and Chinese say what is done with numbers; the sums themselves are in signs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class Wording(Protocol):
    """How a language says what is done; numbers are given by their names, with their units."""

    def added(self, added: Sequence[str], taken: Sequence[str]) -> str:
        """Some numbers are added and others taken away."""

    def multiplied(
        self, factors: Sequence[str], divisors: Sequence[str], *, square: bool = False
    ) -> str:
        """Some numbers are multiplied, and divided by others; in a square one is, by itself."""

    def power(self, number: str, count: int) -> str:
        """A number is multiplied by itself until it is a factor so many times."""

    def step(self, done: str, sum_in_signs: str, result: str) -> str:
        """A sentence about what was done and what came out."""

    def alone(self, number: str) -> str:
        """A number is the answer as it is."""

    def equal(self, number: str, answer: str) -> str:
        """A number is the answer in another form."""

    def rounded(self, value: str, answer: str, *, up: bool, one: str = "") -> str:
        """A result that is rounded because only whole things count: one is a day, a week."""

    def unused(self, numbers: Sequence[str], *, many: bool) -> str:
        """Numbers of the text that are not needed; `many` where it takes a plural."""

    def the(self, number: str) -> str:
        """A number with its unit, which the text has mentioned."""

    def known(self, numbers: Sequence[str]) -> str:
        """Numbers that are needed but are not in the text."""

    def which(self, place: int, number: str) -> str:
        """One of several equal numbers of the text, counted from 0."""

    def another(self, number: str) -> str:
        """A number that is not in the text, where the text has an equal one."""

    def result(self, number: str) -> str:
        """A result that is equal to a number of the text."""


@dataclass(frozen=True, slots=True)
class _English:
    """Plain English."""

    def added(self, added: Sequence[str], taken: Sequence[str]) -> str:
        if not added:
            together = "" if len(taken) == 1 else "the sum of "
            return f"take the opposite of {together}{_and(taken)}"
        if len(added) == 1:
            return f"take {_and(taken)} away from {added[0]}"
        if len(added) == 2 and "/" in added[1].split()[0]:  # 2 and 1/2 reads like 2 1/2
            together = f"add {added[1]} to {added[0]}"
        else:
            together = f"add {_and(added)}"
        return f"{together}, and take {_and(taken)} away" if taken else together

    def multiplied(
        self, factors: Sequence[str], divisors: Sequence[str], *, square: bool = False
    ) -> str:
        if len(factors) <= 1:
            return f"divide {factors[0] if factors else 1} by {_then_by(divisors)}"
        if square:
            together = f"multiply {factors[0]} by itself"
        else:
            together = f"multiply {factors[0]} by {_then_by(factors[1:])}"
        return f"{together}, and divide by {_then_by(divisors)}" if divisors else together

    def power(self, number: str, count: int) -> str:
        return f"use {number} as a factor {count} times"

    def step(self, done: str, sum_in_signs: str, result: str) -> str:
        return f"{done}: {sum_in_signs} = {result}."

    def alone(self, number: str) -> str:
        return f"the answer is {number}."

    def equal(self, number: str, answer: str) -> str:
        return f"{number} = {answer}."

    def rounded(self, value: str, answer: str, *, up: bool, one: str = "") -> str:
        more = f"one more {one}".rstrip()
        why = f"needs {more}" if up else f"is not enough for another {one or 'one'}"
        return f"round {value} {'up' if up else 'down'} to {answer}: what is left over {why}."

    def unused(self, numbers: Sequence[str], *, many: bool) -> str:
        return f"{_and(numbers)} {'are' if many else 'is'} not needed."

    def the(self, number: str) -> str:
        return number if number.startswith("the ") else f"the {number}"

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
    """Chinese as schoolbooks write it."""

    def added(self, added: Sequence[str], taken: Sequence[str]) -> str:
        gone = "，".join(f"再减去{name}" for name in taken)
        if len(added) == 1:
            return f"{added[0]}{gone.removeprefix('再')}"
        if added:
            return f"{_he(added)}相加" + (f"，{gone}" if taken else "")
        if len(taken) == 1:
            return f"取{taken[0]}的相反数"
        return f"{_he(taken)}相加，再取相反数"

    def multiplied(
        self, factors: Sequence[str], divisors: Sequence[str], *, square: bool = False
    ) -> str:
        parts = "，".join(f"再除以{name}" for name in divisors)
        if len(factors) <= 1:
            return f"{factors[0] if factors else 1}{parts.removeprefix('再')}"
        together = f"{_he(factors)}相乘"
        return f"{together}，{parts}" if divisors else together

    def power(self, number: str, count: int) -> str:
        return f"{count}个{number}相乘"

    def step(self, done: str, sum_in_signs: str, result: str) -> str:
        return f"{done}：{sum_in_signs} = {result}。"

    def alone(self, number: str) -> str:
        return f"答案就是{number}。"

    def equal(self, number: str, answer: str) -> str:
        return f"{number} = {answer}。"

    def rounded(self, value: str, answer: str, *, up: bool, one: str = "") -> str:
        one = f"1{one}" if one else "一个"
        why = f"不足{one}也要算{one}，用进一法" if up else f"不足{one}不算，用去尾法"
        return f"{why}：{value}取{answer}。"

    def unused(self, numbers: Sequence[str], *, many: bool) -> str:
        return f"{_he(numbers)}没有用到。"

    def the(self, number: str) -> str:
        return number

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
