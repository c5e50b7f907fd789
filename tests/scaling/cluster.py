"""A Ray cluster of several nodes on this machine, which ends with the test."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sumc.scale.cluster import prepare

NODE = {"num_cpus": 1, "object_store_memory": 100_000_000, "node_ip_address": "127.0.0.1"}


@contextmanager
def several_nodes(count: int = 1) -> Iterator[Any]:
    """A head that is never killed, and other nodes; each has one processor."""
    os.environ.setdefault("RAY_worker_niceness", "0")  # 15 by default: too nice for a busy machine
    prepare(None)
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    try:
        for _ in range(count - 1):
            add_node(cluster)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


def add_node(cluster: Any) -> None:
    """Start another node of one processor."""
    cluster.add_node(**NODE)


def wait_for(condition: Callable[[], bool], seconds: float = 600) -> None:
    """Wait until something is so; on a busy machine that may take minutes."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)
