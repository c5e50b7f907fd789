"""The reference of the settings, from the dataclasses that read them."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from docsite.tables import table
from sumc import Limits
from sumc.codecs import CODECS
from sumc.settings.encoders import ENCODERS
from sumc.settings.models import MODELS
from sumc.settings.ranges import OneOf, Range
from sumc.settings.tables import OneKind
from sumc.settings.training import OPTIMIZERS, SCHEDULES, DataSettings, TrainingSettings
from sumc.web.settings import ServerSettings

_OPENING = """# Settings

Written from the code. A file of settings is TOML with these sections; `--set SECTION.NAME=VALUE`
overrides one of them. What is not named keeps its default, all mistakes are reported at once, and
a setting that the chosen model would ignore is one. A training writes all of its settings to
`settings.toml` in its folder.

"""


def settings_page() -> str:
    """Every setting of a training, of a server and of the algebra."""
    parts = [_OPENING, _section("`[data]`", DataSettings)]
    codecs = {name: codec.settings for name, codec in CODECS.items()}
    parts += _kinds("codec", "name", codecs)
    parts += _kinds("encoder", ENCODERS.tag, ENCODERS.kinds)
    parts += _kinds("model", "name", {name: kind.settings for name, kind in MODELS.items()})
    parts.append(_section("`[training]`", TrainingSettings))
    parts += _kinds("training.optimizer", OPTIMIZERS.tag, OPTIMIZERS.kinds)
    parts += _kinds("training.schedule", SCHEDULES.tag, SCHEDULES.kinds)
    parts.append(_section("Limits of the algebra: `sumc.Limits`", Limits))
    parts.append(_section("The server: `sumc.web.settings.ServerSettings`", ServerSettings))
    return "".join(parts)


def _kinds(section: str, tag: str, kinds: Mapping[str, type[Any]]) -> Iterator[str]:
    for name, kind in kinds.items():
        yield _section(f"`[{section}]` with `{tag} = {name!r}`".replace("'", '"'), kind)


def _section(title: str, kind: type[Any]) -> str:
    about = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0]
    return f"## {title}\n\n{about}\n\n" + table(
        ["setting", "default", "accepts", "what"], rows(kind)
    )


def rows(kind: type[Any]) -> Iterator[tuple[str, str, str, str]]:
    """Name, default, accepted values and meaning of every field."""
    types, told = get_type_hints(kind, include_extras=True), field_docs(kind)
    for each in fields(kind):
        meaning = told.get(each.name, "")
        yield f"`{each.name}`", _default(each), accepted(types[each.name]), meaning


def _default(each: "Field[Any]") -> str:
    if each.default is MISSING:
        return "see below" if each.default_factory is not MISSING else ""
    shown = str(each.default).lower() if isinstance(each.default, bool) else repr(each.default)
    return f"`{shown}`".replace("'", '"')


def accepted(kind: Any) -> str:
    """What a field accepts, in words.

    >>> accepted(Annotated[int, Range(1, 9)]), accepted(Literal["a", "b"])
    ('int, from 1 to 9', '`a`, `b`')
    """
    if get_origin(kind) is Literal:
        return ", ".join(f"`{each}`" if each else "empty" for each in get_args(kind))
    if get_origin(kind) is Annotated:
        plain, *notes = get_args(kind)
        return next((_noted(plain, note) for note in notes), accepted(plain))
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)


def _noted(plain: Any, note: object) -> str:
    match note:
        case OneKind(kinds=kinds):
            return ", ".join(f"`{name}`" for name in kinds)
        case OneOf(choices=choices):
            return ", ".join(f"`{name}`" for name in choices)
        case Range():
            complaint = note.complaint(note.least - 1) or ""
            return f"{plain.__name__}, {complaint.removeprefix('expected ')}"
    return str(plain)


def field_docs(kind: type[Any]) -> dict[str, str]:
    """The sentences below the fields of a dataclass, those that it inherits included."""
    told: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        assert isinstance(tree, ast.ClassDef)
        for field, below in zip(tree.body, tree.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(text))):
                    told[name] = text
    return told
