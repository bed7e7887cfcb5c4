"""The shapes that widely used tools write, made small: what each of them does differently is read as it is meant."""

from __future__ import annotations

import json

import pytest


def _place(uri, line, **artifact):
    return {"physicalLocation": {"artifactLocation": {"uri": uri, **artifact}, "region": {"startLine": line}}}


def _codeql():
    """Rules in an extension, level from the rule, links to related locations, long code flows."""
    rule = {
        "id": "py/sql-injection",
        "defaultConfiguration": {"enabled": True, "level": "error"},
        "properties": {"tags": ["security", "external/cwe/cwe-089"], "security-severity": "8.8"},
    }
    result = {
        "ruleId": "py/sql-injection",
        "ruleIndex": 0,
        "rule": {"id": "py/sql-injection", "index": 0, "toolComponent": {"index": 0}},
        "message": {"text": "This query depends on a [user-provided value](1)."},
        "locations": [_place("app/db.py", 12, uriBaseId="%SRCROOT%", index=0)],
        "relatedLocations": [{"id": 1, **_place("app/web.py", 3, uriBaseId="%SRCROOT%", index=1)}],
        "codeFlows": [{"threadFlows": [{"locations": [{"location": _place("app/web.py", 3)}] * 50}]}],
        "partialFingerprints": {"primaryLocationLineHash": "abc:1"},
    }
    tool = {"driver": {"name": "CodeQL"}, "extensions": [{"name": "codeql/python-queries", "rules": [rule]}]}
    artifacts = [{"location": {"uri": "app/db.py", "uriBaseId": "%SRCROOT%", "index": 0}}]
    return {"tool": tool, "artifacts": artifacts, "results": [result]}


def _eslint():
    """Absolute file URIs, an empty list of suppressions, what was disabled in the source as suppressed."""
    uri = "file:///home/runner/work/app/app/web/a%20b.js"
    result = {"ruleId": "no-eval", "level": "warning", "message": {"text": "`eval` can be harmful."}}
    shown = result | {"locations": [_place(uri, 4, index=0)], "suppressions": []}
    disabled = shown | {"suppressions": [{"kind": "inSource", "justification": ""}]}
    tool = {"driver": {"name": "ESLint", "rules": [{"id": "no-eval"}]}}
    return {"tool": tool, "artifacts": [{"location": {"uri": uri}}], "results": [shown, disabled]}


def _zizmor():
    """Rule ids with the tool's name in them; a location both logical and physical."""
    place = {"logicalLocations": [{"properties": {"symbolic": {}}}], **_place(".github/workflows/x.yml", 6)}
    result = {
        "ruleId": "zizmor/artipacked",
        "kind": "fail",
        "level": "warning",
        "message": {"text": "credential persistence"},
        "locations": [place],
    }
    return {"tool": {"driver": {"name": "zizmor"}}, "invocations": [{"executionSuccessful": True}], "results": [result]}


def _trivy():
    """A root of `file:///`, severity only as a score, an image instead of a file."""
    rule = {"id": "CVE-2099-1", "properties": {"security-severity": "9.8", "tags": ["vulnerability", "CRITICAL"]}}
    secret = {"id": "aws-key", "properties": {"tags": ["secret", "security"]}}
    results = [
        {
            "ruleId": rule["id"],
            "ruleIndex": index,
            "level": "error",
            "message": {"text": "Package: x"},
            "locations": [_place(uri, 1, uriBaseId="ROOTPATH")],
        }
        for rule, index, uri in [(rule, 0, "web/package-lock.json"), (rule, 0, "alpine:3.19"), (secret, 1, "a.env")]
    ]
    return {
        "tool": {"driver": {"name": "Trivy", "rules": [rule, secret]}},
        "originalUriBaseIds": {"ROOTPATH": {"uri": "file:///"}},
        "results": results,
    }


def _msvc():
    """Windows paths with a drive, some as URIs and some not."""
    places = [
        _place("file:///D:/a/app/app/src/A.cs", 4),
        _place("D:\\a\\app\\app\\src\\B.cs", 5),
        _place("C:/sdk/x.h", 6),
    ]
    results = [{"ruleId": "CS1591", "level": "note", "message": "Missing comment", "locations": [p]} for p in places]
    return {"tool": {"driver": {"name": "Microsoft (R) Visual C# Compiler"}}, "results": results}


@pytest.mark.parametrize(
    ("run", "found"),
    [
        (_codeql(), [("codeql/py/sql-injection", "app/db.py", 12, "major")]),
        (_eslint(), [("eslint/no-eval", "web/a b.js", 4, "minor")]),
        (_zizmor(), [("zizmor/zizmor/artipacked", ".github/workflows/x.yml", 6, "minor")]),
        (
            _trivy(),
            [("trivy/CVE-2099-1", "web/package-lock.json", 1, "critical"), ("trivy/aws-key", "a.env", 1, "major")],
        ),
        (
            _msvc(),
            [
                ("microsoft-r-visual-c-compiler/CS1591", "src/A.cs", 4, "nit"),
                ("microsoft-r-visual-c-compiler/CS1591", "src/B.cs", 5, "nit"),
            ],
        ),
    ],
    ids=["codeql", "eslint", "zizmor", "trivy", "msvc"],
)
def test_a_real_tools_log_is_read_as_it_is_meant(read, run, found):
    report = read(json.dumps({"version": "2.1.0", "runs": [run]}).encode())
    assert [(f.category, f.path, f.line, f.severity.value) for f in report.findings] == found
    assert report.notices == ()


def test_what_else_those_logs_say(read):
    report = read(json.dumps({"version": "2.1.0", "runs": [_codeql(), _eslint(), _trivy(), _msvc()]}).encode())
    assert report.findings[0].message == "This query depends on a user-provided value."
    assert report.hidden_by_tool == 1
    assert [f.related for f in report.unplaced] == [("alpine:3.19",), ("C:/sdk/x.h",)]
    assert [f.rule for f in report.findings if f.secret] == ["aws-key"]
