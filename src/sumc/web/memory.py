"""Give memory back after a rush.

A burst of thousands of connections leaves free pieces all over the heap, which neither Python
nor the C library returns by itself. Once it is quiet again, this collects them.
"""

import asyncio
import ctypes
import gc
from collections.abc import Callable

RUSH = 1_000
"""Requests after which tidying up is worthwhile."""
PAUSE_SECONDS = 1.0


async def keep_tidy(answered: Callable[[], int], is_quiet: Callable[[], bool]) -> None:
    """Tidy up after every rush, as soon as nothing is being answered."""
    tidied = seen = 0
    while True:
        await asyncio.sleep(PAUSE_SECONDS)
        count = answered()
        if count - tidied >= RUSH and count == seen and is_quiet():
            gc.collect()
            _return_free_pages()
            tidied = count
        seen = count


def _return_free_pages() -> None:
    """Ask the C library to return free memory; only the GNU one can."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return
