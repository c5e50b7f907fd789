"""Sentences about trees, and the expressions that people would write."""

import os
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from strategies import SYMBOLS, expressions
from sumc.algebra.checking import check
from sumc.algebra.mtree import MTree
from sumc.errors import EvaluationError, ProblemError
from sumc.problems.numbers import find_quantities
from sumc.solving.explanation import explain
from sumc.solving.factoring import factor, number_text, to_text
from sumc.solving.number import SolvedNumber


def numbers_of(*texts: str) -> list[SolvedNumber]:
    """Numbers n1, n2, ... as they stand in a text."""
    found = [find_quantities(text)[0] for text in texts]
    return [
        SolvedNumber(f"n{index}", each.text, each.value, each.start, each.end, ())
        for index, each in enumerate(found, start=1)
    ]


@pytest.mark.parametrize(
    ("expression", "texts", "english", "chinese"),
    [
        (
            "n1*n2-n3",
            ["3", "12", "7"],
            "3 and 12 are multiplied, which makes 36. 7 is taken away from 36, which leaves 29.",
            "3和12相乘，得36。 36减去7，得29。",
        ),
        (
            "n1*(n2-n3)/n4",
            ["2", "5", "1", "4"],
            "1 is taken away from 5, which leaves 4. 2 and the result 4 are multiplied and the "
            "product is divided by 4, which makes 2.",
            "5减去1，得4。 2和得到的4相乘，再除以4，得2。",
        ),
        (
            "n1+n2-n3",
            ["8", "5", "20"],
            "8 and 5 are added and 20 is taken away, which makes -7.",
            "8和5相加，再减去20，得-7。",
        ),
        ("n1", ["5", "3"], "5 is the answer. 3 is not needed.", "答案就是5。 3没有用到。"),
        (
            "n1*(1-n2)",
            ["200", "20%"],
            "20% is taken away from 1, which leaves 0.8. 200 and 0.8 are multiplied, which makes "
            "160. 1 is not written in the text.",
            "1减去20%，得0.8。 200和0.8相乘，得160。 1不是题目里写的。",
        ),
        (
            "n2-n1",
            ["3", "3"],
            "The first 3 is taken away from the second 3, which leaves 0.",
            "第二个3减去第一个3，得0。",
        ),
        (
            "(n1+n2)*2",
            ["7", "2"],
            "7 and 2 are added, which makes 9. 9 and an extra 2 are multiplied, which makes 18. "
            "The extra 2 is not written in the text.",
            "7和2相加，得9。 9和另外的2相乘，得18。 另外的2不是题目里写的。",
        ),
        (
            "n1/n2/n3",
            ["half", "4", "5"],
            "1/2 is divided by 4, then by 5, which makes 0.025.",
            "1/2除以4，再除以5，得0.025。",
        ),
        (
            "n1*n1",
            ["5", "1,000", "7"],
            "5 is multiplied by itself, which makes 25. 1,000 and 7 are not needed.",
            "5和5相乘，得25。 1,000和7没有用到。",
        ),
        (
            "n1/(n2+n3)",
            ["1", "2", "4"],
            "2 and 4 are added, which makes 6. 1 is divided by 6, which makes 1/6.",
            "2和4相加，得6。 1除以6，得1/6。",
        ),
        (
            "-n1*n2",
            ["3", "4"],
            "3 and 4 are multiplied, which makes 12. "
            "The opposite of 12 is taken, which makes -12.",
            "3和4相乘，得12。 取12的相反数，得-12。",
        ),
        (
            "-n1-n2",
            ["3", "4"],
            "The opposite of the sum of 3 and 4 is taken, which makes -7.",
            "3和4相加，再取相反数，得-7。",
        ),
        ("n1^-1", ["7"], "1 is divided by 7, which makes 1/7.", "1除以7，得1/7。"),
        (
            "n1*n2/n3",
            ["48", "half", "3"],
            "48 is multiplied by 1/2 and the product is divided by 3, which makes 8.",
            "48和1/2相乘，再除以3，得8。",
        ),
        (
            "n1*n2*n3",
            ["1/2", "48", "1/3"],
            "1/2 is multiplied by 48, then by 1/3, which makes 8.",
            "1/2、48和1/3相乘，得8。",
        ),
        (
            "n1+n2-n3",
            ["2", "1/2", "1"],
            "1/2 is added to 2 and 1 is taken away, which makes 1.5.",
            "2和1/2相加，再减去1，得1.5。",
        ),
        (
            "n1*n2+n3",
            ["60", "2 and a half", "3-and-a-half"],
            "60 and 2.5 are multiplied, which makes 150. "
            "150 and 3.5 are added, which makes 153.5.",
            "60和2.5相乘，得150。 150和3.5相加，得153.5。",
        ),
        (
            "n1*n2+n3*1",
            ["40", "fifteen percent", "百分之四十"],
            "40 and 15% are multiplied, which makes 6. 6 and 40% are added, which makes 6.4.",
            "40和15%相乘，得6。 6和40%相加，得6.4。",
        ),
    ],
)
def test_what_is_done_is_said_step_by_step(
    expression: str, texts: list[str], english: str, chinese: str
) -> None:
    tree, numbers = MTree.parse(expression), numbers_of(*texts)
    assert " ".join(explain(tree, numbers)) == english
    assert " ".join(explain(tree, numbers, "zh")) == chinese


def test_other_languages_are_an_error_that_names_ours() -> None:
    with pytest.raises(ProblemError, match="known languages: en, zh"):
        explain(MTree.parse("n1"), numbers_of("5"), "fr")


VALUES = st.fixed_dictionaries(
    dict.fromkeys(SYMBOLS, st.fractions(min_value=-50, max_value=50, max_denominator=12))
)


def evaluated(expression: str, values: Mapping[str, Fraction]) -> tuple[MTree, Fraction]:
    """The tree of a random expression and its value, if it has one."""
    tree = MTree.parse(expression)
    try:
        return tree, tree.evaluate(values)
    except EvaluationError:
        assume(False)
        raise


@given(expressions(max_leaves=8), VALUES, st.sampled_from(["en", "zh"]))
def test_every_number_is_mentioned_and_the_result_is_the_answer(
    expression: str, values: dict[str, Fraction], language: str
) -> None:
    tree, answer = evaluated(expression, values)
    written = {name: number_text(value) for name, value in values.items()}
    numbers = [SolvedNumber(name, written[name], values[name], 0, 0, ()) for name in values]
    sentences = explain(tree, numbers, language)
    told = " ".join(sentences)
    for number in numbers:
        assert number.text in told, "used or not needed"
    for symbol in tree.symbols:
        assert symbol in values or symbol in told or symbol == "1"
    steps = [each for each in sentences if "written" not in each and "needed" not in each]
    steps = [each for each in steps if not each.endswith(("题目里写的。", "没有用到。"))]
    assert number_text(answer) in steps[-1] or len(tree.symbols) == 1


@given(expressions(max_leaves=10), VALUES)
def test_factoring_keeps_the_value_and_says_the_same_formula(
    expression: str, values: dict[str, Fraction]
) -> None:
    tree, answer = evaluated(expression, values)
    whole = factor(tree.root, values)
    texts = {name: number_text(value) for name, value in values.items()}
    assert MTree.parse(to_text(whole, texts)).evaluate() == answer
    verdict = check(to_text(whole), tree.to_expression()).verdict
    assert verdict in ("same-structure", "equivalent")


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        ("n1*(n2-n3)/n4", "n1*(n2-n3)/n4"),
        ("n1*(n3-n2)", "n1*(n3-n2)"),
        ("(n1+n2)*(n3-n4)", "(n1+n2)*(n3-n4)"),
        ("n1*n2+n1*n3-n4", "n1*(n2+n3)-n4"),
        ("n1*n2+n1", "n1+n1*n2"),
        ("n1*n2+n1*n2", "n1*n2+n1*n2"),
        ("n1/n4+n2/n4", "(n1+n2)/n4"),
        ("100*n1/n2", "n1*100/n2"),
        ("2*(n1+n2)", "(n1+n2)*2"),
        ("1/(1/n1+1/n2)", "1/(1/n1+1/n2)"),
        ("n1/n2/n3", "n1/(n2*n3)"),
        ("n1/(n3-n2)", "n1/(n3-n2)"),
        ("n4-n1*(n2-n3)", "n4-n1*(n2-n3)"),
        ("n4+n1*(n3-n2)", "n4-n1*(n2-n3)"),
        ("n1-n2*1", "n1-n2"),
        ("n1*1+n2*1", "n1+n2"),
        ("n1*(1+n2)", "n1*(n2+1)"),
        ("n1*n3/1+n2*n3*1", "(n1+n2)*n3"),
        ("n1-1*1", "n1-1"),
        ("1*1/n1", "1/n1"),
        ("n1+1^-1", "n1+1"),
        ("n1*n2+n1*n3+n2*n3", "n1*(n2+n3)+n2*n3"),
        ("n1/n4+n2/n4+n2/n3", "(n1+n2)/n4+n2/n3"),
    ],
)
def test_expressions_are_those_that_people_write(expression: str, written: str) -> None:
    """The numbers are 9, 5, 3 and 2: n3-n2 is negative and turned where another sign can go."""
    values = {f"n{index}": Fraction(value) for index, value in enumerate((9, 5, 3, 2), start=1)}
    assert to_text(factor(MTree.parse(expression).root, values)) == written


TIES = """
from fractions import Fraction
from sumc.algebra.mtree import MTree
from sumc.solving.factoring import factor, to_text
values = {f"n{index}": Fraction(index) for index in range(1, 6)}
for text in ("n1*n2+n1*n3+n2*n3", "n1*n2+n2*n3+n3*n4+n4*n5", "n1*n2/n3+n4*n2/n5+n1*n5/n3"):
    print(to_text(factor(MTree.parse(text).root, values)))
"""


def test_another_process_writes_the_same_expression() -> None:
    """Where several factors are equally frequent, the first one stands before the brackets.

    An output that a second process goes on with is the same to the byte.
    """
    outputs = [
        subprocess.run(
            [sys.executable, "-c", TIES],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    ]
    assert outputs[0].startswith("n1*(n2+n3)+n2*n3\n")
    assert len(set(outputs)) == 1


def test_a_large_tree_is_left_as_it_is_and_still_explained() -> None:
    tree = MTree.parse("*".join(f"(n{index}+{index})" for index in range(1, 9)))
    numbers = numbers_of(*map(str, range(1, 9)))
    values = {number.symbol: number.value for number in numbers}
    assert MTree.parse(to_text(factor(tree.root, values), {})).evaluate(values) == tree.evaluate(
        values
    )
    assert len(explain(tree, numbers)) > 200
