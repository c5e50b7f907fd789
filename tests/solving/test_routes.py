"""Texts that a rule answers (words, equations, conversions), and all that it leaves alone."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solving.stubs import CHINESE_PENCILS, PENCILS, Adder, adding_solver
from strategies import texts
from sumc.problems.generator import generate
from sumc.problems.numbers import Language, detect_language
from sumc.problems.units.table import units
from sumc.solving.refusals import SENTENCES, sentence_of
from sumc.solving.routes import grammar
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.finding import ALGEBRA, find_exact
from sumc.solving.routes.grammar import FILES, load_grammar
from sumc.solving.routes.rules import rule_names
from sumc.solving.routes.words import read_in_words


def answer(text: str) -> Fraction | str | None:
    """The value that a route finds, the reason why there is none, or None where no route goes."""
    found = find_exact(text, detect_language(text))
    if isinstance(found, Exact):
        return found.tree.evaluate(found.problem.values)
    return found.reason if found else None


@pytest.mark.parametrize(
    ("text", "value", "rule"),
    [
        ("subtract 5 from 12", "7", "subtract-from"),
        ("Take 5 away from 12.", "7", "subtract-from"),
        ("the product of 6 and 7", "42", "product"),
        ("the sum of 3, 4 and 5", "12", "sum"),
        ("The sum of 3, 4, and 5?", "12", "sum"),
        ("What is 84 divided by 7?", "12", "quotient"),
        ("84 divided by 7", "12", "quotient"),
        ("divide 7 into 84", "12", "divide-into"),
        ("what is 15% of 80", "12", "part-of"),
        ("What's fifteen percent of eighty?", "12", "part-of"),
        ("half of 30", "15", "part-of"),
        ("two thirds of 27", "18", "part-of"),
        ("12 more than 5", "17", "more-than"),
        ("5 less than 12", "7", "less-than"),
        ("What number is 3 less than the product of 4 and 5?", "17", "less-than"),
        ("5 less than three times eight", "19", "less-than"),
        ("the square of 9", "81", "square"),
        ("ten squared", "100", "square"),
        ("What is twice the sum of 4 and 5?", "18", "multiple-of"),
        ("half the difference between 20 and 6", "7", "part-of"),
        ("the difference between 5 and 12", "7", "difference"),
        ("5 minus 12", "-7", "difference"),
        ("the average of 3, 4 and 8", "5", "average"),
        ("Increase 80 by 15%.", "92", "percent-more"),
        ("15% more than 80", "92", "percent-more"),
        ("20% off 50", "40", "percent-less"),
        ("increase 80 by 5", "85", "sum"),
        ("Multiply 6 by 7 and subtract 5.", "37", "difference"),
        ("Add 3 and 4, then divide by 2.", "7/2", "quotient"),
        ("start with 5, add 3, multiply by 2", "16", "product"),
        ("What do you get if you subtract 5 from 12?", "7", "subtract-from"),
        ("If 84 is divided by 7, what is the result?", "12", "quotient"),
        ("What percent of 80 is 12?", "15", "percentage"),
        ("12 is what percent of 80?", "15", "percentage"),
        ("what fraction of 60 is 12", "1/5", "fraction-of"),
        ("How many times does 7 go into 84?", "12", "how-many-times"),
        ("How many 6s are in 54?", "9", "how-many-times"),
        ("How many 6's are there in 54?", "9", "how-many-times"),
        ("How many tens are in 560?", "56", "how-many-times"),
        ("How many hundreds are there in 4500?", "45", "how-many-times"),
        ("What is the sum of 1 to 20?", "210", "sum-of-a-row"),
        ("Find the sum of all whole numbers from 3 to 7.", "25", "sum-of-a-row"),
        ("17 mod 5", "2", "remainder"),
        ("How much more is 12 than 5?", "7", "comparison"),
        ("12 is 15% of what number?", "80", "missing-number"),
        ("What number plus 5 is 12?", "7", "missing-number"),
        ("What must be added to 5 to get 12?", "7", "missing-number"),
        ("What is (3 + 4) times 2?", "14", "product"),
        ("what is minus 5 plus 8", "3", "sum"),
        ("the sum of 2 and 1/2", "5/2", "sum"),
        ("the product of 2 and 1/2", "1", "product"),
        ("what is one plus one", "2", "sum"),
        ("3 plus 4 times 5", "23", "sum"),
        ("12加5是多少", "17", "sum"),
        ("三加五等于几", "8", "sum"),
        ("84除以7", "12", "quotient"),
        ("5除60", "12", "divides"),
        ("用5除60，得多少？", "12", "divides"),
        ("60被5除", "12", "quotient"),
        ("36的四分之一", "9", "part-of"),
        ("36的一半是多少", "18", "part-of"),
        ("80的25%是多少", "20", "part-of"),
        ("比12多5的数", "17", "more-than"),
        ("比12少5的数是多少？", "7", "less-than"),
        ("比80多25%的数是多少", "100", "percent-more"),
        ("求3、4、5的和", "12", "sum"),
        ("3、4、8的平均数是多少", "5", "average"),
        ("3，4，8的平均数是多少", "5", "average"),
        ("3, 4, 8的平均数是多少", "5", "average"),
        ("3，4和8的和", "15", "sum"),
        ("从1加到20等于多少", "210", "sum-of-a-row"),
        ("从1连续加到20的和是多少", "210", "sum-of-a-row"),
        ("560里面有几个十", "56", "how-many-times"),
        ("12与5的和的3倍", "51", "multiple-of"),
        ("84减去12的差除以8，商是多少", "9", "quotient"),
        ("3加4的和乘5", "35", "product"),
        ("3加4乘5", "23", "sum"),
        ("60是12的几倍", "5", "how-many-times"),
        ("12是60的几分之几", "1/5", "fraction-of"),
        ("12是60的百分之几", "20", "percentage"),
        ("60比50多百分之几", "20", "percent-compared"),
        ("12比5多多少", "7", "comparison"),
        ("5和12相差多少", "7", "comparison"),
        ("一个数的3倍是36，求这个数", "12", "missing-number"),
        ("比一个数多5的数是12，这个数是多少？", "7", "missing-number"),
        ("3个5相加是多少", "15", "repeated-sum"),
        ("12的平方", "144", "square"),
    ],
)
def test_arithmetic_in_words_is_worked_out_by_a_named_rule(
    text: str, value: str, rule: str
) -> None:
    model = Adder()
    found = adding_solver(model).solve(text)
    assert (found.answer, found.rules[0].name) == (Fraction(value), rule)
    assert (found.confidence, found.model, model.batches) == (1.0, ALGEBRA, [])
    for language in ("en", "zh"):
        assert found.explanation(language)[0] == found.rules[0].sentence(language)
    assert found.to_json()["rules"] == [each.name for each in found.rules]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x + 5 = 12", "7"),
        ("3x - 2 = 10", "4"),
        ("3x -2 = 10", "4"),
        ("Solve for x: 2(x+3)=14", "4"),
        ("find n if n/4 = 9", "36"),
        ("If 3y + 2 = 14, what is y?", "4"),
        ("Solve 5a = 2a + 12 for a.", "4"),
        ("What is the value of y in the equation 3y = 12?", "4"),
        ("(x + 3)/2 = 5", "7"),
        ("7 = x - 2", "9"),
        ("-x = 5", "-5"),
        ("1/2 x = 5", "10"),
        ("0.5x + 1,000 = 1,002", "4"),
        ("12 / x = 3", "4"),
        ("2^3 + x = 10", "2"),
        ("3x + 3 = 9", "2"),
        ("5 + ? = 12", "7"),
        ("5 + __ = 12", "7"),
        ("( ) + 5 = 12", "7"),
        ("15 ÷ （　） = 3", "5"),
        ("3 x ? = 12", "4"),
        ("? = 3 + 4", "7"),
        ("If 3x + 2 = 17, what is x + 1?", "6"),
        ("If 3x + 2 = 17, what is the value of 4x - 1?", "19"),
        ("What is 2y if y + 3 = 10?", "14"),
        ("已知3x+2=17，求4x-1的值", "19"),
        ("若x-7=5，则2x+1=？", "25"),
        ("解方程：3x+5=20", "5"),
        ("3x+5=20，求x", "5"),
        ("如果x-7=5，那么x等于几？", "12"),
    ],
)
def test_an_equation_for_one_unknown_is_solved(text: str, value: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.confidence) == (Fraction(value), 1.0)
    assert [each.name for each in found.rules] == ["equation"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x + 1 = x + 2", "no-solution"),
        ("0x = 5", "no-solution"),
        ("3x = 3x + 1", "no-solution"),
        ("12/x = 0", "no-solution"),
        ("2x = x + x", "any-number"),
        ("2(x + 1) = 2x + 2", "any-number"),
        ("2^n = 8", "not-linear"),
        ("x^2 = 9", "not-linear"),
        ("x² = 9", "not-linear"),
        ("x*x = 9", "not-linear"),
        ("x + y = 5", "several-unknowns"),
        ("divide 84 by 0", "division-by-zero"),
        ("84除以0", "division-by-zero"),
        ("the sum of 3 and 4 times 2", "ambiguous"),
        ("half of the sum of 30 and 6 plus 4", "ambiguous"),
        ("What is 90 less 10%?", "ambiguous"),
        ("If 2x = 10, what is 12/3x?", "ambiguous"),
        ("How many 6s are in 57?", "other-operation"),
        ("How many tens are in 567?", "other-operation"),
        ("567里面有几个十", "other-operation"),
        ("一个两位数，十位上是4，个位上是7，这个数是多少？", "other-operation"),
        ("How many kilograms are in 3 hours?", "no-conversion"),
    ],
)
def test_what_has_no_answer_has_a_clear_reason(text: str, reason: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason, found.model) == (None, reason, ALGEBRA)
    assert found.message == sentence_of(reason, found.language)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("How many minutes are in 2.5 hours?", "150", "minutes"),
        ("How many minutes are there in an hour and a half?", "90", "minutes"),
        ("how many minutes are in half an hour", "30", "minutes"),
        ("How many seconds are in 2 hours and 5 minutes?", "7500", "seconds"),
        ("How many days are in a week?", "7", "days"),
        ("how many days are in 6 weeks", "42", "days"),
        ("How many months are in 3 years?", "36", "months"),
        ("convert 3 km to metres", "3000", "metres"),
        ("Convert 90 minutes to hours.", "3/2", "hours"),
        ("convert 5 miles to kilometres", "25146/3125", "kilometres"),
        ("What is 5 ft 7 in in inches?", "67", "inches"),
        ("5 feet 7 inches = ? inches", "67", "inches"),
        ("How many pounds are in 32 ounces?", "2", "pounds"),
        ("How many cents are in $2.50?", "250", "cents"),
        ("$5 in cents", "500", "cents"),
        ("how many cups are in 2 gallons", "32", "cups"),
        ("3千米等于多少米", "3000", "米"),
        ("2小时30分=(  )分", "150", "分"),
        ("3吨是多少千克", "3000", "千克"),
        ("8元5角等于多少角", "85", "角"),
        ("5角等于多少元", "1/2", "元"),
        ("把3千米换算成米", "3000", "米"),
        ("一小时有多少分钟", "60", "分钟"),
        ("2千克500克等于多少克？", "2500", "克"),
        ("3.5公顷等于多少平方米", "35000", "平方米"),
    ],
)
def test_a_conversion_is_exact_and_has_its_unit(text: str, value: str, unit: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.unit, found.confidence) == (Fraction(value), unit, 1.0)
    assert {each.name for each in found.rules} == {"conversion"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("75 minutes = ? hours", "1.25 hours"),
        ("150 seconds = ___ minutes", "2.5 minutes"),
        ("Convert 75 minutes to hours.", "1.25 hours"),
        ("2时15分=( )时", "2.25时"),
        ("120 minutes = ? hours", "2 hours"),
        ("1小时20分=( )分", "80分"),
        ("A match is 105 minutes long. How long is it in hours and minutes?", "1 h 45 min"),
        ("A match lasted 105 minutes. How many hours and minutes is that?", "1 h 45 min"),
        ("Convert 105 minutes to hours and minutes.", "1 h 45 min"),
        ("How many minutes and seconds are in 80 seconds?", "1 min 20 s"),
        ("105分钟=（ ）小时（ ）分", "1小时45分钟"),
        ("80秒合几分几秒？", "1分钟20秒"),
        ("一场比赛长105分钟，合几小时几分？", "1小时45分钟"),
        ("2.5小时=（ ）时（ ）分", "2小时30分钟"),
        ("180分=（ ）时（ ）分", "3时"),
    ],
)
def test_a_conversion_is_said_in_the_units_that_are_asked_for(text: str, said: str) -> None:
    assert adding_solver().solve(text).said == said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("50分钟=（ ）时（ ）分", "several-questions"),
        ("How many hours and kilograms are in 100 minutes?", "several-questions"),
        ("250 cm in metres and centimetres", "several-questions"),
        ("Two matches are 105 minutes long. How long is it in hours and minutes?", None),
        ("A match is 105 minutes long. How long are two matches in hours and minutes?", None),
    ],
)
def test_what_cannot_be_said_in_two_units_is_not_answered(text: str, reason: str | None) -> None:
    assert answer(text) == reason


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("convert 4 km to metres", "4 km in metres: 4 × 1000 = 4000 metres."),
        ("1000 m = ? km", "1000 m in km: 1000 ÷ 1000 = 1 km."),
        ("4千米=( )米", "4千米换算成米：4 × 1000 = 4000米。"),
        ("75 minutes = ? hours", "75 minutes in hours: 75 ÷ 60 = 1.25 hours."),
    ],
)
def test_a_conversion_is_explained_as_one(text: str, step: str) -> None:
    assert adding_solver().solve(text).explanation()[1:] == (step,)


def test_the_rule_of_a_conversion_tells_its_factor_in_both_languages() -> None:
    found = adding_solver().solve("Convert 90 minutes to hours.")
    assert found.explanation("en")[0] == "1 hour is 60 minutes."
    assert found.explanation("zh")[0] == "1小时＝60分钟。"


@pytest.mark.parametrize(
    "text",
    [
        PENCILS,
        CHINESE_PENCILS,
        "How much is 3 and 4?",
        "3和4一共是多少？",
        "What is 5?",
        "80 plus 15%",
        "How many apples are in 3 boxes?",
        "How many litres are in 5 gallons?",
        "How many days are in 2 years?",
        "Ann has half of 30 pens. How many pens does she have?",
        "The product of 6 and 7 eggs is sold. How many eggs?",
        "比12多5的苹果是多少个？",
        "How many 5s are in 5 boxes?",
        "If 3x + 2 = 17, what is y + 1?",
        "从20加到1是多少",
        "Ben solved x + 5 = 12 in 3 minutes. How many minutes for 4 equations?",
        "",
    ],
)
def test_a_story_is_left_to_a_model(text: str) -> None:
    assert answer(text) is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_story_of_the_generator_is_taken_for_plain_arithmetic(language: Language) -> None:
    for problem in generate(language, 300, seed=7):
        assert find_exact(problem.text, language) is None, problem.text


@pytest.mark.parametrize("language", FILES)
def test_every_rule_of_a_grammar_has_its_sentences(language: Language) -> None:
    used = {each.name for each in load_grammar(language).productions if each.name}
    assert used <= set(rule_names())


numbers = st.integers(0, 99)


@given(numbers, numbers, numbers, st.sampled_from(["plus", "minus", "times"]))
def test_words_and_signs_say_the_same(a: int, b: int, c: int, word: str) -> None:
    sign = {"plus": "+", "minus": "-", "times": "*"}[word]
    in_words = answer(f"What is {a} plus {b} {word} {c}?")
    assert in_words == answer(f"What is {a} + {b} {sign} {c}?")


@given(numbers, numbers)
def test_dividing_and_dividing_by_are_opposites(a: int, b: int) -> None:
    """A除以B is a/b, A除B is b/a: the one mistake that everybody makes."""
    assert answer(f"{a}除以{b}") == (Fraction(a, b) if b else "division-by-zero")
    assert answer(f"{a}除{b}") == answer(f"{b}除以{a}")


@given(
    st.integers(-20, 20),
    st.integers(-9, 9).filter(bool),
    st.integers(0, 50),
    st.sampled_from(["{a}x + {b} = {c}", "{c} = {b} + {a}x", "Solve for x: {a}*x+{b}={c}"]),
)
def test_a_linear_equation_has_the_solution_it_was_made_from(
    solution: int, slope: int, constant: int, form: str
) -> None:
    text = form.format(a=slope, b=constant, c=slope * solution + constant)
    assert answer(text) == solution


METRIC = ["kilometre", "metre", "centimetre", "kilogram", "gram", "hour", "minute", "week"]


@given(
    st.fractions(min_value=0, max_value=1000, max_denominator=1).map(int),
    st.sampled_from(METRIC),
    st.sampled_from(METRIC),
    st.sampled_from(["en", "zh"]),
)
def test_converting_there_and_back_is_the_identity(
    count: int, first: str, second: str, language: Language
) -> None:
    source, target = units(language).named(first), units(language).named(second)
    form = {"en": "convert {} {} to {}", "zh": "{}{}等于多少{}"}[language]
    found = answer(form.format(count, source.plural, target.plural))
    if source == target or source.dimension != target.dimension:
        assert not isinstance(found, Fraction)
        return
    assert isinstance(found, Fraction)
    assert found * target.to(source) == count


@given(texts())
def test_any_text_gets_a_value_a_reason_or_nothing(text: str) -> None:
    for language in FILES:
        found = find_exact(text, language)
        if isinstance(found, Unanswerable):
            assert found.reason in SENTENCES


WORDS = st.sampled_from(
    [
        "the",
        "sum",
        "of",
        "product",
        "difference",
        "between",
        "3",
        "4",
        "5",
        "1/2",
        "15%",
        "and",
        ",",
        "plus",
        "minus",
        "times",
        "divided",
        "by",
        "subtract",
        "from",
        "what",
        "is",
        "number",
        "half",
        "twice",
        "more",
        "than",
        "less",
        "(",
        ")",
        "add",
        "then",
        "it",
        "=",
        "x",
        "?",
    ]
)


@given(st.lists(WORDS, max_size=40))
def test_no_heap_of_its_words_is_too_much_for_a_grammar(words: list[str]) -> None:
    text = " ".join(words)
    assert find_exact(text, "en") == find_exact(text, "en")


def test_a_text_that_takes_too_long_to_read_is_left_to_a_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chain of 25 divisions of halves took a fifth of a second."""
    assert read_in_words("½/½//" + "½/" * 25 + "½", "en") is None
    assert read_in_words("Subtract 5 from 12.", "en") is not None
    monkeypatch.setattr(grammar, "MOST_STEPS", 100)
    assert read_in_words("Subtract 5 from 12.", "en") is None
