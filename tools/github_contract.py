"""Cuts from GitHub's published OpenAPI description what the sandbox serves, without the prose.

Usage: python tools/github_contract.py OPENAPI.json[.gz]

Writes `buddy/sandbox/operations.json` (requests, read at run time) and `fixtures/github-api/answers.json.gz`
(the same operations as an OpenAPI document with the shapes of their answers, read by tests).
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from buddy.sandbox import routes
from buddy.sandbox.router import ROUTES

ROOT = Path(__file__).resolve().parents[1]
OPERATIONS = ROOT / "buddy" / "sandbox" / "operations.json"
ANSWERS = ROOT / "fixtures" / "github-api" / "answers.json.gz"
SOURCE = "https://github.com/github/rest-api-description (MIT)"

_KEPT = {"type", "properties", "required", "items", "enum", "oneOf", "anyOf", "allOf", "additionalProperties"}
_MAPS = {"properties"}
_LISTS = {"oneOf", "anyOf", "allOf"}


def main(argv: list[str]) -> int:
    if len(argv) != 2:
        sys.stderr.write(__doc__ or "")
        return 2
    description = load(Path(argv[1]))
    OPERATIONS.write_text(render_operations(description), encoding="utf-8")
    ANSWERS.parent.mkdir(parents=True, exist_ok=True)
    ANSWERS.write_bytes(gzip.compress(render_answers(description).encode(), mtime=0))
    return 0


def load(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    text = gzip.decompress(content) if path.suffix == ".gz" else content
    found: dict[str, Any] = json.loads(text)
    return found


def render_operations(description: dict[str, Any]) -> str:
    operations = {name: _request(description, *name.split(" ", 1)) for name in served()}
    return json.dumps({"source": SOURCE, "operations": operations}, indent=1, sort_keys=True) + "\n"


def render_answers(description: dict[str, Any]) -> str:
    """A whole OpenAPI document: paths with their successful answers, and every schema these lead to."""
    paths: dict[str, Any] = {}
    for name in served():
        method, template = name.split(" ", 1)
        found = _operation(description, method, template)
        answers = {
            status: _json_schema(answer)
            for status, answer in found["responses"].items()
            if status.startswith("2")
        }
        paths.setdefault(template, {})[method.lower()] = {"responses": answers}
    schemas = _reachable(description["components"]["schemas"], paths)
    document = {"source": SOURCE, "paths": paths, "components": {"schemas": schemas}}
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def served() -> list[str]:
    routes.load()
    return sorted({each.operation for each in ROUTES})


def _operation(description: dict[str, Any], method: str, template: str) -> dict[str, Any]:
    item = description["paths"].get(template, {})
    if method.lower() not in item:
        raise SystemExit(f"{method} {template} is served but not in the published description")
    found: dict[str, Any] = item[method.lower()]
    return found


def _request(description: dict[str, Any], method: str, template: str) -> dict[str, Any]:
    found = _operation(description, method, template)
    parameters = [_resolve(description, each) for each in found.get("parameters", [])]
    body = found.get("requestBody")
    schema = _json_schema(body) if body else None
    return {
        "query": {
            each["name"]: _pruned(description, each["schema"]) for each in parameters if each["in"] == "query"
        },
        "body": None if schema is None else _pruned(description, schema),
        "bodyRequired": bool(body and body.get("required")),
    }


def _json_schema(part: dict[str, Any]) -> Any:
    return part.get("content", {}).get("application/json", {}).get("schema")


def _resolve(description: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    found: Any = description
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)


def _pruned(description: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    schema = _resolve(description, schema)
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _MAPS:
            out[key] = {name: _pruned(description, each) for name, each in value.items()}
        elif key in _LISTS:
            out[key] = [_pruned(description, each) for each in value]
        elif key in _KEPT:
            out[key] = _pruned(description, value) if isinstance(value, dict) else value
    return out


def _reachable(schemas: dict[str, Any], start: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    waiting = _names(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting |= _names(schemas[name])
    return found


def _names(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"].rsplit("/", 1)[-1]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(_names(each) for each in part.values()))
    if isinstance(part, list):
        return set().union(*(_names(each) for each in part))
    return set()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv))
