"""Limits of processor time that hold on any machine.

A shared machine may run Python five times slower than another one, or than itself an hour ago; a
blow-up that a limit of time is there to catch takes hundreds of times as long.
"""

import contextlib
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from sumc.errors import SumcError

YARDSTICK_SECONDS = 0.0014
"""What the yardstick takes on an ordinary core, which limits of time are stated for."""
TEXT = "+".join(f"n{number}" for number in range(3_000))
ROUNDS = 12


def ordinary_seconds(work: Callable[[], object], enough: float) -> float:
    """The processor time of some work on an ordinary core, whether it is refused or not.

    It is the least of some rounds, each with a look at how fast the machine is right now. A time
    below `enough` will do. Counting branches would make it four times as long, so it is not done.
    """
    best = float("inf")
    with _uncounted():
        for _ in range(ROUNDS):
            seconds = _seconds(work)
            best = min(best, seconds if seconds < enough else ordinary(seconds))
            if best < enough:
                break
    return best


def ordinary(seconds: float) -> float:
    """What a time would be on an ordinary core, by how fast this one is right now."""
    return seconds / max(1.0, _seconds(_yardstick) / YARDSTICK_SECONDS)


def _yardstick() -> object:
    """Some of all that our code does, and none of our code."""
    words = Counter(re.findall(r"[a-z]+|\d+", TEXT))
    return sorted(words.items()), sum(Fraction(1, number) for number in range(1, 120))


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    with contextlib.suppress(SumcError):
        work()
    return time.process_time() - start


@contextlib.contextmanager
def _uncounted() -> Iterator[None]:
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
