"""Sequences of symbols as a target: what prefix, postfix, templates and universal trees share.

Symbols are numbered; the numbers of the text come last, so that all others have the same index
in every problem:

    index    0  1  2  3    4     5      6      7     8    9
    symbol   +  -  *  /    1    3.14    7     n1    n2   n3
             operators     constants          numbers of the text

Every operator has two sides: `zero_signs` says how signs are written.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from sumc.algebra.expression import Expression
from sumc.algebra.operands import is_number
from sumc.algebra.signs import fold_signs
from sumc.codecs.codec import (
    NO_LABEL,
    NO_SOLUTION,
    Codec,
    CodecSettings,
    NotCovered,
    TargetT,
    check_header,
    not_a_slot,
    read_constants,
    read_names,
)
from sumc.codecs.zero_signs import Items, is_exponent, read_signs, write_signs
from sumc.errors import CodeError, SumcError
from sumc.problems.constants import often_used
from sumc.problems.problem import Problem

VERSION = 1
"""Goes up when files of earlier versions can no longer be read."""
ARITHMETIC = ("+", "-", "*", "/", "^")
BINARY = frozenset({*ARITHMETIC, "=", ";"})
"""Everything that has two sides; all other symbols have none."""

Names = tuple[str, ...]
Indices = tuple[int, ...]
Array = np.ndarray[Any, np.dtype[np.int64]]
Symbols = TypeVar("Symbols", bound="SymbolCodec[Any]")


@dataclass(frozen=True)
class SequenceBatch:
    """B sequences of up to L symbols."""

    symbols: Array  # (B, L), NO_LABEL after the end of a sequence
    lengths: Array  # (B,)

    def rows(self) -> list[list[int]]:
        """The sequences without their padding."""
        pairs = zip(self.symbols.tolist(), self.lengths.tolist(), strict=True)
        return [row[:length] for row, length in pairs]


def pad(sequences: Sequence[Indices]) -> SequenceBatch:
    """Sequences side by side.

    >>> pad([(3, 0, 1), (2,)]).symbols.tolist()
    [[3, 0, 1], [2, -100, -100]]
    """
    lengths = np.array([len(each) for each in sequences], np.int64)
    symbols = np.full((len(sequences), max(lengths, default=0)), NO_LABEL, np.int64)
    for row, sequence in enumerate(sequences):
        symbols[row, : len(sequence)] = sequence
    return SequenceBatch(symbols, lengths)


@dataclass(frozen=True)
class SymbolCodec(Codec[TargetT]):
    """Operators and constants, learned from the training problems, and how they are numbered."""

    operators: Names
    """Those that solutions of the training problems use."""
    constants: Names

    @property
    def operator_symbols(self) -> Names:
        """The symbols with two sides; they have the first indices."""
        return self.operators

    @property
    def operator_count(self) -> int:
        """How many symbols have two sides: those with an index below this number."""
        return len(self.operator_symbols)

    @property
    def fixed(self) -> Names:
        """The symbols that every problem has, in the order of their indices."""
        return (*self.operator_symbols, *self.constants)

    def symbols(self, problem: Problem) -> Names:
        """All symbols that an output for a problem is made of, in the order of their indices."""
        return (*self.fixed, *problem.symbols)

    def size(self, problem: Problem) -> int:
        """How many symbols there are for a problem."""
        return len(self.fixed) + len(problem.quantities)

    def arity(self, index: int) -> int:
        """How many sides a symbol has: 2 for an operator, 0 for a leaf."""
        return 2 if index < self.operator_count else 0

    @property
    def exponents(self) -> Indices:
        """The symbols that may be the right side of `^`."""
        leaves = enumerate(self.fixed[self.operator_count :], start=self.operator_count)
        return tuple(index for index, name in leaves if is_exponent(name))

    def _indices(self, names: Names, problem: Problem) -> Indices | NotCovered:
        """The indices of symbols, or which of them is missing here."""
        places = {name: index for index, name in enumerate(self.symbols(problem))}
        for name in names:
            if name not in places:
                return unseen_operator(name) if name in BINARY else not_a_slot(name)
        return tuple(places[name] for name in names)

    def _names(self, indices: Sequence[int], problem: Problem) -> Names:
        """The symbols of indices; one that no symbol has is a `CodeError`."""
        symbols = self.symbols(problem)
        for index in indices:
            if not 0 <= index < len(symbols):
                raise CodeError(f"expected a symbol from 0 to {len(symbols) - 1}, found {index}")
        return tuple(symbols[index] for index in indices)

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {
            "version": VERSION,
            "name": self.name,
            "operators": list(self.operators),
            "constants": list(self.constants),
        }

    @classmethod
    def from_json(cls: type[Symbols], data: Mapping[str, Any]) -> Symbols:
        """Read what `to_json` wrote, refusing another version."""
        check_header(data, cls.name, VERSION)
        return cls(read_operators(data), read_constants(data))


def unseen_operator(operator: str) -> NotCovered:
    """Why a solution is not covered: no training problem uses one of its operators."""
    return NotCovered(f"no training problem uses the operator {operator}")


class SequenceCodec(SymbolCodec[Indices]):
    """A solution as written, as the indices of its symbols in some order."""

    @staticmethod
    @abstractmethod
    def arrange(items: Items) -> Names:
        """The symbols of a solution in postfix order, arranged as the target needs them."""

    @staticmethod
    @abstractmethod
    def restore(names: Names) -> Items:
        """The postfix order of symbols; a `CodeError` unless they are one whole solution."""

    @classmethod
    def learn(cls: type[Symbols], train: Iterable[Problem], settings: Any) -> Symbols:
        """The operators and constants of the training problems that have a solution."""
        return cls(*learn_symbols(train, settings))

    def encode(self, problem: Problem) -> Indices | NotCovered:
        """The indices of the symbols, or which symbol is missing."""
        solution = plain_solution(problem)
        if isinstance(solution, NotCovered):
            return solution
        return self._indices(self.arrange(write_signs(solution.items)), problem)

    def decode(self, output: Indices, problem: Problem) -> Expression:
        """The expression that indices spell; too few, too many or unknown ones are a mistake."""
        return read_signs(self.restore(self._names(output, problem)))

    def collate(self, targets: Sequence[Indices], slots: int) -> SequenceBatch:
        """The sequences side by side; `slots` makes no difference."""
        return pad(targets)


def learn_symbols(train: Iterable[Problem], settings: CodecSettings) -> tuple[Names, Names]:
    """The operators and constants of solutions as written."""
    solutions = Counter(map(write_signs, solved_items(train)))  # far fewer than problems
    constants = learn_constants(solutions.elements(), settings)
    return operators_of(each for each in solutions if needs_only(constants, each)), constants


def plain_solution(problem: Problem) -> Expression | NotCovered:
    """A problem's solution with its signs folded and its exponents worked out."""
    if problem.expression is None:
        return NotCovered(NO_SOLUTION)
    try:
        return fold_signs(problem.expression)
    except SumcError as error:  # a power without a value, or far too large
        return NotCovered(str(error))


def solved_items(train: Iterable[Problem]) -> Iterator[Items]:
    """The solutions of the training problems that have one."""
    solutions = map(plain_solution, train)
    return (each.items for each in solutions if isinstance(each, Expression))


def learn_constants(solutions: Iterable[Items], settings: CodecSettings) -> Names:
    """The constants of these solutions; unlike a tree, an expression has exponents as leaves."""
    counts = Counter(number for items in solutions for number in dict.fromkeys(_numbers(items)))
    return often_used(counts, settings.constant_uses)


def needs_only(constants: Sequence[str], items: Items) -> bool:
    """Whether a solution needs no constant but these."""
    return set(constants).issuperset(_numbers(items))


def _numbers(items: Items) -> Names:
    return tuple(item for item in items if is_number(item))


def operators_of(solutions: Iterable[Items]) -> Names:
    """The operators that solutions use, always in the same order."""
    used = {item for items in solutions for item in items}
    return tuple(each for each in ARITHMETIC if each in used)


def read_operators(data: Mapping[str, Any], known: Sequence[str] = ARITHMETIC) -> Names:
    """The operators in a file."""
    names = read_names(data, "operators")
    if not set(known).issuperset(names):
        raise CodeError(f"expected operators ({' '.join(known)}), found {' '.join(names)}")
    return names
