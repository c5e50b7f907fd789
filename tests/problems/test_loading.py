import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sumc.errors import DatasetError
from sumc.problems.loading import SplitChoice, load_split, names_in
from sumc.problems.splits import IS_ASKED, VALIDATES

ANIMALS = ("cats", "dogs", "birds", "fish", "mice", "hens", "cows", "pigs", "goats", "bees")


def _write(path: Path, texts: list[str]) -> str:
    rows = [{"text": text, "equation": "2+3"} for text in texts]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Two files of your own that share texts; the second has texts of its own as well."""
    shared = [f"Farm {'i' * n}: 2 {a} and 3 more." for n in range(1, 4) for a in ANIMALS]
    fresh = [f"Zoo {'i' * n}: 2 {a} and 3 more." for n in range(1, 4) for a in ANIMALS]
    return _write(tmp_path / "a.jsonl", shared), _write(tmp_path / "b.jsonl", [*shared, *fresh])


def test_settings_name_what_is_loaded(files: tuple[str, str]) -> None:
    split = load_split(SplitChoice(files[0], "fold-1"))
    assert (len(split.train), len(split.validation), len(split.test)) == (22, 2, 6)
    assert split.removed == {}
    assert split.dataset == files[0]
    small = load_split(SplitChoice(files[0], "fold-1", limit=5))
    assert len(small.train) == 5
    assert {p.id for p in small.train} < {p.id for p in split.train}


def test_what_would_leak_is_removed_and_counted(files: tuple[str, str]) -> None:
    own, other = files
    alone = load_split(SplitChoice(own))
    joined = load_split(SplitChoice(own, also=other))
    texts = [{p.text for p in part} for part in (joined.train, joined.validation, joined.test)]
    assert not texts[0] & texts[1]
    assert not texts[0] & texts[2]
    assert not texts[1] & texts[2]
    assert joined.test == alone.test
    found = len(joined.train) + len(joined.validation)
    all_of_them = len(alone.train) + len(alone.validation) + 60
    assert joined.removed.keys() == {VALIDATES, IS_ASKED}
    assert found + sum(joined.removed.values()) == all_of_them


def test_what_must_stay_unseen_is_not_learned_from(files: tuple[str, str]) -> None:
    own, other = files
    choice = SplitChoice(other, "fold-0")
    split = load_split(replace(choice, unseen=own))
    assert all(problem.text.startswith("Zoo") for problem in split.train)
    assert split.removed[IS_ASKED] > 0
    part = load_split(replace(choice, unseen=f"{own}:fold-2"))
    assert len(split.train) < len(part.train) < len(load_split(choice).train)


def test_what_calibrates_is_never_learned_from(files: tuple[str, str]) -> None:
    other, one = files
    split = load_split(SplitChoice(one, calibration=other))
    known = {problem.masked_text for problem in (*split.train, *split.validation)}
    assert split.calibration
    assert not known & {problem.masked_text for problem in split.calibration}


def test_names_stand_between_commas() -> None:
    assert [*names_in(" a, b ,,c ")] == ["a", "b", "c"]
    assert [*names_in("")] == []


def test_a_language_without_problems_is_a_clear_error(files: tuple[str, str]) -> None:
    for language in ("zh", "fr"):
        with pytest.raises(DatasetError, match=f"no problems in the language '{language}'"):
            load_split(SplitChoice(files[0], language=language))


def test_one_language_is_split_as_if_the_other_were_not_there() -> None:
    split = load_split(SplitChoice("generated", "fold-3", language="zh"))
    assert {problem.language for problem in split.test} == {"zh"}
    assert len(split.test) == 2_000


def test_loading_a_split_needs_no_torch(files: tuple[str, str]) -> None:
    code = (
        "import sys\nfrom sumc.problems.loading import SplitChoice, load_split\n"
        f"load_split(SplitChoice({files[0]!r}, also={files[1]!r}))\n"
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_only_languages_that_were_learned_calibrate(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that reads English knows nothing of the Chinese stories."""
    monkeypatch.setattr("sumc.problems.datasets.STORIES_SIZE", 30)
    split = load_split(SplitChoice("generated", language="en", calibration="stories"))
    both = load_split(SplitChoice("generated", calibration="stories"))
    assert {problem.language for problem in split.calibration} == {"en"}
    assert {problem.language for problem in both.calibration} == {"en", "zh"}
