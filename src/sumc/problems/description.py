"""Descriptions of datasets: where their files are, whose they are, what their columns hold.

A description is a table of `catalogue.toml`, or a TOML file of your own:

    about = "English, five problems"
    licence = "MIT"
    folder = "mine"                       # in the data folder, or beside your own TOML file
    files = ["a.jsonl", "b.csv"]          # or with their roles: { "a.jsonl" = "train" }
    folds = "files"                       # the first file is fold 0, the second fold 1, ...
    header = ["id", "text", "answer"]     # of CSV files that have none
    language = "en"                       # detected where it is not named
    rewrite = { "m" = "x", "PI" = "π" }   # what equations write, and what it stands for
    null_answer = "unanswerable"          # what a row without an answer means
    percentages = "either"                # 15 % may be answered 15 or 0.15
    base = "mawps"                        # the dataset whose problems these vary

    [columns]                             # those with other names or a special use
    text = "question"
    role = "split"                        # train, valid or dev, test
    fold = "fold"                         # 0 to 4
    words = "segmented"                   # the words of the text, with blanks between
    numbers = "numbers"                   # what n0, n1, ... are in the equations
    base_id = "base"                      # the problem of the base that a row varies, ...
    base_text = "original"                # ... or its text
    tags = ["kind", "steps"]              # what reports may want to know
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from sumc.errors import DatasetError
from sumc.problems.numbers import Language
from sumc.problems.provenance import ROLES, Role

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

USUAL = ("text", "equation", "answer", "id")
"""Columns that a file may have without a description naming them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a file are called; it may have equation and answer, or just one."""

    text: str = "text"
    equation: str = "equation"
    answer: str = "answer"
    id: str = "id"
    role: str = ""
    fold: str = ""
    words: str = ""
    numbers: str = ""
    base_id: str = ""
    base_text: str = ""
    tags: tuple[str, ...] = ()

    @property
    def named(self) -> set[str]:
        """The columns that were named explicitly: some row must have them."""
        names = {getattr(self, each.name) for each in fields(self) if each.name != "tags"}
        return names.union(self.tags).difference(USUAL, [""])


def named_columns(text: str, equation: str, answer: str) -> Columns | None:
    """The columns of a file with these names; None if these are the usual ones."""
    columns = Columns(text, equation, answer)
    return None if columns == Columns() else columns


@dataclass(frozen=True, slots=True)
class Description:
    """What is known of a dataset before any of its files is opened."""

    name: str
    about: str = ""
    licence: str = ""
    folder: str = ""
    files: Mapping[str, Role] = field(default_factory=dict)
    """The files in their order, with their roles."""
    folds: Literal["", "files"] = ""
    header: tuple[str, ...] = ()
    language: Language | Literal[""] = ""
    rewrite: Mapping[str, str] = field(default_factory=dict)
    null_answer: Literal["", "unanswerable"] = ""
    percentages: Literal["", "either"] = ""
    base: str = ""
    columns: Columns = Columns()


def read_catalogue(text: str, where: str) -> dict[str, Description]:
    """The descriptions of a TOML text that has a table for each."""
    tables = _parse(text, where)
    return {name: _describe(name, table, f"{where}: {name}") for name, table in tables.items()}


def read_description(text: str, name: str) -> Description:
    """The description that a TOML text consists of."""
    return _describe(name, _parse(text, name), name)


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{where} is not TOML: {error}") from None


def _describe(name: str, table: Any, where: str) -> Description:
    """The description in a table, or an error that lists all that is wrong with it."""
    if not isinstance(table, dict):
        raise DatasetError(f"{where}: expected a table that describes a dataset")
    columns = table.get("columns", {})
    mistakes = [*_mistakes(table, _KINDS)]
    if isinstance(columns, dict):
        mistakes += [f"columns.{each}" for each in _mistakes(columns, _COLUMN_KINDS)]
    if "files" not in table:
        mistakes.append("files: at least one is needed")
    if mistakes:
        lines = "".join(f"\n    {line}" for line in mistakes)
        raise DatasetError(f"{where} does not describe a dataset:{lines}")
    files = table["files"]
    values: dict[str, Any] = _with_tuples(table)
    values["files"] = files if isinstance(files, dict) else dict.fromkeys(files, "")
    values["columns"] = Columns(**_with_tuples(columns))
    return Description(name, **values)


def _with_tuples(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in table.items()}


_TEXT = "a text"
_TEXTS = "a list of texts"
_FILES = "a list of names, or a table of names and roles (train, validation, test)"
_PAIRS = "a table of texts"
_TABLE = "a table"
_KINDS: Mapping[str, str | tuple[str, ...]] = {
    **dict.fromkeys(("about", "licence", "folder", "base"), _TEXT),
    "files": _FILES,
    "folds": ("files",),
    "header": _TEXTS,
    "language": get_args(Language),
    "rewrite": _PAIRS,
    "null_answer": ("unanswerable",),
    "percentages": ("either",),
    "columns": _TABLE,
}
"""What each key takes: a kind of value, or one of a few words."""
_COLUMN_KINDS: Mapping[str, str | tuple[str, ...]] = {
    each.name: _TEXTS if each.name == "tags" else _TEXT for each in fields(Columns)
}


def _mistakes(
    table: Mapping[str, Any], kinds: Mapping[str, str | tuple[str, ...]]
) -> Iterator[str]:
    for key, value in table.items():
        if key not in kinds:
            yield f"{key}: unknown; known: {', '.join(kinds)}"
        elif not _fits(value, kinds[key]):
            wanted = kinds[key] if isinstance(kinds[key], str) else " or ".join(kinds[key])
            yield f"{key}: expected {wanted}, found {value!r}"


def _fits(value: object, kind: str | tuple[str, ...]) -> bool:
    if isinstance(kind, tuple):
        return value in kind
    if isinstance(value, list):
        return kind in (_TEXTS, _FILES) and bool(value) and _are_texts(value)
    if isinstance(value, dict):
        roles = kind == _FILES and bool(value) and all(role in ROLES for role in value.values())
        return roles or kind == _TABLE or (kind == _PAIRS and _are_texts(value.values()))
    return kind == _TEXT and isinstance(value, str)


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)
