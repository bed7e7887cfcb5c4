"""SARIF as tools write it: each odd shape costs at most itself and is said (P5, FIND-06 to FIND-19)."""

from __future__ import annotations

import json

import pytest

from buddy.core.findings.finding import Severity
from buddy.core.findings.plain_text import LONGEST_MESSAGE
from buddy.core.findings.sarif.messages import message_text
from buddy.core.findings.sarif.rules import Rules


def _lines(report):
    return {(f.rule, f.line): f for f in report.findings}


def test_results_without_a_place_are_kept_and_never_given_an_invented_one(case, read):
    report = read(case("01_no_locations"))
    assert [(f.category, f.path, f.line) for f in report.findings] == [("toola/A004", "src/ok.py", 3)]
    assert [(f.rule, f.path, f.line) for f in report.unplaced] == [
        ("A001", None, None),
        ("A002", None, None),
        ("A003", None, None),
    ]
    assert [f.related for f in report.unplaced] == [(), (), ("Billing.Invoice",)]
    assert [f.severity for f in report.unplaced] == [Severity.NIT, Severity.MINOR, Severity.MINOR]


def test_odd_regions_become_lines_from_one_or_the_whole_file(case, read):
    report = read(case("02_region_oddities"))
    assert {f.rule: (f.path, f.line, f.end_line) for f in report.findings} == {
        "B1": ("docs/readme.md", None, None),
        "B2": ("src/a.py", None, None),
        "B3": ("src/a.py", None, None),
        "B4": ("src/a.py", 9, 9),
        "B5": ("src/a.py", 9, 9),
        "B6": ("src/a.py", 999999, 999999),
        "B7": ("src/a.py", 12, 12),
        "B8": ("src/a.py", 1, 1),
        "B9": ("src/a.py", None, None),
    }
    assert [f.related for f in report.findings if f.rule == "B8"] == [("src/b.py:2",)]
    assert [n.id for n in report.notices] == ["bad-region", "bad-region"]


@pytest.mark.parametrize(
    ("region", "lines"),
    [
        ({"startLine": 3, "endLine": 5}, (3, 5)),
        ({"startLine": 3.0}, (3, 3)),
        ({"startLine": " 3 "}, (3, 3)),
        ({"startLine": -1}, (None, None)),
        ({"startLine": True}, (None, None)),
        ({"startLine": 10**30}, (None, None)),
        ({"startLine": "9" * 5000}, (None, None)),
        ({"startLine": "²"}, (None, None)),
        ({"startLine": [3]}, (None, None)),
        ({"startLine": 3, "endLine": "x"}, (3, 3)),
        ({"startLine": 3, "endLine": 0}, (3, 3)),
        ({"endLine": 5}, (None, None)),
        ("3", (None, None)),
        ([], (None, None)),
    ],
)
def test_a_region_never_costs_its_result(sarif, result, read, region, lines):
    place = {"artifactLocation": {"uri": "src/a.py"}, "region": region}
    report = read(sarif(result(locations=[{"physicalLocation": place}])))
    assert [(f.path, f.line, f.end_line) for f in report.findings] == [("src/a.py", *lines)]


@pytest.mark.parametrize(("line", "said"), [(0, 0), (-1, 1), (None, 0), ("x", 1), (1.5, 1), (7.0, 1)])
def test_a_line_that_had_to_be_guessed_is_said(sarif, result, read, line, said):
    assert len(read(sarif(result(line=line))).notices) == said


def test_p11_a_message_of_placeholders_cannot_grow_without_bound():
    words = message_text({"text": "{0}", "arguments": ["x" * 10_000]}, rule={}, rules=Rules({}))
    assert len(words) == LONGEST_MESSAGE


def test_locations_by_index_are_looked_up_and_a_wrong_index_is_unplaced(case, read):
    report = read(case("05_index_only"))
    assert [(f.rule, f.path, f.line) for f in report.findings] == [("E1", "src/one.c", 7), ("E3", "src/a.py", 7)]
    assert [(f.rule, f.path) for f in report.unplaced] == [("E2", None)]
    assert [n.id for n in report.notices] == ["bad-location", "artifact-mismatch"]


@pytest.mark.parametrize(
    ("artifact", "path"),
    [
        ({"index": -1, "uri": "src/b.py"}, "src/b.py"),
        ({"index": 0}, "src/zero.c"),
        ({"index": "0"}, "src/zero.c"),
        ({"index": 1}, None),
        ({"index": 2}, None),
        ({"index": None}, None),
        ({}, None),
        ({"index": 1, "uri": "in/archive.txt"}, None),
        ("src/a.py", None),
    ],
)
def test_an_index_names_a_file_of_the_repository_or_nothing(sarif, result, read, artifact, path):
    artifacts = [{"location": {"uri": "src/zero.c"}}, {"location": {"uri": "in/archive.txt"}, "parentIndex": 0}, None]
    place = {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": 1}}}
    report = read(sarif(result(locations=[place]), artifacts=artifacts))
    assert [f.path for f in (*report.findings, *report.unplaced)] == [path]


def test_the_first_place_inside_the_repository_is_the_primary_one(sarif, result, read):
    places = [
        {"logicalLocations": [{"name": "f"}]},
        {"physicalLocation": {"artifactLocation": {"uri": "file:///usr/include/stdio.h"}, "region": {"startLine": 5}}},
        None,
        {"physicalLocation": {"artifactLocation": {"uri": "src/a.c"}, "region": {"startLine": 7}}},
        {"physicalLocation": {"artifactLocation": {"uri": "src/b.c"}}},
    ]
    (found,) = read(sarif(result(locations=places))).findings
    assert (found.path, found.line, found.related) == ("src/a.c", 7, ("src/b.c",))


def test_kind_level_and_baseline_decide_what_is_a_finding(case, read):
    report = read(case("07_kind_level"))
    assert {f.line: f.severity.value for f in report.findings} == {
        1: "major",
        2: "minor",
        3: "minor",
        4: "nit",
        11: "minor",
        13: "major",
        14: "critical",
    }
    assert report.open == 2
    assert [n.id for n in report.notices] == ["unknown-level"]


@pytest.mark.parametrize(
    ("fields", "counted"),
    [
        ({}, "finding"),
        ({"kind": "FAIL"}, "finding"),
        ({"kind": None, "level": "Error"}, "finding"),
        ({"kind": "mystery"}, "finding"),
        ({"kind": 3, "level": 3}, "finding"),
        ({"level": ""}, "finding"),
        ({"baselineState": "new"}, "finding"),
        ({"baselineState": "absent", "kind": "open"}, "nothing"),
        ({"kind": "notApplicable", "level": "error"}, "nothing"),
        ({"kind": "informational", "suppressions": [{"kind": "inSource"}]}, "nothing"),
        ({"level": "none", "suppressions": [{"kind": "inSource"}]}, "nothing"),
        ({"kind": "review", "level": "none"}, "open"),
        ({"kind": "open", "level": "error"}, "open"),
        ({"kind": "open", "suppressions": [{"kind": "inSource"}]}, "hidden"),
    ],
)
def test_each_result_is_exactly_one_of_finding_hidden_open_or_nothing(sarif, result, read, fields, counted):
    report = read(sarif(result(**fields)))
    counts = {"finding": len(report.findings), "hidden": report.hidden_by_tool, "open": report.open}
    assert {name for name, count in counts.items() if count} == ({counted} - {"nothing"})


def test_a_missing_level_is_the_rules_own_also_where_that_is_none(sarif, result, read):
    rules = tuple({"id": level, "defaultConfiguration": {"level": level}} for level in ("error", "note", "none"))
    report = read(sarif(*(result(rule["id"]) for rule in rules), rules=rules))
    assert [(f.rule, f.severity.value) for f in report.findings] == [("error", "major"), ("note", "nit")]


@pytest.mark.parametrize(
    ("score", "level", "severity"),
    [
        ("9.0", "note", "critical"),
        (9.8, "warning", "critical"),
        (7, "note", "major"),
        ("6.9", "note", "nit"),
        ("6.9", "error", "major"),
        ("high", "error", "major"),
        (True, "note", "nit"),
        ("nan", "warning", "minor"),
        ("99", "note", "nit"),
        ([9], "note", "nit"),
        ("8.0", "Error", "major"),
    ],
)
@pytest.mark.parametrize("on_rule", [True, False])
def test_the_security_severity_decides_from_seven_on(sarif, result, read, score, level, severity, on_rule):
    properties = {"security-severity": score}
    rules = ({"id": "R1", "properties": properties},) if on_rule else ()
    fields = {} if on_rule else {"properties": properties}
    (found,) = read(sarif(result(level=level, **fields), rules=rules)).findings
    assert found.severity.value == severity


@pytest.mark.parametrize(
    ("suppressions", "hidden"),
    [
        (None, False),
        ([], False),
        ("inSource", False),
        ([{}], False),
        ([None, 3], False),
        ([{"kind": "inSource"}], True),
        ([{"kind": "external"}], True),
        ([{"kind": "external", "status": "accepted"}], True),
        ([{"kind": "external", "status": "underReview"}], True),
        ([{"kind": "external", "status": "rejected"}], False),
        ([{"kind": "external", "status": "whatever"}], False),
        ([{"kind": "inSource"}, {"kind": "external", "status": "rejected"}], False),
        ([{"kind": "external", "status": "rejected"}, {"kind": "inSource"}], False),
        ([{"kind": "external", "status": "whatever"}, {"kind": "inSource"}], True),
    ],
)
def test_what_the_tool_suppressed_is_hidden_and_counted(sarif, result, read, suppressions, hidden):
    report = read(sarif(result("plain"), result("asked", suppressions=suppressions)))
    assert report.hidden_by_tool == (1 if hidden else 0)
    assert [f.rule for f in report.hidden] == (["asked"] if hidden else [])
    assert ("asked" in {f.rule for f in report.findings}) is not hidden


def test_rules_of_extensions_are_found_and_wrong_indexes_fall_back_to_the_id(sarif, result, read):
    def rule(name, level):
        return {"id": name, "defaultConfiguration": {"level": level}}

    tool = {
        "driver": {"name": "D", "rules": [rule("D1", "note")]},
        "extensions": [{"name": "ext", "guid": "g", "rules": [rule("E1", "error"), rule("E2", "note")]}, None],
    }
    results = [
        result("E1", rule={"index": 0, "toolComponent": {"index": 0}}),
        result("E1", ruleIndex=0),  # points at D1
        result("E1", ruleIndex=99),
        result("E1", ruleIndex="nine", rule="odd"),
        result("E1/sub"),
        result(None, rule={"id": "E1", "toolComponent": {"name": "ext"}}),
        result(None, rule={"index": 0, "toolComponent": {"guid": "g"}}),
        result("E1", rule={"index": 0, "toolComponent": {"index": 77}}),
    ]
    report = read(
        sarif(*results, tool={"ignored": 1}).replace(
            b'{"driver": {"name": {"ignored": 1}, "rules": []}}', json.dumps(tool).encode()
        )
    )
    assert [(f.category, f.severity.value) for f in report.findings] == [
        ("d/E1", "major"),
        ("d/E1", "major"),
        ("d/E1", "major"),
        ("d/E1", "major"),
        ("d/E1/sub", "major"),
        ("d/E1", "major"),
        ("d/E1", "major"),
        ("d/E1", "major"),
    ]


@pytest.mark.parametrize(
    ("tool", "rule", "category"),
    [
        ("Tool A", "R1", "tool-a/R1"),
        ("ESLint (js)", "no-eval", "eslint-js-/no-eval"),
        ("Ünï", "R", "-n-/R"),
        ("", "R1", "unknown/R1"),
        (None, None, "unknown"),
        ("ruff", None, "ruff"),
        ("ruff", "  ", "ruff"),
        ("ruff", 1001, "ruff/1001"),
        ("ruff", ["x"], "ruff"),
        ("ruff", "rule`|<b>\n@team", "ruff/rule`|<b>\n@team"),
        ("ruff", " S101 ", "ruff/ S101 "),
    ],
)
def test_the_category_is_the_tool_in_lower_case_and_the_rule_id_unchanged(sarif, result, read, tool, rule, category):
    (found,) = read(sarif(result(rule), tool=tool)).findings
    assert found.category == category
    assert found.category


def test_a_huge_rule_id_is_dropped_not_the_result(sarif, result, read):
    report = read(sarif(result("R" * 501)))
    assert [f.category for f in report.findings] == ["tool-a"]
    assert [n.id for n in report.notices] == ["rule-id-too-long"]


@pytest.mark.parametrize(
    ("tags", "secret"),
    [
        (["secret"], True),
        (["x", "Secrets"], True),
        ("secret", True),
        (["secretary"], False),
        (None, False),
        ([3], False),
    ],
)
@pytest.mark.parametrize("on_rule", [True, False])
def test_p7_a_secret_tag_of_the_rule_or_result_marks_the_finding(sarif, result, read, tags, secret, on_rule):
    properties = {"properties": {"tags": tags}}
    rules = ({"id": "R1", **properties},) if on_rule else ()
    (found,) = read(sarif(result(**({} if on_rule else properties)), rules=rules)).findings
    assert found.secret is secret


def test_messages_come_from_text_ids_markdown_or_the_rule(case, read):
    report = read(case("10_message_ids"))
    assert {f.line: f.message for f in report.findings} == {
        1: "'count' is 7, use {}",
        2: "M1",
        3: "uses the input and {{braces}} and {0}",
        4: "only markdown",
        5: "Rule three",
        6: "Rule three",
    }


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"text": "see [docs](https://x.invalid/a)"}, "see docs (https://x.invalid/a)"),
        ({"text": "![t](https://x.invalid/a.png)!"}, "t!"),
        ({"text": r"[a \[b\]](1) and [c](sarif:/runs/0)"}, "a [b] and c"),
        ({"text": "call handlers[name](1) or f()[0](2)"}, "call handlers[name](1) or f()[0](2)"),
        ({"text": "{0} of {1} {2} {9999999}", "arguments": ["a", 7, None]}, "a of 7 {2} {9999999}"),
        ({"text": "{0}", "arguments": ["{1}", "x"]}, "{1}"),
        ({"text": "{0}", "arguments": "abc"}, "{0}"),
        ({"id": "shared", "arguments": ["x"]}, "global x"),
        ({"id": ["shared"]}, "Short"),
        ({"text": "  \r\n a\r\nb\rc\u2028d  "}, "a\nb\nc d"),
        (
            {"text": "", "markdown": "# Title\n\n- *a* `b`\n- <b>c</b> ![alt](u) [d](e)\n\n```\ncode\n```"},
            "Title\na b\nc alt d\ncode",
        ),
        ({"markdown": "<script>x</script>"}, "x"),
        ({"markdown": "*" * 5000 + "a"}, "Short"),
        ({"markdown": "[" * 1000 + "a"}, "a"),
        ({"text": "\u200b\u200b"}, "R1"),
        ("a plain string", "a plain string"),
        (["list"], "Short"),
        (None, "Short"),
        ({"text": 7}, "Short"),
        ({"text": "half \ud800 pair"}, "half \ufffd pair"),
    ],
)
def test_every_result_has_words_to_read(sarif, result, read, message, words):
    data = sarif(result(message=message), rules=({"id": "R1", "shortDescription": {"text": "Short"}},))
    data = data.replace(
        b'"name": "Tool A"', b'"name": "Tool A", "globalMessageStrings": {"shared": {"text": "global {0}"}}'
    )
    (found,) = read(data).findings
    assert found.message == words


def test_sarif_1_is_refused_with_its_version_and_the_file(case, read, refused):
    assert refused(case("11_v1_roslyn")) == "tool.report: SARIF 1.0.0 is not supported; ask the tool for 2.1.0"


def test_places_that_are_not_in_the_repository_are_unplaced(case, read):
    report = read(case("13_not_a_repo_path"))
    assert [(f.rule, f.path) for f in report.findings] == [("CVE-2099-0002", "library/app")]
    assert [(f.path, f.related) for f in report.unplaced] == [
        (None, ("debian:12-slim",)),
        (None, ("git::https:/example.com/mod.git/main.tf",)),
        (None, ("https://example.com/x.js",)),
    ]


def test_hostile_text_is_bounded_and_hostile_paths_are_nowhere(case, read):
    report = read(case("15_hostile"))
    by_rule = {f.rule: f for f in (*report.findings, *report.unplaced)}
    assert {rule for rule, f in by_rule.items() if f.path is None} == {"X6", "X7"}
    assert by_rule["X8"].path == "src/a.py"
    assert by_rule["X4"].message == "looks fine"
    assert [(n.id, "19 invisible" in n.message) for n in report.notices] == [("invisible-characters", True)]
    assert by_rule["rule`|<b>\n@team"].category == "toolj/rule`|<b>\n@team"
    assert by_rule["X9"].message.endswith("A (shortened)")
    assert len(by_rule["X9"].message) == 2000


@pytest.mark.parametrize("count", [6_000, 60_000])
def test_p11_thousands_of_results_load(sarif, result, read, count):
    results = [result(f"H{i % 7}", uri=f"src/f{i // 10:04}.py", line=i % 10 + 1) for i in range(count)]
    assert len(read(sarif(*results)).findings) == count


def test_p11_code_flows_are_skipped_and_bad_results_do_not_flood_the_notices(sarif, result, read):
    steps = [{"location": {"physicalLocation": {"region": {"startLine": i}}}} for i in range(20_000)]
    flow = [{"threadFlows": [{"locations": steps}]}]
    report = read(sarif(result(codeFlows=flow), *([None] * 5_000), result("R2")))
    assert [f.rule for f in report.findings] == ["R1", "R2"]
    assert len(report.notices) == 11
    assert report.notices[-1].message == "tool.report: 4990 more like this"


@pytest.mark.parametrize(
    "fields",
    [
        {"message": {"text": "{0}" * 100_000, "arguments": ["x" * 1_000_000]}},
        {"message": {"text": "[a" * 500_000}},
        {"message": {"markdown": "*_" * 500_000}},
        {"message": {"text": "\u200b" * 1_000_000}},
        {"uri": "?" * 1_000_000},
        {"uri": "a/" * 500_000},
        {"uri": "%2e%2e/" * 200_000},
        {"line": "9" * 1_000_000},
        {"rule_id": "R" * 1_000_000},
        {"suppressions": [{}] * 100_000},
    ],
)
def test_p11_a_huge_field_costs_no_more_than_its_length(sarif, result, read, fields):
    report = read(sarif(result(**fields)))
    (found,) = (*report.findings, *report.unplaced)
    assert len(found.message) <= 2_000
    assert len(found.category) < 600


@pytest.mark.parametrize("bad", ["null", "3", '"x"', "[]", "[[]]", "true"])
def test_p5_a_bad_result_or_run_costs_itself(read, bad):
    good = (
        '{"ruleId":"R","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.py"}}}]}'
    )
    run = f'{{"tool":{{"driver":{{"name":"t"}}}},"results":[{good},{bad},{good}]}}'
    report = read(f'{{"version":"2.1.0","runs":[{run},{bad},{run}]}}'.encode())
    assert [f.category for f in report.findings] == ["t/R"] * 4
    assert sorted(n.id for n in report.notices) == ["bad-result", "bad-result", "bad-run"]


@pytest.mark.parametrize("results", ["{}", "3", '"x"'])
def test_p5_results_that_are_no_list_cost_their_run_also_without_a_version(read, results):
    report = read(f'{{"runs":[null,{{"results":{results}}}]}}'.encode())
    assert [n.id for n in report.notices] == ["no-version", "bad-run", "bad-run"]


@pytest.mark.parametrize("tool", ["null", "[]", '{"driver":null}', '{"driver":[1],"extensions":{}}', "3"])
def test_p5_a_run_without_a_usable_tool_still_gives_its_results(read, tool):
    report = read(
        f'{{"version":"2.1.0","runs":[{{"tool":{tool},"artifacts":3,"originalUriBaseIds":[],"results":'
        f'[{{"ruleId":"R","locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"a.py"}}}}}}]}}]}}]}}'.encode()
    )
    assert [(f.category, f.path, f.message) for f in report.findings] == [("unknown/R", "a.py", "R")]


@pytest.mark.parametrize("results", ["null", "[]"])
def test_a_run_that_failed_is_not_taken_for_a_clean_one(read, results):
    run = f'{{"tool":{{"driver":{{"name":"t"}}}},"results":{results},"invocations":[{{"executionSuccessful":false}}]}}'
    assert [n.id for n in read(f'{{"version":"2.1.0","runs":[{run}]}}'.encode()).notices] == ["tool-failed"]


def test_a_file_that_the_tool_could_not_parse_is_said_beside_the_results(sarif, result, read):
    problem = {"level": "error", "message": {"text": "Parsing error: Unexpected token ("}}
    call = {"executionSuccessful": False, "toolConfigurationNotifications": [problem, {"level": "note"}, None]}
    report = read(sarif(result(), invocations=[call, {"executionSuccessful": False}, None]))
    assert len(report.findings) == 1
    assert [n.message for n in report.notices] == [
        "tool.report: run 1: the tool says that it did not run to its end "
        "(errors: 1, the first: 'Parsing error: Unexpected token (')"
    ]


def test_results_kept_in_other_files_are_said(read):
    run = '{"externalPropertyFileReferences":{"results":[{"location":{"uri":"r.sarif"}}]}}'
    assert [n.id for n in read(f'{{"version":"2.1.0","runs":[{run}]}}'.encode()).notices] == ["external-results"]


@pytest.mark.parametrize(
    ("bases", "base", "uri", "path"),
    [
        ({}, "%SRCROOT%", "src/a.py", "src/a.py"),
        ({"%SRCROOT%": {"uri": "file:///home/runner/work/app/app/"}}, "%SRCROOT%", "src/a.py", "src/a.py"),
        ({"%SRCROOT%": {"uri": "file:///home/runner/work/app/app/sub"}}, "%SRCROOT%", "a.py", "sub/a.py"),
        ({"%SRCROOT%": {"uri": "file:///builds/group/app/"}}, "%SRCROOT%", "src/a.py", "src/a.py"),
        ({"ROOTPATH": {"uri": "file:///"}}, "ROOTPATH", "src/a.py", "src/a.py"),
        ({"SYSROOT": {"uri": "file:///usr/"}}, "SYSROOT", "include/stdio.h", None),
        ({"HOME": {"uri": "file:///home/someone/"}}, "HOME", "x.py", None),
        ({"WEB": {"uri": "https://x.invalid/"}}, "WEB", "x.py", None),
        ({"A": {"uri": "src/", "uriBaseId": "B"}, "B": {"uri": "pkg/"}}, "A", "a.py", "pkg/src/a.py"),
        ({"A": {"uri": "src/", "uriBaseId": "B"}, "B": {"uri": "file:///github/workspace"}}, "A", "a.py", "src/a.py"),
        ({"A": {"uriBaseId": "B"}, "B": {"uriBaseId": "A"}}, "A", "a.py", "a.py"),
        ({"A": {"uri": "x/", "uriBaseId": "A"}}, "A", "a.py", "x/a.py"),
        ({"A": {"uri": "src/"}}, "A", "file:///github/workspace/lib/b.py", "lib/b.py"),
        ({"A": {"uri": "src/"}}, "A", "/etc/passwd", None),
        ({"A": "src/"}, "A", "a.py", "a.py"),
        ({"A": {"uri": 3}}, "A", "a.py", "a.py"),
        ({"A": {"uri": "src/"}}, "A", "../../x.py", None),
        ({}, "/mnt/someone/repo", "a.py", "a.py"),
    ],
)
def test_bases_are_followed_and_never_make_a_relative_path_absolute(sarif, result, read, bases, base, uri, path):
    place = {"artifactLocation": {"uri": uri, "uriBaseId": base}, "region": {"startLine": 1}}
    report = read(sarif(result(locations=[{"physicalLocation": place}]), originalUriBaseIds=bases))
    assert [f.path for f in (*report.findings, *report.unplaced)] == [path]


def test_a_long_chain_of_bases_ends(sarif, result, read):
    bases = {f"B{i}": {"uri": "d/", "uriBaseId": f"B{i + 1}"} for i in range(50_000)}
    place = {"artifactLocation": {"uri": "a.py", "uriBaseId": "B0"}}
    report = read(sarif(result(locations=[{"physicalLocation": place}]), originalUriBaseIds=bases))
    assert [n.id for n in report.notices] == ["base-cycle"]
    assert len(report.findings) == 1
