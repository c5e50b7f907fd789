"""The clock of all benchmarks: processor time, so that a busy machine matters less."""

import sys
import time
from collections.abc import Callable, Sequence


def timed(name: str, work: Callable[..., object], inputs: Sequence[tuple[object, ...]]) -> float:
    """Seconds of processor time for one call, on average."""
    print(f"  {name}: {len(inputs):,} ...", file=sys.stderr, flush=True)
    start = time.process_time()
    for arguments in inputs:
        work(*arguments)
    return (time.process_time() - start) / len(inputs)
