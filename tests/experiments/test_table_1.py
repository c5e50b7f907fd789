"""Table 1 from made-up results that are counted by hand."""

import json
from pathlib import Path

import pytest

from experiments.made_up import answers, result, write
from sumc.evaluation.score import Score
from sumc.experiments.jobs import Job
from sumc.experiments.measurements import of_all_asked, of_all_others_wrong
from sumc.experiments.results import JobResult, Results
from sumc.experiments.systems import BY_NAME
from sumc.experiments.table_1 import Table1, collect_table_1, table_1_plan, trainings_of
from sumc.experiments.table_1_text import table_1_json, table_1_tables

GTS, OURS, PAPERS = BY_NAME["gts"], BY_NAME["joint-rnn"], BY_NAME["sumc-rnn"]


def _fold(job: Job, marks: str, outside: str = "-") -> JobResult:
    """A fold with four problems and one outside the folds; ids tell the folds apart."""
    number = 10 * int(job.variant.split("-")[1])
    asked = [*answers(marks, number + 1), *answers(outside, number + 9, "outside")]
    return result(job, asked, seconds=100 + number, speed=200)


@pytest.fixture(name="results")
def _results(tmp_path: Path) -> Results:
    """GTS: two seeds of three. Ours: three folds of the first seed. Both on Math23K."""
    seeds = trainings_of(GTS, "mawps", "cpu")
    found = [_fold(job, "++--") for job in seeds[0]]  # 10 of 20
    found += [_fold(job, "+++-", "+") for job in seeds[1]]  # 15 of 20, 5 more outside
    found += [_fold(job, "++++") for job in seeds[2][:4]]  # not complete: it does not count
    found += [_fold(job, "+++-") for job in trainings_of(OURS, "mawps", "cpu")[0][:3]]
    for system, marks in ((GTS, "++++------"), (OURS, "--+++++++-")):
        found.append(result(trainings_of(system, "math23k", "cpu")[0][0], answers(marks)))
    return write(tmp_path, found)


@pytest.fixture(name="table")
def _table(results: Results) -> Table1:
    return collect_table_1(results)


def test_folds_are_added_up_and_complete_seeds_are_averaged(table: Table1) -> None:
    gts = table.of(GTS, "mawps")
    assert gts is not None
    assert gts.scores() == [Score(10, 20), Score(15, 20)]
    assert gts.score() == Score(12, 20)  # 12.5, rounded to the even one
    assert gts.share() == pytest.approx((0.625, 0.1767767))
    assert gts.scores(of_all_asked) == [Score(10, 25), Score(20, 25)]
    assert gts.scores(of_all_others_wrong) == [Score(10, 25), Score(15, 25)]
    assert gts.so_far == "2 of 3 seeds"
    assert gts.mean(lambda each: each.train_seconds) == pytest.approx(120)


def test_folds_of_one_seed_count_while_no_seed_is_complete(table: Table1) -> None:
    ours = table.of(OURS, "mawps")
    assert ours is not None
    assert ours.score() == Score(9, 12)
    assert ours.so_far == "3 of 5 folds"
    assert not ours.is_complete


def test_ours_is_compared_on_the_problems_that_both_were_asked(table: Table1) -> None:
    """MAWPS: in each of three folds one problem more. Math23K: five more, two fewer, one both."""
    found = {(each.dataset, each.other.name): each.comparison for each in table.comparisons}
    assert set(found) == {("mawps", "gts"), ("math23k", "gts")}
    mawps, math23k = found["mawps", "gts"], found["math23k", "gts"]
    assert (mawps.only_first, mawps.only_second, mawps.total) == (3, 0, 12)
    assert mawps.p_value == pytest.approx(0.25)
    assert (math23k.only_first, math23k.only_second, math23k.total) == (5, 2, 10)
    assert math23k.p_value == pytest.approx(2 * (1 + 7 + 21) / 2**7)


def test_the_table_shows_the_paper_ours_and_what_is_missing(table: Table1) -> None:
    tables = {each.name: each for each in table_1_tables(table)}
    rows = {row[:2]: row for row in tables["table-1"].rows}
    gts, ours = rows["RNN", "GTS"], rows["RNN", "ours"]
    assert gts[2:5] == ("75.6", "-", "40.0 (16.8 to 68.7)")
    assert gts[5:7] == ("75.2", "-")
    assert gts[7].startswith("62.5 ± 17.7 (38.7 to 78.1), 2 of 3 seeds")
    assert ours[2] == ours[5] == "-"
    assert ours[7] == "75.0 (46.8 to 91.1), 3 of 5 folds"
    assert rows["PLM", "GTS-PLM"] == ("PLM", "GTS-PLM", "79.5", "-", "-", "79.8", "-", "-", "-")
    missing = 116 - 14 - 3 - 2
    assert any(f"{missing} trainings" in note for note in tables["table-1"].notes)
    counts = {row[1]: row for row in tables["table-1-mawps"].rows}
    assert counts["GTS"][2:4] == ("12", "20")
    assert counts["GTS"][6] == "15 = 60.0 ± 28.3 %"
    costs = tables["table-1-costs"].rows
    assert ("MAWPS", "RNN", "GTS", "1.50 M", "10", "120", "200") in costs


def test_results_with_the_papers_settings_have_a_column_of_their_own(tmp_path: Path) -> None:
    job = trainings_of(GTS, "math23k", "paper")[0][0]
    assert job.name == "math23k/gts-paper/published-seed-0"
    table = collect_table_1(write(tmp_path, [result(job, answers("+++-"))]))
    row = next(row for row in table_1_tables(table)[0].rows if row[1] == "GTS")
    assert row[2:5] == ("75.6", "75.0 (30.1 to 95.4)", "-")
    assert not any("want a GPU" in note for note in table_1_tables(table)[0].notes)


def test_nothing_is_no_mistake(tmp_path: Path) -> None:
    table = collect_table_1(Results(tmp_path))
    assert table.missing == {"cpu": 116, "paper": len(table_1_plan("paper").jobs)}
    tables = table_1_tables(table)
    assert [each.name for each in tables] == ["table-1"]
    assert all(cell == "-" for row in tables[0].rows for cell in row[4:5])


def test_programs_get_every_seed_and_every_denominator(table: Table1) -> None:
    data = json.loads(json.dumps(table_1_json(table), allow_nan=False))
    gts = next(each for each in data["systems"] if each["system"] == "gts")
    cpu = gts["measured"]["mawps"]["cpu"]
    assert cpu["fold_problems"]["mean"] == 0.625
    assert [seed["right"] for seed in cpu["all_asked"]["seeds"]] == [10, 20]
    assert cpu["done"] == {"seeds": 2, "folds": 5}
    assert cpu["planned"] == {"seeds": 3, "folds": 5}
    assert cpu["complete"] is False
    assert cpu["fold_problems"]["deviation"] == 0.176777
    assert len(cpu["jobs"]) == 10
    assert {each["p_value"] for each in data["comparisons"]} == {0.25, 0.453125}
    assert data["missing"]["cpu"] == 97
    assert PAPERS.name in [each["system"] for each in data["systems"]]
