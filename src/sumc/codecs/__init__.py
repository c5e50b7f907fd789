"""What models predict, one reversible codec per file; other packages can add theirs."""

from collections.abc import Mapping
from inspect import isabstract
from typing import Any

from sumc.codecs.binary import BinaryCodes
from sumc.codecs.codec import Codec, CodecSettings, NotCovered
from sumc.codecs.mtree import MTreeCodes
from sumc.codecs.postfix import PostfixCodec
from sumc.codecs.prefix import PrefixCodec
from sumc.codecs.template import TemplateCodec
from sumc.codecs.universal_tree import UniversalTreeCodec
from sumc.errors import CodeError, PluginError
from sumc.plugins import Registry


def check_codec(name: str, codec: object) -> None:
    """Make sure that a codec of another package is a class that has all it needs."""
    if not isinstance(codec, type) or not issubclass(codec, Codec):
        raise PluginError(f"the codec {name!r}: expected a class that extends Codec")
    if isabstract(codec):
        lacking = ", ".join(sorted(codec.__abstractmethods__))
        raise PluginError(f"the codec {name!r} lacks {lacking}")
    if getattr(codec, "name", None) != name:
        raise PluginError(f"the codec {name!r}: expected this `name` in its class")


CODECS: Registry[type[Codec[Any]]] = Registry("codec", "sumc.codecs", check_codec)
"""All codecs by name: those of this package and those of installed packages."""
for _codec in (
    MTreeCodes,
    BinaryCodes,
    PrefixCodec,
    PostfixCodec,
    TemplateCodec,
    UniversalTreeCodec,
):
    CODECS.add(_codec.name, _codec)


def codec_to_json(codec: Codec[Any]) -> dict[str, object]:
    """What is stored of a codec, with the name by which `read_codec` finds its class."""
    return {"name": codec.name, **codec.to_json()}


def read_codec(data: Mapping[str, Any]) -> Codec[Any]:
    """The codec that `codec_to_json` wrote."""
    name = data.get("name")
    if not isinstance(name, str) or name not in CODECS:
        raise CodeError(f"expected the name of a codec ({', '.join(CODECS)}), found {name!r}")
    return CODECS[name].from_json(data)


__all__ = [
    "CODECS",
    "BinaryCodes",
    "Codec",
    "CodecSettings",
    "MTreeCodes",
    "NotCovered",
    "PostfixCodec",
    "PrefixCodec",
    "TemplateCodec",
    "UniversalTreeCodec",
    "codec_to_json",
    "read_codec",
]
