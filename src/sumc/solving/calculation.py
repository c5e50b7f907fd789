"""A calculation without words, such as `3 + 4 = ?`: the algebra works it out, no model guesses."""

import re

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.errors import SumcError
from sumc.problems.alignment import align
from sumc.problems.problem import Problem

CALCULATOR = "algebra"
"""What a solution names as its model when no model was needed."""

_CALCULATION = re.compile(
    r"""\s* (?: (?:计算|算一算|求|calculate|compute|evaluate|solve|what(?:\s+is|'s)) \s* [:：]? )?
    ( [\d\W_¼½¾⅐-⅞]* )  # no letter of any language
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPERATOR = re.compile(r"[-+*/^×÷·−–:：]")
_END = re.compile(r"[\s=＝?？_.。．!！]*\Z")


def find_calculation(text: str) -> str | None:
    """The calculation that a text asks for, if it is nothing else.

    >>> find_calculation("What is 3 + 4?"), find_calculation("Ann has 3 + 4 pens.")
    ('3 + 4', None)
    """
    found = _CALCULATION.fullmatch(text)
    if found is None:
        return None
    written = _END.sub("", found[1]).strip()
    return written if _OPERATOR.search(written) else None


def calculate(written: str, problem: Problem) -> MTree | None:
    """The M-tree of a calculation over the numbers of its text; None if it has no value."""
    try:
        tree = MTree.from_expression(align(parse_expression(written), problem.quantities))
        tree.evaluate(problem.values)
    except SumcError:
        return None
    return tree
