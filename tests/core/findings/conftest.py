"""Builders of findings files for the tests of findings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from buddy.core.errors import InputError
from buddy.core.findings import reports
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.reports import Report

_CASES = Path(__file__).parents[3] / "fixtures" / "cases" / "sarif"
ROOTS = ("/home/runner/work/app/app", "/github/workspace", r"D:\a\app\app")


@pytest.fixture
def case() -> Callable[[str], bytes]:
    """The bytes of a committed SARIF case."""
    return lambda name: (_CASES / f"{name}.sarif").read_bytes()


@pytest.fixture
def read() -> Callable[[bytes], Report]:
    """Reads bytes as a report called `tool.report`, with the usual roots."""
    return lambda data: reports.read("tool.report", data, roots=ROOTS)


@pytest.fixture
def sarif() -> Callable[..., bytes]:
    """A SARIF log of one run: `sarif(result, …, rules=…, **run)`."""

    def build(*results: Any, rules: Any = (), tool: Any = "Tool A", **run: Any) -> bytes:
        driver = {"name": tool, "rules": list(rules) if isinstance(rules, tuple) else rules}
        whole = {"tool": {"driver": driver}, "results": list(results), **run}
        return json.dumps({"version": "2.1.0", "runs": [whole]}).encode()

    return build


@pytest.fixture
def result() -> Callable[..., dict[str, Any]]:
    """A SARIF result at `uri` and `line`, with other fields as given."""

    def build(rule_id: Any = "R1", *, uri: Any = "src/a.py", line: Any = 1, **fields: Any) -> dict[str, Any]:
        place = {"artifactLocation": {"uri": uri}, "region": {"startLine": line}}
        return {
            "ruleId": rule_id,
            "message": {"text": "words"},
            "locations": [{"physicalLocation": place}],
            **fields,
        }

    return build


@pytest.fixture
def finding() -> Callable[..., Finding]:
    """A finding of `ruff/S101` in `src/a.py`, with other fields as given."""

    def build(**fields: Any) -> Finding:
        tool, rule = fields.pop("tool", "ruff"), fields.pop("rule", "S101")
        usual: dict[str, Any] = {
            "tool": tool,
            "rule": rule,
            "category": f"{tool}/{rule}",
            "path": "src/a.py",
            "line": 1,
            "severity": Severity.MINOR,
            "message": "words",
        }
        usual |= fields
        usual.setdefault("end_line", usual["line"])
        return Finding(**usual)

    return build


@pytest.fixture
def refused(read: Callable[[bytes], Report]) -> Callable[[bytes], str]:
    """The one reason for which bytes are refused as a report."""

    def reason(data: bytes) -> str:
        with pytest.raises(InputError) as refusal:
            read(data)
        (problem,) = refusal.value.problems
        return problem

    return reason
