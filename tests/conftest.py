"""Settings for all tests: random inputs are the same on every CI run, new ones elsewhere.

A property is tried 60 times; `SUMC_TEST_PROFILE=thorough` tries it a thousand times, and
`scripts/soak` as often as there is time.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from built_in import generated_dataset
from sumc.problems import datasets
from sumc.problems.datasets import Dataset
from sumc.problems.store import Note, StoreWriter

# Datasets are read once for all tests, and the user's own cache is left alone.
if "SUMC_CACHE" not in os.environ:
    os.environ["SUMC_CACHE"] = tempfile.mkdtemp(prefix="sumc-tests-")
    atexit.register(shutil.rmtree, os.environ["SUMC_CACHE"], ignore_errors=True)

SLOW_MACHINE = [HealthCheck.too_slow, HealthCheck.filter_too_much]

settings.register_profile(
    "default", deadline=None, suppress_health_check=SLOW_MACHINE, max_examples=60
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1_000)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile(
    os.environ.get("SUMC_TEST_PROFILE", "ci" if os.environ.get("CI") else "default")
)

# Torch computes on one thread: with two, one busy core makes small models many times slower. It
# reads this when it is imported, which most tests never do; subprocesses of tests inherit it.
os.environ["OMP_NUM_THREADS"] = "1"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long, slow tests or many, so that no core waits for one."""
    sizes = Counter(item.path for item in items)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path in slow, sizes[item.path]), reverse=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Count no branches in what runs the same code thousands of times: it would triple the time,
    and the lines are counted in the tests beside it."""
    tracer = sys.gettrace()
    if item.get_closest_marker("uncounted"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(scope="session")
def generated() -> Dataset:
    """The built-in problems."""
    return generated_dataset()


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the datasets that were read from their own files."""
    names: list[str] = []

    def read(writer: StoreWriter, origin: datasets.Origin, words: bool) -> Note:
        names.append(origin.name)
        return read_into(writer, origin, words)

    read_into = datasets._read_into
    monkeypatch.setattr(datasets, "_read_into", read)
    return names
