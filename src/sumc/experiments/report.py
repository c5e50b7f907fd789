"""One report with every table and picture and how far each claim holds: Markdown and HTML."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from sumc.experiments.catalog import EXPERIMENTS, Drawing, Sources
from sumc.experiments.claims import Claim, claims_table, collect_claims
from sumc.experiments.keeping import all_jobs, trained_otherwise
from sumc.experiments.low_resource import collect_low_resource
from sumc.experiments.operands import collect_operands
from sumc.experiments.pictures import Picture
from sumc.experiments.results import Results
from sumc.experiments.table_1 import collect_table_1

TITLE = "The paper's tables and figures, reproduced"
INTRODUCTION = (
    "Structure-Unified M-Tree Coding Solver for Math Word Problem (EMNLP 2022): all compared "
    "systems with one data pipeline, one training loop and one evaluation, each chosen on "
    "validation problems alone."
)
STYLE = Path(__file__).with_name("report.css")
BEGIN, END = "<!-- reproduced: begin -->", "<!-- reproduced: end -->"
"""Around the part of docs/results.md that is written by a program."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the results give."""

    drawings: tuple[Drawing, ...]
    claims: tuple[Claim, ...]
    sources: tuple[str, ...]
    """Where the results come from."""

    @property
    def pictures(self) -> list[Picture]:
        """All pictures."""
        return [picture for drawing in self.drawings for picture in drawing.pictures]

    def to_json(self) -> dict[str, Any]:
        """All figures for programs."""
        claims = [
            {
                "statement": each.statement,
                "where": each.where,
                "about": each.about,
                "outcome": each.outcome.text,
                "evidence": each.evidence,
            }
            for each in self.claims
        ]
        return {
            "claims": claims,
            "sources": list(self.sources),
            "experiments": [dict(drawing.data) for drawing in self.drawings],
        }


def make_report(sources: Sources) -> Report:
    """The report as far as there are results."""
    drawings = tuple(each.draw(sources) for each in EXPERIMENTS.values())
    claims = collect_claims(
        collect_table_1(sources.results),
        collect_low_resource(sources.results),
        collect_operands(sources.results),
        sources.counts,
    )
    return Report(drawings, claims, tuple(_sources(sources.results)))


def _sources(results: Results) -> list[str]:
    """How many trainings there are, with which versions and whether with the settings planned."""
    lines = []
    for experiment in EXPERIMENTS.values():
        jobs = experiment.plan("cpu").jobs
        there = sum(results.find(job.name) is not None for job in jobs)
        lines.append(f"{experiment.name}: {there} of {len(jobs)} trainings are done.")
    done = results.load_all(job.name for job in all_jobs())
    versions = Counter(
        ", ".join(f"{name} {version}" for name, version in result.versions.items())
        for result in done
    )
    lines += [f"{count} were trained with {name}." for name, count in versions.items()]
    if others := trained_otherwise(all_jobs(), results):
        lines.append(f"Trained with other settings than planned now: {', '.join(others)}.")
    return lines


def report_markdown(report: Report, pictures: str = "") -> str:
    """The report as Markdown; the pictures are in a folder that is named relative to it."""
    blocks = [f"# {TITLE}", INTRODUCTION, "## Claims", claims_table(report.claims).to_markdown()]
    blocks += drawings_markdown(report.drawings, pictures)
    blocks += ["## Where the numbers come from", "\n".join(f"- {e}" for e in report.sources)]
    return "\n\n".join(blocks) + "\n"


def drawings_markdown(drawings: Iterable[Drawing], pictures: str, head: str = "##") -> list[str]:
    """A section for every table or figure."""
    blocks = []
    for drawing in drawings:
        blocks.append(f"{head} {drawing.title}")
        for picture in drawing.pictures:
            blocks += [f"![{picture.title}]({pictures}{picture.name}.svg)", picture.caption]
        blocks += [table.to_markdown() for table in drawing.tables]
    return blocks


def docs_block(sources: Sources) -> str:
    """What docs/results.md says about the paper's tables and figures, between its two marks."""
    report = make_report(sources)
    blocks = [
        *drawings_markdown(report.drawings, "figures/", "###"),
        "### The paper's claims",
        claims_table(report.claims).to_markdown(),
        "### Where these numbers come from",
        "\n".join(f"- {line}" for line in report.sources),
    ]
    return "\n\n".join([BEGIN, *blocks, END])


def replace_block(page: str, block: str) -> str:
    """A page with another text between its two marks.

    >>> replace_block(f"a {BEGIN} old {END} z", f"{BEGIN} new {END}")
    'a <!-- reproduced: begin --> new <!-- reproduced: end --> z'
    """
    before, _, rest = page.partition(BEGIN)
    return before + block + rest.partition(END)[2]


def report_html(report: Report) -> str:
    """The report as a self-contained page; without matplotlib it has no pictures."""
    sections = [_section("Claims", _claims_html(report.claims))]
    sections += [_section(each.title, _drawing_html(each)) for each in report.drawings]
    lines = "".join(f"<li>{escape(line)}</li>" for line in report.sources)
    sections.append(_section("Where the numbers come from", f"<ul>{lines}</ul>"))
    style = STYLE.read_text(encoding="utf-8")
    links = "".join(
        f'<a href="#{_anchor(title)}">{escape(title)}</a>'
        for title in ("Claims", *(each.title for each in report.drawings))
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(TITLE)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(TITLE)}</h1><p>{escape(INTRODUCTION)}</p><nav>{links}</nav></header>\n"
        f"<main>\n{chr(10).join(sections)}\n</main>\n</body>\n</html>\n"
    )


def _anchor(title: str) -> str:
    words = "".join(each if each.isalnum() else " " for each in title.lower()).split()
    return "-".join(words)


def _section(title: str, content: str) -> str:
    return f'<section id="{_anchor(title)}">\n<h2>{escape(title)}</h2>\n{content}\n</section>'


def _claims_html(claims: Sequence[Claim]) -> str:
    """The claims as a list: what the paper says, then an outcome for each model."""
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.statement, claim.where), []).append(claim)
    items = (
        f"<li><p>{escape(statement)} <small>{escape(where)}</small></p>\n"
        f"{''.join(map(_outcome_html, group))}</li>"
        for (statement, where), group in groups.items()
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in claims_table(claims).notes)
    return f'<ol class="claims">\n{chr(10).join(items)}\n</ol>\n{notes}'


def _outcome_html(claim: Claim) -> str:
    about = f"{escape(claim.about)}: " if claim.about else ""
    outcome = f'<span class="outcome {claim.outcome.kind}">{escape(claim.outcome.text)}</span>'
    evidence = f" · {escape(claim.evidence)}" if claim.evidence else ""
    return f'<p class="evidence">{about}{outcome}{evidence}</p>\n'


def _drawing_html(drawing: Drawing) -> str:
    pictures = [_picture_html(picture) for picture in drawing.pictures]
    return "\n".join([*pictures, *(table.to_html() for table in drawing.tables)])


def _picture_html(picture: Picture) -> str:
    try:
        drawn = picture.render("svg").decode("utf-8")
    except ImportError:
        return "<p>The picture needs matplotlib.</p>"
    drawn = drawn[drawn.index("<svg") :]
    caption = f"<figcaption>{escape(picture.caption)}</figcaption>"
    label = escape(picture.title)
    return f'<figure class="picture" role="img" aria-label="{label}">{drawn}{caption}</figure>'
