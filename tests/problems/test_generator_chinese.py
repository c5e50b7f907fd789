"""The built-in Chinese problems: solvable, told in full, sensible and varied."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from built_in import SAMPLE, generated_sample
from sumc.algebra.mtree import MTree
from sumc.problems.generator.chinese.grammar import ChineseGrammar
from sumc.problems.generator.engine import draw_problem, load_stories
from sumc.problems.generator.loading import load_language
from sumc.problems.generator.quantities import is_sensible
from sumc.problems.generator.schema import Clause
from sumc.problems.generator.stories import Story
from sumc.problems.numbers import find_quantities, mask_numbers

FEWEST_SCHEMAS = 200
FEWEST_ASKS = 660
FEWEST_MASKED = 3_600
"""Texts of the sample that differ even without their numbers."""
FEWEST_SHAPES = 100
"""Equations of the sample that differ even without their numbers."""
LONGEST = 140
NUMBER = re.compile(r"\((\d+)/(\d+)\)|(\d+(?:\.\d+)?)(%?)")
GRAMMAR = ChineseGrammar()


def stories() -> list[Story]:
    """Every ask of every schema."""
    return [story for group in load_stories("zh") for story in group]


def values_of(equation: str) -> set[Fraction]:
    """The numbers of an equation: fractions in brackets and percents count as one."""
    return {
        Fraction(int(match[1]), int(match[2]))
        if match[1]
        else Fraction(match[3]) / (100 if match[4] else 1)
        for match in NUMBER.finditer(equation)
    }


def constants_of(story: Story) -> set[Fraction]:
    """The numbers that the equation of a story knows without being told."""
    return {Fraction(number) for number in re.findall(r"(?<!\w)\d+(?:\.\d+)?", story.equation)}


def test_there_are_many_schemas_with_many_asks() -> None:
    """The floor is what the package ships today, rounded down."""
    schemas = load_language("zh").schemas
    assert len(schemas) >= FEWEST_SCHEMAS
    assert sum(len(schema.asks) for schema in schemas) >= FEWEST_ASKS


def test_the_name_p_is_kept_for_children() -> None:
    """Noise speaks of `{p}`, so a number or a grown-up of that name would be made a child."""
    for story in stories():
        assert "p" not in story.told, story.name
    lists = [
        part.split()
        for schema in load_language("zh").schemas
        for part in schema.words.split(";")
        if "p" in part.split()[:-1]
    ]
    assert {slots[-1] for slots in lists} == {"person"}


@pytest.mark.uncounted
def test_every_ask_can_be_drawn_and_is_told_in_full() -> None:
    """Numbers of the equation stand in the text, except constants; answers are exact."""
    for story in stories():
        for index in range(4):
            problem = draw_problem(story, Random(f"{story.name} {index}"))
            found = {quantity.value for quantity in find_quantities(problem.text, language="zh")}
            told = found | constants_of(story)
            assert values_of(problem.equation) <= told, problem
            assert MTree.parse(problem.equation).evaluate({}) == problem.answer, problem
            assert is_sensible(problem.answer, story.kinds[story.target]), problem


def test_texts_are_finished_sentences() -> None:
    """No slot, bracket or double punctuation is left, and the end is a sentence's."""
    for problem in generated_sample("zh"):
        assert not re.search(r"[{}\[\]|]|\s|[，。．；：？]{2}|，$|的的|是是|有有", problem.text), (
            problem
        )
        assert problem.text.endswith(("？", "。", "．")), problem
        assert re.search(r"多少|几|求|多厚|多高", problem.text), problem
        assert 8 <= len(problem.text) <= LONGEST, problem


def test_answers_are_positive_and_short() -> None:
    """A school book gives whole numbers, at most two decimals, fractions or percents."""
    for problem in generated_sample("zh"):
        assert problem.answer > 0, problem
        is_decimal = 100 % problem.answer.denominator == 0
        is_share = problem.answer < 1 or re.search("百分之几|率", problem.text)
        assert is_decimal or is_share, problem


def test_texts_and_equations_are_varied() -> None:
    """Nearly every text is new, even when its numbers are masked."""
    texts = {problem.text for problem in generated_sample("zh")}
    masked = {mask_numbers(text, find_quantities(text, language="zh")) for text in texts}
    shapes = {NUMBER.sub("n", problem.equation) for problem in generated_sample("zh")}
    assert len(texts) >= SAMPLE * 0.99
    assert len(masked) >= FEWEST_MASKED
    assert len(shapes) >= FEWEST_SHAPES


def test_equations_have_one_to_seven_operations() -> None:
    """Most problems take two or three steps, as in primary school."""
    steps = Counter(
        len(re.findall(r"[-+*/]", NUMBER.sub("n", problem.equation)))
        for problem in generated_sample("zh")
    )
    assert set(steps) <= set(range(1, 8))
    assert steps[1] + steps[2] + steps[3] + steps[4] > SAMPLE * 0.9


def test_some_texts_tell_numbers_that_do_not_matter() -> None:
    """Asides and noise keep a solver from using every number it sees."""
    spare = sum(
        len(find_quantities(problem.text, language="zh")) > len(NUMBER.findall(problem.equation))
        for problem in generated_sample("zh")
    )
    assert SAMPLE * 0.03 < spare < SAMPLE * 0.4


@pytest.mark.parametrize(
    "pattern",
    [
        r"\(\d+/\d+\)",
        r"\d%",
        r"[两三四五六七八九十][个本支]",
        r"\d[:：]\d",
        "折",
        "一半",
        r"\d\(\d+/\d+\)",
        "kg|km|cm",
        "=多少",
    ],
)
def test_every_way_to_write_numbers_occurs(pattern: str) -> None:
    """Question banks write fractions, percents, ratios, words and symbols."""
    assert any(re.search(pattern, problem.text) for problem in generated_sample("zh"))


@pytest.mark.parametrize(
    ("value", "style", "texts"),
    [
        ("2/5", "", {"(2/5)"}),
        ("1/2", "half", {"(1/2)", "一半"}),
        ("3/20", "half", {"(3/20)"}),
    ],
)
def test_fractions_are_written_in_brackets(value: str, style: str, texts: set[str]) -> None:
    """The convention of the datasets, so that 2/5 is one number."""
    random = Random(1)
    written = {GRAMMAR.number(Fraction(value), "fraction", style, random) for _ in range(40)}
    assert written == texts


@pytest.mark.parametrize(
    ("value", "texts"),
    [("0.8", {"0.8", "八折"}), ("0.85", {"0.85", "八五折"}), ("0.95", {"0.95", "九五折"})],
)
def test_discounts_are_words_or_decimals(value: str, texts: set[str]) -> None:
    """What is still paid of the price, as shops say it or as question banks write it."""
    random = Random(2)
    written = {GRAMMAR.number(Fraction(value), "decimal", "fold", random) for _ in range(40)}
    assert written == texts


def test_decimals_can_be_mixed_numbers() -> None:
    """1.5 hours are 1(1/2) hours."""
    random = Random(3)
    assert GRAMMAR.number(Fraction("1.5"), "decimal", "mixed", random) == "1(1/2)"
    assert GRAMMAR.number(Fraction("0.5"), "decimal", "mixed", random) == "(1/2)"
    assert GRAMMAR.number(Fraction(4), "decimal", "mixed", random) == "4"
    assert GRAMMAR.number(Fraction("0.125"), "percent", "", random) == "12.5%"


def test_nouns_carry_their_measure_words() -> None:
    """An entry of the lexicon is a noun with its measure word, or a person with a pronoun."""
    assert GRAMMAR.counted("5", Fraction(5), "", GRAMMAR.word("苹果:个")) == "5个苹果"
    person = GRAMMAR.word("小红@她")
    assert GRAMMAR.person(person, "he", mentioned=True) == "她"
    assert GRAMMAR.person(person, "'s", mentioned=False) == "小红的"
    assert GRAMMAR.person(person, "his", mentioned=True) == "她的"


def test_a_fact_that_the_question_completes_ends_in_a_comma() -> None:
    """照这样计算 is not a sentence, and a clause may have a comma of its own."""
    for seed in range(30):
        clauses = [Clause("3小时行90千米"), Clause("照这样计算"), Clause("再行2小时，")]
        text = GRAMMAR.compose("last", clauses, "一共行多少千米", Random(seed))
        assert "照这样计算，再行2小时，" in text
    assert GRAMMAR.form(3, Random(1)) == "last"
    assert GRAMMAR.fits("last", clauses, "求路程")


def test_orders_end_in_a_full_stop() -> None:
    """求 asks without a question mark."""
    for seed in range(20):
        text = GRAMMAR.compose("last", [Clause("甲数是5")], "求乙数", Random(seed))
        assert text.endswith(("求乙数。", "求乙数．"))
