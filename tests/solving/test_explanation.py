"""Sentences about trees, and the expressions that people would write."""

import os
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from strategies import SYMBOLS, expressions
from sumc.algebra.checking import check
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import number_value
from sumc.errors import EvaluationError, LimitError, ProblemError
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
            "Multiply 3 by 12: 3 × 12 = 36. Take 7 away from 36: 36 − 7 = 29.",
            "3和12相乘：3 × 12 = 36。 36减去7：36 − 7 = 29。",
        ),
        (
            "n1*(n2-n3)/n4",
            ["2", "5", "1", "4"],
            "Take 1 away from 5: 5 − 1 = 4. "
            "Multiply 2 by the result 4, and divide by 4: 2 × 4 ÷ 4 = 2.",
            "5减去1：5 − 1 = 4。 2和得到的4相乘，再除以4：2 × 4 ÷ 4 = 2。",
        ),
        (
            "n1+n2-n3",
            ["8", "5", "20"],
            "Add 8 and 5, and take 20 away: 8 + 5 − 20 = -7.",
            "8和5相加，再减去20：8 + 5 − 20 = -7。",
        ),
        ("n1", ["5", "3"], "The answer is 5. 3 is not needed.", "答案就是5。 3没有用到。"),
        (
            "n1*(1-n2)",
            ["200", "20%"],
            "Take 20% away from 1: 1 − 20% = 0.8. Multiply 200 by 0.8: 200 × 0.8 = 160. "
            "1 is not written in the text.",
            "1减去20%：1 − 20% = 0.8。 200和0.8相乘：200 × 0.8 = 160。 1不是题目里写的。",
        ),
        (
            "n2-n1",
            ["3", "3"],
            "Take the first 3 away from the second 3: 3 − 3 = 0.",
            "第二个3减去第一个3：3 − 3 = 0。",
        ),
        (
            "(n1+n2)*2",
            ["7", "2"],
            "Add 7 and 2: 7 + 2 = 9. Multiply 9 by an extra 2: 9 × 2 = 18. "
            "The extra 2 is not written in the text.",
            "7和2相加：7 + 2 = 9。 9和另外的2相乘：9 × 2 = 18。 另外的2不是题目里写的。",
        ),
        (
            "n1/n2/n3",
            ["half", "4", "5"],
            "Divide 1/2 by 4, then by 5: (1/2) ÷ 4 ÷ 5 = 0.025.",
            "1/2除以4，再除以5：(1/2) ÷ 4 ÷ 5 = 0.025。",
        ),
        (
            "n1*n1",
            ["5", "1,000", "7"],
            "Multiply 5 by itself: 5 × 5 = 25. 1,000 and 7 are not needed.",
            "5和5相乘：5 × 5 = 25。 1,000和7没有用到。",
        ),
        (
            "n1/(n2+n3)",
            ["1", "2", "4"],
            "Add 2 and 4: 2 + 4 = 6. Divide 1 by 6: 1 ÷ 6 = 1/6.",
            "2和4相加：2 + 4 = 6。 1除以6：1 ÷ 6 = 1/6。",
        ),
        (
            "-n1*n2",
            ["3", "4"],
            "Multiply 3 by 4: 3 × 4 = 12. Take the opposite of 12: 0 − 12 = -12.",
            "3和4相乘：3 × 4 = 12。 取12的相反数：0 − 12 = -12。",
        ),
        (
            "-n1-n2",
            ["3", "4"],
            "Take the opposite of the sum of 3 and 4: 0 − 3 − 4 = -7.",
            "3和4相加，再取相反数：0 − 3 − 4 = -7。",
        ),
        ("n1^-1", ["7"], "Divide 1 by 7: 1 ÷ 7 = 1/7.", "1除以7：1 ÷ 7 = 1/7。"),
        (
            "n1*n2/n3",
            ["48", "half", "3"],
            "Multiply 48 by 1/2, and divide by 3: 48 × (1/2) ÷ 3 = 8.",
            "48和1/2相乘，再除以3：48 × (1/2) ÷ 3 = 8。",
        ),
        (
            "n1*n2*n3",
            ["1/2", "48", "1/3"],
            "Multiply 1/2 by 48, then by 1/3: (1/2) × 48 × (1/3) = 8.",
            "1/2、48和1/3相乘：(1/2) × 48 × (1/3) = 8。",
        ),
        (
            "n1+n2-n3",
            ["2", "1/2", "1"],
            "Add 1/2 to 2, and take 1 away: 2 + (1/2) − 1 = 1.5.",
            "2和1/2相加，再减去1：2 + (1/2) − 1 = 1.5。",
        ),
        (
            "n1*n2+n3",
            ["60", "2 and a half", "3-and-a-half"],
            "Multiply 60 by 2.5: 60 × 2.5 = 150. Add 150 and 3.5: 150 + 3.5 = 153.5.",
            "60和2.5相乘：60 × 2.5 = 150。 150和3.5相加：150 + 3.5 = 153.5。",
        ),
        (
            "n1*n2+n3*1",
            ["40", "fifteen percent", "百分之四十"],
            "Multiply 40 by 15%: 40 × 15% = 6. Add 6 and 40%: 6 + 40% = 6.4.",
            "40和15%相乘：40 × 15% = 6。 6和40%相加：6 + 40% = 6.4。",
        ),
        (
            "n1*n1*n1",
            ["5"],
            "Multiply 5 by 5, then by 5: 5 × 5 × 5 = 125.",
            "5、5和5相乘：5 × 5 × 5 = 125。",
        ),
        (
            "n1^4-n2",
            ["3", "5"],
            "Use 3 as a factor 4 times: 3 × 3 × 3 × 3 = 81. Take 5 away from 81: 81 − 5 = 76.",
            "4个3相乘：3 × 3 × 3 × 3 = 81。 81减去5：81 − 5 = 76。",
        ),
        (
            "n1^10",
            ["2"],
            "Use 2 as a factor 10 times: 2¹⁰ = 1024.",
            "10个2相乘：2¹⁰ = 1024。",
        ),
        (
            "n1^100",
            ["2"],
            "Use 2 as a factor 100 times: 2¹⁰⁰ = 1267650600228229401496703205376.",
            "100个2相乘：2¹⁰⁰ = 1267650600228229401496703205376。",
        ),
        (
            "n1*n2^7",
            ["5", "-2"],
            "Use -2 as a factor 7 times: (-2)⁷ = -128. Multiply 5 by -128: 5 × (-128) = -640.",
            "7个-2相乘：(-2)⁷ = -128。 5和-128相乘：5 × (-128) = -640。",
        ),
        (
            "n1/n2^5",
            ["100", "2"],
            "Use 2 as a factor 5 times: 2 × 2 × 2 × 2 × 2 = 32. "
            "Divide 100 by 32: 100 ÷ 32 = 3.125.",
            "5个2相乘：2 × 2 × 2 × 2 × 2 = 32。 100除以32：100 ÷ 32 = 3.125。",
        ),
        (
            "(n1-n2)^2*n3",
            ["7", "2", "3"],
            "Take 2 away from 7: 7 − 2 = 5. Multiply 5 by 5, then by 3: 5 × 5 × 3 = 75.",
            "7减去2：7 − 2 = 5。 5、5和3相乘：5 × 5 × 3 = 75。",
        ),
        (
            "n1*n2+n1*n2",
            ["3", "4"],
            "Multiply 3 by 4: 3 × 4 = 12. Add 12 and 12: 12 + 12 = 24.",
            "3和4相乘：3 × 4 = 12。 12和12相加：12 + 12 = 24。",
        ),
        (
            "n1*666 2/3",
            ["3"],
            "Multiply 3 by 2000/3: 3 × (2000/3) = 2000. 2000/3 is not written in the text.",
            "3和2000/3相乘：3 × (2000/3) = 2000。 2000/3不是题目里写的。",
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
        assert symbol in values or symbol == "1" or number_text(number_value(symbol)) in told
    steps = [each for each in sentences if "written" not in each and "needed" not in each]
    steps = [each for each in steps if not each.endswith(("题目里写的。", "没有用到。"))]
    same = [each for each in tree.symbols if MTree.parse(each).evaluate(values) == answer]
    forms = (number_text(answer), *same)  # 1*2(1/3) is 2(1/3), as it stands there
    assert any(each in steps[-1] for each in forms) or len(tree.symbols) == 1


@given(expressions(max_leaves=10), VALUES)
def test_factoring_keeps_the_value_and_says_the_same_formula(
    expression: str, values: dict[str, Fraction]
) -> None:
    tree, answer = evaluated(expression, values)
    whole = factor(tree.root, values)
    texts = {name: number_text(value) for name, value in values.items()}
    try:
        written = MTree.parse(to_text(whole, texts))
    except LimitError:
        reject()  # multiplied out it is longer than any that we read
    assert written.evaluate() == answer
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
        ("n1^3", "n1*n1*n1"),
        ("n1^4-n2", "n1^4-n2"),
        ("n1/n2^5", "n1/n2^5"),
        ("n1^-4", "1/n1^4"),
        ("(n1+n2)^2", "(n1+n2)*(n1+n2)"),
        ("(n1-n2+n3)^2", "(n1-n2+n3)*(n1-n2+n3)"),
        ("(n2-n1)^2", "(n1-n2)*(n1-n2)"),
        ("(n1+n2)^2*n3", "(n1+n2)*(n1+n2)*n3"),
        ("(n1+1)^2", "(n1+1)*(n1+1)"),
        ("n1^2+n2^2", "n1*n1+n2*n2"),
        ("n1^2+n1*n2+n2^2", "n1*(n1+n2)+n2*n2"),
    ],
)
def test_expressions_are_those_that_people_write(expression: str, written: str) -> None:
    """The numbers are 9, 5, 3 and 2: n3-n2 is negative and turned where another sign can go."""
    values = {f"n{index}": Fraction(value) for index, value in enumerate((9, 5, 3, 2), start=1)}
    assert to_text(factor(MTree.parse(expression).root, values)) == written


TIES = """
from fractions import Fraction
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import number_value
from sumc.solving.factoring import factor, to_text
values = {f"n{index}": Fraction(index) for index in range(1, 6)}
for text in ("n1*n2+n1*n3+n2*n3", "n1*n2+n2*n3+n3*n4+n4*n5", "n1*n2/n3+n4*n2/n5+n1*n5/n3"):
    print(to_text(factor(MTree.parse(text).root, values)))
"""


def test_another_process_writes_the_same_expression() -> None:
    """Where several factors are equally frequent, the first one stands before the brackets.

    An output that a second process resumes is the same to the byte.
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
