"""Expression to text: infix as people write it, prefix, postfix and LaTeX."""

import re
from collections.abc import Callable
from typing import NamedTuple

from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.operands import is_number


class _Part(NamedTuple):
    """The text of a part of an expression and how strongly it holds together."""

    text: str
    strength: int


_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4
_STRENGTH = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "^": _POWER}


class _Writer(NamedTuple):
    """How one notation writes an operand, a sign and an operator with its two sides."""

    operand: Callable[[str], _Part]
    negative: Callable[[_Part], _Part]
    combine: Callable[[str, _Part, _Part], _Part]


def to_infix(expression: Expression) -> str:
    """The expression as people write it, without brackets that are not needed.

    >>> from sumc.algebra.expression import parse_expression
    >>> to_infix(parse_expression("((a*b)-(c+(d)))/(e)"))
    '(a*b-(c+d))/e'
    """
    return _write(expression, _Writer(_plain_operand, _negative, _infix))


def shortened(text: str, most: int = 40) -> str:
    """A text that fits into a sentence.

    >>> shortened("n1+n2+n3", most=5)
    'n1+n2…'
    """
    return text if len(text) <= most else text[:most] + "…"


def to_latex(expression: Expression) -> str:
    r"""The expression in LaTeX, divisions as fractions.

    >>> from sumc.algebra.expression import parse_expression
    >>> to_latex(parse_expression("n1*(a+2)/3"))
    '\\frac{n_{1} \\times \\left(a + 2\\right)}{3}'
    """
    return _write(expression, _Writer(_latex_operand, _latex_negative, _latex))


def to_postfix(expression: Expression) -> str:
    """The expression with every operator after its operands.

    >>> from sumc.algebra.expression import parse_expression
    >>> to_postfix(parse_expression("-a*(b+c)"))
    'a ~ b c + *'
    """
    return " ".join(expression.items)


def to_prefix(expression: Expression) -> str:
    """The expression with every operator in front of its operands.

    >>> from sumc.algebra.expression import parse_expression
    >>> to_prefix(parse_expression("-a*(b+c)"))
    '* ~ a + b c'
    """
    return _write(expression, _Writer(_plain_operand, _prefix_negative, _prefix))


def _write(expression: Expression, writer: _Writer) -> str:
    stack: list[_Part] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(writer.operand(item))
            continue
        right = stack.pop()
        if item == NEGATE:
            stack.append(writer.negative(right))
        else:
            stack[-1] = writer.combine(item, stack[-1], right)
    return stack[0].text


def _plain_operand(operand: str) -> _Part:
    return _Part(operand, _ATOM)


def _prefix_negative(part: _Part) -> _Part:
    return _Part(f"{NEGATE} {part.text}", _ATOM)


def _prefix(operator: str, left: _Part, right: _Part) -> _Part:
    return _Part(f"{operator} {left.text} {right.text}", _ATOM)


def _negative(part: _Part) -> _Part:
    return _Part(f"-{_bracket(part, _POWER)}", _PRODUCT)


def _infix(operator: str, left: _Part, right: _Part) -> _Part:
    strength = _STRENGTH[operator]
    if operator == "^":
        exponent = right.text if right.text[1:].isdigit() else _bracket(right, _ATOM)
        return _Part(f"{_bracket(left, _ATOM)}^{exponent}", strength)
    second = f"({right.text})" if right.text[0] == "-" else _bracket(right, strength + 1)
    return _Part(f"{_bracket(left, strength)}{operator}{second}", strength)


def _bracket(part: _Part, needed: int) -> str:
    return part.text if part.strength >= needed else f"({part.text})"


_LATEX_SIGNS = {"+": " + ", "-": " - ", "*": r" \times "}
_NAME_AND_INDEX = re.compile(r"([^\W\d_]+)([0-9]*)")


def _latex(operator: str, left: _Part, right: _Part) -> _Part:
    if operator == "/":
        return _Part(rf"\frac{{{left.text}}}{{{right.text}}}", _POWER)
    if operator == "^":
        return _Part(f"{_latex_bracket(left, _ATOM)}^{{{right.text}}}", _POWER)
    strength = _STRENGTH[operator]
    needed = _ATOM + 1 if right.text[0] == "-" else strength + 1
    first, second = _latex_bracket(left, strength), _latex_bracket(right, needed)
    return _Part(f"{first}{_LATEX_SIGNS[operator]}{second}", strength)


def _latex_bracket(part: _Part, needed: int) -> str:
    return part.text if part.strength >= needed else rf"\left({part.text}\right)"


def _latex_negative(part: _Part) -> _Part:
    return _Part(f"-{_latex_bracket(part, _POWER)}", _PRODUCT)


def _latex_operand(operand: str) -> _Part:
    if is_number(operand):
        return _latex_number(operand)
    matched = _NAME_AND_INDEX.fullmatch(operand)
    name, index = matched.groups() if matched else (operand, "")
    if name == "π":
        name = r"\pi"
    elif len(name) > 1:
        escaped = name.replace("_", r"\_").replace("π", r"\pi{}")
        name = rf"\mathit{{{escaped}}}"
    return _Part(f"{name}_{{{index}}}" if index else name, _ATOM)


def _latex_number(operand: str) -> _Part:
    if "(" not in operand:
        return _Part(operand, _ATOM)
    whole, fraction = operand[:-1].split("(")
    numerator, denominator = fraction.split("/")
    text = rf"\frac{{{numerator}}}{{{denominator}}}"
    return _Part(f"{whole}{text}" if whole != "0" else text, _POWER)
