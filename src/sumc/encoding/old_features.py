"""`features.json`: what runs and exported models had before codec and encoding were separated."""

from collections.abc import Mapping
from typing import Any, get_args

from sumc.codecs import Codec, read_codec
from sumc.encoding.pieces import Pieces
from sumc.encoding.text import TextEncoding, Words
from sumc.encoding.vocabulary import Vocabulary
from sumc.errors import ProblemError
from sumc.settings.encoders import Unit


def read_features(
    features: Mapping[str, Any], inputs: tuple[str, ...] = ()
) -> tuple[Codec[Any], TextEncoding]:
    """The codec and the encoding of a `features.json`, refusing anything else."""
    match features:
        case {"version": 1, "target": dict() as target, "unit": unit, **rest} if unit in UNITS:
            codec = read_codec(target)
            if rest.get("pieces") is not None:
                pieces = _read_pieces(rest["pieces"])
                return codec, TextEncoding.in_pieces(
                    codec.constants, pieces, rest.get("encoder"), inputs
                )
            words = Words(
                unit,
                Vocabulary.from_json(rest.get("tokens")),
                Vocabulary.from_json(rest.get("parts")),
                rest.get("own_words") is True,
            )
            return codec, TextEncoding(codec.constants, words, inputs=inputs)
    raise ProblemError("expected the features of a model, version 1")


UNITS = get_args(Unit)


def _read_pieces(data: Any) -> Pieces:
    match data:
        case {"kind": "wordpiece", "vocabulary": list() as words, "lowercase": bool() as lower}:
            return Pieces.of_words(list(map(str, words)), lowercase=lower)
        case {"kind": "tokenizer.json"}:
            return Pieces.from_json(data)
    raise ProblemError("expected the pieces of a tokenizer: wordpiece or tokenizer.json")
