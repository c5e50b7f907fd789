"""Checking work on a problem in which only whole things count: 29/4 cars are 8 cars.

The answer is then the value of the reference rounded up or down, and the reasoning is the
reference itself. So work that calculates the value and ends with the rounded number is right,
however it is written: `29/4 = 7.25, so 8 cars`, `29/4 ≈ 8`, `29/4 = 8`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from sumc.algebra.arithmetic import calculate
from sumc.algebra.checking import CheckResult, Side, check
from sumc.algebra.handwriting import plain_writing
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.steps import EXACT, Work, value_text
from sumc.algebra.working import ANSWER_ONLY
from sumc.algebra.writing import SEPARATOR
from sumc.errors import SumcError

Rounding = Literal["exact", "up", "down"]
ROUNDINGS: Mapping[Rounding, Callable[[Fraction], Fraction]] = {
    "exact": lambda value: value,
    "up": lambda value: Fraction(ceil(value)),
    "down": lambda value: Fraction(floor(value)),
}
"""What is done to the value of a reference."""
_LAST = re.compile(rf"(?:{SEPARATOR}|[=＝≈])[^{SEPARATOR}=＝≈]*$")


def rounding_named(name: str) -> Rounding:
    """A rounding by its name; an empty name means exact."""
    for known in ROUNDINGS:
        if known == (name or "exact"):
            return known
    raise SumcError(f"expected a rounding ({', '.join(ROUNDINGS)}), found {name!r}")


def check_rounded(
    student: str,
    reference: str,
    rounding: Rounding = "exact",
    limits: Limits = DEFAULT_LIMITS,
    tolerance: Fraction | int | str = EXACT,
) -> CheckResult:
    """Compare work with a reference whose value is rounded to a whole number.

    >>> check_rounded("29/4 = 7.25, so 8 cars", "29/4", "up").verdict
    'same-structure'
    >>> print(check_rounded("29/4 = 7.25 cars", "29/4", "up"))
    miscalculated: the right way, but the answer is 8, not 7.25
    >>> print(check_rounded("7 cars", "29/4", "up"))
    different: the answer is 8, not 7
    """
    result = check(student, reference, limits, tolerance)
    value, given = result.reference.value, _given(result.student)
    whole = None if value is None else ROUNDINGS[rounding](value)
    if given is None or whole is None or whole == value:
        return result
    before = _before_the_last(student)
    if not before:
        return _bare(check(student, value_text(whole), limits, tolerance))
    if rounding == "up":
        before = _without_one_more(before, int(whole) - 1)
    way = _ended(check(before, reference, limits, tolerance), result)
    if given == whole:
        return way
    return _not_rounded(way, whole, given) if way.accepted() else result


def _given(side: Side) -> Fraction | None:
    """The number that is given as the result; None where it is not a number."""
    answer = side.work.answer if side.work else side.expression
    is_lone = answer is not None and len(answer.leaves) == 1
    return calculate(answer, side.limits) if answer is not None and is_lone else None


def _before_the_last(text: str) -> str:
    """The work without the number after its last = or step; empty where nothing is calculated.

    >>> _before_the_last("29/4 = 7.25, so 8 cars"), _before_the_last("x = 8")
    ('29/4 = 7.25', '')
    """
    writing = plain_writing(text).writing
    last = _LAST.search(writing.text)
    before = text[: writing.origins[last.start()]] if last else ""
    return before if any(sign.isdigit() for sign in before) else ""


def _without_one_more(text: str, fewer: int) -> str:
    """The work without a last step that goes on from the whole things below: 7+1.

    >>> _without_one_more("29/4=7.25, 7+1", 7), _without_one_more("29/4+1", 7)
    ('29/4=7.25', '29/4+1')
    """
    writing = plain_writing(text).writing
    last = re.search(rf"{SEPARATOR}\s*{fewer}\s*\+\s*1\s*$", writing.text)
    return text[: writing.origins[last.start()]] if last else text


def _bare(result: CheckResult) -> CheckResult:
    """What a number alone is worth, compared with the rounded value."""
    if not result.accepted():
        return result
    return replace(result, verdict="answer-only", working=ANSWER_ONLY)


def _ended(result: CheckResult, whole: CheckResult) -> CheckResult:
    """The result of the work without its last number, made into that of the whole work."""
    expression, work = result.student.expression, whole.student.work
    if expression is None or work is None:
        return whole
    before = result.student.work or Work((expression,), expression)
    read = replace(before, answer=work.answer, unit=work.unit)
    return replace(result, student=replace(result.student, text=whole.student.text, work=read))


def _not_rounded(result: CheckResult, whole: Fraction, given: Fraction) -> CheckResult:
    """The result of the right way to a number that was not rounded."""
    work = result.student.work
    assert work is not None  # something was written before the number
    mistake = f"the answer is {value_text(whole)}, not {value_text(given)}"
    student = replace(result.student, work=replace(work, mistake=mistake))
    return replace(result, verdict="miscalculated", student=student, working=None)
