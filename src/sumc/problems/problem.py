"""`Problem`: a text with its numbers, the expression that solves it and the answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from sumc.algebra.expression import Expression
from sumc.algebra.mtree import MTree
from sumc.problems.numbers import Language, Quantity, mask_numbers
from sumc.problems.provenance import UNPUBLISHED, Base, Part, Tags

ANSWER_TOLERANCE = Fraction(1, 10_000)
EITHER_PERCENT = ("percentage", "either")
"""The tag of a problem that asks for a percentage: 15 % may be answered 15 or 0.15."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A word problem. Its numbers are called n1, n2, ... in the order of the text.

    Ids are unique within a dataset: problems of several datasets are distinguished by `source` and
    `id` together.
    """

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
    """The words of the text, where the dataset provides them (Chinese has no spaces)."""
    source: str = field(default="", repr=False)
    """The dataset it belongs to: a name of `sumc data list`, or the path of a file."""
    part: Part = field(default=UNPUBLISHED, repr=False)
    """Its place in the published splits of that dataset."""
    schema: str = field(default="", repr=False)
    """The schema that a generated problem was drawn from, as in `eating/b`."""
    base: Base | None = field(default=None, repr=False)
    """The problem that this one varies or paraphrases."""
    tags: Tags = field(default=(), repr=False)
    """What else the dataset says about it, as pairs of a name and a value."""
    answerable: bool = field(default=True, repr=False)
    """False where the question is known to have no answer: a solver is right to refuse it."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the numbers: n1, n2, ..."""
        return symbols(len(self.quantities))

    @property
    def values(self) -> Mapping[str, Fraction]:
        """The numbers by their names."""
        numbers = (quantity.value for quantity in self.quantities)
        return dict(zip(self.symbols, numbers, strict=True))

    @property
    def operands(self) -> tuple[str, ...]:
        """The numbers of the text that the solution needs, each once and in text order.

        The paper groups problems by "the number of operands (numerical values in problems)
        required to calculate the answer" (section 4.4). So a number that the solution uses twice
        counts once, and constants, which the text does not have, do not count.
        """
        used = set(self.expression.items) if self.expression else set()
        return tuple(symbol for symbol in self.symbols if symbol in used)

    @property
    def masked_text(self) -> str:
        """The text with every number masked: problems that differ only in numbers share it."""
        return masked_text(self.text, self.quantities)

    def tagged(self, name: str) -> tuple[str, ...]:
        """The values of the tags with this name."""
        return tuple(value for tag, value in self.tags if tag == name)

    def is_solved_by(self, value: Fraction) -> bool:
        """Whether a value is the answer, within the tolerance of `same_answer`."""
        gold = self.answer
        if gold is None or same_answer(value, gold):
            return gold is not None
        is_share = abs(gold) < 1  # 0.15 stands for 15 %, 15 for itself
        other = gold * 100 if is_share else gold / 100
        return EITHER_PERCENT in self.tags and same_answer(value, other)

    def tree(self) -> MTree | None:
        """The M-tree of the solution."""
        return None if self.expression is None else MTree.from_expression(self.expression)


def masked_text(text: str, quantities: Iterable[Quantity]) -> str:
    """A text with every number masked, in small letters and with single blanks."""
    return " ".join(mask_numbers(text, quantities).lower().split())


@lru_cache
def symbols(count: int) -> tuple[str, ...]:
    """The names of this many numbers: n1, n2, ..."""
    return tuple(f"n{index}" for index in range(1, count + 1))


def same_answer(value: Fraction, gold: Fraction) -> bool:
    """Whether an answer is right: |a-b| <= 1e-4 * max(1, |b|).

    >>> same_answer(Fraction(1, 3), Fraction("0.3333")), same_answer(Fraction(2), Fraction(3))
    (True, False)
    """
    return abs(value - gold) <= ANSWER_TOLERANCE * max(Fraction(1), abs(gold))
