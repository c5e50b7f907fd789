"""Start a model from another one's weights, also where their words, codes or constants differ."""

from collections.abc import Sequence

import torch
from torch import Tensor

from sumc.models.model import Model


def start_from(model: Model, other: Model) -> int:
    """Copy what two models share; return how many tensors were copied, in whole or in rows.

    Tensors of one name and shape are copied. Tables whose rows stand for something (words, code
    classes, constants: see `Model.row_names`) are copied row by row for what both models know;
    the other rows stay fresh.
    """
    own, theirs = model.state_dict(), other.state_dict()
    names, other_names = model.row_names(), other.row_names()
    copied = 0
    with torch.no_grad():
        for name in sorted(own.keys() & theirs.keys()):
            if name in names and name in other_names:
                copied += _copy_rows(own[name], theirs[name], names[name], other_names[name])
            elif own[name].shape == theirs[name].shape:
                own[name].copy_(theirs[name])
                copied += 1
    return copied


def _copy_rows(
    own: Tensor, theirs: Tensor, names: Sequence[object], other_names: Sequence[object]
) -> bool:
    if own.shape[1:] != theirs.shape[1:]:
        return False
    places = {name: place for place, name in enumerate(other_names)}
    pairs = [(row, places[name]) for row, name in enumerate(names) if name in places]
    if pairs:
        rows, others = (torch.tensor(each, dtype=torch.long) for each in zip(*pairs, strict=True))
        own[rows] = theirs[others]
    return bool(pairs)
