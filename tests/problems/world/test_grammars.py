"""Grammars: what they write is read back, and words agree with what they go with."""

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sumc.problems.english_nouns import IRREGULAR as IRREGULAR_NOUNS
from sumc.problems.english_nouns import singular
from sumc.problems.english_numbers import TENS, UNITS
from sumc.problems.generator.english import grammar as nouns
from sumc.problems.generator.loading import load_language as load_generator
from sumc.problems.generator.quantities import Kind
from sumc.problems.generator.schema import LanguageCode, Word
from sumc.problems.numbers import find_quantities
from sumc.problems.units.things import is_plural
from sumc.problems.world.chinese.grammar import GRAMMAR as CHINESE
from sumc.problems.world.english.grammar import GRAMMAR as ENGLISH
from sumc.problems.world.english.grammar import words
from sumc.problems.world.facts import Sort
from sumc.problems.world.language import load_language
from sumc.problems.world.speaking import Grammar, Manner

GRAMMARS: dict[LanguageCode, Grammar] = {"en": ENGLISH, "zh": CHINESE}
every_language = pytest.mark.parametrize("code", GRAMMARS)

TOM, ANN, TOYS = Word("Tom", "", "he"), Word("Ann", "", "she"), Word("toy", "toys")
ME, YOU = Word("I", "", "I"), Word("you", "", "you")

WHOLE = (st.integers(1, 99) | st.integers(1, 99_999)).map(Fraction)  # words are for small ones
CENTS = st.integers(1, 99_999).map(lambda cents: Fraction(cents, 100))
VALUES: dict[Sort, SearchStrategy[Fraction]] = {
    "count": WHOLE,
    "money": WHOLE | CENTS,
    "percent": st.integers(1, 999).map(lambda tenths: Fraction(tenths, 1000)),
    "part": st.fractions(Fraction(1, 12), Fraction(11, 12), max_denominator=12),
    "times": st.integers(2, 12).map(Fraction) | st.sampled_from([Fraction(1, 2), Fraction(5, 2)]),
    "measure": WHOLE | st.integers(1, 9_999).map(lambda tenths: Fraction(tenths, 10)),
}
AROUND: dict[LanguageCode, tuple[str, str]] = {
    "en": ("Tom has ", " here."),
    "zh": ("这里有", "。"),
}
seeds = st.integers(0, 10_000).map(Random)


COUNTER = "个"
"""A Chinese numeral alone may be part of a name: it counts where a measure word follows."""


def reads_back(
    code: LanguageCode, written: str, value: Fraction, *, words: bool = True, counter: str = ""
) -> bool:
    """Whether the reader of the package finds exactly this value in a sentence."""
    before, after = AROUND[code]
    found = find_quantities(f"{before}{written}{counter}{after}", language=code, words=words)
    return [each.value for each in found] == [value]


@every_language
@pytest.mark.parametrize("sort", VALUES)
def test_a_number_of_a_story_is_read_back_as_it_was_meant(code: LanguageCode, sort: Sort) -> None:
    grammar = GRAMMARS[code]

    @settings(max_examples=30)
    @given(VALUES[sort], st.sampled_from(["", "thing", "short", "digits"]), seeds)
    def check(value: Fraction, style: str, random: Random) -> None:
        manner = grammar.manner(True, random)
        written = grammar.number(value, sort, style, manner, random)
        counter = COUNTER if code == "zh" and sort in ("count", "measure") else ""
        assert reads_back(code, written, value, counter=counter), written

    check()


@every_language
@pytest.mark.parametrize("sort", VALUES)
def test_without_words_a_number_is_written_in_digits(code: LanguageCode, sort: Sort) -> None:
    grammar = GRAMMARS[code]

    @settings(max_examples=30)
    @given(VALUES[sort], seeds)
    def check(value: Fraction, random: Random) -> None:
        written = grammar.number(value, sort, "thing", grammar.manner(False, random), random)
        assert reads_back(code, written, value, words=False), written

    check()


@every_language
def test_the_minutes_of_a_clock_have_two_digits(code: LanguageCode) -> None:
    for minutes, written in ((5, "05"), (30, "30"), (1, "01")):
        value = Fraction(minutes)
        found = GRAMMARS[code].number(value, "clock", "minutes", Manner(), Random(0))
        assert found == written
    assert GRAMMARS[code].number(Fraction(9), "clock", "", Manner(), Random(0)) == "9"


GENERATED: dict[Kind, SearchStrategy[Fraction]] = {
    "whole": WHOLE,
    "money": WHOLE | CENTS,
    "percent": st.integers(1, 100).map(lambda percent: Fraction(percent, 100)),
    "decimal": CENTS,
    "fraction": st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9),
}


@every_language
@pytest.mark.parametrize("kind", GENERATED)
def test_a_number_of_the_generator_is_read_back_as_it_was_meant(
    code: LanguageCode, kind: Kind
) -> None:
    grammar = load_generator(code).grammar

    @settings(max_examples=30)
    @given(GENERATED[kind], st.sampled_from(["", "digits", "opening"]), seeds)
    def check(value: Fraction, style: str, random: Random) -> None:
        written = grammar.number(value, kind, style, random)
        assert reads_back(code, written, value), written

    check()


def test_a_discount_is_read_back_as_the_part_of_the_price_that_is_paid() -> None:
    """八五折 is 85 percent of the price."""
    grammar = load_generator("zh").grammar
    for percent in [*range(11, 100), 50, 80]:
        if percent % 10 == 0 or percent > 20:
            value = Fraction(percent, 100)
            for seed in range(4):
                written = grammar.number(value, "percent", "fold", Random(seed))
                assert reads_back("zh", written, value), written


@pytest.mark.parametrize("percent", range(50, 100, 5))
@pytest.mark.parametrize("has_words", [True, False])
def test_what_is_kept_of_a_price_in_a_story_is_read_back(percent: int, has_words: bool) -> None:
    value = Fraction(percent, 100)
    manner = Manner(0.0, has_words)
    written = CHINESE.number(value, "percent", "fold", manner, Random(0))
    assert written.endswith("折")
    assert reads_back("zh", written, value), written


@given(st.integers(0, 99).filter(lambda value: value < 20 or value % 10 == 0))
def test_number_words_are_those_that_the_reader_knows(value: int) -> None:
    word = nouns.number_word(value)
    assert word == (UNITS[value] if value < 20 else TENS[value // 10 - 2])
    if value > 1:
        assert reads_back("en", f"{word} cats", Fraction(value))


# English nouns

IRREGULAR = {
    "child": "children",
    "box": "boxes",
    "bus": "buses",
    "berry": "berries",
    "toy": "toys",
    "watch": "watches",
    "dish": "dishes",
    "glass": "glasses",
    "bus driver": "bus drivers",
    "loaf of bread": "loaf of breads",
    "bread loaf": "bread loaves",
    "school child": "school children",
    "sheep": "sheep",
    "km": "km",
    "tomato": "tomatoes",
    "piano": "pianos",
    "knife": "knives",
    "person": "people",
}


@pytest.mark.parametrize(("noun", "plural"), IRREGULAR.items())
def test_the_last_word_of_a_noun_gets_its_plural(noun: str, plural: str) -> None:
    assert ENGLISH.word(noun).other == plural


def english_nouns() -> list[Word]:
    """All nouns of both English lexicons; without people, places and measures of one form."""
    told = [word for each in load_language("en").lexicon.values() for word in each.words]
    drawn = [w for rows in load_generator("en").lexicon.values() for row in rows for w in row]
    return [w for w in (*told, *drawn) if not w.pronoun and w.form.islower() and w.form.isalpha()]


def test_the_plurals_that_stories_write_are_plurals_to_the_reader_of_units() -> None:
    """What is written "5 boxes" is read as five of the thing "box"."""
    plurals = {
        noun.other: noun.form
        for noun in english_nouns()
        if noun.other.endswith("s") and not noun.form.endswith("s") and is_plural(noun.other)
    }
    plurals |= {"atlases": "atlas", "minibuses": "minibus", "glasses": "glass"}
    wrong = {plural for plural, noun in plurals.items() if singular(plural) != noun}
    assert wrong == set()
    assert len(plurals) > 300


def test_irregular_plurals_are_undone_by_the_reader_of_units() -> None:
    for noun, plural in IRREGULAR_NOUNS.items():
        assert singular(plural) == noun
        assert is_plural(plural)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a apple and an pear", "an apple and a pear"),
        ("an hour in an house", "an hour in a house"),
        ("a 8 km walk and a 11 km ride", "an 8 km walk and an 11 km ride"),
        ("a 18-year-old and an 12-year-old", "an 18-year-old and a 12-year-old"),
        ("an union of an one-legged man", "a union of a one-legged man"),
        ("A egg", "An egg"),
        ("a $5 note", "a $5 note"),
        ("a honest heir", "an honest heir"),
        ("an unicorn", "a unicorn"),
        ("a 80-page book", "an 80-page book"),
        ("an 110 m track", "a 110 m track"),
        ("a 1,800 m race", "a 1,800 m race"),
    ],
)
def test_articles_follow_the_sound_of_the_next_word(text: str, written: str) -> None:
    assert nouns.ARTICLE.sub(nouns.article, text) == written


# English agreement


@pytest.mark.parametrize(
    ("verb", "subject", "said"),
    [
        ("have", TOM, "has"),
        ("have", ME, "have"),
        ("have", YOU, "have"),
        ("be", TOM, "is"),
        ("be", ME, "am"),
        ("be", YOU, "are"),
        ("were", ANN, "was"),
        ("were", ME, "was"),
        ("were", YOU, "were"),
        ("do", ANN, "does"),
        ("go", TOM, "goes"),
        ("buy", TOM, "buys"),
        ("finish", TOM, "finishes"),
        ("pay", ANN, "pays"),
    ],
)
def test_verbs_agree_with_people(verb: str, subject: Word, said: str) -> None:
    assert ENGLISH.verb(verb, subject, None) == said


@pytest.mark.parametrize(
    ("value", "said"), [(1, "is"), (2, "are"), (Fraction(1, 2), "are"), (100, "are")]
)
def test_verbs_agree_with_a_number_of_things(value: Fraction | int, said: str) -> None:
    assert ENGLISH.verb("be", None, Fraction(value)) == said


def test_every_verb_has_a_third_person_and_several_people_have_none() -> None:
    both = ENGLISH.several([TOM, ANN])
    for verb in words().verbs - {"be", "were"}:
        assert ENGLISH.verb(verb, TOM, None).endswith("s"), verb
        assert ENGLISH.verb(verb, both, None) == verb


@pytest.mark.parametrize(
    ("people", "form", "pronoun"),
    [
        ((TOM, ANN), "Tom and Ann", "they"),
        ((ME, TOM), "Tom and I", "we"),
        ((TOM, YOU), "you and Tom", "you"),
        ((TOM, ANN, ME), "Tom, Ann and I", "we"),
    ],
)
def test_several_people_are_one_subject(people: tuple[Word, ...], form: str, pronoun: str) -> None:
    assert ENGLISH.several(people) == Word(form, "", pronoun)


@pytest.mark.parametrize(
    ("word", "style", "is_pronoun", "said"),
    [
        (TOM, "", False, "Tom"),
        (TOM, "", True, "he"),
        (TOM, "'s", False, "Tom's"),
        (TOM, "'s", True, "his"),
        (ANN, "him", True, "her"),
        (ANN, "self", True, "herself"),
        (ME, "'s", False, "my"),
        (ME, "name", False, "I"),
        (YOU, "him", False, "you"),
        (TOYS, "other", False, "toys"),
        (TOYS, "", False, "toy"),
    ],
)
def test_people_are_referred_to_in_the_form_that_the_place_asks_for(
    word: Word, style: str, is_pronoun: bool, said: str
) -> None:
    assert ENGLISH.refer(word, style, is_pronoun) == said


def test_every_pronoun_has_all_forms() -> None:
    used = {w.pronoun for each in load_language("en").lexicon.values() for w in each.words}
    assert used - {""} <= set(words().pronouns)
    for forms in words().pronouns.values():
        assert all(forms.values())
        assert len(forms) == 4


def test_things_are_counted_elided_and_partly_taken() -> None:
    assert ENGLISH.counted("1", Fraction(1), "", TOYS) == "1 toy"
    assert ENGLISH.counted("1/2", Fraction(1, 2), "", Word("mile", "miles")) == "1/2 miles"
    assert ENGLISH.counted("5", Fraction(5), "more", TOYS) == "5 more toys"
    assert ENGLISH.elided("5", "more", TOYS) == "5 more"
    assert ENGLISH.part_of("5", TOYS, True) == "5 of them"
    assert ENGLISH.part_of("5", TOYS, False) == "5 of the toys"
    assert ENGLISH.describe("red", TOYS) == Word("red toy", "red toys")


def test_polite_questions_have_one_place_for_what_is_wanted() -> None:
    wordings = words().wordings
    assert all(text.count("{}") == 1 for text in wordings["polite"])
    assert all(re.search("[.?!:]$", text) for text in wordings["openers"])
    assert all(text == text.strip() and text for each in wordings.values() for text in each)


# Chinese

APPLE = Word("苹果", "个")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (lambda: CHINESE.counted("5", Fraction(5), "", APPLE), "5个苹果"),
        (lambda: CHINESE.counted("5", Fraction(5), "平方", Word("米", "")), "5平方米"),
        (lambda: CHINESE.elided("5", "", APPLE), "5个"),
        (lambda: CHINESE.part_of("5", APPLE, True), "其中5个"),
        (lambda: CHINESE.part_of("5", APPLE, False), "5个苹果"),
        (lambda: CHINESE.describe("红", APPLE).form, "红苹果"),
        (lambda: CHINESE.listed(["甲", "乙", "丙"]), "甲、乙和丙"),
        (lambda: CHINESE.listed(["甲"]), "甲"),
        (lambda: CHINESE.several([Word("小明", "", "他"), Word("我", "", "我")]).pronoun, "我们"),
        (
            lambda: CHINESE.several([Word("小明", "", "他"), Word("小红", "", "她")]).pronoun,
            "他们",
        ),
        (lambda: CHINESE.refer(Word("小明", "", "他"), "'s", True), "他的"),
        (lambda: CHINESE.refer(Word("书店", "", "它"), "", True), "书店"),
        (lambda: CHINESE.refer(APPLE, "other", False), "个"),
        (lambda: CHINESE.verb("吃", Word("我", "", "我"), None), "吃"),
    ],
)
def test_chinese_words_go_together(said: Callable[[], str], written: str) -> None:
    assert said() == written


def test_chinese_counts_of_two_things_are_written_liang() -> None:
    """两个苹果, never 二个苹果."""
    always = Manner(words=1.0)
    assert CHINESE.number(Fraction(2), "count", "thing", always, Random(0)) == "两"
    assert CHINESE.number(Fraction(12), "count", "thing", always, Random(0)) == "十二"
    assert CHINESE.number(Fraction(20), "count", "thing", always, Random(0)) == "二十"
    assert CHINESE.number(Fraction(99), "count", "thing", always, Random(0)) == "九十九"
    assert CHINESE.number(Fraction(100), "count", "thing", always, Random(0)) == "100"


def test_every_chinese_thing_has_a_measure_word() -> None:
    """All words of a list have one or none has: a clause counts any of them in the same way."""
    lexicon = load_language("zh").lexicon
    for name, each in lexicon.items():
        assert len({bool(word.other) for word in each.words}) == 1, name
    for name in ("toy", "card", "fruit", "book", "box", "goods", "thing_farm"):
        assert all(word.other for word in lexicon[name].words), name
