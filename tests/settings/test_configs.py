"""The files in configs/: all of them are right, and each opens with the command that runs it."""

from pathlib import Path

import pytest

from sumc.settings.encoders import PretrainedSettings, RecurrentSettings
from sumc.settings.settings import load_settings
from sumc.settings.training import (
    AdamSettings,
    ConstantSettings,
    SGDSettings,
    StepSettings,
)

CONFIGS = sorted((Path(__file__).parents[2] / "configs").rglob("*.toml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_configuration_is_right_and_says_how_to_run_it(path: Path) -> None:
    settings = load_settings(path)
    assert path.parent.name in (settings.data.dataset, "shipped")
    name = f"configs/{path.parent.name}/{path.name}"
    assert path.read_text(encoding="utf-8").startswith(f"# sumc train {name} ")


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_name_of_a_configuration_says_how_it_reads(path: Path) -> None:
    """Of the shipped models the tiny ones are recurrent."""
    pretrained = isinstance(load_settings(path).encoder, PretrainedSettings)
    said = any(name in path.stem for name in ("plm", "unilm"))
    assert pretrained == (said or (path.parent.name == "shipped" and "tiny" not in path.stem))


def test_the_papers_settings_are_those_of_the_paper() -> None:
    """Section 4.2: widths, learning rates, the size of the vocabulary."""
    for dataset, rate in (("math23k", 0.002), ("mawps", 0.008)):
        folder = CONFIGS[0].parents[1] / dataset
        rnn = load_settings(folder / "sumc-rnn-paper.toml")
        assert isinstance(rnn.encoder, RecurrentSettings)
        assert (rnn.encoder.embedding, rnn.encoder.hidden) == (128, 512)
        assert rnn.training.optimizer.learning_rate == rate
        assert rnn.encoder.vocabulary == 2500
        plm = load_settings(folder / "sumc-plm-paper.toml")
        assert plm.training.optimizer.learning_rate == 2e-5
        assert {rnn.model.name, plm.model.name} == {"seq2code"}


@pytest.mark.parametrize(("name", "batch_size"), [("gts", 64), ("graph2tree", 64), ("sau", 32)])
@pytest.mark.parametrize("dataset", ["math23k", "mawps"])
def test_the_settings_of_gts_and_its_family_are_those_of_their_released_codes(
    dataset: str, name: str, batch_size: int
) -> None:
    settings = load_settings(CONFIGS[0].parents[1] / dataset / f"{name}-paper.toml")
    encoder, model, training = settings.encoder, settings.model, settings.training
    assert isinstance(encoder, RecurrentSettings)
    assert (encoder.cell, encoder.layers) == ("gru", 2)
    assert (encoder.embedding, encoder.hidden) == (128, 512)
    assert (encoder.dropout, model.dropout, model.beam, model.longest) == (0.5, 0.5, 5, 45)
    assert (training.epochs, training.batch_size, training.clip) == (80, batch_size, 0)
    assert training.optimizer == AdamSettings(learning_rate=1e-3, weight_decay=1e-5)
    assert training.schedule == StepSettings(every=20, factor=0.5)
    assert not settings.data.words


@pytest.mark.parametrize("dataset", ["mawps", "math23k"])
def test_compared_systems_have_the_settings_of_their_released_code(dataset: str) -> None:
    folder = CONFIGS[0].parents[1] / dataset
    stack = load_settings(folder / "stackdecoder-paper.toml")
    assert stack.training.optimizer == AdamSettings(learning_rate=1e-3)
    assert (stack.training.batch_size, stack.training.epochs) == (32, 30)
    assert (stack.model.hidden, stack.model.dropout, stack.model.longest) == (256, 0.1, 40)
    t_rnn = load_settings(folder / "t-rnn-paper.toml")
    template, operators = map(t_rnn.stage, ("template", "operators"))
    assert template.optimizer == AdamSettings(learning_rate=1e-3)
    assert operators.optimizer == SGDSettings(learning_rate=0.01, momentum=0.9)
    assert [(each.batch_size, each.epochs) for each in (template, operators)] == [
        (64, 100),
        (32, 100),
    ]
    for settings in (stack, t_rnn):
        assert isinstance(settings.training.schedule, ConstantSettings)
        assert settings.training.decoding == "greedy"
        assert not settings.data.words
