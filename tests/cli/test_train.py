"""`sumc train` as a person or a program meets it."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from cli.in_process import Command
from cli.test_commands import sumc
from sumc.cli import training_progress
from sumc.training.progress import EpochDone, StepDone, TrainingStarted
from training.tiny import TINY


def test_a_config_becomes_a_folder_under_runs(train: Command) -> None:
    code, out, err = train("tiny.toml")
    assert code == 0
    assert "validation  " in out
    assert f"next        sumc evaluate {Path('runs/tiny')} --split test" in out
    lines = err.splitlines()
    assert lines[0].startswith("43 problems, 5 for validation; ")
    assert [line.split("  ")[0] for line in lines[1:]] == ["epoch 1/2", "epoch 2/2"]
    assert all("problems/s" in line and " left" in line for line in lines[1:])
    assert Path("runs/tiny/model.safetensors").is_file()


def test_broken_lines_of_the_data_are_named_and_counted(train: Command) -> None:
    (problems,) = Path().glob("*.jsonl")
    lines = problems.read_text(encoding="utf-8").splitlines()
    problems.write_text("\n".join([*lines, *["{oh"] * 9]), encoding="utf-8")
    code, out, err = train("tiny.toml", "--set", "training.epochs=1", "--output", "x", "--json")
    assert code == 0
    first, *_, last = [line for line in err.splitlines() if "left out: " in line]
    assert first.startswith(f"note: left out: {problems}, line {len(lines) + 1}: expected a JSON")
    assert last == "note: left out: 1 more broken line"
    assert "error" not in err
    assert json.loads(out)["split"]["broken_lines"] == 9


def test_json_is_one_object_and_a_finished_run_says_so(train: Command) -> None:
    code, out, _ = train("tiny.toml", "--set", "training.epochs=1", "--output", "x", "--json")
    assert code == 0
    results = json.loads(out)
    assert (results["run"], results["epochs"]) == ("x", 1)
    assert results == {
        "run": "x",
        **json.loads(Path("x/results.json").read_text(encoding="utf-8")),
    }
    code, out, err = train("--resume", "--output", "x", "--json")
    assert code == 0
    assert "the training in x is finished" in err
    assert json.loads(out) == results


def test_what_may_not_be_learned_from_is_counted_at_the_start_and_in_the_results(
    train: Command,
) -> None:
    """Texts that differ in their numbers alone are variations of each other."""
    rows = [
        {"text": f"{name} has 3 and 14. How many?", "equation": "3+14"}
        for name in ("Ann", "Ben", "Tom", "Mia", "Sue", "Leo", "Eva", "Kim", "Ida", "Max") * 4
    ]
    Path("more.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    settings = ("--set", "data.also=more.jsonl", "--set", "training.epochs=1")
    code, out, err = train("tiny.toml", *settings, "--output", "x", "--json")
    assert code == 0
    removed = json.loads(out)["split"]["removed"]
    assert removed["they or variations of them validate"] > 0
    notes = "; ".join(f"{count} removed: {why}" for why, count in removed.items() if count)
    trained = json.loads(out)["split"]["train"]
    assert err.splitlines()[0].startswith(f"{trained} problems ({notes}), ")


def test_an_output_that_is_there_needs_resume_with_the_same_settings(train: Command) -> None:
    assert train("tiny.toml", "--output", "x")[0] == 0
    code, out, err = train("tiny.toml", "--output", "x")
    assert (code, out) == (2, "")
    assert "x is not empty" in err
    assert "--resume" in err
    for arguments in (("tiny.toml",), ()):
        changed = ("--set", "training.epochs=5", "--set", "training.seed=3")
        code, _, err = train(*arguments, "--output", "x", "--resume", *changed)
        assert code == 2
        assert "x is finished, with other settings than these; to train on, start a new" in err
        assert "--set training.start=x --output DIR" in err
        assert "training.epochs: 2 there, 5 here\n" in err
        assert "training.seed: 0 there, 3 here\n" in err


def test_json_lines_tell_a_program_how_it_goes(train: Command) -> None:
    code, out, _ = train("tiny.toml", "--output", "x", "--log", "jsonl")
    assert code == 0
    started, *rest, done = map(json.loads, out.splitlines())
    assert (started["event"], started["steps"], started["train"]) == ("started", 12, 43)
    assert [each["event"] for each in rest] == [*["step"] * 6, "epoch"] * 2
    for event, name in (("step", "steps.jsonl"), ("epoch", "metrics.jsonl")):
        logged = [each for each in rest if each["event"] == event]
        kept = list(map(json.loads, Path("x", name).read_text(encoding="utf-8").splitlines()))
        for one, other in zip(logged, kept, strict=True):
            shared = one.keys() & other.keys() - {"problems_per_second"}
            assert {name: one[name] for name in shared} == {name: other[name] for name in shared}
            assert other.keys() - one.keys() <= {"steps", "seconds"}
            assert "stage" not in one
    rows = [
        json.loads(line) for line in Path("x/steps.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert [each["loss"] for each in rest if each["event"] == "step"] == [
        row["loss"] for row in rows
    ]
    assert done == {
        "event": "done",
        "run": "x",
        **json.loads(Path("x/results.json").read_text(encoding="utf-8")),
    }


def test_a_log_that_nobody_knows_is_refused_before_anything_is_done(train: Command) -> None:
    code, out, err = train("tiny.toml", "--log", "wandb")
    assert (code, out) == (2, "")
    assert err == "error: expected one of tensorboard, jsonl after --log, found 'wandb'\n"
    assert not Path("runs").exists()


def test_without_tensorboard_the_message_says_what_to_install(
    train: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("tensorboard", "torch.utils.tensorboard"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "tensorboard", None)
    code, out, err = train("tiny.toml", "--log", "tensorboard")
    assert (code, out) == (2, "")
    assert 'training needs tensorboard: pip install "sumc[tensorboard]"' in err
    assert not Path("runs").exists()


def test_tensorboard_gets_a_folder_in_the_run(train: Command) -> None:
    pytest.importorskip("tensorboard", reason="the extra `tensorboard`")
    code, out, _ = train("tiny.toml", "--output", "x", "--log", "tensorboard")
    assert code == 0
    assert f"curves      tensorboard --logdir {Path('x/tensorboard')}" in out
    assert list(Path("x/tensorboard").glob("events.out.tfevents.*"))


def test_a_published_dataset_is_found_in_its_folder(train: Command) -> None:
    data = str(Path(__file__).parents[1] / "data")
    tiny = [word for text in TINY for word in ("--set", text)]
    code, out, err = train("--set", "data.dataset=math23k", "--data", data, "--json", *tiny)
    assert code == 0, err
    assert json.loads(out)["split"]["name"] == "math23k public test"


def without_torch(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """What the command does where torch is not installed."""
    hide = f"import sys; sys.modules['torch'] = None; sys.argv = ['sumc', *{arguments!r}]"
    code = f"{hide}\nfrom sumc.cli.main import main\nmain()"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_torch_the_message_says_what_to_install() -> None:
    done = without_torch("train")
    assert done.returncode == 2
    assert done.stderr.startswith('error: training needs torch: pip install "sumc[train]"\n')
    assert "install its CPU build first" in done.stderr


def test_without_torch_mistakes_of_the_settings_are_still_told() -> None:
    done = without_torch("train", "--set", "a.b=1")
    assert done.returncode == 2
    assert "a: unknown" in done.stderr
    assert "torch" not in done.stderr


def test_the_command_line_does_not_import_torch() -> None:
    code = "import sys, sumc.cli.main; sys.exit('torch' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_saves_and_says_how_to_go_on(train: Command) -> None:
    """A process of its own gets the signal; resumed, it ends like an uninterrupted training."""
    long = ["--set", "training.epochs=12", "--set", "training.evaluate_every=6"]
    process = subprocess.Popen(
        [sys.executable, "-m", "sumc", "train", "tiny.toml", "--output", "x y", *long],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stderr is not None
    while not process.stderr.readline().startswith("epoch 1/"):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    told = process.stderr.read()
    assert process.wait() == 130
    process.stderr.close()
    assert "everything is saved in x y" in told
    assert "sumc train --resume --output 'x y'" in told
    code, out, _ = train("--resume", "--output", "x y", "--json")
    assert (code, json.loads(out)["epochs"]) == (0, 12)
    assert train("tiny.toml", "--output", "whole", *long)[0] == 0
    assert _weights("whole") == _weights("x y")


def _weights(folder: str) -> bytes:
    return Path(folder, "model.safetensors").read_bytes()


def test_the_help_names_the_options() -> None:
    code, out, _ = sumc("train", "--help")
    assert code == 0
    assert all(option in out for option in ("--set", "--output", "--resume", "--data", "--json"))


STARTED = TrainingStarted(3, 18, 6, 43, 5, 2, 100, 3405, "cpu")
STEP = StepDone(2, 7, 1.25, 812.4, 61)
EPOCH = EpochDone(2, 3, 1.25, 0.5, True, 812.4, 3700)


def test_progress_is_told_in_words() -> None:
    assert training_progress.started_text(STARTED) == (
        "43 problems (2 left out) and up to 100 built-in ones, "
        "5 for validation; 3,405 weights on cpu; 18 steps, resumed after 6"
    )
    assert training_progress.epoch_text(EPOCH) == (
        "epoch 2/3  loss 1.2500  validation 50.00 % (best)  812 problems/s  1:01:40 left"
    )


def test_what_is_removed_is_told_at_the_start_and_one_is_not_many() -> None:
    removed = {"they validate": 1481, "they are asked": 53, "nothing": 0}
    started = TrainingStarted(1, 1, 0, 1, 1, 0, 0, 1, "cpu", removed=removed)
    assert training_progress.started_text(started) == (
        "1 problem (1,481 removed: they validate; 53 removed: they are asked), "
        "1 for validation; 1 weight on cpu; 1 step"
    )
    both = replace(started, train=2, left_out=3, removed={"they validate": 4})
    assert training_progress.started_text(both).startswith(
        "2 problems (3 left out; 4 removed: they validate), "
    )


def test_a_terminal_shows_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "150")
    with training_progress.training_progress() as progress:
        for event in (STARTED, STEP, EPOCH, STEP):
            progress(event)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "epoch 2/3" in shown.err
    assert "loss 1.2500  validation 50.0 %  812 problems/s  1:01 left" in shown.err
