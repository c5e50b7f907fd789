"""What happens to the numbers of a text: read where it is certain, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.problems.numbers import detect_language, find_quantities
from sumc.problems.units.annotation import annotate
from sumc.solving import events
from sumc.solving.events import GAIN, LOSS, compares, event_of, is_past


def told(text: str) -> list[str]:
    """For every number of a text its sign and what is said of it, or nothing."""
    language = detect_language(text)
    annotated = annotate(text, find_quantities(text, language=language), language)
    found = [event_of(annotated, place) for place in range(len(annotated.quantities))]
    return [f"{each.sign} {each.said}" if each else "" for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom has 9 pens and gives away 4 pens.", ["", "- given away"]),
        ("Tom has 9 pens and gives 4 pens to Ann.", ["", "- given away"]),
        ("Tom has 9 pens and gave his sister 4.", ["", "- given away"]),
        ("Tom gave Ann 4 of his 9 pens.", ["- given away", ""]),
        ("A shop sold 45 cakes on Monday and 38 on Tuesday.", ["- sold", "- sold"]),
        ("Ben ate only 3 of 12 figs.", ["- eaten", ""]),
        ("She spent $70 of $100.", ["- spent", ""]),
        ("She found 14 more shells.", ["+ found"]),
        ("Mia bought another 6 cards.", ["+ bought"]),
        ("They picked a total of 30 apples.", ["+ picked"]),
        ("Of 36 pencils, 7 pencils are given away.", ["", "- given away"]),
        ("Then 7 of the pens were lost.", ["- lost"]),
        ("There were 20 birds and 5 birds were then caught.", ["", "+ caught"]),
        ("12 litres are poured out.", ["- poured out"]),
        ("12 litres are taken out.", ["- taken out"]),
        ("He threw away 3 old papers.", ["- thrown away"]),
        ("He threw 3 balls.", [""]),
        ("She cut 3 ropes.", [""]),
        ("She cut off 3 metres.", ["- cut off"]),
        ("Tom handed out 12 leaflets.", ["- handed out"]),
        ("Tom handed her 12 leaflets.", [""]),
        ("Giving 3 hints is fair.", [""]),
        ("Tom has 9 pens. Ann gives a concert for 40 people.", ["", ""]),
        ("He sold the house. 4 people left.", [""]),
        ("I use a ladder of 3 m.", [""]),
        ("There are 4 boxes and 3 bags.", ["", ""]),
        ("The club won 14 games, lost 6 and drew 2.", ["", "", ""]),
        ("They lost 3 matches. They won the next 5.", ["", ""]),
        ("In 3 sets she lost 4 balls.", ["", "- lost"]),
        ("Tom had 20 marbles and lost 6.", ["", "- lost"]),
    ],
)
def test_english_verbs_say_what_happens_to_their_number(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("图书馆有80本书，借走17本。", ["", "- 借走"]),
        ("小明有9支笔，送给小红4支。", ["", "- 送给小红"]),
        ("商店卖出了45个，又运来30个。", ["- 卖出了", "+ 又运来"]),
        ("妈妈买了5个苹果，吃了2个。", ["+ 买了", "- 吃了"]),
        ("又种了12棵树。", ["+ 又种了"]),
        ("看一本80页的书，已经看了30页。", ["", "- 已经看了"]),
        ("小明有9支笔，小红有4支。", ["", ""]),
        ("每千克卖5元。", [""]),
        ("吃饭的有12人。", [""]),
    ],
)
def test_chinese_verbs_stand_before_their_number(text: str, expected: list[str]) -> None:
    assert told(text) == expected


FORMS = [
    (form, said, sign)
    for table, sign in ((events._LOST, LOSS), (events._WON, GAIN))
    for said, forms in table.items()
    for form in forms.split()
    if form != "giving"
]
PARTICLES = {"thrown away": "away ", "cut off": "off ", "handed out": "out ", "poured out": "out "}


@pytest.mark.parametrize(("form", "said", "sign"), FORMS)
def test_every_form_of_every_verb_is_read(form: str, said: str, sign: str) -> None:
    particle = PARTICLES.get(said, "")
    assert told(f"Later they {form} {particle}7 cups.") == [f"{sign} {said}"]
    assert told(f"Later they {form} {particle}7 cups. There are 5 tables.")[1] == ""
    assert told(f"They {form} {particle}because 7 cups are enough.") == [""]


@given(st.sampled_from(FORMS), st.integers(1, 99), st.sampled_from(["cups", "red cups", "kg"]))
def test_what_is_said_of_a_number_does_not_depend_on_it(
    verb: tuple[str, str, str], number: int, noun: str
) -> None:
    form, said, sign = verb
    text = f"Ann {form} {PARTICLES.get(said, '')}{number} {noun} and 8 in the park."
    assert told(text)[0] == f"{sign} {said}"


@pytest.mark.parametrize("said", [*events._LOST, *events._WON, "taken away", "taken out"])
def test_every_participle_is_read_after_its_number(said: str) -> None:
    sign = GAIN if said in events._WON else LOSS
    assert told(f"In the end 7 cups were {said} by them.") == [f"{sign} {said}"]
    assert told(f"In the end 7 cups were clean, {said} or not.") == [""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ben sold 9 cups and Ann 4. How many more cups did Ben sell than Ann?", True),
        ("Ben spent $9 and Ann $4. How much less did Ann spend?", True),
        ("Ben ate 9 figs and Ann ate 4. How many fewer figs did Ann eat?", True),
        ("How much taller is Ben than Ann?", True),
        ("Ben has 9 cups and sells 4. How many cups are left?", False),
        ("Ben saved $9 of the $30 that he needs. How much more does he need?", False),
        ("小明看了35页，小红看了28页，小明比小红多看几页？", True),
        ("甲车比乙车快多少千米？", True),
        ("两人相差几岁？", True),
        ("小明有9支笔，用去4支，还剩几支？", False),
        ("小红比小明多5支，小明有4支，两人一共有几支？", False),
    ],
)
def test_questions_that_compare_are_recognized(text: str, expected: bool) -> None:
    assert compares(text) is expected


@pytest.mark.parametrize(
    ("word", "expected"), [("sold", True), ("gave", True), ("plants", False), ("cut", False)]
)
def test_only_the_past_is_never_a_noun(word: str, expected: bool) -> None:
    assert is_past(word) is expected
