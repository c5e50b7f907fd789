"""What a dataset is like, in numbers."""

from collections import Counter
from dataclasses import dataclass, fields

from sumc.problems.constants import count_constants
from sumc.problems.datasets import Dataset
from sumc.problems.splits import default_split, group_by_text, seen_share


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over a dataset; every record is either used or left out under a reason."""

    records: int
    used: int
    left_out: Counter[str]
    broken_lines: tuple[str, ...]
    """The lines that could not be read, by file and line, with the reason."""
    disagreeing: int
    """Used problems whose own equation does not give their answer."""
    without_equation: int
    unanswerable: int
    """Used problems whose question is known to have no answer."""
    numbers: Counter[int]
    """Problems by how many numbers their text has."""
    operands: Counter[int]
    """Problems by how many numbers of the text their solution needs (see `Problem.operands`)."""
    codes: Counter[str]
    """How often each M-tree code occurs."""
    constants: Counter[str]
    masked_texts: int
    """Different texts when numbers are masked."""
    trees: int
    """Different M-trees over n1, n2, ..."""
    test_split: str
    test_size: int
    seen: float
    """Share of the test problems of that split whose masked text is in its training part."""

    def to_json(self) -> dict[str, object]:
        """All counts by name (`dataclasses.asdict` breaks counters before Python 3.12)."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def describe(dataset: Dataset) -> Statistics:
    """The statistics of a dataset."""
    solved = [problem for problem in dataset.problems if problem.expression is not None]
    trees = [tree for problem in solved if (tree := problem.tree()) is not None]
    split = default_split(dataset)
    return Statistics(
        records=dataset.size,
        used=len(dataset.problems),
        left_out=dataset.reasons(),
        broken_lines=dataset.broken_lines,
        disagreeing=len(dataset.disagreeing),
        without_equation=len(dataset.problems) - len(solved),
        unanswerable=sum(not problem.answerable for problem in dataset.problems),
        numbers=Counter(len(problem.quantities) for problem in dataset.problems),
        operands=Counter(len(problem.operands) for problem in solved),
        codes=Counter(code for tree in trees for _, code in tree.codes()),
        constants=count_constants(solved),
        masked_texts=len(group_by_text(dataset.problems)),
        trees=len(set(trees)),
        test_split=split.name,
        test_size=split.test_size,
        seen=seen_share(split.train, split.test),
    )
