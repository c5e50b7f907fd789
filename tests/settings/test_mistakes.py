"""Mistakes in settings: however many there are, each is told once and by its own name."""

from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import PluginError, SettingsError, hint
from sumc.settings.models import MODELS
from sumc.settings.ranges import Count, OneOf, Range, Share
from sumc.settings.settings import SECTIONS, Settings, load_settings, override, read_tables
from sumc.settings.tables import (
    OneKind,
    TableReader,
    Written,
    check_dataclass,
    complaint_about,
    flat,
    set_written,
    toml_lines,
)
from sumc.settings.training import DataSettings, TrainingSettings

WRONG: dict[str, object] = {
    "data.split": "fold-9",
    "data.words": "yes",
    "data.limit": -1,
    "training.epochs": 0,
    "training.batch_size": "many",
    "training.clip": True,
    "training.seed": 1.5,
    "training.average": 1.0,
    "training.optimizer.learning_rate": -1,
    "training.optimizer.kind": "lion",
    "training.schedule.warmup": float("nan"),
    "encoder.layers": 0,
    "encoder.dropout": 1,
    "model.width": "wide",
    "codec.constant_uses": -1,
}
"""Values that no training can have, each wrong by itself."""
PLAIN = sorted(set(WRONG) - {"training.optimizer.kind"})


def told(tables: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as error:
        read_tables(tables, "a file")
    return error.value.mistakes


def tables_of(values: dict[str, object]) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for path, value in values.items():
        *outer, name = path.split(".")
        inner = tables
        for each in outer:
            inner = inner.setdefault(each, {})
        inner[name] = value
    return tables


@pytest.mark.parametrize("path", WRONG)
def test_a_wrong_value_is_one_mistake_with_its_name(path: str) -> None:
    (mistake,) = told(tables_of({path: WRONG[path]}))
    assert mistake.startswith(f"{path}: expected ")


@given(st.sets(st.sampled_from(PLAIN), min_size=1))
def test_any_mistakes_together_are_all_told(paths: set[str]) -> None:
    """None hides another, whichever sections they are in."""
    mistakes = told(tables_of({path: WRONG[path] for path in sorted(paths)}))
    assert sorted(each.partition(":")[0] for each in mistakes) == sorted(paths)


@given(st.sets(st.sampled_from(PLAIN), min_size=1, max_size=4), st.sampled_from(SECTIONS[:5]))
def test_unknown_names_and_wrong_values_are_told_together(paths: set[str], section: str) -> None:
    tables = tables_of({path: WRONG[path] for path in sorted(paths)})
    tables.setdefault(section, {})["colour"] = 1
    tables["extras"] = {}
    mistakes = told(tables)
    assert len(mistakes) == len(paths) + 2
    assert any(each.startswith(f"{section}.colour: unknown setting") for each in mistakes)
    assert any(each.startswith("extras: unknown section") for each in mistakes)


@pytest.mark.parametrize(
    "path", ["training.clip", "training.optimizer.learning_rate", "data.limit"]
)
def test_a_number_that_no_machine_can_calculate_with_is_refused(path: str) -> None:
    """TOML has whole numbers of any length; as a float they would be infinite."""
    if path == "data.limit":
        assert read_tables(tables_of({path: 10**400}), "a file").data.limit == 10**400
        return
    (mistake,) = told(tables_of({path: 10**400}))
    assert mistake.startswith(f"{path}: expected a finite number, found 1000")


@pytest.mark.parametrize("section", ["data", "encoder", "model", "training", "codec"])
@pytest.mark.parametrize("value", [3, "text", [1], None])
def test_a_section_is_a_table(section: str, value: object) -> None:
    (mistake,) = told({section: value})
    assert mistake == f"{section}: expected a table [{section}], found {value!r}"


@pytest.mark.parametrize("value", [3, "text", [1]])
def test_stages_are_tables(value: object) -> None:
    (mistake,) = told({"stages": value})
    assert mistake == f"stages: expected tables [stages.NAME], found {value!r}"


def test_a_stage_takes_from_the_training_what_it_does_not_say() -> None:
    name = next(name for name, kind in MODELS.items() if kind.stages)
    stage = MODELS[name].stages[0]
    settings = read_tables(
        {"model": {"name": name}, "training": {"batch_size": 7}, "stages": {stage: {"epochs": 3}}},
        "a file",
    )
    assert (settings.stage(stage).epochs, settings.stage(stage).batch_size) == (3, 7)
    assert settings.stage("another") is settings.training
    (mistake,) = told({"model": {"name": name}, "stages": {stage: {"epochs": 0}}})
    assert mistake.startswith(f"stages.{stage}.epochs: expected at least 1")


def test_queries_for_constants_need_an_encoder_that_sees_all() -> None:
    chosen = ["model.constants=queries"]
    with pytest.raises(SettingsError, match="queries need a pretrained encoder"):
        load_settings(None, chosen)
    assert load_settings(None, [*chosen, "encoder.kind=pretrained"]).asks_constants


# What fields accept


@dataclass(frozen=True)
class Inner:
    """A table of its own."""

    share: Share = 0.5


@dataclass(frozen=True)
class Round:
    """One kind."""

    kind: Literal["round"] = "round"
    radius: Count = 1


@dataclass(frozen=True)
class Square:
    """Another kind."""

    kind: Literal["square"] = "square"
    side: float = 1.0


@dataclass(frozen=True)
class Outer:
    """A section with every kind of field."""

    count: int = 1
    name: str = "a"
    flag: bool = False
    colour: Literal["red", "blue"] = "red"
    inner: Inner = Inner()
    shape: Annotated[
        Round | Square, OneKind("kind", {"round": Round, "square": Square}, "round")
    ] = Round()

    def __post_init__(self) -> None:
        if self.name == self.colour:
            raise ValueError("a name that is no colour")


def read(**raw: object) -> tuple[Outer, list[str]]:
    reader = TableReader()
    return reader.read(Outer, raw, "outer"), reader.mistakes


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({}, Outer()),
        ({"count": 7}, Outer(7)),
        ({"count": Written("7")}, Outer(7)),
        ({"flag": Written("TRUE")}, Outer(flag=True)),
        ({"name": Written("7")}, Outer(name="7")),
        ({"inner": {"share": 1}}, Outer(inner=Inner(1.0))),
        ({"shape": {"kind": "square", "side": 2}}, Outer(shape=Square(side=2.0))),
        ({"shape": {"radius": 3}}, Outer(shape=Round(radius=3))),
        ({"shape": {"kind": Written("square")}}, Outer(shape=Square())),
    ],
)
def test_a_table_becomes_its_dataclass(raw: dict[str, object], expected: Outer) -> None:
    assert read(**raw) == (expected, [])


@pytest.mark.parametrize(
    ("raw", "mistake"),
    [
        ({"count": "7"}, "outer.count: expected a whole number, found '7'"),
        ({"count": True}, "outer.count: expected a whole number, found True"),
        ({"count": 1.0}, "outer.count: expected a whole number, found 1.0"),
        ({"count": -1}, "outer.count: expected at least 0, found -1"),
        ({"count": Written("x")}, "outer.count: expected a whole number, found 'x'"),
        ({"flag": 1}, "outer.flag: expected true or false, found 1"),
        ({"flag": Written("maybe")}, "outer.flag: expected true or false, found 'maybe'"),
        ({"name": 3}, "outer.name: expected a text, found 3"),
        ({"colour": "pink"}, "outer.colour: expected one of red, blue, found 'pink'"),
        ({"inner": 3}, "outer.inner: expected a table [outer.inner], found 3"),
        ({"inner": {"share": 2}}, "outer.inner.share: expected from 0 to 1, found 2"),
        ({"inner": {"chair": 2}}, "outer.inner.chair: unknown setting, did you mean `share`?"),
        (
            {"shape": {"kind": "oval"}},
            "outer.shape.kind: expected one of round, square, found 'oval'",
        ),
        ({"shape": {"kind": 3}}, "outer.shape.kind: expected one of round, square, found 3"),
        ({"shape": {"radius": 0}}, "outer.shape.radius: expected at least 1, found 0"),
        ({"name": "red"}, "outer: a name that is no colour"),
    ],
)
def test_what_a_field_does_not_accept_is_told(raw: dict[str, object], mistake: str) -> None:
    found, mistakes = read(**raw)
    assert mistakes == [mistake]
    assert isinstance(found, Outer)


@pytest.mark.parametrize(
    ("value", "kind", "complaint"),
    [
        (3, int, None),
        (3, float, None),
        (float("inf"), float, "expected a finite number"),
        (10**400, float, "expected a finite number"),
        ("a", str, None),
        (None, str, "expected a text"),
        ([], int, "expected a whole number"),
    ],
)
def test_complaints(value: object, kind: object, complaint: str | None) -> None:
    assert complaint_about(value, kind) == complaint


def test_ranges_and_choices_say_what_they_accept() -> None:
    assert Range(1).complaint(0) == "expected at least 1"
    assert Range(0, 1).complaint(2) == "expected from 0 to 1"
    assert Range(0, 1).complaint(1) is None
    assert OneOf(("a", "b")).complaint("c") == "expected one of a, b"


@dataclass
class Changing:
    """Settings that could change, without a default, of a type that no table has."""

    things: list[int]


def test_settings_of_another_package_must_be_readable() -> None:
    check_dataclass(Outer, "these settings")
    with pytest.raises(PluginError) as error:
        check_dataclass(Changing, "these settings")
    first, *lines = str(error.value).splitlines()
    assert first == "these settings cannot be read from a table:"
    assert [line.split(":")[0].strip() for line in lines] == [
        "expected a frozen dataclass",
        "things",
        "things",
    ]
    with pytest.raises(PluginError, match="expected a dataclass, found 3"):
        check_dataclass(3, "these settings")


# Overrides


@given(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4), st.text())
def test_an_override_is_put_where_its_path_leads(path: list[str], text: str) -> None:
    raw: dict[str, Any] = {"a": 3, "b": {"c": {"a": 1}}}
    set_written(raw, path, text)
    found: Any = raw
    for name in path:
        found = found[name]
    assert found == Written(text)


PLAIN_VALUES = {
    each.name: value
    for each in fields(TrainingSettings)
    if isinstance(value := getattr(Settings().training, each.name), bool | int | float | str)
}


@pytest.mark.parametrize("name", PLAIN_VALUES)
def test_every_plain_setting_can_be_written_on_the_command_line(name: str) -> None:
    value = PLAIN_VALUES[name]
    written = str(value).lower() if isinstance(value, bool) else str(value)
    assert override(Settings(), [f"training.{name}={written}"]) == Settings()


def test_a_table_is_written_line_by_line_and_flattened() -> None:
    tables = {"a": {"b": 1, "c": {"d": "x"}}}
    assert flat(tables) == {"a.b": 1, "a.c.d": "x"}
    assert [*toml_lines(tables)] == ["[a]", "b = 1", "", "[a.c]", 'd = "x"', ""]


def test_a_hint_is_the_nearest_name_or_all_of_them() -> None:
    names = [each.name for each in fields(DataSettings)]
    assert hint("datset", names) == ", did you mean `dataset`?"
    assert hint("zzz", ["a", "b"]) == "; known: a, b"
    assert hint("zzz", [f"name-{number}" for number in range(1_000)]) == ""
    assert hint("zzz", iter("ab")) == "; known: a, b"
