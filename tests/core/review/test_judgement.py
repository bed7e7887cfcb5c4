"""What becomes of each finding: hidden, known, listed, inline; each exactly once, under one name."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.config import Config
from buddy.core.findings.anchors import Identity
from buddy.core.findings.finding import Finding, Outcome, Severity
from buddy.core.learnings.document import parse
from buddy.core.review.judgement import Evidence, judge
from buddy.core.review.known import Known

NOW = datetime(2026, 11, 29, tzinfo=UTC)
CODE = "\n".join(f"line {n}" for n in range(1, 11))


def decide(findings, change, *, memory=(), config=None, most=25, now=NOW, **evidence):
    data = "".join(json.dumps(record) + "\n" for record in memory).encode()
    return judge(
        Evidence(inside=findings, **evidence),
        change=change,
        title="A change",
        document=parse(data),
        config=config or Config(),
        max_comments=most,
        now=now,
    )


def suppression(**fields):
    match = {"category": "ruff/S101"} | fields.pop("match", {})
    return {"id": "l_hides00001", "kind": "suppression", "text": "fine", "paths": ["src/**"], **fields, "match": match}


def outcomes(judgement):
    return [verdict.outcome.value for verdict in judgement.verdicts]


def test_a_fresh_finding_is_inline_on_its_line_and_otherwise_in_the_summary(finding, change):
    it = change(**{"src/app.py": CODE})
    judgement = decide(
        [
            finding(line=3, fingerprint="v1:1"),
            finding(line=99, fingerprint="v1:2"),
            finding(line=None, fingerprint="v1:3"),
        ],
        it,
    )
    assert outcomes(judgement) == ["summary", "inline", "summary"]
    assert [v.spot.line for v in judgement.of(Outcome.INLINE)] == [3]


def test_the_worst_are_inline_when_there_is_room_for_few(finding, change):
    findings = [finding(line=n, fingerprint=f"v1:{n}", severity=severity) for n, severity in enumerate(Severity, 1)][
        ::-1
    ]
    judgement = decide(findings, change(**{"src/app.py": CODE}), most=2)
    assert [v.finding.severity.value for v in judgement.of(Outcome.INLINE)] == ["critical", "major"]
    assert [v.finding.severity.value for v in judgement.of(Outcome.SUMMARY)] == ["minor", "nit"]


def test_what_has_a_comment_is_known_and_what_was_listed_stays_listed(finding, change, known):
    findings = [finding(line=n, fingerprint=f"v1:{n}") for n in (1, 2, 3)]
    recognised = {0: known("v1:1", posted=True), 1: known("v1:2", listed=True), 2: known("v1:3")}
    judgement = decide(findings, change(**{"src/app.py": CODE}), recognised=recognised)
    assert outcomes(judgement) == ["known", "summary", "inline"]


def test_a_known_finding_keeps_the_name_it_goes_by(finding, change, known):
    judgement = decide(
        [finding(fingerprint="v1:now")], change(**{"src/app.py": CODE}), recognised={0: known("v1:name", posted=True)}
    )
    (verdict,) = judgement.verdicts
    assert (verdict.finding.fingerprint, verdict.identity) == ("v1:name", "v1:now")


def test_a_new_finding_does_not_take_the_name_that_an_older_one_carries_on(finding, change, known):
    """The older one's text moved on; the text that made its name is now the new one's."""
    old, new = finding(line=3, fingerprint="v1:later"), finding(line=4, fingerprint="v1:name")
    judgement = decide([old, new], change(**{"src/app.py": CODE}), recognised={0: known("v1:name", posted=True)})
    names = {verdict.identity: verdict.finding.fingerprint for verdict in judgement.verdicts}
    assert names["v1:later"] == "v1:name"
    assert names["v1:name"] not in {"v1:name", "v1:later"}
    assert sorted(outcomes(judgement)) == ["inline", "known"]


def test_p8_a_hidden_finding_names_what_hid_it_and_why(finding, change):
    judgement = decide([finding(fingerprint="v1:1")], change(**{"src/app.py": CODE}), memory=[suppression()])
    (verdict,) = judgement.verdicts
    assert (verdict.outcome, verdict.by) == (Outcome.SUPPRESSED, "l_hides00001")
    assert "src/**" in verdict.why
    assert judgement.standing == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"paths": []},
        {"paths": ["lib/**"]},
        {"match": {"category": "ruff/S10"}},
        {"match": {"category": ""}},
        {"status": "archived"},
        {"kind": "fact"},
        {"expiresAt": "2026-11-28T00:00:00Z"},
        {"expiresAt": "whenever"},
        {"match": {"fingerprint": "v1:other"}},
    ],
)
def test_p4_a_suppression_that_is_incomplete_or_out_of_force_hides_nothing(finding, change, fields):
    judgement = decide([finding(fingerprint="v1:1")], change(**{"src/app.py": CODE}), memory=[suppression(**fields)])
    assert outcomes(judgement) == ["inline"]


def test_p7_no_text_hides_anything(finding, change):
    text = {"id": "l_text000001", "text": "never report ruff/S101 in src/app.py", "paths": ["src/**"]}
    assert outcomes(decide([finding(fingerprint="v1:1")], change(**{"src/app.py": CODE}), memory=[text])) == ["inline"]


@pytest.mark.parametrize("category", ["gitleaks/aws", "secret/x", "buddy/edited", "TruffleHog/x"])
def test_p7_protected_categories_are_shown_with_what_was_spared(finding, change, category):
    judgement = decide(
        [finding(fingerprint="v1:1", category=category)],
        change(**{"src/app.py": CODE}),
        memory=[suppression(match={"category": category})],
        config=Config.model_validate({"review": {"protected": ["buddy/*"]}}) if category.startswith("buddy") else None,
    )
    (verdict,) = judgement.verdicts
    assert (verdict.outcome, verdict.by, verdict.spared) == (Outcome.INLINE, None, "l_hides00001")
    assert verdict.protected


def test_p7_a_rule_tagged_secret_is_never_hidden(finding, change):
    judgement = decide(
        [finding(fingerprint="v1:1", secret=True)], change(**{"src/app.py": CODE}), memory=[suppression()]
    )
    assert outcomes(judgement) == ["inline"]


def test_a_suppression_of_the_old_name_holds_for_the_new(finding):
    file = ChangedFile(path="lib/a.py", previous_path="src/a.py", status=FileStatus.RENAMED, blob="b")
    judgement = decide(
        [finding("lib/a.py", fingerprint="v1:1")], Change(files=(file,), total=1), memory=[suppression()]
    )
    assert outcomes(judgement) == ["suppressed"]


def test_a_suppression_of_one_finding_follows_a_rename_by_its_old_identity(finding):
    file = ChangedFile(path="lib/a.py", previous_path="src/a.py", status=FileStatus.RENAMED, blob="b")
    now, former = finding("lib/a.py", fingerprint="v1:new"), finding("lib/a.py", fingerprint="v1:old")
    record = suppression(match={"fingerprint": "v1:old"})
    judgement = decide([now], Change(files=(file,), total=1), memory=[record], former=[former])
    assert outcomes(judgement) == ["suppressed"]


def test_what_has_no_file_or_stands_elsewhere_or_was_hidden_by_its_tool_is_told_apart(finding, change):
    judgement = decide(
        [],
        change(**{"src/app.py": CODE}),
        unplaced=[finding(None)],
        hidden_by_tool=[finding()],
        elsewhere=[finding("x.py"), finding("y.py")],
    )
    assert outcomes(judgement) == ["summary", "hidden-by-tool", "unchanged-file", "unchanged-file"]
    assert judgement.standing == ()
    assert len(judgement.unplaced) == 1
    assert judgement.elsewhere == {"ruff/S101": 2}


FINDINGS = st.lists(
    st.builds(
        lambda line, rule, severity: Finding(
            category=f"ruff/{rule}",
            tool="ruff",
            rule=rule,
            path="src/app.py",
            line=line,
            severity=severity,
            message="m",
        ),
        st.integers(1, 15),
        st.sampled_from(["S101", "S102"]),
        st.sampled_from(Severity),
    ),
    max_size=12,
)


@settings(max_examples=100)
@given(
    findings=FINDINGS,
    most=st.integers(0, 5),
    recognised=st.dictionaries(st.integers(0, 11), st.booleans(), max_size=6),
    hides=st.booleans(),
)
def test_p7_p12_suppression_only_removes_every_finding_has_one_outcome_and_one_name(findings, most, recognised, hides):
    file = ChangedFile(
        path="src/app.py", status=FileStatus.ADDED, patch=f"@@ -0,0 +1,10 @@\n+{CODE.replace(chr(10), chr(10) + '+')}"
    )
    change = Change(files=(file,), total=1)
    findings = [replace(each, fingerprint=f"v1:{n}") for n, each in enumerate(findings)]
    known = {
        n: Known(fingerprint=f"v1:k{n}", identity=Identity(fingerprint=f"v1:k{n}"), category="ruff/S101",
                 path="src/app.py", posted=posted, listed=not posted)
        for n, posted in recognised.items() if n < len(findings)
    }  # fmt: skip
    memory = [suppression()] if hides else []
    judgement = decide(findings, change, memory=memory, most=most, recognised=known)
    assert len(judgement.verdicts) == len(findings)
    names = [verdict.finding.fingerprint for verdict in judgement.verdicts]
    assert len(set(names)) == len(names)
    assert {v.identity for v in judgement.verdicts} == {f.fingerprint for f in findings}
    assert len(judgement.of(Outcome.INLINE)) <= most
    assert all(v.known is None or v.outcome is not Outcome.INLINE for v in judgement.verdicts)
    hidden = {v.identity for v in judgement.of(Outcome.SUPPRESSED)}
    assert hidden == ({f.fingerprint for f in findings if f.category == "ruff/S101"} if hides else set())
    assert judgement == decide(findings, change, memory=memory, most=most, recognised=known)
    without = decide(findings, change, most=most, recognised=known)
    assert {v.identity for v in judgement.standing} == {v.identity for v in without.standing} - hidden
