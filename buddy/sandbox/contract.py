"""GitHub's published description of the served requests, and the check of each request against it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from buddy.sandbox.refusal import RefusedError, undocumented

_PAGING = {"per_page", "page"}
_UNPAGED_LISTS = {"GET /repos/{owner}/{repo}/git/matching-refs/{ref}"}
"""Lists that document no paging, though GitHub ignores the parameters there and clients send them."""

_BARE_LISTS = {"POST /repos/{owner}/{repo}/issues/{issue_number}/labels"}
"""Takes a bare array too, which the description leaves out."""

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


@cache
def operations() -> dict[str, Any]:
    """`METHOD /template` → `{"query": {name: schema}, "body": schema or None, "bodyRequired": bool}`."""
    text = (files("buddy.sandbox") / "operations.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)["operations"]
    return found


def check_names(operation: str, query: Mapping[str, str], body: Any) -> None:
    """Refuses what the description does not know: operation, query parameter or value, property of the body."""
    known = operations().get(operation)
    if known is None:
        raise undocumented(f"{operation} is not in the published description")
    for name, value in query.items():
        if name not in known["query"] and not (name in _PAGING and operation in _UNPAGED_LISTS):
            raise undocumented(f"{operation} knows no query parameter {name!r}")
        words = known["query"].get(name, {}).get("enum")
        if words is not None and value not in words:
            raise undocumented(f"{operation} knows no {name}={value!r}")
    if known["body"] is None and body not in (None, {}):
        raise undocumented(f"{operation} takes no body")
    unknown = [text for kind, text in _body_problems(operation, body) if kind == "unknown"]
    if unknown:
        raise undocumented(f"{operation}: {'; '.join(unknown)}")


def check_values(operation: str, body: Any) -> None:
    """Refuses with GitHub's 422 what is missing, of a wrong type or not one of the known words."""
    problems = [text for _, text in _body_problems(operation, body)]
    if problems:
        raise RefusedError(422, "Invalid request.\n\n" + "\n".join(problems))


def _body_problems(operation: str, body: Any) -> list[tuple[str, str]]:
    known = operations()[operation]
    if known["body"] is None or (body is None and not known["bodyRequired"]):
        return []
    if isinstance(body, list) and operation in _BARE_LISTS:
        return []
    return list(_problems(known["body"], body, "body"))


def _problems(schema: Mapping[str, Any], value: Any, at: str) -> Iterator[tuple[str, str]]:
    for word in ("oneOf", "anyOf"):
        if word in schema:
            yield from _best([list(_problems(each, value, at)) for each in schema[word]])
    for each in schema.get("allOf", ()):
        yield from _problems(each, value, at)
    if not _has_type(schema, value):
        yield "type", f"{at}: {json.dumps(value)[:80]} is not of type {schema['type']}"
        return
    if value is not None and "enum" in schema and value not in schema["enum"]:
        yield "value", f"{at}: {value!r} is not one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        yield from _object_problems(schema, value, at)
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from _problems(schema["items"], item, f"{at}[{number}]")


def _object_problems(schema: Mapping[str, Any], value: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    properties = schema.get("properties")
    for name in schema.get("required", ()):
        if name not in value:
            yield "required", f'{at}: "{name}" was not supplied.'
    if properties is None:
        return
    for name, item in value.items():
        if name in properties:
            yield from _problems(properties[name], item, f"{at}.{name}")
        elif not schema.get("additionalProperties"):
            yield "unknown", f"{at} knows no property {name!r}"


def _best(choices: list[list[tuple[str, str]]]) -> list[tuple[str, str]]:
    return min(choices, key=len, default=[])


def _has_type(schema: Mapping[str, Any], value: Any) -> bool:
    names = schema.get("type")
    if names is None:
        return True
    names = [names] if isinstance(names, str) else names
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, _TYPES[name]) for name in names)
