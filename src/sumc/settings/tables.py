"""Tables of TOML to frozen dataclasses: every mistake is found, all are reported at once.

The type of a field says what it accepts: a plain type, a range (`Annotated[int, Range(1)]`), a
choice of words (`Literal`), another dataclass (a table of its own), or `OneKind`: one of several
dataclasses, distinguished by a field such as `kind`.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from itertools import chain
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from sumc.errors import PluginError, hint
from sumc.settings.ranges import OneOf, Range, Value, meant


@dataclass(frozen=True, slots=True)
class OneKind:
    """The dataclasses that a table may become, by what their field `tag` says."""

    tag: str
    kinds: Mapping[str, type[Any]]
    default: str
    advice: str = ""
    """Ends the message about an unknown kind that is like none of these."""


@dataclass(frozen=True, slots=True)
class Written:
    """A value from the command line: a text that is read by the type of its setting."""

    text: str


Raw = dict[str, Any]
"""What a file and the overrides say, before it is checked."""


class TableReader:
    """Reads tables and collects what is wrong with them."""

    def __init__(self) -> None:
        self.mistakes: list[str] = []

    def read(self, kind: type[Any], raw: object, path: str) -> Any:
        """The dataclass of a table; where something is wrong, its default is used."""
        if not isinstance(raw, Mapping):
            self.mistakes.append(f"{path}: expected a table [{path}], found {_shown(raw)}")
            raw = {}
        types = get_type_hints(kind, include_extras=True)
        known = {each.name: types[each.name] for each in fields(kind)}
        values: Raw = {}
        for name, value in raw.items():
            if name in known:
                self._read_field(values, name, value, known[name], f"{path}.{name}")
            else:
                self.mistakes.append(f"{path}.{name}: unknown setting{hint(name, known)}")
        try:
            return kind(**values)
        except ValueError as error:  # a section may check its own settings together
            self.mistakes.append(f"{path}: {error}")
            return kind()

    def _read_field(self, values: Raw, name: str, value: object, kind: Any, path: str) -> None:
        choice = next((each for each in get_args(kind) if isinstance(each, OneKind)), None)
        if choice is not None:
            values[name] = self.read_one(choice, value, path)
        elif is_dataclass(kind):
            values[name] = self.read(_as_type(kind), value, path)
        else:
            read = _from_text(value.text, kind) if isinstance(value, Written) else value
            complaint = complaint_about(read, kind)
            if complaint:
                choices = [each.choices for each in _limits(kind) if isinstance(each, OneOf)]
                near = meant(read, chain(*choices))
                self.mistakes.append(f"{path}: {complaint}, found {_shown(read)}{near}")
            else:
                is_float = _base(kind) is float and isinstance(read, int)
                values[name] = float(read) if is_float else read  # type: ignore[arg-type]

    def read_one(self, choice: OneKind, raw: object, path: str) -> Any:
        """The dataclass that a table's tag names."""
        table = raw if isinstance(raw, Mapping) else {}
        name = value_of(table.get(choice.tag, choice.default))
        if not isinstance(name, str) or name not in choice.kinds:
            advice = meant(name, choice.kinds) or choice.advice if isinstance(name, str) else ""
            self.mistakes.append(
                f"{path}.{choice.tag}: expected one of {', '.join(choice.kinds)}, "
                f"found {name!r}{advice}"
            )
            return choice.kinds[choice.default]()
        return self.read(choice.kinds[name], raw, path)


def check_dataclass(kind: object, what: str) -> None:
    """Make sure that a dataclass, whoever wrote it, can be read from tables."""
    complaints = "".join(f"\n    {each}" for each in _complaints(kind))
    if complaints:
        raise PluginError(f"{what} cannot be read from a table:{complaints}")


def _complaints(kind: Any) -> Iterator[str]:
    if not isinstance(kind, type) or not is_dataclass(kind):
        yield f"expected a dataclass, found {kind!r}"
        return
    if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield "expected a frozen dataclass: settings never change"
    types = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        if each.default is MISSING and each.default_factory is MISSING:
            yield f"{each.name}: expected a default"
        if not _is_readable(types[each.name]):
            yield (
                f"{each.name}: expected bool, int, float, str, a Literal of texts, a dataclass "
                f"or one of them Annotated with a range, found {types[each.name]}"
            )


def _is_readable(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return all(isinstance(each, str) for each in get_args(kind))
    if get_origin(kind) is Annotated:
        plain, *notes = get_args(kind)
        return _is_readable(plain) or any(isinstance(each, OneKind) for each in notes)
    return kind in _WORDS or (isinstance(kind, type) and is_dataclass(kind))


def _as_type(kind: Any) -> type[Any]:
    assert isinstance(kind, type)
    return kind


def value_of(value: object) -> object:
    """A value, or the text of one from the command line."""
    return value.text if isinstance(value, Written) else value


def _shown(value: object) -> str:
    return repr(value_of(value))


def _from_text(text: str, kind: object) -> Value:
    """A value from the command line, read by the type of its setting; else the text itself."""
    base = _base(kind)
    if base is bool:
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        return base(text) if base in (int, float) else text
    except ValueError:
        return text


def complaint_about(value: object, kind: object) -> str | None:
    """What is wrong with the value of a setting of some type, if anything."""
    base = _base(kind)
    right = isinstance(value, int if base is float else base) or type(value) is base
    if not right or (isinstance(value, bool) and base is not bool):
        return f"expected {_WORDS[base]}"
    if base is float and not _is_finite(value):
        return "expected a finite number"
    complaints = (limit.complaint(value) for limit in _limits(kind))  # type: ignore[arg-type]
    return next(filter(None, complaints), None)


def _is_finite(value: object) -> bool:
    """Whether a number is finite as a float: TOML has whole numbers that are too large for one."""
    try:
        return math.isfinite(value)  # type: ignore[arg-type]
    except OverflowError:
        return False


_WORDS: Mapping[type[Any], str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


def _base(kind: object) -> type[Any]:
    """The plain type of a setting: a choice of words is a text."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return kind if isinstance(kind, type) else str


def _limits(kind: object) -> list[Range | OneOf]:
    if get_origin(kind) is Literal:
        return [OneOf(get_args(kind))]
    if kind in (int, float):
        return [Range(0)]  # no setting is negative
    return [each for each in get_args(kind) if isinstance(each, Range | OneOf)]


def set_written(raw: Raw, path: Sequence[str], text: str) -> None:
    """Put a value from the command line into its table; what is in the way is replaced."""
    for name in path[:-1]:
        if not isinstance(raw.get(name), dict):
            raw[name] = {}
        raw = raw[name]
    raw[path[-1]] = Written(text)


def toml_lines(table: Mapping[str, Any], path: str = "") -> list[str]:
    """A table and those inside it, as lines of TOML; plain values come first."""
    plain = {name: value for name, value in table.items() if not isinstance(value, Mapping)}
    lines = [f"[{path}]"] if path and (plain or not table) else []
    lines += [f"{name} = {_toml_value(value)}" for name, value in plain.items()]
    lines += [""] if lines else []
    for name, value in table.items():
        if isinstance(value, Mapping):
            lines += toml_lines(value, f"{path}.{name}" if path else name)
    return lines


def _toml_value(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{"".join(map(_toml_character, value))}"'
    return repr(value)


def _toml_character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def flat(table: Mapping[str, Any], path: str = "") -> dict[str, Value]:
    """All values of nested tables by their full names, such as `training.optimizer.kind`."""
    found: dict[str, Value] = {}
    for name, value in table.items():
        full = f"{path}.{name}" if path else name
        found |= flat(value, full) if isinstance(value, Mapping) else {full: value}
    return found
