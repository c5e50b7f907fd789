"""Quantities and templates of the generator: drawn within their ranges, written as read."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import parse_expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.problems.generator.engine import (
    draw_told_numbers,
    generate_one,
    load_noise,
    load_stories,
    order_facts,
    pick_words,
    shown_value,
)
from sumc.problems.generator.loading import load_language
from sumc.problems.generator.quantities import (
    COMPARISONS,
    KIND_OF_SIGN,
    Kind,
    Quantity,
    draw_numbers,
    evaluate,
    is_sensible,
    needed_quantities,
    parse_condition,
    parse_quantity,
    split_list,
    write_decimal,
    write_equation,
    write_value,
)
from sumc.problems.generator.schema import Ask, LanguageCode
from sumc.problems.generator.stories import Story
from sumc.problems.generator.template import (
    Choice,
    Sequence,
    Slot,
    always_shown,
    parse_slot,
    parse_template,
    slots_of,
)

LANGUAGES: tuple[LanguageCode, ...] = ("en", "zh")
every_language = pytest.mark.parametrize("code", LANGUAGES)


def stories(code: LanguageCode) -> list[Story]:
    return [story for group in load_stories(code) for story in group]


# Numbers


@pytest.mark.parametrize(("sign", "kind"), KIND_OF_SIGN.items())
def test_the_sign_of_a_declaration_is_the_kind_of_its_numbers(sign: str, kind: Kind) -> None:
    quantity = parse_quantity(f"{sign}a 5..90/5", {})
    unit = 100 if kind == "percent" else 1
    assert quantity.kind == kind
    assert [value * unit for value in quantity.values[0]] == [*range(5, 91, 5)]


def test_a_formula_may_use_what_comes_before_it() -> None:
    quantity = parse_quantity("$t = a * b", {})
    assert (quantity.name, quantity.kind, quantity.formula) == ("t", "money", "a * b")
    numbers = {"a": Fraction(3), "b": Fraction(5, 2)}
    assert evaluate(quantity.formula, numbers) == Fraction(15, 2)
    assert evaluate("a / (b - b)", numbers) is None


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_conditions_compare_as_python_does(left: int, right: int) -> None:
    for sign in COMPARISONS:
        condition = parse_condition(f"a {sign} b + 0")
        python = {"=": left == right, "!=": left != right}.get(sign)
        if python is None:
            python = bool(eval(f"{left} {sign} {right}"))
        numbers = {"a": Fraction(left), "b": Fraction(right)}
        assert condition.holds(numbers) is python
        assert condition.names == {"a", "b"}


def test_a_condition_that_divides_by_zero_does_not_hold() -> None:
    assert not parse_condition("a / b > 0").holds({"a": Fraction(1), "b": Fraction(0)})
    with pytest.raises(ValueError, match="expected a comparison"):
        parse_condition("a + b")


@given(st.lists(st.text("ab =.+", min_size=1).filter(str.strip), max_size=5))
def test_a_list_is_cut_at_its_semicolons(parts: list[str]) -> None:
    assert split_list(";".join(parts)) == [part.strip() for part in parts]
    assert split_list("; ;") == []


def test_only_what_is_needed_is_drawn() -> None:
    texts = ("a 2..9", "b 2..9", "c = a + b", "d 2..9", "e = c * 2")
    quantities = [parse_quantity(text, {}) for text in texts]
    names = [quantity.name for quantity in needed_quantities(quantities, {"e"})]
    assert names == ["a", "b", "c", "e"]
    assert needed_quantities(quantities, set()) == ()


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("0", "whole", False),
        ("-3", "whole", False),
        ("1/2", "whole", False),
        ("3", "whole", True),
        ("5/4", "money", True),
        ("1/3", "money", False),
        ("1/8", "decimal", False),
        ("9/2", "percent", True),
        ("2/3", "fraction", True),
        ("3/2", "fraction", False),
    ],
)
def test_only_sensible_numbers_are_told(value: str, kind: Kind, expected: bool) -> None:
    assert is_sensible(Fraction(value), kind) is expected


@given(st.integers(0, 10**6))
def test_decimals_are_written_exactly(cents: int) -> None:
    value = Fraction(cents, 100)
    assert Fraction(write_decimal(value)) == value
    assert not write_decimal(value).endswith(".")


KINDS: tuple[Kind, ...] = ("whole", "money", "percent", "decimal", "fraction")


@given(st.sampled_from(KINDS), st.integers(1, 9_999))
def test_a_value_in_an_equation_is_read_back(kind: Kind, number: int) -> None:
    value = Fraction(number, 10_000 if kind == "percent" else 100 if kind != "fraction" else 9_999)
    assume(kind != "whole" or value.denominator == 1)
    text = write_value(value, kind)
    if kind == "percent" and (value * 100).denominator not in (1, 2, 4, 5, 10, 20, 25, 50, 100):
        return  # more decimals than a text has
    assert calculate(parse_expression(text), DEFAULT_LIMITS) == value


def test_an_equation_names_no_quantity() -> None:
    numbers = {"a": Fraction(3), "ab": Fraction(1, 4), "p": Fraction(1, 5)}
    kinds: dict[str, Kind] = {"a": "whole", "ab": "fraction", "p": "percent"}
    assert write_equation("a * (ab + p)", numbers, kinds) == "3*((1/4)+20%)"


def test_larger_numbers_come_together() -> None:
    """A scale is drawn for a whole story: nobody has 2 apples and buys 900 more."""
    quantities = [Quantity(name, "whole", ((Fraction(1),), (Fraction(500),))) for name in "ab"]
    drawn = [draw_numbers(quantities, (), Random(seed)) for seed in range(60)]
    pairs = {(int(each["a"]), int(each["b"])) for each in drawn if each}
    assert pairs == {(1, 1), (500, 500)}


@every_language
def test_told_numbers_keep_their_conditions_and_are_sensible(code: LanguageCode) -> None:
    for story in stories(code)[::9]:
        numbers, answer = draw_told_numbers(story, Random(story.name))
        assert all(condition.holds(numbers) for condition in story.conditions)
        assert is_sensible(answer, story.kinds[story.target])
        assert evaluate(story.equation, numbers) == answer
        for quantity in story.quantities:
            if quantity.values:
                assert any(numbers[quantity.name] in values for values in quantity.values)


@every_language
def test_a_reader_seldom_sees_the_same_number_twice(code: LanguageCode) -> None:
    equal = 0
    chosen = [story for story in stories(code)[::5] if len(story.told) > 1]
    for story in chosen:
        numbers, _ = draw_told_numbers(story, Random(story.name))
        shown = [shown_value(numbers[name], story.kinds[name]) for name in story.told]
        equal += len(set(shown)) < len(shown)
    assert equal < 0.05 * len(chosen)


# Words


@every_language
def test_no_word_is_drawn_twice_and_two_people_have_two_pronouns(code: LanguageCode) -> None:
    for story in stories(code)[::7]:
        for seed in range(3):
            words = pick_words(story.words, Random(f"{story.name} {seed}"))
            for choice in story.words:
                drawn = [words[slot] for slot in choice.slots]
                forms = [word.form for word in drawn]
                assert choice.bound or len(set(forms)) == len(forms), story.name
                if not choice.bound:
                    pairs = pairwise(drawn)
                    assert not any(a.pronoun and a.pronoun == b.pronoun for a, b in pairs)


@every_language
def test_words_of_one_row_stay_together(code: LanguageCode) -> None:
    bound = [choice for story in stories(code) for choice in story.words if choice.bound]
    assert bound
    for choice in bound[::5]:
        words = pick_words((choice,), Random(1))
        assert tuple(words[slot] for slot in choice.slots) in choice.rows


@every_language
def test_lists_that_include_others_have_all_of_their_words(code: LanguageCode) -> None:
    lexicon = load_language(code).lexicon
    assert len(lexicon) > 30
    for name, rows in lexicon.items():
        assert rows, name
        assert len({len(row) for row in rows}) == 1
        assert all(word.form for row in rows for word in row)


# Facts


@every_language
def test_facts_keep_their_order_but_for_parallel_ones(code: LanguageCode) -> None:
    for story in stories(code)[::11]:
        told = [fact.template for fact in story.facts if not fact.spare]
        for seed in range(3):
            ordered = [fact.template for fact in order_facts(story, Random(seed))]
            missing = Counter(told) - Counter(ordered)
            assert not missing
            if not any(fact.parallel or fact.spare for fact in story.facts):
                assert ordered == told


def test_facts_that_may_be_left_out_sometimes_are() -> None:
    spare = next(s for s in stories("en") if any(fact.spare for fact in s.facts))
    sizes = {len(order_facts(spare, Random(seed))) for seed in range(60)}
    assert len(sizes) > 1


@pytest.mark.parametrize(
    ("tell", "told"),
    [
        ("a", [("a", False, False)]),
        ("a, b", [("a", False, False), ("b", False, False)]),
        ("a & b", [("a", False, False), ("b", True, False)]),
        ("a, b? & c", [("a", False, False), ("b", False, True), ("c", True, False)]),
    ],
)
def test_what_is_told_is_read_from_commas_and_ampersands(
    tell: str, told: list[tuple[str, bool, bool]]
) -> None:
    assert [*Ask("t", tell, "how many").told()] == told


@every_language
def test_noise_never_uses_the_names_of_a_story(code: LanguageCode) -> None:
    for noise in load_noise(code):
        assert noise.needs_person == any(slot.name == "p" for slot in slots_of(noise.template))
        assert {q.name for q in noise.quantities} <= set(noise.kinds)


@every_language
def test_one_problem_is_the_same_whether_others_were_drawn_or_not(code: LanguageCode) -> None:
    later = generate_one(code, 17, 3)
    generate_one(code, 16, 3)
    assert generate_one(code, 17, 3) == later
    assert generate_one(code, 17, 4) != later
    assert generate_one(code, 18, 3) != later


# Templates

PIECES = st.text("abc ,.'", min_size=1, max_size=6)
SLOTS = st.builds(
    Slot,
    st.sampled_from(["a", "item", "p"]),
    st.sampled_from(["", "his", "digits"]),
    st.sampled_from(["", "more", "more red"]),
    st.sampled_from(["item", "km"]),
)


def written(template: Choice) -> str:
    """A template as a file has it."""
    return "|".join("".join(map(_part, way.parts)) for way in template.choices)


def _part(part: str | Slot | Choice) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Choice):
        return f"[{written(part)}]"
    style = f":{part.style}" if part.style else ""
    return "{" + " ".join(filter(None, (part.name + style, part.between, part.noun))) + "}"


def _tidy(parts: list[str | Slot | Choice]) -> Sequence:
    """Texts side by side are one text; blanks beside an alternative belong to its sign."""
    joined: list[str | Slot | Choice] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, str) and isinstance(last, str):
            joined[-1] = last + part
        else:
            joined.append(part)
    ends = [part.strip(" ") if isinstance(part, str) and n in (0, len(joined) - 1) else part
            for n, part in enumerate(joined)]  # fmt: skip
    return Sequence(tuple(part for part in ends if part != ""))


def templates() -> SearchStrategy[Choice]:
    def ways(inner: SearchStrategy[str | Slot | Choice]) -> SearchStrategy[Choice]:
        sequence = st.lists(inner, min_size=1, max_size=3).map(_tidy)
        return st.lists(sequence, min_size=1, max_size=3).map(lambda all_: Choice(tuple(all_)))

    leaf = PIECES | SLOTS
    return ways(leaf | ways(leaf))


@given(templates())
def test_a_written_template_is_read_back(template: Choice) -> None:
    assume("  " not in written(template).replace(" |", "").replace("| ", ""))
    found = parse_template(written(template))
    assert sorted(map(str, slots_of(found))) == sorted(map(str, slots_of(template)))
    assert len(found.choices) == len(template.choices)


@given(templates())
def test_a_slot_is_always_shown_if_every_wording_has_it(template: Choice) -> None:
    """The same as going through all wordings one by one."""
    assert always_shown(template) == set.intersection(*map(set, _wordings(template)))


def _wordings(template: Choice) -> list[list[str]]:
    """The names of the slots of every wording."""
    found: list[list[str]] = []
    for way in template.choices:
        ways: list[list[str]] = [[]]
        for part in way.parts:
            inner = (
                [[]]
                if isinstance(part, str)
                else [[part.name]]
                if isinstance(part, Slot)
                else _wordings(part)
            )
            ways = [[*one, *other] for one in ways for other in inner]
        found += ways
    return found


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("a", Slot("a")),
        ("a item", Slot("a", noun="item")),
        ("a:digits more red item", Slot("a", "digits", "more red", "item")),
        ("p's", Slot("p", "'s")),
        ("p.his", Slot("p", "his")),
    ],
)
def test_a_slot_is_a_name_with_style_and_noun(text: str, slot: Slot) -> None:
    assert parse_slot(text) == slot
