"""Results that become part of the repository: checked against the plan, packed, one file per
job."""

from collections.abc import Iterable
from pathlib import Path

from sumc.errors import SettingsError
from sumc.experiments.catalog import EXPERIMENTS, joint_plan
from sumc.experiments.jobs import Job, config_path
from sumc.experiments.results import JobResult, Results, pack
from sumc.experiments.table_1 import BUDGETS
from sumc.settings.settings import differences, load_settings, read_tables
from sumc.settings.training import OF_THE_MACHINE


def all_jobs() -> list[Job]:
    """The jobs of every table and figure, with every budget, each once."""
    plans = (joint_plan([*EXPERIMENTS.values()], budget) for budget in BUDGETS)
    return [*{job.name: job for plan in plans for job in plan.jobs}.values()]


def other_settings(job: Job, result: JobResult) -> list[str]:
    """How a training's settings differ from the plan, as in `training.epochs: ...`."""
    planned = load_settings(config_path(job.config), job.overrides)
    try:
        used = read_tables(result.settings, job.name)
    except SettingsError as error:
        return [str(error)]
    return differences(used, planned, OF_THE_MACHINE)


def trained_otherwise(jobs: Iterable[Job], results: Results) -> list[str]:
    """The jobs whose results were trained with other settings than planned."""
    done = ((job, results.load(job.name)) for job in jobs if results.find(job.name))
    return [job.name for job, result in done if other_settings(job, result)]


def keep(jobs: Iterable[Job], results: Results, folder: Path) -> dict[str, list[str]]:
    """Pack the results of jobs into a folder; return those with other settings, and which."""
    refused = {}
    for job in jobs:
        if results.find(job.name):
            result = results.load(job.name)
            if found := other_settings(job, result):
                refused[job.name] = found
            else:
                pack(folder / f"{job.name}.json.gz", result.to_json())
    return refused
