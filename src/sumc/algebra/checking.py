"""`check`: does a student's expression say the same as a reference, and if not, what differs?"""

import html
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, get_args

from sumc.algebra.arithmetic import calculate
from sumc.algebra.canonical import expression_terms, fingerprint
from sumc.algebra.difference import first_difference
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS, Limits, refuse
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.algebra.operands import is_number, number_value, read_number
from sumc.algebra.overlap import Comparison
from sumc.algebra.percent import in_hundredths
from sumc.algebra.proportion import same_equation
from sumc.algebra.rational import differ_at_a_point, differ_with_other_numbers, equal_formulas
from sumc.algebra.steps import EXACT, Work, parse_bare, read_work, value_text
from sumc.algebra.unit_letters import measured
from sumc.algebra.working import ANY_WAY, Working, find_working
from sumc.errors import ExpressionError, LimitError, SumcError

Verdict = Literal[
    "same-structure",
    "equivalent",
    "repeated-addition",
    "worked-out",
    "answer-only",
    "equal-value",
    "miscalculated",
    "different",
    "unparseable",
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""From the best to the worst."""
ACCEPTED: Verdict = "worked-out"
"""The worst verdict that still means the reasoning of the reference, with its working."""
HALF_SCORES = ("answer-only", "miscalculated")
"""The right answer without reasoning, and the right reasoning without the answer."""
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
    work: Work | None = field(default=None, repr=False)
    """What was read where the text is more than an expression: steps, a unit, words."""

    @property
    def unit(self) -> str:
        """What is counted, where a unit was written."""
        return self.work.unit if self.work else ""

    @property
    def mistake(self) -> str:
        """The first equality that does not hold, in words."""
        return self.work.mistake if self.work else ""

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
            **self._work_json(),
        }

    def _work_json(self) -> dict[str, Any]:
        """What else was read; only what there is."""
        if self.work is None or self.expression is None:
            return {}
        read = {
            "read_as": to_infix(self.expression),
            "unit": self.work.unit,
            "mistake": self.work.mistake,
            "run_on": self.work.run_on,
        }
        return {name: text for name, text in read.items() if text}


@dataclass(frozen=True)
class CheckResult:
    """What `check` found out about a student's expression and a reference.

    Everything but the verdict is worked out when it is asked for.
    """

    verdict: Verdict
    student: Side
    reference: Side
    working: Working | None = field(default=None, repr=False)
    """How a right answer that is not an equal formula follows from the reference."""

    def accepted(self, at_least: Verdict = ACCEPTED) -> bool:
        """Whether the verdict is at least this good; by default, whether the reasoning is right.

        >>> check("2+2", "2*2").accepted(), check("2+2", "2*2").accepted("equal-value")
        (False, True)
        """
        return VERDICTS.index(self.verdict) <= VERDICTS.index(at_least)

    @cached_property
    def score(self) -> float:
        """Partial credit from 0 to 1: 1 for the same reasoning, a half for the right answer alone
        or the right reasoning alone, else what the trees share."""
        if self.accepted():
            return 1.0
        if self.verdict in HALF_SCORES:
            return 0.5
        first, second = self.student.tree, self.reference.tree
        return self._comparison.overlap(first.root, second.root) if first and second else 0.0

    @cached_property
    def _comparison(self) -> Comparison:
        return Comparison()

    @cached_property
    def explanation(self) -> str:
        """A short sentence: the reason for the verdict, or the first difference."""
        run_on = self.student.work.run_on if self.student.work else ""
        return f"{self._reason()}; {run_on}: write two steps" if run_on else self._reason()

    def _reason(self) -> str:
        if self.working:
            return self.working.explanation
        if self.verdict == "same-structure":
            return "both are the same solution"
        if self.verdict == "equivalent":
            return "written in another way, but equal whatever the numbers are"
        if self.verdict == "unparseable":
            return "; ".join(_unread(self))
        if self.verdict == "miscalculated":
            return f"the right way, but {self.student.mistake}"
        if self.verdict == "answer-only":
            return "the right answer within the tolerance, without the working"
        return self._difference()

    def _difference(self) -> str:
        student, reference = self.student.tree, self.reference.tree
        if student is None or reference is None:
            return "the trees are too large to compare"
        if self._is_a_word():
            return "no answer"
        if len(student.symbols) == 1 and (wrong := self._wrong_answer()):
            return wrong
        difference = first_difference(student.root, reference.root, self._comparison)
        if self.verdict == "equal-value":
            return f"only these numbers give the same value: {difference}"
        return "; ".join(filter(None, (self._mistake(), difference)))

    def _is_a_word(self) -> bool:
        """Whether all that is written is a name that the reference does not have."""
        student, reference = self.student.expression, self.reference.expression
        if student is None or reference is None or len(student.items) > 1:
            return False
        return not is_number(student.items[0]) and student.items[0] not in reference.items

    def _mistake(self) -> str:
        """The first equality that does not hold, and whether the answer is right nevertheless."""
        mistake, given = self.student.mistake, self._answer
        right = given is not None and given == self.reference.value
        return f"the right answer, but {mistake}" if mistake and right else mistake

    def _wrong_answer(self) -> str:
        given, right = self._answer, self.reference.value
        if given is None or right is None or given == right:
            return ""
        return f"the answer is {value_text(right)}, not {value_text(given)}"

    @property
    def _answer(self) -> Fraction | None:
        """The value of what the student gives as the result."""
        work = self.student.work
        return calculate(work.answer, self.student.limits) if work else self.student.value

    def __str__(self) -> str:
        return f"{self.verdict}: {self.explanation}"

    def _repr_html_(self) -> str:
        """The verdict, the explanation and both trees, where a notebook shows the result."""
        sides = (("student", self.student), ("reference", self.reference))
        cells = "".join(
            f"<td><p><b>{name}</b> <code>{html.escape(side.text)}</code></p>"
            f"{side.tree.to_svg() if side.tree else ''}</td>"
            for name, side in sides
        )
        return (
            f"<p><b>{self.verdict}</b> (score {self.score:.2f}): {html.escape(self.explanation)}"
            f"</p><table><tr>{cells}</tr></table>"
        )

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


def check(
    student: str,
    reference: str,
    limits: Limits = DEFAULT_LIMITS,
    tolerance: Fraction | int | str = EXACT,
) -> CheckResult:
    """Compare a student's expression, or steps of work, with a reference.

    A tolerance is how far decimals may be from the exact values in `10/3=3.33` and in a bare
    answer; reasoning is still compared exactly.

    >>> check("3*2+(5+4)", "2*3+4+5").verdict
    'same-structure'
    >>> check("3*2-5", "3*2+5").explanation
    '5 is subtracted here and added in the reference'
    >>> print(check("3 x 12 = 36, 36 - 7 = 28 pencils", "3*12-7"))
    miscalculated: the right way, but 36 - 7 is 29, not 28
    """
    far = tolerance if isinstance(tolerance, Fraction) else _exactly(tolerance)
    first = _read(student, limits, far)
    results = [_judged(first, each, far) for each in _references(reference, limits, far)]
    return min(results, key=lambda result: VERDICTS.index(result.verdict))


def _judged(student: Side, reference: Side, tolerance: Fraction) -> CheckResult:
    work = student.work
    if work and reference.is_numeric:
        work = measured(student.text, work)
        student = _with(student, work, work.alternatives[0])
    result = _best(student, work, reference) if work else _compared(student, reference)
    return _within(tolerance, result) if tolerance else result


def _with(side: Side, work: Work, expression: Expression) -> Side:
    numeric = all(map(is_number, expression.leaves))
    return replace(side, work=work, expression=expression, is_numeric=numeric)


def _exactly(tolerance: int | str) -> Fraction:
    """A tolerance exactly as it was written; a float would not be exact."""
    try:
        return number_value(read_number(str(tolerance).strip()))
    except ExpressionError:
        found = f"expected a number such as 0.01 as tolerance, found {tolerance!r}"
        raise ExpressionError(found) from None


def _read(text: str, limits: Limits, tolerance: Fraction) -> Side:
    """What is read of a text: as an expression if possible, else as what students write."""
    work = None
    try:
        expression = parse_bare(text, limits)
    except ExpressionError:
        if not isinstance(text, str):
            raise
        try:
            work = read_work(text, limits, tolerance)
        except SumcError as error:
            return Side(text, None, error, False, limits)
        expression = work.alternatives[0]
    except SumcError as error:
        return Side(text, None, error, False, limits)
    return Side(text, expression, None, all(map(is_number, expression.leaves)), limits, work)


def _references(text: str, limits: Limits, tolerance: Fraction) -> list[Side]:
    """A reference as it is read, and a hundred times it where it asks for percent."""
    written = _reference(text, limits, tolerance)
    hundredfold = in_hundredths(text) if written.expression else None
    if hundredfold is None:
        return [written]
    return [written, replace(_reference(hundredfold, limits, tolerance), text=text)]


def _reference(text: str, limits: Limits, tolerance: Fraction) -> Side:
    """A reference as it is read; one that contradicts itself counts as unreadable."""
    side = _read(text, limits, tolerance)
    if not side.mistake:
        return side
    error = ExpressionError(f"an equality in it does not hold: {side.mistake}")
    return Side(text, None, error, False, limits)


def _best(student: Side, work: Work, reference: Side) -> CheckResult:
    """The best result of all ways to put the steps of the work together.

    Where an equality does not hold, the work is right only if the steps themselves are: a right
    number at the end of wrong steps proves nothing.
    """
    results = list(_results(student, work, reference))
    shown = [each for each in results if not _skips_a_step(each, results[0])]
    best = min(shown, key=lambda result: VERDICTS.index(result.verdict))
    if not work.mistake or best.verdict == "unparseable":
        return best
    if best.accepted():
        return replace(best, verdict="miscalculated", working=None)
    return replace(results[0], verdict="different", working=None)


def _skips_a_step(result: CheckResult, together: CheckResult) -> bool:
    """Whether a number counts as worked out from the reference, but the student got it in another
    way: the 36 of `5+5=36, 36-7=29` is not 3*12."""
    last, whole = result.student.expression, together.student.expression
    if last is None or whole is None or result.working is None:
        return False
    replaced = set(last.leaves) - set(whole.leaves)
    return any(number in replaced for number, _ in result.working.exchanged)


def _within(tolerance: Fraction, result: CheckResult) -> CheckResult:
    """The result when a bare answer may be that far from the exact one, and so may any work when
    the reference is a bare answer."""
    given, right = result.student.value, result.reference.value
    if result.verdict != "different" or given is None or right is None:
        return result
    if abs(given - right) > tolerance:
        return result
    if _is_lone(result.student):
        return replace(result, verdict="answer-only")
    if _is_lone(result.reference) and not result.student.mistake:
        return replace(result, verdict="worked-out", working=ANY_WAY)
    return result


def _is_lone(side: Side) -> bool:
    return side.expression is not None and len(side.expression.leaves) == 1


def _results(student: Side, work: Work, reference: Side) -> Iterator[CheckResult]:
    """The result of every way to put the steps together; bare numbers only as a last resort."""
    worked = [each for each in work.alternatives if len(each.leaves) > 1]
    for expression in worked or work.alternatives:
        result = _compared(_with(student, work, expression), reference)
        yield result
        if result.verdict == "same-structure":
            return


def _compared(first: Side, second: Side) -> CheckResult:
    limits = first.limits
    verdict = _verdict(first, second, limits)
    left, right = first.expression, second.expression
    if verdict != "equal-value" or left is None or right is None:
        return CheckResult(verdict, first, second)
    working = find_working(left, right, limits)
    is_shown = working is not None and working.verdict not in ("answer-only", "equal-value")
    if not is_shown and same_equation(first.text, second.text, limits):
        working = _SAME_EQUATION
    return CheckResult(working.verdict if working else verdict, first, second, working)


_SAME_EQUATION = Working("equivalent", sentence="the same equation, multiplied by a number")


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
    if valued and differ_with_other_numbers(left, right, limits):
        return "equal-value"  # settles most cases at a fifth of the cost of the proofs below
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
