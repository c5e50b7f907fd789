"""Servers and clients that many tests share; the models are loaded once."""

from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi", reason="the server needs the extra web")

from fastapi.testclient import TestClient

from sumc.web.app import create_app
from sumc.web.models import LoadedModel, Models
from web.serving import ServerProcess, StandIn, stand_in_models, sumc_serve


@pytest.fixture(scope="session")
def models() -> Models:
    """The models that are shipped."""
    return Models([LoadedModel.load("en"), LoadedModel.load("zh")])


@pytest.fixture(scope="module")
def client(models: Models) -> Iterator[TestClient]:
    """A client of a server with the shipped models, in this process."""
    with TestClient(create_app(models)) as made:
        yield made


@pytest.fixture
def stand_in() -> StandIn:
    """A solver that does what a test needs."""
    return StandIn()


@pytest.fixture
def quick_client(stand_in: StandIn) -> Iterator[TestClient]:
    """A client of a server that solves with the stand-in."""
    with TestClient(create_app(stand_in_models(stand_in))) as made:
        yield made


@pytest.fixture(scope="session")
def server() -> Iterator[ServerProcess]:
    """`sumc serve` with the shipped models, in a process of its own."""
    with sumc_serve() as made:
        yield made
