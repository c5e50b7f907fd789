"""A training may start from an exported model: its graphs give back the weights they came from."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="exporting needs torch")
pytest.importorskip("onnx", reason="exporting needs onnx")

import torch
from torch import Tensor

from built_in import generated_dataset
from onnx_export.tiny import pretrained, tiny_model, tiny_settings, write_model
from sumc.errors import ModelError, SettingsError
from sumc.onnx.export import export_run
from sumc.onnx.vocabulary import cut_vocabulary
from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings
from sumc.solving.exported import load_exported
from sumc.solving.predictor import Predictor
from sumc.training.exported import load_exported_weights, model_folder
from sumc.training.train import train
from training import tiny

WIDE = 64
"""So wide that a byte per weight is worth it for matrices."""
PLM = ("bert", "roformer")
UNUSED = {True: ("pooler.", "position_ids"), False: ("slots.weight",)}
"""The weights of models with pretrained and recurrent encoders that are never read."""
ALL = ("model.verifier=true", "model.refusal=true", "model.interaction=2")
KINDS = {
    "gru": ("encoder.cell=gru", "encoder.layers=2"),
    "lstm": ("encoder.cell=lstm", *ALL),
    "plain": ("model.shapes=false", "model.interaction=0"),
    "bert": ("model.constants=queries", *ALL),
    "roformer": ALL,
}


def _changes(kind: str, folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The settings of a kind of model, and those of its encoder."""
    if kind in PLM:
        return KINDS[kind], pretrained(folder / kind, kind, WIDE)
    return KINDS[kind], (f"encoder.embedding={WIDE}", f"encoder.hidden={WIDE}")


@pytest.mark.parametrize("int8", [False, True], ids=["floats", "bytes"])
@pytest.mark.parametrize("kind", KINDS)
def test_weights_come_back(kind: str, int8: bool, tmp_path: Path) -> None:
    changes, encoder = _changes(kind, tmp_path)
    model = tiny_model(*changes, width=WIDE, encoder=encoder)
    folder = write_model(model, tmp_path / "model", int8=int8)
    settings = tiny_settings(*changes, width=WIDE, encoder=encoder)
    found = load_exported_weights(folder, settings).state_dict()
    wrong = [n for n, weight in model.state_dict().items() if not _alike(found[n], weight, int8)]
    assert [n for n in wrong if not any(each in n for each in UNUSED[kind in PLM])] == []


def _alike(found: Tensor, wanted: Tensor, int8: bool) -> bool:
    """The same values, or as near as the steps of bytes are."""
    if found.shape != wanted.shape:
        return False
    furthest = float((found - wanted).abs().max())
    return furthest <= (0.51 * float(wanted.abs().max()) / 127 if int8 else 1e-6)


def test_a_vocabulary_that_was_cut_is_as_long_as_the_table(tmp_path: Path) -> None:
    encoder = pretrained(tmp_path / "bert", "bert")
    model = cut_vocabulary(tiny_model(encoder=encoder), ["how many"], 10)
    found = load_exported_weights(
        write_model(model, tmp_path / "model"), tiny_settings(encoder=encoder)
    )
    (table,) = (name for name in found.row_names() if name.startswith("encoder"))
    assert len(found.state_dict()[table]) == len(found.row_names()[table]) == 10
    assert torch.equal(found.state_dict()[table], model.state_dict()[table])


def test_a_training_that_changes_nothing_says_what_the_exported_model_says(tmp_path: Path) -> None:
    """The words, codes and constants of both are the same, so every weight is taken over."""
    path = tiny.write_problems(tmp_path)
    settings = tiny.tiny_settings(path, ["training.epochs=12"])
    first = train(settings, load_split(settings.data), tmp_path / "first")
    export_run(first.folder, tmp_path / "model")
    still = ["training.optimizer.learning_rate=1e-12", "training.epochs=1"]
    again = tiny.tiny_settings(path, [*still, f"training.start={tmp_path / 'model'}"])
    second = train(again, load_split(again.data), tmp_path / "second")
    problems = load_split(settings.data).validation
    theirs, ours = (list(Predictor.of(run.model).predict(problems)) for run in (first, second))
    assert [each.tree for each in ours] == [each.tree for each in theirs]
    for ours_now, theirs_then in zip(ours, theirs, strict=True):
        assert ours_now.score == pytest.approx(theirs_then.score, abs=1e-4)


def test_the_mean_of_several_models_is_exported(tmp_path: Path) -> None:
    path = tiny.write_problems(tmp_path)
    runs = []
    for seed in (1, 2, 3):
        settings = tiny.tiny_settings(path, [f"training.seed={seed}", "training.epochs=2"])
        runs.append(train(settings, load_split(settings.data), tmp_path / f"run-{seed}"))
    export_run(runs[1].folder, tmp_path / "second")
    others = [str(tmp_path / "second"), str(runs[2].folder)]
    manifest = export_run(runs[0].folder, tmp_path / "mean", mean=others)
    assert manifest.about["mean_of"] == 3
    found = load_exported_weights(tmp_path / "mean", runs[0].settings).state_dict()
    states = [run.model.state_dict() for run in runs]
    for name in states[0].keys() - UNUSED[False]:
        wanted = torch.stack([state[name] for state in states]).mean(dim=0)
        assert torch.allclose(found[name], wanted, atol=1e-5), name


def test_the_mean_with_another_kind_of_model_is_refused(tmp_path: Path) -> None:
    path = tiny.write_problems(tmp_path)
    settings = tiny.tiny_settings(path, ["training.epochs=1"])
    run = train(settings, load_split(settings.data), tmp_path / "run")
    wider = tiny.tiny_settings(path, ["training.epochs=1", "model.width=20"])
    other = train(wider, load_split(wider.data), tmp_path / "other")
    with pytest.raises(SettingsError, match=r"--mean has 1 .*\n.*other is another kind"):
        export_run(run.folder, tmp_path / "mean", mean=[str(other.folder)])


def test_other_sizes_are_a_mistake_of_the_settings(tmp_path: Path) -> None:
    folder = write_model(tiny_model(), tmp_path / "model")
    with pytest.raises(SettingsError, match=r"size \(\d+, 8\) there and of size \(\d+, 16\) here"):
        load_exported_weights(folder, tiny_settings("model.width=16"))
    with pytest.raises(SettingsError, match=r"pooled.* there and missing here; \[encoder\] and"):
        load_exported_weights(folder, tiny_settings("model.shapes=false"))


def test_another_kind_of_model_or_encoder_is_a_mistake_of_the_settings(tmp_path: Path) -> None:
    """Told before anything is built: with another encoder or codec there is nothing to build."""
    recurrent = write_model(tiny_model(), tmp_path / "recurrent")
    encoder = pretrained(tmp_path / "bert", "bert")
    read_by_bert = write_model(tiny_model(encoder=encoder), tmp_path / "read-by-bert")
    own, other = tiny_settings(), tiny_settings(encoder=encoder)
    for folder, settings, told in (
        (recurrent, other, "recurrent has a recurrent encoder, these settings have a pretrained"),
        (read_by_bert, own, "read-by-bert has a pretrained encoder, these settings have a recurr"),
        (recurrent, load_settings(None, ["model.name=gts"]), "these settings have gts; "),
    ):
        with pytest.raises(SettingsError, match=f"--mean has 1 mistake:\n.*{told}"):
            load_exported_weights(folder, settings, "--mean")


def test_our_model_names_the_settings_that_it_was_trained_with() -> None:
    with pytest.raises(SettingsError, match=r"training\.start has .*\n.*configs/shipped/en\.toml"):
        load_exported_weights(model_folder("en"), load_settings())


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    folder = write_model(tiny_model(), tmp_path / "model")
    (folder / "reader.onnx").write_bytes(b"?")
    with pytest.raises(ModelError, match=r"reader\.onnx is damaged"):
        load_exported_weights(folder, tiny_settings())


@pytest.mark.parametrize("name", ["en-tiny", "zh-tiny"])
def test_our_own_models_can_be_trained_further(name: str) -> None:
    """The settings they were trained with are in `configs`."""
    settings = load_settings(Path(__file__).parents[2] / "configs" / "shipped" / f"{name}.toml")
    exported = load_exported(model_folder(name))[1]
    backend = load_exported_weights(model_folder(name), settings).eval()
    model = replace(exported, backend=Predictor.of(backend).backend)
    places = range(0, 400, 10) if name.startswith("en") else range(10_000, 10_400, 10)
    problems = [generated_dataset().problems[place] for place in places]
    ours, theirs = (list(each.predict(problems)) for each in (model, exported))
    assert sum(a.answer == b.answer for a, b in zip(ours, theirs, strict=True)) >= 39
