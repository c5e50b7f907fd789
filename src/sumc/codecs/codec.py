"""`Codec`: what a model predicts, and how that becomes an expression again.

    problem --encode--> target --collate--> batch
                                              |
                                            model
                                              v
    expression <------------decode--------- output

Targets and outputs have the same type, and `decode(encode(problem), problem)` is the problem's
own solution: every codec is reversible. Whatever it needs to know (constants, codes, symbols)
is learned from the training problems alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from sumc.algebra.expression import Expression
from sumc.algebra.operands import read_number
from sumc.errors import CodeError, ExpressionError, PluginError
from sumc.problems.constants import AT_LEAST
from sumc.problems.problem import Problem

NO_LABEL = -100
"""Fills the arrays of a batch where there is nothing to learn; losses ignore it."""
NO_SOLUTION = "the problem has no solution to encode"
"""Why a problem of which only the text is known is not covered."""

TargetT = TypeVar("TargetT")
Self = TypeVar("Self", bound="Codec[Any]")


@dataclass(frozen=True, slots=True)
class CodecSettings:
    """How a codec learns; a codec with more options extends these settings."""

    constant_uses: int = AT_LEAST
    """Training problems that must use a number outside their text before it is a constant."""


@dataclass(frozen=True, slots=True)
class NotCovered:
    """Why a codec cannot express a problem's solution."""

    reason: str


class Codec(ABC, Generic[TargetT]):
    """Turns problems into targets and outputs into expressions; what it learned never changes."""

    name: ClassVar[str]
    settings: ClassVar[type[Any]] = CodecSettings
    """The frozen dataclass of its options."""
    constants: tuple[str, ...]
    """Numbers that a solution may use although its text lacks them, such as 3.14."""

    @classmethod
    @abstractmethod
    def learn(cls: type[Self], train: Iterable[Problem], settings: Any) -> Self:
        """The codec for a training set; problems without a solution are ignored."""

    @abstractmethod
    def encode(self, problem: Problem) -> TargetT | NotCovered:
        """The target of a problem's solution, or why this codec has none for it."""

    @abstractmethod
    def decode(self, output: TargetT, problem: Problem) -> Expression:
        """The expression that an output spells, over n1, n2, ... and constants.

        Any output a model can make gives an expression or a `SumcError`, usually a `CodeError`
        with the reason.
        """

    @abstractmethod
    def collate(self, targets: Sequence[TargetT], slots: int) -> Any:
        """The targets of a batch as arrays, in the form that models of this codec learn from.

        `slots` is the largest number of slots that a problem of the batch has.
        """

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""

    @classmethod
    @abstractmethod
    def from_json(cls: type[Self], data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; anything else is a `CodeError`."""

    @property
    def unanswerable(self) -> TargetT:
        """The target of a problem that has no answer, for models that learn to refuse."""
        raise PluginError(
            f"the codec {self.name!r} has no target for problems without an answer: its models "
            "cannot learn to refuse"
        )

    def slots(self, problem: Problem) -> tuple[str, ...]:
        """The operands a solution may use: the constants, then the numbers of the text."""
        return (*self.constants, *problem.symbols)

    def covers(self, problem: Problem) -> bool:
        """Whether a problem's solution is expressible with what was learned."""
        return not isinstance(self.encode(problem), NotCovered)


def not_a_slot(number: str) -> NotCovered:
    """Why a solution is not covered: it uses a number that has no slot."""
    return NotCovered(f"the number {number} is neither in the text nor a constant")


def check_header(data: Mapping[str, Any], name: str, version: int) -> None:
    """Raise a `CodeError` unless a file was written by the codec of this name and version."""
    found = data.get("name"), data.get("version")
    if found != (name, version):
        raise CodeError(
            f"expected a codec {name} of version {version}, found {found[0]} of {found[1]}"
        )


def read_names(data: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """A list of distinct texts in a file."""
    names = data.get(field)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise CodeError(f"expected {field} as a list of texts")
    if len(set(names)) != len(names):
        raise CodeError(f"expected distinct {field}, found a duplicate")
    return tuple(names)


def read_constants(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The constants in a file, each the canonical text of a number."""
    names = read_names(data, "constants")
    try:
        canonical = tuple(map(read_number, names))
    except ExpressionError as error:
        raise CodeError(f"expected numbers as constants: {error}") from None
    if canonical != names:
        raise CodeError(f"expected the constants {canonical}, found {names}")
    return names
