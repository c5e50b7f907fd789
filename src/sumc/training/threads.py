"""How much of the machine torch takes: threads, and memory for what it has compiled."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

KEPT_OPERATIONS = "ONEDNN_PRIMITIVE_CACHE_CAPACITY"
"""A variable of oneDNN, which compiles an operation for every shape it meets and keeps 1,024.
Batches of texts have thousands of shapes: with bfloat16 a training of MiniLM grew to 12 GB; with
64 kept operations it stays below 5 GB and is as fast."""


@contextmanager
def use_threads(count: int) -> Iterator[None]:
    """Compute with some threads, and return to the previous number afterwards.

    Small models are faster with one; figures differ in their last bits with the number of threads.
    """
    os.environ.setdefault(KEPT_OPERATIONS, "64")  # oneDNN reads it at its first operation
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    torch.set_flush_denormal(True)  # numbers that small are noise, and slow
    try:
        yield
    finally:
        torch.set_num_threads(before)
        torch.set_flush_denormal(False)
