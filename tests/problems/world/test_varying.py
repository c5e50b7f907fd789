"""Variations of a story: minimal pairs differ exactly as they claim to."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from problems.world.elimination import determined
from sumc.problems.generator.schema import LanguageCode
from sumc.problems.world import ANSWERABLE, VARIATIONS, languages_of_stories
from sumc.problems.world.deriving import network
from sumc.problems.world.drafting import Draft
from sumc.problems.world.facts import Fact
from sumc.problems.world.formulas import value_of
from sumc.problems.world.kinds import NOISE, TAKES_ALL
from sumc.problems.world.speaking import END, FIRST_MARK, unmark
from sumc.problems.world.stories import story_draft, story_problem
from sumc.problems.world.telling import Telling, decoy_kind

STORIES = 200
every_language = pytest.mark.parametrize("code", languages_of_stories())


@cache
def drafts(code: LanguageCode) -> tuple[dict[int, Draft], ...]:
    """All variations of many stories, by their places."""
    return tuple(dict(_drafts(code, n)) for n in range(STORIES))


def _drafts(code: LanguageCode, story: int) -> Iterator[tuple[int, Draft]]:
    for place in range(VARIATIONS):
        draft = story_draft(code, f"vary {story}", place)
        if draft is not None:
            yield place, draft


def pairs(code: LanguageCode, variation: str) -> list[tuple[Telling, Telling]]:
    """The first tellings of stories with their variations of one sort."""
    found = [
        (story[0].telling, draft.telling)
        for story in drafts(code)
        if 0 in story
        for draft in story.values()
        if draft.telling.variation == variation
    ]
    assert len(found) > 5, variation
    return found


@pytest.mark.uncounted
@every_language
def test_another_question_is_asked_of_the_same_facts(code: LanguageCode) -> None:
    for first, other in pairs(code, "question"):
        assert other.world == first.world
        assert other.told == first.told
        assert other.place(other.asked) != first.place(first.asked)
        assert other.derivation is not None


@every_language
def test_a_plain_story_has_the_same_answer_from_fewer_numbers(code: LanguageCode) -> None:
    for first, other in pairs(code, "plain"):
        assert (other.asked, other.answer, other.formula) == (
            first.asked,
            first.answer,
            first.formula,
        )
        assert set(other.told) < set(first.told)
        assert first.decoys
        assert not other.decoys


@every_language
def test_the_opposite_story_tells_the_same_but_is_calculated_otherwise(
    code: LanguageCode,
) -> None:
    for first, other in pairs(code, "opposite"):
        assert (other.told, other.asked) == (first.told, first.asked)
        assert other.world != first.world
        assert other.formula != first.formula


@every_language
def test_a_story_with_a_missing_number_has_all_others(code: LanguageCode) -> None:
    for first, other in pairs(code, "missing"):
        assert other.asked == first.asked
        assert first.derivation is not None
        (lost,) = set(first.told) - set(other.told)
        assert first.place(lost) in first.derivation.needed
        assert other.derivation is None


@every_language
def test_a_question_left_open_has_the_same_facts(code: LanguageCode) -> None:
    for first, other in pairs(code, "unknown"):
        assert other.told == first.told
        assert other.asked != first.asked
        assert other.world.facts[other.asked[0]].kind not in TAKES_ALL
        known = {other.place(name) for name in other.told} | other.world.constants
        assert other.place(other.asked) not in determined(other.world, known) | known


@every_language
def test_formulas_give_what_the_world_has(code: LanguageCode) -> None:
    for story in drafts(code):
        for place, draft in story.items():
            telling = draft.telling
            if place < ANSWERABLE:
                assert value_of(telling.formula, telling.world.values) == telling.answer
                assert telling.answer > 0
            else:
                assert telling.formula == ()


@every_language
def test_every_told_number_is_in_the_text_where_it_is_said_to_be(code: LanguageCode) -> None:
    for story in drafts(code):
        for draft in story.values():
            telling = draft.telling
            told = Counter(telling.place(name) for name in telling.told)
            assert set(draft.places) == set(told)
            spans = [*draft.spans]
            assert spans == sorted(spans)
            assert all(0 <= start < end <= len(draft.text) for start, end in spans)
            assert all(one[1] <= other[0] for one, other in pairwise(spans))


@every_language
def test_the_asked_number_is_not_told(code: LanguageCode) -> None:
    for story in drafts(code):
        for draft in story.values():
            telling = draft.telling
            assert telling.place(telling.asked) not in {telling.place(n) for n in telling.told}
            assert telling.asked not in telling.told


@every_language
def test_decoys_are_of_the_kinds_that_they_are_said_to_be(code: LanguageCode) -> None:
    found: Counter[str] = Counter()
    for story in drafts(code):
        for draft in story.values():
            telling = draft.telling
            if telling.derivation is None:
                assert telling.decoys == ()
                continue
            spare = [n for n in telling.told if telling.place(n) not in telling.derivation.needed]
            assert bool(spare) is bool(telling.decoys)
            noise = any(telling.world.facts[fact].kind in NOISE for fact, _ in spare)
            assert noise is ("plain" in telling.decoys)
            found.update(telling.decoys)
    assert len(found) >= 4


def test_what_happens_is_mentioned_even_without_its_number() -> None:
    """ "He ate some of them": a reader who is told this can see that something is missing."""
    for story in drafts("en"):
        for draft in story.values():
            mentioned = draft.telling.mentioned()
            for number, fact in enumerate(draft.telling.world.facts):
                if fact.is_event and fact.tells:
                    assert number in mentioned
            assert [*mentioned] == sorted(mentioned)


@every_language
def test_a_problem_has_what_its_draft_has(code: LanguageCode) -> None:
    checked = 0
    for story in range(40):
        for place in range(VARIATIONS):
            problem = story_problem(code, story, place, 9)
            draft = story_draft(code, f"9 {story}", place)
            if problem is None or draft is None:
                assert draft is None or not draft.is_read
                continue
            telling = draft.telling
            assert (problem.text, problem.schema) == (draft.text, telling.name)
            assert problem.answerable is (telling.derivation is not None)
            assert problem.answer == (telling.answer if problem.answerable else None)
            assert problem.tagged("variation") == (telling.variation,)
            assert problem.tagged("decoy") == telling.decoys
            assert problem.id.endswith(f"-{story}-{place}")
            checked += 1
    assert checked > 60


def test_a_draft_that_is_read_otherwise_is_noticed() -> None:
    draft = next(story[0] for story in drafts("en") if 0 in story and story[0].is_read)
    fields = {name: getattr(draft, name) for name in Draft.__slots__}
    assert not Draft(**{**fields, "quantities": draft.quantities[1:]}).is_read
    moved = tuple((start + 500, end + 500) for start, end in draft.spans)
    assert not Draft(**{**fields, "spans": moved}).is_read


@pytest.mark.parametrize(
    ("marked", "text", "spans"),
    [
        ("no numbers", "no numbers", []),
        ("{0}3{e} and {1}14{e}.", "3 and 14.", [(0, 0, 1), (1, 6, 8)]),
        ("{1}14{e}{0}3{e}", "143", [(1, 0, 2), (0, 2, 3)]),
        ("年{0}两{e}个", "年两个", [(0, 1, 2)]),
        ("{0}{e}", "", [(0, 0, 0)]),
    ],
)
def test_marks_are_taken_out_and_say_where_numbers_were(
    marked: str, text: str, spans: list[tuple[int, int, int]]
) -> None:
    marks = {"0": chr(FIRST_MARK), "1": chr(FIRST_MARK + 1), "e": END}
    for name, mark in marks.items():
        marked = marked.replace("{" + name + "}", mark)
    assert unmark(marked) == (text, spans)


def test_a_decoy_is_named_by_what_it_differs_in() -> None:
    facts = next(
        draft.telling.world.facts
        for story in drafts("en")
        for draft in story.values()
        if len(draft.telling.world.facts) > 2
    )
    noise = Fact("is_old", {}, {"z": 0})
    assert decoy_kind(noise, facts, True) == "plain"
    assert decoy_kind(facts[0], [facts[0]], True) != "plain"


@every_language
def test_some_stories_take_two_ways_to_one_number(code: LanguageCode) -> None:
    """Together they have 20, she has 4 more than he: no relation alone gives either number."""
    knotted = 0
    first = [story[0].telling for story in drafts(code) if 0 in story]
    for telling in first:
        told = frozenset(map(telling.place, telling.told)) | telling.world.constants
        found = network(telling.world.relations).closure(told)
        knotted += telling.place(telling.asked) not in found
    assert 0.03 < knotted / len(first) < 0.2
