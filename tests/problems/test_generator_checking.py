"""`check_schemas`: every mistake of a schema is found, and reported with its file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sumc.errors import DatasetError, ProblemError
from sumc.problems.generator.checking import DRAWS, check_schemas
from sumc.problems.generator.loading import folder_of, load_language
from sumc.problems.generator.schema import LanguageCode

ROOT = Path(__file__).parents[2]
DOCUMENTS = [folder_of("en").parent / "README.md", ROOT / "docs" / "data.md"]
EATING = """\
# Line 1. What was there, what is gone, what is left.
[[schema]]
name = "eating"
numbers = "a own; b own; t = a + b; n 2..9"
words = "p person; item snack"
where = "t < 500"

[schema.facts]
t = ["{p} had {t item}", "there were {t item} in {p's} [box|bag]"]
a = "{p.he} ate {a} of them"
b = "{p.he} has {b item} left"
n = "{p} has {n friend}"

[[schema.ask]]
target = "b"
tell = "n?, t, a"
question = "how many {items} [are left|does {p.he} have now]"
equation = "t - a"

[[schema.ask]]
target = "t"
tell = "a & b"
question = "how many {items} did {p.he} have at first"
"""
SHARING = """\
[[schema]]
name = "分糖"
numbers = "a 2..9; b 2..9; t = a * b"
words = "p person; item eaten"
facts.t = "{p}有{t item}"
facts.a = "平均分给{a}个小朋友"

[[schema.ask]]
target = "b"
tell = "t, a"
question = "每人分到多少{items}"
equation = "t / a"
"""


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    """A schema file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.uncounted
@pytest.mark.parametrize("code", get_args(LanguageCode))
def test_what_we_ship_has_no_mistakes(code: LanguageCode) -> None:
    """Every equation gives its target, and every ask can be drawn."""
    check = check_schemas(code)
    assert check.mistakes == ()
    (count,) = check.counts
    schemas = load_language(code).schemas
    assert (count.language, count.schemas) == (code, len(schemas))
    assert count.asks == sum(len(schema.asks) for schema in schemas)
    assert count.problems == count.asks * DRAWS


@pytest.mark.parametrize(
    ("old", "new", "mistakes"),
    [
        ("", "", []),
        ('name = "eating"', "", ["2: name: missing; expected a text"]),
        ("name =", "nmae =", ["2: name: missing; expected a text", "3: nmae: unknown key"]),
        ('"eating"', '["eating"]', ["3: name: expected a text, found ['eating']"]),
        ("b own; ", "b owm; ", ["4: eating: no range is called 'owm', did you mean `own`?"]),
        ("n 2..9", "n = m", ["4: eating: 'n' uses 'm', which is not declared before it"]),
        ("b own; ", "b own; b few; ", ["4: eating: 'b' is declared twice"]),
        ("t = a + b", "t = a +", ["4: eating: expected a number"]),
        ("snack", "snacks", ["5: eating: no word list is called 'snacks', did you mean `snack`?"]),
        ("p person", "person", ["5: eating: expected slots and a word list"]),
        ("p person", "p q days", ["5: eating: the list 'days' has 3 columns for 2 slots"]),
        ("p person", "p b person", ["5: eating: 'b' is the name of a number and of a word"]),
        ("t < 500", "t", ["6: eating: expected a comparison, found 't'"]),
        ("t < 500", "u < 500", ["6: eating: no number is called 'u'"]),
        ("t < 500", "t < 5 +", ["6: eating: expected a number"]),
        ("t < 500", "t < 2", ["14: eating/b: no numbers satisfy", "20: eating/t: no numbers"]),
        ("had {t item}", "had {t item} {u}", ["9: eating: no number or word is called 'u'"]),
        ("{p's}", "{p.its}", ["9: eating: no role is called 'its'"]),
        ("[box|bag]", "[box|bag", ["9: eating: a bracket is opened but never closed"]),
        ("{b item} left", "some left", ["20: eating/t: the equation uses 'b', which the text"]),
        ("ate {a} of", "ate {a of", ["10: eating: a brace is unmatched in"]),
        ('n = "{p}', 'm = "{p}', ["12: m: no ask tells this fact", "16: eating/b: no fact"]),
        ("[schema.facts]", "[schema.fact]", ["2: facts: missing", "8: fact: unknown key"]),
        ('target = "b"', "", ["14: target: missing; expected a text"]),
        ('target = "b"', 'target = "z"', ["15: eating/z: no number is called 'z'"]),
        ('target = "b"', 'target = "a"', ["16: eating/a: the text tells 'a'"]),
        ('"n?, t, a"', '"n?, t, c"', ["16: eating/b: no fact is called 'c'; known: t, a, b, n"]),
        ('"n?, t, a"', '"n?, t, a?"', ["18: eating/b: the equation uses 'a', which not every"]),
        ("[are left|", "[{t} are left|", []),
        ("{b item}", "[{b}|some]", ["20: eating/t: the equation uses 'b', which not every"]),
        ('equation = "t - a"', "", ["15: eating/b: an equation is missing"]),
        ('"t - a"', '"t - b"', ["18: eating/b: the equation uses 'b', which the text does not"]),
        ('"t - a"', '"t - a - a"', ["14: eating/b: the equation gives"]),
        ('"t - a"', '"t - / a"', ["18: eating/b: expected a number"]),
        ('"t - a"', "3", ["18: equation: expected a text, found 3"]),
        ("[[schema.ask]]", "[[schema.asks]]", ["2: ask: missing", "14: asks: unknown key"]),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, mistakes: list[str]
) -> None:
    """One row per mistake: nothing else is complained about, and the file needs no other run."""
    path = write(tmp_path, EATING.replace(old, new) if old else EATING)
    check = check_schemas("en", [path])
    found = [str(mistake).removeprefix(f"{path}:") for mistake in check.mistakes]
    assert len(found) == len(mistakes), found
    for each, expected in zip(found, mistakes, strict=True):
        assert each.startswith(expected), found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_schemas_that_we_explain_are_right(document: Path, tmp_path: Path) -> None:
    """What a reader copies from the documentation passes the check."""
    blocks = re.findall(r"```toml\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    (example,) = [block for block in blocks if "facts" in block]
    assert check_schemas("en", [write(tmp_path, example)]).mistakes == ()


def test_independent_mistakes_are_told_together(tmp_path: Path) -> None:
    """A broken ask keeps neither the rest of its schema nor other files from being checked."""
    first = write(tmp_path, EATING.replace('"n?, t, a"', "5").replace("snack", "snak"), "1.toml")
    second = write(tmp_path, SHARING.replace('"t / a"', '"t * a"'), "2.toml")
    check = check_schemas(None, [first, second])
    assert [(Path(each.file).name, each.line) for each in check.mistakes] == [
        ("1.toml", 5),
        ("1.toml", 16),
        ("2.toml", 8),
    ]


def test_the_questions_tell_the_language(tmp_path: Path) -> None:
    """Words come from the lists of the language that a schema is written in."""
    paths = [write(tmp_path, EATING, "1.toml"), write(tmp_path, SHARING, "2.toml")]
    check = check_schemas(None, paths)
    assert check.mistakes == ()
    assert [(count.language, count.schemas, count.asks) for count in check.counts] == [
        ("en", 1, 2),
        ("zh", 1, 1),
    ]
    as_english = check_schemas("en", paths[1:])
    assert [mistake.line for mistake in as_english.mistakes] == [4]


def test_a_name_is_unique_among_ones_own_files(tmp_path: Path) -> None:
    """Ours do not count: a shipped file can be checked by its path."""
    paths = [write(tmp_path, EATING, "1.toml"), write(tmp_path, EATING, "2.toml")]
    (mistake,) = check_schemas("en", paths).mistakes
    assert str(mistake) == f"{paths[1]}:3: name: the schema at 1.toml, line 2 has the same one"
    shipped = load_language("en").schemas[0].place.file
    assert check_schemas("en", [shipped]).mistakes == ()


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    """A missing file or an unknown language is refused, not listed as a mistake in a schema."""
    with pytest.raises(DatasetError, match="no file"):
        check_schemas("en", [tmp_path / "gone.toml"])
    for paths in ([], [write(tmp_path, EATING)]):
        with pytest.raises(ProblemError, match="known languages: en, zh"):
            check_schemas("fr", paths)


EDITS = st.lists(
    st.tuples(
        st.integers(0, len(EATING)),
        st.integers(0, 4),
        st.sampled_from([*'{}[]|"=.;?&^*/', "a", "9", "\n", "..", "t", "]]", "'s"]),
    ),
    min_size=1,
    max_size=3,
)


@given(EDITS)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_is_too_broken_to_be_checked(
    tmp_path: Path, edits: list[tuple[int, int, str]]
) -> None:
    """However a file is edited, the check ends with mistakes on lines of it, or with none."""
    text = EATING
    for place, removed, added in edits:
        text = text[:place] + added + text[place + removed :]
    path = write(tmp_path, text)
    for mistake in check_schemas("en", [path]).mistakes:
        assert 1 <= mistake.line <= text.count("\n") + 1
        assert mistake.message
