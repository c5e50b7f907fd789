"""Sections that come in kinds: a setting that the chosen kind would ignore is a mistake."""

from dataclasses import dataclass, fields
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from settings.strategies import settings_of
from sumc.codecs import CODECS, CodecSettings, MTreeCodes
from sumc.errors import SettingsError
from sumc.settings.encoders import ENCODERS, PretrainedSettings, RecurrentSettings
from sumc.settings.models import MODELS, ModelKind
from sumc.settings.ranges import Count
from sumc.settings.settings import Settings, load_settings, read_tables
from sumc.settings.tables import OneKind
from sumc.settings.training import OPTIMIZERS, SCHEDULES, StageSettings

CHOICES = {
    "encoder": ENCODERS,
    "model": OneKind("name", {name: kind.settings for name, kind in MODELS.items()}, ""),
    "training.optimizer": OPTIMIZERS,
    "training.schedule": SCHEDULES,
}
PAIRS = [
    (section, choice.tag, kind, other)
    for section, choice in CHOICES.items()
    for kind in choice.kinds
    for other in choice.kinds
    if kind != other
]


def _mistakes(*overrides: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        load_settings(None, overrides)
    return caught.value.mistakes


def _names(kind: type[Any]) -> set[str]:
    return {each.name for each in fields(kind)}


@pytest.mark.parametrize(("section", "tag", "kind", "other"), PAIRS)
def test_a_setting_of_another_kind_is_a_mistake(
    section: str, tag: str, kind: str, other: str
) -> None:
    """Every setting that only another kind has is told, each by its name."""
    kinds = CHOICES[section].kinds
    ignored = sorted(_names(kinds[other]) - _names(kinds[kind]))
    assert load_settings(None, [f"{section}.{tag}={kind}"])
    if ignored:
        found = _mistakes(f"{section}.{tag}={kind}", *(f"{section}.{name}=1" for name in ignored))
        assert [each.partition(": unknown setting")[0] for each in found] == [
            f"{section}.{name}" for name in ignored
        ]


def test_every_section_has_something_that_another_kind_ignores() -> None:
    """So the test above cannot pass by looking at nothing."""
    for section, choice in CHOICES.items():
        every = [_names(kind) for kind in choice.kinds.values()]
        assert set.union(*every) > set.intersection(*every), section


@pytest.mark.parametrize(("section", "tag"), [(s, c.tag) for s, c in CHOICES.items()])
def test_a_kind_that_is_not_known_is_told_with_those_that_are(section: str, tag: str) -> None:
    (mistake,) = _mistakes(f"{section}.{tag}=other")
    expected = ", ".join(CHOICES[section].kinds)
    advice = "; a model of another package? install it" if section == "model" else ""
    assert mistake == f"{section}.{tag}: expected one of {expected}, found 'other'{advice}"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("model.name=gtss", "gts"),
        ("codec.name=binry", "binary"),
        ("encoder.kind=pretraind", "pretrained"),
        ("encoder.cell=lstmm", "lstm"),
        ("data.split=publishd", "published"),
        ("training.optimizer.kind=adma", "adam"),
        ("training.schedule.kind=cosin", "cosine"),
        ("training.decoding=roundin", "rounding"),
    ],
)
def test_a_word_that_is_nearly_right_is_told_with_the_one_that_was_meant(
    written: str, meant: str
) -> None:
    (mistake,) = _mistakes(written)
    name, _, word = written.partition("=")
    assert mistake.startswith(f"{name}: expected one of ")
    assert mistake.endswith(f", found {word!r}, did you mean `{meant}`?")


def test_of_a_model_that_is_not_installed_nothing_else_is_a_mistake() -> None:
    own = ("codec.name=first-two", "stages.probe.epochs=2", "training.decoding=best")
    (mistake,) = _mistakes("model.name=one-step", "model.dropout=0.3", *own)
    assert mistake.startswith("model.name: expected one of ")
    assert mistake.endswith("found 'one-step'; a model of another package? install it")
    assert len(_mistakes("model.name=one-step", *own, "training.epochs=0")) == 2


@pytest.mark.parametrize("value", [[], ["rnn"], {}, 3, 1.5, True])
@pytest.mark.parametrize(("section", "tag"), [(s, c.tag) for s, c in CHOICES.items()])
def test_a_kind_is_a_word(section: str, tag: str, value: object) -> None:
    table: dict[str, Any] = {tag: value}
    for name in reversed(section.split(".")):
        table = {name: table}
    with pytest.raises(SettingsError) as caught:
        read_tables(table, "a file")
    (mistake,) = caught.value.mistakes
    assert mistake.startswith(f"{section}.{tag}: expected one of ")


def test_the_kind_decides_the_defaults() -> None:
    settings = load_settings(None, ["encoder.kind=pretrained", "encoder.weights=bert"])
    assert settings.encoder == PretrainedSettings(weights="bert")
    assert load_settings().encoder == RecurrentSettings()


@dataclass(frozen=True, slots=True)
class SpelledSettings(CodecSettings):
    letters: Count = 26


class Spelled(MTreeCodes):
    """A codec with a setting of its own."""

    name = "spelled"
    settings = SpelledSettings


@dataclass(frozen=True, slots=True)
class StagedSettings:
    name: Literal["staged"] = "staged"
    depth: Count = 3
    refusal: bool = True
    """Means here what its author wants; only a `ModelKind` says that a model learns to refuse."""
    constants: Literal["queries"] = "queries"


STAGED = ModelKind(
    "staged",
    "a model with two stages and a codec of its own",
    StagedSettings,
    "nowhere:Staged",
    codecs=("spelled", "mtree"),
    encoders=("pretrained",),
    stages=("templates", "numbers"),
)


@pytest.fixture(name="staged")
def _staged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What another package could bring along, and how it is chosen."""
    monkeypatch.setitem(MODELS._own, "staged", STAGED)
    monkeypatch.setitem(CODECS._own, "spelled", Spelled)
    return ["model.name=staged"]


def test_a_model_names_its_codecs_and_encoders(staged: list[str]) -> None:
    settings = load_settings(None, staged)
    assert settings.kind is STAGED
    assert settings.codec_name == "spelled"
    assert settings.codec == SpelledSettings(letters=26)
    assert settings.encoder == PretrainedSettings()
    assert settings.model == StagedSettings()
    assert not settings.learns_refusal
    assert not settings.asks_constants
    mistakes = _mistakes(*staged, "encoder.kind=rnn", "codec.name=binary")
    assert mistakes == (
        "codec.name: expected one of spelled, mtree, found 'binary'",
        "encoder.kind: expected one of pretrained, found 'rnn'",
    )


def test_a_codec_has_its_own_settings(staged: list[str]) -> None:
    settings = load_settings(None, [*staged, "codec.letters=9", "codec.constant_uses=2"])
    assert settings.codec == SpelledSettings(constant_uses=2, letters=9)
    (mistake,) = _mistakes(*staged, "codec.name=mtree", "codec.letters=9")
    assert mistake.startswith("codec.letters: unknown setting")
    assert _mistakes("codec.name=spelled")[0].startswith("codec.name: expected one of")


def test_a_stage_is_as_the_training_except_for_what_it_says(staged: list[str]) -> None:
    common = ["training.epochs=9", "training.clip=2", "training.seed=4"]
    own = ["stages.numbers.epochs=3", "stages.numbers.optimizer.kind=sgd"]
    settings = load_settings(None, [*staged, *common, *own])
    assert settings.stage("templates") == settings.training
    found = settings.stage("numbers")
    assert isinstance(found, StageSettings)
    assert (found.epochs, found.clip, found.optimizer.kind) == (3, 2.0, "sgd")
    assert found.schedule == settings.training.schedule


@pytest.mark.parametrize(
    ("override", "told"),
    [
        (
            "stages.others.epochs=3",
            "stages.others: no stage of the model staged; known: ",
        ),
        ("stages.numbers.epochs=0", "stages.numbers.epochs: expected at least 1"),
        ("stages.numbers.seed=3", "stages.numbers.seed: unknown setting"),
        ("stages.numbers.optimizer.kind=x", "stages.numbers.optimizer.kind: expected one of"),
        ("stages.numbers=3", "stages.numbers: expected a table [stages.numbers]"),
        ("training.clip=-1", "training.clip: expected at least 0"),
        ("training.optimizer.epsilon=0", "training.optimizer.epsilon: expected at least"),
    ],
)
def test_a_mistake_in_a_stage_is_told_once(staged: list[str], override: str, told: str) -> None:
    (mistake,) = _mistakes(*staged, "stages.templates.epochs=3", override)
    assert mistake.startswith(told)


def test_settings_with_stages_are_read_back(staged: list[str]) -> None:
    @hypothesis_settings(max_examples=25)
    @given(settings_of(STAGED))
    def check(settings: Settings) -> None:
        assert read_tables(settings.tables(), "again") == settings

    check()
