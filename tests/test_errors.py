"""Errors: one family, told with a caret, with hints, and without speaking to the terminal."""

import pickle
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc import errors
from sumc.algebra.expression import parse_expression
from sumc.errors import (
    CARET_WINDOW,
    MOST_KNOWN,
    ExpressionError,
    SchemaError,
    SettingsError,
    StoppedRunError,
    SumcError,
    caret,
    hint,
    printable,
)

FAMILY = [
    each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, SumcError)
]


def test_all_errors_are_drawn_in_the_tree_of_the_family() -> None:
    assert errors.__doc__ is not None
    for each in FAMILY:
        assert each.__name__ in errors.__doc__
        assert each.__doc__
        assert issubclass(each, ValueError)


def test_the_tree_shows_who_inherits_from_whom() -> None:
    """A line that is further in belongs to the one above it."""
    assert errors.__doc__ is not None
    above: dict[int, str] = {}
    for line in errors.__doc__.splitlines():
        name = next((word for word in line.split() if word.endswith("Error")), None)
        if name is None:
            continue
        depth = line.index(name) // 4
        above[depth] = name
        if depth:
            found = getattr(errors, name)
            assert getattr(errors, above[depth - 1]) in found.__mro__, name


@pytest.mark.parametrize("kind", FAMILY, ids=lambda kind: kind.__name__)
def test_an_error_survives_its_way_between_processes(kind: type[SumcError]) -> None:
    arguments: dict[type[SumcError], tuple[object, ...]] = {
        SchemaError: (["a.toml:1: wrong"],),
        SettingsError: ("a file", ["a: wrong"]),
        StoppedRunError: ("stopped", 15),
    }
    error = kind(*arguments.get(kind, ("what went wrong",)))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (str(again), again.to_json()) == (str(error), error.to_json())
    assert error.to_json()["error"]


def test_mistakes_are_counted_in_words() -> None:
    assert str(SchemaError(["a"])).startswith("1 mistake in ")
    assert str(SchemaError(["a", "b"])).startswith("2 mistakes in ")
    assert str(SettingsError("f", ["a", "b"])) == "f has 2 mistakes:\n    a\n    b"


# Carets


def pointed_at(shown: str) -> str:
    """The character over the caret, counting cells of a terminal."""
    text, pointer = shown.splitlines()
    cells = len(pointer) - 1
    for character in text:
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if cells <= 0:
            return character
        cells -= width
    return ""


@given(st.text("ab1+年个", min_size=1, max_size=200), st.data())
def test_the_caret_is_under_the_character_that_is_meant(text: str, data: st.DataObject) -> None:
    column = data.draw(st.integers(1, len(text)))
    assert pointed_at(caret(text, column)) == text[column - 1]


@given(st.text(max_size=300), st.integers(1, 400))
def test_an_excerpt_is_short_and_on_one_line(text: str, column: int) -> None:
    lines = caret(text, column).split("\n")
    assert len(lines) == 2
    assert len(lines[0]) <= 4 + CARET_WINDOW
    assert all(character.isprintable() for character in lines[0])
    assert lines[1].strip() == "^"


@pytest.mark.parametrize(
    ("text", "column"), [("n0 + n1 *", 10), ("(3", 1), ("3 + + ", 6), ("2 3", 3)]
)
def test_an_expression_that_cannot_be_read_points_to_its_column(text: str, column: int) -> None:
    with pytest.raises(ExpressionError) as error:
        parse_expression(text)
    assert error.value.column == column
    assert f"at column {column}\n" in str(error.value)
    assert error.value.to_json() == {"error": error.value.message, "column": column}


# Hints


@given(st.lists(st.text("abcdefgh", min_size=4, max_size=8), min_size=1, unique=True))
def test_a_name_with_one_letter_wrong_is_recognised(known: list[str]) -> None:
    meant = known[0]
    told = hint(meant + "x", known)
    assert told.startswith(", did you mean `")
    assert told[len(", did you mean `") : -len("`?")] in known


def test_names_that_are_too_many_to_list_are_not_listed() -> None:
    names = [f"name{number}" for number in range(MOST_KNOWN + 1)]
    assert hint("zzz", names) == ""
    assert hint("zzz", names[1:]) == f"; known: {', '.join(names[1:])}"
    assert hint("", []) == "; known: "


# Terminals


@given(st.text())
def test_what_is_printed_says_nothing_to_a_terminal(text: str) -> None:
    shown = printable(text)
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    assert all(c == "\n" or unicodedata.category(c) not in hidden for c in shown)
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\u202eb", "a\\u202eb"),
        ("tab\there", "tab\\there"),
        ("苹果 é 😀", "苹果 é 😀"),
        ("line\nline", "line\nline"),
        ("\ud800", "\\ud800"),
    ],
)
def test_controls_are_shown_by_their_codes(text: str, shown: str) -> None:
    assert printable(text) == shown
