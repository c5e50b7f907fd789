"""What models predict, one reversible codec a file; others can be added from outside."""

from collections.abc import Mapping
from typing import Any

from sumc.codecs.binary import BinaryCodes
from sumc.codecs.codec import Codec, CodecSettings, NotCovered
from sumc.codecs.mtree import MTreeCodes
from sumc.codecs.postfix import PostfixCodec
from sumc.codecs.prefix import PrefixCodec
from sumc.codecs.template import TemplateCodec
from sumc.codecs.universal_tree import UniversalTreeCodec
from sumc.errors import CodeError
from sumc.plugins import Registry

CODECS: Registry[type[Codec[Any]]] = Registry("codec", "sumc.codecs")
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


def read_codec(data: Mapping[str, Any]) -> Codec[Any]:
    """The codec that some `Codec.to_json` wrote."""
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
    "read_codec",
]
