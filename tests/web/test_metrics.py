"""/metrics, read by the parser of Prometheus' own client."""

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from sumc.web.metrics import CONTENT_TYPE, Counter, Histogram
from web.serving import StandIn


def samples(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_requests_batches_and_confidences_are_counted(
    quick_client: TestClient, stand_in: StandIn
) -> None:
    quick_client.post("/api/solve", json={"texts": ["a", "b", "c"]})
    quick_client.post("/api/solve", json={"text": ""})
    quick_client.get("/nowhere")
    response = quick_client.get("/metrics")
    assert response.headers["Content-Type"] == CONTENT_TYPE
    found = samples(response.text)
    assert found["sumc_requests_total", ("POST", "/api/solve", "200")] == 1
    assert found["sumc_requests_total", ("POST", "/api/solve", "422")] == 1
    assert found["sumc_requests_total", ("GET", "other", "404")] == 1
    assert found["sumc_request_seconds_count", ("/api/solve",)] == 2
    assert found["sumc_batch_size_sum", ()] == 3
    assert found["sumc_batch_size_bucket", ("2",)] == 0
    assert found["sumc_batch_size_bucket", ("4",)] == 1
    assert found["sumc_solutions_total", ("en", "answered")] == 3
    assert found["sumc_confidence_bucket", ("en", "+Inf")] == 3
    assert found["sumc_waiting_texts", ()] == 0
    assert found["sumc_refused_total", ()] == 0


def test_addresses_and_methods_that_clients_invent_make_no_new_rows(
    quick_client: TestClient,
) -> None:
    for number in range(20):
        quick_client.get(f"/nowhere/{number}")
        quick_client.request(f"METHOD{number}", "/")
    rows = [
        key for key in samples(quick_client.get("/metrics").text) if "requests_total" in key[0]
    ]
    assert len(rows) == 2


@pytest.mark.parametrize("value", ['quo"te', "back\\slash", "new\nline", "语言"])
def test_any_label_comes_back_from_the_parser(value: str) -> None:
    counter = Counter("made_total", "Made up.", ["name"])
    counter.add(value)
    ((key, found),) = samples("\n".join(counter.lines()) + "\n").items()
    assert (key, found) == (("made_total", (value,)), 1)


def test_a_figure_on_a_bound_counts_below_it() -> None:
    histogram = Histogram("seconds", "Made up.", [0.5, 1])
    for figure in (0.5, 0.7, 1, 3):
        histogram.observe(figure)
    found = samples("\n".join(histogram.lines()) + "\n")
    bounds = [found["seconds_bucket", (bound,)] for bound in ("0.5", "1", "+Inf")]
    assert bounds == [1, 3, 4]
    assert found["seconds_sum", ()] == pytest.approx(5.2)
