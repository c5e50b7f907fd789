"""The reference of the HTTP API, from its OpenAPI schema."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from docsite.tables import table

Json = dict[str, Any]
_OPENING = """# HTTP

Written from the OpenAPI schema of the server, which `sumc serve` has at `/openapi.json` and, with
requests to try, at `/docs`. The guide [The server](../serving.md) says how it behaves under load,
what its errors look like and who may use it.

"""


def http_page() -> str:
    """Every address with what it takes and what it answers."""
    schema = api_schema()
    parts = [_OPENING]
    for path, methods in schema["paths"].items():
        parts += [_operation(schema, f"{name.upper()} {path}", methods[name]) for name in methods]
    parts += ["## Objects\n\n", *_objects(schema)]
    return "".join(parts)


@cache
def api_schema() -> Json:
    """The schema of a server; no model is loaded for it."""
    from sumc import Solver
    from sumc.web.app import create_app
    from sumc.web.models import LoadedModel, Models

    nobody = object.__new__(Solver)  # a schema asks no model anything
    return create_app(Models([LoadedModel("en", ("en",), nobody)])).openapi()


def _operation(schema: Json, title: str, operation: Json) -> str:
    parts = [f"## {title}\n\n{operation.get('description') or operation['summary']}\n\n"]
    for media in operation.get("requestBody", {}).get("content", {}).values():
        parts.append(f"Takes {_kind(media['schema'])}.\n\n")
        for each in _examples(media):
            parts.append(f"```json\n{json.dumps(each, ensure_ascii=False)}\n```\n\n")
    parts.append(table(["status", "answer"], _answers(operation["responses"])))
    return "".join(parts)


def _examples(media: Json) -> Iterator[Any]:
    for each in media.get("examples", {}).values():
        yield each["value"]
    if "example" in media:
        yield media["example"]


def _answers(responses: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    for status, response in responses.items():
        content: Json = next(iter(response.get("content", {}).values()), {})
        kind = _kind(content.get("schema", {}))
        told = response["description"].strip()
        yield status, f"{told}: {kind}" if kind != "anything" else told


def _objects(schema: Json) -> Iterator[str]:
    for name, each in sorted(schema["components"]["schemas"].items()):
        needed = each.get("required", ())
        rows = [
            (f"`{field}`" + ("" if field in needed else " (optional)"), _kind(kind), _about(kind))
            for field, kind in each.get("properties", {}).items()
        ]
        about = each.get("description", "")
        yield f"### {name}\n\n{about}\n\n" + table(["field", "type", "what"], rows)


def _about(kind: Json) -> str:
    return str(kind.get("description", ""))


def _kind(schema: Json) -> str:
    """The type of a value in words, with links to objects.

    >>> _kind({"type": "array", "items": {"$ref": "#/components/schemas/Node"}})
    'array of [Node](#node)'
    """
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(map(_kind, schema.get("anyOf") or schema["oneOf"]))
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"array of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))
