"""The routes of the API."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from sumc import __version__
from sumc.algebra.checking import CheckResult, Side
from sumc.algebra.mtree import MTree
from sumc.errors import SumcError
from sumc.grading.classroom import grade
from sumc.grading.report import to_csv, to_html
from sumc.grading.rounding import Rounding, check_rounded
from sumc.grading.rows import Task, read_answers, read_problems
from sumc.grading.scheme import scheme_of
from sumc.grading.wording import Language, comment_in, in_language
from sumc.solving.refusals import OTHER_LANGUAGE
from sumc.solving.solution import Solution
from sumc.web.errors import expression_mistake, refuse, unreadable
from sumc.web.metrics import CONTENT_TYPE, Metrics
from sumc.web.models import Models
from sumc.web.nodes import compared_nodes, tree_nodes
from sumc.web.queue import JobQueue, SolveQueue
from sumc.web.schemas import (
    MOST_ANSWERS,
    MOST_CHARACTERS,
    MOST_CLASS_CHARACTERS,
    MOST_TEXTS,
    CheckAnswer,
    CheckRequest,
    ErrorAnswer,
    GradeAnswer,
    GradeRequest,
    HealthAnswer,
    ModelsAnswer,
    SolutionAnswer,
    SolutionsAnswer,
    SolveMany,
    SolveRequest,
    TreeAnswer,
    TreeRequest,
)
from sumc.web.settings import CLASS_LIMITS, EXPRESSION_LIMITS, ServerSettings

Json = dict[str, Any]
_T = TypeVar("_T")

NO_READER = {
    "en": "no model of this server reads the language of the text",
    "zh": "这个服务器上没有读这种语言的模型",
}
"""The message instead of the advice to choose another model."""
_ERRORS = {
    400: "The body is not JSON.",
    408: "The body took too long to arrive.",
    413: "The body is too large.",
    415: "The `Content-Type` is not that of JSON.",
    422: "The body is JSON but not what is accepted.",
    503: "The server is at capacity; `Retry-After` says when to try again.",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": about} for status, about in _ERRORS.items()
}


async def said_to_be_json(request: Request) -> None:
    """Refuse a body of another type; pages of other sites could send those without a preflight
    request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        what = "the body is of another type" if kind else "the type of the body is missing"
        accepted = "Content-Type: application/json"
        raise refuse(415, "not-json", what, "header Content-Type", accepted)


_JSON_ALONE = [Depends(said_to_be_json)]


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes work with."""

    settings: ServerSettings
    models: Models
    solving: SolveQueue
    jobs: JobQueue
    metrics: Metrics

    def is_quiet(self) -> bool:
        """Whether no work is waiting."""
        return not self.solving.accepted and not self.jobs.accepted


def api_routes(service: Service) -> APIRouter:
    """The routes over one service."""
    router = APIRouter()

    @router.post(
        "/api/solve",
        tags=["solve"],
        summary="Solve one problem or several",
        response_model=SolutionAnswer | SolutionsAnswer,
        responses=ERRORS,
        dependencies=_JSON_ALONE,
    )
    async def solve(request: Request, body: SolveRequest) -> Response:
        """The exact answer with its M-tree, or the reason why there is none.

        `{"text": ...}` is answered by one solution, `{"texts": [...]}` by `{"solutions": [...]}`.
        """
        texts = body.texts if isinstance(body, SolveMany) else [body.text]
        request.scope["state"]["sumc.texts"] = texts
        chosen = service.models.choose(body.model, texts)
        answers = await service.solving.solve(chosen)
        is_many = isinstance(body, SolveMany)
        return JSONResponse({"solutions": answers} if is_many else answers[0])

    @router.post(
        "/api/tree",
        tags=["algebra"],
        summary="The M-tree of an expression",
        response_model=TreeAnswer,
        responses=ERRORS,
        dependencies=_JSON_ALONE,
    )
    async def tree(body: TreeRequest) -> Response:
        """The tree, its codes, its value, LaTeX and a drawing."""
        return JSONResponse(
            await service.jobs.run(partial(tree_json, body.expression, body.language))
        )

    @router.post(
        "/api/check",
        tags=["algebra"],
        summary="Compare a student's expression with a reference",
        response_model=CheckAnswer,
        responses=ERRORS,
        dependencies=_JSON_ALONE,
    )
    async def check_pair(body: CheckRequest) -> Response:
        """The verdict, partial credit, both trees and every number that differs."""
        options = body.language, body.rounded, body.tolerance
        job = partial(check_json, body.student, body.reference, *options)
        return JSONResponse(await service.jobs.run(job))

    @router.post(
        "/api/grade",
        tags=["algebra"],
        summary="Grade the answers of a class",
        response_model=GradeAnswer,
        responses=ERRORS,
        dependencies=_JSON_ALONE,
    )
    async def grade_class(body: GradeRequest) -> Response:
        """A verdict, points and a comment for every answer, and what many got wrong.

        None of it is kept or logged.
        """
        return JSONResponse(await service.jobs.run(partial(grade_json, body)))

    @router.get(
        "/api/models",
        tags=["server"],
        summary="The models and limits",
        response_model=ModelsAnswer,
    )
    async def models() -> Response:
        """The models of this server by name, and what one request may hold."""
        return JSONResponse(models_json(service))

    @router.get("/healthz", tags=["server"], summary="Health check", response_model=HealthAnswer)
    async def health() -> Response:
        """Whether the server is up."""
        return JSONResponse({"status": "ok", "version": __version__})

    @router.get(
        "/metrics",
        tags=["server"],
        summary="Figures for Prometheus",
        response_class=PlainTextResponse,
    )
    async def metrics() -> Response:
        """Requests, times, batches and confidences in the text format of Prometheus."""
        return Response(service.metrics.text(), media_type=CONTENT_TYPE)

    return router


def solution_json(solution: Solution, model: str, reads: Callable[[str], bool]) -> Json:
    """A solution as `sumc solve --json` prints it, and what a page needs to show it.

    `reads` tells whether some model of the server reads a language.
    """
    nobody = solution.reason == OTHER_LANGUAGE and not reads(solution.language)
    return {
        **solution.to_json(),
        **({"message": NO_READER.get(solution.language, NO_READER["en"])} if nobody else {}),
        "model": solution.model if solution.rules else model,
        "nodes": _nodes_of(solution.tree),
        "explanation": {
            "en": list(solution.explanation("en")),
            "zh": list(solution.explanation("zh")),
        },
    }


def tree_json(expression: str, language: Language = "en") -> Json:
    """A tree as `sumc tree --json` prints it, and what a page needs to show it."""
    try:
        tree = MTree.parse(expression, EXPRESSION_LIMITS)
    except SumcError as error:
        raise unreadable(error, "body.expression", language) from None
    return {
        **tree.to_json(EXPRESSION_LIMITS),
        "latex": tree.to_latex(),
        "svg": tree.to_svg(),
        "nodes": tree_nodes(tree),
    }


def check_json(
    student: str,
    reference: str,
    language: Language = "en",
    rounded: Rounding = "exact",
    tolerance: str = "0",
) -> Json:
    """A check as `sumc check --json` prints it, with both trees and all differences."""
    try:
        result = check_rounded(student, reference, rounded, EXPRESSION_LIMITS, tolerance)
        data = result.to_json()
    except SumcError as error:
        raise unreadable(error, "body.student", language) from None
    left, right, differences = _nodes(result)
    explanation = comment_in(language, result.explanation)
    return {
        **data,
        "explanation": explanation,
        "student": data["student"] | _to_show(result.student, left, "student", language),
        "reference": data["reference"] | _to_show(result.reference, right, "reference", language),
        "differences": differences,
    }


def grade_json(body: GradeRequest) -> Json:
    """A class as `sumc grade --json` prints it, with both reports."""
    answers = _part("answers", lambda: read_answers(body.answers))
    if len(answers.rows) > MOST_ANSWERS:
        what = f"{len(answers.rows)} answers"
        raise refuse(422, "too-many", what, "body.answers", f"at most {MOST_ANSWERS} in a request")
    scheme = _part("scheme", lambda: scheme_of(body.scheme, "the scheme"))
    tasks = _tasks(body)
    where = "problems" if body.problems else "references"
    classroom = _part(where, lambda: grade(answers, tasks, scheme, CLASS_LIMITS))
    return {
        **in_language(classroom, body.language).to_json(),
        "csv": to_csv(classroom, body.language),
        "html": to_html(classroom, language=body.language),
    }


def _tasks(body: GradeRequest) -> dict[str, Task]:
    if bool(body.references) == bool(body.problems.strip()):
        accepted = "either references or problems"
        raise refuse(422, "no-reference", "there is no reference", "body.references", accepted)
    if body.references:
        return {"": Task(tuple(body.references))}
    return _part("problems", lambda: read_problems(body.problems))


def _part(name: str, read: Callable[[], _T]) -> _T:
    """What is read from a part of a request; a mistake in it is reported for that part."""
    try:
        return read()
    except SumcError as error:
        raise refuse(422, "class", str(error), f"body.{name}", _CLASS[name]) from None


_CLASS = {
    "answers": "CSV with the columns name and answer, and perhaps problem",
    "references": "expressions",
    "problems": "CSV with the columns problem and reference, and perhaps unit",
    "scheme": "a grading scheme, see docs/grading.md",
}


def _nodes(result: CheckResult) -> tuple[Json | None, Json | None, list[Json]]:
    student, reference = result.student.tree, result.reference.tree
    if student is None or reference is None:
        return _nodes_of(student), _nodes_of(reference), []
    return compared_nodes(student, reference)


def _nodes_of(tree: MTree | None) -> Json | None:
    return None if tree is None else tree_nodes(tree)


def _to_show(side: Side, nodes: Json | None, name: str, language: Language) -> Json:
    """What a page shows of a side: the tree to draw, or the error in the format of the API."""
    error = side.error and expression_mistake(side.error, f"body.{name}", language)
    return {"nodes": nodes, "error": error and error.model_dump(exclude_none=True)}


def models_json(service: Service) -> Json:
    """The models of a server and what a request may hold."""
    return {
        "models": [
            {"name": model.name, "languages": list(model.languages)}
            for model in service.models.by_name.values()
        ],
        "limits": {
            "text_characters": MOST_CHARACTERS,
            "texts": MOST_TEXTS,
            "expression_characters": EXPRESSION_LIMITS.characters,
            "expression_leaves": EXPRESSION_LIMITS.leaves,
            "body_bytes": service.settings.body_bytes,
            "answers": MOST_ANSWERS,
            "answers_characters": MOST_CLASS_CHARACTERS,
        },
        "version": __version__,
    }
