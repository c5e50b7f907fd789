"""Claims are counted, never written down; the docs say what the kept results give."""

import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from experiments.made_up import answers, result, write
from sumc.evaluation.statistics import Comparison
from sumc.experiments.catalog import EXPERIMENTS, Sources, joint_plan
from sumc.experiments.claims import (
    BY_LESS,
    FULLY,
    NOT,
    NOT_BEYOND_CHANCE,
    NOT_QUITE,
    PARTLY,
    POSSIBLE,
    UNKNOWN,
    Outcome,
    judge_leads,
    judge_wins,
)
from sumc.experiments.jobs import Job, config_path
from sumc.experiments.keeping import all_jobs, keep, other_settings
from sumc.experiments.report import (
    BEGIN,
    END,
    docs_block,
    make_report,
    report_html,
    report_markdown,
)
from sumc.experiments.results import Results, kept_results
from sumc.experiments.table_2 import CodeCounts, Row, kept_counts
from sumc.settings.settings import load_settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
CLEAR, CLOSE, BEHIND = Comparison(30, 5, 100), Comparison(6, 5, 100), Comparison(5, 30, 100)
COUNTS = CodeCounts(
    (Row("M-tree", 10, 100.0, 153, 100.0), Row("binary tree", 40, 95.0, 1290, 93.5)), 84.0
)


@pytest.mark.parametrize(
    ("wins", "expected", "outcome"),
    [
        ({}, 0, UNKNOWN),
        ({"a": CLEAR, "b": CLEAR}, 2, FULLY),
        ({"a": CLEAR}, 2, Outcome("so far: holds", "holds")),
        ({"a": CLEAR, "b": CLOSE}, 2, NOT_BEYOND_CHANCE),
        ({"a": CLEAR, "b": BEHIND}, 2, PARTLY),
        ({"a": BEHIND, "b": BEHIND}, 2, NOT),
        ({"a": Comparison(3, 3, 10)}, 1, NOT),
    ],
)
def test_a_system_is_ahead_only_where_it_is_counted_ahead(
    wins: dict[str, Comparison], expected: int, outcome: Outcome
) -> None:
    assert judge_wins(wins, expected)[0] == outcome


def test_a_lead_is_as_large_as_claimed_possible_or_smaller() -> None:
    """25 points ahead, interval about 14.5 to 35.5; 1 point ahead, about -5.5 to 7.5."""
    assert judge_leads({"a": CLEAR}, {"a": 20.0})[0] == FULLY
    assert judge_leads({"a": CLEAR}, {"a": 30.0})[0] == POSSIBLE
    assert judge_leads({"a": CLEAR}, {"a": 50.0})[0] == BY_LESS
    assert judge_leads({"a": BEHIND}, {"a": 5.0})[0] == NOT
    assert judge_leads({"a": CLEAR}, {"a": 20.0, "b": 1.0})[0] == UNKNOWN


def _all_results(tmp_path: Path, best: str) -> Results:
    """Everything is trained; one system solves 9 of 10 problems, the others 5 of 10."""
    found = []
    for job in joint_plan([*EXPERIMENTS.values()], "cpu").jobs:
        fold = int(job.variant[5]) if job.variant.startswith("fold") else 0
        marks = "+++++++++-" if job.system.startswith(best) else "+++++-----"
        found.append(result(job, answers(marks * 10, 1_000 * fold + 1, operands=4)))
    return write(tmp_path, found)


@pytest.mark.parametrize("best", ["sumc", "gts"])
def test_the_same_claims_hold_or_fail_by_the_results_alone(tmp_path: Path, best: str) -> None:
    report = make_report(Sources(_all_results(tmp_path, best), COUNTS))
    claims = {
        (claim.statement, claim.about): claim.outcome
        for claim in report.claims
        if "every size" in claim.statement or "RNN encoder" in claim.statement
    }
    expected = FULLY if best == "sumc" else NOT
    papers = [outcome for (_, about), outcome in claims.items() if about == "the paper's model"]
    assert papers == [expected, expected]
    codes = {claim.statement[:7]: claim.outcome for claim in report.claims[-3:]}
    assert codes == {"M-trees": FULLY, "and the": FULLY, "about 9": NOT_QUITE}


class _Page(HTMLParser):
    """Which elements are open at the end, and what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "img", "link"):
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href") and value:
                self.links.append(value)
            if name == "id" and value:
                self.ids.add(value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_has_every_table(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    report = make_report(Sources(_all_results(tmp_path, "sumc"), COUNTS))
    html = report_html(report)
    page = _Page()
    page.feed(html)
    assert page.open == []
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= page.ids
    assert html.count("<svg") == 2
    for drawing in report.drawings:
        for table in drawing.tables:
            assert table.name in page.ids
    text = report_markdown(report)
    assert "![Low-resource conditions](low-resource.svg)" in text
    assert text.count("\n## ") == 2 + len(report.drawings)


def test_the_docs_say_what_the_kept_results_give() -> None:
    """If this fails, run `scripts/results`."""
    kept = Results(kept_results())
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    block = page[page.index(BEGIN) : page.index(END) + len(END)]
    assert block == docs_block(Sources(kept, kept_counts(kept)))


def test_the_kept_results_are_small_belong_to_the_plans_and_hold_no_text() -> None:
    kept = Results(kept_results())
    jobs = {job.name: job for job in all_jobs()}
    names = [name for name in kept.names() if name != "table-2"]
    assert set(names) <= jobs.keys()
    files = [path for path in kept_results().rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 3_000_000
    for name in names:
        found = kept.load(name)
        assert other_settings(jobs[name], found) == []
        assert all(answer.expression.isascii() for answer in found.answers)


def _trained(job: Job, *overrides: str) -> dict[str, object]:
    return load_settings(config_path(job.config), (*job.overrides, *overrides)).tables()


def test_only_results_of_the_planned_settings_are_kept(tmp_path: Path) -> None:
    right, wrong, elsewhere = table = all_jobs()[:3]
    assert len(table) == 3
    found = [
        replace(result(right, answers("+")), settings=_trained(right)),
        replace(result(wrong, answers("+")), settings=_trained(wrong, "training.epochs=1")),
        replace(
            result(elsewhere, answers("+")), settings=_trained(elsewhere, "training.threads=2")
        ),
    ]
    refused = keep(table, write(tmp_path / "new", found), tmp_path / "kept")
    assert list(refused) == [wrong.name]
    assert refused[wrong.name][0].startswith("training.epochs")
    assert set(Results(tmp_path / "kept").names()) == {right.name, elsewhere.name}


def test_drawing_needs_no_torch() -> None:
    code = (
        "import sys\n"
        "import sumc.experiments.report, sumc.experiments.processes, sumc.experiments.keeping\n"
        "from sumc.experiments.catalog import EXPERIMENTS, Sources\n"
        "from sumc.experiments.results import Results, kept_results\n"
        "for each in EXPERIMENTS.values():\n"
        "    each.draw(Sources(Results(kept_results()), None))\n"
        "print(*sorted({'torch', 'matplotlib', 'transformers', 'onnxruntime'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_wheel_has_the_settings_and_the_results() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    targets = build["build"]["targets"]
    assert targets["wheel"]["force-include"] == {
        "configs": "sumc/configs",
        "results": "sumc/results",
    }
    assert {"configs", "results"} <= {*targets["sdist"]["include"]}
