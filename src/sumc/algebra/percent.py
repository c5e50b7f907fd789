"""Answers in percent: 24 and 24 % are the same answer to "what percent?", and so is 0.24."""

import re
from collections.abc import Sequence

_HUNDRED = re.compile(r"(.*[*×·]\s*100|[0-9.]+)\s*[%％]\s*", re.DOTALL)
_ANSWER = re.compile(r"(.*)[=＝≈]\s*[0-9.]+\s*[%％]\s*", re.DOTALL)


def in_hundredths(reference: str) -> str | None:
    """The reference times a hundred, where it says that its answer is in percent; else None.

    >>> in_hundredths("132/550*100%"), in_hundredths("132/550=24%"), in_hundredths("24%")
    ('132/550*100', '(132/550)*100', '24')
    >>> in_hundredths("80*25%")
    """
    if found := _HUNDRED.fullmatch(reference):
        return found[1]
    answer = _ANSWER.fullmatch(reference)
    return f"({answer[1]})*100" if answer else None


def without_hundred(items: Sequence[str]) -> tuple[str, ...] | None:
    """The expression with its last factor 100 read as 100 %: 132/550*100=24%; None without one.

    >>> without_hundred(("132", "550", "/", "100", "*"))
    ('132', '550', '/', '1', '*')
    """
    if "100" not in items:
        return None
    last = len(items) - 1 - items[::-1].index("100")
    return (*items[:last], "1", *items[last + 1 :])
