"""`ModelSettings`: what a model is made of."""

from dataclasses import dataclass
from typing import Literal

from sumc.settings.ranges import Count, CountOrNone, Few, NotAll, NotNegative, Share


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What a model is made of; each model says in its file what it uses of this."""

    name: Literal["seq2code", "seq2code-joint"] = "seq2code-joint"
    """`seq2code` is the paper's model, `seq2code-joint` ours."""
    encoder: Literal["rnn", "pretrained"] = "rnn"
    """What reads the text."""
    pretrained: str = ""
    """The pretrained encoder: a folder, a name on the Hugging Face hub, or `package:folder`."""
    cell: Literal["lstm", "gru"] = "lstm"
    """The recurrent cell."""
    embedding: Count = 128
    """Width of the embeddings of tokens."""
    parts: bool = True
    """Whether a token's embedding has a share of its parts: of the characters of a word."""
    hidden: Count = 128
    """Width of the recurrent layers, for each direction."""
    layers: Few = 1
    """Recurrent layers."""
    dropout: NotAll = 0.2
    """Share of the values that are dropped in training."""
    word_dropout: Share = 0.0
    """Share of the tokens that are unknown in training; numbers are never."""
    encoder_layers: CountOrNone = 0
    """Layers of the pretrained encoder that are used, from below; 0 for all."""
    encoder_rate: NotNegative = 1.0
    """Learning rate of the pretrained encoder as a share of the others'."""
    frozen_layers: CountOrNone = 0
    """Lower layers of the pretrained encoder that are not trained; 1 is its embeddings alone."""
    width: Count = 256
    """Width of the states of numbers behind the encoder."""
    interaction: CountOrNone = 1
    """Layers of attention between the numbers of a problem; 0 for none."""
    number_features: bool = True
    """Whether the model sees what a number is like: percent, size, order of the values."""
    refinement: bool = True
    """Whether a second pass sees the codes that the first one found."""
    shapes: bool = True
    """Whether the shape of the whole tree is predicted too, which helps to choose among trees."""
    label_smoothing: NotAll = 0.1
    """Share of the probability that is spread over all classes."""
    r_drop: NotNegative = 0.0
    """Weight of the distance between two passes with different dropout; 0 for one pass."""
