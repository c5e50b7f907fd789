"""Who a server answers to: only its own names, so that no page of another site can reach it.

A page may send requests to its visitor's own computer under a name that its owner lets point there
(DNS rebinding); the browser takes both for one site. The name is in the header Host.
"""

import pytest
from fastapi.testclient import TestClient

from sumc.cli.serve import serve_command
from sumc.errors import ServeError
from sumc.web.app import create_app
from sumc.web.hosts import LOOPBACK, hosts_for
from sumc.web.settings import ServerSettings
from web.serving import stand_in_models

OWN = ["localhost", "LocalHost:8000", "localhost.", "127.0.0.1:8000", "127.0.0.1", "[::1]:8000"]
FOREIGN = [
    "attacker.example",
    "attacker.example:8000",
    "localhost.attacker.example",
    "127.0.0.1.attacker.example",
    "attacker.example@localhost",
    "localhost@attacker.example",
    "localhost:8000:attacker.example",
    "localhost/attacker.example",
    "127.0.0.2",
    "192.0.2.7",
    "[::2]",
    "[::1",
    "",
    " ",
    "é",
]


def client_of(*hosts: str) -> TestClient:
    settings = ServerSettings(allowed_hosts=hosts)
    return TestClient(create_app(stand_in_models(), settings), base_url="http://localhost")


@pytest.fixture(scope="module", name="on_loopback")
def _on_loopback() -> TestClient:
    return client_of(*LOOPBACK)


@pytest.mark.parametrize("host", OWN)
def test_own_names_are_answered_with_any_port(on_loopback: TestClient, host: str) -> None:
    assert on_loopback.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/models", "/metrics", "/nowhere"])
def test_other_names_are_misdirected(on_loopback: TestClient, path: str) -> None:
    for host in FOREIGN:
        answer = on_loopback.get(path, headers={b"Host": host.encode()})
        assert answer.status_code == 421, host
        assert answer.json()["errors"][0]["code"] == "host"
        assert "attacker" not in answer.text


def test_names_can_be_added_and_the_check_left_to_a_proxy() -> None:
    for hosts in (("school.example",), ("*",), ()):
        found = client_of(*hosts).get("/healthz", headers={"Host": "school.example:80"})
        assert found.status_code == 200
    assert client_of("school.example").get("/healthz").status_code == 421


@pytest.mark.parametrize(
    ("listens", "named", "hosts"),
    [
        ("127.0.0.1", [], LOOPBACK),
        ("localhost", [], LOOPBACK),
        ("127.0.0.1", ["school.example"], (*LOOPBACK, "school.example")),
        ("192.0.2.7", [], (*LOOPBACK, "192.0.2.7")),
        ("::", [], (*LOOPBACK, "<address>")),
        ("0.0.0.0", ["school.example"], (*LOOPBACK, "<address>", "school.example")),
        ("127.0.0.1", ["*"], ("*",)),
    ],
)
def test_the_names_of_a_server_follow_from_where_it_listens(
    listens: str, named: list[str], hosts: tuple[str, ...]
) -> None:
    assert hosts_for(listens, named) == hosts


def test_a_server_on_all_addresses_answers_to_addresses_and_to_no_names() -> None:
    """An address is not a name that somebody else could let point there."""
    client = client_of(*hosts_for("0.0.0.0", []))
    for host, status in (
        ("192.0.2.7:8000", 200),
        ("[2001:db8::1]:8000", 200),
        ("attacker.example", 421),
        ("192.0.2.7.attacker.example", 421),
        ("3221225991", 421),
    ):
        assert client.get("/healthz", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("host", ["", "a b", "http://school.example", "school.example:80", "*.x"])
def test_a_name_that_is_none_is_refused_at_the_start(host: str) -> None:
    with pytest.raises(ServeError, match="expected a name or address"):
        ServerSettings(allowed_hosts=(host,))


def test_redirects_name_no_host() -> None:
    client = client_of()
    for path in ("/docs/", "/api/solve/", "/healthz/?a=b"):
        answer = client.get(path, headers={"Host": "attacker.example"}, follow_redirects=False)
        assert answer.status_code == 307
        assert answer.headers["location"] == path.replace("/?", "?").rstrip("/")


@pytest.mark.parametrize("token", ["", " "])
def test_an_empty_token_lets_nobody_start_a_server_that_is_open(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable that a script failed to fill must not open the server to everybody."""
    monkeypatch.setenv("SUMC_TOKEN", token)
    with pytest.raises(ServeError, match="SUMC_TOKEN is set and empty"):
        serve_command(port=0)
