"""All of Math23K and MAWPS through every codec, where `$SUMC_DATA` names their folder."""

import os
from functools import cache

import pytest

from sumc.algebra.arithmetic import calculate
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.codecs import CODECS, NotCovered
from sumc.codecs.universal_tree import UniversalTreeSettings
from sumc.problems.datasets import Dataset, is_available, load_dataset
from sumc.problems.problem import Problem
from sumc.problems.splits import Split, fold_split, published_split

pytestmark = [
    pytest.mark.slow,
    pytest.mark.uncounted,
    pytest.mark.skipif(
        not os.environ.get("SUMC_DATA"), reason="the public datasets are not here: set SUMC_DATA"
    ),
]
SIZES = {"math23k": 23_162, "mawps": 2_373}
COVERED = {  # of all records, by a codec learned on the training part
    "math23k": {"mtree": 23_102, "binary": 23_084},
    "mawps": {"mtree": 2_337, "binary": 2_325},
}
COVERED_AS_WRITTEN = {"math23k": 23_106, "mawps": 2_340}
"""By every codec of sequences: they need the same constants and the same operators."""


@cache
def _dataset(name: str) -> Dataset:
    if is_available(name, None) != "there":
        pytest.skip(f"{name} is not in $SUMC_DATA")
    return load_dataset(name)


def _split(dataset: Dataset) -> Split:
    if dataset.name == "math23k":
        return published_split(dataset)
    return fold_split(dataset, 0, everything=True)


@pytest.mark.parametrize("dataset", SIZES)
@pytest.mark.parametrize("codec", [*CODECS, "universal_tree with x"])
def test_covered_problems_come_back(dataset: str, codec: str) -> None:
    problems = _dataset(dataset)
    assert problems.size == SIZES[dataset]
    name, _, unknown = codec.partition(" ")
    settings = UniversalTreeSettings(with_unknown=True) if unknown else CODECS[name].settings()
    learned = CODECS[name].learn(_split(problems).train, settings)
    covered = 0
    for problem in problems.problems:
        target = learned.encode(problem)
        if not isinstance(target, NotCovered):
            covered += 1
            decoded = learned.decode(target, problem)
            assert MTree.from_expression(decoded) == problem.tree()
            assert calculate(decoded, DEFAULT_LIMITS, problem.values) == _value(problem)
    assert covered == COVERED[dataset].get(name, COVERED_AS_WRITTEN[dataset])


def _value(problem: Problem) -> object:
    assert problem.expression is not None
    return calculate(problem.expression, DEFAULT_LIMITS, problem.values)
