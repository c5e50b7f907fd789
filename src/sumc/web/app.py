"""`create_app`: the server as an ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any

import anyio
from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from sumc import __version__
from sumc.solving.solution import Solution
from sumc.web.api import Service, api_routes, check_json, solution_json, tree_json
from sumc.web.errors import add_error_handlers
from sumc.web.guard import GUARDED, TokenGuard
from sumc.web.hosts import HostGuard
from sumc.web.limits import BodyLimits
from sumc.web.memory import keep_tidy
from sumc.web.metrics import Metrics
from sumc.web.models import Models
from sumc.web.pages import page_routes
from sumc.web.queue import JobQueue, SolveQueue
from sumc.web.requests import Requests
from sumc.web.schemas import AUTO
from sumc.web.settings import EVERYTHING, ServerSettings

_ABOUT = """From math word problems to exact answers, by way of the M-tree.

Everything is answered in JSON. An error is `{"errors": [{"code", "what", "where", "accepted"}]}`.
"""


def create_app(models: Models, settings: ServerSettings | None = None) -> FastAPI:
    """The page and the API over models that are already loaded."""
    settings = settings or ServerSettings()
    metrics = Metrics()
    render = partial(solution_json, reads=models.reads)
    service = Service(
        settings,
        models,
        SolveQueue(settings.queue_size, settings.batch_size, render, metrics),
        JobQueue(settings.jobs, settings.job_threads),
        metrics,
    )
    app = FastAPI(
        title="sumc",
        version=__version__,
        description=_ABOUT,
        docs_url=None,  # FastAPI's own loads its scripts from elsewhere; ours is in pages.py
        redoc_url=None,
        lifespan=_lifespan(service),
    )
    app.state.service = service
    app.include_router(api_routes(service))
    app.router.routes.extend(page_routes())
    add_error_handlers(app, models.unknown)
    _add_layers(app, service)
    _document(app, service)
    return app


def _add_layers(app: FastAPI, service: Service) -> None:
    """The middleware of every request; the last one added comes first."""
    settings = service.settings
    if settings.token is not None:
        app.add_middleware(TokenGuard, token=settings.token)
    app.add_middleware(BodyLimits, settings=settings)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
        )
    if settings.allowed_hosts and EVERYTHING not in settings.allowed_hosts:
        app.add_middleware(HostGuard, hosts=settings.allowed_hosts)
    app.add_middleware(Requests, settings=settings, metrics=service.metrics)


def _lifespan(service: Service) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        _rehearse()
        service.solving.start()
        service.jobs.start()
        tidying = asyncio.create_task(keep_tidy(service.metrics.answered, service.is_quiet))
        yield
        tidying.cancel()
        await service.solving.stop()
        service.jobs.stop()

    return lifespan


def _rehearse() -> None:
    """Import what the first request would: under load there may be no file descriptors left to
    read modules."""
    with anyio.move_on_after(1):
        tree_json("1/2")
        check_json("1+2", "3")
        Solution.refused("", "", "").explanation()


def _document(app: FastAPI, service: Service) -> None:
    """Describe this server in the OpenAPI document: its models, and whether it has a token."""
    document: dict[str, Any] = app.openapi()
    for name in ("SolveOne", "SolveMany"):
        model = document["components"]["schemas"][name]["properties"]["model"]
        model["enum"] = [AUTO, *service.models.by_name]
    if service.settings.token is not None:
        _document_token(document)


def _document_token(document: dict[str, Any]) -> None:
    document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if path.startswith(GUARDED):
                operation["security"] = [{"token": []}]
