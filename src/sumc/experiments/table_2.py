"""Table 2 of the paper: the code set of M-trees against that of binary trees, on Math23K.

How it is counted: the codes of all solutions of the training file (22,162 problems; our
validation ids are part of it, as in the paper), each solution over the numbers of its text and
constants; a test problem is covered when all codes of its solution are among them. Problems that
cannot be read are counted as not covered.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sumc.algebra.binary import binary_codes
from sumc.algebra.codebook import Codebook
from sumc.problems.datasets import Dataset
from sumc.problems.problem import Problem
from sumc.problems.sequences import concatenate
from sumc.problems.splits import Split, published_split

PAPER = {"M-tree": (153, 100.0), "binary tree": (1290, 93.5)}  # table 2

Pairs = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: ours and the paper's."""

    codes: str
    size: int
    coverage: float
    """Percent of the test problems."""
    paper_size: int
    paper_coverage: float


def table_2(dataset: Dataset) -> list[Row]:
    """Build both code sets on the training file and count what they cover."""
    split = published_split(dataset)
    train = concatenate(split.train, split.validation)
    return [
        _row(name, coding, train, split)
        for name, coding in (("M-tree", mtree_pairs), ("binary tree", binary_pairs))
    ]


def mtree_pairs(problem: Problem) -> Pairs:
    """The M-tree codes of a problem's solution."""
    tree = problem.tree()
    return [] if tree is None else tree.codes()


def binary_pairs(problem: Problem) -> Pairs:
    """The binary-tree codes of a problem's solution as it is written."""
    return [] if problem.expression is None else binary_codes(problem.expression)


def _row(
    name: str,
    coding: Callable[[Problem], Pairs],
    train: Iterable[Problem],
    split: Split,
) -> Row:
    codebook = Codebook.build(map(coding, train))
    solutions = [pairs for problem in split.test if (pairs := coding(problem))]
    covered = sum(map(codebook.covers, solutions))
    return Row(name, len(codebook) - 1, 100 * covered / split.test_size, *PAPER[name])
