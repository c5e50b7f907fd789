"""Tables and figures are counts of answers: they add up, whatever the results are."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.made_up import answers, result, write
from sumc.evaluation.score import Score
from sumc.evaluation.statistics import Comparison
from sumc.experiments.claims import (
    FULLY,
    NOT,
    NOT_BEYOND_CHANCE,
    PARTLY,
    UNKNOWN,
    judge_leads,
    judge_wins,
)
from sumc.experiments.figure_text import (
    low_resource_csv,
    low_resource_tables,
    operands_csv,
    operands_tables,
)
from sumc.experiments.jobs import Job, Plan, estimate
from sumc.experiments.low_resource import (
    ALL,
    EPOCHS,
    SIZES,
    SYSTEMS,
    LowResource,
    low_resource_job,
    low_resource_plan,
    problems_of,
)
from sumc.experiments.measurements import compare
from sumc.experiments.operands import GROUPS, MANY, ByOperands, collect_operands
from sumc.experiments.results import Answer, Results
from sumc.experiments.tables import MISSING, Table

MARKS = st.text("+-", min_size=1, max_size=12)
NAMES = [system.name for system in SYSTEMS]


@given(MARKS, MARKS, st.integers(0, 6))
def test_two_systems_are_compared_on_the_problems_of_both(
    first: str, second: str, shift: int
) -> None:
    ours, theirs = answers(first), answers(second, 1 + shift)
    common = range(shift, min(len(first), shift + len(second)))
    pairs = [(first[place], second[place - shift]) for place in common]
    expected = Comparison(pairs.count(("+", "-")), pairs.count(("-", "+")), len(pairs))
    assert compare(ours, theirs) == expected
    turned = compare(theirs, ours)
    assert (turned.only_first, turned.only_second) == (expected.only_second, expected.only_first)


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_chance_of_a_difference_is_that_of_coins(first: int, second: int) -> None:
    """McNemar's test by its definition: both tails of so many throws of a coin."""
    differing = first + second
    extreme = abs(first - second)
    tails = sum(
        comb(differing, heads)
        for heads in range(differing + 1)
        if abs(2 * heads - differing) >= extreme
    )
    found = Comparison(first, second, 100).p_value
    assert found == pytest.approx(float(Fraction(tails, 2**differing)))


@st.composite
def mixed_answers(draw: st.DrawFn) -> list[Answer]:
    """Answers to problems with between 0 and 9 operands."""
    marks = draw(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=1, max_size=30))
    return [
        Answer(str(place), right, "n1", count, "") for place, (right, count) in enumerate(marks)
    ]


@given(mixed_answers())
def test_every_problem_is_in_one_group_of_operands(given_: list[Answer]) -> None:
    job = low_resource_job(SYSTEMS[0], "all")
    figure = ByOperands({NAMES[0]: result(job, given_)}, 4)
    scores = [figure.score(NAMES[0], operands) for operands in GROUPS.values()]
    assert sum((score for score in scores if score), Score()) == Score.of(a.right for a in given_)
    assert sum(figure.sizes().values()) == len(given_)
    many = figure.score(NAMES[0], MANY)
    assert many == Score.of(answer.right for answer in given_ if answer.operands >= 4)
    assert figure.score(NAMES[1], MANY) is None
    assert figure.against(NAMES[0], NAMES[1], MANY) is None


@given(mixed_answers())
def test_the_operands_for_people_are_those_for_programs(given_: list[Answer]) -> None:
    job = low_resource_job(SYSTEMS[0], "all")
    figure = ByOperands({NAMES[0]: result(job, given_)}, 4)
    (table,) = operands_tables(figure)
    shown = {row[0]: row[1:] for row in table.rows}
    assert sum(cells == (MISSING,) * len(GROUPS) for cells in shown.values()) == 4
    numbers = operands_csv(figure)
    right = numbers.headings.index("right")
    told = [int(cell.split(" = ")[0]) for cell in table.rows[0][1:]]
    assert [int(row[right]) for row in numbers.rows] == told
    assert sum(told) == sum(answer.right for answer in given_)


@given(st.dictionaries(st.tuples(st.sampled_from(NAMES), st.sampled_from(SIZES)), MARKS))
def test_the_low_resource_figure_has_a_cell_for_every_training(
    done: dict[tuple[str, int | str], str],
) -> None:
    systems = {system.name: system for system in SYSTEMS}
    found = {
        (name, size): result(low_resource_job(systems[name], size), answers(marks))  # type: ignore[arg-type]
        for (name, size), marks in done.items()
    }
    figure = LowResource(found, len(SYSTEMS) * len(SIZES) - len(found))  # type: ignore[arg-type]
    (table,) = low_resource_tables(figure)
    cells = [cell for row in table.rows for cell in row[1:]]
    assert cells.count(MISSING) == figure.missing
    rows = low_resource_csv(figure).rows
    assert len(rows) == len(done)
    for row in rows:
        size = "all" if int(row[1]) == ALL else int(row[1])
        marks = done[row[0], size]
        assert (int(row[2]), int(row[3])) == (marks.count("+"), len(marks))
        assert float(row[5]) <= float(row[4]) <= float(row[6])


def test_the_plan_has_every_system_at_every_size() -> None:
    jobs = low_resource_plan().jobs
    assert len({job.name for job in jobs}) == len(jobs) == len(SYSTEMS) * len(SIZES)
    sizes = [problems_of(size) for size in SIZES]
    assert sizes == sorted(sizes)
    assert [EPOCHS[size] for size in SIZES] == sorted(EPOCHS.values(), reverse=True)
    for job in jobs:
        assert job.minutes > 1
        assert f"data.limit={job.variant.split('-')[2].replace('all', '0')}" in job.overrides


def test_results_are_collected_as_far_as_they_are_there(tmp_path: Path) -> None:
    assert collect_operands(Results(tmp_path)) == ByOperands({}, len(SYSTEMS))
    assert collect_operands(Results(tmp_path)).sizes() == {}
    job = low_resource_job(SYSTEMS[2], "all")
    results = write(tmp_path, [result(job, answers("++-"))])
    figure = collect_operands(results)
    assert figure.missing == len(SYSTEMS) - 1
    assert figure.score(SYSTEMS[2].name, range(2, 3)) == Score(2, 3)


JOBS = st.lists(
    st.builds(
        Job,
        st.sampled_from(["gts", "sau"]),
        st.sampled_from(["mawps", "math23k"]),
        st.just("x.toml"),
        variant=st.sampled_from([f"fold-{fold}" for fold in range(5)]),
        minutes=st.integers(1, 90).map(float),
    ),
    max_size=8,
    unique_by=lambda job: job.name,
)


@given(JOBS, st.lists(st.integers(1, 9_000), min_size=8, max_size=8), st.integers(0, 8))
def test_an_estimate_is_the_plan_times_the_median_of_the_nearest_kin(
    jobs: list[Job], times: list[int], done: int
) -> None:
    seconds = {job.name: float(time) for job, time in zip(jobs[:done], times, strict=False)}
    found = estimate(jobs, seconds)
    assert list(found) == [job.name for job in jobs]
    for job in jobs:
        assert found[job.name] == pytest.approx(job.minutes * _oracle(job, jobs, seconds))


def _oracle(job: Job, jobs: Sequence[Job], seconds: dict[str, float]) -> float:
    """The jobs of its kind, else of its dataset, else all that are done."""
    known = [each for each in jobs if each.name in seconds]
    for kin in (
        [each for each in known if (each.dataset, each.system) == (job.dataset, job.system)],
        [each for each in known if each.dataset == job.dataset],
        known,
    ):
        if kin:
            return median(seconds[each.name] / 60 / each.minutes for each in kin)
    return 1.0


@given(JOBS, st.data())
def test_what_is_done_is_not_missing(jobs: list[Job], data: st.DataObject) -> None:
    names = [job.name for job in jobs]
    done = data.draw(st.lists(st.sampled_from([*names, "else/where"]), unique=True))
    missing = Plan("p", tuple(jobs)).missing(done)
    assert [job.name for job in missing] == [name for name in names if name not in done]


WINS = st.dictionaries(
    st.sampled_from(["GTS", "SAU", "T-RNN"]),
    st.builds(Comparison, st.integers(0, 60), st.integers(0, 60), st.just(200)),
    max_size=3,
)


@given(WINS, st.integers(0, 4))
def test_a_claim_is_judged_by_what_is_ahead(wins: dict[str, Comparison], expected: int) -> None:
    outcome, evidence = judge_wins(wins, expected)
    if not wins:
        assert (outcome, evidence) == (UNKNOWN, "")
        return
    assert outcome.text.startswith("so far: ") is (len(wins) < expected)
    plain = outcome.text.removeprefix("so far: ")
    ahead = [each for each in wins.values() if each.only_first > each.only_second]
    beyond = [each for each in ahead if each.p_value < 0.05]
    if len(ahead) < len(wins):
        assert plain == (PARTLY if beyond else NOT).text
    everywhere = {FULLY.text, NOT_BEYOND_CHANCE.text}
    assert (plain in everywhere) is (len(ahead) == len(wins))
    if plain == FULLY.text:
        assert all(each.p_value < 0.05 for each in wins.values())
    kinds = {each.text: each.kind for each in (FULLY, NOT_BEYOND_CHANCE, PARTLY, NOT)}
    assert kinds[plain] == outcome.kind
    assert all(name in evidence for name in wins)


@given(WINS, st.floats(-30, 30))
def test_a_larger_claim_is_never_easier_to_keep(wins: dict[str, Comparison], lead: float) -> None:
    """If a claimed lead is reached, so is a smaller one."""
    order = [FULLY, "possible: within the 95 % intervals"]
    small, large = (
        judge_leads(wins, dict.fromkeys(wins, points))[0] for points in (lead - 5, lead)
    )
    if wins and large in order:
        assert small in order[: order.index(large) + 1]


def test_leads_are_not_judged_before_all_are_measured() -> None:
    wins = {"GTS": Comparison(30, 5, 100)}
    assert judge_leads(wins, {"GTS": 1.0, "SAU": 1.0}) == (UNKNOWN, "")


CELLS = st.lists(st.lists(st.text("ab|&%_<\\ 1±", max_size=6), min_size=3, max_size=3), max_size=5)


@given(CELLS, st.integers(1, 3))
def test_markdown_gives_the_cells_back(rows: list[list[str]], texts: int) -> None:
    table = Table("t", "T", ("a", "b", "c"), tuple(map(tuple, rows)), (), texts)
    _, head, rule, *lines = table.to_markdown().replace("\n\n", "\n").split("\n")
    assert head == "| a | b | c |"
    assert rule.split("|")[1:-1] == ["---"] * texts + ["---:"] * (3 - texts)
    for line, row in zip(lines, rows, strict=True):
        cells = line.replace("\\|", "\0").strip("|").split("|")
        assert [cell.replace("\0", "|").strip() for cell in cells] == [
            cell.strip() for cell in row
        ]


@given(CELLS)
def test_latex_has_a_line_for_every_row(rows: list[list[str]]) -> None:
    table = Table("t", "T", ("a", "b", "c"), tuple(map(tuple, rows)))
    body = table.to_latex().split("\\midrule\n")[1].split("\\bottomrule")[0]
    lines = body.splitlines()
    assert len(lines) == len(rows)
    assert all(line.endswith(" \\\\") for line in lines)
    assert all(line.replace("\\&", "").count("&") == 2 for line in lines)
