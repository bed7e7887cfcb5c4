"""A review as SARIF 2.1.0: one run a tool, findings that are hidden carry a suppression.

Read back, the file gives the same findings: tool and rule names are kept as the tools wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from buddy import __version__
from buddy.app.local_answer import Judged, LocalAnswer
from buddy.core.findings.finding import Finding, Outcome, Severity

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVEL = {Severity.CRITICAL: "error", Severity.MAJOR: "error", Severity.MINOR: "warning", Severity.NIT: "note"}
_CRITICAL = "9.0"  # `security-severity`: the only thing that tells critical from major in SARIF


def review_sarif(answer: LocalAnswer) -> dict[str, Any]:
    """The log; without any finding it holds one run of Buddy's own, since uploads want one."""
    tools = dict.fromkeys(judged.finding.tool for judged in answer.findings)
    runs = [_run(tool, [one for one in answer.findings if one.finding.tool == tool]) for tool in tools]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": runs or [_run("Buddy", [])]}


def _run(tool: str, findings: Sequence[Judged]) -> dict[str, Any]:
    rules = list(dict.fromkeys(judged.finding.rule for judged in findings))
    driver: dict[str, Any] = {"name": tool, "rules": [_rule(rule, findings) for rule in rules]}
    if tool == "Buddy":
        driver["version"] = __version__
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(judged, index=rules.index(judged.finding.rule)) for judged in findings],
    }


def _rule(rule: str, findings: Iterable[Judged]) -> dict[str, Any]:
    secret = any(one.finding.secret for one in findings if one.finding.rule == rule)
    return {"id": rule, **({"properties": {"tags": ["secret"]}} if secret else {})}


def _result(judged: Judged, *, index: int) -> dict[str, Any]:
    finding = judged.finding
    properties: dict[str, Any] = {"buddy/outcome": judged.outcome.value, "buddy/category": finding.category}
    if finding.severity is Severity.CRITICAL:
        properties["security-severity"] = _CRITICAL
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVEL[finding.severity],
        "message": {"text": finding.message or finding.category},
        "properties": properties,
    }
    if finding.path is not None:
        result["locations"] = [{"physicalLocation": _place(finding)}]
    if finding.fingerprint:
        result["partialFingerprints"] = {"buddy/v1": finding.fingerprint}
    suppression = _suppression(judged)
    return {**result, "suppressions": [suppression] if suppression else []}


def _place(finding: Finding) -> dict[str, Any]:
    place: dict[str, Any] = {
        "artifactLocation": {"uri": quote(finding.path or "", errors="surrogateescape"), "uriBaseId": "%SRCROOT%"}
    }
    if finding.line is not None:
        region = {"startLine": finding.line}
        if finding.end_line is not None and finding.end_line > finding.line:
            region["endLine"] = finding.end_line
        place["region"] = region
    return place


def _suppression(judged: Judged) -> dict[str, str] | None:
    if judged.outcome is Outcome.SUPPRESSED:
        return {
            "kind": "external",
            "status": "accepted",
            "justification": f"hidden by the learning {judged.suppressed_by} of the base branch: {judged.why}",
        }
    if judged.outcome is Outcome.HIDDEN_BY_TOOL:
        return {"kind": "inSource", "justification": "suppressed by the tool itself"}
    return None
