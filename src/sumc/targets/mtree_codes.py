"""M-tree codes as a target: a problem to one count vector for every number, and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sumc.algebra.codebook import Codebook
from sumc.algebra.mtree import MTree
from sumc.errors import CodeError, SumcError
from sumc.problems.constants import learn_constants
from sumc.problems.problem import Problem

VERSION = 1
"""Goes up when files of another version can no longer be read."""


@dataclass(frozen=True, slots=True)
class MTreeCodes:
    """The target of seq2code: a codebook and constants, both learned on the training split."""

    codebook: Codebook
    constants: tuple[str, ...]

    @classmethod
    def learn(cls, train: Iterable[Problem]) -> "MTreeCodes":
        """The constants and the codes of the training problems that have a solution."""
        solved = [(p, tree) for p in train if (tree := p.tree()) is not None]
        constants = learn_constants(problem for problem, _ in solved)
        usable = (tree for p, tree in solved if {*constants, *p.symbols}.issuperset(tree.symbols))
        return cls(Codebook.build(tree.codes() for tree in usable), constants)

    def slots(self, problem: Problem) -> tuple[str, ...]:
        """What gets a vector: the constants, which stand before the text, then its numbers."""
        return (*self.constants, *problem.symbols)

    def encode(self, problem: Problem) -> list[list[int]]:
        """A count vector for every slot; what the codebook or the constants lack is an error."""
        tree = problem.tree()
        if tree is None:
            raise CodeError(f"problem {problem.id} has no solution to encode")
        return self.codebook.encode(tree.codes(), self.slots(problem))

    def decode(self, vectors: Sequence[Sequence[int]], problem: Problem) -> MTree:
        """The tree that count vectors spell for a problem."""
        return MTree.from_codes(self.codebook.decode(vectors, self.slots(problem)))

    def covers(self, problem: Problem) -> bool:
        """Whether a problem's solution can be said with these codes and constants."""
        try:
            self.encode(problem)
        except SumcError:
            return False
        return True

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {
            "version": VERSION,
            "constants": list(self.constants),
            "codebook": self.codebook.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "MTreeCodes":
        """Read what `to_json` wrote, refusing another version."""
        constants, codebook = data.get("constants"), data.get("codebook")
        if data.get("version") != VERSION or not isinstance(constants, list):
            raise CodeError(f"expected M-tree codes of version {VERSION} with their constants")
        if not isinstance(codebook, dict):
            raise CodeError("expected the codebook of the M-tree codes")
        return cls(Codebook.from_json(codebook), tuple(map(str, constants)))


def missing_constants(problem: Problem, constants: Sequence[str]) -> tuple[str, ...]:
    """The numbers that a problem's tree uses and neither its text nor the constants have."""
    tree = problem.tree()
    known = {*constants, *problem.symbols}
    return () if tree is None else tuple(s for s in dict.fromkeys(tree.symbols) if s not in known)


def brings_back(problem: Problem) -> bool:
    """Whether a problem's tree, taken apart into codes and restored, gives the right answer."""
    tree = problem.tree()
    if tree is None or not problem.agrees:
        return False
    restored = MTree.from_codes(tree.codes())
    return restored == tree and restored.evaluate(problem.values) == tree.evaluate(problem.values)
