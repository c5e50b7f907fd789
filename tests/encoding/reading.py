"""What the tests of encodings share: codecs and encodings of some built-in problems."""

from collections.abc import Sequence
from typing import Any

from built_in import generated_dataset
from sumc.codecs import Codec, MTreeCodes
from sumc.codecs.mtree import MTreeSettings
from sumc.encoding.text import TextEncoding, Words
from sumc.problems.problem import Problem
from sumc.settings.encoders import RecurrentSettings

TRAIN = generated_dataset().problems[:400]
FEATURES = ("number_features",)


def learned(train: Sequence[Problem] = TRAIN, **settings: Any) -> tuple[MTreeCodes, TextEncoding]:
    """M-tree codes of some problems, and an encoding in words."""
    codec = MTreeCodes.learn(train, MTreeSettings())
    return codec, encoding_for(codec, train, **settings)


def encoding_for(
    codec: Codec[Any], train: Sequence[Problem] = TRAIN, **settings: Any
) -> TextEncoding:
    """An encoding in words that a model with number features has."""
    words = Words.learn(train, RecurrentSettings(**settings), codec.constants)
    return TextEncoding(codec.constants, words, inputs=FEATURES)
