"""A calculation without words, such as `3 + 4 = ?`: the algebra works it out, no model guesses."""

import re

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.errors import EvaluationError, SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.alignment import align
from sumc.problems.numbers import Language, find_quantities
from sumc.problems.problem import Problem
from sumc.solving.refusals import DIVISION_BY_ZERO
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.rules import rule

# No two adjacent parts match the same sign: otherwise a text of blanks would be tried anew at
# every place.
_CALCULATION = lazy_regex(
    r"""(?P<task> 计算|算一算|求|calculate|compute|evaluate|solve|what(?:\s+is|'s) )?
    (?P<written> (?: [\d\W_¼½¾⅐-⅞] | (?<=[\d\s])x(?=[\d\s]) )* )  # no letter but an x for times
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPERATOR = lazy_regex(r"[-+*/^×÷·−–:：]")
_TIMES = lazy_regex(r"(?<=\d)(\s*)x(\s*)(?=\d)", re.IGNORECASE)
_END = "=＝?？_.。．!！ \t\r\n\f\v\u00a0\u2002\u2003\u2009\u3000"
"""What may follow a calculation."""


def find_calculation(text: str) -> str | None:
    """The calculation that a text asks for, if it is nothing else.

    >>> find_calculation("What is 3 + 4?"), find_calculation("Ann has 3 + 4 pens.")
    ('3 + 4', None)
    """
    found = _CALCULATION.fullmatch(text.lstrip())
    if found is None:
        return None
    written = found["written"].rstrip(_END).lstrip()
    if found["task"] and written[:1] in (":", "："):
        written = written[1:].lstrip()
    written = _TIMES.sub(r"\1*\2", written)
    return written if _OPERATOR.search(written) else None


def read_calculation(text: str, language: Language) -> Exact | Unanswerable | None:
    """The answer to a calculation without words; None where it cannot be read as one.

    >>> str(read_calculation("3 x 4 = ?", "en").tree)
    '(+ (* n1 n2))'
    """
    written = find_calculation(text)
    if written is None:
        return None
    try:
        expression = parse_expression(written)
        problem = Problem("", text, language, find_quantities(text, language=language))
        tree = MTree.from_expression(align(expression, problem.quantities))
        tree.evaluate(problem.values)
    except EvaluationError:
        return Unanswerable(DIVISION_BY_ZERO, problem)
    except SumcError:
        return None
    return Exact(problem, tree, (rule("calculation"),))
