"""Settings of what reads the text: a recurrent network, or a pretrained encoder."""

from dataclasses import dataclass
from typing import Literal

from sumc.settings.ranges import Count, CountOrNone, Few, NotAll, NotNegative, Share
from sumc.settings.tables import OneKind

Unit = Literal["words", "characters"]


@dataclass(frozen=True, slots=True)
class RecurrentSettings:
    """A vocabulary of our own and a bidirectional LSTM or GRU."""

    kind: Literal["rnn"] = "rnn"
    """`rnn`: trained from scratch."""
    unit: Unit = "words"
    """What a token is."""
    own_words: bool = False
    """Cut Chinese texts into the longest known words, as a user's text is cut, instead of into the
    words that a dataset gives; which words are known is still learned from those."""
    vocabulary: CountOrNone = 0
    """How many of the most frequent tokens are kept; 0 keeps all that occur often enough."""
    at_least: Count = 1
    """How often a token must occur in training to be kept."""
    cell: Literal["lstm", "gru"] = "lstm"
    """The recurrent cell."""
    embedding: Count = 128
    """Width of the embeddings of tokens."""
    subwords: bool = True
    """Whether a token's embedding includes its subwords', such as those of the characters."""
    hidden: Count = 128
    """Width of the recurrent layers, for each direction."""
    layers: Few = 1
    """Recurrent layers."""
    dropout: NotAll = 0.2
    """Share of the values that are dropped in training."""
    word_dropout: Share = 0.0
    """Share of the tokens that are made unknown in training; numbers never are."""


@dataclass(frozen=True, slots=True)
class PretrainedSettings:
    """A pretrained transformer with its own word pieces."""

    kind: Literal["pretrained"] = "pretrained"
    """`pretrained`: loaded through the transformers library."""
    weights: str = ""
    """A folder, a name on the Hugging Face hub, or `package:folder`."""
    layers: CountOrNone = 0
    """Layers that are used, counted from the lowest; 0 for all."""
    frozen_layers: CountOrNone = 0
    """Lower layers that are not trained; 1 is the embeddings alone."""
    rate: NotNegative = 1.0
    """Learning rate of the encoder, relative to that of the other weights."""
    dropout: NotAll = 0.1
    """Share of the values of its last layer that are dropped in training."""
    recompute: bool = False
    """Whether the activations of its layers are recomputed for the gradient instead of being kept:
    a third slower, in a fraction of the memory."""


WEIGHTS_NEEDED = (
    "encoder.weights: expected a folder, a name on the Hugging Face hub or package:folder"
)
"""What is missing where a pretrained encoder is not named."""

EncoderSettings = RecurrentSettings | PretrainedSettings
ENCODERS = OneKind("kind", {"rnn": RecurrentSettings, "pretrained": PretrainedSettings}, "rnn")
