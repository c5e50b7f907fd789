"""Weights in one byte each: every row has a scale of its own."""

from typing import Any

import numpy as np

LARGEST = 127
"""Symmetric: -128 is not used, so that 0 stays exactly 0."""

Array = np.ndarray[Any, np.dtype[Any]]


def quantize_rows(array: Array) -> tuple[Array, Array]:
    """Whole numbers from -127 to 127, and for every row (of the last axis) what 1 is worth.

    >>> rows, scales = quantize_rows(np.array([[0.0, 254.0], [0.0, 0.0]], np.float32))
    >>> rows.tolist(), scales.tolist()
    ([[0, 127], [0, 0]], [[2.0], [1.0]])
    """
    scales = np.abs(array).max(-1, keepdims=True) / LARGEST
    scales = np.where(scales > 0, scales, 1.0).astype(np.float32)
    return np.rint(array / scales).astype(np.int8), scales
