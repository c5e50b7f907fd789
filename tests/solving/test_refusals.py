import pytest

from sumc.decoding.hypothesis import NO_NUMBERS, TOO_LONG
from sumc.problems.generator import generate
from sumc.problems.problem import Problem
from sumc.solving import refusals
from sumc.solving.questions import asks_something
from sumc.solving.refusals import CHINESE_SENTENCES, SENTENCES, TextLimits, read_problem


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", NO_NUMBERS),
        ("How are you today, and what is new?", NO_NUMBERS),
        ("Ann has 3 pens and Bob has 4.", refusals.NO_QUESTION),
        ("小明有3个苹果，小红有4个苹果。", refusals.NO_QUESTION),
        ("Ann walks with 3 dogs by the river.", refusals.NO_QUESTION),
        ("When Ann has 3 pens and 4 books.", refusals.NO_QUESTION),
        ("Ann's name is on 3 of the 7 lists.", refusals.NO_QUESTION),
        ("Ann, who has 3 pens, gave 4 away.", refusals.NO_QUESTION),
        ("How many are 3 and 4?" + " " * 2_000, TOO_LONG),
        ("How many are " + "3 and " * 17 + "4?", refusals.TOO_MANY_NUMBERS),
        ("How many are 1 and " + "9" * 31 + "?", refusals.TOO_LARGE_NUMBER),
        ("Сколько будет 3 и 4?", refusals.UNKNOWN_LANGUAGE),
        ("In what year did World War 2 end?", refusals.NO_CALCULATION),
        ("Ann is 12 and Tom is 9. Who is older?", refusals.NO_CALCULATION),
        ("Mr. Lee has 3 vans. What colour are they?", refusals.NO_CALCULATION),
        ("Apollo 11 landed. Where did it come down?", refusals.NO_CALCULATION),
        ("A pen is $2. Are 3 pens more than $5?", refusals.NO_CALCULATION),
        ("第2次世界大战是哪一年结束的？", refusals.NO_CALCULATION),
        ("小明有3支笔，小红有4支笔，谁的笔多？", refusals.NO_CALCULATION),
        ("3千克苹果20元，50元够吗？", refusals.NO_CALCULATION),
        ("A pen is $2. What do 3 cost? How much is left of $9?", refusals.SEVERAL_QUESTIONS),
        ("Of 9 dogs 4 are old. How many are young and how many eat?", refusals.SEVERAL_QUESTIONS),
        ("小明有9元，用了4元。用去了多少？还剩多少元？", refusals.SEVERAL_QUESTIONS),
        ("甲乙共有9个，甲比乙多3个，甲、乙各有多少个？", refusals.SEVERAL_QUESTIONS),
    ],
)
def test_what_no_model_should_be_asked_is_refused(text: str, reason: str) -> None:
    assert read_problem(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "How many are 3 and 4?",
        "Find the sum of 3 and 4.",
        "CALCULATE 3 + 4",
        "3 pens cost $4. What do 5 pens cost.",
        "3 and 4 are how much",
        "Work out 3 times 4.",
        "Add 15 and 27.",
        "There are 3 cats and 4 dogs; count the animals.",
        "Please subtract 8 from 20",
        "Ann has 3 pens and 4 books. Can you tell me the sum",
        "3个苹果和4个苹果一共是多少",
        "求3与4的和．",
        "3比4少几？",
        "3米长的绳子剪去1米，还剩（　）米．",
        "3+4=",
        "(3+4)*5",
        "Who has more pens, Ann with 3 or Tom with 5, and how many more?",
        "Can you work out what 3 pens at $2 cost?",
        "Where is the lift? It holds 8 people. How many lifts are needed for 30 people?",
        "Ann was 9 in 1990. In what year is she 30?",
        "J. T. had 5 cards and lost 3. How many has J. T. got?",
        "3个和5个相同的盒子各装9支笔，共多少支？",
        "9颗糖平均分给3人，每人各得几颗？",
    ],
)
def test_a_question_can_be_put_in_many_ways(text: str) -> None:
    problem = read_problem(text)
    assert isinstance(problem, Problem)
    assert len(problem.quantities) > 1
    assert asks_something(text)


def test_the_built_in_problems_are_read() -> None:
    for language in ("en", "zh"):
        for problem in generate(language, 300, seed=6):
            read = read_problem(problem.text)
            assert isinstance(read, Problem), problem.text
            assert read.language == language


def test_limits_are_settings() -> None:
    limits = TextLimits(characters=30, numbers=2, digits=3)
    assert isinstance(read_problem("How many are 3 and 4?", limits=limits), Problem)
    assert read_problem("How many are 3, 5 and 4?", limits=limits) == refusals.TOO_MANY_NUMBERS
    assert read_problem("How many are 3 and 4000?", limits=limits) == refusals.TOO_LARGE_NUMBER
    assert read_problem("How many are 3 and 4 altogether?", limits=limits) == TOO_LONG


def test_number_words_can_be_left_out() -> None:
    assert isinstance(read_problem("How many are three and four?"), Problem)
    assert read_problem("How many are three and four?", words=False) == NO_NUMBERS


def test_every_reason_is_a_name_with_a_sentence() -> None:
    names = {
        value for name, value in vars(refusals).items() if name.isupper() and type(value) is str
    }
    assert names == set(SENTENCES) == set(CHINESE_SENTENCES)
    for sentence in CHINESE_SENTENCES.values():
        assert not sentence.isascii()
        assert sentence[-1] not in "。."
    for name, sentence in SENTENCES.items():
        assert name.replace("-", "").islower()
        assert sentence[0].islower()
        assert sentence[-1] != "."
