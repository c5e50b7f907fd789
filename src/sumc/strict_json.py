"""JSON that any program can read: what only Python accepts is refused.

Python's own reader accepts NaN and numbers that overflow, keeps the last of two fields with one
name, and raises a `RecursionError` at a depth that depends on the version. Everything that is
read from a file or a line goes through here, which gives a value or a `ValueError`.
"""

import json
import math
from collections import Counter
from typing import Any, NoReturn

DEEPEST = 100
"""Levels of lists and objects inside one another."""
_TOO_DEEP = f"it is nested more than {DEEPEST} levels deep"
_SHOWN = 40  # characters of a name or number in a message


def parse_json(text: str | bytes) -> Any:
    """The value of a text in JSON; a `ValueError` says why there is none.

    >>> parse_json('{"id": [7, 1.5]}')
    {'id': [7, 1.5]}
    >>> parse_json('{"id": 1e999}')
    Traceback (most recent call last):
        ...
    ValueError: 1e999 is too large for a number
    """
    try:
        value = _DECODER.decode(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    if _is_too_deep(value):
        raise ValueError(_TOO_DEEP)
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:_SHOWN]} is too large for a number")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"{twice[:_SHOWN]!r} appears twice")
    return found


_DECODER = json.JSONDecoder(
    parse_float=_finite, parse_constant=_no_constant, object_pairs_hook=_each_once
)


def _is_too_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(level)
