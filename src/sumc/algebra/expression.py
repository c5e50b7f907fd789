"""Text to `Expression`: our own parser, without `eval` and without recursion.

An expression is kept in postfix order, one flat tuple of leaves and operators, so that
everything done to it is a loop over a stack: no input, however deep, can overflow anything.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from sumc.algebra.limits import DEFAULT_LIMITS, Limits, refuse
from sumc.algebra.operands import read_number
from sumc.errors import ExpressionError

NEGATE = "~"
"""The sign in `-a`; it takes one operand, all other operators take two."""
OPERATORS = frozenset({"+", "-", "*", "/", "^", NEGATE})

# One character for one character, so that columns stay those of the user's text.
PLAIN = str.maketrans(
    {
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full width
        **dict.fromkeys("×✕✖⨯╳·∙⋅∗•", "*"),
        **dict.fromkeys("÷:∶∕⁄：", "/"),
        **dict.fromkeys("−–—﹣\u2010\u2011\u2012\u2015", "-"),
        **dict(zip("【】〔〕", "[][]", strict=True)),
        **dict.fromkeys("\u00a0\u2009\u202f\u3000\t\n\r", " "),
    }
)
TOKEN = re.compile(  # without a group, and spaces match nothing: findall gives the bare tokens
    r"""[^\W\d_¼½¾⅐-⅞]\w*                                                     # a symbol
    |[-+/^()\[\]{}=]|\*\*?
    |(?:
        (?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)                                  # 1 1/2 and 1(1/2)
            (?:\ *\(\ *[0-9]+\ */\ *[0-9]+\ *\)|\ +[0-9]+\ */\ *[0-9]+(?![.,]?[0-9]))
        |(?:(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]*)?|\.[0-9]+)(?:\ *[¼½¾⅐-⅞])?
        |[¼½¾⅐-⅞]
    )(?:\ *%)?
    |[^ ]""",
    re.VERBOSE,
)
_NUMBER_STARTS = frozenset("0123456789.¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_END = ""
_BINARY = frozenset({"+", "-", "*", "/", "^", "**"})
_PREFIXES = frozenset("+-([{")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, NEGATE: 2, "^": 3, "(": 0, "[": 0, "{": 0}
_NO_PERCENT = frozenset("%") | _NUMBER_STARTS  # a number has already taken its %
_SUFFIXES = frozenset(")]}%")
_NESTS = frozenset({"(", "[", "{", NEGATE, "^"})
"""What opens a level of nesting; between two of them at most a sum and a product can wait."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression as it was written, in postfix order: leaves and operators.

    >>> parse_expression("2*(a-b)")
    Expression(items=('2', 'a', 'b', '-', '*'))
    """

    items: tuple[str, ...]

    @property
    def leaves(self) -> tuple[str, ...]:
        """The numbers and symbols, as often as they occur, from left to right."""
        return tuple(item for item in self.items if item not in OPERATORS)


class Sides(NamedTuple):
    """The two sides of an `=`; `right` is None in an expression without one."""

    left: Expression
    right: Expression | None


def parse_expression(text: str, limits: Limits = DEFAULT_LIMITS) -> Expression:
    """Read an expression that has no `=` in it."""
    left, right = parse_sides(text, limits)
    if right is not None:
        column = text.translate(PLAIN).index("=") + 1
        raise ExpressionError('expected an expression without "="', text, column)
    return left


def parse_sides(text: str, limits: Limits = DEFAULT_LIMITS) -> Sides:
    """Read an expression, or an equation of two expressions.

    >>> parse_sides("x-9=4").right
    Expression(items=('4',))
    """
    if not isinstance(text, str):
        raise ExpressionError(f"expected an expression as text, found {type(text).__name__}")
    if len(text) > limits.characters:
        raise refuse(limits, "characters", len(text))
    parser = _Parser(text, limits)
    left = parser.read_side()
    if parser.ended_by == _END:
        return Sides(left, None)
    right = parser.read_side()
    if parser.ended_by == "=":
        raise parser.error('expected one "=", found a second')
    return Sides(left, right)


class _Parser:
    """Reads tokens by operator precedence, with an explicit stack instead of recursion."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits
        self.tokens: list[str] = TOKEN.findall(text.translate(PLAIN))
        self.tokens.append(_END)
        self.position = 0  # index of the token after the one being read
        self.ended_by = _END
        self.operands_left = limits.leaves

    def read_side(self) -> Expression:
        """The expression up to `=` or the end. The busiest loop, so it is one function."""
        tokens, position, deepest = self.tokens, self.position, self.limits.nesting
        output: list[str] = []
        stack: list[str] = []  # operators and open brackets that wait for what is right of them
        while True:
            token = tokens[position]
            while token in _PREFIXES:
                if token != "+":
                    stack.append(NEGATE if token == "-" else token)
                position += 1
                token = tokens[position]
            if len(stack) > deepest and sum(map(_NESTS.__contains__, stack)) > deepest:
                raise refuse(self.limits, "nesting", f"more than {deepest}")
            self.position = position = position + 1
            named = token.isidentifier() and token[0] != "_"
            output.append(token if named else self.read_number(token))
            while tokens[position] in _SUFFIXES:
                self.position = position = position + 1
                self.read_suffix(tokens[position - 1], output, stack)
            token = tokens[position]
            position += 1
            if token not in _BINARY:
                break
            operator = "^" if token == "**" else token
            strength = _PRECEDENCE[operator]
            while stack and _PRECEDENCE[stack[-1]] >= strength and operator != "^":
                output.append(stack.pop())
            stack.append(operator)  # a^b^c is a^(b^c): nothing binds more strongly than ^
        self.position = position
        return self.finish(token, output, stack)

    def read_number(self, token: str) -> str:
        if token[:1] not in _NUMBER_STARTS:
            raise self.unexpected('a number, a symbol or "("')
        digits = len(token) - token.count(" ")
        if digits > self.limits.digits:
            raise refuse(self.limits, "digits", f"a number of {digits}")
        try:
            operand = read_number(token)
        except ExpressionError as problem:
            raise self.error(problem.message) from None
        if len(operand) > self.limits.digits:  # 1(1/3) of a long fraction, 0.00...1%
            raise refuse(self.limits, "digits", f"a number of {len(operand)}")
        return operand

    def read_suffix(self, token: str, output: list[str], stack: list[str]) -> None:
        """Read a closing bracket, or the % after a symbol or a bracket."""
        if token == "%":
            if self.tokens[self.position - 2][0] in _NO_PERCENT:
                raise self.unexpected("an operator")
            output += ("100", "/")
            return
        _unwind(output, stack)
        if not stack:
            raise self.error(f'"{token}" closes nothing')
        opening = stack.pop()
        if _OPENING[token] != opening:
            raise self.error(f'"{token}" does not close "{opening}"')

    def finish(self, token: str, output: list[str], stack: list[str]) -> Expression:
        """The expression, if it ends where it may end."""
        if token not in (_END, "="):
            raise self.unexpected("an operator")
        _unwind(output, stack)
        if stack:
            raise self.never_closed()
        longest = max(map(len, output))
        if longest > max(self.limits.symbol, self.limits.digits):
            raise refuse(self.limits, "symbol", f"a name of {longest}")
        self.operands_left -= (len(output) + 1 - output.count(NEGATE)) // 2
        if self.operands_left < 0:
            raise refuse(self.limits, "leaves", f"more than {self.limits.leaves}")
        self.ended_by = token
        return Expression(tuple(output))

    def unexpected(self, wanted: str) -> ExpressionError:
        token = self.tokens[self.position - 1]
        found = f'"{visible(token)}"' if token else "the end"
        product = wanted == "an operator" and (token == "(" or token.isidentifier())
        hint = "; write a product with *" if product else ""
        return self.error(f"expected {wanted}, found {found}{hint}")

    def never_closed(self) -> ExpressionError:
        """The error for the innermost bracket that is still open at the end."""
        open_at: list[int] = []
        for position, token in enumerate(self.tokens[: self.position - 1]):
            if token in _CLOSING:
                open_at.append(position)
            elif token in _OPENING:
                open_at.pop()
        self.position = open_at[-1] + 1
        return self.error(f'"{self.tokens[open_at[-1]]}" is never closed')

    def error(self, message: str) -> ExpressionError:
        """An error at the token just read; its column is determined only now."""
        matches = TOKEN.finditer(self.text.translate(PLAIN))
        starts = [match.start() for match in matches]
        column = [*starts, len(self.text.rstrip())][self.position - 1] + 1
        return ExpressionError(message, self.text, column)


def _unwind(output: list[str], stack: list[str]) -> None:
    """Output the operators pending since the last open bracket."""
    while stack and stack[-1] in OPERATORS:
        output.append(stack.pop())


def visible(text: str) -> str:
    """A text short and printable enough to be quoted in an error."""
    shown = text if len(text) <= 20 else text[:20] + "…"
    return shown if shown.isprintable() else ascii(shown)[1:-1]
