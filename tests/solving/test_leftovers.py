"""What an explanation says at the end: only what is true and new."""

import pytest

from solving.test_answer import solved
from sumc.problems.numbers import find_quantities
from sumc.solving.leftovers import is_mentioned, same_number
from sumc.solving.number import SolvedNumber


@pytest.mark.parametrize(
    ("constant", "text", "language", "expected"),
    [
        ("2", "There are 12 pens.", "en", False),
        ("2", "There are 2 pens.", "en", True),
        ("2", "It weighs 2.5 kg.", "en", False),
        ("2", "She eats 1/2 of it.", "en", False),
        ("2", "Both ropes are 9 m long.", "en", True),
        ("3", "A third of them left.", "en", True),
        ("60", "How many minutes is that?", "en", False),
        ("100", "It is 15% off.", "en", True),
        ("100", "What percentage is that?", "en", True),
        ("100", "How many cents is that?", "en", False),
        ("3.14", "A circle has a radius of 5 cm.", "en", False),
        ("3", "三科平均分是多少？", "zh", True),
        ("2", "两人一样多。", "zh", True),
        ("2", "长方形的周长是多少？", "zh", False),
        ("100", "占百分之几？", "zh", True),
        ("2", "Both ropes are 9 m long.", "", False),
    ],
)
def test_a_constant_is_known_where_a_text_has_it(
    constant: str, text: str, language: str, expected: bool
) -> None:
    assert is_mentioned(constant, text, language) is expected


@pytest.mark.parametrize(
    ("constant", "written", "expected"),
    [
        ("2", "half", True),
        ("3", "-3", True),
        ("4", "1/4", True),
        ("25", "25%", True),
        ("25", "0.25", False),
        ("3", "2/3", False),
        ("0", "0", True),
        ("5", "0", False),
    ],
)
def test_a_constant_may_be_a_number_in_another_form(
    constant: str, written: str, expected: bool
) -> None:
    (found,) = find_quantities(written)
    number = SolvedNumber("n1", found.text, found.value, found.start, found.end, ())
    assert same_number(constant, number) is expected


@pytest.mark.parametrize(
    ("text", "formula", "sentences"),
    [
        ("Half of the 36 cups are full. How many cups are full?", "n2/2", []),
        ("A bag costs $60. It is 20% off. How many dollars are saved?", "n1*20/100", []),
        ("4 pens cost $6. How much does 1 pen cost?", "n2/n1", []),
        ("The sum of two numbers is 45. One of them is 17. What is the other one?", "n2-n3", []),
        ("Ann has 2 dogs. Her garden is 9 m by 5 m. How long is the fence?", "2*(n2+n3)", []),
        (
            "Ann has 4 dogs. Her garden is 9 m by 5 m. How long is the fence?",
            "2*(n2+n3)",
            ["2 is not written in the text.", "The 4 dogs are not needed."],
        ),
        (
            "Ann has 1 dog and 7 hats. She gets 3 more hats. How many hats has she?",
            "n2+n3",
            ["The 1 dog is not needed."],
        ),
        ("甲班有45人，乙班有38人，两班一共有多少人？", "n1+n2", []),
        ("甲班有45人，乙班有38人，3人走了，甲班比乙班多几人？", "n1-n2", ["3人没有用到。"]),
    ],
)
def test_what_is_left_over_is_said_where_it_is_news(
    text: str, formula: str, sentences: list[str]
) -> None:
    told = solved(text, formula).explanation()
    assert [each for each in told if "=" not in each] == sentences
