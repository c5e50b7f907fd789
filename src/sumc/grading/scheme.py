"""A grading scheme: what a teacher gives points for, read from TOML or JSON.

accept = ["3*12-7", "12*3-7"]   # more references, besides the one of the command
unit = "pencils"                # or several, or true for any unit
reduced = true                  # fractions in lowest terms
tolerance = "0.01"              # how far decimals may be off
rounded = "up"                  # or "down": the answer is the next whole number
deduction = 0.5                 # for every rule above that is broken
partial = true                  # wrong work gets the share of the reference that it has

[points]                        # what is not named keeps its default
answer-only = 1
miscalculated = 1.5

[constants]
pi = ["3.14", "22/7"]           # what may be written for a symbol of the reference
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sumc.algebra.checking import VERDICTS, Verdict
from sumc.algebra.operands import number_value, read_number
from sumc.errors import SettingsError, SumcError
from sumc.grading.rounding import ROUNDINGS, Rounding, rounding_named
from sumc.grading.unit_names import ANY_UNIT
from sumc.storage import read_regular
from sumc.strict_json import parse_json

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LARGEST = 1 << 20
"""Bytes of a scheme."""
_HALF = Fraction(1, 2)
POINTS: Mapping[Verdict, Fraction] = MappingProxyType(
    {
        **dict.fromkeys(VERDICTS, Fraction(0)),
        "same-structure": Fraction(1),
        "equivalent": Fraction(1),
        "repeated-addition": Fraction(1),
        "worked-out": Fraction(1),
        "answer-only": _HALF,
        "miscalculated": _HALF,
    }
)
"""Points by default, of one."""


@dataclass(frozen=True)
class Scheme:
    """What an answer gets points for."""

    points: Mapping[Verdict, Fraction] = field(default_factory=lambda: POINTS)
    accept: tuple[str, ...] = ()
    """More references; the best verdict counts."""
    unit: tuple[str, ...] = ()
    """The units of which one must be written; "*" is any."""
    reduced: bool = False
    """Whether a fraction must be in lowest terms."""
    tolerance: Fraction = Fraction(0)
    """How far decimals may be from exact values."""
    rounded: Rounding = "exact"
    """What becomes of the value of the reference where only whole things count."""
    deduction: Fraction = _HALF
    """Points off for every rule that is broken; nobody gets fewer than 0."""
    partial: bool = False
    """Whether wrong work earns the share of the reference's tree that it matches."""
    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What may be written for symbols of the reference."""

    @property
    def full(self) -> Fraction:
        """The most points that an answer can have."""
        return max(self.points.values())


DEFAULT_SCHEME = Scheme()


def load_scheme(path: Path) -> Scheme:
    """The scheme in a TOML file, or JSON by its ending; all mistakes are reported at once."""
    try:
        text = read_regular(path, LARGEST).decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        raise SettingsError(str(path), [f"cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError:
        raise SettingsError(str(path), ["cannot be read: not UTF-8"]) from None
    return read_scheme(text, str(path), is_json=path.suffix.lower() == ".json")


def read_scheme(text: str, source: str, *, is_json: bool = False) -> Scheme:
    """The scheme of a text.

    >>> scheme = read_scheme('unit = "cm"', "my.toml")
    >>> scheme.unit, scheme.full
    (('cm',), Fraction(1, 1))
    """
    try:
        tables = parse_json(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(source, [f"not {'JSON' if is_json else 'TOML'}: {error}"]) from None
    return scheme_of(tables, source)


def scheme_of(tables: object, source: str) -> Scheme:
    """The scheme of tables that are already read."""
    reader = _Reader()
    values = reader.table("", tables, _FIELDS)
    if not reader.mistakes and "points" in values:
        values["points"] = MappingProxyType({**POINTS, **values["points"]})
    if reader.mistakes:
        raise SettingsError(source, reader.mistakes)
    return Scheme(**values)


class _Reader:
    """Reads values and collects what is wrong with them."""

    def __init__(self) -> None:
        self.mistakes: list[str] = []

    def table(
        self, path: str, raw: object, fields: "Mapping[str, _Read] | None"
    ) -> dict[str, Any]:
        """The values of a table, those that can be read."""
        if not isinstance(raw, Mapping):
            self.mistakes.append(f"{path or 'the scheme'}: expected a table, found {_shown(raw)}")
            return {}
        known = fields or dict.fromkeys(raw, _texts)
        values: dict[str, Any] = {}
        for name, value in raw.items():
            place = f"{path}.{name}" if path else str(name)
            if name not in known:
                close = get_close_matches(str(name), known, n=1)
                hint = f", did you mean `{close[0]}`?" if close else f"; known: {', '.join(known)}"
                self.mistakes.append(f"{place}: unknown{hint}")
                continue
            try:
                values[name] = known[name](self, place, value)
            except SumcError as error:
                self.mistakes.append(f"{place}: {error}, found {_shown(value)}")
        return values


_Read = Callable[[_Reader, str, object], object]


def _number(_: _Reader, __: str, value: object) -> Fraction:
    """A number that is not negative; a float counts as the decimal that was written."""
    if isinstance(value, int | float | str) and not isinstance(value, bool):
        text = str(value).strip()
        if text[:1].isdigit() and "e" not in text.lower():
            return number_value(read_number(text))
    raise SumcError("expected a number such as 0.5")


def _flag(_: _Reader, __: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise SumcError("expected true or false")
    return value


def _texts(_: _Reader, __: str, value: object) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if isinstance(texts, list) and texts and all(isinstance(each, str) for each in texts):
        return tuple(each.strip() for each in texts)
    raise SumcError('expected a text or a list of texts, as in ["3.14", "22/7"]')


def _unit(reader: _Reader, place: str, value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return (ANY_UNIT,) if value else ()
    return _texts(reader, place, value)


def _rounding(_: _Reader, __: str, value: object) -> Rounding:
    if value not in ROUNDINGS:
        raise SumcError(f"expected one of {', '.join(ROUNDINGS)}")
    return rounding_named(str(value))


_FIELDS: Mapping[str, _Read] = {
    "accept": _texts,
    "unit": _unit,
    "reduced": _flag,
    "tolerance": _number,
    "rounded": _rounding,
    "deduction": _number,
    "partial": _flag,
    "points": lambda reader, place, value: reader.table(
        place, value, dict.fromkeys(VERDICTS, _number)
    ),
    "constants": lambda reader, place, value: reader.table(place, value, None),
}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
