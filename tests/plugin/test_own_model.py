"""The proof of docs/models.md: a model and a codec from outside, through the public commands.

The package is the one that the guide shows, installed into a folder of its own. No file of sumc
knows it; it is trained, resumed, evaluated, ranked, calibrated, put into ensembles, solved with.
"""

import json
import math
import re
import shutil
import signal
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plugin.commands import SOURCE, Commands, Done, fresh
from plugin.guide import commands, names, problems
from sumc.decoding.calibration import Calibration
from sumc.decoding.ranking import PLAUSIBILITY

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="training needs torch")

SMALL = (
    "encoder.hidden=8",
    "encoder.embedding=8",
    "training.batch_size=16",
    "training.epochs=3",
    "training.average=0.5",
    "training.checkpoint_minutes=0",  # a checkpoint after every step
    "model.dropout=0.3",
)
SHARE_AS_IT_IS = Calibration().to_json()
RUN = "runs/one-step"
TEXT = commands()[-1][1]
"""The text that the guide solves."""


@dataclass(frozen=True)
class Work:
    """A folder in which somebody works with the package, and what the guide's commands said."""

    sumc: Commands
    shown: tuple[Done, ...]

    @property
    def folder(self) -> Path:
        return self.sumc.folder

    def json(self, name: str) -> dict[str, Any]:
        """The content of a file of the folder."""
        content: dict[str, Any] = json.loads((self.folder / name).read_text(encoding="utf-8"))
        return content

    def copied(self, name: str) -> Path:
        """A copy of the run, to be spoilt: without the sums of its files."""
        copy = Path(shutil.copytree(self.folder / RUN, self.folder / "runs" / name))
        (copy / "SHA256SUMS").unlink()
        return copy


@pytest.fixture(name="work", scope="module")
def _work(sumc: Commands) -> Work:
    return Work(sumc, tuple(sumc(*arguments) for arguments in commands()))


def test_no_file_of_sumc_names_the_package() -> None:
    name = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in sorted(names())))
    texts = [path for path in (SOURCE / "sumc").rglob("*") if path.suffix in (".py", ".toml")]
    assert len(texts) > 100
    assert [path for path in texts if name.search(path.read_text(encoding="utf-8"))] == []


def test_every_command_of_the_guide_does_what_it_says(work: Work) -> None:
    assert len(work.shown) == 7
    assert [done.code for done in work.shown] == [0] * 7, [done.err for done in work.shown]
    assert f"run         {RUN}" in work.shown[1].out


def test_the_package_is_found_and_read_without_torch(work: Work) -> None:
    rows = [re.split(r"\s{2,}", line.strip()) for line in work.shown[0].out.splitlines()]
    assert ["one-step", "one operation on the first two numbers", "onestep==0.1"] in rows
    assert work.sumc("train", "--models", installed=False).out.count("one-step") == 0
    code = """import sys
from sumc.settings.settings import load_settings
print(load_settings("one-step.toml").model, "torch" in sys.modules)"""
    done = fresh(["-c", code], work.folder, work.sumc.site)
    assert done == (0, "OneStepSettings(name='one-step', dropout=0.1) False\n", "")


def test_training_learns_what_the_codec_covers_and_counts_the_rest(work: Work) -> None:
    results = work.json(f"{RUN}/results.json")
    assert list(results["left_out_because"]) == ["not expressible with what the codec has learned"]
    assert results["trained_on"] + results["left_out_of_training"] == results["split"]["train"]
    assert results["validation_accuracy"] == 1.0  # of six problems none is uncovered
    found = work.json(f"{RUN}/evaluation-test.json")
    assert found["answers"]["total"] == results["split"]["test"] == 15
    assert 0 < found["answers"]["right"] == found["covered"]["right"] < 15


def test_all_stages_are_trained_as_the_settings_say(work: Work) -> None:
    stages = [json.loads(line)["stage"] for line in _lines(work.folder / RUN / "metrics.jsonl")]
    assert stages == ["probe"] * 2 + ["all"] * 8
    assert "probe, epoch 1/2  loss" in work.shown[1].err


def test_a_killed_training_resumes_to_the_same_weights_in_any_stage(work: Work) -> None:
    """Killed as by a power cut, while a checkpoint is being written: in each of the stages.

    The first stage learns the last layer alone, a matrix and a vector.
    """
    begin = ("train", "one-step.toml", *_options(*SMALL))
    resume = ("train", "--resume", "--output", "cut")
    assert work.sumc(*begin, "--output", "whole").code == 0
    learned = []
    for command, count in (((*begin, "--output", "cut"), 3), (resume, 4), (resume, 13)):
        killed = work.sumc(*command, kill=("checkpoint.safetensors", count))
        assert killed.code == -signal.SIGKILL
        learned.append(_learned_tables(work.folder / "cut" / "checkpoint.safetensors"))
    assert learned[0] == learned[1] == 2 < learned[2]
    assert json.loads(_lines(work.folder / "cut" / "metrics.jsonl")[-1])["stage"] == "all"
    assert not (work.folder / "cut" / "results.json").exists()
    assert work.sumc(*resume).code == 0
    for name in ("model.safetensors", "ranker.json", "calibration.json", "codec.json"):
        whole, cut = ((work.folder / run / name).read_bytes() for run in ("whole", "cut"))
        assert whole == cut, name


def _learned_tables(checkpoint: Path) -> int:
    """How many tables the optimizer has moments of."""
    from safetensors import safe_open

    with safe_open(checkpoint, framework="np") as file:
        return len({name for name in file.keys() if re.search(r"optimizer.*exp_avg$", name)})  # noqa: SIM118


def _options(*settings: str) -> list[str]:
    return [part for each in settings for part in ("--set", each)]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_the_ranker_weighs_the_models_own_evidence(work: Work) -> None:
    weights = work.json(f"{RUN}/ranker.json")
    assert list(weights) == ["first", "inverse", *PLAUSIBILITY]
    assert weights != {"first": 1.0, "inverse": 0.0, **PLAUSIBILITY}
    assert _solve(work, RUN)["answer"] == "17"
    _write(work.copied("ranked") / "ranker.json", {**weights, "inverse": 1000.0, "fraction": 0.0})
    assert _solve(work, "runs/ranked")["answer"] in ("7", "12/5")


def test_confidence_is_calibrated(work: Work) -> None:
    curve = work.json(f"{RUN}/calibration.json")
    assert curve != SHARE_AS_IT_IS
    assert _solve(work, RUN)["confidence"] > 0.9
    flat = {**dict.fromkeys(curve, 0.0), "bias": -math.log(3)}
    _write(work.copied("doubting") / "calibration.json", flat)
    assert _solve(work, "runs/doubting")["confidence"] == pytest.approx(0.25)


def _solve(work: Work, run: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(work.sumc("solve", TEXT, "--model", run, "--json").out)
    return found


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def test_decodings_are_chosen_by_name(work: Work) -> None:
    assert work.sumc("evaluate", RUN, "--decoding", "best").code == 0
    for name, decoding in (("evaluation-test", "all"), ("evaluation-test-best", "best")):
        protocol = work.json(f"{RUN}/{name}.json")["protocol"]
        assert f"Model one-step (rnn), {decoding} decoding." in protocol
    unknown = work.sumc("evaluate", RUN, "--decoding", "beam")
    assert (unknown.code, unknown.out) == (2, "")
    assert "beam: unknown; this model has all, best" in unknown.err


def test_a_run_is_solved_with_by_the_decoding_it_was_trained_with(work: Work) -> None:
    """All hypotheses weigh the same here: there are four of them, or the best one alone."""
    for name, decoding in (("four", "all"), ("one", "best")):
        folder = work.copied(name)
        _write(folder / "ranker.json", dict.fromkeys(work.json(f"{RUN}/ranker.json"), 0.0))
        _write(folder / "calibration.json", SHARE_AS_IT_IS)
        settings = (folder / "settings.toml").read_text(encoding="utf-8")
        settings = settings.replace('decoding = ""', f'decoding = "{decoding}"')
        (folder / "settings.toml").write_text(settings, encoding="utf-8")
    assert _solve(work, "runs/four")["confidence"] == pytest.approx(1 / 4)
    assert _solve(work, "runs/one")["confidence"] > 0.99


def test_an_ensemble_may_have_models_with_other_codecs(work: Work) -> None:
    """What one of them can express, the ensemble can: it is not limited to the first codec."""
    shown = work.shown[5].out
    assert "Ensemble of one-step, second, ours;" in shown
    expressible = re.search(r"expressible with the training codec +(\d+) +(\d+)", shown)
    assert expressible
    assert expressible[1] == expressible[2] == "15"


def test_a_solver_loads_the_run_in_a_fresh_process(work: Work) -> None:
    code = f"""from sumc import Solver
solver = Solver.load({RUN!r})
print(*(each.answer for each in solver.solve_many([{TEXT!r}, "He has 5 apples."])))"""
    done = fresh(["-c", code], work.folder, work.sumc.site)
    assert done == (0, "17 None\n", "")


def test_a_run_starts_from_the_rows_that_another_one_knows(work: Work) -> None:
    """It has never seen a subtraction; the other operations keep their weights."""
    from safetensors.numpy import load_file

    rows = [line for line in problems() if "-" not in json.loads(line)["equation"]]
    (work.folder / "three.jsonl").write_text("\n".join(rows), encoding="utf-8")
    options = _options(
        "data.dataset=three.jsonl",
        f"training.start={RUN}",
        "training.epochs=1",
        "training.average=0",
        "training.optimizer.learning_rate=1e-12",
    )
    done = work.sumc("train", "one-step.toml", *options, "--output", "started")
    assert done.code == 0, done.err
    assert work.json("started/codec.json")["operations"] == ["+", "*", "/"]
    old, new = (load_file(work.folder / run / "model.safetensors") for run in (RUN, "started"))
    for name in ("output.weight", "output.bias"):
        np.testing.assert_allclose(new[name], old[name][[0, 2, 3]], atol=1e-9)


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", RUN),
        ("solve", TEXT, "--model", RUN),
        ("train", "--resume", "--output", RUN),
        ("evaluate", "runs/ours", RUN, "--ensemble"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_run_says_what_to_install_when_the_package_is_gone(
    work: Work, arguments: tuple[str, ...]
) -> None:
    done = work.sumc(*arguments, installed=False)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"error: {RUN} needs onestep==0.1 (model one-step, codec first-two, input "
        f"first_is_larger), which is not installed: pip install -r {RUN}/requirements.txt\n"
    )


def test_runs_of_our_own_models_need_no_other_package(work: Work) -> None:
    assert not (work.folder / "runs/ours/requirements.txt").exists()
    assert work.sumc("evaluate", "runs/ours", installed=False).code == 0


def test_a_config_of_a_missing_package_names_the_model(work: Work) -> None:
    done = work.sumc("train", "one-step.toml", "--output", "nowhere", installed=False)
    assert done.code == 2
    assert "model.name: expected one of " in done.err
    assert "found 'one-step'" in done.err
    assert not (work.folder / "nowhere").exists()


def test_all_mistakes_of_its_settings_are_told_at_once(work: Work) -> None:
    wrong = (
        "model.dropuot=0.5",
        "model.dropout=1.5",
        "codec.at_least=0",
        "codec.constant_uses=3",
        "encoder.kind=pretrained",
        "stages.prob.epochs=3",
    )
    done = work.sumc("train", "one-step.toml", *_options(*wrong), "--output", "nowhere")
    assert (done.code, done.out) == (2, "")
    assert [line.strip() for line in done.err.splitlines()] == [
        "error: --set has 6 mistakes:",
        "model.dropuot: unknown setting, did you mean `dropout`?",
        "model.dropout: expected from 0 to 0.99, found 1.5",
        "codec.at_least: expected at least 1, found 0",
        "codec.constant_uses: unknown setting; known: at_least",
        "encoder.kind: expected one of rnn, found 'pretrained'",
        "stages.prob: no stage of the model one-step; known: probe, all",
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"name": "first-two", "opera', "Unterminated string"),
        ('{"name": "first-two"}', "KeyError: 'operations'"),
        ('{"name": "first-two", "operations": ["+", "^"]}', "expected operations out of + - * /"),
        ('{"name": "first-two", "operations": 3}', "TypeError: 'int' object is not iterable"),
        ('{"name": "last-two", "operations": ["+"]}', "found 'last-two'"),
        ('{"operations": ["+"]}', "expected the name of a codec"),
        ("[]", "expected an object"),
    ],
)
def test_a_damaged_codec_file_is_named(work: Work, content: str, told: str) -> None:
    folder = work.folder / "runs" / "damaged"
    if not folder.exists():
        work.copied("damaged")
    (folder / "codec.json").write_text(content, encoding="utf-8")
    done = work.sumc("solve", TEXT, "--model", "runs/damaged")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: runs/damaged/codec.json is damaged: ")
    assert told in done.err


def test_a_codec_file_of_another_codec_is_not_taken(work: Work) -> None:
    folder = work.copied("mixed")
    shutil.copy(work.folder / "runs/ours/codec.json", folder / "codec.json")
    done = work.sumc("solve", TEXT, "--model", "runs/mixed")
    assert done.code == 2
    assert "codec.json is damaged: expected the codec first-two, found mtree" in done.err
