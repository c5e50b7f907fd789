"""Postfix templates with unknown operators as a target: the two stages of T-RNN.

    n2 * n1 - n3   normalised n1 * n2 - n3   is   n1 n2 <OP> n3 <OP>   and   * -

The first stage predicts the template, the second the operators, from the bottom up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from sumc.algebra.expression import Expression, parse_expression
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.codecs.codec import (
    CodecSettings,
    NotCovered,
    check_header,
    read_constants,
    read_names,
)
from sumc.codecs.normalisation import normalise, representatives
from sumc.codecs.postfix import check_postfix
from sumc.codecs.sequence import (
    BINARY,
    VERSION,
    Indices,
    Names,
    SequenceBatch,
    SymbolCodec,
    learn_constants,
    needs_only,
    operators_of,
    pad,
    plain_solution,
    read_operators,
    solved_items,
    unseen_operator,
)
from sumc.codecs.zero_signs import Items, read_signs, write_signs
from sumc.errors import CodeError, ExpressionError, LimitError
from sumc.problems.problem import Problem

UNKNOWN_OPERATOR = "<OP>"


class Template(NamedTuple):
    """A solution in two parts."""

    symbols: Indices
    """In postfix order; 0 is the unknown operator."""
    operators: Indices
    """The place of every operator in `TemplateCodec.operators`, from the bottom up."""


@dataclass(frozen=True)
class TemplateBatch:
    """The two parts of B solutions."""

    symbols: SequenceBatch
    operators: SequenceBatch


@dataclass(frozen=True)
class TemplateCodec(SymbolCodec[Template]):
    """Normalised solutions, their operators apart."""

    name: ClassVar[str] = "template"
    representatives: tuple[Expression, ...] = ()
    """One solution for each M-tree of the training solutions."""

    @property
    def operator_symbols(self) -> Names:
        """The one symbol with two sides."""
        return (UNKNOWN_OPERATOR,)

    @classmethod
    def learn(cls, train: Iterable[Problem], settings: CodecSettings) -> "TemplateCodec":
        """Operators, constants and representatives of the normalised training solutions."""
        solutions = [normalise(Expression(items)) for items in solved_items(train)]
        constants = learn_constants(map(_items, solutions), settings)
        usable = [each for each in solutions if needs_only(constants, _items(each))]
        codec = cls((), constants, representatives(usable))
        operators = operators_of(_items(codec.normalised(each)) for each in usable)
        return replace(codec, operators=operators)

    def normalised(self, solution: Expression) -> Expression:
        """The one way of writing a solution: its representative, or its normal form."""
        if not self._representative:
            return normalise(solution)
        tree = MTree.from_expression(solution)
        return self._representative.get(tree) or normalise(solution)

    @cached_property
    def _representative(self) -> Mapping[MTree, Expression]:
        return {MTree.from_expression(each): each for each in self.representatives}

    def encode(self, problem: Problem) -> Template | NotCovered:
        """The template and the operators, or which symbol is missing."""
        solution = plain_solution(problem)
        if isinstance(solution, NotCovered):
            return solution
        items = _items(self.normalised(solution))
        symbols = self._indices(tuple(map(_without_operator, items)), problem)
        if isinstance(symbols, NotCovered):
            return symbols
        operators = [item for item in items if item in BINARY]
        unseen = next((each for each in operators if each not in self.operators), None)
        if unseen:
            return unseen_operator(unseen)
        return Template(symbols, tuple(map(self.operators.index, operators)))

    def decode(self, output: Template, problem: Problem) -> Expression:
        """The expression of a template whose operators are filled in."""
        names = self._names(output.symbols, problem)
        wanted, found = names.count(UNKNOWN_OPERATOR), len(output.operators)
        if wanted != found:
            raise CodeError(f"expected {wanted} operators for the template, found {found}")
        if not all(0 <= each < len(self.operators) for each in output.operators):
            raise CodeError(f"expected operators below {len(self.operators)}")
        operators = iter(output.operators)
        filled = tuple(
            self.operators[next(operators)] if name == UNKNOWN_OPERATOR else name for name in names
        )
        check_postfix(filled)
        return read_signs(filled)

    def collate(self, targets: Sequence[Template], slots: int) -> TemplateBatch:
        """Templates and operators side by side; `slots` makes no difference."""
        symbols, operators = ([target[part] for target in targets] for part in (0, 1))
        return TemplateBatch(pad(symbols), pad(operators))

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        written = [to_infix(each) for each in self.representatives]
        return {**super().to_json(), "representatives": written}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TemplateCodec":
        """Read what `to_json` wrote, refusing another version."""
        check_header(data, cls.name, VERSION)
        try:
            written = tuple(map(parse_expression, read_names(data, "representatives")))
        except (ExpressionError, LimitError) as error:
            raise CodeError(f"expected expressions as representatives: {error}") from None
        return cls(read_operators(data), read_constants(data), written)


def _items(solution: Expression) -> Items:
    return write_signs(solution.items)


def _without_operator(item: str) -> str:
    return UNKNOWN_OPERATOR if item in BINARY else item
