"""GSM8K: English, solutions in several steps with the calculations marked as <<48/2=24>>.

The steps are put together into one expression: a number that an earlier step gave stands
for that step, unless the question has the number too and the step was used already.
"""

from fractions import Fraction
from pathlib import Path

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import OPERATORS, Expression, parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.notation import to_infix
from sumc.algebra.operands import is_number, number_value
from sumc.errors import LimitError, SumcError
from sumc.lazy_regex import lazy_regex
from sumc.problems.files import BrokenLine, field_text, find_file, read_json_lines
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import same_answer
from sumc.problems.records import Record, Records, Skipped, skip_line

_STEP = lazy_regex(r"<<([^<>=]*)=([^<>=]*)>>")
_FINAL = "#### "
LONGEST_SOLUTION = 1_000
"""The most items of a joined solution: steps that double each other grow without bound."""


def read(folder: Path) -> Records:
    """The records of the training file; one whose steps do not fit together is skipped."""
    path = find_file(folder, "train.jsonl")
    for number, item in enumerate(read_json_lines(path), start=1):
        if isinstance(item, BrokenLine):
            yield skip_line(path, item)
            continue
        text, solution = field_text(item, "question"), field_text(item, "answer")
        answer = solution.rpartition(_FINAL)[2].strip().replace(",", "")
        try:
            equation = join_steps(_STEP.findall(solution), text)
        except SumcError as error:
            yield Skipped(str(number), "a step cannot be read", str(error).splitlines()[0])
            continue
        yield Record(str(number), text, equation, answer, "en")


def join_steps(steps: list[tuple[str, str]], question: str) -> str:
    """One expression for a chain of calculations, empty when there are none.

    >>> join_steps([("48/2", "24"), ("48+24", "72")], "She sold 48 clips, then half as many.")
    '48+48/2'
    """
    told = {quantity.value for quantity in find_quantities(question, language="en")}
    results: dict[Fraction, Expression] = {}
    fresh: set[Fraction] = set()
    joined = Expression(())
    for text, _ in steps:
        step = parse_expression(text.replace("$", ""))
        joined = _replace(step, results, told, fresh)
        if len(joined.items) > LONGEST_SOLUTION:
            raise LimitError(f"the steps together have more than {LONGEST_SOLUTION} items")
        value = calculate(joined, DEFAULT_LIMITS)
        if value is not None:
            results[value] = joined
            fresh.add(value)
    return to_infix(joined) if joined.items else ""


def _replace(
    step: Expression,
    results: dict[Fraction, Expression],
    told: set[Fraction],
    fresh: set[Fraction],
) -> Expression:
    items: list[str] = []
    for item in step.items:
        value = number_value(item) if item not in OPERATORS and is_number(item) else None
        source = value if value in results else _rounded(value, results)
        if source is None or (value in told and value not in fresh):
            items.append(item)
        else:
            items += results[source].items
            fresh.discard(source)
    return Expression(tuple(items))


def _rounded(value: Fraction | None, results: dict[Fraction, Expression]) -> Fraction | None:
    """The result that a later step writes rounded: 0.33333 for one third."""
    if value is None or value.denominator == 1:
        return None
    return next((result for result in results if same_answer(value, result)), None)
