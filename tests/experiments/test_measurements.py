"""Seeds, folds and denominators: what counts as measured, and what is still missing."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.made_up import answers, result, write
from sumc.errors import SumcError
from sumc.evaluation.score import Score
from sumc.evaluation.statistics import Comparison, p_text
from sumc.experiments.catalog import EXPERIMENTS, Sources, joint_plan
from sumc.experiments.claims import (
    CHANCE,
    FULLY,
    Claim,
    claims_table,
    collect_claims,
    judge_leads,
    judge_wins,
)
from sumc.experiments.figure_text import csv_json
from sumc.experiments.jobs import Job, Plan, config_path, estimate
from sumc.experiments.low_resource import SIZES, LowResource, collect_low_resource, problems_of
from sumc.experiments.measurements import (
    Measurement,
    measure,
    of_all_asked,
    of_all_others_wrong,
    of_folds,
)
from sumc.experiments.operands import GROUPS, ByOperands, collect_operands, share_between
from sumc.experiments.results import Results, pack, read_file
from sumc.experiments.systems import BY_NAME, SYSTEMS
from sumc.experiments.table_1 import (
    DATASETS,
    Budget,
    collect_table_1,
    table_1_plan,
    trainings_of,
)
from sumc.experiments.table_1_text import (
    interval_text,
    measurement_json,
    table_1_json,
    table_1_tables,
)
from sumc.experiments.table_2 import CodeCounts, Row, kept_counts
from sumc.experiments.tables import Table

GTS = BY_NAME["gts"]
SEEDS = trainings_of(GTS, "mawps", "cpu")


def results_of(tmp_path: Path, done: dict[tuple[int, int], str]) -> Results:
    """The results of some seeds and folds of GTS on MAWPS, with their marks."""
    found = [
        result(SEEDS[seed][fold], answers(marks, 100 * fold))
        for (seed, fold), marks in done.items()
    ]
    return write(tmp_path, found)


def measured(tmp_path: Path, done: dict[tuple[int, int], str]) -> Measurement:
    found = measure(SEEDS, results_of(tmp_path, done))
    assert found is not None
    return found


def test_nothing_is_measured_before_a_training_is_done(tmp_path: Path) -> None:
    assert measure(SEEDS, results_of(tmp_path, {})) is None


def test_some_folds_of_the_fullest_seed_count_until_one_is_complete(tmp_path: Path) -> None:
    found = measured(tmp_path, {(0, 0): "++", (1, 0): "+-", (1, 3): "--"})
    assert found.so_far == "2 of 5 folds"
    assert found.seeds_done == 0
    assert not found.has_all_folds
    assert found.score() == Score(1, 4)
    assert [answer.id for answer in found.answers()] == ["0", "1", "300", "301"]


def test_complete_seeds_count_and_others_do_not(tmp_path: Path) -> None:
    done = {(0, fold): "+-" for fold in range(5)} | {(2, 0): "++"}
    found = measured(tmp_path, done)
    assert found.so_far == "1 of 3 seeds"
    assert found.has_all_folds
    assert not found.is_complete
    assert found.score() == Score(5, 10)
    assert len(found.results) == 5


def test_seeds_are_averaged_not_added(tmp_path: Path) -> None:
    marks = ("++", "+-", "--")
    done = {(seed, fold): marks[seed] for seed in range(3) for fold in range(5)}
    found = measured(tmp_path, done)
    assert found.is_complete
    assert found.so_far == ""
    assert found.scores() == [Score(10, 10), Score(5, 10), Score(0, 10)]
    assert found.score() == Score(5, 10)
    assert found.share() == pytest.approx((0.5, 0.5))
    assert found.mean(lambda each: each.train_seconds) == 60.0


@given(st.text("+-", max_size=9), st.text("+-", max_size=9))
def test_the_denominators_differ_in_what_is_outside_the_folds(inside: str, outside: str) -> None:
    given_ = [*answers(inside), *answers(outside, 100, "outside")]
    folds, asked, wrong = of_folds(given_), of_all_asked(given_), of_all_others_wrong(given_)
    assert folds == Score(inside.count("+"), len(inside))
    assert asked == folds + Score(outside.count("+"), len(outside))
    assert wrong == folds + Score(0, len(outside))


# Plans


def test_a_plan_knows_what_is_missing() -> None:
    jobs = [Job("gts", "mawps", "", (), name) for name in "abc"]
    plan = Plan("p", tuple(jobs))
    assert plan.missing([]) == tuple(jobs)
    assert plan.missing([jobs[1].name, "another"]) == (jobs[0], jobs[2])
    assert plan.missing([job.name for job in jobs]) == ()


def test_a_job_is_named_by_dataset_system_and_variant() -> None:
    assert Job("gts", "mawps", "c.toml", (), "fold-0").name == "mawps/gts/fold-0"
    assert Job("gts", "mawps", "c.toml").name == "mawps/gts"


def test_jobs_that_experiments_share_are_trained_once() -> None:
    plans = [experiment.plan("cpu") for experiment in EXPERIMENTS.values()]
    names = [job.name for plan in plans for job in plan.jobs]
    together = joint_plan([*EXPERIMENTS.values()], "cpu")
    assert together.name == "all"
    assert len(together.jobs) == len(set(names)) < len(names)
    (alone,) = [joint_plan([EXPERIMENTS["table-2"]], "cpu")]
    assert alone.name == "table-2"


@given(st.lists(st.floats(1, 1e5), min_size=1, max_size=5))
def test_a_training_is_expected_to_take_as_long_as_the_median_of_its_kind(
    seconds: list[float],
) -> None:
    jobs = [Job("gts", "mawps", "", (), str(n), 10.0) for n in range(len(seconds) + 1)]
    found = estimate(jobs, {job.name: each for job, each in zip(jobs, seconds, strict=False)})
    ordered = sorted(seconds)
    middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    assert found[jobs[-1].name] == pytest.approx(middle / 60)


def test_a_configuration_that_is_not_there_is_told_with_where_it_was_looked_for() -> None:
    with pytest.raises(SumcError, match=r"no configuration mawps/nothing\.toml: looked in"):
        config_path("mawps/nothing.toml")
    for job in table_1_plan().jobs:
        assert config_path(job.config).is_file()


def test_every_system_has_a_label_of_its_own_and_the_papers_figures() -> None:
    assert len({system.label_and_kind for system in SYSTEMS}) == len(SYSTEMS)
    for system in SYSTEMS:
        assert all(0 < share < 100 for share in system.paper.values())
        assert {*system.minutes} == {*DATASETS}


# Damaged results

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda packed: packed[: len(packed) // 2],
    "without its end": lambda packed: packed[:-4],
    "not packed at all": lambda packed: b"{}",
    "another byte in the middle": lambda packed: (
        packed[:30] + bytes([packed[30] ^ 0xFF]) + packed[31:]
    ),
    "empty": lambda packed: b"",
    "no JSON inside": lambda packed: gzip.compress(b"[1, 2"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_packed_result_is_an_error_that_names_it(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    job = SEEDS[0][0]
    path = tmp_path / f"{job.name}.json.gz"
    pack(path, result(job, answers("+-" * 40)).to_json())
    assert read_file(path)["job"] == job.name
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(SumcError, match=r"fold-0-seed-0\.json\.gz cannot be read"):
        Results(tmp_path).load(job.name)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_damaged_counts_of_codes_are_an_error_too(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    counts = CodeCounts((Row("M-tree", 10, 100.0, 153, 100.0),), 84.0)
    path = tmp_path / "table-2.json.gz"
    pack(path, counts.to_json())
    assert kept_counts(Results(tmp_path)) == counts
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(SumcError, match=r"table-2\.json\.gz cannot be read"):
        kept_counts(Results(tmp_path))


@pytest.mark.parametrize(
    "data", [{}, {"rows": 3}, {"rows": [{}], "unmarked": 1}, {"rows": [], "other": 1}]
)
def test_what_are_no_counts_of_codes_is_said(data: dict[str, object]) -> None:
    with pytest.raises(SumcError, match="not the counts of table 2"):
        CodeCounts.from_json(data)


@pytest.mark.parametrize(
    ("name", "value"),
    [("answers", [["1", True]]), ("answers", 3), ("validation", [1]), ("validation", None)],
)
def test_a_result_of_another_shape_is_refused(tmp_path: Path, name: str, value: object) -> None:
    job = SEEDS[0][0]
    path = tmp_path / f"{job.name}.json"
    path.parent.mkdir(parents=True)
    data = {**result(job, answers("+")).to_json(), name: value}
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SumcError, match="not a result"):
        Results(tmp_path).load(job.name)


# Claims


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 60))
def test_a_claim_against_one_system_holds_exactly_if_it_is_ahead_beyond_chance(
    ours: int, theirs: int, both: int
) -> None:
    found = Comparison(ours, theirs, ours + theirs + both)
    outcome, evidence = judge_wins({"GTS": found}, 1)
    is_clear = ours > theirs and found.p_value < CHANCE
    assert (outcome.text == "holds") is is_clear
    assert (outcome.text == "does not hold") is (ours <= theirs)
    assert "GTS" in evidence


@given(st.integers(0, 40), st.integers(0, 40), st.floats(-20, 60))
def test_a_lead_that_is_reached_is_never_called_less(ours: int, theirs: int, lead: float) -> None:
    found = Comparison(ours, theirs, 100)
    outcome, _ = judge_leads({"GTS": found}, {"GTS": lead})
    if 100 * found.difference >= lead:
        assert outcome.text == "holds"
    elif 100 * found.interval[1] < lead:
        assert not outcome.text.startswith("possible")


def test_without_results_no_claim_is_judged(tmp_path: Path) -> None:
    empty = Results(tmp_path)
    claims = collect_claims(
        collect_table_1(empty), collect_low_resource(empty), collect_operands(empty), None
    )
    assert {claim.outcome.text for claim in claims} == {"not measured yet"}
    assert {claim.about for claim in claims} == {"", "the paper's model", "ours"}
    table = claims_table(claims)
    assert len(table.rows) == len(claims)


def test_a_claim_about_codes_is_counted() -> None:
    rows = (Row("M-tree", 60, 100.0, 153, 100.0), Row("binary tree", 100, 95.0, 1290, 93.5))
    low, operands = LowResource({}, 40), ByOperands({}, 5)
    table = collect_table_1(Results())

    def outcomes(counts: CodeCounts) -> list[str]:
        return [each.outcome.text for each in collect_claims(table, low, operands, counts)[-3:]]

    assert outcomes(CodeCounts(rows, 90.0)) == ["does not hold", "holds", "holds"]
    smaller = replace(rows[0], size=40, coverage=99.0)
    assert outcomes(CodeCounts((smaller, rows[1]), 80.0)) == [
        "holds",
        "does not hold",
        "not quite",
    ]


def test_the_gap_that_is_largest_elsewhere_is_said(tmp_path: Path) -> None:
    """Ours is ahead by one problem of ten everywhere, by three with 3,000 problems."""
    found = {}
    for size in SIZES:
        marks = 8 if size == 3_000 else 6
        found["sumc-rnn", size] = result(SEEDS[0][0], answers("+" * marks + "-" * (10 - marks)))
        for other in ("gts", "sau", "graph2tree"):
            found[other, size] = result(SEEDS[0][0], answers("+" * 5 + "-" * 5))
    low = LowResource(found, 0)
    empty = Results(tmp_path)
    claims = collect_claims(collect_table_1(empty), low, collect_operands(empty), None)
    (gap,) = [c for c in claims if "gap is largest" in c.statement and c.about != "ours"]
    assert gap.outcome.text == "does not hold: it is largest at 3,000"
    assert "3,000: +30.0" in gap.evidence
    assert problems_of("all") > 18_000


def test_problems_between_two_numbers_of_operands_are_counted() -> None:
    given_ = [*answers("+-", operands=2), *answers("+", operands=4), *answers("-", operands=5)]
    assert share_between(given_, range(2, 5)) == Score(3, 4)
    covered = [n for operands in GROUPS.values() for n in range(20) if n in operands]
    assert covered == [*range(20)]  # every number of operands is in one group alone


# Texts


@pytest.mark.parametrize(("value", "text"), [(1.0, "1.00"), (0.04, "0.04"), (0.0004, "< 0.001")])
def test_small_p_values_are_not_written_as_zero(value: float, text: str) -> None:
    assert p_text(value).replace(" ", "").startswith(text.replace(" ", "")[:5])
    assert p_text(value).strip("0.") != ""


def test_an_interval_is_written_in_percent() -> None:
    text = interval_text(Score(50, 100))
    low, high = Score(50, 100).interval
    assert f"{100 * low:.1f}" in text
    assert f"{100 * high:.1f}" in text


def test_table_1_is_the_same_for_people_and_programs(tmp_path: Path) -> None:
    done = {(seed, fold): "++-+" for seed in range(3) for fold in range(5)}
    table = collect_table_1(results_of(tmp_path, done))
    overview = table_1_tables(table)[0]
    row = next(row for row in overview.rows if "GTS" in row and "RNN" in " ".join(row).upper())
    assert any(cell.startswith("75.0") for cell in row)
    data = table_1_json(table)
    gts = next(each for each in data["systems"] if each["system"] == "gts")
    assert gts["measured"]["mawps"]["cpu"]["fold_problems"]["deviation"] == 0
    assert gts["measured"]["mawps"]["cpu"]["done"] == {"seeds": 3, "folds": 5}
    text = json.dumps(data, allow_nan=False)
    assert '"right": 15' in text
    assert '"total": 20' in text


@pytest.mark.parametrize("folds", [3, 5])
def test_one_seed_has_no_deviation(tmp_path: Path, folds: int) -> None:
    found = measured(tmp_path, {(0, fold): "+-" for fold in range(folds)})
    data = measurement_json(found)
    assert data["fold_problems"]["deviation"] is None
    assert data["done"] == {"seeds": int(folds == 5), "folds": folds}
    assert data["planned"] == {"seeds": 3, "folds": 5}
    assert data["complete"] is False


@pytest.mark.parametrize(
    ("budget", "command"),
    [
        ("cpu", "`sumc reproduce table-1 --plan`"),
        ("paper", "`sumc reproduce table-1 --budget paper --plan`"),
    ],
)
def test_what_is_missing_is_counted_for_the_budget(
    tmp_path: Path, budget: Budget, command: str
) -> None:
    tables = table_1_tables(collect_table_1(Results(tmp_path)), budget)
    count = len(table_1_plan(budget).jobs)
    assert f"Not done yet: {count} trainings; {command} shows which." in tables[0].notes
    drawn = EXPERIMENTS["table-1"].draw(Sources(Results(tmp_path), None, budget))
    assert drawn.tables[0].notes == tables[0].notes


def test_numbers_of_a_table_are_numbers_in_json() -> None:
    table = Table("t", "T", ("name", "size", "share"), (("a", "1500", "25.5"), ("b", "", "x")))
    assert csv_json(table)[0] == {"name": "a", "size": 1500, "share": 25.5}
    assert csv_json(table)[1]["share"] == "x"


def test_a_claim_is_a_row_of_the_table() -> None:
    claim = Claim("we are best", "table 1", "ours", FULLY, "GTS +3")
    table = claims_table([claim])
    assert table.rows == (("we are best", "table 1", "ours", "holds", "GTS +3"),)
    assert "McNemar" in table.notes[0]
