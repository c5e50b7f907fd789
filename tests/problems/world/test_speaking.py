"""Speaking: clauses tell their numbers once, people are named before they are pronouns."""

import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from sumc.problems.generator.schema import LanguageCode, Word
from sumc.problems.world import languages_of_stories
from sumc.problems.world.casting import cast
from sumc.problems.world.english.grammar import GRAMMAR
from sumc.problems.world.facts import Entity, Fact, Number
from sumc.problems.world.kinds import KINDS
from sumc.problems.world.language import load_language
from sumc.problems.world.phrases import Clause, Options, Phrases, Reader, read_phrases
from sumc.problems.world.plots import PLOTS, draw_world
from sumc.problems.world.speaking import (
    Manner,
    Said,
    Speaker,
    choose_clauses,
    choose_question,
    unmark,
)

every_language = pytest.mark.parametrize("code", languages_of_stories())
TOM, ANN, PAT = (Entity("child", number) for number in (1, 2, 3))
TOYS, SHOP = Entity("toy", 4), Entity("shop", 5)
CAST = {
    TOM: Word("Tom", "", "he"),
    ANN: Word("Ann", "", "she"),
    PAT: Word("Pat", "", "he"),
    TOYS: Word("toy", "toys"),
    SHOP: Word("the toy shop"),
}
NUMBERS = tuple(Number(Fraction(value)) for value in (3, 5, 1, 8))


def speaker(seed: int = 0, cast: dict[Entity, Word] | None = None) -> Speaker:
    digits = Manner(0.0, has_words=False)
    return Speaker(GRAMMAR, cast or CAST, NUMBERS, digits, Random(seed))


@cache
def clause(text: str, kind: str = "start") -> Clause:
    """A clause of a kind, read from its template."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "phrases.toml"
        path.write_text(f'[{kind}]\nsay = ["{text}"]', encoding="utf-8")
        phrases, mistakes = read_phrases([path], Reader(GRAMMAR.word, GRAMMAR.verbs))
    assert [each for each in mistakes if "no file has phrases" not in each.message] == []
    ((found,),) = phrases.kinds[kind].say.values()
    return found


def start(who: Entity, place: int = 0) -> Fact:
    return Fact("start", {"who": who, "thing": TOYS}, {"n": place})


def said(speaking: Speaker, text: str, *facts: Fact, kind: str = "start") -> str:
    return unmark(speaking.say(clause(text, kind), facts))[0]


@pytest.mark.parametrize(
    ("place", "text"),
    [(0, "Tom has 3 toys"), (2, "Tom has 1 toy")],
)
def test_nouns_agree_with_their_numbers(place: int, text: str) -> None:
    assert said(speaker(), "{who} {have} {n thing}", start(TOM, place)) == text


def test_numbers_are_remembered_in_the_order_they_are_said() -> None:
    speaking = speaker()
    said(speaking, "{who} has {n thing}", start(TOM, 3))
    speaking.next_sentence()
    said(speaking, "{who} has {n thing}", start(ANN, 1))
    assert speaking.places == [3, 1]


def test_a_name_comes_before_its_pronoun() -> None:
    for seed in range(40):
        speaking = speaker(seed)
        assert said(speaking, "{who} has {n thing}", start(TOM)).startswith("Tom ")
        speaking.next_sentence()
        again = said(speaking, "{who} has {n thing}", start(TOM, 1))
        assert again.split()[0] in ("Tom", "he")


def test_a_pronoun_that_could_mean_two_people_is_not_used() -> None:
    for seed in range(40):
        speaking = speaker(seed)
        for who in (TOM, PAT, TOM, PAT):
            speaking.next_sentence()
            assert said(speaking, "{who} has {n thing}", start(who)).split()[0] != "he"


def test_a_pronoun_is_not_used_for_somebody_long_ago() -> None:
    for seed in range(40):
        speaking = speaker(seed)
        said(speaking, "{who} has {n thing}", start(TOM))
        for _ in range(3):
            speaking.next_sentence()
        assert said(speaking, "{who} has {n thing}", start(TOM)).startswith("Tom ")


def test_somebody_is_a_pronoun_within_one_clause() -> None:
    text = said(speaker(), "{who} counts {who's} {things}: {n}", start(TOM))
    assert text == "Tom counts his toys: 3"


def test_things_that_were_just_named_may_be_left_out() -> None:
    found = set()
    for seed in range(60):
        speaking = speaker(seed)
        said(speaking, "{who} has {n thing}", start(TOM))
        found.add(said(speaking, "{who:name} has {n thing}", start(ANN, 1)))
    assert found == {"Ann has 5 toys", "Ann has 5"}
    for seed in range(30):
        speaking = speaker(seed)
        said(speaking, "{who} has {n thing}", start(TOM))
        speaking.next_sentence()
        text = said(speaking, "{who:name} has {n thing}", start(ANN, 1))
        assert text == "Ann has 5 toys"  # another sentence


def test_a_list_has_all_numbers() -> None:
    speaking = speaker()
    kinds = [Entity("toy", 7, variant) for variant in (1, 2)]
    speaking.cast = {
        **CAST,
        **{kind: Word(f"toy{kind.variant}", f"toys{kind.variant}") for kind in kinds},
    }
    facts = [Fact("start", {"who": TOM, "thing": kind}, {"n": n}) for n, kind in enumerate(kinds)]
    assert said(speaking, "{who} has {n thing}", *facts) == "Tom has 3 toys1 and 5 toys2"


def test_a_verb_agrees_with_the_number_that_it_speaks_of() -> None:
    assert said(speaker(), "there {be:n} {n thing}", start(TOM, 2)) == "there is 1 toy"
    assert said(speaker(), "there {be:n} {n thing}", start(TOM, 0)) == "there are 3 toys"


# Choosing what is said


def facts_of(code: LanguageCode, plot: str, seed: int) -> list[Fact]:
    world = draw_world(plot, f"{plot} {seed}")
    return [fact for fact in world.facts if fact.tells] if world else []


@every_language
@pytest.mark.parametrize("plot", PLOTS)
def test_clauses_tell_every_number_exactly_once(code: LanguageCode, plot: str) -> None:
    phrases = load_language(code).phrases
    for seed in range(4):
        told = []
        for fact in facts_of(code, plot, seed):
            names = [n for n in phrases.can_tell(fact.kind) if n]
            if names:
                told.append((fact, max(names, key=lambda each: (len(each), sorted(each)))))
        chosen = choose_clauses(phrases, told, Random(seed))
        assert chosen is not None
        shown = [
            (id(fact), name)
            for each in chosen
            for fact in each.facts
            for name in each.clause.numbers
        ]
        wanted = [(id(fact), name) for fact, names in told for name in names]
        assert sorted(shown) == sorted(wanted)


@every_language
def test_what_no_clause_can_tell_is_not_told(code: LanguageCode) -> None:
    phrases = load_language(code).phrases
    fact = start(TOM)
    assert choose_clauses(phrases, [(fact, frozenset({"nothing"}))], Random(0)) is None
    assert choose_clauses(phrases, [], Random(0)) == []


@every_language
def test_questions_that_tell_a_number_tell_those_that_are_known(code: LanguageCode) -> None:
    phrases = load_language(code).phrases
    for name, kind in phrases.kinds.items():
        fact = Fact(name, {}, dict.fromkeys(KINDS[name].numbers, 0))
        for slot in kind.ask:
            for names in (frozenset[str](), frozenset(KINDS[name].numbers) - {slot}):
                question = choose_question(kind, slot, fact, names)
                assert question.told <= names
                assert all(each.numbers == question.told for each in question.ask)
                assert slot not in question.told


def test_ways_to_tell_cover_all_numbers_without_any_twice() -> None:
    phrases: Phrases = load_language("en").phrases
    for name, kind in KINDS.items():
        names = frozenset(kind.numbers)
        for way in phrases.ways_to_tell(name, names):
            assert sorted(number for part in way for number in part) == sorted(names)
            assert all(part in phrases.can_tell(name) for part in way)


@every_language
def test_every_wording_of_a_clause_is_said_sooner_or_later(code: LanguageCode) -> None:
    language = load_language(code)
    world = next(filter(None, (draw_world("stock", f"say {seed}") for seed in range(50))))
    words = cast(world, language.lexicon, language.grammar, Random(0))
    fact = next(each for each in world.facts if each.kind == "start")
    texts = set()
    for seed in range(60):
        manner = Manner(0.0, has_words=False)
        speaking = Speaker(language.grammar, words, world.numbers, manner, Random(seed))
        (one,) = choose_clauses(language.phrases, [(fact, frozenset("n"))], Random(seed)) or []
        assert isinstance(one, Said)
        texts.add(unmark(speaking.say(one.clause, one.facts))[0])
        assert speaking.places == [fact.numbers["n"]]
    assert len(texts) > 2


def test_options_have_one_way_at_least() -> None:
    assert isinstance(clause("{who} [has|owns] {n thing}").options, Options)
    found = {said(speaker(seed), "{who} [has|owns] {n thing}", start(TOM)) for seed in range(20)}
    assert found == {"Tom has 3 toys", "Tom owns 3 toys"}
