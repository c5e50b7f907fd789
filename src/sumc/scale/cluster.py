"""The Ray cluster to work on: one that is already running, or one on this machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

OBJECT_STORE = 200_000_000
"""Bytes of shared memory on this machine: rows stay in files, so little of it is used."""
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is sent to anybody
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # workers use this very environment
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # no warning about it
    "RAY_agent_register_timeout_ms": "120000",  # on a busy machine all takes longer
    "RAY_raylet_start_wait_time_s": "120",
}
LOOPBACK = ("127.0.0.1:", "localhost:")


@contextmanager
def connected(address: str | None, workers: int | None) -> Iterator[int]:
    """A connection to a cluster, and how many workers it may use.

    Without an address it is a cluster on this machine, which only this machine can reach and which
    ends with this process. An existing connection is used and left open.
    """
    import ray

    if ray.is_initialized():
        yield workers or processors()
        return
    prepare(address)
    if address:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    else:
        ray.init(
            address="local",
            num_cpus=workers or os.cpu_count() or 1,
            object_store_memory=OBJECT_STORE,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
        )
    try:
        yield workers or processors()
    finally:
        ray.shutdown()


def prepare(address: str | None) -> None:
    """Prepare this process to join a cluster; a local one is reachable from this machine only."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    if address is None or address.startswith(LOOPBACK):
        from ray._private import ray_constants

        # On macOS and Windows Ray listens on the machine itself unless told otherwise; on Linux
        # it listens on the whole network, and this is the only switch.
        ray_constants.ENABLE_RAY_CLUSTER = False


def processors() -> int:
    """The processors of the cluster."""
    import ray

    return max(1, int(ray.cluster_resources().get("CPU", 1)))
