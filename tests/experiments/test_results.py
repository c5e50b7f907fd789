"""Results: what is written is read again, packed or not, and from the first folder that has it."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from experiments.made_up import answers, result, write
from sumc.errors import SumcError
from sumc.experiments.jobs import Job
from sumc.experiments.results import Answer, JobResult, Results, pack

JOB = Job("gts", "mawps", "mawps/gts.toml", (), "fold-0-seed-0")
OTHER = replace(JOB, variant="fold-1-seed-0")
FIRST_FORMAT = {
    "version": 1,
    "job": "mawps/gts/fold-0-seed-0",
    "system": "gts",
    "dataset": "mawps",
    "variant": "fold-0-seed-0",
    "command": "sumc train configs/mawps/gts.toml",
    "settings": {"data": {"dataset": "mawps"}},
    "parameters": 3535425,
    "epochs": 35,
    "best_epoch": 25,
    "validation": [148, 173],
    "train_seconds": 424.7,
    "problems_per_second": 244.8,
    "versions": {"sumc": "0.1.0"},
    "answers": [["1", True, "n1*n2", 2, ""], ["1124", False, "", 0, "outside"]],
}
"""A file of the first version as it was written: it must always be read."""


def test_a_file_of_the_first_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mawps" / "gts" / "fold-0-seed-0.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(FIRST_FORMAT))
    found = Results(tmp_path).load("mawps/gts/fold-0-seed-0")
    assert found.validation == (148, 173)
    assert found.answers[1] == Answer("1124", False, "", 0, "outside")
    assert json.loads(json.dumps(found.to_json())) == FIRST_FORMAT


def test_packed_results_are_read_like_others_and_always_have_the_same_bytes(
    tmp_path: Path,
) -> None:
    whole = result(JOB, answers("+-"))
    for name in ("a", "b"):
        pack(tmp_path / name / f"{JOB.name}.json.gz", whole.to_json())
    files = [tmp_path / name / f"{JOB.name}.json.gz" for name in ("a", "b")]
    assert files[0].read_bytes() == files[1].read_bytes()
    results = Results(tmp_path / "a")
    assert results.names() == [JOB.name]
    assert results.load(JOB.name) == whole
    assert gzip.decompress(files[0].read_bytes()).endswith(b"\n")


def test_the_first_folder_with_a_job_counts_and_the_others_add_theirs(tmp_path: Path) -> None:
    new, kept = tmp_path / "new", tmp_path / "kept"
    write(kept, [result(JOB, answers("-")), result(OTHER, answers("-"))])
    write(new, [result(JOB, answers("+"))])
    results = Results(new, kept)
    assert results.names() == [JOB.name, OTHER.name]
    assert [each.answers[0].right for each in results.load_all([JOB.name, OTHER.name])] == [
        True,
        False,
    ]
    assert results.find(OTHER.name) == kept / f"{OTHER.name}.json"
    assert results.find("mawps/gts/fold-9-seed-0") is None


@pytest.mark.parametrize(
    "content",
    [b"", b"[1]", b"{}", b'{"version": 9}', b'{"version": 1, "job": "x"}', b"\xff\xfe"],
)
@pytest.mark.parametrize("ending", [".json", ".json.gz"])
def test_a_damaged_file_is_an_error_that_names_it(
    tmp_path: Path, content: bytes, ending: str
) -> None:
    path = tmp_path / f"damaged{ending}"
    path.write_bytes(content)
    with pytest.raises(SumcError, match=r"damaged\.json"):
        Results(tmp_path).load("damaged")


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"train_seconds": "fast"}, "train_seconds is not a number: 'fast'"),
        ({"parameters": None}, "parameters is not a number"),
        ({"answers": []}, "it has no answers"),
        ({"answers": [["1", "no", "n1", 2, ""]]}, "not an answer"),
        ({"answers": 2 * [["1", True, "n1", 2, ""]]}, "some problems are answered twice"),
        ({"version": 2}, "expected a result of version 1, found version 2"),
        ({"job": OTHER.name}, f"it is the result of {OTHER.name}"),
    ],
)
def test_what_only_looks_like_a_result_is_refused(
    tmp_path: Path, changes: dict[str, Any], wrong: str
) -> None:
    path = write(tmp_path, [result(JOB, answers("+"))]).path(JOB.name)
    path.write_text(json.dumps(result(JOB, answers("+")).to_json() | changes), encoding="utf-8")
    with pytest.raises(SumcError) as caught:
        Results(tmp_path).load(JOB.name)
    assert wrong in str(caught.value)
    assert f"delete it to train {JOB.name} again" in str(caught.value)


def test_a_folder_that_is_not_there_has_no_results(tmp_path: Path) -> None:
    assert Results(tmp_path / "nowhere").names() == []
    with pytest.raises(SumcError, match="cannot be read"):
        Results(tmp_path / "nowhere").load(JOB.name)


def test_a_result_survives_its_file() -> None:
    whole = result(JOB, [*answers("+-+"), *answers("-", 9, "outside", 0)])
    assert JobResult.from_json(json.loads(json.dumps(whole.to_json()))) == whole
