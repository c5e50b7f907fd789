"""`Codec`: what a model predicts, and how that becomes an expression again.

    problem --encode--> target --collate--> batch --model--> outputs --decode--> expression

A target and what a model puts out have one type, so that `decode(encode(problem), problem)` is
the problem's own solution: every codec is reversible. What it needs to know (constants, codes,
symbols) is learned from the training problems alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from sumc.algebra.expression import Expression
from sumc.problems.constants import AT_LEAST, learn_constants
from sumc.problems.problem import Problem

TargetT = TypeVar("TargetT")
Self = TypeVar("Self", bound="Codec[Any]")


@dataclass(frozen=True, slots=True)
class CodecSettings:
    """What a codec learns; a codec with more to say has settings of its own that extend these."""

    constant_uses: int = AT_LEAST
    """Training problems that must use a number their texts lack before it becomes a constant."""


@dataclass(frozen=True, slots=True)
class NotCovered:
    """Why a codec cannot express a problem's solution."""

    reason: str


class Codec(ABC, Generic[TargetT]):
    """Problems to targets of one kind and back. A codec cannot change once it has learned."""

    name: ClassVar[str]
    settings: ClassVar[type[Any]] = CodecSettings
    """A frozen dataclass of what can be set."""
    constants: tuple[str, ...]
    """Numbers that solutions may use although a text lacks them."""

    @classmethod
    @abstractmethod
    def learn(cls: type[Self], train: Iterable[Problem], settings: Any) -> Self:
        """The codec of the training problems that have a solution."""

    @abstractmethod
    def encode(self, problem: Problem) -> TargetT | NotCovered:
        """The target of a problem with a solution, or why it has none here."""

    @abstractmethod
    def decode(self, output: TargetT, problem: Problem) -> Expression:
        """The expression that an output spells, over n1, n2, ... and constants.

        An output that spells none is a `CodeError`.
        """

    @abstractmethod
    def collate(self, targets: Sequence[TargetT], slots: int) -> Any:
        """The targets of a batch side by side, as the models of this codec want them.

        `slots` is the largest number of slots of a problem of the batch.
        """

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""

    @classmethod
    @abstractmethod
    def from_json(cls: type[Self], data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; anything else is a `CodeError`."""

    def slots(self, problem: Problem) -> tuple[str, ...]:
        """What a solution is made of: the constants, which stand before the text, its numbers."""
        return (*self.constants, *problem.symbols)

    def covers(self, problem: Problem) -> bool:
        """Whether a problem's solution can be expressed with what was learned."""
        return not isinstance(self.encode(problem), NotCovered)


def learn_slots(
    train: Iterable[Problem], settings: CodecSettings
) -> tuple[list[Problem], tuple[str, ...]]:
    """The training problems with a solution, and the constants that their solutions need."""
    solved = [problem for problem in train if problem.expression is not None]
    return solved, learn_constants(solved, settings.constant_uses)
