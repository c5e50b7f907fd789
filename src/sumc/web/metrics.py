"""The figures of a server, for Prometheus."""

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    generate_latest,
)

from sumc import __version__

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)


class Metrics:
    """All figures of an app, in a registry of its own: several apps can share a process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        Info("sumc", "The version of sumc.", registry=registry).info({"version": __version__})
        self.requests = Counter(
            "sumc_requests_total",
            "Requests that were answered.",
            ["method", "path", "status"],
            registry=registry,
        )
        self.request_seconds = Histogram(
            "sumc_request_seconds",
            "From the head of a request to its answer.",
            ["path"],
            buckets=SECONDS,
            registry=registry,
        )
        self.refused = Counter(
            "sumc_refused_total", "Requests that found a queue full.", registry=registry
        )
        self.waiting = Gauge(
            "sumc_waiting_texts",
            "Texts that are accepted and not answered yet.",
            registry=registry,
        )
        self.batch_size = Histogram(
            "sumc_batch_size",
            "Texts solved in one batch.",
            buckets=SIZES,
            registry=registry,
        )
        self.batch_seconds = Histogram(
            "sumc_batch_seconds",
            "How long a batch took in the solver.",
            buckets=SECONDS,
            registry=registry,
        )
        self.solutions = Counter(
            "sumc_solutions_total",
            "Texts by model and outcome.",
            ["model", "outcome"],
            registry=registry,
        )
        self.confidence = Histogram(
            "sumc_confidence",
            "The confidence of the answers.",
            ["model"],
            buckets=SHARES,
            registry=registry,
        )

    def answered(self) -> int:
        """How many requests were answered so far."""
        samples = [sample for family in self.requests.collect() for sample in family.samples]
        return int(sum(each.value for each in samples if each.name == "sumc_requests_total"))

    def text(self) -> bytes:
        """All figures in the text format of Prometheus."""
        return generate_latest(self.registry)
