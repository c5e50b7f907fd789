"""A grading scheme is read from TOML or JSON, and all of its mistakes are reported at once."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from sumc.errors import SettingsError
from sumc.grading.scheme import DEFAULT_SCHEME, POINTS, Scheme, load_scheme, read_scheme, scheme_of

TABLES = {
    "accept": ["36-7"],
    "unit": ["pencils", "pens"],
    "reduced": True,
    "tolerance": "0.01",
    "deduction": 0.25,
    "partial": True,
    "points": {"same-structure": 4, "answer-only": 1.5},
    "constants": {"pi": ["3.14", "22/7"]},
}
TOML = """
accept = ["36-7"]
unit = ["pencils", "pens"]
reduced = true
tolerance = "0.01"
deduction = 0.25
partial = true
[points]
same-structure = 4
answer-only = 1.5
[constants]
pi = ["3.14", "22/7"]
"""


def test_toml_and_json_give_the_same_scheme(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("\ufeff" + TOML, encoding="utf-8")
    (tmp_path / "a.JSON").write_text(json.dumps(TABLES), encoding="utf-8")
    scheme = load_scheme(tmp_path / "a.toml")
    assert scheme == load_scheme(tmp_path / "a.JSON")
    assert scheme.points == {**POINTS, "same-structure": 4, "answer-only": Fraction(3, 2)}
    assert scheme.full == 4
    assert scheme.tolerance == Fraction(1, 100)
    assert scheme.constants == {"pi": ("3.14", "22/7")}


def test_what_is_not_named_keeps_its_default() -> None:
    assert read_scheme("", "empty") == Scheme() == DEFAULT_SCHEME
    assert DEFAULT_SCHEME.full == 1


@pytest.mark.parametrize(
    ("written", "units"), [('"cm"', ("cm",)), ("true", ("*",)), ("false", ())]
)
def test_a_unit_is_a_text_or_any(written: str, units: tuple[str, ...]) -> None:
    assert read_scheme(f"unit = {written}", "x").unit == units


def test_all_mistakes_are_reported_at_once() -> None:
    text = """
    reducd = true
    partial = 1
    tolerance = "1e-3"
    accept = []
    unit = 3
    deduction = true
    constants = 3.14
    completely-different = 1
    [points]
    answeronly = 1
    different = -1
    """
    with pytest.raises(SettingsError) as found:
        read_scheme(text, "mine.toml")
    assert found.value.mistakes == (
        "reducd: unknown, did you mean `reduced`?",
        "partial: expected true or false, found 1",
        "tolerance: expected a number such as 0.5, found '1e-3'",
        'accept: expected a text or a list of texts, as in ["3.14", "22/7"], found []',
        'unit: expected a text or a list of texts, as in ["3.14", "22/7"], found 3',
        "deduction: expected a number such as 0.5, found True",
        "constants: expected a table, found 3.14",
        "completely-different: unknown; known: accept, unit, reduced, tolerance, rounded, "
        "deduction, partial, points, constants",
        "points.answeronly: unknown, did you mean `answer-only`?",
        "points.different: expected a number such as 0.5, found -1",
    )
    assert str(found.value).startswith("mine.toml has 10 mistakes:")


@pytest.mark.parametrize(
    ("text", "is_json", "message"),
    [("a =", False, "not TOML"), ("{", True, "not JSON"), ("[1]", True, "expected a table")],
)
def test_what_is_no_scheme_is_refused(text: str, is_json: bool, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_scheme(text, "x", is_json=is_json)


def test_long_values_are_shown_shortened() -> None:
    with pytest.raises(SettingsError, match="…"):
        scheme_of({"reduced": "x" * 100}, "x")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml"):
        load_scheme(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xff")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_scheme(tmp_path / "bad.toml")
