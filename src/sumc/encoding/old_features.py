"""`features.json`: what runs and exported models had before codecs and encodings were apart."""

from collections.abc import Mapping
from typing import Any

from sumc.codecs import Codec, read_codec
from sumc.encoding.pieces import Pieces
from sumc.encoding.text import LONGEST, TextEncoding, Words
from sumc.encoding.vocabulary import Vocabulary


def read_features(
    features: Mapping[str, Any], inputs: tuple[str, ...] = ()
) -> tuple[Codec[Any], TextEncoding]:
    """The codec and the encoding of a `features.json`."""
    codec = read_codec(features["target"])
    pieces, encoder = features.get("pieces"), features.get("encoder")
    if pieces is not None:
        places = min(LONGEST, (encoder or {}).get("max_position_embeddings", LONGEST))
        read = _read_pieces(pieces)
        return codec, TextEncoding(codec.constants, None, read, encoder, inputs, places)
    words = Words(
        features["unit"],
        Vocabulary.from_json(features["tokens"]),
        Vocabulary.from_json(features["parts"]),
        features.get("own_words") is True,
    )
    return codec, TextEncoding(codec.constants, words, inputs=inputs)


def _read_pieces(data: Mapping[str, Any]) -> Pieces:
    if data["kind"] == "wordpiece":
        return Pieces.of_words(data["vocabulary"], lowercase=data["lowercase"])
    return Pieces.from_json(data)
