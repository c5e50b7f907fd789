"""`Problem`: a text with its numbers, the expression that solves it and the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sumc.algebra.expression import Expression
from sumc.algebra.mtree import MTree
from sumc.problems.numbers import Language, Quantity, mask_numbers

ANSWER_TOLERANCE = Fraction(1, 10_000)


@dataclass(frozen=True, slots=True)
class Problem:
    """A word problem. Its numbers are called n1, n2, ... in the order of the text."""

    id: str
    text: str
    language: Language
    quantities: tuple[Quantity, ...]
    expression: Expression | None = None
    """The solution over n1, n2, ... and constants; None when only the text is known."""
    answer: Fraction | None = None
    equation: str = field(default="", repr=False)
    """The equation as it was published."""
    agrees: bool = True
    """Whether the published equation gives the published answer."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """The words of the text where the dataset comes with them (Chinese has no spaces)."""
    source: str = ""
    """The dataset that the problem comes from."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the numbers: n1, n2, ..."""
        return tuple(f"n{index}" for index in range(1, len(self.quantities) + 1))

    @property
    def values(self) -> Mapping[str, Fraction]:
        """The numbers by their names."""
        numbers = (quantity.value for quantity in self.quantities)
        return dict(zip(self.symbols, numbers, strict=True))

    @property
    def masked_text(self) -> str:
        """The text with every number masked: problems that differ only in numbers have one."""
        return " ".join(mask_numbers(self.text, self.quantities).lower().split())

    def tree(self) -> MTree | None:
        """The M-tree of the solution."""
        return None if self.expression is None else MTree.from_expression(self.expression)


def same_answer(value: Fraction, gold: Fraction) -> bool:
    """Whether an answer is right: |a-b| <= 1e-4 * max(1, |b|).

    >>> same_answer(Fraction(1, 3), Fraction("0.3333")), same_answer(Fraction(2), Fraction(3))
    (True, False)
    """
    return abs(value - gold) <= ANSWER_TOLERANCE * max(Fraction(1), abs(gold))
