"""One answer and the points that it gets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import gcd

from sumc.algebra.checking import VERDICTS, CheckResult, Verdict, check
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.notation import to_infix
from sumc.errors import SumcError
from sumc.grading.rounding import check_rounded
from sumc.grading.scheme import DEFAULT_SCHEME, Scheme
from sumc.grading.unit_names import ANY_UNIT, has_unit

MOST_REFERENCES = 32
"""References that one answer is compared with, constants written in other ways included."""
_PARTIAL = ("equal-value", "different")
_LAST_FRACTION = re.compile(
    r"(?:([0-9]+)\s*[/⁄∕／÷]\s*([0-9]+)|frac\s*\{\s*([0-9]+)\s*\}\s*\{\s*([0-9]+)\s*\})[^0-9]*$"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """What an answer is worth and why."""

    verdict: Verdict
    points: Fraction
    full: Fraction
    comment: str
    """Why, in words; the first mistake where there is one."""
    broken: tuple[str, ...] = ()
    """The rules of the scheme that were broken, in words."""
    read_as: str = ""
    """The expression that was read."""
    tree: str = ""
    """Its M-tree: answers with one tree have made the same mistake."""
    reference: str = ""
    """The reference that it was compared with."""
    by_rules_alone: bool = False
    """Whether all points that it lost are for broken rules."""

    @property
    def is_right(self) -> bool:
        """Whether the answer has all points."""
        return self.points == self.full


def mark(
    answer: str,
    references: Sequence[str],
    scheme: Scheme = DEFAULT_SCHEME,
    limits: Limits = DEFAULT_LIMITS,
) -> Mark:
    """The best mark of an answer against several references.

    >>> mark("36-7=29 pencils", ["3*12-7"]).verdict
    'worked-out'
    >>> mark("29", ["3*12-7"]).comment
    'the right answer, without the working'
    """
    every = _references((*_texts(answer, references), *scheme.accept), scheme)
    if not every:
        raise SumcError("expected a reference, found none")
    if not answer.strip():
        return Mark("unparseable", Fraction(0), scheme.full, "no answer")
    best = _best(_marked(answer, each, scheme, limits) for each in every)
    if best.verdict not in ("miscalculated", "different"):
        return best
    written = islice(_with_values(answer, scheme), MOST_REFERENCES)
    others = (_marked(text, each, scheme, limits) for text in written for each in every)
    return _best([best, *islice(others, MOST_REFERENCES)])


def _best(marks: Iterable[Mark]) -> Mark:
    return max(marks, key=lambda each: (each.points, -VERDICTS.index(each.verdict)))


def _texts(answer: object, references: object) -> Sequence[str]:
    """The references, where they and the answer are what they should be."""
    if not isinstance(answer, str):
        raise SumcError(f"expected the answer as text, found {type(answer).__name__}")
    if isinstance(references, str) or not isinstance(references, Sequence):
        found = type(references).__name__
        raise SumcError(f'expected a list of references such as ["3*12-7"], found {found}')
    others = [each for each in references if not isinstance(each, str)]
    if others:
        raise SumcError(f"expected references as texts, found {type(others[0]).__name__}")
    return references


def check_references(references: Sequence[str], scheme: Scheme, limits: Limits) -> None:
    """Refuse references that cannot be read, before a class is graded with them."""
    for reference in (*references, *scheme.accept):
        error = check(reference, reference, limits).reference.error
        if error:
            raise SumcError(f"the reference {reference!r} cannot be read: {error}")


def _references(references: Sequence[str], scheme: Scheme) -> list[str]:
    """The references, and the same with what may be written for their constants."""
    every = list(references)
    for name, values in scheme.constants.items():
        spelled = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _spellings(name)))})(?!\w)")
        every += [
            spelled.sub(f"({value})", reference)
            for reference in every
            if spelled.search(reference)
            for value in (*values, *_spellings(name))
        ]
    return list(dict.fromkeys(every))[:MOST_REFERENCES]


def _with_values(answer: str, scheme: Scheme) -> Iterator[str]:
    """The answer with a value for a constant in it: in π*9=28.26 it is 3.14."""
    for name, values in scheme.constants.items():
        spelled = "|".join(map(re.escape, _spellings(name)))
        times = re.compile(rf"(?<=[0-9)])\s*(?:{spelled})(?!\w)")  # 9π
        alone = re.compile(rf"(?<!\w)(?:{spelled})(?!\w)")
        for value in values:
            text = alone.sub(f"({value})", times.sub(f"*({value})", answer))
            if text != answer:
                yield text


def _spellings(name: str) -> tuple[str, ...]:
    return ("π", "pi") if name in ("π", "pi") else (name,)


def _marked(answer: str, reference: str, scheme: Scheme, limits: Limits) -> Mark:
    try:
        result = check_rounded(answer, reference, scheme.rounded, limits, scheme.tolerance)
        comment = result.explanation
    except SumcError as error:  # neither a proof nor a counterexample within the limits
        return Mark("unparseable", Fraction(0), scheme.full, str(error), reference=reference)
    broken, points = tuple(_broken(result, scheme)), _points(result, scheme)
    expression, tree = result.student.expression, result.student.tree
    return Mark(
        result.verdict,
        max(Fraction(0), points - len(broken) * scheme.deduction),
        scheme.full,
        "; ".join((comment, *broken)),
        broken,
        "" if expression is None else to_infix(expression),
        "" if tree is None else str(tree),
        reference,
        by_rules_alone=bool(broken) and points == scheme.full,
    )


def _points(result: CheckResult, scheme: Scheme) -> Fraction:
    points = scheme.points[result.verdict]
    if scheme.partial and result.verdict in _PARTIAL:
        share = Fraction(round(100 * result.score), 100)
        return max(points, share * scheme.full)
    return points


def _broken(result: CheckResult, scheme: Scheme) -> Iterator[str]:
    """The rules that an answer worth some points breaks."""
    if not scheme.points[result.verdict]:
        return
    if scheme.reduced and is_unreduced(result):
        yield "the fraction is not in lowest terms"
    if scheme.unit and not has_unit(result.student, scheme.unit):
        wanted = "a unit" if ANY_UNIT in scheme.unit else f"the unit {scheme.unit[0]}"
        yield f"{wanted} is missing" if not result.student.unit else f"{wanted} is expected"


def is_unreduced(result: CheckResult) -> bool:
    """Whether what is given as the answer is a fraction that can be reduced.

    >>> is_unreduced(check("1/4+1/4 = 2/4", "1/4+1/4"))
    True
    """
    side = result.student
    answer = side.work.answer if side.work else side.expression
    if answer is None or len(answer.leaves) > 2 or set(answer.items) & set("+-*^"):
        return False
    if answer.items[2:] == ("/",) and all(each.isdigit() for each in answer.leaves):
        return gcd(*map(int, answer.leaves)) > 1
    found = _LAST_FRACTION.search(side.text)
    numbers = [int(each) for each in found.groups() if each] if found else [1, 1]
    return gcd(*numbers) > 1
