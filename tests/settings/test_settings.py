"""Settings: defaults, TOML, overrides, and all mistakes in one message."""

import pickle
from dataclasses import fields, replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import SettingsError
from sumc.settings.settings import (
    SECTIONS,
    DataSettings,
    Settings,
    TrainingSettings,
    differences,
    load_settings,
    override,
    to_toml,
)


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
    path = _file(tmp_path, "[training]\nepochs = 5\n")
    texts = ["training.epochs=6", "training.epochs = 7", "data.words=false", "training.clip=2e-1"]
    settings = load_settings(path, texts)
    assert (settings.training.epochs, settings.training.clip) == (7, 0.2)
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
    decay = "fast"
    clip = true
    average = 1.0
    warmup = nan
    [model]
    name = "sumcc"
    """
    mistakes = _mistakes(_file(tmp_path, text), "training.seed=x", "nothing", "modle.name=a")
    assert mistakes == [
        "trainning: unknown section, did you mean `training`?",
        "data: expected a table [data], found 3",
        "training.epoch: unknown setting, did you mean `epochs`?",
        "training.epochs: expected at least 1, found 0",
        "training.batch_size: expected a whole number, found 'many'",
        "training.decay: expected one of linear, cosine, found 'fast'",
        "training.clip: expected a number, found True",
        "training.average: expected from 0 to 0.999999, found 1.0",
        "training.warmup: expected a finite number, found nan",
        mistakes[9],
        "training.seed: expected a whole number, found 'x'",
        "--set nothing: expected section.setting=value, such as training.epochs=5",
        "modle: unknown section, did you mean `model`?",
    ]
    assert mistakes[9].startswith("model.name: expected one of ")


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
        "training.epochs",
        "data.split=fold-5",
        "model.hidden=-1",
        "x" * 9999,
    ],
)
def test_every_odd_override_is_one_mistake(text: str) -> None:
    assert len(_mistakes(None, text)) == 1


def test_built_in_problems_cannot_be_mixed_into_themselves() -> None:
    (mistake,) = _mistakes(None, "data.generated=100")
    assert "test problems would be learned" in mistake
    assert load_settings(None, ["data.generated=100", "data.dataset=mawps"]).data.generated == 100
    for other in ("data.also=allarith, generated", "data.unseen=generated:fold-0"):
        (mistake,) = _mistakes(None, "data.generated=100", "data.dataset=mawps", other)
        assert "neither in data.also nor in data.unseen" in mistake


@pytest.mark.parametrize(
    "setting",
    [
        "model.label_smoothing=2",
        "model.dropout=1",
        "model.word_dropout=3",
        "model.layers=0",
        "model.hidden=0",
        "training.seed=99999999999999999999",
        "training.threads=100000000",
    ],
)
def test_numbers_that_no_training_can_have_are_refused_at_once(setting: str) -> None:
    (mistake,) = _mistakes(None, setting)
    name, _, _ = setting.partition("=")
    assert mistake.startswith(f"{name}: expected ")


@given(st.text(), st.floats(min_value=1e-9, max_value=1e9), st.integers(1, 10**12), st.booleans())
def test_settings_written_as_toml_are_read_back(
    text: str, rate: float, epochs: int, words: bool
) -> None:
    data = DataSettings(dataset=text.encode("utf-8", "replace").decode(), words=words)
    training = TrainingSettings(learning_rate=rate, epochs=epochs)
    settings = Settings(data=data, training=training)
    assert _read_back(to_toml(settings)) == settings


def _read_back(text: str) -> Settings:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return load_settings(_file(Path(folder), text))


def test_a_written_file_names_every_setting() -> None:
    text = to_toml(Settings())
    for section, kind in SECTIONS.items():
        assert f"[{section}]" in text
        assert all(f"\n{each.name} = " in text for each in fields(kind))


def test_differences_name_the_setting_and_both_values() -> None:
    changed = override(Settings(), ["training.epochs=31", "data.words=false"])
    assert differences(Settings(), changed) == [
        "data.words: True there, False here",
        "training.epochs: 8 there, 31 here",
    ]
    assert differences(Settings(), replace(Settings())) == []
