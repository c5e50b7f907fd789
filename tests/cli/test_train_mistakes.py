"""What `sumc train` says about settings, files and folders that it cannot use."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from cli.in_process import Command


def test_nothing_to_resume_is_one_message(train: Command) -> None:
    code, _, err = train("--resume", "--output", "nowhere")
    assert code == 2
    assert "nowhere is not the folder of a training" in err
    assert not Path("nowhere").exists()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (("encoder.kind=pretrained",), ["encoder.weights: expected a folder, a name on the "]),
        (("model.name=unilm",), ["encoder.weights: expected a folder, a name on the Hugging "]),
        (("model.name=gts", "model.width=3"), ["model.width: unknown setting; known: operator_"]),
        (("data.also=generated",), ["data.also: the dataset is the built-in one already"]),
        (
            ("encoder.kind=pretrained", "data.also=generated"),
            ["encoder.weights: expected", "data.also: the dataset"],
        ),
    ],
)
def test_without_a_config_only_mistakes_of_the_user_are_told(
    train: Command, changes: tuple[str, ...], told: list[str]
) -> None:
    code, _, err = train(*(word for text in changes for word in ("--set", text)))
    first, *mistakes = err.splitlines()
    assert code == 2
    assert first.endswith(f"has {len(told)} mistake{'s' * (len(told) > 1)}:")
    for mistake, start in zip(mistakes, told, strict=True):
        assert mistake.strip().startswith(start)
    assert mistakes[0].endswith("; unilm needs a pretrained encoder") == ("unilm" in changes[0])
    assert not Path("runs").exists()


def test_files_are_looked_for_in_the_current_folder_and_the_message_says_so(
    train: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("own.toml").write_text('data.dataset = "problems.jsonl"\n', encoding="utf-8")
    Path("sub").mkdir()
    monkeypatch.chdir("sub")
    missing = f"error: no file problems.jsonl in the current folder, {Path.cwd()}"
    beside = f"; there is one beside {Path('../own.toml')}: train in that folder\n"
    assert train("../own.toml")[::2] == (2, missing + beside)
    assert train("--set", "data.dataset=problems.jsonl")[::2] == (2, missing + "\n")
    also = ("--set", "data.also=allarith, problems.jsonl*2")
    assert train("--set", "data.dataset=mawps", *also)[::2] == (2, missing + "\n")


def test_a_training_is_resumed_in_the_folder_where_it_was_started(
    train: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert train("tiny.toml", "--output", "x", "--set", "training.epochs=1")[0] == 0
    for name in ("results.json", "SHA256SUMS"):
        Path("x", name).unlink()
    Path("sub").mkdir()
    monkeypatch.chdir("sub")
    code, _, err = train("--resume", "--output", "../x")
    assert code == 2
    assert err.endswith("; resume the training in the folder where it was started\n")
    monkeypatch.chdir("..")
    assert train("--resume", "--output", "x")[0] == 0


def test_an_unfinished_training_with_other_settings_says_how_to_resume_it(train: Command) -> None:
    assert train("tiny.toml", "--output", "x", "--set", "training.epochs=1")[0] == 0
    Path("x/results.json").unlink()
    code, _, err = train("tiny.toml", "--output", "x", "--resume")
    assert code == 2
    assert "leave out CONFIG and --set to resume it with its own" in err
    assert "(sumc train --resume --output x):\n    training.epochs: 1 there, 2 here\n" in err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder of no disk")
def test_a_folder_that_cannot_be_made_is_named(train: Command) -> None:
    code, _, err = train("tiny.toml", "--output", "/proc/x")
    assert code == 2
    assert err.startswith("error: cannot read or write /proc/x: ")


def test_a_training_needs_equations(train: Command) -> None:
    rows = [
        {"text": f"Ann has {n} pens and finds 5 more.", "answer": n + 5} for n in range(10, 50)
    ]
    Path("answers.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    code, _, err = train("--set", "data.dataset=answers.jsonl")
    assert code == 2
    assert err == (
        "error: answers.jsonl fold 0 has no training problems to learn from: "
        "29 without an equation\n"
    )


def test_all_mistakes_are_shown_at_once(train: Command) -> None:
    Path("bad.toml").write_text("[training]\nepoch = 5\nclip = -1\n", encoding="utf-8")
    code, out, err = train("bad.toml", "--set", "encoder.layer=2")
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "error: bad.toml has 3 mistakes:",
        "    encoder.layer: unknown setting, did you mean `layers`? (--set)",
        "    training.epoch: unknown setting, did you mean `epochs`?",
        "    training.clip: expected at least 0, found -1",
    ]
    code, out, _ = train("bad.toml", "--json")
    assert code == 2
    assert "bad.toml has 2 mistakes" in json.loads(out)["error"]
    assert not Path("runs").exists()


def test_a_dataset_that_is_missing_is_one_message(
    train: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUMC_DATA", raising=False)
    code, _, err = train("--set", "data.dataset=mawps")
    assert code == 2
    assert "--data DIR or in $SUMC_DATA" in err
    assert "did you mean `mawps`?" in train("--set", "data.dataset=mwaps")[2]
    assert "no file none.csv" in train("--set", "data.dataset=none.csv")[2]
    assert not Path("runs").exists()
