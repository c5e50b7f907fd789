"""Kinds of facts: read from a file whose mistakes are all reported at once, by line."""

from pathlib import Path

import pytest

from sumc.errors import SchemaError
from sumc.problems.generator.tables import load_words
from sumc.problems.world.kinds import KINDS, NOISE, Kind, read_kinds


def reading(tmp_path: Path, text: str) -> tuple[dict[str, dict[str, Kind]], list[str]]:
    path = tmp_path / "kinds.toml"
    path.write_text(text, encoding="utf-8")
    kinds, mistakes = read_kinds(path)
    return kinds, [f"{each.line}: {each.message}" for each in mistakes]


def test_a_kind_has_roles_and_numbers(tmp_path: Path) -> None:
    text = '[amounts]\ngive = "who other thing | n"\n[noise]\nyear = "| z"'
    kinds, mistakes = reading(tmp_path, text)
    assert mistakes == []
    assert kinds["amounts"] == {"give": Kind(("who", "other", "thing"), ("n",))}
    assert kinds["noise"] == {"year": Kind((), ("z",))}


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        (
            '[a]\n\ngive = "who thing"',
            ["3: give: expected different names, as in `who thing | n`"],
        ),
        (
            '[a]\ngive = "who who | n"',
            ["2: give: expected different names, as in `who thing | n`"],
        ),
        ('[a]\ngive = "who n | n"', ["2: give: expected different names, as in `who thing | n`"]),
        ("[a]\ngive = 3", ["2: give: expected a text, found 3"]),
        ('[a]\ngive = ""', ["2: give: expected a text, found ''"]),
        ('a = "x"', ["1: a: expected a table [a], found 'x'"]),
        (
            '[a]\ngive = "who | n"\n[b]\ngive = "who | n"\nhave = 1',
            [
                "4: give: another topic has a kind of this name",
                "5: have: expected a text, found 1",
            ],
        ),
        ("[a", ["1: not TOML"]),
    ],
)
def test_mistakes_are_told_with_their_lines(
    tmp_path: Path, text: str, mistakes: list[str]
) -> None:
    _, found = reading(tmp_path, text)
    assert len(found) == len(mistakes)
    for one, expected in zip(found, mistakes, strict=True):
        assert one.startswith(expected)


def test_the_kinds_of_the_package_are_of_many_topics() -> None:
    assert len(KINDS) > 100
    assert KINDS["give"] == Kind(("who", "other", "thing"), ("n",))
    assert KINDS["groups"].numbers == ("boxes", "each", "total")
    assert "is_old" in NOISE


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[plurals]\nchild = 3", "grammar.toml:2: child: expected a text, found 3"),
        ("plurals = 3", "grammar.toml:1: plurals: expected a table [plurals], found 3"),
        ("[plurals", "grammar.toml:1: not TOML"),
    ],
)
def test_words_of_a_grammar_are_tables_of_texts(tmp_path: Path, text: str, mistake: str) -> None:
    path = tmp_path / "grammar.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError) as error:
        load_words(path)
    assert mistake in str(error.value)


def test_a_grammar_file_that_is_missing_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SchemaError, match=r"grammar\.toml:1: cannot be read"):
        load_words(tmp_path / "grammar.toml")
    path = tmp_path / "words.toml"
    path.write_text('[a]\nb = "c"', encoding="utf-8")
    assert load_words(path) == {"a": {"b": "c"}}
