"""RoFormer's rotation of queries and keys as one product, while a graph is exported.

transformers turns pairs of values, (a, b) to (-b, a), by slicing and stacking, which takes
ONNX eight operations, twelve times over. On short texts an operation costs more than its
arithmetic, and a product with a constant matrix gives the same numbers to the last bit:

                    [  0  1  0  0 ]
    [a, b, c, d]  @ [ -1  0  0  0 ]  =  [-b, a, -d, c]
                    [  0  0  0  1 ]
                    [  0  0 -1  0 ]
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from torch import Tensor, nn

ROTATION = "apply_rotary_position_embeddings"
"""What transformers calls the function that attention layers rotate with."""


@contextmanager
def rotation_as_product(model: nn.Module) -> Iterator[None]:
    """For a while, let the layers of a model that rotate as RoFormer does use a product."""
    layers = [each for each in model.modules() if hasattr(each, ROTATION)]
    for layer in layers:
        setattr(layer, ROTATION, rotate)
    try:
        yield
    finally:
        for layer in layers:
            delattr(layer, ROTATION)


def rotate(angles: Tensor, *states: Tensor) -> tuple[Tensor, ...]:
    """States (B, heads, T, w), each pair of values turned by its angle at its place.

    `angles` has the sines of all pairs, then their cosines: (1, 1, T, w).
    """
    sines, cosines = (
        torch.stack([each, each], -1).reshape_as(angles) for each in angles.chunk(2, -1)
    )
    turn = torch.from_numpy(turning(angles.shape[-1]))
    return tuple(each * cosines + each @ turn * sines for each in states)


def turning(width: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """The matrix that makes (-b, a) of every pair (a, b).

    >>> (np.array([1, 2, 3, 4]) @ turning(4)).tolist()
    [-2.0, 1.0, -4.0, 3.0]
    """
    first, second = np.arange(0, width, 2), np.arange(1, width, 2)
    matrix = np.zeros((width, width), np.float32)
    matrix[first, second], matrix[second, first] = 1, -1
    return matrix
