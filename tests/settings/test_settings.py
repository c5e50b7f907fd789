"""Settings: defaults, TOML, overrides, and all mistakes in one message."""

import pickle
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from settings.strategies import all_settings
from sumc.errors import SettingsError
from sumc.settings import settings as settings_module
from sumc.settings.models import MODELS
from sumc.settings.settings import (
    SECTIONS,
    Settings,
    check_startable,
    differences,
    load_settings,
    override,
    read_tables,
    to_toml,
)
from sumc.settings.tables import flat
from sumc.settings.training import AdamWSettings, DataSettings, TrainingSettings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def _file(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _mistakes(path: Path | None, *overrides: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(path, overrides)
    return list(caught.value.mistakes)


def test_without_a_file_everything_has_its_default() -> None:
    assert load_settings() == Settings()
    assert load_settings().data.dataset == "generated"


def test_a_file_names_only_what_differs(tmp_path: Path) -> None:
    path = _file(tmp_path, '[data]\ndataset = "mawps"\n[training]\nepochs = 5\nclip = 2\n')
    settings = load_settings(path)
    assert settings.data == DataSettings(dataset="mawps")
    assert settings.training == TrainingSettings(epochs=5, clip=2.0)
    assert type(settings.training.clip) is float


def test_overrides_come_after_the_file_and_the_last_one_wins(tmp_path: Path) -> None:
    path = _file(tmp_path, "[training]\nepochs = 5\n[training.optimizer]\nepsilon = 1e-3\n")
    texts = ["training.epochs=6", "training.epochs = 7", "data.words=false", "training.clip=2e-1"]
    settings = load_settings(path, [*texts, "training.optimizer.learning_rate=1"])
    assert (settings.training.epochs, settings.training.clip) == (7, 0.2)
    assert settings.training.optimizer == AdamWSettings(learning_rate=1.0, epsilon=1e-3)
    assert settings.data.words is False
    assert load_settings(None, ["data.dataset=a=b.csv"]).data.dataset == "a=b.csv"


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = """
    trainning = 1
    data = 3
    [training]
    epoch = 5
    epochs = 0
    batch_size = "many"
    optimizer = "sgd"
    clip = true
    decoding = "guessing"
    average = 1.0
    schedule = {kind = "linear", warmup = nan}
    [encoder]
    kind = "cnn"
    [codec]
    name = "morse"
    [model]
    name = "seq2code-joint"
    colour = 1
    [stages.last]
    epochs = 2
    """
    mistakes = _mistakes(_file(tmp_path, text), "training.seed=x", "nothing", "modle.name=a")
    assert mistakes == [
        "trainning: unknown section, did you mean `training`?",
        "--set nothing: expected section.setting=value, such as training.epochs=5",
        "modle: unknown section, did you mean `model`? (--set)",
        f"model.colour: unknown setting; known: {', '.join(_settings_of_model())}",
        f"codec.name: expected one of {', '.join(_codecs())}, found 'morse'",
        "data: expected a table [data], found 3",
        "encoder.kind: expected one of rnn, pretrained, found 'cnn'",
        "training.epoch: unknown setting, did you mean `epochs`?",
        "training.epochs: expected at least 1, found 0",
        "training.batch_size: expected a whole number, found 'many'",
        "training.optimizer: expected a table [training.optimizer], found 'sgd'",
        "training.clip: expected a number, found True",
        "training.average: expected from 0 to 0.999999, found 1.0",
        "training.schedule.warmup: expected a finite number, found nan",
        "training.seed: expected a whole number, found 'x' (--set)",
        "stages.last: no stage of the model seq2code-joint; it has one stage",
        "training.decoding: expected one of joint, rounding, found 'guessing'",
    ]


def test_a_decoding_is_one_of_its_model() -> None:
    for name, kind in MODELS.items():
        for decoding in ("", *kind.decodings):
            settings = load_settings(None, [f"model.name={name}", f"training.decoding={decoding}"])
            assert settings.training.decoding == decoding
    (mistake,) = _mistakes(None, "model.name=gts", "training.decoding=joint")
    assert mistake == "training.decoding: expected one of beam, greedy, found 'joint'"


def _settings_of_model() -> list[str]:
    return [each.name for each in fields(MODELS["seq2code-joint"].settings)]


def _codecs() -> tuple[str, ...]:
    return MODELS["seq2code-joint"].codecs


def test_the_message_names_the_file_and_counts(tmp_path: Path) -> None:
    path = _file(tmp_path, "[training]\nepoch = 5\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    lines = str(caught.value).splitlines()
    assert lines[0] == f"{path} has 1 mistake:"
    assert lines[1].strip() == "training.epoch: unknown setting, did you mean `epochs`?"
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"[training]\nepochs = \n", "line 2"),
        (b"\xff", "not UTF-8"),
        (b"a = " + b"[" * 5000, "not TOML"),
    ],
)
def test_a_broken_file_is_one_mistake_beside_those_of_the_overrides(
    tmp_path: Path, data: bytes, told: str
) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(data)
    first, second = _mistakes(path, "training.epochs=-1")
    assert told in first
    assert "found -1" in second


def test_a_missing_file_is_a_mistake(tmp_path: Path) -> None:
    assert _mistakes(tmp_path / "no.toml") == ["cannot be read: No such file or directory"]
    assert _mistakes(tmp_path) == ["cannot be read: Is a directory"]


@pytest.mark.parametrize(
    "text",
    [
        "=",
        "a",
        ".",
        "a.",
        ".=",
        "training.=1",
        "training..epochs=1",
        "training.epochs",
        "training.epochs.more=1",
        "training.optimizer=adam",
        "training.optimizer.kind.more=adam",
        "codec.name.more=mtree",
        "stages.last=1",
        "data.split=fold-5",
        "encoder.hidden=-1",
        "x" * 9999,
    ],
)
def test_every_odd_override_is_one_mistake(text: str) -> None:
    assert len(_mistakes(None, text)) == 1


def test_built_in_problems_cannot_be_mixed_into_themselves() -> None:
    (mistake,) = _mistakes(None, "data.generated=100")
    assert "this would train on its test part" in mistake
    assert load_settings(None, ["data.generated=100", "data.dataset=mawps"]).data.generated == 100
    for other in ("data.also=allarith, generated", "data.unseen=generated:fold-0"):
        (mistake,) = _mistakes(None, "data.generated=100", "data.dataset=mawps", other)
        assert "neither in data.also nor in data.unseen" in mistake


@pytest.mark.parametrize(
    "setting",
    [
        "model.label_smoothing=2",
        "model.dropout=1",
        "encoder.dropout=1",
        "encoder.word_dropout=3",
        "encoder.layers=0",
        "encoder.hidden=0",
        "training.optimizer.learning_rate=0",
        "training.schedule.warmup=1.5",
        "training.seed=99999999999999999999",
        "training.threads=100000000",
        "codec.constant_uses=-1",
    ],
)
def test_numbers_that_no_training_can_have_are_refused_at_once(setting: str) -> None:
    (mistake,) = _mistakes(None, setting)
    name, _, _ = setting.partition("=")
    assert mistake.startswith(f"{name}: expected ")


@hypothesis_settings(max_examples=25)  # each has some sixty values
@given(all_settings())
def test_settings_written_as_toml_are_read_back(settings: Settings) -> None:
    assert read_tables(tomllib.loads(to_toml(settings)), "a file") == settings
    assert override(settings, []) == settings


TABLES = ["training.optimizer", "encoder", "stages", "stages.a"]
PATHS = sorted([*flat(Settings().tables()), *TABLES])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
)


@given(st.dictionaries(st.sampled_from(PATHS), VALUES, max_size=4))
def test_any_values_are_settings_or_told_mistakes(values: dict[str, Any]) -> None:
    """Whatever TOML can hold may stand where a number or a name is expected."""
    tables: dict[str, Any] = {}
    for path in sorted(values):
        *outer, name = path.split(".")
        inner = tables
        for each in outer:
            inner = inner.setdefault(each, {})
            if not isinstance(inner, dict):
                return
        inner[name] = values[path]
    try:
        found = read_tables(tables, "a file")
    except SettingsError as error:
        assert error.mistakes
        assert all(
            mistake.partition(":")[0].split(".")[0] in SECTIONS for mistake in error.mistakes
        )
    else:
        assert read_tables(found.tables(), "again") == found


def test_a_written_file_names_every_setting() -> None:
    tables = Settings().tables()
    text = "\n" + to_toml(Settings())
    for name, table in tables.items():
        assert f"\n[{name}]\n" in text
        for setting, value in table.items():
            assert f"\n[{name}.{setting}]\n" in text or f"\n{setting} = " in text, value
    for section in (Settings().data, Settings().encoder, Settings().model, Settings().training):
        written = tables[_name_of(section)]
        assert list(written) == [each.name for each in fields(section)]


def _name_of(section: object) -> str:
    names = {each.name for each in fields(Settings)}
    return next(name for name in names if getattr(Settings(), name) == section)


def test_differences_name_the_setting_and_both_values() -> None:
    texts = ["training.epochs=31", "data.words=false", "training.schedule.kind=cosine"]
    changed = override(Settings(), texts)
    assert differences(Settings(), changed) == [
        "data.words: True there, False here",
        "training.epochs: 8 there, 31 here",
        "training.schedule.kind: 'linear' there, 'cosine' here",
    ]
    assert differences(Settings(), replace(Settings())) == []


def test_another_kind_differs_in_what_only_one_of_them_has() -> None:
    other = load_settings(None, ["training.optimizer.kind=sgd"])
    assert differences(Settings(), other) == [
        "training.optimizer.kind: 'adamw' there, 'sgd' here",
        "training.optimizer.learning_rate: 0.002 there, 0.01 here",
        "training.optimizer.weight_decay: 0.01 there, 0.0 here",
        "training.optimizer.epsilon: 1e-06 there, None here",
        "training.optimizer.momentum: None there, 0.9 here",
    ]


def test_reading_settings_imports_nothing_heavy() -> None:
    code = (
        "import sys; from sumc.settings.settings import Settings, load_settings, to_toml\n"
        "to_toml(load_settings(None, ['encoder.kind=pretrained', 'model.name=seq2code']))\n"
        "heavy = {'torch', 'transformers', 'onnxruntime', 'typer', 'rich', 'tokenizers'}\n"
        "print(sorted(heavy & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_mistake_of_an_override_is_not_blamed_on_a_file_that_is_right(tmp_path: Path) -> None:
    path = _file(tmp_path, "[training]\nepochs = 3")
    with pytest.raises(SettingsError) as found:
        load_settings(path, ["training.epoch=5"])
    assert found.value.source == "--set"
    wrong = _file(tmp_path, "[training]\nepoch = 3")
    with pytest.raises(SettingsError) as found:
        load_settings(wrong, ["training.epochs=5"])
    assert found.value.source == str(wrong)


def test_mistakes_of_a_file_and_of_overrides_are_told_apart(tmp_path: Path) -> None:
    path = _file(tmp_path, '[training]\nepoch = 3\nepochs = "five"')
    with pytest.raises(SettingsError) as found:
        load_settings(path, ["model.nme=x"])
    assert found.value.source == str(path)
    own = [each for each in found.value.mistakes if not each.endswith(" (--set)")]
    assert [each.partition(":")[0] for each in found.value.mistakes] == [
        *("model.nme", "training.epoch", "training.epochs")
    ]
    assert [each.partition(":")[0] for each in own] == ["training.epoch", "training.epochs"]


DEFAULT = Path(settings_module.__file__).with_name("default.toml")


@pytest.mark.parametrize(
    ("overrides", "kept"),
    [
        ([], {"model.width": 128, "encoder.hidden": 96}),
        (["model.name=seq2code"], {"model.dropout": 0.1, "encoder.hidden": 96}),
        (["model.name=gts"], {"model.dropout": 0.5, "encoder.hidden": 96}),
        (["model.name=unilm"], {"model.dropout": None, "encoder.kind": "pretrained"}),
        (["encoder.kind=pretrained"], {"model.width": 128, "encoder.kind": "pretrained"}),
        (["encoder.kind=rnn"], {"model.width": 128, "encoder.hidden": 96}),
    ],
)
def test_the_default_settings_give_way_to_another_kind(
    overrides: list[str], kept: dict[str, object]
) -> None:
    """What the built-in file says about another kind is nothing that the user has set."""
    settings = load_settings(DEFAULT, overrides, gives_way=True)
    found = flat(settings.tables())
    assert {name: found.get(name) for name in kept} == kept
    assert settings.training.batch_size == 64
    with pytest.raises(
        SettingsError, match=r"--set has 1 mistake:\n +model.name: expected one of"
    ):
        load_settings(DEFAULT, ["model.name=gtss"], gives_way=True)


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        (["model.name=unilm"], "encoder.weights: expected a folder, a name on the Hugging Face"),
        (["encoder.kind=pretrained"], "encoder.weights: expected a folder, a name on the"),
        (["data.also=mawps, generated*2"], "data.also: the dataset is the built-in one already"),
    ],
)
def test_what_no_training_should_start_with_is_told_and_can_be_read(
    overrides: list[str], told: str
) -> None:
    settings = load_settings(None, overrides)
    with pytest.raises(SettingsError) as found:
        check_startable(settings)
    (mistake,) = found.value.mistakes
    assert mistake.startswith(told)


@pytest.mark.parametrize(
    ("lacking", "added"),
    [
        (["encoder.kind=pretrained"], "encoder.weights=bert"),
        (["data.dataset=generated", "data.also=generated"], "data.dataset=mawps"),
    ],
)
def test_a_training_with_all_it_needs_is_startable(lacking: list[str], added: str) -> None:
    check_startable(Settings())
    with pytest.raises(SettingsError):
        check_startable(load_settings(None, lacking))
    check_startable(load_settings(None, [*lacking, added]))
