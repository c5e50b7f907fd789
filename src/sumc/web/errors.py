"""How the API reports errors: one format for everything that can be wrong with a request."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from sumc.errors import ExpressionError, SumcError
from sumc.grading.wording import Language, unread_in
from sumc.web.schemas import ErrorAnswer, Mistake

EXPRESSIONS = "numbers, names such as n1, + - * / ^, brackets, or an equation that is linear in x"
"""What is accepted where an expression is expected."""
MOST_MISTAKES = 20
"""The most mistakes in one answer."""
MODEL = "body.model"
"""Where a request names its model."""

UnknownModel = Callable[[str], Mistake | None]
"""What is wrong with the name of a model, if anything is."""


class ApiError(Exception):
    """A request that is answered with a 4xx or 5xx status and the mistakes in it."""

    def __init__(
        self, status: int, mistakes: Sequence[Mistake], headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, mistakes)
        self.status = status
        self.mistakes = tuple(mistakes)
        self.headers = dict(headers or {})

    def response(self) -> JSONResponse:
        """The answer in the one format of all errors."""
        return error_response(self.status, self.mistakes, self.headers)


def refuse(
    status: int, code: str, what: str, where: str, accepted: str, **headers: str
) -> ApiError:
    """The error for one mistake; names of headers have `_` for `-`."""
    mistake = Mistake(code=code, what=what, where=where, accepted=accepted)
    return ApiError(status, [mistake], {k.replace("_", "-"): v for k, v in headers.items()})


def busy(seconds: float) -> ApiError:
    """The error for a request that finds the queue full; the connection is closed, because
    thousands of open ones would be a load of their own."""
    wait = str(max(1, min(60, math.ceil(seconds))))
    return refuse(
        503,
        "busy",
        "the server is at capacity",
        "server",
        f"the same request, {wait} s later",
        Retry_After=wait,
        Connection="close",
    )


def unreadable(error: SumcError, where: str, language: Language = "en") -> ApiError:
    """The error for an expression that cannot be read or is too large."""
    return ApiError(422, [expression_mistake(error, where, language)])


def expression_mistake(error: SumcError, where: str, language: Language = "en") -> Mistake:
    """What is wrong with an expression, and in which column."""
    if isinstance(error, ExpressionError):
        what, column = unread_in(language, error.message), error.column or None
        return Mistake(
            code="expression", what=what, where=where, accepted=EXPRESSIONS, column=column
        )
    what = unread_in(language, str(error))
    return Mistake(code="limit", what=what, where=where, accepted="a smaller expression")


def error_response(
    status: int, mistakes: Sequence[Mistake], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """An answer with a status and mistakes."""
    answer = ErrorAnswer(errors=list(mistakes)).model_dump(exclude_none=True)
    return JSONResponse(answer, status, headers)


def add_error_handlers(app: FastAPI, unknown_model: UnknownModel) -> None:
    """Give every error, FastAPI's and ours, the same format."""

    async def invalid(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return _invalid(error, unknown_model)

    app.add_exception_handler(ApiError, _api_error)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, _http_error)


async def _api_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiError)
    return error.response()


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    path = shortened(request.url.path)
    if error.status_code == 404:
        mistake = Mistake(
            code="not-found",
            what=f"there is nothing at {path}",
            where="path",
            accepted="see /docs",
        )
    elif error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        mistake = Mistake(
            code="method-not-allowed",
            what=f"{path} does not support {request.method}",
            where="method",
            accepted=allowed,
        )
    else:  # how FastAPI reports a body that its JSON reader gave up on
        mistake = _malformed("it is nested too deeply or not UTF-8")
    return error_response(error.status_code, [mistake], error.headers)


def shortened(text: str, most: int = 80) -> str:
    """A text that a client wrote, cut to a length fit for a message or a log.

    >>> shortened("a\\nb" + 100 * "c", 6)
    'a?b...'
    """
    clean = "".join(each if each.isprintable() else "?" for each in text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 3] + "..."


def _invalid(error: RequestValidationError, unknown_model: UnknownModel) -> JSONResponse:
    details = error.errors()
    broken = [detail for detail in details if detail["type"] == "json_invalid"]
    if broken:
        return error_response(400, [_broken_json(broken[0])])
    mistakes = [_mistake(detail) for detail in details[:MOST_MISTAKES]]
    match error.body:  # pydantic does not know which models there are
        case {"model": str(name)} if all(each.where != MODEL for each in mistakes):
            mistakes += filter(None, [unknown_model(name)])
    return error_response(422, mistakes[:MOST_MISTAKES])


def _broken_json(detail: Mapping[str, Any]) -> Mistake:
    why = str(detail.get("ctx", {}).get("error", "")).lower()
    mistake = _malformed(why)
    mistake.column = int(detail["loc"][-1]) + 1
    return mistake


def _malformed(why: str) -> Mistake:
    return Mistake(
        code="malformed-json",
        what=f"the body is not JSON: {why}",
        where="body",
        accepted="one JSON object in UTF-8",
    )


_BRANCHES = ("one", "many")  # the two forms of a solve request, as pydantic names them
_FORMS: Mapping[tuple[str | int, ...], tuple[str, str, str]] = {
    ("missing", "one", "text"): (
        "missing",
        "neither text nor texts is given",
        "text with one problem, or texts with several",
    ),
    ("extra_forbidden", "many", "text"): (
        "unknown-field",
        "both text and texts are given",
        "one of the two",
    ),
}
"""The messages when both or neither are given."""


def _mistake(detail: Mapping[str, Any]) -> Mistake:
    """A mistake found by pydantic, in our wording; what was sent is not repeated."""
    mixed = _FORMS.get((detail["type"], *detail["loc"][1:]))
    words = mixed or _words(detail["type"], detail.get("ctx", {}), detail["msg"])
    code, what, accepted = words
    return Mistake(code=code, what=what, where=_where(detail["loc"]), accepted=accepted)


def _where(location: Sequence[str | int]) -> str:
    """The place of a mistake, such as `body.texts[3]`."""
    where = ""
    for part in location:
        if isinstance(part, int):
            where += f"[{part}]"
        elif part not in _BRANCHES:
            where += f".{shortened(part)}" if where else part
    return where


def _words(kind: str, context: Mapping[str, Any], message: str) -> tuple[str, str, str]:
    """The code of a mistake, what is wrong and what is accepted."""
    match kind:
        case "missing":
            return "missing", "it is missing", "see /docs"
        case "extra_forbidden":
            return "unknown-field", "no field has this name", "the fields of /docs"
        case "string_too_long":
            return (
                "too-long",
                "the text is too long",
                f"at most {context['max_length']} characters",
            )
        case "string_too_short":
            return "too-short", "the text is empty", f"at least {context['min_length']} character"
        case "too_long":
            return "too-many", "the list is too long", f"at most {context['max_length']} texts"
        case "too_short":
            return "too-few", "the list is empty", f"at least {context['min_length']} text"
        case "string_type":
            return "wrong-type", "it is not a string", "a string"
        case "string_unicode":
            return "wrong-type", "it is not Unicode: half of a surrogate pair", "a string"
        case "list_type":
            return "wrong-type", "it is not a list", "a list of strings"
        case "model_attributes_type" | "model_type" | "dict_type":
            return "wrong-type", "it is not a JSON object", "a JSON object"
    return "invalid", message, "see /docs"
