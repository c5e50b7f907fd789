"""The splits of the public datasets are those that every published figure was measured on.

The hashes were computed before problems had a source and a part of their own. A line changes only
together with a note in CHANGELOG.md: figures before and after it cannot be compared.
"""

import os
from collections.abc import Iterable
from hashlib import sha256

import pytest

from sumc.problems.datasets import is_available, load_dataset
from sumc.problems.loading import SplitChoice, load_split
from sumc.problems.problem import Problem
from sumc.problems.splits import SPLITS, Split, default_split, named_split, subset

pytestmark = [pytest.mark.slow, pytest.mark.uncounted]
needs_data = pytest.mark.skipif(
    not os.environ.get("SUMC_DATA"), reason="the public datasets are not here: set SUMC_DATA"
)

SPLITS_BEFORE = {
    "generated": {
        "subset": "12419b0391cdcf75",
        "fold": "1221a580a3829d5c",
        "all": "1221a580a3829d5c",
        "template": "0c375307acc07d6d",
    },
    "math23k": {
        "subset": "b4c4c4ba13c1f869",
        "published": "351241605fd2cc9e",
        "fold": "0975f3c5d83bb7ab",
        "all": "0975f3c5d83bb7ab",
        "template": "954d0c258430dd9f",
    },
    "mawps": {
        "subset": "d831bfb9c96daf2c",
        "fold": "c445888a3a1a9cf3",
        "all": "bde33853cf05092b",
        "template": "9a84135c8c143483",
    },
    "mawps_single": {
        "subset": "2ac59fadbff0557c",
        "published": "f8a19c4f3b4e81c7",
        "fold": "9c1b385095035101",
        "all": "9c1b385095035101",
        "template": "47fb6eb22d80abfc",
    },
    "asdiv-a": {
        "subset": "8be31552d12396a5",
        "fold": "d42ec2251d926e37",
        "all": "d42ec2251d926e37",
        "template": "18eb89b5966ef427",
    },
    "asdiv": {
        "subset": "ff6de2ad649365f3",
        "fold": "dcd8c0ee8e147997",
        "all": "da363787f8df29da",
        "template": "fb454b881d1eb67e",
    },
    "gsm8k": {
        "subset": "50bb73f57fd00eef",
        "fold": "34b856059063541c",
        "all": "34b856059063541c",
        "template": "0e0122cb3855561c",
    },
    "allarith": {
        "subset": "f063d2d0b2fc1e56",
        "fold": "f8799cba5794f1c4",
        "all": "f8799cba5794f1c4",
        "template": "13f8244a26515690",
    },
    "ape210k": {
        "subset": "8434d804e01b5c18",
        "fold": "80172c4e73a4c2c0",
        "all": "80172c4e73a4c2c0",
        "template": "74f87da8c30f6452",
    },
}
"""The splits of each kind, all folds one after the other."""

CONTENT_BEFORE = {
    "generated": ("246ca78e758ec64b", "439ddf584f5bee08", "4f53cda18c2baa0c"),
    "math23k": ("0b9cd68962f5da41", "04e4193f3110d4fe", "ea5da3820d770385"),
    "mawps": ("71ffbd8b869817a7", "1e0f067505bbeb8b", "480fccbc39c0d0db"),
    "mawps_single": ("d334fed59cc6726b", "3d869c934b5e7512", "997bcf7debbde9de"),
    "asdiv-a": ("777a90dd2f12f1b9", "9b92c1cbad14c187", "4f53cda18c2baa0c"),
    "asdiv": ("2f2ba575454fbc35", "26ca70bf0ed1f38a", "31d4792a46ecd85e"),
    "gsm8k": ("31faa8bef6b87d5a", "175e0446a21b36fa", "f468f675843e2b99"),
    "allarith": ("37f2840e4bb37f37", "aeafd6148428c1e5", "4f53cda18c2baa0c"),
    "ape210k": ("2a634d24639e8ff9", "f730a300ccc3ecc1", "4f53cda18c2baa0c"),
}
"""The problems with number words, with digits only, and the records that are left out."""

JOINED_BEFORE = (
    (SplitChoice("generated", language="en"), "3cc78d8462b176cd"),
    (
        SplitChoice(
            "mawps_single", "published", also="mawps, allarith", unseen="mawps:fold-0, asdiv-a"
        ),
        "aa9de66455ab76f1",
    ),
    (
        SplitChoice(
            "mawps_single",
            "published",
            also="mawps, allarith, gsm8k",
            unseen="mawps:fold-0, asdiv-a",
        ),
        "e94f4b7238dd412a",
    ),
    (SplitChoice("math23k", "published", also="ape210k"), "66703112f61ba6d4"),
)
"""The fingerprints of what the shipped models, among others, were trained on."""


def _names(problems: Iterable[Problem]) -> str:
    return "".join(f"{problem.source} {problem.id}\n" for problem in problems)


def _names_of_split(split: Split) -> str:
    parts = (_names(part) + "\n" for part in (split.train, split.validation, split.test))
    skipped = (f"{split.dataset} {each.id}\n" for each in split.test_skipped)
    return "".join((*parts, *skipped))


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _there(name: str) -> None:
    if is_available(name, None) not in ("there", "built in"):
        pytest.skip(f"{name} is not in $SUMC_DATA")


@needs_data
@pytest.mark.parametrize("name", SPLITS_BEFORE)
def test_every_split_has_the_problems_it_always_had(name: str) -> None:
    _there(name)
    dataset = load_dataset(name)
    train = default_split(dataset).train
    found = {"subset": _hash(_names(subset(train, len(train) // 3, seed=2)).rstrip("\n"))}
    for kind in SPLITS_BEFORE[name].keys() - {"subset"}:
        folds = [each for each in SPLITS if each.partition("-")[0] == kind]
        found[kind] = _hash("".join(_names_of_split(named_split(dataset, each)) for each in folds))
    assert found == SPLITS_BEFORE[name]


@needs_data
@pytest.mark.parametrize("name", CONTENT_BEFORE)
def test_every_problem_is_read_as_it_always_was(name: str) -> None:
    _there(name)
    dataset, digits = load_dataset(name), load_dataset(name, words=False)
    skipped = repr([(each.id, each.reason, each.detail) for each in dataset.skipped])
    found = (_content(dataset.problems), _content(digits.problems), _hash(skipped))
    assert found == CONTENT_BEFORE[name]


def _content(problems: Iterable[Problem]) -> str:
    state = sha256()
    for p in problems:
        numbers = [(q.text, q.value, q.start, q.end, q.written) for q in p.quantities]
        items = p.expression.items if p.expression else None
        fields = (
            p.id,
            p.text,
            p.language,
            numbers,
            items,
            p.answer,
            p.equation,
            p.agrees,
            p.words,
        )
        state.update(repr(fields).encode("utf-8", "surrogatepass"))
    return state.hexdigest()[:16]


@needs_data
@pytest.mark.parametrize(("choice", "fingerprint"), JOINED_BEFORE)
def test_joined_datasets_have_the_fingerprint_they_always_had(
    choice: SplitChoice, fingerprint: str
) -> None:
    assert load_split(choice).fingerprint() == fingerprint
