"""Rules for powers, roots, remainders, shapes and the like, and what is read in two ways."""

from fractions import Fraction

import pytest

from solving.stubs import Adder, adding_solver
from sumc.problems.numbers import detect_language
from sumc.solving.routes.finding import ALGEBRA, find_exact


@pytest.mark.parametrize(
    ("text", "value", "rule"),
    [
        ("6加2再乘5等于多少", "40", "product"),
        ("60减12再除以4是多少", "12", "quotient"),
        ("80减去5再乘3等于多少", "225", "product"),
        ("6乘4，再加16，再除以5，得多少？", "8", "quotient"),
        ("9加3加4再乘2", "32", "product"),
        ("9加3，然后除以4", "3", "quotient"),
        ("9减3再减2", "4", "difference"),
        ("2乘5加3再除以13", "1", "quotient"),
        ("6与2的和再乘5", "40", "product"),
        ("一个数加5再乘3是36，求这个数", "7", "missing-number"),
        ("比9多5的数的一半是多少", "7", "part-of"),
        ("比9少5的数的3倍", "12", "multiple-of"),
        ("3的4次方是多少", "81", "power"),
        ("49的算术平方根", "7", "square-root"),
        ("29除以6的余数是多少", "5", "remainder"),
        ("29除以6余几", "5", "remainder"),
        ("5/8化成小数", "5/8", "as-decimal"),
        ("45%化成小数是多少", "9/20", "as-decimal"),
        ("把0.45化成百分数", "45", "as-percent"),
        ("20摄氏度是多少华氏度？", "68", "celsius-to-fahrenheit"),
        ("50华氏度是多少摄氏度？", "10", "fahrenheit-to-celsius"),
        ("3 to the power of 4", "81", "power"),
        ("What is 3 raised to the power of 4?", "81", "power"),
        ("3 to the 4th power", "81", "power"),
        ("the square root of 49", "7", "square-root"),
        ("the square root of 49 plus 4", "11", "sum"),
        ("What is the remainder when 29 is divided by 6?", "5", "remainder"),
        ("Find the mean of the following numbers: 4, 6, 11.", "7", "average"),
        ("How many times larger is 15 than 3?", "5", "how-many-times"),
        ("How many less is 3 than 15?", "12", "comparison"),
        ("Write 5/8 as a percent.", "125/2", "as-percent"),
        ("Express 45% as a decimal.", "9/20", "as-decimal"),
        ("Convert 20°C to Fahrenheit.", "68", "celsius-to-fahrenheit"),
        ("What is 50 degrees Fahrenheit in Celsius?", "10", "fahrenheit-to-celsius"),
        ("16 plus 5, please", "21", "sum"),
        ("8 more than a number is 20. Find the number.", "12", "missing-number"),
        ("Three times a number minus 4 is 20. What is the number?", "8", "missing-number"),
        (
            "If a number is divided by 4, the result is 6. What is the number?",
            "24",
            "missing-number",
        ),
        ("If twice a number is 18, what is the number?", "9", "missing-number"),
        ("A third of a number is 9. What's the number?", "27", "missing-number"),
        ("A number is 6 less than twice 9. What is the number?", "12", "less-than"),
        ("In 2001 Ann was 9. How old was she in 2010?", "18", "age-in-a-year"),
        ("Ben was born in 2004. How old will he be in 2030?", "26", "age-in-a-year"),
        ("In what year will Ben be 40 if he was born in 2004?", "2044", "year-of-an-age"),
        ("I was born in 2003. In what year will I be 25 years old?", "2028", "year-of-an-age"),
        ("A mill was built in 1890. In what year was it 90 years old?", "1980", "year-of-an-age"),
        (
            "A bakery opened in 1991. In what year did it celebrate 30 years?",
            "2021",
            "year-of-an-age",
        ),
        ("Ida was 9 in 2015. In which year will she be 21?", "2027", "year-of-an-age"),
        ("My school was built in 1950. How old was the school in 2000?", "50", "age-in-a-year"),
        ("2009年小东6岁，2021年他几岁？", "18", "age-in-a-year"),
        ("小东是2011年出生的，2030年小东多少岁？", "19", "age-in-a-year"),
    ],
)
def test_a_named_rule_works_it_out(text: str, value: str, rule: str) -> None:
    model = Adder()
    found = adding_solver(model).solve(text)
    assert (found.answer, found.rules[0].name) == (Fraction(value), rule)
    assert (found.confidence, found.model, model.batches) == (1.0, ALGEBRA, [])
    for language in ("en", "zh"):
        assert found.explanation(language)[0] == found.rules[0].sentence(language)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("如果□×8=56，那么□=?", "7"),
        ("△+△=18，△=?", "9"),
        ("○-4=9，○是多少？", "13"),
        ("5△=40", "8"),
        ("☆ + 6 = 10", "4"),
        ("If □ + 8 = 20, what is □?", "12"),
        ("□ x 8 = 56, □ = ?", "7"),
        ("4x = 20, x = ?", "5"),
        ("x:6=5:3", "10"),
        ("解比例：3:x=6:8", "4"),
        ("2 : 3 = 8 : ?", "12"),
        ("(x+2):4=3:2", "4"),
        ("25% of x = 6", "24"),
        ("Solve 3/5 of x = 12.", "20"),
        ("1/3(x+2)=5", "13"),
        ("2^6 + x = 70", "6"),
        ("4 x (2 + ?) = 20", "3"),
        ("5x + 2(x + 1) = 16", "2"),
    ],
)
def test_a_shape_a_ratio_or_a_part_of_x_is_solved(text: str, value: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.confidence) == (Fraction(value), 1.0)
    assert [each.name for each in found.rules] == ["equation"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("□+○=9", "several-unknowns"),
        ("5□=52", "ambiguous"),
        ("4_ + 3 = 50", "ambiguous"),
        ("18/3x = 2", "ambiguous"),
        ("2^3x = 16", "ambiguous"),
        ("25% of x + 6 = 9", "ambiguous"),
        ("x+2:4=3:2", "ambiguous"),
        ("Divide 40 into 8", "ambiguous"),
        ("40 divided into 8", "ambiguous"),
        ("half of 6 more than 8", "ambiguous"),
        ("twice 6 less than 20", "ambiguous"),
        ("3 times 4 more than 5", "ambiguous"),
        ("比8多6的一半是多少", "ambiguous"),
        ("比18少6的2倍是多少", "ambiguous"),
        ("2加5再乘3的积", "ambiguous"),
        ("2加5乘3再除以2", "ambiguous"),
        ("17加5除以4的余数", "ambiguous"),
        ("the square root of 16 plus 9", "ambiguous"),
        ("4 x (2 + 1) = 12", "ambiguous"),
        ("How many more is 3 than 15?", "ambiguous"),
        ("By how much does 3 exceed 15?", "ambiguous"),
        ("3比15多多少", "ambiguous"),
    ],
)
def test_what_can_be_read_in_two_ways_is_not_answered(text: str, reason: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason, found.model) == (None, reason, ALGEBRA)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5/8化成小数", "0.625"),
        ("把0.45化成百分数", "45 %"),
        ("Convert 20°C to Fahrenheit.", "68 °F"),
        ("In 2001 Ann was 9. How old was she in 2010?", "18 years"),
    ],
)
def test_the_answer_is_said_as_it_is_asked_for(text: str, said: str) -> None:
    assert adding_solver().solve(text).said == said


def test_an_exponent_in_words_is_no_number_that_is_not_needed() -> None:
    found = adding_solver().solve("4 plus 3 to the power of 4 plus 5")
    assert found.answer == 90
    assert [number.text for number in found.numbers] == ["4", "3", "5"]


@pytest.mark.parametrize(
    "text",
    [
        "What is the LCM of 6 and 8?",
        "Find the greatest common divisor of 20 and 30.",
        "What is the median of 4, 7 and 9?",
        "Mode: 4, 4, 9",
        "How many factors does 20 have?",
        "List the prime factors of 20.",
        "Round 5.68 to the nearest tenth.",
        "What is 5.678 rounded to 2 decimal places?",
        "Estimate 52 x 7",
        "What is the place value of 6 in 461?",
        "What digit is in the hundreds place of 461?",
        "6 factorial",
        "What is the next odd number after 13?",
        "What is the next number: 3, 6, 9?",
        "What is the square root of 18?",
        "cube root of 64",
        "3 to the power of 50",
        "What is the remainder when 4 is divided by 9?",
        "Write 0.45 as a fraction.",
        "Simplify 18:24",
        "求20和30的最大公因数",
        "6和8的最小公倍数是多少？",
        "4、7、9的中位数是多少？",
        "20的因数有哪些？",
        "把20分解质因数",
        "5.678保留两位小数是多少",
        "5.678四舍五入到十分位",
        "461中的6在什么位上？",
        "50以内有多少个质数？",
        "36的平方根是多少",
        "把0.45化成分数",
        "化简比18:24",
    ],
)
def test_what_the_four_operations_do_not_give_is_not_guessed(text: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason) == (None, "other-operation")


@pytest.mark.parametrize(
    "text",
    [
        "Which is larger, 5/6 or 3/4?",
        "Which of 4, 7 and 9 is the smallest?",
        "Which number is greater: 0.6 or 0.56",
        "Compare 5/6 and 3/4.",
        "6和9哪个小？",
        "5/6和3/4哪个数更大",
        "比较5/6和3/4的大小",
        "比大小：5/6○3/4",
    ],
)
def test_which_of_two_numbers_is_larger_is_no_calculation(text: str) -> None:
    found = adding_solver().solve(text)
    assert (found.answer, found.reason) == (None, "no-calculation")


@pytest.mark.parametrize(
    "text",
    [
        "A factory needs 3 factors of 20 minutes. How many minutes is that?",
        "Her mean score in 4 tests is 15. What is the total?",
        "The power of a motor is 5 kW. What do 3 motors have?",
        "5 rounds of 6 shots are how many shots",
        "He shares 17 pens among 5 boys. What is the remainder for him?",
        "The range has 12 stoves in 3 rows. How many are in a row?",
        "A square with a root of 16 apples: how many are in 3 squares?",
        "一个工厂的因数是3和20，一共多少？",
        "In 2001 Ann was 9. How old was Ben in 2010?",
        "In 2001 Ann was 9. How old was she in 1980?",
        "A number is 5. What is the number?",
        "What number plus what number is 9?",
        "Half of 30 pens and 3 more than 7. How many?",
    ],
)
def test_a_story_with_such_a_word_is_left_to_a_model(text: str) -> None:
    assert find_exact(text, detect_language(text)) is None
