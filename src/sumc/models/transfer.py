"""Start a model from another one's weights, also where their words, codes or constants differ."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from sumc.encoding.features import Features
from sumc.models.model import Model


def start_from(model: Model, features: Features, other: Model, others: Features) -> int:
    """Copy what two models share; how many tensors were copied, in whole or in rows.

    Tensors of one name and shape are copied. Tables with a row for each word, code class, shape
    or constant are copied row by row for what both models know; the other rows stay fresh.
    """
    own, theirs = model.state_dict(), other.state_dict()
    names, other_names = row_names(features), row_names(others)
    copied = 0
    with torch.no_grad():
        for name in own.keys() & theirs.keys():
            if name in names:
                copied += _copy_rows(own[name], theirs[name], names[name], other_names[name])
            elif own[name].shape == theirs[name].shape:
                own[name].copy_(theirs[name])
                copied += 1
    return copied


def row_names(features: Features) -> Mapping[str, Sequence[object]]:
    """What the rows of the tables of a model stand for, by the names of the tables."""
    classes, constants = features.target.classes, features.target.constants
    return {
        "encoder.embedding.weight": features.tokens.tokens,
        "encoder.parts.weight": features.parts.tokens,
        "slots.weight": (*constants, None),
        "given.weight": (*classes, None),
        "classifier.weight": classes,
        "classifier.bias": classes,
        "shapes.weight": (*features.target.shapes, None),
        "shapes.bias": (*features.target.shapes, None),
    }


def _copy_rows(
    own: Tensor, theirs: Tensor, names: Sequence[object], other_names: Sequence[object]
) -> bool:
    if own.shape[1:] != theirs.shape[1:]:
        return False
    places = {name: place for place, name in enumerate(other_names)}
    pairs = [(row, places[name]) for row, name in enumerate(names) if name in places]
    rows, others = (torch.tensor(each, dtype=torch.long) for each in zip(*pairs, strict=True))
    own[rows] = theirs[others]
    return True
