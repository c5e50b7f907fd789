"""Slow and obvious versions of what the library does fast."""

import unicodedata
from collections.abc import Sequence
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


def word_pieces(vocabulary: Sequence[str], text: str, *, lowercase: bool = True) -> list[int]:
    """BERT's word pieces by its own rules: always the longest piece, else the word is unknown."""
    return [
        vocabulary.index(piece)
        for word in bert_words(text, lowercase)
        for piece in _pieces_of(word, vocabulary)
    ]


def bert_words(text: str, lowercase: bool) -> list[str]:
    """The words of a text before they are cut: spaces, punctuation and Chinese divide them."""
    if lowercase:
        text = unicodedata.normalize("NFD", text.lower())
    return "".join(_spaced(character, lowercase) for character in text).split()


def _spaced(character: str, lowercase: bool) -> str:
    category = unicodedata.category(character)
    if character in "\t\n\r" or (character.isspace() and category != "Cc"):
        return " "
    if category[0] == "C" or character == "\ufffd" or (lowercase and category == "Mn"):
        return ""
    sign = character.isascii() and not character.isalnum()
    alone = sign or category[0] == "P" or any(low <= character <= high for low, high in CHINESE)
    return f" {character} " if alone else character


CHINESE = (
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0002a6df"),
    ("\U0002a700", "\U0002ceaf"),
    ("\U0002f800", "\U0002fa1f"),
)


def _pieces_of(word: str, vocabulary: Sequence[str]) -> list[str]:
    """The pieces of one word; one of more than 100 characters is unknown."""
    found: list[str] = []
    start = 0
    while start < len(word) <= 100:
        ends = range(len(word), start, -1)
        pieces = [(f"##{word[start:end]}" if start else word[start:end], end) for end in ends]
        piece, start = next((each for each in pieces if each[0] in vocabulary), ("[UNK]", 0))
        if not start:
            break
        found.append(piece)
    return found if start == len(word) else ["[UNK]"]
