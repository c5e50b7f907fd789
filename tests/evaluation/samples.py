"""Problems, and predictions about them that are right, empty or random."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sumc.algebra.expression import parse_expression
from sumc.algebra.mtree import MTree
from sumc.codecs import MTreeCodes
from sumc.codecs.mtree import MTreeSettings
from sumc.decoding.hypothesis import Hypothesis, Prediction
from sumc.problems.alignment import to_problem
from sumc.problems.problem import Problem
from sumc.problems.records import Record


def problem(text: str, equation: str, answer: str = "", name: str = "1") -> Problem:
    """A problem of a text, its equation and the published answer."""
    made = to_problem(Record(name, text, equation, answer, "en"))
    assert isinstance(made, Problem)
    return made


EQUATIONS = ("3+8", "8-3", "3*8", "8/3", "3*8+5", "(3+5)*8", "8*7", "5-8/3", "3*5-8*5", "3", "")
PROBLEMS = tuple(
    problem(
        f"Case {'x' * (number % 4)}: 3 cats, 8 dogs and 5 birds.",
        text,
        "" if text else "7",
        str(number),
    )
    for number, text in enumerate(EQUATIONS)
)
CODEC = MTreeCodes.learn(PROBLEMS, MTreeSettings())


def say(given: Problem, solution: str) -> Prediction:
    """The prediction of a model that found this solution over n1, n2, ... and constants."""
    found = Hypothesis.of(parse_expression(solution), -0.5, given)
    if found is None:
        return Prediction(reason="no value")
    return Prediction((found,), (1.0,), 0.6)


def perfect(problems: Iterable[Problem]) -> Iterator[Prediction]:
    """The predictions of a model that knows everything that can be known."""
    for each in problems:
        tree = each.tree()
        yield say(each, tree.to_expression() if tree else str(each.answer))


def silent(problems: Iterable[Problem]) -> Iterator[Prediction]:
    """The predictions of a model that never has an answer."""
    for number, _ in enumerate(problems):
        yield Prediction(reason=("no codes", "division by zero")[number % 2])


SOLUTIONS = ("n1+n2", "n2-n1", "n1*n2", "n1*n2+n3", "n2/n1", "n1", "1/(n1-n1)", "n2*7", "n3-n1")


def guesses() -> SearchStrategy[list[tuple[Problem, Prediction]]]:
    """Problems with guesses, right and wrong ones."""
    pairs = st.tuples(st.sampled_from(PROBLEMS), st.sampled_from(("", *SOLUTIONS)))
    return st.lists(pairs.map(_guess), max_size=12)


def _guess(pair: tuple[Problem, str]) -> tuple[Problem, Prediction]:
    given, solution = pair
    return given, say(given, solution) if solution else next(perfect([given]))


def texts_of(problems: Sequence[Problem]) -> frozenset[str]:
    """The texts of problems, numbers masked."""
    return frozenset(each.masked_text for each in problems)


STORIES = (
    ("Ann has {a} pens and finds {b} more .", "x={a}+{b}"),
    ("Tom had {a} apples and ate {b} of them .", "x={a}-{b}"),
    ("There are {a} bags with {b} nuts each .", "x={a}*{b}"),
)


def write_mawps(folder: Path) -> Path:
    """A data folder with 60 problems like those of MAWPS: 50 in the reference folds.

    Number 49 cannot be read, nor can 59 and 60, which are outside the folds.
    """
    records = []
    for number in range(1, 61):
        story, equation = STORIES[number % len(STORIES)]
        values = {"a": 20 + 7 * number, "b": 2 + number % 13}
        text = "60/x=3" if number in (49, 59, 60) else equation.format(**values)
        answer = 20 if text == "60/x=3" else _answer(text)
        record = {"id": number, "original_text": story.format(**values), "equation": text}
        records.append({**record, "segmented_text": "", "ans": answer})
    (folder / "mawps").mkdir(parents=True)
    folds = {str(number): number % 5 for number in range(1, 51)}
    (folder / "mawps" / "MAWPS_2373.json").write_text(json.dumps(records), encoding="utf-8")
    (folder / "mawps" / "reference_folds.json").write_text(json.dumps(folds), encoding="utf-8")
    return folder


def _answer(equation: str) -> str:
    return str(MTree.parse(equation).evaluate())
