"""Casting: every entity gets a word, no word stands for two, and days keep their order."""

from pathlib import Path
from random import Random

import pytest

from sumc.problems.generator.schema import LanguageCode, Word
from sumc.problems.world import languages_of_stories
from sumc.problems.world.casting import WordList, cast, read_lexicon
from sumc.problems.world.english.grammar import GRAMMAR
from sumc.problems.world.facts import Entity, Fact, World
from sumc.problems.world.language import load_language
from sumc.problems.world.plots import PLOTS, draw_world

every_language = pytest.mark.parametrize("code", languages_of_stories())


def world_of(*entities: Entity) -> World:
    """A world with a fact for every entity."""
    facts = tuple(Fact("start", {"who": entity}, {}) for entity in entities)
    return World("own", (), (), facts)


def lexicon() -> dict[str, WordList]:
    people = tuple(Word(name, "", "he" if name in "ABC" else "she") for name in "ABCDEF")
    days = tuple(Word(day) for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))
    toys = tuple(Word(toy, f"{toy}s") for toy in ("ball", "car", "doll"))
    return {
        "child": WordList(people),
        "toy": WordList(toys, ("red", "blue", "green"), Word("toy", "toys")),
        "day": WordList(days, is_ordered=True),
    }


def test_no_word_stands_for_two_things() -> None:
    toys = [Entity("toy", number) for number in range(3)]
    for seed in range(30):
        words = cast(world_of(*toys), lexicon(), GRAMMAR, Random(seed))
        assert sorted(word.form for word in words.values()) == ["ball", "car", "doll"]


def test_two_people_have_two_pronouns_if_they_can() -> None:
    people = [Entity("child", 1), Entity("child", 2)]
    same = 0
    for seed in range(200):
        one, other = cast(world_of(*people), lexicon(), GRAMMAR, Random(seed)).values()
        assert one.form != other.form
        same += one.pronoun == other.pronoun
    assert same < 20


def test_somebody_is_i_or_you_now_and_then_but_never_two_of_them() -> None:
    people = [Entity("child", number) for number in range(3)]
    told = 0
    for seed in range(200):
        words = cast(world_of(*people), lexicon(), GRAMMAR, Random(seed)).values()
        own = sum(word.form in ("I", "you") for word in words)
        assert own <= 1
        told += own
    assert 10 < told < 90


def test_kinds_of_one_thing_share_its_noun() -> None:
    kinds = [Entity("toy", 1, variant) for variant in (1, 2, 3)]
    together = Entity("toy", 1, of=tuple(kinds))
    for seed in range(20):
        words = cast(world_of(*kinds, together), lexicon(), GRAMMAR, Random(seed))
        adjectives = {words[kind].form.split()[0] for kind in kinds}
        nouns = {words[kind].form.split()[1] for kind in kinds}
        assert adjectives == {"red", "blue", "green"}
        assert nouns == {words[together].form}


def test_different_things_together_have_a_word_for_all() -> None:
    toys = [Entity("toy", 1), Entity("toy", 2)]
    words = cast(world_of(*toys, Entity("toy", 1, of=tuple(toys))), lexicon(), GRAMMAR, Random(0))
    assert words[Entity("toy", 1, of=tuple(toys))] == Word("toy", "toys")


def test_several_people_are_one_subject() -> None:
    people = [Entity("child", 1), Entity("child", 2)]
    both = Entity("child", 1, of=tuple(people))
    words = cast(world_of(both), lexicon(), GRAMMAR, Random(1))
    assert all(words[each].form in words[both].form for each in people)
    assert words[both].pronoun in ("they", "we", "you")


def test_days_follow_each_other() -> None:
    days = [Entity("day", 1, variant) for variant in (1, 2, 3)]
    order = [word.form for word in lexicon()["day"].words]
    for seed in range(30):
        words = cast(world_of(*days), lexicon(), GRAMMAR, Random(seed))
        places = [order.index(words[day].form) for day in days]
        assert places == [places[0], places[0] + 1, places[0] + 2]


@every_language
@pytest.mark.parametrize("plot", PLOTS)
def test_every_entity_of_every_plot_has_a_word(code: LanguageCode, plot: str) -> None:
    language = load_language(code)
    drawn = (draw_world(plot, f"cast {seed}") for seed in range(12))
    for number, world in enumerate(each for each in drawn if each):
        words = cast(world, language.lexicon, language.grammar, Random(number))
        for fact in world.facts:
            assert all(words[entity].form for entity in fact.entities.values())
        owners = {entity: words[entity].form for entity in words if words[entity].pronoun}
        people = [form for entity, form in owners.items() if not entity.of]
        assert len(set(people)) == len(people)


@every_language
def test_the_same_seed_casts_the_same_words(code: LanguageCode) -> None:
    language = load_language(code)
    world = next(filter(None, (draw_world("stock", f"same {seed}") for seed in range(50))))
    one, other = (cast(world, language.lexicon, language.grammar, Random(4)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ('[toy]\nwords = ["ball"]\nall = "toy"\nkinds = ["red"]\norder = "time"', []),
        ('[toy]\nkinds = ["red"]', ["1: words: missing; expected a text or an array of texts"]),
        ('[toy]\nwords = ["ball"]\ncolour = "red"', ["3: colour: unknown key"]),
        ("[toy]\nwords = [3]", ["2: words: expected a text or an array of texts, found [3]"]),
        ('toy = ["ball"]', ["1: toy: expected a table [toy], found ['ball']"]),
        (
            '[a]\nwords = ["*b"]\n[b]\nwords = ["x"]\n[c]\nwords = ["*b", "*d"]',
            ["2: a: no list before it is called 'b'", "6: c: no list before it is called 'd'"],
        ),
        ("[toy", ["1: not TOML"]),
    ],
)
def test_mistakes_of_a_lexicon_are_told_with_their_lines(
    tmp_path: Path, text: str, mistakes: list[str]
) -> None:
    path = tmp_path / "lexicon.toml"
    path.write_text(text, encoding="utf-8")
    _, found = read_lexicon(path, GRAMMAR)
    assert len({str(each) for each in found}) >= len(mistakes)
    told = [f"{each.line}: {each.message}" for each in found]
    assert all(any(one.startswith(expected) for one in told) for expected in mistakes)
    assert bool(told) is bool(mistakes)


def test_a_list_may_have_all_words_of_others(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.toml"
    path.write_text('[a]\nwords = ["x", "y"]\n[b]\nwords = ["*a", "z"]', encoding="utf-8")
    lists, mistakes = read_lexicon(path, GRAMMAR)
    assert mistakes == []
    assert [word.form for word in lists["b"].words] == ["x", "y", "z"]
    assert not lists["b"].is_ordered


@every_language
def test_lists_with_kinds_have_enough_of_them(code: LanguageCode) -> None:
    """Three kinds of marbles need three colours."""
    for name, words in load_language(code).lexicon.items():
        assert words.words, name
        assert not words.kinds or len(set(words.kinds)) >= 3, name
