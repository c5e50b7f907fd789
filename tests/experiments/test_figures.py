"""Both figures and table 2 from made-up results: numbers by hand, pictures that are pictures."""

import csv
import io
import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from experiments.made_up import answers, result, write
from sumc.evaluation.score import Score
from sumc.experiments.catalog import EXPERIMENTS, Sources
from sumc.experiments.figure_text import low_resource_csv, low_resource_tables, operands_tables
from sumc.experiments.files import write_drawing
from sumc.experiments.low_resource import collect_low_resource, low_resource_job
from sumc.experiments.operands import MANY, collect_operands, operands_plan
from sumc.experiments.results import Results, write_json
from sumc.experiments.systems import BY_NAME
from sumc.experiments.table_2 import (
    CodeCounts,
    Row,
    code_jobs,
    count_codes,
    kept_counts,
    table_2_plan,
)
from sumc.experiments.table_2_text import table_2_json, table_2_tables
from sumc.problems.datasets import load_dataset

DATA = Path(__file__).parents[1] / "data"

COUNTS = CodeCounts(
    (Row("M-tree", 10, 100.0, 153, 100.0), Row("binary tree", 40, 95.0, 1290, 93.5)), 88.0
)


@pytest.fixture(name="results")
def _results(tmp_path: Path) -> Results:
    """GTS on 1,500 and on all problems; ours on all: 3 of 4 with two operands, 1 of 2 with 5."""
    gts, ours = BY_NAME["gts"], BY_NAME["joint-rnn"]
    found = [
        result(low_resource_job(gts, 1_500), answers("+---")),
        result(low_resource_job(gts, "all"), [*answers("++--"), *answers("--", 5, operands=5)]),
        result(low_resource_job(ours, "all"), [*answers("+++-"), *answers("+-", 5, operands=5)]),
    ]
    return write(tmp_path / "results", found)


def test_the_low_resource_figure_counts_and_says_what_is_missing(results: Results) -> None:
    figure = collect_low_resource(results)
    assert figure.missing == 37
    assert figure.score("gts", 1_500) == Score(1, 4)
    assert figure.score("gts", "all") == Score(2, 6)
    assert figure.score("sau", "all") is None
    found = figure.against("joint-rnn", "gts", "all")
    assert found is not None
    assert (found.only_first, found.only_second) == (2, 0)
    (table,) = low_resource_tables(figure)
    rows = {row[0]: row for row in table.rows}
    assert rows["GTS"][1].startswith("25.0 (")
    assert rows["GTS"][2] == "-"
    assert "Not done yet: 37 trainings." in table.notes
    rows_of_file = [*csv.DictReader(io.StringIO(low_resource_csv(figure).to_csv()))]
    assert [(row["system"], row["training_problems"]) for row in rows_of_file] == [
        ("joint-rnn", "20349"),
        ("gts", "1500"),
        ("gts", "20349"),
    ]
    assert rows_of_file[1]["percent"] == "25.00"


def test_problems_are_grouped_by_operands(results: Results) -> None:
    figure = collect_operands(results)
    assert figure.missing == 3
    assert figure.sizes() == {"0 or 1": 0, "2": 4, "3": 0, "4": 0, "5 or more": 2}
    assert figure.score("joint-rnn", range(2, 3)) == Score(3, 4)
    assert figure.score("joint-rnn", MANY) == Score(1, 2)
    found = figure.against("joint-rnn", "gts", MANY)
    assert found is not None
    assert (found.only_first, found.total) == (1, 2)
    (table,) = operands_tables(figure)
    assert table.headings[2] == "2: right of 4"
    assert next(row for row in table.rows if row[0] == "GTS")[2].startswith("2 = 50.0 (")


def test_the_operands_figure_uses_the_largest_trainings_of_the_other_one() -> None:
    names = [job.name for job in operands_plan().jobs]
    assert names == [
        f"math23k/{system}/low-resource-all-seed-0"
        for system in ("sumc-rnn", "joint-rnn", "gts", "sau", "graph2tree")
    ]


def test_pictures_are_the_same_bytes_for_the_same_numbers(
    results: Results, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    for name, stem in (("figure-low-resource", "low-resource"), ("figure-operands", "operands")):
        drawing = EXPERIMENTS[name].draw(Sources(results, None))
        paths = write_drawing(drawing, tmp_path / "a")
        assert [path.name for path in paths] == [f"{stem}.csv", f"{stem}.svg", f"{stem}.png"]
        again = write_drawing(drawing, tmp_path / "b")
        assert [p.read_bytes() for p in paths] == [p.read_bytes() for p in again]
        root = ET.parse(paths[1]).getroot()
        assert root.tag.endswith("svg")
        assert len([*root.iter("{http://www.w3.org/2000/svg}path")]) > 20
        assert paths[2].read_bytes().startswith(b"\x89PNG")


def test_without_results_there_are_tables_and_no_pictures(tmp_path: Path) -> None:
    for experiment in EXPERIMENTS.values():
        drawing = experiment.draw(Sources(Results(tmp_path), None))
        assert drawing.pictures == ()
        assert drawing.tables
        json.dumps(dict(drawing.data), allow_nan=False)


def test_table_2_uses_the_training_of_table_1_and_one_with_binary_codes() -> None:
    assert [job.name for job in table_2_plan().jobs] == [
        "math23k/joint-rnn/published-seed-0",
        "math23k/joint-rnn/published-binary-seed-0",
    ]


def test_table_2_compares_code_sets_and_answers(tmp_path: Path) -> None:
    mtree, binary = code_jobs().values()
    found = [result(mtree, answers("++++-")), result(binary, answers("+----"))]
    results = write(tmp_path, found)
    codes, given = table_2_tables(results, COUNTS)
    assert codes.rows[1] == ("binary tree", "40", "95.0 %", "1,290", "93.5 %")
    assert "88.0 % of all solutions need no marks" in codes.notes[1]
    assert given.rows[0][:4] == ("M-tree", "4", "5", "80.0")
    assert "+60.0 points" in given.notes[1]
    data = table_2_json(results, COUNTS)
    assert data["answers"]["binary tree"]["right"] == 1
    assert data["comparison"]["only_first"] == 3


def test_codes_are_counted_over_the_training_file(tmp_path: Path) -> None:
    """Products, quotients and differences: factors and divisors, terms and their opposites. The
    small file of four problems has one that validates, which counts; its test problem is covered,
    another one, a sum of products, is not by all of its codes."""
    mtrees, binary = count_codes(load_dataset("math23k", DATA)).rows
    assert (mtrees.size, mtrees.coverage) == (4, 100)
    assert (binary.size, binary.coverage) == (7, 100)
    copied = Path(shutil.copytree(DATA / "math23k", tmp_path / "math23k"))
    other = {"id": "7", "original_text": "5 6 7", "equation": "x=5*6+6*7", "ans": "72"}
    with (copied / "math23k_test.json").open("a", encoding="utf-8") as file:
        file.write(json.dumps({**other, "segmented_text": "5 6 7"}))
    counts = count_codes(load_dataset("math23k", tmp_path))
    assert [row.coverage for row in counts.rows] == [50, 50]
    assert counts.unmarked == pytest.approx(100 * 5 / 6, abs=0.01)


def test_the_counts_of_table_2_are_kept_among_the_results(tmp_path: Path) -> None:
    results = Results(tmp_path)
    assert kept_counts(results) is None
    write_json(tmp_path / "table-2.json", COUNTS.to_json())
    assert kept_counts(results) == COUNTS
