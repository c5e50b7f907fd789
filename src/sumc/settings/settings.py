"""All settings of a training: read from TOML, overridden with `--set`, written back.

A file has a table for each section; what it does not name keeps its default:

    [data]
    dataset = "mawps"
    split = "fold-0"

    [model]
    name = "seq2code-joint"

    [training]
    epochs = 50

    [training.optimizer]
    learning_rate = 1e-3

The name of the model decides which settings `[model]`, `[codec]` and `[encoder]` have: a setting
that the model would ignore is a mistake.
"""

import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from sumc.codecs import CODECS, MTreeCodes
from sumc.errors import SettingsError, hint
from sumc.problems.datasets import GENERATED
from sumc.problems.loading import names_in
from sumc.settings.encoders import (
    ENCODERS,
    WEIGHTS_NEEDED,
    EncoderSettings,
    PretrainedSettings,
    RecurrentSettings,
)
from sumc.settings.models import MODELS, ModelKind, Seq2CodeJointSettings
from sumc.settings.ranges import meant
from sumc.settings.tables import (
    OneKind,
    Raw,
    TableReader,
    check_dataclass,
    flat,
    set_written,
    toml_lines,
    value_of,
)
from sumc.settings.training import DataSettings, StageSettings, TrainingSettings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SECTIONS = ("data", "codec", "encoder", "model", "training", "stages")
DEFAULT_MODEL = "seq2code-joint"
NOT_INSTALLED = "; a model of another package? install it"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a training, by section."""

    data: DataSettings = field(default_factory=DataSettings)
    codec_name: str = "mtree"
    """What the model predicts; `name` in the section `codec`."""
    codec: Any = field(default_factory=MTreeCodes.settings)
    """The settings of that codec."""
    encoder: EncoderSettings = field(default_factory=RecurrentSettings)
    model: Any = field(default_factory=Seq2CodeJointSettings)
    """The settings of the model's own kind."""
    training: TrainingSettings = field(default_factory=TrainingSettings)
    stages: Mapping[str, StageSettings] = field(default_factory=dict)
    """Stages that differ from the section `training`, by their names."""

    @property
    def kind(self) -> ModelKind:
        """The kind of the model."""
        return MODELS[self.model.name]

    @property
    def asks_constants(self) -> bool:
        """Whether constants are not read as tokens."""
        return self.kind.asks_constants(self.model)

    @property
    def learns_refusal(self) -> bool:
        """Whether unanswerable problems are trained on."""
        return self.kind.learns_refusal(self.model)

    def stage(self, name: str) -> StageSettings:
        """How a stage of the training is learned."""
        return self.stages.get(name, self.training)

    def tables(self) -> dict[str, Any]:
        """The settings as the tables of a file."""
        return {
            "data": asdict(self.data),
            "codec": {"name": self.codec_name, **asdict(self.codec)},
            "encoder": asdict(self.encoder),
            "model": asdict(self.model),
            "training": asdict(self.training),
            **({"stages": {n: asdict(s) for n, s in self.stages.items()}} if self.stages else {}),
        }


def load_settings(
    path: str | Path | None = None, overrides: Sequence[str] = (), *, gives_way: bool = False
) -> Settings:
    """The settings of a TOML file, or the defaults, with overrides such as `training.epochs=5`.

    A file that `gives_way` has nothing to say about a model or an encoder of another kind than
    its own, which an override chooses.

    >>> load_settings(None, ["training.epochs=5", "data.split=fold-2"]).data.split
    'fold-2'
    """
    raw, mistakes = ({}, []) if path is None else _read_file(Path(path))
    if gives_way:
        _give_way(raw, overrides)
    settings, found = _checked(deepcopy(raw), mistakes, overrides)
    if found:
        own = {*_checked(raw, mistakes, ())[1]}
        if own.isdisjoint(found):
            raise SettingsError("--set", found)
        raise SettingsError(str(path), [each if each in own else _of_set(each) for each in found])
    return settings


def _of_set(mistake: str) -> str:
    """A mistake of an override, among those of a file."""
    return mistake if mistake.startswith("--set") else f"{mistake} (--set)"


def _give_way(raw: Raw, overrides: Sequence[str]) -> None:
    """Remove the sections about a model and an encoder that overrides replace by others."""
    asked: Raw = {}
    for text in overrides:
        _override(asked, text)
    wanted = {
        section: value_of(asked.get(section, {}).get(tag, raw[section][tag]))
        for section, tag in (("model", "name"), ("encoder", "kind"))
    }
    kind = MODELS.get(str(wanted["model"]))
    if wanted["encoder"] != raw["encoder"]["kind"] or (
        kind is not None and wanted["encoder"] not in kind.encoders
    ):
        del raw["encoder"]
    if wanted["model"] != raw["model"]["name"]:
        del raw["model"]


def override(settings: Settings, overrides: Sequence[str]) -> Settings:
    """The settings with overrides such as `training.epochs=5`."""
    return _build(settings.tables(), overrides, "--set")


def read_tables(raw: Mapping[str, Any], source: str) -> Settings:
    """The settings of tables that are already read."""
    return _build(dict(raw), (), source)


def _read_file(path: Path) -> tuple[Raw, list[str]]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8").removeprefix("\ufeff")), []
    except OSError as error:
        return {}, [f"cannot be read: {error.strerror}"]
    except UnicodeDecodeError:
        return {}, ["cannot be read: not UTF-8"]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return {}, [f"not TOML: {error}"]


def _build(raw: Raw, overrides: Sequence[str], source: str) -> Settings:
    settings, mistakes = _checked(raw, [], overrides)
    if mistakes:
        raise SettingsError(source, mistakes)
    return settings


def _checked(
    raw: Raw, mistakes: Sequence[str], overrides: Sequence[str]
) -> tuple[Settings, list[str]]:
    """The settings of tables and overrides, and all mistakes in them."""
    raw = dict(raw)
    mistakes = [*mistakes, *_unknown_sections(raw)]
    for text in overrides:
        mistakes += _override(raw, text)
    reader = TableReader()
    knows_model = _names_model(raw.get("model", {}))
    settings = _read_sections(raw, reader, knows_model=knows_model)
    mistakes += reader.mistakes
    mistakes += _mistakes_together(settings, knows_model=knows_model)
    return settings, mistakes


def _names_model(table: object) -> bool:
    """Whether a section `[model]` names a model that is installed, or nothing that could be."""
    name = value_of(table.get("name", DEFAULT_MODEL)) if isinstance(table, Mapping) else None
    return not isinstance(name, str) or name in MODELS


def _unknown_sections(raw: Raw) -> list[str]:
    unknown = [name for name in raw if name not in SECTIONS]
    for name in unknown:
        del raw[name]
    return [f"{name}: unknown section{hint(name, SECTIONS)}" for name in unknown]


def _override(raw: Raw, text: str) -> list[str]:
    """Set what an override says; return its mistakes."""
    name, equals, written = (part.strip() for part in text.partition("="))
    section, *rest = name.split(".")
    if not equals or not rest or not all(rest):
        return [f"--set {text}: expected section.setting=value, such as training.epochs=5"]
    if section not in SECTIONS:
        return [f"{section}: unknown section{hint(section, SECTIONS)}"]
    set_written(raw, [section, *rest], written)
    return []


def _read_sections(raw: Raw, reader: TableReader, *, knows_model: bool) -> Settings:
    """Every section by its own dataclass; the model's name decides which these are.

    What an unknown model may predict, and in which stages, cannot be wrong.
    """
    choice = OneKind("name", _SettingsOfModels(), DEFAULT_MODEL, NOT_INSTALLED)
    model = reader.read_one(choice, raw.get("model", {}), "model")
    kind = MODELS[model.name]
    own = raw if knows_model else {}
    codec_name, codec = _read_codec(own.get("codec", {}), kind, reader)
    encoders = {name: ENCODERS.kinds[name] for name in kind.encoders}
    choice = OneKind("kind", encoders, kind.encoders[0])
    data = reader.read(DataSettings, raw.get("data", {}), "data")
    encoder = reader.read_one(choice, raw.get("encoder", {}), "encoder")
    training = reader.read(TrainingSettings, raw.get("training", {}), "training")
    stages = _read_stages(own.get("stages", {}), training, kind, reader)
    return Settings(data, codec_name, codec, encoder, model, training, stages)


class _SettingsOfModels(Mapping[str, type[Any]]):
    """The settings of all models; those of other packages are imported when they are chosen, so
    that a broken package does no harm to the others."""

    def __getitem__(self, name: str) -> type[Any]:
        settings: type[Any] = MODELS[name].settings
        return settings

    def __contains__(self, name: object) -> bool:
        return name in MODELS

    def __iter__(self) -> Iterator[str]:
        return iter(MODELS)

    def __len__(self) -> int:
        return len(MODELS)


def _read_codec(raw: object, kind: ModelKind, reader: TableReader) -> tuple[str, Any]:
    table = dict(raw) if isinstance(raw, Mapping) else {}
    given = table.pop("name", kind.codecs[0])
    name = value_of(given)
    if name not in kind.codecs:
        wanted, near = ", ".join(kind.codecs), meant(name, kind.codecs)
        reader.mistakes.append(f"codec.name: expected one of {wanted}, found {name!r}{near}")
        name = kind.codecs[0]
    rest = table if isinstance(raw, Mapping) else raw
    settings = CODECS[str(name)].settings
    check_dataclass(settings, f"the settings of the codec {name!r}")
    return str(name), reader.read(settings, rest, "codec")


def _read_stages(
    raw: object, training: TrainingSettings, kind: ModelKind, reader: TableReader
) -> dict[str, StageSettings]:
    """The stages that a file sets apart; what they leave out is as in `[training]`."""
    if not isinstance(raw, Mapping):
        reader.mistakes.append(f"stages: expected tables [stages.NAME], found {raw!r}")
        return {}
    names = {each.name for each in fields(StageSettings)}
    shared = {name: value for name, value in asdict(training).items() if name in names}
    found = {}
    for name, table in raw.items():
        if name not in kind.stages:
            known = f"known: {', '.join(kind.stages)}" if kind.stages else "it has one stage"
            reader.mistakes.append(f"stages.{name}: no stage of the model {kind.name}; {known}")
            continue
        own = {**shared, **table} if isinstance(table, Mapping) else table
        found[name] = reader.read(StageSettings, own, f"stages.{name}")
    return found


def _mistakes_together(settings: Settings, *, knows_model: bool) -> Iterator[str]:
    """Mistakes that only the combination of settings shows."""
    if settings.data.generated and settings.data.dataset == GENERATED:
        yield "data.generated: the dataset is the built-in one; this would train on its test part"
    if settings.asks_constants and isinstance(settings.encoder, RecurrentSettings):
        yield "model.constants: queries need a pretrained encoder, whose first token sees the text"
    known, decoding = settings.kind.decodings, settings.training.decoding
    if knows_model and known and decoding and decoding not in known:
        wanted, near = ", ".join(known), meant(decoding, known)
        yield f"training.decoding: expected one of {wanted}, found {decoding!r}{near}"
    named = f"{settings.data.also},{settings.data.unseen}".split(",")
    if settings.data.generated and any(each.strip().startswith(GENERATED) for each in named):
        yield (
            "data.generated: built-in problems are trained on, so they can be neither in "
            "data.also nor in data.unseen"
        )


def check_startable(settings: Settings) -> None:
    """Refuse a new training that lacks something, or learns the built-in problems twice.

    Runs that were begun in spite of that can still be read.
    """
    mistakes = []
    if isinstance(settings.encoder, PretrainedSettings) and not settings.encoder.weights:
        is_needed = settings.kind.encoders == (settings.encoder.kind,)
        why = f"; {settings.model.name} needs a pretrained encoder" if is_needed else ""
        mistakes.append(WEIGHTS_NEEDED + why)
    if settings.data.dataset == GENERATED and GENERATED in names_in(settings.data.also):
        mistakes.append("data.also: the dataset is the built-in one already")
    if mistakes:
        raise SettingsError("this training", mistakes)


def to_toml(settings: Settings) -> str:
    """All settings as a TOML file that `load_settings` reads back.

    >>> print(to_toml(Settings()).splitlines()[0])
    [data]
    """
    return "\n".join(toml_lines(settings.tables()))


def differences(old: Settings, new: Settings, but: Container[str] = ()) -> list[str]:
    """The settings in which two differ, except some: `training.epochs: 5 there, 6 here`."""
    before, after = flat(old.tables()), flat(new.tables())
    return [
        f"{name}: {before.get(name)!r} there, {after.get(name)!r} here"
        for name in dict.fromkeys((*before, *after))
        if name not in but and before.get(name) != after.get(name)
    ]
