"""The public datasets themselves, where `$SUMC_DATA` names their folder: what must be reached."""

import os
import re
import subprocess
import sys
import unicodedata
from functools import cache
from pathlib import Path

import pytest

from sumc.codecs.mtree import MTreeCodes, MTreeSettings, brings_back
from sumc.experiments.table_2 import count_codes
from sumc.problems.datasets import BUILT_IN, SOURCES, Dataset, is_available, load_dataset
from sumc.problems.problem import Problem
from sumc.problems.splits import fold_split, published_split

pytestmark = [
    pytest.mark.slow,
    pytest.mark.uncounted,
    pytest.mark.skipif(
        not os.environ.get("SUMC_DATA"), reason="the public datasets are not here: set SUMC_DATA"
    ),
]
SIZES = {
    "math23k": 23_162,
    "mawps": 2_373,
    "mawps_single": 1_987,
    "asdiv-a": 1_218,
    "asdiv": 2_305,
    "gsm8k": 7_473,
    "allarith": 1_492,
    "ape210k": 5_000,
    "ape210k_test": 3_500,
    "paramawps": 16_278,
    "mathqa": 10_626,
    "unbiased_mwp": 3_392,
    "contest_zh": 12_000,
    "cm17k": 3_407,
    "hmwp": 5_491,
    "alg514": 514,
    "draw": 1_000,
    "challenge": 358,
    "dmath": 1_899,
    "gsm8k_rewritten": 8_908,
    "gsm8k_zh": 6_746,
    "gsm_alt": 2_676,
    "gsm_ic": 2_000,
    "mathcamps": 8_788,
    "multimwp_en": 2_763,
    "multimwp_zh": 2_716,
    "problemathic_adversarial": 1_129,
    "problemathic_plain": 943,
    "tinygsm": 7_752,
    "umwp_unanswerable": 1_727,
}


@cache
def _dataset(name: str) -> Dataset:
    if is_available(name, None) != "there":
        pytest.skip(f"{name} is not in $SUMC_DATA")
    return load_dataset(name)


@pytest.mark.parametrize("name", SIZES)
def test_every_record_is_used_or_counted(name: str) -> None:
    dataset = _dataset(name)
    assert dataset.size == SIZES[name]
    ids = {p.id for p in dataset.problems} | {each.id for each in dataset.skipped}
    assert len(ids) == dataset.size
    assert {*SIZES, *BUILT_IN} == SOURCES.keys()


@pytest.mark.parametrize(
    ("name", "share"), [("math23k", 0.999), ("mawps", 0.97), ("asdiv-a", 0.95), ("allarith", 1.0)]
)
def test_problems_come_back_from_their_codes_with_the_right_answer(
    name: str, share: float
) -> None:
    dataset = _dataset(name)
    assert sum(map(brings_back, dataset.problems)) / dataset.size >= share


def test_the_known_wrong_equations_of_math23k_are_noticed() -> None:
    wrong = {problem.id for problem in _dataset("math23k").disagreeing}
    skipped = {each.id for each in _dataset("math23k").skipped}
    assert {"9718", "22085", "10431", "17520"} <= wrong | skipped
    assert len(wrong | skipped) <= 7


def test_codes_of_math23k_are_few_and_cover_the_test_set() -> None:
    mtree, binary = count_codes(_dataset("math23k")).rows
    assert mtree.size <= 120
    assert mtree.coverage >= 99.9
    assert binary.size > 5 * mtree.size
    assert binary.coverage < mtree.coverage


def test_the_public_split_of_math23k() -> None:
    split = published_split(_dataset("math23k"))
    skipped = len(_dataset("math23k").skipped)
    assert len(split.train) + len(split.validation) == 22_162 - skipped + len(split.test_skipped)
    assert len(split.test) + len(split.test_skipped) == 1_000
    target = MTreeCodes.learn(split.train, MTreeSettings())
    assert sum(map(target.covers, split.test)) >= 990


def test_the_reference_folds_of_mawps() -> None:
    folds = [fold_split(_dataset("mawps"), fold) for fold in range(5)]
    assert [len(s.test) + len(s.test_skipped) for s in folds] == [433, 433, 433, 433, 431]
    whole = [fold_split(_dataset("mawps"), fold, everything=True) for fold in range(5)]
    assert sum(len(s.test) + len(s.test_skipped) for s in whole) == 2_373


@pytest.mark.parametrize("name", ["math23k", "gsm8k"])
def test_reading_stays_below_300_megabytes(name: str) -> None:
    _dataset(name)
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of a process's memory is read from /proc")
    code = (
        "from sumc.problems.datasets import load_dataset\n"
        f"load_dataset({name!r})\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SUMC_CACHE": ""},
    )
    assert int(done.stdout) < 300 * 1024


def _letters(problem: Problem) -> str:
    """The masked text without punctuation, width and case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", problem.masked_text))


def test_no_generated_text_stands_in_a_dataset(generated: Dataset) -> None:
    names = SIZES.keys() - {"ape210k_test", "contest_zh"}  # 乙数比甲数的3倍少19 is told in one way
    published = {_letters(problem) for name in names for problem in _dataset(name).problems}
    ours = {_letters(problem) for problem in generated.problems}
    assert not ours & published
