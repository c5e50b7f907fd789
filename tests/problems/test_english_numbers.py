"""English number words: what counts, what does not, and exact spans."""

# ruff: noqa: SIM905 - a line of words reads better than a list of sixty lines

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import LimitError
from sumc.problems.english_numbers import find_number_words
from sumc.problems.numbers import find_quantities

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def read(text: str) -> str:
    """What is found in a text, as `written=value` pairs that are easy to compare."""
    return " ".join(
        f"{found.text.replace(' ', '_')}={found.value}"
        for found in find_quantities(text, language="en")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Seven cats", "Seven=7"),
        ("zero cats", "zero=0"),
        ("twenty-five", "twenty-five=25"),
        ("twenty five", "twenty_five=25"),
        ("fourty-two", "fourty-two=42"),
        ("three hundred and five", "three_hundred_and_five=305"),
        ("a hundred", "a_hundred=100"),
        ("two thousand", "two_thousand=2000"),
        ("two thousand, three hundred", "two_thousand,_three_hundred=2300"),
        ("twelve hundred", "twelve_hundred=1200"),
        ("one million two hundred thousand", "one_million_two_hundred_thousand=1200000"),
        ("five and six", "five=5 six=6"),
        ("two, three", "two=2 three=3"),
        ("two three", "two=2 three=3"),
        ("twenty thirty", "twenty=20 thirty=30"),
        ("twenty zero", "twenty=20 zero=0"),
        ("a hundred hundred", "a_hundred=100"),
        ("two thousand million", "two_thousand=2000"),
        ("3 million", "3_million=3000000"),
        ("$2.5 million", "2.5_million=2500000"),
        ("half a million", "half_a_million=500000"),
        ("ten-year-old", "ten=10"),
        ("two hundred and three hundred people", "two_hundred=200 three_hundred=300"),
        ("two hundred and three thousand", "two_hundred_and_three_thousand=203000"),
        ("one thousand and two thousand", "one_thousand=1000 two_thousand=2000"),
        ("one thousand, two thousand", "one_thousand=1000 two_thousand=2000"),
        (
            "one thousand and two hundred and five thousand",
            "one_thousand=1000 two_hundred_and_five_thousand=205000",
        ),
        ("two thousand and three hundred", "two_thousand_and_three_hundred=2300"),
        ("one hundred and twenty-five cats", "one_hundred_and_twenty-five=125"),
        ("twenty five-dollar bills", "twenty=20 five=5"),
        ("twenty-five-dollar bills", "twenty-five=25"),
        ("a thirty five-minute walk", "thirty_five=35"),
        ("twenty five-year-old trees", "twenty_five=25"),
    ],
)
def test_whole_numbers(text: str, expected: str) -> None:
    """Number words join as far as they make one number."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a dozen eggs", "a_dozen=12"),
        ("how many dozen eggs", "dozen=12"),
        ("two dozen eggs", "two=2 dozen=12"),
        ("two-dozen", "two=2 dozen=12"),
        ("one dozen, at $4 a dozen", "one=1 dozen=12 4=4 a_dozen=12"),
        ("3 dozen, 3 dozens of eggs", "3=3 dozen=12 3=3 dozens=12"),
        ("2.5 dozen", "2.5=5/2 dozen=12"),
        (
            "two hundred dozen, 3 million dozens",
            "two_hundred=200 dozen=12 3_million=3000000 dozens=12",
        ),
        ("two and a half dozen", "two_and_a_half=5/2 dozen=12"),
        ("2 and half dozens", "2_and_half=5/2 dozens=12"),
        ("half a dozen, half of a dozen", "half_a_dozen=6 half=1/2 a_dozen=12"),
        ("a half dozen, 4 half dozens", "a_half_dozen=6 4=4 half_dozens=6"),
        ("1/2 dozen", "1/2=1/2 dozen=12"),
        ("dozens of eggs, 3, dozens", "3=3"),
        ("a dozen and a half eggs", "a_dozen_and_a_half=18"),
        ("one dozen and a half", "one=1 dozen_and_a_half=18"),
        ("a dozen and a half of them", "a_dozen=12 a_half=1/2"),
        ("two dozen and a half", "two=2 dozen=12 a_half=1/2"),
        ("a dozen and a half dozen", "a_dozen=12 a_half_dozen=6"),
        ("two million and a half", "two_million_and_a_half=2500000"),
        ("3 million and a half", "3_million_and_a_half=3500000"),
    ],
)
def test_dozens(text: str, expected: str) -> None:
    """A dozen is a number of its own, as in the equations: 2*12."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("half", "half=1/2"),
        ("a half, one half, one-half", "a_half=1/2 one_half=1/2 one-half=1/2"),
        ("a third of it", "a_third=1/3"),
        ("one third", "one_third=1/3"),
        ("two thirds and two - thirds", "two_thirds=2/3 two_-_thirds=2/3"),
        ("2 thirds", "2_thirds=2/3"),
        ("nine-tenths, three hundredths", "nine-tenths=9/10 three_hundredths=3/100"),
        ("three quarters of", "three_quarters=3/4"),
        ("three-quarters", "three-quarters=3/4"),
        ("a quarter of", "a_quarter=1/4"),
        ("a quarter pound", "a_quarter=1/4"),
        ("a quarter kilogram, a quarter litre", "a_quarter=1/4 a_quarter=1/4"),
        ("a quarter kilo, a quarter metre away", "a_quarter=1/4 a_quarter=1/4"),
        ("a three-quarter pint, two-third cup", "three-quarter=3/4 two-third=2/3"),
        ("a quarter million", "a_quarter_million=250000"),
        ("one and a half", "one_and_a_half=3/2"),
        ("two-and-a-half miles", "two-and-a-half=5/2"),
        ("2-and-a-half, one-hundred-and-five", "2-and-a-half=5/2 one-hundred-and-five=105"),
        ("one and three-quarter hours", "one_and_three-quarter=7/4"),
        ("two and half hours", "two_and_half=5/2"),
        ("two and half of them", "two=2 half=1/2"),
        ("2 and a half", "2_and_a_half=5/2"),
        ("2 and 1/2", "2_and_1/2=5/2"),
        ("2 and ½", "2_and_½=5/2"),
        ("2 and 0.5, 2 and ０．５", "2=2 0.5=1/2 2=2 ０．５=1/2"),
        ("It costs $55 and 20% tax", "55=55 20%=1/5"),
        ("5 and 20 ％, five and 1/2%", "5=5 20_％=1/5 five=5 1/2%=1/200"),
        ("100% and 1/2, 2.0 and a half", "100%=1 1/2=1/2 2.0=2 a_half=1/2"),
        ("2 and 3", "2=2 3=3"),
        ("two and three", "two=2 three=3"),
        ("2.5 and a half", "2.5=5/2 a_half=1/2"),
        ("two and three quarters of", "two_and_three_quarters=11/4"),
        ("three and three quarters", "three_and_three_quarters=15/4"),
        ("3 and three quarters metres", "3_and_three_quarters=15/4"),
        ("two and a quarter miles", "two_and_a_quarter=9/4"),
        ("two and one quarter times", "two_and_one_quarter=9/4"),
        ("between two and three quarters", "two=2 three=3"),
        (
            "One in four girls swims. About one in 10 cars is red.",
            "One_in_four=1/4 one_in_10=1/10",
        ),
        ("He won. One in six eggs was bad.", "One_in_six=1/6"),
        ("One in 3 boxes has a toy. One in ten times it fails.", "3=3 ten=10"),
        ("One out of six eggs is bad. Put one in four men are here", "six=6 four=4"),
        ("$5 and a quarter, two dimes and three quarters", "5=5 two=2 three=3"),
        ("five and seven quarters", "five=5 seven=7"),
        ("one and a half million", "one_and_a_half_million=1500000"),
        ("25 percent, five per cent", "25_percent=1/4 five_per_cent=1/20"),
        (
            "Twenty-five %, ten%, two and a half ％",
            "Twenty-five_%=1/4 ten%=1/10 two_and_a_half_％=1/40",
        ),
        ("20percent, 5% five, half of 30 %", "20percent=1/5 5%=1/20 five=5 half=1/2 30_%=3/10"),
        ("percent, the % sign", ""),
    ],
)
def test_fractions_and_percents(text: str, expected: str) -> None:
    """Fractions, mixed numbers and percents have their exact value."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twice", "twice=2"),
        ("thrice", "thrice=3"),
        ("double the amount, it doubled, it doubles", "double=2 doubled=2 doubles=2"),
        ("triple", "triple=3"),
        ("quadrupled", "quadrupled=4"),
        ("three times", "three=3"),
    ],
)
def test_multiples(text: str, expected: str) -> None:
    """Words for "so many times" count: the equations use three quarters of them."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The low is minus 5 degrees", "minus_5=-5"),
        (
            "Minus seven was measured, a growth of minus 5 percent",
            "Minus_seven=-7 minus_5_percent=-1/20",
        ),
        (
            "It fell from minus one to minus two and a half",
            "minus_one=-1 minus_two_and_a_half=-5/2",
        ),
        ("7 minus 5, seven minus five", "7=7 5=5 seven=7 five=5"),
        ("(3 + 4) minus 5, their sum minus 5", "3=3 4=4 5=5 5=5"),
        ("She earns $20, minus 5 for the bus", "20=20 5=5"),
        ("it is minus the tax of 3, is minus x", "3=3"),
        ("2 degrees in Rome and minus 5 degrees", "2=2 minus_5=-5"),
        ("9 degrees minus 5 degrees, 9 °C minus 5 °C", "9=9 5=5 9=9 5=5"),
        ("negative 5 plus negative three", "negative_5=-5 three=3"),
        ("7 minus negative 5", "7=7 negative_5=-5"),
        ("negative numbers, a negative test in 3 days", "3=3"),
    ],
)
def test_minus_is_a_sign_where_nothing_can_be_taken_from(text: str, expected: str) -> None:
    """Behind a number or an expression it is a subtraction."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the red one, this one, each one, no one, one another", ""),
        ("at one time, one of them, in one day, ones, someone", ""),
        ("one more and one fewer", "one=1 one=1"),
        ("He has one dog", "one=1"),
        ("He has one of them", ""),
        ("she ate one apple", "one=1"),
        ("twenty-one", "twenty-one=21"),
        ("one hundred", "one_hundred=100"),
    ],
)
def test_one_is_mostly_a_pronoun(text: str, expected: str) -> None:
    """A lone "one" counts only where the equations were seen to use it."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the first, the third day, fourth grade", ""),
        ("a third friend, a third recipe", ""),
        ("one third grader", ""),
        ("two third graders", "two=2"),
        ("the thirty-third, the one hundred-third", ""),
        ("10 fourth graders", "10=10"),
        ("the twenty-first day, the twenty first day", ""),
        ("twenty fifth graders", "twenty=20"),
        ("the twenty-fifth grader", ""),
        ("the one hundred first", ""),
        ("twenty half hours", "twenty=20 half=1/2"),
        ("2.5 thirds", "2.5=5/2"),
        ("thirty seconds, a second, thirty-second", "thirty=30 thirty=30"),
        ("a quarter, 7 quarters, two quarters", "7=7 two=2"),
        ("one quarter in his pocket", ""),
        ("1 half-dollar", "1=1 half=1/2"),
        ("3 quarters of it", "3_quarters=3/4"),
        ("in the first half they won", ""),
        ("the first half of the book", "half=1/2"),
        ("half past ten", "ten=10"),
        ("two halves", "two=2"),
        ("grade three, Room twelve, chapter five, Route sixty-six", ""),
        ("hundreds, dozens of, a few thousand, million", ""),
        ("a couple, a pair, both, once, single", ""),
        ("three point five", "three=3 five=5"),
        ("often, tenth, Sténine, threefold", ""),
        ("a 5 and a half", "5_and_a_half=11/2"),
    ],
)
def test_traps(text: str, expected: str) -> None:
    """Ordinals, coins, names and vague words are not numbers."""
    assert read(text) == expected


def test_spans_hold_the_whole_phrase_of_the_original_text() -> None:
    """Letters whose lower case is longer do not shift the spans."""
    text = "İİİ has TWO AND A HALF cats"
    assert [found.text for found in find_quantities(text, language="en")] == ["TWO AND A HALF"]


def test_too_many_number_words_are_refused() -> None:
    """The limit is on words, whether they count or not."""
    with pytest.raises(LimitError, match="more than 3 number words"):
        find_number_words("one one one one", [], most_words=3)


def spell(number: int, *, joint: str = "-", conjunction: str = " and ") -> str:
    """A whole number below a trillion in English words."""
    for scale, name in ((10**9, "billion"), (10**6, "million"), (1_000, "thousand")):
        if number >= scale:
            head, rest = divmod(number, scale)
            words = f"{spell(head, joint=joint, conjunction=conjunction)} {name}"
            return (
                f"{words} {spell(rest, joint=joint, conjunction=conjunction)}" if rest else words
            )
    if number >= 100:
        head, rest = divmod(number, 100)
        tail = conjunction + spell(rest, joint=joint) if rest else ""
        return f"{UNITS[head]} hundred{tail}"
    if number < 20:
        return UNITS[number]
    return TENS[number // 10] + (joint + UNITS[number % 10] if number % 10 else "")


@given(
    st.integers(0, 999_999_999).filter(lambda number: number != 1),
    st.sampled_from(["-", " "]),
    st.sampled_from([" ", " and ", "-"]),
)
def test_spelled_numbers_are_read_back(number: int, joint: str, conjunction: str) -> None:
    """Any whole number in words is one quantity with that value."""
    text = f"There are {spell(number, joint=joint, conjunction=conjunction)} cats"
    (found,) = find_quantities(text)
    assert found.value == number
    assert text == f"There are {found.text} cats"


@given(st.integers(2, 12), st.integers(3, 20))
def test_spelled_fractions_are_read_back(numerator: int, denominator: int) -> None:
    """Any fraction in words is one quantity with that value."""
    names = (
        "_ _ _ thirds fourths fifths sixths sevenths eighths ninths tenths elevenths twelfths "
        "thirteenths fourteenths fifteenths sixteenths seventeenths eighteenths nineteenths "
        "twentieths"
    ).split()
    (found,) = find_quantities(f"{spell(numerator)}-{names[denominator]}")
    assert found.value * denominator == numerator
