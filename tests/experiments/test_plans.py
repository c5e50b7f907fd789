"""Plans: what is trained for every table and figure, and about how long that takes."""

import os
from hashlib import sha256

import pytest

from sumc.experiments.jobs import Job, Plan, config_path, estimate
from sumc.experiments.low_resource import ALL, EPOCHS, low_resource_plan
from sumc.experiments.systems import SYSTEMS
from sumc.experiments.table_1 import BUDGETS, table_1_plan
from sumc.problems.datasets import load_dataset
from sumc.problems.splits import named_split, subset
from sumc.settings.settings import Settings, load_settings

PLANS = [*(table_1_plan(budget) for budget in BUDGETS), low_resource_plan()]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.name}-{len(plan.jobs)}")
def test_every_job_has_settings_of_its_own_and_a_name_of_its_own(plan: Plan) -> None:
    names = [job.name for job in plan.jobs]
    assert len(set(names)) == len(names)
    settings = [_settings(job) for job in plan.jobs]
    assert len({str(each) for each in settings}) == len(settings)
    for job, each in zip(plan.jobs, settings, strict=True):
        assert each.data.dataset == job.dataset
        assert each.data.split in job.variant
        assert job.variant.endswith(f"seed-{each.training.seed}")


def _settings(job: Job) -> Settings:
    return load_settings(config_path(job.config), job.overrides)


def test_table_1_trains_every_system_and_three_seeds_of_those_that_matter_most() -> None:
    names = [job.name for job in table_1_plan().jobs]
    assert len(names) == 5 * (5 * 3 + 6) + 11
    assert "mawps/gts/fold-4-seed-2" in names
    assert "mawps/t-rnn/fold-0-seed-1" not in names
    assert {name for name in names if name.startswith("math23k")} == {
        f"math23k/{system.name}/published-seed-0" for system in SYSTEMS
    }
    seeds = [name[-1] for name in names]
    assert seeds == sorted(seeds)  # one seed of everything comes first


def test_the_papers_settings_exist_for_all_systems_of_papers() -> None:
    jobs = table_1_plan("paper").jobs
    assert {job.system for job in jobs} == {f"{s.name}-paper" for s in SYSTEMS if s.paper}
    assert all(config_path(job.config).is_file() for job in jobs)


def test_the_low_resource_plan_has_five_systems_of_one_size_of_encoder() -> None:
    jobs = low_resource_plan().jobs
    assert len(jobs) == 40
    settings = [_settings(job) for job in jobs]
    assert len({str(each.encoder) for each in settings}) == 1
    assert {each.data.limit for each in settings} == {
        1_500, 3_000, 6_000, 9_000, 12_000, 15_000, 18_000, 0,
    }  # fmt: skip
    assert {each.training.precision for each in settings} == {"float32"}
    hours = sum(job.minutes for job in jobs) / 60
    assert 4 < hours < 7


def test_a_larger_training_set_is_learned_from_in_fewer_epochs_but_longer() -> None:
    epochs = [*EPOCHS.values()]
    steps = [count * (ALL if size == "all" else size) for size, count in EPOCHS.items()]
    assert epochs == sorted(epochs, reverse=True)
    assert steps == sorted(steps)


def test_an_estimate_learns_from_what_is_finished() -> None:
    """As slow as its own system's others; else as others on its dataset; else as all others."""
    jobs = [
        Job("gts", "mawps", "", (), "a", 10),
        Job("gts", "mawps", "", (), "b", 10),
        Job("sau", "mawps", "", (), "a", 10),
        Job("gts", "math23k", "", (), "a", 100),
    ]
    assert estimate(jobs, {})["math23k/gts/a"] == 100
    minutes = estimate(jobs, {"mawps/gts/a": 60 * 20.0, "mawps/sau/a": 60 * 40.0})
    assert minutes["mawps/gts/b"] == pytest.approx(20)
    assert minutes["math23k/gts/a"] == pytest.approx(300)  # two and four times: three times
    assert estimate(jobs, {"mawps/gts/a": 60 * 5.0})["mawps/sau/a"] == pytest.approx(5)


def test_what_needs_a_gpu_is_not_estimated_unless_some_of_it_is_finished() -> None:
    jobs = [
        Job("gts", "mawps", "", (), "a", 10),
        Job("gts-paper", "mawps", "", (), "a", needs_gpu=True),
        Job("gts-paper", "mawps", "", (), "b", needs_gpu=True),
    ]
    minutes = estimate(jobs, {"mawps/gts/a": 60 * 20.0})
    assert minutes == {"mawps/gts/a": 20, "mawps/gts-paper/a": None, "mawps/gts-paper/b": None}
    assert estimate(jobs, {"mawps/gts-paper/a": 60 * 7.0})["mawps/gts-paper/b"] == 7
    assert all(job.needs_gpu for job in table_1_plan("paper").jobs)
    assert not any(job.needs_gpu for job in table_1_plan("cpu").jobs)


@pytest.mark.slow
@pytest.mark.skipif("SUMC_DATA" not in os.environ, reason="needs Math23K")
def test_the_2312_test_problems_are_fixed_and_never_trained_on() -> None:
    split = named_split(load_dataset("math23k"), "low-resource")
    assert split.test_size == 2_312
    assert len(split.train) == ALL
    ids = [[problem.id for problem in part] for part in (split.train, split.validation)]
    asked = [problem.id for problem in split.test]
    assert not set(asked) & {*ids[0], *ids[1]}
    assert not set(ids[0]) & set(ids[1])
    assert split.fingerprint() == "390813726e66ad18"
    assert sha256("\n".join(asked).encode()).hexdigest()[:16] == "cc84e285e04f2d83"
    small, large = ({p.id for p in subset(split.train, size)} for size in (1_500, 3_000))
    assert small < large
