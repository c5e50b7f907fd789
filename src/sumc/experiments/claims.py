"""What the paper claims, and how far it holds here: counted from the results, claim by claim.

A claim that one system is ahead of others holds when it is ahead of every one of them beyond
chance (McNemar's exact test, p < 0.05, without a correction for many tests), in part when it is
ahead of some beyond chance. Every claim about SUMC-Solver is also tested on our model.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from sumc.evaluation.statistics import Comparison
from sumc.experiments.low_resource import SIZES, LowResource, Size, problems_of
from sumc.experiments.measurements import compare
from sumc.experiments.operands import MANY, ByOperands, share_between
from sumc.experiments.systems import BY_NAME, EncoderKind, systems_of
from sumc.experiments.table_1 import DATASETS, Dataset, Table1
from sumc.experiments.table_1_text import TITLES
from sumc.experiments.table_2 import CodeCounts
from sumc.experiments.table_2_text import difference_text
from sumc.experiments.tables import Table

CHANCE = 0.05
TREES = ("gts", "sau", "graph2tree")
"""The systems of the paper's figures beside its own."""
MODELS = {
    "the paper's model": {each.encoder: each.name for each in systems_of("paper")},
    "ours": {each.encoder: each.name for each in systems_of("ours")},
}
"""The models that claims about SUMC-Solver are tested on: a system on each kind of encoder."""
Wins = Mapping[str, Comparison]
"""What is compared, as in `GTS on MAWPS`, and how it went."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far a claim holds."""

    text: str
    kind: Literal["holds", "partly", "not", "open"] = "open"


UNKNOWN = Outcome("not measured yet")
FULLY = Outcome("holds", "holds")
PARTLY = Outcome("holds in part", "partly")
NOT = Outcome("does not hold", "not")
NOT_BEYOND_CHANCE = Outcome("holds in the figures, but not everywhere beyond chance", "partly")
POSSIBLE = Outcome("possible: within the 95 % intervals")
BY_LESS = Outcome("ahead, but by less")
NOT_QUITE = Outcome("not quite")


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the paper and what became of it."""

    statement: str
    where: str
    """In the paper."""
    about: str
    """The model that it is tested on: the paper's or ours; empty for none in particular."""
    outcome: Outcome
    evidence: str


def collect_claims(
    table_1: Table1, low: LowResource, operands: ByOperands, counts: CodeCounts | None
) -> tuple[Claim, ...]:
    """All claims, in the order of the paper."""
    return (
        *_answer_claims(table_1),
        *_low_resource_claims(low),
        *_operand_claims(operands),
        *_code_claims(counts),
    )


def claims_table(claims: Iterable[Claim]) -> Table:
    """The claims as a table."""
    headings = ("the paper", "where", "tested on", "outcome", "evidence")
    rows = tuple((c.statement, c.where, c.about, c.outcome.text, c.evidence) for c in claims)
    note = (
        "Holds: ahead of every other system beyond chance (McNemar's exact test, p < 0.05, not "
        "corrected for many tests); in part: ahead of some beyond chance. Differences are in "
        "percentage points of right answers."
    )
    return Table("claims", "What the paper claims, and how far it holds here", headings, rows,
                 (note,), 5)  # fmt: skip


def judge_wins(wins: Wins, expected: int = 0) -> tuple[Outcome, str]:
    """Whether one system is ahead everywhere, and by how much; `expected` comparisons are planned.

    >>> judge_wins({"GTS": Comparison(30, 5, 100), "SAU": Comparison(2, 4, 100)})[0].text
    'holds in part'
    >>> judge_wins({"GTS": Comparison(5, 30, 100), "SAU": Comparison(5, 4, 100)})[0].text
    'does not hold'
    """
    if not wins:
        return UNKNOWN, ""
    ahead = [found for found in wins.values() if found.difference > 0]
    beyond = [found for found in ahead if found.p_value < CHANCE]
    evidence = "; ".join(f"{name} {difference_text(found)}" for name, found in wins.items())
    outcome = PARTLY if beyond else NOT
    if len(ahead) == len(wins):
        outcome = FULLY if len(beyond) == len(wins) else NOT_BEYOND_CHANCE
    return _so_far(outcome, len(wins), expected), evidence


def _so_far(outcome: Outcome, measured: int, expected: int) -> Outcome:
    """An outcome that says so where comparisons are missing."""
    return replace(outcome, text=f"so far: {outcome.text}") if measured < expected else outcome


def judge_leads(wins: Wins, claimed: Mapping[str, float]) -> tuple[Outcome, str]:
    """Whether leads are as large as claimed, in points: reached, within the interval, or less."""
    if len(wins) < len(claimed):
        return UNKNOWN, ""
    evidence = "; ".join(f"{name} {difference_text(found)}" for name, found in wins.items())
    if all(100 * wins[name].difference >= claimed[name] for name in wins):
        return FULLY, evidence
    if all(100 * wins[name].interval[1] >= claimed[name] for name in wins):
        return POSSIBLE, evidence
    ahead = all(found.difference > 0 for found in wins.values())
    return (BY_LESS if ahead else judge_wins(wins)[0]), evidence


def _answer_claims(table: Table1) -> Iterator[Claim]:
    for kind in get_args(EncoderKind):
        for about, own in MODELS.items():
            wins = {
                f"{BY_NAME[other].label} on {TITLES[dataset]}": found
                for dataset in DATASETS
                for other, found in _against_all(table, own[kind], kind, dataset)
            }
            statement = f"SUMC-Solver outperforms all baselines, {kind.upper()} encoder"
            yield Claim(
                statement,
                "table 1",
                about,
                *judge_wins(wins, 2 * len(systems_of("compared", kind))),
            )
    leads: tuple[tuple[EncoderKind, dict[str, float]], ...] = (
        ("rnn", {"T-RNN": 9.0, "StackDecoder": 9.0}),
        ("plm", {"GTS-PLM": 3.0, "UniLM-Solver": 5.0}),
    )
    statements = (
        "with an RNN it surpasses T-RNN and StackDecoder by 9 to 10 percent",
        "with a PLM it is 3 and 5 percent better than GTS-PLM and UniLM-Solver",
    )
    for (kind, claimed), statement in zip(leads, statements, strict=True):
        for about, own in MODELS.items():
            found = dict(_against_all(table, own[kind], kind, "math23k"))
            named = {BY_NAME[other].label: each for other, each in found.items()}
            wins = {name: each for name, each in named.items() if name in claimed}
            yield Claim(statement, "section 4.4, Math23K", about, *judge_leads(wins, claimed))


def _against_all(
    table: Table1, system: str, kind: EncoderKind, dataset: Dataset
) -> Iterator[tuple[str, Comparison]]:
    """A system against the baselines of its kind, where both have all folds."""
    own = table.of(BY_NAME[system], dataset)
    for other in systems_of("compared", kind):
        theirs = table.of(other, dataset)
        if own and theirs and own.has_all_folds and theirs.has_all_folds:
            yield other.name, compare(own.answers(), theirs.answers())


def _low_resource_claims(low: LowResource) -> Iterator[Claim]:
    where = "figure of low-resource conditions"
    for about, own in MODELS.items():
        wins = _wins(low, own["rnn"], TREES, SIZES)
        outcome = judge_wins(wins, len(TREES) * len(SIZES))[0]
        statement = "SUMC-Solver outperforms the others at every size of the training set"
        yield Claim(statement, where, about, outcome, _in_short(wins))
    for about, own in MODELS.items():
        statement = "the gap is largest, about 5 points, at 6,000 training problems"
        yield Claim(statement, where, about, *_largest_gap(low, own["rnn"]))
    small, large = (1_500, 3_000), tuple(size for size in SIZES if problems_of(size) > 6_000)
    outcome, evidence = judge_wins(_wins(low, "sau", ("gts",), small), len(small))
    statement = "below 6,000 training problems SAU-Solver is better than GTS"
    yield Claim(statement, where, "", outcome, evidence)
    outcome, evidence = _similar(_wins(low, "sau", ("gts",), large), len(large))
    yield Claim("above 6,000 they perform similarly", where, "", outcome, evidence)
    wins = {
        **_wins(low, "sau", ("gts",), (*small, 6_000)),
        **_wins(low, "graph2tree", ("gts",), (*small, 6_000)),
    }
    statement = "SAU-Solver and Graph2Tree are better than GTS when resources are constrained"
    yield Claim(statement, where, "", *judge_wins(wins, 6))


def _wins(
    low: LowResource, system: str, others: Iterable[str], sizes: Iterable[Size]
) -> dict[str, Comparison]:
    """A system against others at some sizes."""
    return {
        f"{BY_NAME[system].label} against {BY_NAME[other].label} at {problems_of(size):,}": found
        for size in sizes
        for other in others
        if (found := low.against(system, other, size))
    }


def _in_short(wins: Wins) -> str:
    """How often a system is ahead, where there are too many comparisons to list them."""
    if not wins:
        return ""
    ahead = [found for found in wins.values() if found.difference > 0]
    beyond = sum(found.p_value < CHANCE for found in ahead)
    behind = sum(found.difference < 0 and found.p_value < CHANCE for found in wins.values())
    return (
        f"ahead in {len(ahead)} of {len(wins)} comparisons, in {beyond} of them beyond chance; "
        f"behind in {behind} beyond chance"
    )


def _largest_gap(low: LowResource, system: str) -> tuple[Outcome, str]:
    """The gap to the best of the other systems at every size."""
    gaps = {size: gap for size in SIZES if (gap := _gap(low, system, size)) is not None}
    if len(gaps) < len(SIZES):
        return UNKNOWN, ""
    largest = max(gaps, key=lambda size: gaps[size])
    evidence = ", ".join(f"{problems_of(size):,}: {gap:+.1f}" for size, gap in gaps.items())
    outcome = FULLY
    if largest != 6_000:
        elsewhere = f"{NOT.text}: it is largest at {problems_of(largest):,}"
        outcome = replace(NOT, text=elsewhere)
    return outcome, f"points ahead of the best other system at {evidence}"


def _gap(low: LowResource, system: str, size: Size) -> float | None:
    own, others = low.score(system, size), [low.score(other, size) for other in TREES]
    known = [score.share for score in others if score]
    return 100 * (own.share - max(known)) if own and len(known) == len(others) else None


def _similar(wins: Wins, expected: int) -> tuple[Outcome, str]:
    """Whether no difference is beyond chance; `expected` comparisons are planned."""
    if not wins:
        return UNKNOWN, ""
    evidence = "; ".join(f"{name} {difference_text(found)}" for name, found in wins.items())
    alike = [found.p_value >= CHANCE for found in wins.values()]
    outcome = FULLY if all(alike) else PARTLY if any(alike) else NOT
    return _so_far(outcome, len(wins), expected), evidence


def _operand_claims(figure: ByOperands) -> Iterator[Claim]:
    where = "figure of operands"
    statement = "most problems require between 2 and 4 operands"
    first = next(iter(figure.found.values()), None)
    if first is None:
        yield Claim(statement, where, "", UNKNOWN, "")
    else:
        share = share_between(first.answers, range(2, 5))
        evidence = f"{share.right:,} of {share.total:,} ({100 * share.share:.1f} %)"
        yield Claim(statement, where, "", FULLY if share.share > 0.5 else NOT, evidence)
    for about, own in MODELS.items():
        wins = {
            BY_NAME[other].label: found
            for other in TREES
            if (found := figure.against(own["rnn"], other, MANY))
        }
        outcome, evidence = judge_wins(wins, len(TREES))
        evidence = f"with 4 operands and more: {evidence}" if evidence else ""
        statement = "SUMC-Solver performs better on problems that need more operands"
        yield Claim(statement, where, about, outcome, evidence)


def _code_claims(counts: CodeCounts | None) -> Sequence[Claim]:
    statements = (
        "M-trees greatly reduce the size of the code set (153 instead of 1,290)",
        "and their codes cover the test set (100 % instead of 93.5 %)",
    )
    marks = "about 90 % of the data need no marks"
    if counts is None:
        unknown = [Claim(each, "table 2", "", UNKNOWN, "") for each in statements]
        return [*unknown, Claim(marks, "limitations", "", UNKNOWN, "")]
    mtree, binary = counts.rows
    sizes = f"{mtree.size:,} codes instead of {binary.size:,}"
    covered = f"{mtree.coverage:.1f} % instead of {binary.coverage:.1f} %"
    is_covered = mtree.coverage == 100 and mtree.coverage > binary.coverage
    near = abs(counts.unmarked - 90) <= 2.5
    return [
        Claim(statements[0], "table 2", "", FULLY if 2 * mtree.size < binary.size else NOT, sizes),
        Claim(statements[1], "table 2", "", FULLY if is_covered else NOT, covered),
        Claim(marks, "limitations", "", FULLY if near else NOT_QUITE, f"{counts.unmarked:.1f} %"),
    ]
