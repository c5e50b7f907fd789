"""`MTree`: the public face of the algebra."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sumc.algebra.canonical import to_root
from sumc.algebra.codes import codes_of, root_from_codes
from sumc.algebra.drawing import to_dot, to_svg
from sumc.algebra.equation import parse_solution
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS, Limits
from sumc.algebra.nodes import Branch, leaves
from sumc.algebra.notation import to_infix, to_latex
from sumc.algebra.operands import is_number
from sumc.algebra.reading import fraction_expression, readable_expression
from sumc.algebra.value import Number, evaluate_node
from sumc.errors import CodeError, EvaluationError, LimitError, SumcError


@dataclass(frozen=True, slots=True, repr=False)
class MTree:
    """The one tree of all equivalent ways of writing a solution; immutable and hashable.

    >>> tree = MTree.parse("n1*(n2-n3)/n4")
    >>> str(tree)
    '(+ (* n1 n2 1/n4) (*- n1 n3 1/n4))'
    >>> tree == MTree.parse("n1/n4*n2 - n3*n1/n4")
    True
    """

    root: Branch

    @classmethod
    def parse(cls, text: str, limits: Limits = DEFAULT_LIMITS) -> "MTree":
        """The tree of an expression, or of what x is in an equation that is linear in x.

        >>> str(MTree.parse("X-9=4"))
        '(+ 4 9)'
        """
        return cls.from_expression(parse_solution(text, limits), limits)

    @classmethod
    def from_expression(cls, expression: Expression, limits: Limits = DEFAULT_LIMITS) -> "MTree":
        """The tree of an expression that is already parsed."""
        return cls(to_root(expression, limits))

    @classmethod
    def from_codes(
        cls, pairs: Iterable[tuple[str, str]], limits: Limits = DEFAULT_LIMITS
    ) -> "MTree":
        """The tree that a set of codes spells; any set a model may emit, but not an empty one.

        >>> str(MTree.from_codes([("n2", "0_1_+_*"), ("n1", "0_0_+_*")]))
        '(+ (* n1 1/n2))'
        """
        try:
            return cls(root_from_codes(pairs, limits))
        except SumcError:
            raise
        except (TypeError, ValueError):
            raise CodeError("expected pairs of a symbol and a code, both of them texts") from None

    def codes(self) -> list[tuple[str, str]]:
        """One pair of symbol and code for every leaf.

        >>> MTree.parse("n1-n2").codes()
        [('n1', '0_0_+'), ('n2', '1_0_+')]
        """
        return codes_of(self.root)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols and numbers of all leaves, from left to right, as often as they occur."""
        return tuple(leaf.symbol for leaf in leaves(self.root))

    def evaluate(
        self, values: Mapping[str, Number] | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> Fraction:
        """The exact value when the symbols have these numbers.

        >>> MTree.parse("n1/n2").evaluate({"n1": 1, "n2": "0.3"})
        Fraction(10, 3)
        """
        if values is not None and not isinstance(values, Mapping):
            kind = type(values).__name__
            raise EvaluationError(f"expected a mapping from symbols to numbers, found {kind}")
        return evaluate_node(self.root, values or {}, limits)

    @property
    def expression(self) -> Expression:
        """The tree as an expression with few brackets, whose M-tree is this one."""
        return readable_expression(self.root)

    def to_expression(self) -> str:
        """An expression with few brackets that parses back to this tree.

        >>> MTree.parse("-b+a/(c+d)").to_expression()
        'a/(c+d)-b'
        """
        return to_infix(self.expression)

    def to_latex(self) -> str:
        """The expression in LaTeX, with fraction bars."""
        return to_latex(fraction_expression(self.root))

    def to_svg(self) -> str:
        """A drawing of the tree as an SVG document, for light and dark backgrounds."""
        return to_svg(self.root)

    def to_dot(self) -> str:
        """The tree in the DOT language of Graphviz."""
        return to_dot(self.root)

    def to_json(self, limits: Limits = DEFAULT_LIMITS) -> dict[str, Any]:
        """The tree as `sumc tree --json` prints it.

        A tree of numbers has a `value`, or a `reason` why it has none: it divides by zero, or the
        value is beyond the limits. Where there are symbols both are None.

        >>> tree = MTree.parse("3/2-a").to_json()
        >>> tree["tree"], tree["codes"][-1], tree["value"]
        ('(+ (* 1/2 3) -a)', {'symbol': 'a', 'code': '1_0_+'}, None)
        """
        value, reason = self._value_or_reason(limits)
        return {
            "tree": str(self),
            "codes": [{"symbol": symbol, "code": code} for symbol, code in self.codes()],
            "value": value,
            "expression": self.to_expression(),
            "reason": reason,
        }

    def _value_or_reason(self, limits: Limits) -> tuple[str | None, str | None]:
        if not all(map(is_number, self.symbols)):
            return None, None
        try:
            return str(self.evaluate(limits=limits)), None
        except (EvaluationError, LimitError) as error:
            return None, str(error)

    def _repr_svg_(self) -> str:
        """The drawing, where a notebook shows the tree."""
        return self.to_svg()

    def __deepcopy__(self, _: object) -> "MTree":
        return self  # immutable, so a copy is the tree itself

    def __str__(self) -> str:
        return self.root.text

    def __repr__(self) -> str:
        return f"MTree({self.root.text!r})"
