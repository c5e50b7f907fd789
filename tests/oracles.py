"""Slow and obvious versions of what the library does fast."""

from fractions import Fraction

import sympy

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.operands import is_number, number_value


def value(expression: Expression, values: dict[str, Fraction]) -> Fraction | None:
    """The value of an expression by plain arithmetic, None where it divides by zero."""
    stack: list[Fraction] = []
    try:
        for item in expression.items:
            if item not in OPERATORS:
                stack.append(number_value(item) if is_number(item) else values[item])
            elif item == NEGATE:
                stack.append(-stack.pop())
            else:
                right = stack.pop()
                stack.append(_calculate(item, stack.pop(), right))
    except ZeroDivisionError:
        return None
    return stack[0]


def _calculate(operator: str, left: Fraction, right: Fraction) -> Fraction:
    if operator == "^":
        return Fraction(left ** int(right))
    return {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left / right,
    }[operator]()


def to_sympy(expression: Expression) -> sympy.Expr:
    """The expression in SymPy, built node by node: SymPy's parser is not trusted with it."""
    stack: list[sympy.Expr] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(_sympy_operand(item))
        elif item == NEGATE:
            stack.append(-stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_sympy_combine(item, left, right))
    return stack[0]


def _sympy_operand(item: str) -> sympy.Expr:
    if not is_number(item):
        return sympy.Symbol(item)
    number = number_value(item)
    return sympy.Rational(number.numerator, number.denominator)


def _sympy_combine(operator: str, left: sympy.Expr, right: sympy.Expr) -> sympy.Expr:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if left.is_zero and right.is_negative if operator == "^" else right.is_zero:
        return sympy.nan  # SymPy goes on with its infinity, and one over that is 0 again
    return left / right if operator == "/" else left**right


def is_defined(formula: sympy.Expr) -> bool:
    """Whether SymPy met no division by zero in a formula."""
    return not formula.has(sympy.zoo, sympy.nan, sympy.oo)


def is_zero(formula: sympy.Expr) -> bool:
    """Whether a formula is 0 whatever its symbols are."""
    return bool(sympy.expand(sympy.numer(sympy.together(formula))) == 0)
