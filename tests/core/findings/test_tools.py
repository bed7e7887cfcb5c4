"""Which tools a report speaks for: what they no longer report was addressed, what others reported was not."""

import json

import pytest

from buddy.core.findings.reports import joined, read


def sarif(*runs):
    return json.dumps({"version": "2.1.0", "runs": list(runs)}).encode()


def run(name, **more):
    return {"tool": {"driver": {"name": name}}, "results": [], **more}


@pytest.mark.parametrize(
    ("data", "tools"),
    [
        (sarif(run("Ruff"), run("Semgrep OSS")), {"ruff", "semgrep-oss"}),
        (sarif(run("ruff", invocations=[{"executionSuccessful": False}])), set()),
        (sarif(run("ruff", invocations=[{"executionSuccessful": True}])), {"ruff"}),
        (sarif({"results": []}), {"unknown"}),
        (sarif(), set()),
        (b'{"source":{"name":"Vale"},"diagnostics":[]}', {"vale"}),
        (b'{"diagnostics":[]}', set()),
        (b'{"message":"m","source":{"name":"x y"},"location":{"path":"a.py"}}\n', {"x-y"}),
    ],
)
def test_a_tool_counts_when_it_ran_to_its_end_also_without_findings(data, tools):
    report = read("report", data, roots=[])
    assert report.tools == tools
    assert joined([report, read("b", sarif(run("b")), roots=[])]).tools == tools | {"b"}
