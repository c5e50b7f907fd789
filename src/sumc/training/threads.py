"""How many processor threads torch uses."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def use_threads(count: int) -> Iterator[None]:
    """Compute with some threads, and with as many as before afterwards.

    Small models are quicker with one, and figures differ in their last bits between numbers.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    torch.set_flush_denormal(True)  # numbers that small are noise, and slow
    try:
        yield
    finally:
        torch.set_num_threads(before)
        torch.set_flush_denormal(False)
