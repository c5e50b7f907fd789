"""Counters and histograms in the text format of Prometheus.

Written by hand: three kinds of figures that one thread changes need no library. The official
client's parser reads what this writes, see the tests.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from sumc import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)

Labels = tuple[str, ...]


class Counter:
    """A number that only grows, for every combination of labels that was seen."""

    kind = "counter"

    def __init__(self, name: str, about: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self.about = about
        self.labels = tuple(labels)
        self.values: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *labels: str, amount: float = 1) -> None:
        self.values[labels] = self.values.get(labels, 0) + amount

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.about, self.kind)
        for labels, value in sorted(self.values.items()):
            yield f"{self.name}{_labels(self.labels, labels)} {_number(value)}"


class Info(Counter):
    """Words that never change, as labels of a 1."""

    kind = "gauge"


class Gauge:
    """A number that goes up and down."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about
        self.value = 0.0

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.about, "gauge")
        yield f"{self.name} {_number(self.value)}"


class Histogram:
    """How often a figure was at most as large as each of some bounds."""

    def __init__(
        self, name: str, about: str, bounds: Sequence[float], labels: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.about = about
        self.bounds = tuple(bounds)
        self.labels = tuple(labels)
        self.counts: dict[Labels, list[int]] = {}
        self.sums: dict[Labels, float] = {}
        if not labels:
            self._row(())

    def observe(self, value: float, *labels: str) -> None:
        self._row(labels)[bisect_left(self.bounds, value)] += 1
        self.sums[labels] += value

    def _row(self, labels: Labels) -> list[int]:
        if labels not in self.counts:
            self.counts[labels] = [0] * (len(self.bounds) + 1)
            self.sums[labels] = 0.0
        return self.counts[labels]

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.about, "histogram")
        for labels, counts in sorted(self.counts.items()):
            below = 0
            for bound, count in zip((*map(_number, self.bounds), "+Inf"), counts, strict=True):
                below += count
                names = _labels((*self.labels, "le"), (*labels, bound))
                yield f"{self.name}_bucket{names} {below}"
            names = _labels(self.labels, labels)
            yield f"{self.name}_sum{names} {_number(self.sums[labels])}"
            yield f"{self.name}_count{names} {below}"


class Metrics:
    """All figures of a server. They are changed on the event loop alone, so nothing is locked."""

    def __init__(self) -> None:
        self.info = Info("sumc_info", "The version of sumc.", ["version"])
        self.info.add(__version__)
        self.requests = Counter(
            "sumc_requests_total", "Requests that were answered.", ["method", "path", "status"]
        )
        self.request_seconds = Histogram(
            "sumc_request_seconds", "From the head of a request to its answer.", SECONDS, ["path"]
        )
        self.refused = Counter("sumc_refused_total", "Requests that found a queue full.")
        self.waiting = Gauge("sumc_waiting_texts", "Texts that are accepted and not answered.")
        self.batch_size = Histogram("sumc_batch_size", "Texts that were solved in one go.", SIZES)
        self.batch_seconds = Histogram(
            "sumc_batch_seconds", "How long a batch took in the solver.", SECONDS
        )
        self.solutions = Counter(
            "sumc_solutions_total", "Texts by model and outcome.", ["model", "outcome"]
        )
        self.confidence = Histogram(
            "sumc_confidence", "The confidence of the answers.", SHARES, ["model"]
        )

    def text(self) -> str:
        """All figures as Prometheus reads them."""
        lines: Iterable[str] = (line for each in vars(self).values() for line in each.lines())
        return "\n".join(lines) + "\n"


def _head(name: str, about: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


def _labels(names: Sequence[str], values: Sequence[str]) -> str:
    """Names and values of labels as they stand behind a name.

    >>> _labels(["path", "status"], ["/api/solve", "200"])
    '{path="/api/solve",status="200"}'
    """
    if not names:
        return ""
    pairs = zip(names, values, strict=True)
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in pairs) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
