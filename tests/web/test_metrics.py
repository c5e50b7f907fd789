"""/metrics: what is counted, under which names, and for which app."""

from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from sumc import __version__
from sumc.web.app import create_app
from web.serving import StandIn, stand_in_models

FAMILIES = {
    "sumc_info": "gauge",
    "sumc_requests": "counter",
    "sumc_request_seconds": "histogram",
    "sumc_refused": "counter",
    "sumc_waiting_texts": "gauge",
    "sumc_batch_size": "histogram",
    "sumc_batch_seconds": "histogram",
    "sumc_solutions": "counter",
    "sumc_confidence": "histogram",
}
"""What dashboards rely on; the parser takes `_total` off the names of counters."""


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
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = samples(response.text)
    assert found["sumc_requests_total", ("POST", "/api/solve", "200")] == 1
    assert found["sumc_requests_total", ("POST", "/api/solve", "422")] == 1
    assert found["sumc_requests_total", ("GET", "other", "404")] == 1
    assert found["sumc_request_seconds_count", ("/api/solve",)] == 2
    assert found["sumc_batch_size_sum", ()] == 3
    assert found["sumc_solutions_total", ("en", "answered")] == 3
    assert found["sumc_confidence_count", ("en",)] == 3
    assert found["sumc_waiting_texts", ()] == 0
    assert found["sumc_refused_total", ()] == 0


def test_the_names_and_types_of_the_figures_stay(quick_client: TestClient) -> None:
    text = quick_client.get("/metrics").text
    families = {family.name: family.type for family in text_string_to_metric_families(text)}
    assert families.items() >= FAMILIES.items()
    assert samples(text)["sumc_info", (__version__,)] == 1


def test_a_figure_on_a_bound_counts_below_it(quick_client: TestClient) -> None:
    quick_client.post("/api/solve", json={"texts": ["a", "b", "c", "d"]})
    found = samples(quick_client.get("/metrics").text)
    assert found["sumc_batch_size_bucket", ("2.0",)] == 0
    assert found["sumc_batch_size_bucket", ("4.0",)] == 1


def test_apps_of_one_process_count_for_themselves(quick_client: TestClient) -> None:
    quick_client.get("/nowhere")
    with TestClient(create_app(stand_in_models())) as another:
        assert ("GET", "other", "404") not in _requests(another)
        assert _requests(quick_client)["GET", "other", "404"] == 1


def _requests(client: TestClient) -> dict[tuple[str, ...], float]:
    found = samples(client.get("/metrics").text)
    return {labels: value for (name, labels), value in found.items() if "requests_total" in name}


def test_addresses_and_methods_that_clients_invent_make_no_new_rows(
    quick_client: TestClient,
) -> None:
    for number in range(20):
        quick_client.get(f"/nowhere/{number}")
        quick_client.request(f"METHOD{number}", "/")
    assert len(_requests(quick_client)) == 2
