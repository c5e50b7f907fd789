"""The proof of docs/models.md: a model and a codec from outside, through the public commands.

The package is the one that the guide shows, installed into a folder of its own. No file of sumc
knows it; it is trained, resumed, evaluated, ranked, calibrated, put into ensembles and solved with.
"""

import json
import math
import re
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs torch")

from safetensors.torch import load_file

from plugin.commands import SOURCE, Commands, Done, fresh, serving
from plugin.guide import commands, files, install, names
from sumc.decoding.ranking import PLAUSIBILITY
from sumc.settings.settings import load_settings
from sumc.training.run import load_split

TEXTS = (
    ("Ann has {a} pens and finds {b} more. How many pens does she have?", "{a}+{b}"),
    ("Tom had {a} apples and ate {b} of them. How many are left?", "{a}-{b}"),
    ("There are {a} bags with {b} nuts each. How many nuts are there?", "{a}*{b}"),
    ("Cards, {a} of them, are shared by {b} friends. How many does each get?", "{a}/{b}"),
)
UNCOVERED = ("Of {b} rooms each has {a} chairs and 1 table. How much is that?", "{b}*({a}+1)")
SMALL = (
    "encoder.hidden=8",
    "encoder.embedding=8",
    "training.batch_size=4",
    "training.epochs=3",
    "training.average=0.5",
    "training.checkpoint_minutes=0",  # a checkpoint after every step
    "model.dropout=0.3",
)
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
        """A copy of the run, to be spoilt."""
        return Path(shutil.copytree(self.folder / RUN, self.folder / "runs" / name))


@pytest.fixture(name="work", scope="module")
def _work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Work]:
    folder, site = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("site")
    install(site)
    (folder / "one-step.toml").write_text(files()["one-step.toml"], encoding="utf-8")
    (folder / "problems.jsonl").write_text(_problems(), encoding="utf-8")
    with serving(folder, site) as sumc:
        yield Work(sumc, tuple(sumc(*arguments) for arguments in commands()))


def _problems(count: int = 75) -> str:
    """A few problems of each kind, one of which no operation on two numbers solves."""
    rows = []
    for number in range(count):
        text, equation = (*TEXTS, UNCOVERED)[number % 5]
        numbers = {"a": 20 + 7 * number, "b": 2 + number % 13}
        rows.append({"text": text.format(**numbers), "equation": equation.format(**numbers)})
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_no_file_of_sumc_names_the_package() -> None:
    name = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in sorted(names())))
    texts = [path for path in (SOURCE / "sumc").rglob("*") if path.suffix in (".py", ".toml")]
    assert len(texts) > 100
    assert [path for path in texts if name.search(path.read_text(encoding="utf-8"))] == []


def test_every_command_of_the_guide_does_what_it_says(work: Work) -> None:
    assert len(work.shown) == 7
    assert [done.code for done in work.shown] == [0] * 7, [done.err for done in work.shown]
    assert f"run         {RUN}" in work.shown[0].out


def test_training_learns_what_the_codec_covers_and_counts_the_rest(work: Work) -> None:
    results = work.json(f"{RUN}/results.json")
    left_out = results["left_out_of_training"]
    assert list(left_out) == ["not expressible with what the codec has learned"]
    assert results["trained_on"] == 54 - sum(left_out.values())
    answers = work.json(f"{RUN}/evaluation-test.json")["answers"]
    assert answers["total"] == 15
    assert answers["right"] == sum(_is_covered(text) for text in _test_texts(work))


def _test_texts(work: Work) -> list[str]:
    settings = load_settings(work.folder / "one-step.toml")
    path = work.folder / settings.data.dataset
    split = load_split(replace(settings.data, dataset=str(path)))
    return [problem.text for problem in split.test]


def _is_covered(text: str) -> bool:
    return not text.startswith("Of ")


def test_all_stages_are_trained_as_the_settings_say(work: Work) -> None:
    lines = (work.folder / RUN / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["stage"] for line in lines] == ["probe"] * 2 + ["all"] * 8
    assert "probe epoch 1/2  loss" in work.shown[0].err


def test_a_killed_training_resumes_to_the_same_weights_in_any_stage(work: Work) -> None:
    """Killed as by a power cut, while a checkpoint is being written."""
    options = [part for each in SMALL for part in ("--set", each)]
    assert work.sumc("train", "one-step.toml", *options, "--output", "whole").code == 0
    killed = work.sumc(
        "train", "one-step.toml", *options, "--output", "cut", kill=("checkpoint.safetensors", 7)
    )
    assert killed.code == -signal.SIGKILL
    stages = []
    for count in (10, 30):
        again = work.sumc(
            "train", "--resume", "--output", "cut", kill=("checkpoint.safetensors", count)
        )
        assert again.code == -signal.SIGKILL
        stages.append(json.loads(_lines(work.folder / "cut" / "metrics.jsonl")[-1])["stage"])
    assert stages == ["probe", "all"]
    assert not (work.folder / "cut" / "results.json").exists()
    assert work.sumc("train", "--resume", "--output", "cut").code == 0
    for name in ("model.safetensors", "ranker.json", "calibration.json", "codec.json"):
        whole, cut = ((work.folder / run / name).read_bytes() for run in ("whole", "cut"))
        assert whole == cut, name


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
    _write(work.copied("surer") / "calibration.json", {**curve, "bias": curve["bias"] + 1})
    plain, surer = (_solve(work, run)["confidence"] for run in (RUN, "runs/surer"))
    assert surer == pytest.approx(plain * math.e / (1 - plain + plain * math.e))


def _solve(work: Work, run: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(work.sumc("solve", TEXT, "--model", run, "--json").out)
    return found


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def test_decodings_are_chosen_by_name(work: Work) -> None:
    both = [work.json(f"{RUN}/evaluation-test{how}.json") for how in ("", "-best")]
    assert [f"{name} decoding." in str(each["protocol"]) for each, name in zip(both, ("all", "best"), strict=True)] == [True, True]
    unknown = work.sumc("evaluate", RUN, "--decoding", "beam")
    assert (unknown.code, unknown.out) == (2, "")
    assert "beam: unknown; this model has all, best" in unknown.err


def test_a_run_is_solved_with_by_the_decoding_it_was_trained_with(work: Work) -> None:
    options = [part for each in (*SMALL, "training.decoding=best") for part in ("--set", each)]
    assert work.sumc("train", "one-step.toml", *options, "--output", "best").code == 0
    assert len(_solve(work, "best")["candidates"]) == 0
    assert len(_solve(work, RUN)["candidates"]) > 0


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
    """With a codec that lacks an operation, the others keep their weights."""
    train = ("train", "one-step.toml", "--set", "training.optimizer.learning_rate=1e-12")
    options = [part for each in ("training.epochs=1", "training.average=0") for part in ("--set", each)]
    _write_problems_without(work, "/", "three.jsonl")
    done = work.sumc(*train, *options, "--set", f"training.start={RUN}", "--set", "data.dataset=three.jsonl", "--output", "started")
    assert done.code == 0, done.err
    assert work.json("started/codec.json")["operations"] == ["+", "-", "*"]
    old, new = (_output_weights(work.folder / run) for run in (RUN, "started"))
    torch.testing.assert_close(new, old[:3])


def _write_problems_without(work: Work, operation: str, name: str) -> None:
    rows = [line for line in _problems().splitlines() if operation not in json.loads(line)["equation"]]
    (work.folder / name).write_text("\n".join(rows), encoding="utf-8")


def _output_weights(folder: Path) -> torch.Tensor:
    return load_file(folder / "model.safetensors")["output.weight"]


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
    options = [part for each in wrong for part in ("--set", each)]
    done = work.sumc("train", "one-step.toml", *options, "--output", "nowhere")
    assert (done.code, done.out) == (2, "")
    assert [line.strip() for line in done.err.splitlines()] == [
        "error: one-step.toml has 6 mistakes:",
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
    done = work.sumc("evaluate", "runs/damaged")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: runs/damaged/codec.json is damaged: ")
    assert told in done.err


def test_a_codec_file_of_another_codec_is_not_taken(work: Work) -> None:
    folder = work.copied("mixed")
    shutil.copy(work.folder / "runs/ours/codec.json", folder / "codec.json")
    done = work.sumc("solve", TEXT, "--model", "runs/mixed")
    assert done.code == 2
    assert "codec.json is damaged: expected the codec first-two, found mtree" in done.err
