"""Linear forms: a side of an equation as `coefficient * x + coefficient * y + ... + constant`.

Coefficients and constants are parts of the equation as written, in postfix order, so that the
solution still has the numbers of the equation: `X-9=4` gives `4+9`, not `13`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits
from sumc.algebra.rational import is_zero
from sumc.algebra.signs import fold_signs
from sumc.errors import EquationError

Items = tuple[str, ...]
"""A part of an equation in postfix order; empty for zero."""
ZERO: Items = ()
_ONE: Items = ("1",)
"""The coefficient of a lone x; known by identity: a 1 that was written down is kept."""
_MINUS_ONE: Items = ("1", NEGATE)


class _OneOver(tuple[str, ...]):
    """The coefficient of x in x/d: dividing by it is multiplying by d."""

    @property
    def divisor(self) -> Items:
        return tuple(self[1:-1])


class Linear(NamedTuple):
    """A sum of unknowns, each with a coefficient, and a constant."""

    coefficients: Mapping[str, Items]
    """Those that are not zero as written."""
    constant: Items

    def of(self, unknown: str) -> Items:
        """The coefficient of an unknown."""
        return self.coefficients.get(unknown, ZERO)

    def without(self, unknown: str) -> "Linear":
        """All but one of the unknowns."""
        rest = {name: each for name, each in self.coefficients.items() if name != unknown}
        return Linear(rest, self.constant)

    def map(self, change: Callable[[Items], Items]) -> "Linear":
        """The form with every coefficient and the constant changed."""
        coefficients = {name: change(each) for name, each in self.coefficients.items()}
        return Linear(coefficients, change(self.constant))

    @property
    def size(self) -> int:
        """How many operands and operators the form has."""
        return sum(map(len, self.coefficients.values())) + len(self.constant)


def linear_form(expression: Expression, unknowns: Collection[str]) -> Linear:
    """The linear form of an expression; `EquationError` if it is not linear in the unknowns.

    >>> from sumc.algebra.expression import parse_expression
    >>> linear_form(parse_expression("3*x-4"), "x")
    Linear(coefficients={'x': ('3',)}, constant=('4', '~'))
    """
    stack: list[Linear] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(Linear({item: _ONE}, ZERO) if item in unknowns else Linear({}, (item,)))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(right.map(negate))
        else:
            stack[-1] = _apply(item, stack[-1], right)
    return stack[0]


def _apply(operator: str, left: Linear, right: Linear) -> Linear:
    if operator in "+-":
        return _combine(add if operator == "+" else subtract, left, right)
    if operator == "*" and not right.coefficients:
        return left.map(lambda each: multiply(each, right.constant))
    if operator == "*" and not left.coefficients:
        return right.map(lambda each: multiply(left.constant, each))
    if operator == "/" and not right.coefficients:
        return left.map(lambda each: _divide(each, right.constant))
    if operator == "^" and not left.coefficients and not right.coefficients:
        return Linear({}, (*left.constant, *right.constant, "^"))
    raise _not_linear(operator, left, right)


def _not_linear(operator: str, left: Linear, right: Linear) -> EquationError:
    names = [*left.coefficients, *right.coefficients]
    how = {
        "*": f"{names[0]} is multiplied by {names[-1]}",
        "/": f"something is divided by {names[-1]}",
        "^": f"{names[0]} is raised to a power or is in an exponent",
    }
    return EquationError(f"the equation is not linear in {names[-1]}: {how[operator]}")


def add_forms(left: Linear, right: Linear) -> Linear:
    """The sum of two forms."""
    return _combine(add, left, right)


def _combine(join: Callable[[Items, Items], Items], left: Linear, right: Linear) -> Linear:
    names = dict.fromkeys((*left.coefficients, *right.coefficients))
    coefficients = {name: join(left.of(name), right.of(name)) for name in names}
    return Linear(coefficients, join(left.constant, right.constant))


def is_lone(coefficient: Items) -> bool:
    """Whether an unknown with this coefficient is alone, perhaps with a sign."""
    return coefficient is _ONE or coefficient is _MINUS_ONE


def is_determined(unknown: str, left: Linear, right: Linear, limits: Limits) -> bool:
    """Whether the coefficient of an unknown in `left = right` is not zero as a formula."""
    coefficient = subtract(left.of(unknown), right.of(unknown))
    return bool(coefficient) and not is_zero(Expression(coefficient), limits)


def solve_for(unknown: str, left: Linear, right: Linear) -> Linear:
    """What an unknown is where `left = right`, in terms of the other unknowns.

    Its coefficient must not be zero (`is_determined`).
    """
    coefficient = left.of(unknown)
    if not coefficient or coefficient[-1] == NEGATE:
        left, right = right, left  # so that 9-x=4 gives 9-4 and not (4-9)/-1
    coefficient = subtract(left.of(unknown), right.of(unknown))
    rest = _combine(subtract, right.without(unknown), left.without(unknown))
    if not rest.size:
        rest = Linear({}, ("0",))
    if NEGATE in coefficient:
        coefficient, rest = _unsigned(coefficient, rest)
    if coefficient is _ONE:
        return rest
    if isinstance(coefficient, _OneOver):
        divisor = coefficient.divisor
        return rest.map(lambda each: multiply(each, divisor))
    return rest.map(lambda each: _divide(each, coefficient))


def _unsigned(coefficient: Items, rest: Linear) -> tuple[Items, Linear]:
    """Both with the other sign where that turns a divisor such as -1-1 into 1+1."""
    if coefficient is _MINUS_ONE:
        return _ONE, rest.map(negate)
    folded = fold_signs(Expression(coefficient)).items
    return (folded[:-1], rest.map(negate)) if folded[-1] == NEGATE else (coefficient, rest)


def negate(items: Items) -> Items:
    """The opposite; a sign that is already there is dropped."""
    if items is _ONE:
        return _MINUS_ONE
    if items and items[-1] == NEGATE:
        return _without_sign(items)
    return (*items, NEGATE) if items else ZERO


def _without_sign(items: Items) -> Items:
    return _ONE if items is _MINUS_ONE else items[:-1]


def add(left: Items, right: Items) -> Items:
    """The sum; adding zero adds nothing."""
    return (*left, *right, "+") if left and right else left or right


def subtract(left: Items, right: Items) -> Items:
    """The difference; taking away a negative part adds it."""
    if right and right[-1] == NEGATE:
        return add(left, _without_sign(right))
    return (*left, *right, "-") if left and right else left or negate(right)


def multiply(left: Items, right: Items) -> Items:
    """The product; a lone x has no coefficient to multiply by."""
    if not left or not right:
        return ZERO
    if left is _ONE or left is _MINUS_ONE:
        return right if left is _ONE else negate(right)
    if right is _ONE or right is _MINUS_ONE:
        return left if right is _ONE else negate(left)
    return (*left, *right, "*")


def _divide(left: Items, right: Items) -> Items:
    if left is _ONE:
        return _OneOver(("1", *right, "/"))
    return (*left, *right, "/") if left else ZERO
