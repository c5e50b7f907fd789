"""Drawings: the same numbers for people, for programs and in files, whatever the results are."""

import csv
import io
import json
from pathlib import Path
from random import Random

import pytest

from experiments.made_up import answers, result, write
from sumc.evaluation.score import Score
from sumc.experiments import files
from sumc.experiments.catalog import EXPERIMENTS, Drawing, Sources, joint_plan
from sumc.experiments.figure_text import low_resource_csv, operands_csv
from sumc.experiments.files import write_drawing
from sumc.experiments.low_resource import SIZES, SYSTEMS, collect_low_resource, problems_of
from sumc.experiments.operands import GROUPS, collect_operands
from sumc.experiments.pictures import Format, Picture
from sumc.experiments.report import BEGIN, END, make_report, replace_block, report_markdown
from sumc.experiments.results import Results
from sumc.experiments.table_2 import CodeCounts, Row
from sumc.experiments.tables import Table

COUNTS = CodeCounts(
    (Row("M-tree", 10, 100.0, 153, 100.0), Row("binary tree", 40, 95.0, 1290, 93.5)), 88.0
)
RANDOM = Random(5)


@pytest.fixture(name="sources", scope="module")
def _sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Every training is done, with random answers to problems of one to six operands."""
    found = []
    for job in joint_plan([*EXPERIMENTS.values()], "cpu").jobs:
        fold = int(job.variant[5]) if job.variant.startswith("fold") else 0
        asked = [
            each
            for operands in range(1, 7)
            for each in answers(
                "".join(RANDOM.choice("+-") for _ in range(4)),
                1_000 * fold + 10 * operands,
                operands=operands,
            )
        ]
        found.append(result(job, asked))
    return Sources(write(tmp_path_factory.mktemp("results"), found), COUNTS)


def rows_of(table: Table) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(table.to_csv()))]


def test_the_curve_of_a_system_has_a_point_for_every_size(sources: Sources) -> None:
    figure = collect_low_resource(sources.results)
    rows = rows_of(low_resource_csv(figure))
    assert figure.missing == 0
    assert len(rows) == len(SYSTEMS) * len(SIZES)
    for row in rows:
        size = next(s for s in SIZES if problems_of(s) == int(row["training_problems"]))
        score = figure.score(row["system"], size)
        assert score is not None
        assert row["percent"] == f"{100 * score.share:.2f}"


def test_the_bars_of_a_system_add_up_to_all_problems(sources: Sources) -> None:
    figure = collect_operands(sources.results)
    rows = rows_of(operands_csv(figure))
    assert figure.missing == 0
    for system in SYSTEMS:
        scores = [figure.score(system.name, operands) for operands in GROUPS.values()]
        whole = figure.score(system.name, range(1_000))
        assert sum((score for score in scores if score), Score()) == whole
        assert sum(row["system"] == system.name for row in rows) == len(GROUPS)
    assert sum(figure.sizes().values()) == 24


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_programs_get_json_and_people_get_tables(sources: Sources, name: str) -> None:
    drawing = EXPERIMENTS[name].draw(sources)
    json.dumps(dict(drawing.data), allow_nan=False)
    assert drawing.tables
    for table in (*drawing.tables, *drawing.csv):
        assert {len(row) for row in table.rows} <= {len(table.headings)}
        assert len(rows_of(table)) == len(table.rows)
        assert table.to_markdown().count("\n| ") >= len(table.rows)


def test_figures_say_the_same_in_json_and_in_their_files(sources: Sources) -> None:
    for name, key in (("figure-low-resource", "points"), ("figure-operands", "bars")):
        drawing = EXPERIMENTS[name].draw(sources)
        (table,) = drawing.csv
        for point, row in zip(drawing.data[key], rows_of(table), strict=True):
            assert {column: str(value) for column, value in point.items()}.keys() == row.keys()
            assert all(
                row[column] == value if isinstance(value, str) else float(row[column]) == value
                for column, value in point.items()
            )


def picture(name: str, content: bytes | None) -> Picture:
    """A picture with this content, or one that needs matplotlib where there is none."""

    class Made(Picture):
        __slots__ = ()

        def render(self, kind: Format) -> bytes:
            if content is None:
                raise ImportError("matplotlib")
            return content + kind.encode()

    return Made(name, "A title", "A caption", lambda canvas: None)


TABLE = Table("sums", "Sums", ("a", "b"), (("1", "2"),))


def test_a_drawing_is_written_as_numbers_and_pictures(tmp_path: Path) -> None:
    drawing = Drawing("T", (TABLE,), {}, (picture("p", b"a "),))
    paths = write_drawing(drawing, tmp_path / "new")
    assert [path.name for path in paths] == ["sums.csv", "p.svg", "p.png"]
    assert paths[0].read_text() == "a,b\n1,2\n"
    assert paths[2].read_bytes() == b"a png"
    assert len(files.FORMATS) == 2


def test_without_matplotlib_the_numbers_are_written_all_the_same(tmp_path: Path) -> None:
    drawing = Drawing("T", (TABLE,), {}, (picture("p", None),), (TABLE,))
    assert [path.name for path in write_drawing(drawing, tmp_path)] == ["sums.csv"]


def test_a_report_tells_where_its_numbers_come_from(sources: Sources) -> None:
    report = make_report(sources)
    assert len(report.drawings) == len(EXPERIMENTS)
    jobs = {name: len(each.plan("cpu").jobs) for name, each in EXPERIMENTS.items()}
    for name, count in jobs.items():
        assert f"{name}: {count} of {count} trainings are done." in report.sources
    total = len(joint_plan([*EXPERIMENTS.values()], "cpu").jobs)
    assert f"{total} were trained with sumc 0.1.0." in report.sources
    assert report.sources[-1].startswith("Trained with other settings than planned now: ")
    data = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert len(data["claims"]) == len(report.claims)
    text = report_markdown(report, "pictures/")
    for each in report.pictures:
        assert f"![{each.title}](pictures/{each.name}.svg)" in text
        assert each.caption in text


def test_a_report_of_nothing_has_tables_and_no_pictures(tmp_path: Path) -> None:
    report = make_report(Sources(Results(tmp_path), None))
    assert report.pictures == []
    assert all(" 0 of " in line for line in report.sources)


def test_only_the_part_between_the_marks_is_replaced() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    new = f"{BEGIN}\nnew\n{END}"
    assert replace_block(page, new) == f"before\n{new}\nafter\n"
    assert replace_block(replace_block(page, new), new) == replace_block(page, new)
