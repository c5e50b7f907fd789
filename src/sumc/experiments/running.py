"""Run a job: train its model, evaluate it, keep the result. The only file here with torch."""

import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sumc.decoding.hypothesis import Prediction
from sumc.evaluation.benchmark import Benchmark
from sumc.evaluation.protocol import benchmark_of_run
from sumc.experiments.jobs import Job, config_path
from sumc.experiments.results import Answer, JobResult, Results, Scope, write_json
from sumc.problems.loading import load_split
from sumc.problems.problem import Problem
from sumc.problems.records import Skipped
from sumc.settings.settings import load_settings
from sumc.training.run import Run
from sumc.training.threads import use_threads
from sumc.training.train import train


def run_job(job: Job, results: Path, runs: Path, data: str | Path | None = None) -> None:
    """Train or resume a job's model, evaluate it and write the result."""
    settings = load_settings(config_path(job.config), job.overrides)
    split = load_split(settings.data, data)
    run = train(settings, split, runs / job.name, resume=True)
    result = _result(job, run, data)
    write_json(Results(results).path(job.name), result.to_json())


def _result(job: Job, run: Run, data: str | Path | None) -> JobResult:
    benchmark = benchmark_of_run(run.settings, data)
    with use_threads(1):
        start = time.process_time()
        answers = [*_answers(run, benchmark.problems), *_answers(run, benchmark.beyond, "outside")]
        seconds = time.process_time() - start
    facts = run.results
    return JobResult(
        job.name,
        job.system,
        job.dataset,
        job.variant,
        _command(job, run.results["precision"]),
        _settings(run),
        facts["parameters"],
        facts["epochs"],
        facts["best_epoch"],
        (facts["validation_correct"], facts["split"]["validation"]),
        facts.get("processor_seconds", facts["seconds"]),
        round(benchmark.size / max(seconds, 1e-9), 1),
        facts["versions"],
        (*answers, *_unread(benchmark)),
    )


def _settings(run: Run) -> dict[str, Any]:
    """The settings of a run, with the precision that `auto` was on this machine."""
    tables = run.settings.tables()
    tables["training"]["precision"] = run.results["precision"]
    return tables


def _answers(run: Run, problems: Sequence[Problem], scope: Scope = "") -> list[Answer]:
    pairs = zip(problems, run.predict(problems), strict=True)
    return [_answer(problem, prediction, scope) for problem, prediction in pairs]


def _answer(problem: Problem, prediction: Prediction, scope: Scope) -> Answer:
    expression = prediction.tree.to_expression() if prediction.tree else ""
    right = prediction.solves(problem)
    return Answer(problem.id, right, expression, len(problem.operands), scope)


def _unread(benchmark: Benchmark) -> list[Answer]:
    """Records that cannot be read: they count as wrong."""

    def wrong(records: Sequence[Skipped], scope: Scope) -> list[Answer]:
        return [Answer(each.id, False, "", 0, scope) for each in records]

    return wrong(benchmark.skipped, "") + wrong(benchmark.beyond_skipped, "outside")


def _command(job: Job, precision: str) -> str:
    """What trains the same weights again, also where `auto` would be another precision."""
    name = "training.precision"
    overrides = [each for each in job.overrides if not each.startswith(name)]
    overrides.append(f"{name}={precision}")
    sets = "".join(f" --set {shlex.quote(each)}" for each in overrides)
    return f"sumc train configs/{job.config}{sets} --output runs/{job.name}"
