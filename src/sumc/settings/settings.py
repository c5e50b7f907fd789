"""Settings of a training: frozen dataclasses, read from TOML and overridden with `--set`.

A file has a table for each section; what it does not name keeps its default:

    [data]
    dataset = "mawps"
    split = "fold-0"

    [training]
    epochs = 50
"""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from sumc.encoding.features import FeatureSettings
from sumc.errors import SettingsError, SumcError
from sumc.problems.datasets import GENERATED
from sumc.problems.splits import SPLITS
from sumc.settings.models import ModelSettings
from sumc.settings.ranges import (
    Count,
    CountOrNone,
    Few,
    NotNegative,
    OneOf,
    Positive,
    Range,
    Share,
    Value,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class DataSettings:
    """What is learned from."""

    dataset: str = GENERATED
    """A dataset of `sumc data list`, or a file of one's own."""
    language: Literal["", "en", "zh"] = ""
    """Only the problems in this language; empty for all."""
    words: bool = True
    """Whether number words count as numbers; the paper's protocol has digits only."""
    split: Annotated[str, OneOf(SPLITS)] = "auto"
    """Which problems train, validate and test; `auto` is the published split or `fold-0`."""
    limit: CountOrNone = 0
    """Training problems of a low-resource experiment; 0 for all of them."""
    also: str = ""
    """Other datasets to learn from, with commas between them; a tenth of each validates."""
    unseen: str = ""
    """What is never learned from, though texts of it stand elsewhere: datasets, or test parts
    such as `mawps:fold-0`, with commas between them. The test part itself is always one."""
    generated: CountOrNone = 0
    """Built-in problems, in the language of the dataset, that are added to early epochs."""
    generated_share: Share = 0.6
    """The share of the epochs, from the first one, that have built-in problems."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How it is learned."""

    epochs: Count = 8
    """Passes over the training problems."""
    batch_size: Count = 64
    """Problems of one step."""
    learning_rate: Positive = 2e-3
    """The highest learning rate; a model may scale it down for a pretrained part."""
    weight_decay: NotNegative = 0.01
    """AdamW's weight decay; biases and the weights of norms have none."""
    epsilon: Positive = 1e-6
    """AdamW's epsilon."""
    warmup: Share = 0.1
    """The share of the steps in which the learning rate rises."""
    decay: Literal["linear", "cosine"] = "linear"
    """How the learning rate falls to 0 afterwards."""
    clip: NotNegative = 1.0
    """The largest norm of a gradient; 0 for no limit."""
    average: Annotated[float, Range(0, 0.999999)] = 0.999
    """Decay of the average of the weights, which is what is validated and saved; 0 for none."""
    patience: CountOrNone = 0
    """Epochs without a better validation accuracy after which training stops; 0 for never."""
    start: str = ""
    """The folder of another training whose weights are the first ones; empty for fresh ones."""
    ranker: bool = True
    """Whether validation problems decide how much the ranker trusts what it looks at."""
    seed: Annotated[int, Range(0, 2**63 - 1)] = 0
    """Everything random follows from it."""
    evaluate_every: Count = 1
    """Epochs between two validations; the last epoch always has one."""
    checkpoint_minutes: NotNegative = 5.0
    """Minutes between two checkpoints within an epoch; every epoch ends with one."""
    threads: Few = 1
    """Processor threads; with another number the last bits of the weights differ."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where it is computed; `auto` is a GPU where there is one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a training, by section."""

    data: DataSettings = field(default_factory=DataSettings)
    features: FeatureSettings = field(default_factory=FeatureSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    training: TrainingSettings = field(default_factory=TrainingSettings)


SECTIONS: Mapping[str, type[Any]] = get_type_hints(Settings)


def load_settings(path: str | Path | None = None, overrides: Sequence[str] = ()) -> Settings:
    """The settings of a TOML file, or the defaults, with overrides such as `training.epochs=5`.

    >>> load_settings(None, ["training.epochs=5", "data.split=fold-2"]).data.split
    'fold-2'
    """
    values, mistakes = ({}, []) if path is None else _read_file(Path(path))
    return _build(values, mistakes, overrides, "--set" if path is None else str(path))


def override(settings: Settings, overrides: Sequence[str]) -> Settings:
    """The settings with overrides such as `training.epochs=5`."""
    return _build(asdict(settings), [], overrides, "--set")


Values = dict[str, dict[str, Value]]


def _build(values: Values, mistakes: list[str], overrides: Sequence[str], source: str) -> Settings:
    for text in overrides:
        mistakes += _override(values, text)
    sections: dict[str, Any] = {}
    for name, kind in SECTIONS.items():
        try:
            sections[name] = kind(**values.get(name, {}))
        except SumcError as error:  # a section may check its own settings together
            mistakes.append(f"{name}: {error}")
            sections[name] = kind()
    settings = Settings(**sections)
    mistakes += _mistakes_together(settings)
    if mistakes:
        raise SettingsError(source, mistakes)
    return settings


def _mistakes_together(settings: Settings) -> Iterator[str]:
    """What is wrong only in the light of another setting."""
    if settings.data.generated and settings.data.dataset == GENERATED:
        yield "data.generated: the dataset is the built-in one; its test problems would be learned"
    named = f"{settings.data.also},{settings.data.unseen}".split(",")
    if settings.data.generated and any(each.strip().startswith(GENERATED) for each in named):
        yield (
            "data.generated: built-in problems are learned from, so they can be neither in "
            "data.also nor in data.unseen"
        )


def _read_file(path: Path) -> tuple[Values, list[str]]:
    """The usable values of a file by section, and its mistakes."""
    try:
        tables = tomllib.loads(path.read_bytes().decode("utf-8").removeprefix("\ufeff"))
    except OSError as error:
        return {}, [f"cannot be read: {error.strerror}"]
    except UnicodeDecodeError:
        return {}, ["cannot be read: not UTF-8"]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return {}, [f"not TOML: {error}"]
    return _read_tables(tables)


def _read_tables(tables: Mapping[str, object]) -> tuple[Values, list[str]]:
    values: Values = {}
    mistakes: list[str] = []
    for section, table in tables.items():
        if section not in SECTIONS:
            mistakes.append(f"{section}: unknown section{_hint(section, SECTIONS)}")
        elif not isinstance(table, dict):
            mistakes.append(f"{section}: expected a table [{section}], found {table!r}")
        else:
            values[section] = {}
            for name, value in table.items():
                mistakes += _set(values, section, name, value)
    return values, mistakes


def _override(values: Values, text: str) -> list[str]:
    """Set what an override says; its mistakes."""
    name, equals, written = (part.strip() for part in text.partition("="))
    section, dot, setting = name.partition(".")
    if not (equals and dot):
        return [f"--set {text}: expected section.setting=value, such as training.epochs=5"]
    if section not in SECTIONS:
        return [f"{section}: unknown section{_hint(section, SECTIONS)}"]
    return _set(values, section, setting, _read_value(written, _types(section).get(setting)))


def _read_value(text: str, kind: object) -> Value:
    """A value from the command line, read as the setting wants it; else the text itself."""
    base = _base(kind)
    if base is bool:
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        return base(text) if base in (int, float) else text
    except ValueError:
        return text


def _set(values: Values, section: str, name: str, value: object) -> list[str]:
    """Put a value into its section if it is right; what is wrong with it otherwise."""
    types = _types(section)
    if name not in types:
        return [f"{section}.{name}: unknown setting{_hint(name, types)}"]
    complaint = _complaint(value, types[name])
    if complaint:
        return [f"{section}.{name}: {complaint}, found {value!r}"]
    if _base(types[name]) is float and isinstance(value, int):
        value = float(value)
    values.setdefault(section, {})[name] = value  # type: ignore[assignment]  # of the base type
    return []


def _complaint(value: object, kind: object) -> str | None:
    base = _base(kind)
    right = isinstance(value, int if base is float else base) or type(value) is base
    if not right or (isinstance(value, bool) and base is not bool):
        return f"expected {_WORDS[base]}"
    if isinstance(value, float) and not math.isfinite(value):
        return "expected a finite number"
    complaints = (limit.complaint(value) for limit in _limits(kind))  # type: ignore[arg-type]
    return next(filter(None, complaints), None)


_WORDS: Mapping[type[Any], str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


def _types(section: str) -> Mapping[str, object]:
    return get_type_hints(SECTIONS[section], include_extras=True)


def _base(kind: object) -> type[Any]:
    """The plain type of a setting: a choice of words is a text."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return kind if isinstance(kind, type) else str


def _limits(kind: object) -> list[Range | OneOf]:
    if get_origin(kind) is Literal:
        return [OneOf(get_args(kind))]
    if kind in (int, float):
        return [Range(0)]  # no setting is negative
    return [each for each in get_args(kind) if isinstance(each, Range | OneOf)]


def _hint(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, known, n=1)
    return f", did you mean `{close[0]}`?" if close else f"; known: {', '.join(known)}"


def to_toml(settings: Settings) -> str:
    """All settings as a TOML file that `load_settings` reads back.

    >>> print(to_toml(Settings()).splitlines()[0])
    [data]
    """
    parts = []
    for section, values in asdict(settings).items():
        lines = (f"{name} = {_toml_value(value)}" for name, value in values.items())
        parts.append("\n".join([f"[{section}]", *lines, ""]))
    return "\n".join(parts)


def _toml_value(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{"".join(map(_toml_character, value))}"'
    return repr(value)


def _toml_character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def differences(old: Settings, new: Settings) -> list[str]:
    """The settings in which two differ, as `training.epochs: 5 there, 6 here`."""
    return [
        f"{section}.{each.name}: {before!r} there, {after!r} here"
        for section in SECTIONS
        for each in fields(getattr(old, section))
        if (before := getattr(getattr(old, section), each.name))
        != (after := getattr(getattr(new, section), each.name))
    ]
