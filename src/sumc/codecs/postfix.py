"""Postfix order as a target: the actions of StackDecoder.

n1 * (n2 - n3)   is   n1 n2 n3 - *
"""

from typing import ClassVar

from sumc.codecs.sequence import BINARY, Names, SequenceCodec
from sumc.codecs.zero_signs import Items
from sumc.errors import CodeError


class PostfixCodec(SequenceCodec):
    """The symbols of a solution as written, every operator after its two sides."""

    name: ClassVar[str] = "postfix"

    @staticmethod
    def arrange(items: Items) -> Names:
        """The symbols of a solution as they are."""
        return items

    @staticmethod
    def restore(names: Names) -> Items:
        """The symbols as they are, if they are one tree."""
        check_postfix(names)
        return names


def check_postfix(names: Names) -> None:
    """Raise a `CodeError` unless symbols in postfix order are one tree."""
    operands = 0  # on the stack
    for position, name in enumerate(names, start=1):
        operands += -1 if name in BINARY else 1  # an operator turns two into one
        if operands < 1:
            raise CodeError(f"incomplete: {name}, symbol {position}, lacks two operands before it")
    if operands != 1:
        raise CodeError(f"incomplete: {operands} operands are left at the end, expected one")
