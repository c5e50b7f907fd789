"""What an exact route says about a text: the answer with its rules, or why there is none."""

from dataclasses import dataclass

from sumc.algebra.mtree import MTree
from sumc.problems.problem import Problem
from sumc.solving.answer import AnswerUnit
from sumc.solving.routes.rules import Rule


@dataclass(frozen=True, slots=True)
class Exact:
    """A text that a rule answers."""

    problem: Problem
    tree: MTree
    rules: tuple[Rule, ...]
    """The rules that were used, the outermost first."""
    unit: AnswerUnit | None = None
    """What the answer counts, where the text says it."""


@dataclass(frozen=True, slots=True)
class Unanswerable:
    """A text that a rule covers but that has no answer."""

    reason: str
    """A name of `sumc.solving.refusals`."""
    problem: Problem | None = None
