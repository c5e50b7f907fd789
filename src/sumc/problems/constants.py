"""Constants: numbers that solutions use and texts lack, learned on the training split alone."""

from collections import Counter
from collections.abc import Iterable, Mapping

from sumc.algebra.operands import is_number, natural_order
from sumc.problems.problem import Problem

ALWAYS = ("1", "3.14")
"""The constants of the paper: 1 and π."""
AT_LEAST = 5
"""Training problems that must use a number before it becomes a constant."""


def count_constants(problems: Iterable[Problem]) -> Counter[str]:
    """How many problems use each number that their text does not have."""
    counts: Counter[str] = Counter()
    for problem in problems:
        tree = problem.tree()
        if tree is not None:  # an exponent is not a leaf, so it needs no constant
            counts.update(symbol for symbol in dict.fromkeys(tree.symbols) if is_number(symbol))
    return counts


def learn_constants(problems: Iterable[Problem], at_least: int = AT_LEAST) -> tuple[str, ...]:
    """1 and π, and every other number that enough of the problems use without having it.

    >>> learn_constants([])
    ('1', '3.14')
    """
    return often_used(count_constants(problems), at_least)


def often_used(counts: Mapping[str, int], at_least: int = AT_LEAST) -> tuple[str, ...]:
    """1 and π, and the numbers whose counts are high enough, in their natural order.

    >>> often_used({"7": 5, "0.5": 9, "60": 4})
    ('0.5', '1', '3.14', '7')
    """
    often = {number for number, count in counts.items() if count >= at_least}
    return tuple(sorted(often.union(ALWAYS), key=natural_order))
