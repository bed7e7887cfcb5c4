"""Which file is a report, in which encoding, and why one is refused (FIND-17, FIND-19, P5)."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.errors import InputError
from buddy.core.findings import encoded, reports

RDJSON = {
    "source": {"name": "Super Lint", "url": "https://x.invalid"},
    "severity": "WARNING",
    "diagnostics": [
        {
            "message": "bad",
            "location": {"path": "src/a.py", "range": {"start": {"line": 14, "column": 15}, "end": {"line": 16}}},
            "severity": "ERROR",
            "code": {"value": "RULE1", "url": "https://x.invalid/RULE1"},
        },
        {"message": "worse", "location": {"path": "/github/workspace/src/b.py", "range": {"start": {"line": 2}}}},
    ],
}


def _rows(report):
    return [(f.category, f.path, f.line, f.end_line, f.severity.value) for f in (*report.findings, *report.unplaced)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_report_in_any_unicode_encoding_is_read(case, read, encoding):
    text = case("12_bom_crlf").decode("utf-8-sig")
    assert _rows(read(text.encode(encoding))) == [("tooli/I1", "src/a.py", 1, 1, "minor")]


def test_utf_16_with_a_byte_order_mark_as_powershell_writes_it(case, read):
    text = case("12_bom_crlf").decode("utf-8-sig")
    assert len(read(codecs.BOM_UTF16_LE + text.encode("utf-16-le")).findings) == 1


def test_a_second_byte_order_mark_is_no_reason_to_refuse(sarif, result, read):
    assert len(read(codecs.BOM_UTF8 * 2 + sarif(result())).findings) == 1


def test_bytes_of_another_encoding_cost_themselves_and_are_said(sarif, result, read):
    data = sarif(result(message={"text": "caf@"})).replace(b"@", b"\xe9")
    report = read(data)
    assert [f.message for f in report.findings] == ["caf\ufffd"]
    assert [n.id for n in report.notices] == ["not-utf8"]


@pytest.mark.parametrize("odd", ["NaN", "-Infinity", "1e999", "9" * 5000, '"\\ud800"', '"a\tb"'])
def test_what_the_fast_decoder_refuses_is_read_all_the_same(sarif, result, read, odd):
    data = sarif(result(rank="@", properties={"x": "@"})).replace(b'"@"', odd.encode())
    assert len(read(data).findings) == 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t", "the file is empty"),
        (codecs.BOM_UTF8, "the file is empty"),
        (b"hello", "not JSON"),
        (b"<html></html>", "not JSON"),
        (b'{"version":"2.1.0","runs":[{"tool"', "not JSON, or cut off"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b'[{"filePath":"a.js","messages":[]}]', "not an object"),
        (b"{}", "no report that is known"),
        (b'{"results":[]}', "no report that is known"),
        (b'{"version":"2.1.0"}', "no list of runs"),
        (b'{"version":"2.1.0","runs":{}}', "no list of runs"),
        (b'{"version":"2.0.0","runs":[]}', "SARIF 2.0.0 is not supported"),
        (b'{"version":"2.1.0-rtm","runs":3}', "no list of runs"),
        (b'{"diagnostics":{}}', "not a list"),
        (b'{"version":' + b"[" * 100_000, "nested too deeply"),
        (b'{"version":"2.1.0","runs":[{"results":[' + b'{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_report_is_one_error_with_file_and_reason(refused, data, reason):
    problem = refused(data)
    assert problem.startswith("tool.report: ")
    assert reason in problem


def test_p11_a_file_over_the_limit_is_refused_before_it_is_decoded(refused):
    problem = refused(b" " * (encoded.LARGEST_REPORT + 1))
    assert "too large" in problem
    assert "100 MiB" in problem


def test_a_log_without_a_version_is_read_and_said(sarif, result, read):
    report = read(sarif(result()).replace(b'"version": "2.1.0", ', b""))
    assert len(report.findings) == 1
    assert [n.id for n in report.notices] == ["no-version"]


def test_a_log_without_a_version_in_the_shape_of_version_1_is_refused(case, refused):
    assert "SARIF 1.0.0" in refused(case("11_v1_roslyn").replace(b'"version": "1.0.0",', b""))


def test_a_prerelease_of_the_version_is_accepted(sarif, result, read):
    assert len(read(sarif(result()).replace(b"2.1.0", b"2.1.0-rtm.5")).findings) == 1


def test_rdjson_takes_source_and_severity_of_the_document_where_a_diagnostic_has_none(read):
    assert _rows(read(json.dumps(RDJSON).encode())) == [
        ("super-lint/RULE1", "src/a.py", 14, 16, "major"),
        ("super-lint", "src/b.py", 2, 2, "minor"),
    ]


@pytest.mark.parametrize(
    ("severity", "expected"),
    [
        ("ERROR", "major"), ("WARNING", "minor"), ("INFO", "nit"), ("error", "major"), (1, "major"), (2, "minor"),
        (3, "nit"), ("1", "major"), (None, "minor"), ("UNKNOWN_SEVERITY", "minor"), (0, "minor"), ("FATAL", "minor"),
        (9, "minor"), ([], "minor"), ({}, "minor"),
    ],
)  # fmt: skip
def test_severities_of_rdjson(read, severity, expected):
    line = {"message": "m", "location": {"path": "a"}, "severity": severity}
    assert [f.severity.value for f in read(json.dumps(line).encode()).findings] == [expected]


@pytest.mark.parametrize(
    ("location", "place"),
    [
        ({"path": "src/a.py"}, ("src/a.py", None, None)),
        ({"path": "src/a.py", "range": {}}, ("src/a.py", None, None)),
        ({"path": "src/a.py", "range": {"start": {"line": 3}}}, ("src/a.py", 3, 3)),
        ({"path": "src/a.py", "range": {"start": {"line": 3}, "end": {"line": 0}}}, ("src/a.py", 3, 3)),
        ({"path": "src/a.py", "range": {"start": {"line": "3"}, "end": {"line": 4}}}, ("src/a.py", 3, 4)),
        ({"path": r"src\a.py", "range": None}, ("src/a.py", None, None)),
        ({"path": "./src/a%20b#1.py"}, ("src/a%20b#1.py", None, None)),
        ({"path": "/etc/passwd", "range": {"start": {"line": 3}}}, (None, None, None)),
        ({"path": ""}, (None, None, None)),
        ({}, (None, None, None)),
        (None, (None, None, None)),
    ],
)
def test_places_of_rdjson(read, location, place):
    report = read(json.dumps({"message": "m", "location": location, "code": "C1"}).encode())
    assert [(f.path, f.line, f.end_line) for f in (*report.findings, *report.unplaced)] == [place]


def test_an_end_of_zero_is_how_the_format_says_none(read):
    place = {"path": "a", "range": {"start": {"line": 3}, "end": {"line": 0, "column": 0}}}
    assert read(json.dumps({"message": "m", "location": place}).encode()).notices == ()


@pytest.mark.parametrize(
    ("code", "category"),
    [("C1", "unknown/C1"), ({"value": 7}, "unknown/7"), ({}, "unknown"), ([], "unknown"), ("C" * 501, "unknown")],
)
def test_codes_of_rdjson(read, code, category):
    line = {"message": "m", "location": {"path": "a"}, "code": code, "source": {"name": ""}}
    assert [f.category for f in read(json.dumps(line).encode()).findings] == [category]


@pytest.mark.parametrize("bad", ["null", "{}", "[]", "{", "\ufeff", '{"message":7}', '{"message":"cut', "text"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_p5_one_bad_line_of_rdjsonl_costs_that_line(read, bad, newline):
    where = '"location":{"path":"a.py","range":{"start":{"line":1}}}'
    good = f'{{"message":"m",{where},"source":{{"name":"t"}},"code":{{"value":"C"}}}}'
    report = read(newline.join([bad, good, "", bad, good, ""]).encode())
    assert _rows(report) == [("t/C", "a.py", 1, 1, "minor")] * 2
    assert all(n.id == "bad-line" for n in report.notices)


def test_bad_lines_are_named_by_their_physical_number(read):
    good = b'{"message":"m","location":{"path":"a.py"}}'
    notices = read(b"\n".join([good, b"", b"oops", good])).notices
    assert [n.message for n in notices] == ["tool.report: line 3 is no diagnostic and was left out"]


def test_p5_a_bad_diagnostic_costs_itself(read):
    report = read(json.dumps({"diagnostics": [None, {"message": "m", "location": {"path": "a"}}, 3]}).encode())
    assert len(report.findings) == 1
    assert [n.id for n in report.notices] == ["bad-result", "bad-result"]


@pytest.mark.parametrize("place", ["/builds/x/src/a.py", "file:///builds/x/src/a.py", "C:/x/a.py", "file:///C:/x/a.py"])
def test_a_report_of_which_no_file_is_inside_says_so(sarif, result, read, place):
    (notice,) = read(sarif(result(uri=place), result(uri=place, rule_id="S2"))).notices
    assert notice.id == "other-folder"
    assert place in notice.message
    diagnostic = {"message": "m", "location": {"path": place}}
    assert [one.id for one in read(json.dumps({"diagnostics": [diagnostic]}).encode()).notices] == ["other-folder"]


@pytest.mark.parametrize("place", ["debian:12-slim", "https://x.invalid/a.py", "../a.py", "a\nb.py"])
def test_what_is_no_file_of_a_machine_is_not_taken_for_a_wrong_folder(sarif, result, read, place):
    assert read(sarif(result(uri=place))).notices == ()


def test_a_report_with_a_file_inside_may_have_others_outside(sarif, result, read):
    assert read(sarif(result(uri="src/a.py"), result(uri="/usr/include/x.h"))).notices == ()


def test_reports_are_joined_in_order(read, sarif, result):
    one = read(sarif(result("A"), result("B", uri="/x"), result("C", kind="open")))
    two = read(sarif(result("D", suppressions=[{"kind": "inSource"}]), None))
    both = reports.joined([one, two])
    assert [f.rule for f in both.findings] == ["A"]
    assert [f.rule for f in both.unplaced] == ["B"]
    assert (both.hidden_by_tool, both.open, [n.id for n in both.notices]) == (1, 1, ["bad-result"])


_KEYS = [
    "ruleId",
    "rule",
    "level",
    "message",
    "text",
    "id",
    "locations",
    "physicalLocation",
    "artifactLocation",
    "uri",
    "uriBaseId",
    "index",
    "region",
    "startLine",
    "suppressions",
    "status",
    "properties",
    "tags",
    "arguments",
    "kind",
    "location",
    "path",
    "range",
    "code",
    "source",
    "severity",
    "driver",
    "rules",
]
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(_KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(tool=_JSON, results=st.lists(_JSON, max_size=4), artifacts=_JSON, bases=_JSON)
def test_p5_no_shape_of_a_run_raises(tool, results, artifacts, bases):
    run = {"tool": tool, "results": results, "artifacts": artifacts, "originalUriBaseIds": bases}
    report = reports.read("x", json.dumps({"version": "2.1.0", "runs": [run]}).encode(), roots=["/r"])
    found = len(report.findings) + len(report.unplaced) + len(report.hidden)
    assert found <= len(results)
    assert all(f.category and f.message for f in (*report.findings, *report.unplaced, *report.hidden))


@given(st.lists(_JSON, min_size=1, max_size=4))
def test_p5_no_shape_of_a_diagnostic_raises(diagnostics):
    report = reports.read("x", json.dumps({"diagnostics": diagnostics}).encode(), roots=["/r"])
    assert all(f.category and f.message for f in (*report.findings, *report.unplaced))


@given(st.binary(max_size=60) | st.text(max_size=30).map(lambda text: text.encode("utf-16")))
def test_any_bytes_are_a_report_or_an_input_error(data):
    try:
        problems = reports.read("x", data, roots=[]).notices
    except InputError as refusal:
        problems = refusal.problems
    assert all(str(problem) for problem in problems)
