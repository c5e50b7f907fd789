"""`sumc reproduce` as it is called: the plan, tables from kept results, trainings that fail."""

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.in_process import Command
from experiments.made_up import answers, result, write
from sumc.experiments import catalog
from sumc.experiments.jobs import Job, Plan
from sumc.experiments.low_resource import low_resource_job
from sumc.experiments.results import Results
from sumc.experiments.systems import BY_NAME
from sumc.experiments.table_1 import Budget, trainings_of
from sumc.problems.datasets import find_origin
from sumc.settings.settings import to_toml
from training.tiny import tiny_settings, write_problems

GTS = BY_NAME["gts"]


@pytest.fixture(name="reproduce")
def _reproduce(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SUMC_DATA", raising=False)
    return Command("reproduce", capsys, monkeypatch)


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """Two folds of GTS, each of which took a quarter of the time that is planned."""
    jobs = trainings_of(GTS, "mawps", "cpu")[0][:2]
    found = [
        result(job, answers("+++-", 10 * n + 1), 60 * job.minutes / 4)
        for n, job in enumerate(jobs)
    ]
    found.append(result(low_resource_job(GTS, "all"), answers("++--")))
    write(tmp_path / "kept", found)
    return tmp_path / "kept"


def test_the_plan_shows_what_is_there_and_learns_how_long_the_rest_takes(
    reproduce: Command, folder: Path
) -> None:
    code, out, _ = reproduce("table-1", "--plan", "--results", folder)
    assert code == 0
    assert "2 of 116 trainings are done" in out
    assert f"2 from {folder}" in out
    data = json.loads(reproduce("table-1", "--plan", "--json", "--results", folder)[1])
    assert data["missing"] == 114
    jobs = {job["job"]: job for job in data["jobs"]}
    assert jobs["mawps/gts/fold-0-seed-0"]["result"] == str(
        folder / "mawps/gts/fold-0-seed-0.json"
    )
    assert jobs["mawps/gts/fold-2-seed-0"]["result"] is None
    assert jobs["mawps/gts/fold-2-seed-0"]["minutes"] == round(GTS.minutes["mawps"] / 4, 1)


def test_a_part_of_the_plan_can_be_chosen_by_name(reproduce: Command, folder: Path) -> None:
    only = ("--only", "mawps/gts/fold-*-seed-0", "--only", "mawps/sau/*")
    plan = reproduce("table-1", "--plan", "--json", "--results", folder, *only)[1]
    names = [job["job"] for job in json.loads(plan)["jobs"]]
    assert [name for name in names if "/sau/" not in name] == [
        f"mawps/gts/fold-{fold}-seed-0" for fold in range(5)
    ]
    assert len(names) == 10
    code, _, err = reproduce("table-1", "--plan", "--only", "mawps/nobody/*")
    assert code == 2
    assert "is called 'mawps/nobody/*'" in err


def test_what_needs_a_gpu_has_no_times(reproduce: Command) -> None:
    plan = ("table-1", "--plan", "--fresh", "--budget", "paper")
    out = reproduce(*plan)[1]
    rows = [line.split() for line in out.splitlines() if line.startswith("mawps")]
    assert {tuple(row[-2:]) for row in rows} == {("unknown", "unknown")}
    assert "the others need a GPU; how long they take is unknown" in out
    data = json.loads(reproduce(*plan, "--json")[1])
    assert (data["hours"], data["without_estimate"]) == (None, data["missing"])
    assert {job["minutes"] for job in data["jobs"]} == {None}
    assert "trainings that need a GPU" in reproduce("all", *plan[1:])[1]


def test_kept_results_are_drawn_and_what_is_missing_is_said(
    reproduce: Command, folder: Path
) -> None:
    code, out, err = reproduce("table-1", "--kept", "--results", folder)
    assert (code, err.splitlines()[-1]) == (0, f"2 results from {folder}")
    assert "note: trained with other settings than planned now: mawps/gts/fold-0-seed-0" in err
    assert "75.0 (40.9 to 92.9), 2 of 5 folds" in out
    latex = reproduce("table-1", "--kept", "--latex", "--results", folder)[1]
    assert latex.count("\\begin{table*}") == latex.count("\\end{table*}") == 3
    markdown = reproduce("table-1", "--kept", "--markdown", "--results", folder)[1]
    assert (
        "| RNN | GTS | 75.6 | - | - | 75.2 | - | 75.0 (40.9 to 92.9), 2 of 5 folds |" in markdown
    )
    data = json.loads(reproduce("table-1", "--kept", "--json", "--results", folder)[1])
    assert data["missing"]["cpu"] == 114
    assert data["results"] == {str(folder): 2}


def test_folders_that_cannot_be_written_are_refused_before_anything_is_trained(
    reproduce: Command, folder: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("", encoding="utf-8")
    job = ("table-1", "--only", "mawps/gts/fold-2-seed-0", "--data", tmp_path)
    for options in (("--results", folder, "--runs", blocked / "runs"), ("--results", blocked)):
        code, out, err = reproduce(*job, *options)
        assert (code, out) == (2, "")
        assert str(blocked) in err
        assert "started" not in err


@pytest.mark.parametrize("what", ["table-2", "figure-low-resource", "figure-operands"])
def test_only_table_1_has_the_settings_of_the_papers(reproduce: Command, what: str) -> None:
    code, out, err = reproduce(what, "--kept", "--budget", "paper")
    assert (code, out) == (2, "")
    assert f"error: --budget paper is for table-1: {what} has settings of its own" in err


def test_numbers_of_table_1_are_numbers(reproduce: Command, folder: Path, tmp_path: Path) -> None:
    reproduce("table-1", "--kept", "--results", folder, "--output", tmp_path)
    with (tmp_path / "table-1.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["counted"] == "fold_problems"]
    assert [(row["system"], row["right"], row["of"], row["percent"]) for row in rows] == [
        ("gts", "6", "8", "75.00")
    ]
    costs = (tmp_path / "table-1-costs.csv").read_text(encoding="utf-8").splitlines()
    assert costs[1].startswith("rnn,gts,mawps,cpu,1500000,10.0,")


def test_without_matplotlib_there_are_numbers_and_a_hint(
    reproduce: Command, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = reproduce("all", "--kept", "--results", folder)
    assert code == 0
    assert 'pictures need matplotlib: pip install "sumc[plots]"' in err
    written = {path.name for path in (tmp_path / "reproduction").iterdir()}
    assert {"low-resource.csv", "report.html"} <= written
    assert not [name for name in written if name.endswith((".svg", ".png"))]


def test_figures_and_the_report_are_written_into_a_folder(
    reproduce: Command, folder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    assert reproduce("figure-operands", "--kept", "--results", folder)[0] == 0
    names = {path.name for path in (tmp_path / "reproduction").iterdir()}
    assert names == {"operands.csv", "operands.svg", "operands.png"}
    code, out, err = reproduce("all", "--kept", "--results", folder, "--output", "there")
    assert code == 0
    assert "not measured yet: most problems" not in out
    assert "written: there/report.html, there/report.md, there/" in err
    names = {path.name for path in (tmp_path / "there").iterdir()}
    assert {"report.html", "report.md", "low-resource.svg", "table-1.csv"} <= names
    data = json.loads(reproduce("all", "--kept", "--json", "--results", folder)[1])
    assert len(data["experiments"]) == 4
    assert {claim["outcome"] for claim in data["claims"]} >= {"not measured yet"}


def test_the_results_that_sumc_comes_with_are_read_unless_fresh_ones_are_wanted(
    reproduce: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sumc.experiments.results.PACKAGED", folder)
    assert "2 of 116 trainings are done" in reproduce("table-1", "--plan")[1]
    assert "0 of 116 trainings are done" in reproduce("table-1", "--plan", "--fresh")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table-9",), "expected one of table-1, table-2"),
        (("table-1", "--budget", "gpu"), "expected one of cpu, paper after --budget"),
        (("table-1", "--json", "--latex"), "found several"),
        (("table-1", "--results", "nowhere"), "no data folder: name it"),
        (("table-1", "--results", "nowhere", "--data", "gone"), "no file gone"),
        (("table-1", "--results", "nowhere", "--kept"), "no folder 'nowhere'"),
        (("table-1", "--kept", "--data", "gone"), "no folder 'gone'"),
        (("table-2", "--kept", "--data", "."), "counted on Math23K: no file math23k"),
        (("all", "--kept", "--data", "."), "counted on Math23K: no file math23k"),
        (("table-1", "--plan", "--data", "gone"), "no folder 'gone'"),
        (("table-1", "--kept", "--fresh"), "choose one"),
        (("table-1", "--plan", "--latex"), "leave out --markdown and --latex"),
        (("table-1", "--plan", "--markdown"), "leave out --markdown and --latex"),
    ],
)
def test_mistakes_are_one_message_before_anything_is_trained(
    reproduce: Command, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = reproduce(*arguments)
    assert code == 2
    assert message in out + err


def test_without_torch_the_message_says_what_can_be_done(
    reproduce: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sumc.cli.reproduce.find_spec", lambda name: None)
    code, _, err = reproduce("table-1", "--results", "nowhere")
    assert code == 2
    assert 'pip install "sumc[train]"; --kept uses' in err


@pytest.fixture(name="tiny")
def _tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of two jobs on problems of one's own, of which the second fails."""
    pytest.importorskip("torch", reason="training needs torch")
    monkeypatch.syspath_prepend(Path(__file__).parents[2])  # so that processes find `_Named`
    problems = write_problems(tmp_path)
    config = tmp_path / "tiny.toml"
    config.write_text(to_toml(tiny_settings(problems)), encoding="utf-8")
    jobs = tuple(
        Job("tiny", str(problems), str(config), overrides, variant)
        for variant, overrides in (("good", ()), ("bad", ("model.width=0",)))
    )
    # a dataset is part of a job's name: a path would lead out of the folder of results
    jobs = tuple(_Named(*(getattr(job, name) for name in Job.__slots__)) for job in jobs)

    def plan(budget: Budget) -> Plan:
        return Plan("tiny", jobs)

    def draw(sources: catalog.Sources) -> catalog.Drawing:
        return catalog.Drawing("tiny", (), {"done": sources.results.names()})

    monkeypatch.setitem(catalog.EXPERIMENTS, "table-1", catalog.Experiment("tiny", plan, draw))


class _Named(Job):
    """A job on a file, named without its path."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return f"mine/{self.system}/{self.variant}"


@pytest.mark.usefixtures("tiny")
def test_what_is_missing_is_trained_and_a_failure_is_told_at_the_end(
    reproduce: Command, tmp_path: Path
) -> None:
    code, out, err = reproduce("table-1", "--json", "--fresh", "--workers", 2)
    assert code == 1
    assert json.loads(out)["done"] == ["mine/tiny/good"]
    assert "0 of 2 trainings are done" in err
    assert "Ctrl-C stops and saves, the same command resumes; --kept" in err
    assert "mine/tiny/good  started" in err
    assert "mine/tiny/good  done after" in err
    assert "model.width" in err
    assert err.rstrip().endswith("error: 1 of 2 trainings failed: mine/tiny/bad")
    assert Results(tmp_path / "runs" / "reproduce" / "results").names() == ["mine/tiny/good"]


ENDLESS = """
import sys, time
from pathlib import Path

import sumc.cli.reproduce as command
from sumc.cli.main import main


def run_jobs(jobs, results, runs, data, workers, report):
    try:
        Path("begun").touch()
        time.sleep(60)
    finally:
        Path("children ended").touch()


command._runner = lambda engine, address: run_jobs
command.find_spec = lambda name: name
sys.argv = ["sumc", "reproduce", "table-1", "--fresh", "--only", "math23k/gts/*", "--data", "data"]
main()
"""


@pytest.mark.parametrize(
    ("sent", "ended"), [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGINT, 130)]
)
def test_a_request_to_end_is_answered_like_ctrl_c(
    tmp_path: Path, sent: signal.Signals, ended: int
) -> None:
    for path in find_origin("math23k", tmp_path / "data").paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    while not (tmp_path / "begun").exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(sent)
    _, err = process.communicate(timeout=60)
    assert process.returncode == ended
    assert err.rstrip().endswith(
        "error: stopped; everything is saved, run the same command to resume"
    )
    assert (tmp_path / "children ended").exists()
