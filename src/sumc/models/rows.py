"""Rows of what was read of a batch, for searches that continue with only some of its texts."""

from typing import Any, TypeVar, cast

from torch import Tensor

Read = TypeVar("Read", bound=Any)
"""A tensor, or a list or named tuple of such; the first dimension is that of the texts."""


def of_texts(read: Read, texts: Tensor) -> Read:
    """What was read of some of the texts, perhaps of one of them several times.

    >>> import torch
    >>> of_texts([torch.tensor([5, 6, 7])], torch.tensor([2, 0, 2]))
    [tensor([7, 5, 7])]
    """
    found: Any
    if isinstance(read, Tensor):
        found = read[texts]
    else:
        rows = [of_texts(each, texts) for each in read]
        found = rows if isinstance(read, list) else read._make(rows)
    return cast(Read, found)
