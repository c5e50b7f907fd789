"""The steps of solutions as a teacher would tell them, and the answers with their units.

`steps.txt` has a problem, its calculation with the answer, and the sentences, with an empty line
between problems. Every sentence there was read aloud: what does not sound like a person is wrong.
"""

from pathlib import Path

import pytest

from solving.test_answer import solved

BLOCKS = (Path(__file__).parent / "steps.txt").read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("block", BLOCKS)
def test_steps_are_told_as_people_tell_them(block: str) -> None:
    text, calculation, *sentences = block.splitlines()
    formula, _, answer = calculation.partition("  ->  ")
    solution = solved(text, formula)
    assert solution.said == answer
    assert list(solution.explanation()) == sentences


def test_there_are_many_of_them_in_both_languages() -> None:
    chinese = [block for block in BLOCKS if not block.splitlines()[0].isascii()]
    assert len(chinese) >= 40
    assert len(BLOCKS) - len(chinese) >= 60


@pytest.mark.parametrize(
    ("text", "formula", "sentence"),
    [
        (
            "Ann reads 12 pages on each of 5 days. How many pages?",
            "n1*n2",
            "12 pages a day for 5 days: 12 × 5 = 60 pages.",
        ),
        (
            "Ann had 12 pens each and Tom had 5 cups each. How many is that?",
            "n1*n2",
            "Multiply 12 by 5: 12 × 5 = 60.",
        ),
        (
            "Ben earns $9 an hour. How much does he earn in 2 days?",
            "n1*n2",
            "Multiply 9 by 2: 9 × 2 = $18.",
        ),
        (
            "There are 4 boys and 30 kg of rice. How much is that?",
            "n1*n2",
            "Multiply 4 by 30: 4 × 30 = 120.",
        ),
    ],
)
def test_what_is_not_sure_is_plain_arithmetic(text: str, formula: str, sentence: str) -> None:
    """Nothing odd is said: no rate of one thing for another, no wage an hour for days."""
    assert solved(text, formula).explanation()[0] == sentence
