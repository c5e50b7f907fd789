"""`sumc evaluate` on very small models of a data folder like that of MAWPS."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="evaluating needs torch")

from cli.in_process import Command
from evaluation.samples import write_mawps
from sumc.evaluation.runs import system_of
from sumc.problems import datasets
from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings
from sumc.training.train import train
from training.tiny import write_problems

TINY = (
    "data.dataset=mawps",
    "encoder.hidden=4",
    "encoder.embedding=4",
    "model.attention=4",
    "model.width=4",
    "training.epochs=1",
    "training.device=cpu",
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mawps(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    """A folder with the runs of five folds."""
    folder = tmp_path_factory.mktemp("runs")
    for fold in range(5):
        settings = load_settings(None, [*TINY, f"data.split=fold-{fold}"])
        train(settings, load_split(settings.data, data), folder / f"fold-{fold}")
    return folder


@pytest.fixture
def runs(trained: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the runs for one test, with the data folder in the environment."""
    monkeypatch.setenv("SUMC_DATA", str(data))
    return Path(shutil.copytree(trained, tmp_path / "runs"))


@pytest.fixture
def evaluate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command in this process: exit code, standard output, standard error."""
    return Command("evaluate", capsys, monkeypatch)


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_run_is_shown_with_both_denominators_and_its_protocol(runs: Path, evaluate: Any) -> None:
    code, out, err = evaluate(runs / "fold-4")
    assert (code, err) == (0, "")
    for part in (
        "mawps fold 4, test part",
        "answers, reference folds",
        "answers, all records (all evaluated)",
        "answers, all records (the rest as wrong)",
        "M-tree is the gold one",
        "M-tree overlap",
        "codes of numbers",
        "answers by operands",
        "answers by text",
        "cannot be read, counted as wrong",
        "95 % interval",
        "- Test part: nothing was chosen on it.",
        "- Model seq2code-joint (rnn), joint decoding.",
    ):
        assert part in out
    written = _read(runs / "fold-4" / "evaluation-test.json")
    assert written["denominators"]["reference_folds"]["total"] == 10
    assert written["denominators"]["all_records_asked"]["total"] == 12
    assert len(written["errors"]["wrong"]) == 9 - written["answers"]["right"]
    assert written["errors"]["skipped"][0]["id"] == "49"


def test_another_dataset_can_be_asked(runs: Path, evaluate: Any) -> None:
    code, out, err = evaluate(runs / "fold-4", "--dataset", "mawps:fold-0")
    assert (code, err) == (0, "")
    assert "mawps fold 0" in out
    assert "of these texts, numbers masked, also occur in the training part" in out
    written = _read(runs / "fold-4" / "evaluation-mawps-fold-0.json")
    assert written["answers"]["total"] == 10
    code, _, err = evaluate(runs, "--folds", "--dataset", "mawps")
    assert (code, "leave out --folds" in err) == (2, True)


def test_an_exported_model_is_asked_what_it_may_not_read(
    data: Path, evaluate: Any, tmp_path: Path
) -> None:
    markdown = tmp_path / "errors.md"
    asked = ("zh", "--data", data, "--dataset", "mawps:fold-0")
    code, out, err = evaluate(*asked, "--errors", markdown)
    assert (code, err) == (0, "")
    assert "the model reads zh, and these problems are in another language" in out
    assert "is not known here" in out
    assert "answers by text" not in out
    assert "in training" not in markdown.read_text(encoding="utf-8")
    code, out, err = evaluate(*asked, "--split", "foo")
    assert (code, out) == (2, "")
    assert "leave out --split" in err


def test_json_is_a_line_for_each_run(runs: Path, evaluate: Any) -> None:
    code, out, err = evaluate(runs / "fold-0", runs / "fold-1", "--json")
    assert (code, err) == (0, "")
    first, second, together = map(json.loads, out.splitlines())
    assert (first["run"], second["name"]) == (str(runs / "fold-0"), "mawps fold 1, test part")
    assert list(first["errors"]) == ["kinds"]
    written = _read(runs / "fold-0" / "evaluation-test.json")
    assert {**written, "errors": first["errors"]} == first
    assert (together["seeds"], together["comparisons"]) == ([], [])
    assert together["nothing_in_common"] == [[first["run"], second["run"]]]


def test_errors_and_figures_go_into_files(runs: Path, evaluate: Any, tmp_path: Path) -> None:
    markdown, figures = tmp_path / "errors.md", tmp_path / "all.json"
    code, _, _ = evaluate(runs / "fold-2", "--errors", markdown, "--output", figures)
    assert code == 0
    assert markdown.read_text(encoding="utf-8").startswith("# Errors: mawps fold 2, test part\n")
    assert _read(figures) == {"reports": [_read(runs / "fold-2" / "evaluation-test.json")]}
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.parametrize("part", ["validation", "train"])
def test_other_parts_have_files_of_their_own(runs: Path, evaluate: Any, part: str) -> None:
    assert evaluate(runs / "fold-0", "--split", part)[0] == 0
    written = _read(runs / "fold-0" / f"evaluation-{part}.json")
    assert written["answers"]["total"] == {"validation": 4, "train": 35}[part]


def test_the_decoding_is_named_and_does_not_replace_the_other(runs: Path, evaluate: Any) -> None:
    code, out, _ = evaluate(runs / "fold-0", "--decoding", "rounding")
    assert code == 0
    assert "rounding decoding" in out
    assert (runs / "fold-0" / "evaluation-test-rounding.json").is_file()
    assert not (runs / "fold-0" / "evaluation-test.json").exists()


def test_the_dataset_of_five_folds_is_read_once(
    runs: Path, evaluate: Any, readings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read ten times: for the exam of each fold and for the records outside the folds."""
    monkeypatch.setenv("SUMC_CACHE", "")  # what other processes have read is not known either
    datasets.forget_datasets()
    assert evaluate(runs, "--folds")[0] == 0
    assert readings == ["mawps"]


def test_five_folds_are_added_up(runs: Path, evaluate: Any) -> None:
    code, out, err = evaluate(runs, "--folds")
    assert (code, err) == (0, "")
    assert "mawps, five folds, test parts" in out
    whole = _read(runs / "evaluation-test.json")
    folds = [_read(runs / f"fold-{fold}" / "evaluation-test.json") for fold in range(5)]
    for name, total in (
        ("reference_folds", 50),
        ("all_records_asked", 60),
        ("all_records_rest_wrong", 60),
    ):
        assert whole["denominators"][name]["total"] == total
        right = sum(fold["denominators"][name]["right"] for fold in folds)
        assert whole["denominators"][name]["right"] == right
    assert [fold["answers"] for fold in whole["folds"]] == [fold["answers"] for fold in folds]
    assert f"{whole['answers']['right']} 50" in " ".join(out.split())


def test_missing_folds_are_named_with_the_commands_that_train_them(
    runs: Path, evaluate: Any, data: Path
) -> None:
    shutil.rmtree(runs / "fold-1")
    (runs / "fold-3" / "results.json").unlink()
    code, out, err = evaluate(runs, "--folds", "--data", data)
    assert (code, out) == (2, "")
    assert "lacks 2 of 5 trained folds" in err
    config = runs / "fold-0" / "settings.toml"
    new = f"sumc train {config} --set data.split=fold-1 --output {runs / 'fold-1'} --data {data}"
    assert new in err
    assert f"sumc train --resume --output {runs / 'fold-3'} --data {data}" in err
    assert "sumc train CONFIG --set data.split=fold-0" in evaluate(runs / "nowhere", "--folds")[2]


def test_runs_that_are_no_folds_of_one_another_are_refused(runs: Path, evaluate: Any) -> None:
    shutil.rmtree(runs / "fold-1")
    shutil.copytree(runs / "fold-2", runs / "fold-1")
    settings = runs / "fold-2" / "settings.toml"
    settings.write_text(settings.read_text().replace("seed = 0", "seed = 7"))
    (runs / "fold-2" / "SHA256SUMS").unlink()
    code, out, err = evaluate(runs, "--folds")
    assert (code, out) == (2, "")
    assert "not folds of one" in err
    assert "training.seed: 0 there, 7 here" in err
    assert "found fold-0, fold-2, fold-2, fold-3, fold-4" in err


def test_an_unfinished_training_is_named(runs: Path, evaluate: Any) -> None:
    (runs / "fold-0" / "results.json").unlink()
    code, out, _ = evaluate(runs / "fold-0")
    assert code == 0
    assert "The training is not finished" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--split", "dev"), "expected one of test, validation, train after --split, found 'dev'"),
        (("--decoding", "beam"), "beam: unknown; this model has joint, rounding"),
        (("--beam", "5"), "the model seq2code-joint has no beam in joint decoding"),
        (("--output", "nowhere/all.json"), "cannot write 'nowhere/all.json': no folder 'nowhere'"),
        (("--data", "nowhere"), "nowhere"),
    ],
)
def test_mistakes_are_one_message(
    runs: Path, evaluate: Any, arguments: tuple[str, str], message: str
) -> None:
    code, out, err = evaluate(runs / "fold-0", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert message in err
    assert not (runs / "fold-0" / "evaluation-test.json").exists()


def test_a_folder_that_is_no_run_is_refused(evaluate: Any, tmp_path: Path) -> None:
    assert "is not the folder of a training" in evaluate(tmp_path)[2]
    code, out, _ = evaluate(tmp_path, "--json")
    assert code == 2
    assert "is not the folder of a training" in json.loads(out)["error"]


def test_a_folder_that_cannot_be_written_to_is_no_obstacle(
    runs: Path, evaluate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = runs / "fold-0" / ".0123456789abcdef.tmp"  # where the draft would go
    in_the_way.mkdir()
    with monkeypatch.context() as patched:
        patched.setattr("secrets.token_hex", lambda _: "0123456789abcdef")
        code, out, err = evaluate(runs / "fold-0")
    in_the_way.rmdir()
    assert code == 0
    assert "answers" in out
    assert "cannot write" in err


def test_without_torch_the_message_says_what_to_install(runs: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['torch'] = None\n"
        f"sys.argv = ['sumc', 'evaluate', {str(runs / 'fold-0')!r}]\n"
        "from sumc.cli.main import main\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('error: evaluating needs torch: pip install "sumc[train]"\n')


def test_the_command_line_itself_does_not_load_torch() -> None:
    code = "import sys, sumc.cli.main; print({'torch', 'numpy'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_runs_can_be_asked_together(runs: Path, evaluate: Any, tmp_path: Path) -> None:
    one, again = runs / "fold-0", Path(shutil.copytree(runs / "fold-0", runs / "again"))
    output = tmp_path / "ensemble.json"
    code, out, err = evaluate(one, again, "--ensemble", "--output", output)
    assert (code, err) == (0, "")
    assert f"{one} + {again}" in out.replace("\n", "")
    assert "- Ensemble of fold-0, again;" in out
    alone = json.loads(evaluate(one, "--json")[1])
    (report,) = _read(output)["reports"]
    assert report["answers"]["total"] == alone["answers"]["total"]
    assert not (again / "evaluation-test.json").exists()
    assert "not finished" not in out
    assert "Careful" not in out
    results = _read(again / "results.json")
    results["split"]["fingerprint"] = "of other problems"
    (again / "results.json").write_text(json.dumps(results))
    (again / "SHA256SUMS").unlink()
    assert "- Careful: the training data has changed" in evaluate(one, again, "--ensemble")[1]
    (again / "results.json").unlink()
    assert "- The training is not finished" in evaluate(one, again, "--ensemble")[1]


def test_what_cannot_be_asked_together_is_refused(runs: Path, evaluate: Any) -> None:
    one, other = runs / "fold-0", runs / "fold-1"
    assert "must be trained on the same problems" in evaluate(one, other, "--ensemble")[2]
    for arguments in (
        (one,),
        (one, other, "--folds"),
        (one, other, "--decoding", "rounding"),
        (one, other, "--beam", 5),
    ):
        code, _, err = evaluate(*arguments, "--ensemble")
        assert code == 2
        assert "error: --ensemble needs several runs" in err


def test_predictions_are_a_line_for_every_record(
    runs: Path, evaluate: Any, tmp_path: Path
) -> None:
    path = tmp_path / "predictions.jsonl"
    code, _, err = evaluate(runs / "fold-4", "--predictions", path)
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    report = _read(runs / "fold-4" / "evaluation-test.json")
    asked = [line for line in lines if not line["outside"]]
    assert len(lines) == report["denominators"]["all_records_asked"]["total"]
    assert len(asked) == report["answers"]["total"]
    assert sum(line["right"] for line in asked) == report["answers"]["right"]
    assert {line["run"] for line in lines} == {str(runs / "fold-4")}
    for line in lines:
        assert (line["answer"] is None) == (line["expression"] is None) == bool(line["reason"])
    assert "unreadable" in next(line["reason"] for line in lines if line["id"] == "49")


@pytest.mark.parametrize("option", ["--predictions", "--errors", "--output"])
def test_files_are_not_replaced_unless_that_is_said(
    runs: Path, evaluate: Any, tmp_path: Path, option: str
) -> None:
    path = tmp_path / "file"
    path.write_text("precious")
    code, out, err = evaluate(runs / "fold-0", option, path)
    assert (code, out) == (2, "")
    assert "already exists: choose another name, or replace it with --overwrite" in err
    assert path.read_text() == "precious"
    assert evaluate(runs / "fold-0", option, path, "--overwrite")[0] == 0
    assert path.read_text(encoding="utf-8") != "precious"
    assert evaluate(runs / "fold-0", option, "/dev/null")[0] == 0


@pytest.fixture
def seeds(runs: Path) -> list[Path]:
    """Two runs that differ in their seed, and one that differs in more."""
    found = [Path(shutil.copytree(runs / "fold-0", runs / name)) for name in ("a-0", "a-1", "b")]
    for folder, old, new in (
        (found[1], "seed = 0", "seed = 1"),
        (found[2], "patience = 0", "patience = 3"),
    ):
        settings = folder / "settings.toml"
        assert old in settings.read_text()
        settings.write_text(settings.read_text().replace(old, new))
        (folder / "SHA256SUMS").unlink(missing_ok=True)
    return found


def test_several_runs_are_compared_in_pairs_and_seeds_have_a_mean(
    seeds: list[Path], evaluate: Any, tmp_path: Path
) -> None:
    output = tmp_path / "all.json"
    code, out, err = evaluate(*seeds, "--json", "--output", output)
    assert (code, err) == (0, "")
    *reports, together = map(json.loads, out.splitlines())
    assert [each["run"] for each in reports] == list(map(str, seeds))
    (found,) = together["seeds"]
    assert found["system"] == f"{seeds[0]}, {seeds[1]}"
    assert found["mean"] == reports[0]["answers"]["share"]
    assert found["deviation"] == 0
    pairs = [(each["first"], each["second"]) for each in together["comparisons"]]
    assert pairs == [
        (str(one), str(other)) for number, one in enumerate(seeds) for other in seeds[number + 1 :]
    ]
    assert all(each["p_value"] == 1 for each in together["comparisons"])
    assert _read(output)["comparisons"] == together["comparisons"]
    assert _read(output)["seeds"] == together["seeds"]
    shown = evaluate(*seeds)[1]
    assert "Every two runs on the same problems" in shown
    assert "McNemar's exact test" in shown
    assert "± 0.00" in shown


def test_runs_with_other_problems_are_not_compared(runs: Path, evaluate: Any) -> None:
    code, out, err = evaluate(runs / "fold-0", runs / "fold-1")
    assert code == 0
    assert "have no problem in common, so they are not compared" in err
    assert "Every two runs" not in out
    assert "Seeds" not in out


def test_folders_of_folds_are_compared_too(runs: Path, evaluate: Any) -> None:
    other = Path(shutil.copytree(runs, runs.parent / "other"))
    code, out, _ = evaluate(runs, other, "--folds", "--json")
    assert code == 0
    (pair,) = json.loads(out.splitlines()[-1])["comparisons"]
    assert pair["total"] == 50


def test_tables_come_as_markdown_and_as_latex(seeds: list[Path], evaluate: Any) -> None:
    code, out, err = evaluate(*seeds, "--markdown")
    assert (code, err) == (0, "")
    assert out.startswith("**Evaluation: mawps fold 0, test part**\n\n| run | what | right | of |")
    assert f"| {seeds[0]} | answers, reference folds |" in out
    assert "- Model seq2code-joint (rnn), joint decoding." in out
    code, out, err = evaluate(*seeds, "--latex")
    assert (code, err) == (0, "")
    assert out.count("\\begin{tabular}") == out.count("\\end{tabular}") == 3
    assert "$\\pm$" in out
    assert "%" not in out.replace("\\%", "")


def test_one_kind_of_output_at_a_time(runs: Path, evaluate: Any) -> None:
    code, out, err = evaluate(runs / "fold-0", "--markdown", "--latex")
    assert (code, out) == (2, "")
    assert "expected one of --markdown, --latex and --json, found several" in err


def test_files_of_one_name_are_refused(runs: Path, evaluate: Any, tmp_path: Path) -> None:
    path = tmp_path / "all"
    code, out, err = evaluate(runs / "fold-0", "--errors", path, "--predictions", path)
    assert (code, out) == (2, "")
    assert "each need a file of their own" in err


def test_runs_of_one_system_may_be_of_other_seeds_and_machines(runs: Path) -> None:
    same, path = system_of(runs / "fold-0"), runs / "fold-0" / "settings.toml"
    assert system_of(runs) == same, "a folder of folds counts as its first one"
    (path.parent / "SHA256SUMS").unlink()
    written = path.read_text(encoding="utf-8")
    for line in ('precision = "float32"', "seed = 0", "threads = 1"):
        assert line in written
    changed = written.replace('precision = "float32"', 'precision = "auto"')
    path.write_text(changed.replace("seed = 0", "seed = 5").replace("threads = 1", "threads = 2"))
    assert system_of(runs / "fold-0") == same
    path.write_text(written.replace("clip = ", "clip = 1"))
    assert system_of(runs / "fold-0") != same


@pytest.mark.parametrize("width", [-3, 0])
def test_a_beam_has_a_width(runs: Path, evaluate: Any, width: int) -> None:
    code, out, err = evaluate(runs / "fold-0", "--beam", width)
    assert (code, out) == (2, "")
    assert "--beam" in err


@pytest.mark.parametrize("other", ["runs/fold-0", "runs/../runs/fold-0/", "link"])
def test_a_run_that_is_given_twice_is_refused(runs: Path, evaluate: Any, other: str) -> None:
    (runs.parent / "link").symlink_to(runs / "fold-0")
    code, out, err = evaluate(runs / "fold-0", runs.parent / other)
    assert (code, out) == (2, "")
    assert "is given twice" in err
    assert not (runs / "fold-0" / "evaluation-test.json").exists()


def test_a_copy_of_a_run_is_no_other_seed(seeds: list[Path], evaluate: Any) -> None:
    again = Path(shutil.copytree(seeds[1], seeds[1].parent / "again"))
    code, out, _ = evaluate(*seeds, again, "--json")
    together = json.loads(out.splitlines()[-1])
    assert [[*each["runs"]] for each in together["seeds"]] == [[str(each) for each in seeds[:2]]]
    assert together["repeated"] == {str(again): str(seeds[1])}
    assert code == 0
    assert f"{again} has the settings and the seed of {seeds[1]}" in evaluate(*seeds, again)[2]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("nowhere", "is not the folder of a training"),
        ("en", "is an exported model"),
        ("fold-1", "model.safetensors is missing"),
    ],
)
def test_all_runs_are_looked_at_before_the_first_is_evaluated(
    runs: Path, evaluate: Any, wrong: str, message: str
) -> None:
    (runs / "fold-1" / "model.safetensors").unlink()
    code, out, err = evaluate(runs / "fold-0", wrong if wrong == "en" else runs / wrong)
    assert (code, out) == (2, "")
    assert message in err
    assert not (runs / "fold-0" / "evaluation-test.json").exists()


def test_predictions_are_there_as_soon_as_a_run_is_evaluated(
    runs: Path, evaluate: Any, tmp_path: Path
) -> None:
    path = tmp_path / "answers.jsonl"
    weights = runs / "fold-1" / "model.safetensors"
    weights.write_bytes(b"damaged")  # which is noticed only when it is loaded
    code, out, _ = evaluate(runs / "fold-0", runs / "fold-1", "--predictions", path)
    assert code == 2
    assert "mawps fold 0" in out
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 12
    assert {line["run"] for line in lines} == {str(runs / "fold-0")}
    code, out, _ = evaluate(runs / "fold-0", runs / "fold-2", "--predictions", "-", "--json")
    assert code == 0
    rows = [row for row in map(json.loads, out.splitlines()) if "confidence" in row]
    assert [row["run"] for row in rows] == [str(runs / "fold-0")] * 12 + [
        str(runs / "fold-2")
    ] * 12


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a run was trained on a file that its settings name without a folder."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    write_problems(home).rename("mine.jsonl")
    settings = load_settings(None, [*TINY, "data.dataset=mine.jsonl"])
    train(settings, load_split(settings.data), home / "run")
    return home


def test_a_run_on_a_file_says_where_the_file_is_looked_for(
    own: Path, evaluate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert evaluate(own / "run")[0] == 0
    monkeypatch.chdir(tmp_path)
    code, out, err = evaluate(own / "run", "--split", "validation")
    assert (code, out) == (2, "")
    assert f"{own / 'run'} was trained on mine.jsonl, looked for in {tmp_path}" in err
    assert "start in the folder that has it" in err
    code, out, err = Command("export", evaluate.capsys, monkeypatch)(own / "run", "model")
    assert (code, out) == (2, "")
    assert "was trained on mine.jsonl, looked for in" in err


def test_another_dataset_needs_no_training_data(
    own: Path, evaluate: Any, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (own / "run", "--dataset", "mawps:fold-0", "--data", data)
    assert "also occur" in evaluate(*asked)[1]
    monkeypatch.chdir(tmp_path)
    code, out, err = evaluate(*asked)
    assert (code, err) == (0, "")
    assert "not known here which of these texts are in the training part" in out
    assert "the training data cannot be read (no file mine.jsonl)" in out
    assert "answers by text" not in out


def test_what_runs_do_not_share_is_said_of_each(seeds: list[Path], evaluate: Any) -> None:
    out = evaluate(*seeds[:2], "--markdown")[1]
    assert f"- {seeds[0]}: Seed 0.\n" in out
    assert f"- {seeds[1]}: Seed 1.\n" in out
    assert out.count("Number words count as numbers.") == 1
