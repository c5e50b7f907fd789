"""Random settings of any kind, made from the types of their fields."""

from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sumc.codecs import CODECS
from sumc.settings.encoders import ENCODERS
from sumc.settings.models import MODELS, ModelKind
from sumc.settings.ranges import OneOf, Range
from sumc.settings.settings import Settings
from sumc.settings.tables import OneKind
from sumc.settings.training import DataSettings, StageSettings, TrainingSettings

LARGE = 10**12


def all_settings() -> SearchStrategy[Settings]:
    """The settings of a training with any model, codec and encoder that go together."""
    return st.sampled_from(sorted(MODELS)).flatmap(lambda name: settings_of(MODELS[name]))


def settings_of(kind: ModelKind) -> SearchStrategy[Settings]:
    """The settings of a training with one kind of model."""
    return st.sampled_from(kind.codecs).flatmap(
        lambda codec: st.builds(
            Settings,
            section(DataSettings).filter(_has_nothing_generated),
            st.just(codec),
            section(CODECS[codec].settings),
            st.one_of([section(ENCODERS.kinds[name]) for name in kind.encoders]),
            section(kind.settings),
            section(TrainingSettings, decoding=st.sampled_from(("", *kind.decodings))),
            st.fixed_dictionaries({}, optional={n: section(StageSettings) for n in kind.stages}),
        ).filter(_can_ask_for_constants)
    )


def _has_nothing_generated(data: DataSettings) -> bool:
    """Built-in problems and other settings can contradict each other, which is tested apart."""
    return not data.generated or "generated" not in data.dataset + data.also + data.unseen


def _can_ask_for_constants(settings: Settings) -> bool:
    """Recurrent encoders read constants, which is tested apart too."""
    return not settings.asks_constants or settings.encoder.kind == "pretrained"


def section(kind: type[Any], **chosen: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """A dataclass of settings, every field of which is anything that its type accepts."""
    types = get_type_hints(kind, include_extras=True)
    values = {each.name: _values(types[each.name]) for each in fields(kind)}
    return st.builds(kind, **{**values, **chosen})


def _values(kind: Any) -> SearchStrategy[Any]:
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    base, *limits = get_args(kind) or (kind,)
    for limit in limits:
        match limit:
            case OneKind():
                return st.one_of([section(each) for each in limit.kinds.values()])
            case OneOf():
                return st.sampled_from(limit.choices)
            case Range() if base is int:
                return st.integers(int(limit.least), int(min(limit.most, LARGE)))
            case Range():
                return st.floats(limit.least, min(limit.most, LARGE))
    if is_dataclass(base):
        return section(base)  # type: ignore[arg-type]  # mypy takes it for an instance
    return PLAIN[base]


PLAIN: dict[type[Any], SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(0, LARGE),
    float: st.floats(0, LARGE),
    str: st.text(),
}
