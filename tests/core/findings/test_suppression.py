"""What a suppression hides, and what it can never hide (P4, P7, FIND-20)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.config import PROTECTED
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.suppression import Hidden, Protected, Suppressions
from buddy.core.learnings.suppressions import Suppression


def _record(id_="l_one", category="ruff/S101", paths=("src/**",), **fields):
    return Suppression(id=id_, category=category, paths=tuple(paths), **fields)


def _judge(findings, *records, protected=PROTECTED, names=(), former=()):
    return Suppressions(records, protected=protected).judge(findings, names=dict(names), former=former)


def _ids(verdicts):
    return [verdict and (type(verdict).__name__, verdict.id) for verdict in verdicts]


def test_a_recorded_suppression_hides_the_category_on_the_path_and_says_why(finding):
    assert _judge([finding()], _record()) == (Hidden(id="l_one", why="path `src/**` matches"),)


@pytest.mark.parametrize(
    "other",
    [
        {"rule": "S102"},
        {"rule": "S1010"},
        {"rule": "s101"},
        {"rule": "S101 "},
        {"tool": "Ruff"},
        {"path": "lib/a.py"},
        {"path": "SRC/a.py"},
        {"path": "src"},
        {"path": None, "line": None},
    ],
)
def test_another_category_or_path_stays(finding, other):
    assert _judge([finding(**other)], _record()) == (None,)


@pytest.mark.parametrize(
    "record",
    [
        _record(category=""),
        _record(category="ruff/*"),
        _record(category="ruff"),
        _record(paths=()),
        _record(paths=("",)),
        _record(paths=("/",)),
        _record(paths=("!lib/**",)),
        _record(paths=("../src/**",)),
        _record(paths=("src\\**",)),
        _record(fingerprint=""),
        _record(fingerprint="v1:other"),
        _record(fingerprint="v2:main", anchors=("nowhere",)),
    ],
)
def test_p4_an_incomplete_or_broken_suppression_is_inert(finding, record):
    assert _judge([finding(fingerprint="v1:main", anchors=("a1",))], record) == (None,)


def test_p4_one_bad_glob_costs_itself(finding):
    assert _ids(_judge([finding()], _record(paths=("..", "src/a.py")))) == [("Hidden", "l_one")]


def test_an_excluded_path_stays(finding):
    verdicts = _judge([finding(path="src/gen/a.py"), finding()], _record(paths=("src/**", "!src/gen/**")))
    assert _ids(verdicts) == [None, ("Hidden", "l_one")]


@pytest.mark.parametrize("glob", ["old/a.py", "new/**"])
def test_either_name_of_a_renamed_file_counts(finding, glob):
    names = {"new/a.py": ("new/a.py", "old/a.py")}
    assert _ids(_judge([finding(path="new/a.py")], _record(paths=(glob,)), names=names)) == [("Hidden", "l_one")]


@pytest.mark.parametrize(
    ("tool", "rule", "secret", "protected"),
    [
        ("gitleaks", "generic-api-key", False, True),
        ("gitleaks", "", False, True),
        ("trufflehog", "x/y", False, True),
        ("detect-secrets", "x", False, True),
        ("ggshield", "x", False, True),
        ("secret", "x", False, True),
        ("buddy", "memory-edited", False, True),
        ("ruff", "S105", True, True),
        ("gitleaks-like", "x", False, False),
        ("ruff", "S105", False, False),
    ],
)
def test_p7_a_protected_category_is_never_hidden_and_said(finding, tool, rule, secret, protected):
    category = f"{tool}/{rule}" if rule else tool
    (verdict,) = _judge([finding(tool=tool, rule=rule, category=category, secret=secret)], _record(category=category))
    assert isinstance(verdict, Protected if protected else Hidden)


@pytest.mark.parametrize("protected", [(), ("",), ("ruff/*",), ("[",), ("*y" * 90 + "x",)])
def test_p7_buddys_own_findings_are_protected_whatever_the_configuration_says(finding, protected):
    (verdict,) = _judge([finding(tool="buddy", rule="x")], _record(category="buddy/x"), protected=protected)
    assert verdict == Protected(id="l_one", why="`buddy/*` is protected")


@pytest.mark.parametrize("glob", ["Ruff/*", "ruff/s*", "*/S101", "*", " ruff/S101 "])
def test_p7_protected_globs_are_compared_without_case(finding, glob):
    assert _ids(_judge([finding()], _record(), protected=[glob])) == [("Protected", "l_one")]


def test_a_fingerprint_narrows_to_that_one_finding(finding):
    findings = [finding(line=1, fingerprint="v1:a"), finding(line=2, fingerprint="v1:b")]
    assert _judge(findings, _record(fingerprint="v1:b")) == (None, Hidden(id="l_one", why="it is this very finding"))


def test_an_anchor_finds_the_code_again_where_it_is_the_only_hit(finding):
    stored = _record(fingerprint="v1:old", anchors=("a1", "a2"))
    one, two = finding(line=1, fingerprint="v1:a", anchors=("a2",)), finding(line=2, fingerprint="v1:b")
    assert _judge([one, two], stored) == (Hidden(id="l_one", why="it is this code, moved"), None)
    ambiguous = finding(line=3, fingerprint="v1:c", anchors=("a2",))
    assert _judge([one, two, ambiguous], stored) == (None, None, None)


def test_the_main_hash_is_asked_before_the_anchors(finding):
    stored = _record(fingerprint="v1:a", anchors=("a1",))
    findings = [finding(line=1, fingerprint="v1:b", anchors=("a1",)), finding(line=2, fingerprint="v1:a")]
    assert _ids(_judge(findings, stored)) == [None, ("Hidden", "l_one")]


@pytest.mark.parametrize("other", [{"rule": "S102"}, {"path": "lib/a.py"}])
def test_a_fingerprint_never_widens_beyond_category_and_path(finding, other):
    findings = [finding(fingerprint="v1:a", **other), finding(line=9, fingerprint="v1:b")]
    assert _judge(findings, _record(fingerprint="v1:a")) == (None, None)


def test_p4_an_empty_fingerprint_is_not_the_one_of_a_finding_without_any(finding):
    assert _judge([finding(fingerprint="")], _record(fingerprint="")) == (None,)


def test_a_finding_of_a_renamed_file_is_known_by_its_old_fingerprint(finding):
    now, before = finding(path="new/a.py", fingerprint="v1:new"), finding(path="old/a.py", fingerprint="v1:old")
    names = {"new/a.py": ("new/a.py", "old/a.py")}
    record = _record(paths=("old/a.py",), fingerprint="v1:old")
    assert _ids(_judge([now], record, names=names, former=[before])) == [("Hidden", "l_one")]


def test_of_several_that_fit_the_narrowest_is_named_then_the_first_id(finding):
    broad, near = _record("l_a", paths=("**",)), _record("l_b", paths=("src/**",))
    exact, twin = _record("l_d", paths=("src/a.py",)), _record("l_c", paths=("src/a.py",))
    only = _record("l_e", paths=("**",), fingerprint="v1:a")
    wanted = [(broad, "l_a"), (near, "l_b"), (exact, "l_d"), (twin, "l_c"), (only, "l_e")]
    for count in range(1, 6):
        records = [record for record, _ in wanted[:count]]
        for order in (records, records[::-1]):
            assert _ids(_judge([finding(fingerprint="v1:a")], *order)) == [("Hidden", wanted[count - 1][1])]


_CATEGORIES = st.sampled_from(["ruff/S101", "gitleaks/key", "buddy/x", "gitleaks", "t/a"])
_RECORDS = st.lists(
    st.builds(
        Suppression,
        id=st.text("abc", min_size=1, max_size=2),
        category=_CATEGORIES,
        paths=st.lists(st.sampled_from(["**", "src/**", "a.py", "!src/**", "/", "{", "\\"]), max_size=3).map(tuple),
        fingerprint=st.sampled_from([None, None, "", "v1:1", "v1:2"]),
        anchors=st.lists(st.sampled_from("xyz"), max_size=2).map(tuple),
    ),
    max_size=6,
)
_FINDINGS = st.lists(
    st.builds(
        lambda category, path, secret, fingerprint, anchors: Finding(
            category=category,
            tool=category.partition("/")[0],
            rule=category.partition("/")[2],
            path=path,
            severity=Severity.MINOR,
            message="m",
            secret=secret,
            fingerprint=fingerprint,
            anchors=anchors,
        ),
        category=_CATEGORIES,
        path=st.sampled_from([None, "a.py", "src/a.py"]),
        secret=st.booleans(),
        fingerprint=st.sampled_from(["", "v1:1", "v1:2", "v1:3"]),
        anchors=st.lists(st.sampled_from("xyz"), max_size=2).map(tuple),
    ),
    max_size=6,
)


@given(records=_RECORDS, findings=_FINDINGS, protected=st.lists(st.sampled_from(["gitleaks/*", "t/*"])), data=st.data())
def test_p7_suppression_only_removes_and_never_a_protected_finding(records, findings, protected, data):
    verdicts = Suppressions(records, protected=protected).judge(findings, names={})
    assert len(verdicts) == len(findings)
    for found, verdict in zip(findings, verdicts, strict=True):
        if isinstance(verdict, Hidden):
            assert not found.secret
            assert found.path is not None
            assert found.tool not in ("buddy", *(glob.partition("/")[0] for glob in protected))
            assert any(r.id == verdict.id and r.category == found.category and r.paths for r in records)
    shuffled = data.draw(st.permutations(records))
    assert _ids(Suppressions(shuffled, protected=protected).judge(findings, names={})) == _ids(verdicts)
