"""Read what a language says from its TOML files, once per process.

english/                (Chinese has the same files in chinese/)
├── grammar.py          how words and sentences are formed: the only code
├── language.toml       the order of the topics, and named ranges of numbers
├── lexicon.toml        word lists
├── noise.toml          sentences that never matter
└── schemas/*.toml      the stories, one file per topic
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from sumc.errors import ProblemError
from sumc.problems.generator.places import Mistake, Notes, Place, refuse
from sumc.problems.generator.quantities import parse_range
from sumc.problems.generator.schema import (
    Ask,
    Grammar,
    Language,
    LanguageCode,
    Noise,
    Rows,
    Schema,
    Word,
)
from sumc.problems.generator.tables import Table, read_toml

FOLDERS: Mapping[LanguageCode, str] = {"en": "english", "zh": "chinese"}
INCLUDED = "*"
"""What an entry of a word list begins with if it stands for all entries of another list."""


@cache
def load_language(code: LanguageCode) -> Language:
    """Return grammar, word lists and schemas of a language; an error lists all mistakes."""
    language, mistakes = read_language(code, folder_of(code))
    refuse(mistakes)
    return language


def folder_of(code: LanguageCode) -> Path:
    """Return the folder of a language in this package."""
    return Path(__file__).parent / FOLDERS[language_code(code)]


def language_code(text: str) -> LanguageCode:
    """Return the language that a text names."""
    for code in FOLDERS:
        if code == text:
            return code
    known = ", ".join(FOLDERS)
    raise ProblemError(f"no problems can be generated in {text!r}; known languages: {known}")


def load_grammar(code: LanguageCode) -> Grammar:
    """Return the grammar of a language."""
    module = import_module(f"sumc.problems.generator.{FOLDERS[code]}.grammar")
    grammar: Grammar = module.GRAMMAR
    return grammar


def read_language(code: LanguageCode, folder: Path) -> tuple[Language, list[Mistake]]:
    """Return what the files of a folder say, and everything that is wrong with them."""
    mistakes: list[Mistake] = []
    grammar = load_grammar(code)
    shared = read_toml(folder / "language.toml", mistakes)
    topics = shared.texts("topics")
    ranges = dict(_read_ranges(shared.table("ranges")))
    shared.close()
    _compare_topics(topics, folder / "schemas", shared)
    paths = [folder / "schemas" / f"{topic}.toml" for topic in topics]
    language = Language(
        code=code,
        grammar=grammar,
        lexicon=_read_lexicon(read_toml(folder / "lexicon.toml", mistakes), grammar),
        ranges=ranges,
        schemas=tuple(read_schemas(paths, mistakes)),
        noise=tuple(_read_noise(read_toml(folder / "noise.toml", mistakes))),
    )
    return language, sorted(mistakes)


def _compare_topics(topics: Iterable[str], folder: Path, shared: Table) -> None:
    """Note the schema files that no topic names, since nothing would be drawn from them."""
    for path in sorted(folder.glob("*.toml")):
        if path.stem not in topics:
            shared.note(f"topics: the file schemas/{path.name} is not among them", "topics")


def _read_ranges(table: Table) -> Iterator[tuple[str, str]]:
    for name in table.values:
        if text := table.text(name):
            Notes(table.place, name, table.mistakes).read(parse_range, text, name)
            yield name, text


def _read_lexicon(table: Table, grammar: Grammar) -> dict[str, Rows]:
    """Return the word lists; a list may include those before it."""
    lexicon: dict[str, Rows] = {}
    for name in table.values:
        rows = tuple(_read_rows(name, table, lexicon, grammar))
        sizes = sorted({len(row) for row in rows})
        if len(sizes) > 1:
            found = " and ".join(map(str, sizes))
            table.note(f"{name}: expected equally many words in every entry, found {found}", name)
        lexicon[name] = rows if len(sizes) == 1 else ()
    return lexicon


def _read_rows(
    name: str, table: Table, lexicon: Mapping[str, Rows], grammar: Grammar
) -> Iterator[tuple[Word, ...]]:
    for entry in table.texts(name):
        words = [" ".join(word.split()) for word in entry.split(",")]
        included = entry.removeprefix(INCLUDED)
        if included in lexicon and included != entry:
            yield from lexicon[included]
        elif included != entry:
            table.note(f"{name}: no list before it is called {included!r}", name)
        elif all(words):
            yield tuple(map(grammar.word, words))
        else:
            table.note(f"{name}: expected words between the commas, found {entry!r}", name)


def _read_noise(file: Table) -> Iterator[Noise]:
    for table in file.tables("noise"):
        numbers, text = table.joined("numbers", "; ", needed=False), table.joined("text", " | ")
        table.close()
        yield Noise(numbers, text, table.place)
    file.close()


def read_schemas(paths: Iterable[Path], mistakes: list[Mistake]) -> Iterator[Schema]:
    """Yield the schemas of these files; what is wrong is added to the mistakes and left out."""
    names: dict[str, Place] = {}
    for path in paths:
        file = read_toml(path, mistakes)
        for table in file.tables("schema"):
            schema, is_whole = _read_schema(table)
            if first := names.get(schema.name):
                where = f"{first.file.name}, line {first.line}"
                table.note(f"name: the schema at {where} has the same one", "name")
            elif schema.name:
                names[schema.name] = schema.place
            if is_whole:
                yield schema
        file.close()


def _read_schema(table: Table) -> tuple[Schema, bool]:
    """Return a schema with its complete asks, and whether the rest of it is complete."""
    asks = [_read_ask(each) for each in table.tables("ask")]
    before = len(table.mistakes)
    facts = table.table("facts")
    schema = Schema(
        name=table.text("name"),
        numbers=table.joined("numbers", "; "),
        words=table.joined("words", "; ", needed=False),
        facts={key: facts.joined(key, " | ") for key in facts.values},
        asks=tuple(ask for ask, whole in asks if whole),
        where=table.joined("where", "; ", needed=False),
        place=table.place,
    )
    is_whole = len(table.mistakes) == before
    _compare_facts([ask for ask, _ in asks], facts)
    table.close()
    return schema, is_whole


def _read_ask(table: Table) -> tuple[Ask, bool]:
    """Return an ask, and whether it is complete."""
    before = len(table.mistakes)
    ask = Ask(
        target=table.text("target"),
        tell=table.joined("tell", ", "),
        question=table.joined("question", " | "),
        equation=table.text("equation", needed=False),
        place=table.place,
    )
    table.close()
    return ask, len(table.mistakes) == before


def _compare_facts(asks: Sequence[Ask], facts: Table) -> None:
    """Note the facts that no ask tells, if it is known what each ask tells."""
    told = {name for ask in asks for name, *_ in ask.told()}
    if asks and all(ask.tell for ask in asks):
        for name in sorted(facts.values.keys() - told):
            facts.note(f"{name}: no ask tells this fact", name)
