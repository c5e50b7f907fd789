"""`check`: does a student's expression say the same as a reference, and if not, where not?"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from sumc.algebra.arithmetic import calculate, whole_exponents
from sumc.algebra.canonical import expression_terms, fingerprint
from sumc.algebra.difference import first_difference
from sumc.algebra.equation import parse_solution
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS, Limits, refuse
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number
from sumc.algebra.overlap import Comparison
from sumc.algebra.rational import differ_at_a_point, equal_formulas
from sumc.errors import LimitError, SumcError

Verdict = Literal["same-structure", "equivalent", "equal-value", "different", "unparseable"]
VERDICTS: tuple[Verdict, ...] = (
    "same-structure",
    "equivalent",
    "equal-value",
    "different",
    "unparseable",
)
"""From the best to the worst."""
SCORE_DIGITS = 4
"""Decimals of a score in JSON."""


@dataclass(frozen=True)
class Side:
    """One of the two expressions of a check: what was written and what was read."""

    text: str
    expression: Expression | None
    """What was read, None when it could not be read."""
    error: SumcError | None = field(compare=False)
    """Why it could not be read."""
    is_numeric: bool
    """Whether it was read and has numbers only, no symbols."""
    limits: Limits = field(repr=False)

    @cached_property
    def tree(self) -> MTree | None:
        """The M-tree; None when the text cannot be read or would grow beyond a limit."""
        if self.expression is None:
            return None
        try:
            return MTree.from_expression(self.expression, self.limits)
        except LimitError:
            return None

    @cached_property
    def value(self) -> Fraction | None:
        """The value when it has numbers only and does not divide by zero."""
        if self.expression is None or not self.is_numeric:
            return None
        return calculate(self.expression, self.limits)

    def to_json(self) -> dict[str, Any]:
        """The tree and the value, each None where there is none, and why it could not be read."""
        return {
            "tree": None if self.tree is None else str(self.tree),
            "value": None if self.value is None else str(self.value),
            **({} if self.error is None else self.error.to_json()),
        }


@dataclass(frozen=True)
class CheckResult:
    """What `check` found out about a student's expression and a reference.

    Everything but the verdict is worked out when it is asked for.
    """

    verdict: Verdict
    student: Side
    reference: Side

    def accepted(self, at_least: Verdict = "equivalent") -> bool:
        """Whether the verdict is as good as another one.

        >>> check("2+2", "2*2").accepted(), check("2+2", "2*2").accepted("equal-value")
        (False, True)
        """
        return VERDICTS.index(self.verdict) <= VERDICTS.index(at_least)

    @cached_property
    def score(self) -> float:
        """Partial credit from 0 to 1: 1 when equal as formulas, else what the trees share."""
        if self.accepted("equivalent"):
            return 1.0
        trees = self.student.tree, self.reference.tree
        if trees[0] is None or trees[1] is None:
            return 0.0
        return self._comparison.overlap(trees[0].root, trees[1].root)

    @cached_property
    def _comparison(self) -> Comparison:
        return Comparison()

    @cached_property
    def explanation(self) -> str:
        """A short sentence: why the verdict, or the first difference."""
        if self.verdict == "same-structure":
            return "both are the same solution"
        if self.verdict == "equivalent":
            return "written in another way, but equal whatever the numbers are"
        if self.verdict == "unparseable":
            return "; ".join(_unread(self))
        student, reference = self.student.tree, self.reference.tree
        if student is None or reference is None:
            return "the trees are too large to compare them"
        difference = first_difference(student.root, reference.root, self._comparison)
        if self.verdict == "equal-value":
            return f"only these numbers give the same value: {difference}"
        return difference

    def to_json(self) -> dict[str, Any]:
        """The result as `sumc check --json` prints it.

        >>> result = check("2*", "2*3").to_json()
        >>> result["verdict"], result["student"]["column"], result["reference"]["value"]
        ('unparseable', 3, '6')
        """
        return {
            "verdict": self.verdict,
            "score": round(self.score, SCORE_DIGITS),
            "explanation": self.explanation,
            "student": self.student.to_json(),
            "reference": self.reference.to_json(),
        }


def _unread(result: CheckResult) -> list[str]:
    sides = (("student's expression", result.student), ("reference", result.reference))
    return [
        f"the {name} cannot be read: {str(side.error).splitlines()[0]}"
        for name, side in sides
        if side.error
    ]


def check(student: str, reference: str, limits: Limits = DEFAULT_LIMITS) -> CheckResult:
    """Compare a student's expression with a reference.

    >>> check("3*2+(5+4)", "2*3+4+5").verdict
    'same-structure'
    >>> check("3*2-5", "3*2+5").explanation
    '5 is subtracted here and added in the reference'
    """
    first, second = _read(student, limits), _read(reference, limits)
    return CheckResult(_verdict(first, second, limits), first, second)


def _read(text: str, limits: Limits) -> Side:
    try:
        expression = parse_solution(text, limits)
        whole_exponents(expression, limits)
    except SumcError as error:
        return Side(text, None, error, False, limits)
    return Side(text, expression, None, all(map(is_number, expression.operands)), limits)


def _verdict(first: Side, second: Side, limits: Limits) -> Verdict:
    """The proof that is likely to succeed comes first."""
    left, right = first.expression, second.expression
    if left is None or right is None:
        return "unparseable"
    alike = sorted(left.items) == sorted(right.items)  # then the two are probably the same
    if alike and _same_structure(left, right, limits):
        return "same-structure"
    numeric = first.is_numeric and second.is_numeric
    valued = numeric and first.value is not None and second.value is not None
    differ = first.value != second.value if valued else differ_at_a_point(left, right, limits)
    if differ:
        return "different"
    if not alike and _same_structure(left, right, limits):
        return "same-structure"
    if equal_formulas(left, right, limits, numbers_as_symbols=numeric):
        return "equivalent"
    if numeric and not valued and differ is False:  # the values exist and may well be equal
        raise refuse(limits, "value_digits", "too many")
    return "equal-value" if valued else "different"


def _same_structure(left: Expression, right: Expression, limits: Limits) -> bool:
    """Whether the M-trees are equal, without building them."""
    try:
        first, second = (expression_terms(side, limits) for side in (left, right))
    except LimitError:
        return False
    return fingerprint(first) == fingerprint(second)
