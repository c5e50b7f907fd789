"""The data files of the generator: what is read, when, and how their mistakes are reported."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import ProblemError, SchemaError
from sumc.problems.generator import loading
from sumc.problems.generator.loading import folder_of, load_language, read_language, read_schemas
from sumc.problems.generator.places import Keys, Mistake, Place, lines_of
from sumc.problems.generator.quantities import parse_quantity, parse_range
from sumc.problems.generator.schema import Schema
from sumc.problems.generator.template import parse_template

OPENED = """
import sys
files = []
sys.addaudithook(lambda event, args: files.append(str(args[0])) if event == "open" else None)
{code}
read = [file for file in files if "generator/" in file and file.endswith(".toml")]
print(sorted({{file.split("generator/")[-1].split("/")[0] for file in read}}))
"""


def opened_by(code: str) -> str:
    """The folders of the generator whose TOML files a fresh process opens."""
    command = [sys.executable, "-c", OPENED.format(code=code)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("code", "folders"),
    [
        ("import sumc, sumc.problems.generator, sumc.problems.datasets", []),
        ("from sumc.problems.generator import generate; next(generate('en', 1))", ["english"]),
        ("from sumc.problems.generator import generate; next(generate('zh', 1))", ["chinese"]),
    ],
)
def test_files_are_read_when_a_problem_of_their_language_is_drawn(
    code: str, folders: list[str]
) -> None:
    """Importing reads nothing, and a language does not read the files of the other."""
    assert opened_by(code) == str(folders)


def test_files_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second load of a language opens no file."""
    load_language("en")
    monkeypatch.setattr(loading, "read_toml", None)
    assert load_language("en") is load_language("en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the English files with two topics, to break."""
    for name in ("lexicon.toml", "noise.toml"):
        shutil.copy(folder_of("en") / name, tmp_path / name)
    (tmp_path / "schemas").mkdir()
    for topic in ("rates", "units"):
        shutil.copy(folder_of("en") / "schemas" / f"{topic}.toml", tmp_path / "schemas")
    own = (folder_of("en") / "language.toml").read_text(encoding="utf-8")
    topics = 'topics = ["units", "rates"]\n\n[ranges]'
    (tmp_path / "language.toml").write_text(topics + own.split("[ranges]")[1], encoding="utf-8")
    return tmp_path


def mistakes_in(folder: Path) -> list[str]:
    """The mistakes of a language folder, with short names of files."""
    _, mistakes = read_language("en", folder)
    return [str(mistake).removeprefix(f"{folder}/") for mistake in mistakes]


def test_topics_come_in_the_order_of_the_language_file(folder: Path) -> None:
    """The order is declared, not alphabetical: it decides what a seed draws."""
    language, mistakes = read_language("en", folder)
    assert mistakes == []
    assert language.schemas[0].place.file.name == "units.toml"
    assert language.schemas[-1].place.file.name == "rates.toml"


@pytest.mark.parametrize(
    ("file", "text", "mistakes"),
    [
        (
            "language.toml",
            'topics = ["units"]\n[ranges]\nfew = "2..9"\nodd = "9..1"\nbad = 3\n[extra]',
            [
                "language.toml:1: topics: the file schemas/rates.toml is not among them",
                "language.toml:4: odd: expected 1 to 100,000 values, low to high, found '9..1'",
                "language.toml:5: bad: expected a text, found 3",
                "language.toml:6: extra: unknown key; known: ranges, topics",
            ],
        ),
        (
            "language.toml",
            'topics = ["units", "rates", "gone"]\n[ranges]\n',
            ["schemas/gone.toml:1: cannot be read: No such file or directory"],
        ),
        (
            "lexicon.toml",
            'fruit = ["apple"]\nall = ["*fruit", "*nuts"]\npair = ["a, b", "c"]\n'
            'gap = ["a,, b"]\nnone = []\n',
            [
                "lexicon.toml:2: all: no list before it is called 'nuts'",
                "lexicon.toml:3: pair: expected equally many words in every entry, found 1 and 2",
                "lexicon.toml:4: gap: expected words between the commas, found 'a,, b'",
                "lexicon.toml:5: none: expected a text or an array of texts, found []",
            ],
        ),
        (
            "noise.toml",
            '[[noise]]\ntext = "it rained"\n\n[[noise]]\nnumber = "zz 2..9"\n',
            [
                "noise.toml:4: text: missing; expected a text or an array of texts",
                "noise.toml:5: number: unknown key, did you mean `numbers`?",
            ],
        ),
        (
            "schemas/units.toml",
            "",
            ["schemas/units.toml:1: schema: missing; expected tables [[schema]]"],
        ),
        (
            "schemas/units.toml",
            "schema = 3",
            ["schemas/units.toml:1: schema: expected tables [[schema]], found 3"],
        ),
    ],
)
def test_all_mistakes_of_a_file_are_told_with_their_lines(
    folder: Path, file: str, text: str, mistakes: list[str]
) -> None:
    """One row per kind of mistake in each kind of file."""
    (folder / file).write_text(text, encoding="utf-8")
    assert mistakes_in(folder) == mistakes


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\na = 2\n", 2), ("topics = [\n\n", 3), ("[[", 1), ("a = " + "[" * 100_000, 1)],
)
def test_what_is_no_toml_is_told_with_its_line(folder: Path, text: str, line: int) -> None:
    """The reader of TOML names a line or the end of the file; deep nesting does not crash it."""
    (folder / "noise.toml").write_text(text, encoding="utf-8")
    (mistake,) = mistakes_in(folder)
    assert mistake.startswith(f"noise.toml:{line}: not TOML: ")


def test_mistakes_of_all_files_are_told_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading a broken language is one error of our family with every mistake in it."""
    (folder / "noise.toml").write_bytes(b"\xff")
    (folder / "schemas" / "rates.toml").write_text('[[schema]]\nname = "a"', encoding="utf-8")
    monkeypatch.setattr(loading, "folder_of", lambda _: folder)
    with pytest.raises(SchemaError) as raised:
        load_language.__wrapped__("en")
    assert [mistake.removeprefix(f"{folder}/") for mistake in raised.value.mistakes] == [
        "noise.toml:1: cannot be read: not UTF-8",
        "schemas/rates.toml:1: ask: missing; expected tables [[schema.ask]]",
        "schemas/rates.toml:1: facts: missing; expected a table [schema.facts]",
        "schemas/rates.toml:1: numbers: missing; expected a text or an array of texts",
    ]
    assert str(raised.value).startswith("4 mistakes in the data of the problem generator:\n")
    assert isinstance(raised.value, ProblemError)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_a_name_belongs_to_one_schema(folder: Path) -> None:
    """Also across files: the message says where the name is taken."""
    path = folder / "schemas" / "rates.toml"
    units = (folder / "schemas" / "units.toml").read_text(encoding="utf-8").splitlines()
    taken = next(line for line in units if line.startswith("name = "))
    text = path.read_text(encoding="utf-8").replace('name = "speed"', taken)
    path.write_text(text, encoding="utf-8")
    assert mistakes_in(folder) == [
        "schemas/rates.toml:4: name: the schema at units.toml, line 3 has the same one"
    ]


def test_arrays_and_texts_say_the_same(tmp_path: Path) -> None:
    """A list is one text with its separator or an array, whichever reads better."""
    schemas: list[Schema] = []
    for numbers, fact in (
        ('"a own; b own"', '"{a} | {b}"'),
        ('["a own", "b own"]', '["{a}", "{b}"]'),
    ):
        path = tmp_path / "mine.toml"
        path.write_text(
            f'[[schema]]\nname = "s"\nnumbers = {numbers}\nfacts.a = {fact}\n'
            '[[schema.ask]]\ntarget = "a"\ntell = "a"\nquestion = "what"\n',
            encoding="utf-8",
        )
        mistakes: list[Mistake] = []
        schemas += read_schemas([path], mistakes)
        assert mistakes == []
    assert schemas[0] == schemas[1]


KEYS = st.sampled_from(["name", "tell", "a", "x-1", "question"])
VALUES = st.sampled_from(
    [
        '"plain"',
        '"a = 3 # [[schema]]"',
        '[\n    "name = 3",\n    "[schema.facts]",\n]  # done',
        '"""\nname = 3\n[[schema]]\n"""',
        "'''\ntell = 4\n'''",
        "3  # a = 3",
    ]
)
TABLES = st.lists(
    st.tuples(
        st.sampled_from(["[[schema]]", "[schema.facts]", "[[schema.ask]]", "[ other ] # x = 1"]),
        st.dictionaries(KEYS, VALUES, max_size=3),
        st.sampled_from(["", "\n", "# a comment\n# name = 3\n"]),
    ),
    max_size=12,
)


@given(TABLES)
def test_every_key_has_the_line_it_was_written_on(
    tables: list[tuple[str, dict[str, str], str]],
) -> None:
    """Strings, arrays and comments that look like keys or headings do not count."""
    text = ""
    expected: dict[Keys, int] = {}
    for table, (heading, values, gap) in zip(counted(tables), tables, strict=True):
        text += gap
        array = table[:-1] if heading.startswith("[[") else table
        expected.setdefault(array, text.count("\n") + 1)
        expected.setdefault(table, text.count("\n") + 1)
        text += f"{heading}\n"
        for key, value in values.items():
            expected.setdefault((*table, key), text.count("\n") + 1)
            text += f"{key} = {value}\n"
    assert lines_of(text) == expected


def counted(tables: list[tuple[str, dict[str, str], str]]) -> Iterator[Keys]:
    """The keys of each heading, counting schemas and asks the slow way."""
    for place, (heading, _, _) in enumerate(tables):
        before = [each for each, _, _ in tables[: place + 1]]
        schemas = before.count("[[schema]]")
        newest = len(before) - before[::-1].index("[[schema]]") if schemas else 0
        asks = before[newest:].count("[[schema.ask]]")
        outer: Keys = ("schema", schemas - 1) if schemas else ("schema",)
        yield {
            "[[schema]]": outer,
            "[schema.facts]": (*outer, "facts"),
            "[[schema.ask]]": (*outer, "ask", asks - 1),
        }.get(heading, ("other",))


def test_what_a_file_does_not_spell_out_has_the_line_around_it(tmp_path: Path) -> None:
    """A missing key is reported at its table, an unknown table at the first line."""
    path = tmp_path / "mine.toml"
    path.write_text('\n[[schema]]\nfacts.a = "b"\n', encoding="utf-8")
    schema = Place(path).below("schema", 0)
    assert schema.below("tell").line == 2
    assert schema.below("facts", "a").line == 3
    assert Place(path).below("noise", 0).line == 1
    assert Place(tmp_path / "gone.toml").line == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a", "expected `name range` or `name = formula`, found 'a'"),
        ("a owm", "no range is called 'owm', did you mean `own`?"),
        ("a zzz", "no range is called 'zzz'; known: own"),
        ("a 3..x", "found 'x'"),
        ("a 1e9..2", "found '1e9'"),
        ("a 1/0", "found '1/0'"),
        ("a 2..9/0", "expected 1 to 100,000 values, low to high, found '2..9/0'"),
        ("a 9..2", "found '9..2'"),
        ("a 1..999999999", "found '1..999999999'"),
        ("a -5", "found '-5'"),
    ],
)
def test_a_wrong_declaration_is_refused(text: str, message: str) -> None:
    """Even those that would take all memory."""
    with pytest.raises(ValueError, match=r"expected|no range") as raised:
        parse_quantity(text, {"own": "2..9"})
    assert message in str(raised.value)


@given(st.integers(0, 50), st.integers(0, 60), st.integers(1, 7), st.sampled_from([1, 2, 5, 10]))
def test_ranges_count_from_low_to_high(low: int, more: int, step: int, parts: int) -> None:
    """The values are those of counting by hand, in decimals too."""
    written = f"{low / parts}..{(low + more) / parts}/{step / parts}"
    (values,) = parse_range(written)
    assert [value * parts for value in values] == [*range(low, low + more + 1, step)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a [b|c", "opened but never closed"),
        ("a b]", "closed but never opened"),
        ("a] [b", "closed but never opened"),
        ("{ }", "a slot needs a name"),
        ("[" * 5000 + "]" * 5000, "nested more than 20 deep"),
    ],
)
def test_a_wrong_template_is_refused(text: str, message: str) -> None:
    """Brackets that do not match, and nesting deeper than anyone writes."""
    with pytest.raises(ValueError, match=message):
        parse_template(text)
