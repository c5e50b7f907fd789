"""Digits that are one number or two, depending on what is beside them."""

import pytest

from sumc.problems.numbers import find_quantities


def read(text: str) -> str:
    """What is found in a text without number words, as `written=value` pairs."""
    return " ".join(
        f"{found.text.replace(' ', '_')}={found.value}"
        for found in find_quantities(text, words=False)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 000 bees, 1 250 000 ants", "12_000=12000 1_250_000=1250000"),
        ("7 % of 1 200?", "7_%=7/100 1_200=1200"),
        ("1 300 km away, 45 + 1 200 = ?", "1_300=1300 45=45 1_200=1200"),
        ("-1 200 and 3 450.75", "-1_200=-1200 3_450.75=13803/4"),
        ("a $1 200 sofa, £ 2 150 each", "1_200=1200 2_150=2150"),
        ("1 920元，9 680 千克", "1_920=1920 9_680=9680"),
        ("1\u00a0200 cars, 3\u2009400 bikes", "1\u00a0200=1200 3\u2009400=3400"),
        ("2\u202f500 red cars, 1'250, 7’300", "2\u202f500=2500 1'250=1250 7’300=7300"),
        ("I have 5 200 g bags", "5=5 200=200"),
        ("8 100-won coins and 3 250 ml cans", "8=8 100=100 3=3 250=250"),
        ("4 120 seats", "4=4 120=120"),
        (
            "3 400 5, 60 120 180, 1 234 567",
            "3=3 400=400 5=5 60=60 120=120 180=180 1=1 234=234 567=567",
        ),
        ("in 2020 300 people", "2020=2020 300=300"),
        ("On May 5 200 of them, at 8 300 in all", "5=5 200=200 8=8 300=300"),
        ("09 444 = 12 777 = 15", "09=9 444=444 12=12 777=777 15=15"),
        ("1 2000, 1 20, 12:15 200 of", "1=1 2000=2000 1=1 20=20 12=12 15=15 200=200"),
        ("5'10, 5\n200", "5=5 10=10 5=5 200=200"),
        ("1 500 pins and 1 250 people.", "1_500=1500 1_250=1250"),
        ("1 500 g bags, 1 100 metres races", "1=1 500=500 1=1 100=100"),
        ("It has 2 450 pages. He sold 3 120 eggs.", "2_450=2450 3_120=3120"),
        ("It has 2 453 pages. Only 5 100 buses.", "2=2 453=453 5=5 100=100"),
        ("It has 3 500 used cars and 3 100 ml cans", "3=3 500=500 3=3 100=100"),
        ("12 000 men, 2 453 women and 5 200 g bags", "12_000=12000 2_453=2453 5=5 200=200"),
        ("1 250 hens and 3 475 geese.", "1_250=1250 3_475=3475"),
        ("Room 3 475 hens and 12 000 ants", "3=3 475=475 12_000=12000"),
        ("5 050 visitors came, 1 500 moved away", "5_050=5050 1_500=1500"),
        ("2 500 left. In Group 3 500 left.", "2_500=2500 3=3 500=500"),
    ],
)
def test_thousands_with_a_blank(text: str, expected: str) -> None:
    """A blank joins groups of three digits only where the second is no number of its own."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6,50 € or €6,50", "6,50=13/2 6,50=13/2"),
        ("£ 2,75 each, 1.234,50 €", "2,75=11/4 1.234,50=2469/2"),
        ("6,5 € and 6,505 €", "6=6 5=5 6,505=6505"),
        ("6,50 m", "6=6 50=50"),
        ("0,5 l of milk, 0,25kg and 0,5 boys", "0,5=1/2 0,25=1/4 0=0 5=5"),
        ("10,5 kg, 3,0,5 m", "10=10 5=5 3=3 0=0 5=5"),
        ("bills of 5,10 $20, $5,10,20", "5=5 10=10 20=20 5=5 10=10 20=20"),
    ],
)
def test_a_decimal_comma_needs_a_currency(text: str, expected: str) -> None:
    """Two digits behind a comma are cents only beside the sign of a currency.

    Otherwise, nothing is before the comma but zero, and a unit follows.
    """
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2-1/2 cups", "2-1/2=5/2"),
        ("a 3-3/4-inch nail (1-1/4 miles)", "3-3/4=15/4 1-1/4=5/4"),
        ("2-1/2 = ?, 2-1/2 is", "2=2 1/2=1/2 2=2 1/2=1/2"),
        ("5-2-1/2 cups", "5=5 2=2 1/2=1/2"),
        ("2-3/2 cups, 2 - 1/2 cups", "2=2 3/2=3/2 2=2 1/2=1/2"),
        ("2-1/2杯", "2=2 1/2=1/2"),
    ],
)
def test_a_mixed_number_with_a_hyphen_needs_a_noun(text: str, expected: str) -> None:
    """Without one it could be a subtraction."""
    assert read(text) == expected
