"""What lint found, in its four formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from buddy import __version__
from buddy.cli.finding_rows import plural
from buddy.cli.review_output.as_sarif import SCHEMA
from buddy.cli.streams import put_commands, put_json, say
from buddy.cli.tables import one_line, put_rows
from buddy.core.learnings.problems import Severity
from buddy.core.secrets import redact
from buddy.core.text.surfaces import workflow_message, workflow_property

if TYPE_CHECKING:
    from buddy.core.lint.codes import AnyCode
    from buddy.core.lint.problem import LintProblem

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}
_WORST_FIRST = tuple(_LEVEL)


def put_problems(problems: Sequence[LintProblem], *, path: str, count: int, form: str) -> None:
    """On stdout; `path` is the learnings file, below the repository's top, and `count` its number of records."""
    if form == "json":
        put_json({"problems": [_json(one) for one in problems]})
    elif form == "sarif":
        put_json(lint_sarif(problems, path=path), schema=None)
    elif form == "github":
        put_commands("\n".join(lint_annotations(problems, path=path, count=count)))
    else:
        put_rows([_row(one, path) for one in problems])
        say(one_line(_told(problems, path=path, count=count)))


def lint_sarif(problems: Sequence[LintProblem], *, path: str) -> dict[str, Any]:
    """A SARIF 2.1.0 log of one run; read back by `buddy findings` it gives the same lines and codes."""
    codes = list(dict.fromkeys(one.code for one in problems))
    driver = {"name": "Buddy", "version": __version__, "rules": [_rule(code) for code in codes]}
    uri = quote(path, errors="surrogateescape")
    results = [_result(one, uri=uri, index=codes.index(one.code)) for one in problems]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def lint_annotations(problems: Sequence[LintProblem], *, path: str, count: int) -> Iterator[str]:
    """Workflow commands, the worst first: GitHub shows ten of a kind a step."""
    for severity in _WORST_FIRST:
        for one in (problem for problem in problems if problem.severity is severity):
            place = [f"file={workflow_property(path)}", *([f"line={one.line}"] if one.line is not None else [])]
            title = f"title={workflow_property(f'Buddy: {one.code.value}')}"
            yield f"::{severity.value} {','.join([*place, title])}::{workflow_message(_message(one))}"
    yield f"::notice title=Buddy::{workflow_message(_told(problems, path=path, count=count))}"


def _json(problem: LintProblem) -> dict[str, Any]:
    return {
        "id": redact(problem.id) if problem.id is not None else None,
        "line": problem.line,
        "code": problem.code.value,
        "severity": problem.severity.value,
        "message": redact(problem.message),
    }


def _row(problem: LintProblem, path: str) -> tuple[str, ...]:
    place = path if problem.line is None else f"{path}:{problem.line}"
    return place, problem.severity.value, problem.code.value, _message(problem)


def _message(problem: LintProblem) -> str:
    return redact(f"{problem.message} [{problem.id}]" if problem.id is not None else problem.message)


def _rule(code: AnyCode) -> dict[str, Any]:
    secret = {"properties": {"tags": ["secret"]}} if code.value == "contains-secret" else {}
    from buddy.core.lint.codes import RULES

    rule = RULES[code]
    return {
        "id": code.value,
        "shortDescription": {"text": rule.sentence},
        "help": {"text": rule.remedy},
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        **secret,
    }


def _result(problem: LintProblem, *, uri: str, index: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}}
    if problem.line is not None:
        place["region"] = {"startLine": problem.line}
    return {
        "ruleId": problem.code.value,
        "ruleIndex": index,
        "level": _LEVEL[problem.severity],
        "message": {"text": _message(problem)},
        "locations": [{"physicalLocation": place}],
    }


def _told(problems: Sequence[LintProblem], *, path: str, count: int) -> str:
    memory = f"{plural(count, 'learning')} in {path}"
    if not problems:
        return f"{memory}: nothing is wrong."
    counts = Counter(one.severity for one in problems)
    return f"{memory}: {', '.join(plural(counts[one], one.value) for one in _WORST_FIRST if counts[one])}."
