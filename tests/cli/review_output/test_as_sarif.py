"""The SARIF of a review: valid 2.1.0, nothing lost, hidden findings suppressed, and the same when read back."""

import json

from buddy.cli.review_output.as_sarif import review_sarif
from buddy.core.findings.reports import read


def results(log):
    return {result["ruleId"]: result for run in log["runs"] for result in run["results"]}


def test_every_finding_is_a_result_of_its_own_tool(answer):
    log = review_sarif(answer)
    assert log["version"] == "2.1.0"
    assert [run["tool"]["driver"]["name"] for run in log["runs"]] == ["Lint", "Other Tool"]
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
            result["ruleId"] for result in run["results"]
        ]
        assert len({rule["id"] for rule in rules}) == len(rules)


def test_p8_hidden_findings_are_there_with_a_suppression_that_names_what_hid_them(answer):
    by_rule = results(review_sarif(answer))
    assert by_rule["C1"]["suppressions"] == []
    (external,) = by_rule["S1"]["suppressions"]
    assert (external["kind"], external["status"]) == ("external", "accepted")
    assert "l_hides123" in external["justification"]
    assert by_rule["T1"]["suppressions"][0]["kind"] == "inSource"


def test_a_place_is_written_as_sarif_wants_it(answer):
    by_rule = results(review_sarif(answer))
    assert by_rule["C1"]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "src/%C3%A9%2C%20x%3Ay%25.py", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 3, "endLine": 5},
            }
        }
    ]
    assert "region" not in by_rule["T1"]["locations"][0]["physicalLocation"]
    assert "locations" not in by_rule["U1"]


def test_read_back_it_says_the_same(answer):
    """P12: what one command writes another can read."""
    report = read("x.sarif", json.dumps(review_sarif(answer)).encode(), roots=[])
    again = {(f.category, f.path, f.line, f.severity) for f in (*report.findings, *report.unplaced, *report.hidden)}
    before = {(j.finding.category, j.finding.path, j.finding.line, j.finding.severity) for j in answer.findings}
    assert again == before
    assert {finding.rule for finding in report.hidden} == {"S1", "T1"}


def test_a_review_without_findings_is_one_empty_run(empty):
    (run,) = review_sarif(empty)["runs"]
    assert (run["results"], run["tool"]["driver"]["name"]) == ([], "Buddy")
