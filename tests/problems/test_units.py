"""Units: the tables, what numbers of a text count, compounds, and what a text asks for."""

from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import texts
from sumc.algebra.measures import conversion
from sumc.errors import ProblemError
from sumc.problems.english_nouns import singular
from sumc.problems.numbers import Language, detect_language, find_quantities
from sumc.problems.units.annotation import annotate
from sumc.problems.units.dimension import NUMBER, Dimension
from sumc.problems.units.reading import read_quantities
from sumc.problems.units.table import FILES, Unit, units
from sumc.problems.units.things import is_plural, thing_after

LANGUAGES: tuple[Language, ...] = ("en", "zh")
EVERY = [(language, unit) for language in FILES for unit in units(language).by_name.values()]


@pytest.mark.parametrize(("language", "unit"), EVERY, ids=lambda each: getattr(each, "name", each))
def test_every_name_of_a_unit_is_found_behind_a_number(language: Language, unit: Unit) -> None:
    for name in (unit.singular, unit.plural, unit.symbol):
        found = units(language).at(f"{name},", 0)
        if name and name != unit.prefix:
            assert found is not None
            assert unit in found.units
            assert found.text.lower() == name.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_algebra_converts_as_the_table_does(language: Language) -> None:
    """The algebra knows fewer units, by itself; what it knows must be the same. 分 is a minute or
    a hundredth of a yuan, and a ton is 1,000 kg only in the work of a student who says so."""
    named = {
        word: some for word, some in units(language).by_word.items() if word not in ("ton", "tons")
    }
    agreed = 0
    for first, second in permutations(named, 2):
        factor = conversion(first, second)
        if factor is not None:
            pairs = product(named[first], named[second])
            factors = [one.factor / other.factor for one, other in pairs if one.converts_to(other)]
            assert factor in factors, (first, second)
            agreed += 1
    assert agreed > 300


@given(st.sampled_from(EVERY), st.sampled_from(EVERY), st.fractions(0, 1000))
def test_converting_there_and_back_keeps_the_value(
    first: tuple[Language, Unit], second: tuple[Language, Unit], value: Fraction
) -> None:
    one, other = first[1], second[1]
    if not one.converts_to(other):
        with pytest.raises(ProblemError, match="is not an exact number"):
            one.to(other)
        return
    assert value * one.to(other) * other.to(one) == value


@pytest.mark.parametrize(
    ("one", "other", "factor"),
    [
        ("mile", "foot", 5280),
        ("yard", "inch", 36),
        ("pound", "ounce", 16),
        ("week", "hour", 168),
        ("gallon", "cup", 16),
        ("square-foot", "square-inch", 144),
        ("acre", "square-yard", 4840),
        ("cubic-metre", "litre", 1000),
        ("century", "year", 100),
        ("dollar", "cent", 100),
        ("kilometres-per-hour", "metres-per-second", Fraction(5, 18)),
        ("pound-sterling", "penny", 100),
    ],
)
def test_factors_are_those_of_every_schoolbook(one: str, other: str, factor: Fraction) -> None:
    table = units("en")
    assert table.named(one).to(table.named(other)) == factor


def test_units_with_one_name_are_the_same_in_both_languages() -> None:
    english, chinese = (units(language).by_name for language in LANGUAGES)
    for name in english.keys() & chinese.keys():
        assert english[name].dimension == chinese[name].dimension
        if english[name].group in ("", "yuan"):
            assert english[name].factor == chinese[name].factor, name


DIMENSIONS = st.lists(
    st.tuples(st.sampled_from(["length", "time", "money", "thing:box"]), st.integers(-3, 3)),
    max_size=4,
).map(Dimension.of)


@given(DIMENSIONS, DIMENSIONS, DIMENSIONS)
def test_dimensions_are_a_group(one: Dimension, other: Dimension, third: Dimension) -> None:
    assert one * other == other * one
    assert (one * other) * third == one * (other * third)
    assert one * other / other == one
    assert one / one == NUMBER


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann has 3 pens and 12 red marbles.", ["pens", "red marbles"]),
        ("He ran 5 km in 30 minutes.", ["km", "minutes"]),
        ("He paid $4.50 and got 20 cents back.", ["$", "cents"]),
        ("She needs 7 more pencils and 5 more dollars.", ["pencils", "dollars"]),
        ("There are 12 eggs in each of 5 boxes.", ["eggs per box", "boxes"]),
        ("Each box holds 12 eggs. He has 5 boxes.", ["eggs per box", "boxes"]),
        ("3 boxes with 12 pencils each. All cost $9.", ["boxes", "pencils per box", "$"]),
        ("3 boxes of 12 pencils", ["boxes", "pencils per box"]),
        ("A car goes 60 miles per hour for 3 hours.", ["miles per hour", "hours"]),
        ("Apples cost $3 per kilogram; he buys 4 kg.", ["$ per kilogram", "kg"]),
        ("He earns 9 dollars an hour.", ["dollars per hour"]),
        ("He bought two 5 dollar toys.", ["", "dollar per toy"]),
        ("He had 25 books and sold 21 of them.", ["books", "books"]),
        ("There are 4 children and 1 dog.", ["children", "dog"]),
        ("15% of the 40 students left.", ["%", "students"]),
        ("He reads for half an hour.", ["hour"]),
        ("She has 3 times as many.", [""]),
        ("He came at 9 o'clock.", [""]),
        ("小明有3盒铅笔，每盒12支。", ["盒", "支/盒"]),
        ("汽车每小时行60千米，行了3小时。", ["千米/小时", "小时"]),
        ("每千克苹果5元，买4千克。", ["元/千克", "千克"]),
        ("用了3小时20分，付了8元5角。", ["小时", "分", "元", "角"]),
        ("一本书有120页，看了25%。", ["页", "%"]),
        ("2010年种了30棵树。", ["", "棵"]),
        ("Lunch is $9. Each guest leaves $2.", ["$", "$ per guest"]),
        ("Lunch is $9. Each leaves a tip of $2.", ["$", "$ per each"]),
        ("Two lamps each require 3 bulbs.", ["lamps", "bulbs per lamp"]),
        ("She has 4 trays, each holding 6 buns.", ["trays", "buns per tray"]),
        ("There are 4 buns on every plant.", ["buns per plant"]),
        ("They rode towards each other at 15 km/h.", ["km/h"]),
        ("They sold 6 lamps at $15 ea. on Monday.", ["lamps", "$ per lamp"]),
        ("Buy 2 mugs and get 1 free.", ["mugs", ""]),
        ("Is 1 divided by 0 plus 7 equals more?", ["", "", ""]),
        ("They had 8 tickets, and 3 of them were torn.", ["tickets", "tickets"]),
        ("They each got $8. There were 3 of them.", ["$", ""]),
        ("A bun costs 85p, a roll 40c; he bought 3 doz.", ["p", "c", ""]),
        ("Class 5c met at 5 p.m. in room 7p", ["", "", "p"]),
        ("It has 90 sq. ft. of floor and cost A$30.", ["sq. ft", "A$"]),
        ("The hotel costs CHF 120, the taxi 900 yen.", ["CHF", "yen"]),
        ("手表200欧元，皮包3000日元。", ["欧元", "日元"]),
        ("A hat costs 12 CHF, a sari 90 Rs.", ["francs", "Rs"]),
        ("How many 3s are in 27?", ["", ""]),
        ("The lamp is on for 3s.", ["s"]),
        ("It has 5 chairs in each room and 3 chairs outside.", ["chairs per room", "chairs"]),
        ("Each guest drinks tea and eats 3 buns.", ["buns per guest"]),
        ("A 2 litre jug fills 8 mugs.", ["litre", "mugs"]),
        ("He bought a 2 litre jug of milk and 3 pens.", ["litre", "pens"]),
        ("Train 9 leaves at noon with 80 travellers.", ["", "travellers"]),
        ("The bus number 4 carries 31 girls.", ["", "girls"]),
        ("On the bus 12 girls sing.", ["girls"]),
        ("从90里减去12，再走5里路。", ["", "", "里"]),
        ("40里再减去8是多少？", ["", ""]),
        ("走了10里，休息后走了3里。", ["里", "里"]),
        ("小红每天晚上8时睡觉。", ["时"]),
        ("他每天睡8小时。", ["小时/天"]),
        ("一支笔2块5，一块橡皮3块。", ["块", "块"]),
        ("6:30下班，打了3下。", ["", "", "下"]),
        ("9个十组成多少？", ["个", ""]),
    ],
)
def test_numbers_know_what_they_count(text: str, expected: list[str]) -> None:
    language = detect_language(text)
    found = annotate(text, find_quantities(text, language=language), language)
    shown = [_shown(each.written, each.per, language) for each in found.counted]
    assert shown == expected


def _shown(written: str, per: str, language: Language) -> str:
    if not per:
        return written
    return f"{written}/{per}" if language == "zh" else f"{written} per {singular(per)}"


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("It took 2 hours 30 minutes.", "5/2", "hour"),
        ("It took 2 h 30 min.", "5/2", "hour"),
        ("It took 2 hours and 30 minutes. How many minutes is that?", "150", "minute"),
        ("A board is 3 m 40 cm long.", "17/5", "metre"),
        ("He is 5 feet 7 inches tall.", "67/12", "foot"),
        ("He is 5 ft 7 in tall.", "67/12", "foot"),
        ("She waited 1 day, 2 hours and 6 minutes.", "87/80", "day"),
        ("这支笔8元5角。", "17/2", "yuan"),
        ("走了3小时20分。", "10/3", "hour"),
        ("走了3小时20分，一共多少分钟？", "200", "minute"),
        ("这袋米重2千克500克。", "5/2", "kilogram"),
        ("3元零5分", "61/20", "yuan"),
        ("It took 2 hrs. 20 mins. in all.", "7/3", "hour"),
        ("It holds 1 gal. 2 qt. of juice.", "3/2", "gallon"),
        ("The cat weighs 9 lbs. 8 oz.", "19/2", "pound"),
        ("The trip takes 3 wks. 2 days. It is long.", "23/7", "week"),
    ],
)
def test_a_compound_is_one_quantity_on_demand_only(text: str, value: str, unit: str) -> None:
    language = detect_language(text)
    (found,) = read_quantities(text, compounds=True)
    assert found.value == Fraction(value)
    assert text[found.start : found.end] == found.text
    (counted,) = annotate(text, (found,), language).counted
    assert counted.unit == units(language).named(unit)
    assert read_quantities(text) == find_quantities(text)
    assert len(find_quantities(text)) > 1


@pytest.mark.parametrize(
    "text",
    [
        "3 hours and 5 km",
        "20 cm and 3 m",
        "2 hours 90 minutes",
        "2.5 hours 30 minutes",
        "5 pens, 30 minutes",
        "2 hours on Monday and 30 minutes on Friday",
        "3千米和500米的路",
        "He walked 4 km. 200 m later he sat down.",
        "He walked 4 mi. 200 yd. later he sat down.",
        "It lasted 3 hours. 15 minutes were lost.",
    ],
)
def test_what_is_no_compound_stays_two_quantities(text: str) -> None:
    assert read_quantities(text, compounds=True) == find_quantities(text)


@given(
    st.integers(0, 30),
    st.integers(0, 23),
    st.integers(0, 59),
    st.permutations(["on foot", "by train"]),
)
def test_a_compound_is_read_wherever_its_clause_stands(
    days: int, hours: int, minutes: int, order: list[str]
) -> None:
    compound = f"{days} days {hours} hours {minutes} minutes"
    clauses = {"on foot": f"on foot {compound}", "by train": "by train 7 km"}
    text = "; ".join(clauses[each] for each in order)
    values = {each.text: each.value for each in read_quantities(text, compounds=True)}
    expected = days + Fraction(hours, 24) + Fraction(minutes, 1440)
    assert values == {compound: expected, "7": 7}


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("boxes", "box"),
        ("berries", "berry"),
        ("people", "person"),
        ("cookies", "cookie"),
        ("women", "woman"),
        ("buses", "bus"),
        ("knives", "knife"),
        ("glasses", "glass"),
        ("potatoes", "potato"),
        ("shoes", "shoe"),
    ],
)
def test_plurals_have_their_singular(plural: str, one: str) -> None:
    assert is_plural(plural)
    assert singular(plural) == one
    assert not is_plural(one)


@given(texts())
def test_any_text_can_be_annotated(text: str) -> None:
    for language in LANGUAGES:
        found = annotate(text, find_quantities(text, language=language), language)
        assert len(found.counted) == len(found.quantities)
        merged = read_quantities(text, language=language, compounds=True)
        assert all(one.end <= other.start for one, other in pairwise(merged))


def test_a_noun_phrase_ends_where_the_sentence_goes_on() -> None:
    assert thing_after("5 of them", 1, "en") is None
    assert thing_after("5 in a row of boxes", 1, "en") is None
    found = thing_after("5 small wooden boxes on a shelf", 1, "en")
    assert found is not None
    assert (found.name, found.written) == ("box", "small wooden boxes")
