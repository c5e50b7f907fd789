"""`sumc train` with several folds or seeds: their folders, and what is said about them."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

from cli.in_process import Command


def test_five_folds_are_trained_into_one_folder_and_evaluated_together(train: Command) -> None:
    arguments = ("--folds", "--output", "runs/all", "--set", "training.epochs=1")
    code, _, err = train("tiny.toml", *arguments)
    assert code == 0, err
    assert sorted(path.name for path in Path("runs/all").iterdir()) == [
        f"fold-{fold}" for fold in range(5)
    ]
    assert train("tiny.toml", *arguments)[0] == 2, "nothing is trained over"
    code, _, err = train("tiny.toml", *arguments, "--resume")
    assert (code, err.count("is finished")) == (0, 5)


def test_folds_are_announced_and_evaluated_together(train: Command) -> None:
    code, out, err = train("tiny.toml", "--folds", "--output", "x", "--set", "training.epochs=1")
    assert code == 0
    shown = [line for line in err.splitlines() if line.startswith("fold-")]
    assert shown == [f"fold-{fold}, training {fold + 1} of 5" for fold in range(5)]
    assert [line for line in out.splitlines() if line.startswith("next")] == [
        "next        sumc evaluate x --folds --split test"
    ]


def test_several_seeds_are_trained_into_one_folder(train: Command) -> None:
    arguments = ("tiny.toml", "--seeds", "2", "--output", "x", "--set", "training.epochs=1")
    code, out, err = train(*arguments)
    assert code == 0
    assert "seed-1, training 2 of 2\n" in err
    assert out.splitlines()[-1] == "next        sumc evaluate x/seed-* --split test"
    for seed in range(2):
        written = Path(f"x/seed-{seed}/settings.toml").read_text(encoding="utf-8")
        assert f"\nseed = {seed}\n" in written
    code, _, err = train("--seeds", "3", "--output", "x", "--resume", *arguments[-2:])
    assert (code, err.count("is finished")) == (0, 2)
    written = Path("x/seed-2/settings.toml").read_text(encoding="utf-8")
    assert "\nseed = 2\n" in written, "begun with the settings of the first one"
    code, _, err = train("--output", "x/seed-3", "--resume")
    assert (code, "is not the folder of a training" in err) == (2, True), "nobody asked for seeds"
    code, _, err = train(*arguments, "--resume")
    assert (code, err.count("is finished")) == (0, 2)
    code, _, err = train(*arguments, "--folds")
    assert (code, err) == (
        2,
        "error: --seeds cannot be combined with --folds or --engine ray\n",
    )


def test_a_single_training_and_folds_are_kept_apart(train: Command) -> None:
    once = ("tiny.toml", "--set", "training.epochs=1")
    assert train(*once, "--output", "one")[0] == 0
    for resume in ((), ("--resume",)):
        for several in (("--folds",), ("--seeds", "2")):
            code, _, err = train(*once, "--output", "one", *several, *resume)
            assert code == 2
            assert "one holds a single training: leave out --folds and --seeds" in err
    assert not list(Path("one").glob("*-0"))
    assert train(*once, "--output", "several", "--seeds", "1")[0] == 0
    for resume in ((), ("--resume",)):
        code, _, err = train(*once, "--output", "several", *resume)
        assert code == 2
        assert "several holds a training for each fold or seed: add --folds or --seeds" in err
    assert [path.name for path in Path("several").iterdir()] == ["seed-0"]


def test_the_folds_are_those_that_the_settings_name(train: Command) -> None:
    arguments = ("--folds", "--output", "x", "--set", "training.epochs=1")
    assert train("tiny.toml", *arguments, "--set", "data.split=all-0")[0] == 0
    assert train("--folds", "--output", "x", "--resume")[0] == 0
    for fold in range(5):
        assert f'split = "all-{fold}"' in Path(f"x/fold-{fold}/settings.toml").read_text(
            encoding="utf-8"
        )
