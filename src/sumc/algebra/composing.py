"""Steps put together: `3*12=36` and `36-7=29` calculate `3*12-7`.

A number that is the result of another step is that step. It may also be a number of its own, as
the 2 of `8-2=6` after `5-3=2`: then there are several ways to put the steps together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import NamedTuple, TypeGuard

from sumc.algebra.expression import OPERATORS, Expression
from sumc.algebra.limits import Limits
from sumc.algebra.operands import is_number, number_operand
from sumc.algebra.residues import with_other_numbers

MOST_ALTERNATIVES = 8
"""Ways to put the steps of one work together that are compared with a reference."""
MOST_ITEMS = 400
"""Operands and operators of steps put together; what would be longer stays as it was written."""
_FIRST_ALTERNATIVES = 4
"""Those among them that need no search."""
_MOST_PLANS = 27
"""Ways to put them together that are searched: three results with three places each."""
_HUGE = 10**100

Items = tuple[str, ...]


class Part(NamedTuple):
    """One side of an equality."""

    text: str
    expression: Expression
    value: Fraction | None
    sign: str = "="
    """What is written before it: = or ≈."""
    unknown: str = ""
    """The letter whose value it is, where it was read from an equation."""
    unit: str = ""
    """The last unit that is written in it."""

    @property
    def is_lone(self) -> bool:
        """Whether it is one number or one symbol."""
        return len(self.expression.leaves) == 1


Step = Sequence[Part]
"""Expressions with = between them."""


class _Place(NamedTuple):
    """Where a step has a number that is the result of earlier steps."""

    step: int
    start: int
    size: int
    results: tuple[int, ...]
    """The numbers of these steps."""

    @property
    def span(self) -> range:
        """Where its operands and operators are in the step."""
        return range(self.start, self.start + self.size)


_Plan = Mapping[int, int]
"""Which step is put into which places, these by their numbers."""


def alternatives(steps: Sequence[Step], limits: Limits) -> tuple[Expression, ...]:
    """What the steps calculate: every result used once, or again and again, or not at all.

    Then the other ways to use every result once, in another order of the steps where the last
    one explains a number of an earlier one, and without a check at the end.
    """
    whole = _Composer(steps)
    last = [part.expression for part in steps[-1]]
    found = dict.fromkeys([whole.once(), whole.again(), *last])
    first = [*found][:_FIRST_ALTERNATIVES]
    others = [*whole.other_ways(limits), *_other_orders(steps, whole), *_checked(steps, whole)]
    return tuple(dict.fromkeys([*first, *others]))[:MOST_ALTERNATIVES]


def _other_orders(steps: Sequence[Step], whole: "_Composer") -> Iterator[Expression]:
    """36-7=29, 3*12=36 in the order of the calculation, if the last step is needed before."""
    if len(steps) == 1 or whole.uses_results(len(steps) - 1):
        return
    for order in ([steps[-1], *steps[:-1]], steps[::-1]):
        other = _Composer(order)
        if other.uses_all:
            yield other.once()
            return


def _checked(steps: Sequence[Step], whole: "_Composer") -> Iterator[Expression]:
    """The steps before a last one that gets a given number back: 36-7=29, 29+7=36."""
    *before, check = whole.steps
    value = steps[-1][-1].value
    given = {*OPERATORS, *(item for items in before for item in items)}
    if not is_short(value) or number_operand(value) not in given:
        return
    last = len(before)
    results = {at for place in whole.places if place.step == last for at in place.span}
    if results and given.issuperset(item for at, item in enumerate(check) if at not in results):
        yield _Composer(steps[:-1]).once()


class _Composer:
    """Puts steps together: a number that is the result of an earlier step is that step."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = [fullest(step).expression.items for step in steps]
        self.places = [*_places(steps, self.steps)]
        self.places_in: list[list[int]] = [[] for _ in steps]
        for number, place in enumerate(self.places):
            self.places_in[place.step].append(number)

    def once(self) -> Expression:
        """Every result at the first place where it can be."""
        return self.compose(_used_once(self.places))

    def again(self) -> Expression:
        """The latest result at every place."""
        return self.compose({at: place.results[-1] for at, place in enumerate(self.places)})

    def other_ways(self, limits: Limits) -> Iterator[Expression]:
        """Results at other places, as long as that makes another formula of it."""
        choices: dict[int, list[int]] = {}
        for number in reversed(range(len(self.places))):
            for result in self.places[number].results:
                choices.setdefault(result, []).append(number)
        if all(len(places) == 1 for places in choices.values()):
            return
        known = {_formula(each, limits) for each in (self.once(), self.again())}
        for places in islice(product(*choices.values()), _MOST_PLANS):
            if len(set(places)) == len(places):
                expression = self.compose(dict(zip(places, choices, strict=True)))
                formula = _formula(expression, limits)
                if formula not in known:
                    known.add(formula)
                    yield expression

    def uses_results(self, step: int) -> bool:
        """Whether a step has the result of an earlier one."""
        return bool(self.places_in[step])

    @property
    def uses_all(self) -> bool:
        """Whether every result but that of the last step is used."""
        return len(_used_once(self.places)) == len(self.steps) - 1

    def compose(self, plan: _Plan) -> Expression:
        """The last step, with the others in the places of their results."""
        whole: list[Items] = []
        for step, items in enumerate(self.steps):
            composed: list[str] = []
            done = 0
            for number in filter(plan.__contains__, self.places_in[step]):
                place, result = self.places[number], whole[plan[number]]
                composed += items[done : place.start]
                done = place.start
                if len(result) + len(composed) <= MOST_ITEMS:
                    composed += result
                    done += place.size
            whole.append((*composed, *items[done:]))
        return Expression(whole[-1])


def _places(steps: Sequence[Step], fullest: Sequence[Items]) -> Iterator[_Place]:
    """All places of results, in the order of the text."""
    results: dict[Items, list[int]] = {}
    for step, items in enumerate(fullest):
        start = 0
        while results and start < len(items):
            size = 3 if items[start : start + 3] in results else 1
            if known := results.get(items[start : start + size]):
                yield _Place(step, start, size, tuple(known))
            start += size
        for result in _results(steps[step]):
            results.setdefault(result, []).append(step)


def _used_once(places: Iterable[_Place]) -> _Plan:
    """Every result at one place; of equal results the latest first."""
    plan: dict[int, int] = {}
    used: set[int] = set()
    for number, place in enumerate(places):
        free = [result for result in place.results if result not in used]
        if free:
            plan[number] = free[-1]
            used.add(free[-1])
    return plan


def _formula(expression: Expression, limits: Limits) -> int | Items:
    """What two ways have in common that are equal whatever the numbers are."""
    if not all(map(is_number, expression.leaves)):
        return expression.items
    try:
        return with_other_numbers(expression, limits)
    except ZeroDivisionError:
        return expression.items


def fullest(step: Step) -> Part:
    """The side of a step that shows most of the calculation."""
    return max(step, key=lambda part: len(part.expression.items))


def _results(step: Step) -> list[Items]:
    """How later steps may name a step: by a number or fraction as written, or by its value."""
    said = [part.expression.items for part in step if _is_result(part.expression.items)]
    values = [(number_operand(part.value),) for part in step if is_short(part.value)]
    shown = fullest(step).expression.items
    return [each for each in dict.fromkeys((*said, *values)) if each != shown]


def _is_result(items: Items) -> bool:
    """Whether it is a number or a fraction of two."""
    return is_number(items[0]) and (len(items) == 1 or (len(items) == 3 and items[2] == "/"))


def is_short(value: Fraction | None) -> TypeGuard[Fraction]:
    """Whether somebody may have written a value down: not negative, not thousands of digits."""
    return value is not None and 0 <= value < _HUGE and value.denominator < _HUGE
