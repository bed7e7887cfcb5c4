"""PR memory as the marker holds it: lenient in, lossless out, and one result of two concurrent runs."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.memory import marker
from buddy.core.memory.ledger import Act, Event
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory, load, merge, payload

MEMORY = st.from_type(PrMemory)
PLACE = {"repo": 99, "pr": 7}


@given(MEMORY)
def test_what_is_written_is_what_is_loaded(memory: PrMemory) -> None:
    body = marker.encode(marker.MarkerKind.MEMORY, payload(memory))
    found = marker.read(body, author_login="b", own_login="b", **PLACE)
    assert isinstance(found, marker.Marker)
    loaded = load(found.payload, **PLACE)
    assert loaded.memory == memory
    assert loaded.problems == ()


def test_keys_of_a_later_version_are_kept() -> None:
    later = PLACE | {
        "mood": {"a": [1]},
        "findings": {"v1:1": {"category": "a/b", "state": "open", "votes": 3}},
        "ledger": [{"key": "k", "event": "proposed", "ids": ["l_a"], "pr": 12}],
    }
    assert payload(load(later, **PLACE).memory) == later


@pytest.mark.parametrize(
    ("field", "value", "left"),
    [
        ("intent", ["no text"], {}),
        ("runs", "many", {}),
        ("reviewedSha", 5, {}),
        ("findings", ["list"], {}),
        (
            "findings",
            {"v1:1": {"category": "a/b", "state": "odd"}, "v1:2": {"category": "a/b", "state": "open"}},
            {"findings": {"v1:2": {"category": "a/b", "state": "open"}}},
        ),
        (
            "findings",
            {"v1:1": None, "v1:2": {"state": "open"}, "v1:3": {"category": 1, "state": "open"}},
            {"findings": {}},
        ),
        ("ledger", {"not": "a list"}, {}),
        (
            "ledger",
            [*[{"key": "k", "event": "sung", "ids": []}] * 11, {"key": "k", "event": "proposed", "ids": ["l_a"]}],
            {"ledger": [{"key": "k", "event": "proposed", "ids": ["l_a"]}]},
        ),
        ("reviewedFiles", {"a.py": 1, "b.py": "f00"}, {"reviewedFiles": {"b.py": "f00"}}),
        ("risks", ["one", {}, "two"], {"risks": ["one", "two"]}),
        ("paused", "perhaps", {}),
    ],
)
def test_p5_one_bad_entry_costs_that_entry(field: str, value: Any, left: dict[str, Any]) -> None:
    loaded = load(PLACE | {"progress": "kept", field: value}, **PLACE)
    expected = PLACE | {"progress": "kept"} | {key: entry for key, entry in left.items() if entry}
    assert payload(loaded.memory) == expected
    assert all(problem.startswith(f"PR memory: {field}") for problem in loaded.problems)
    assert loaded.problems


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(), max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "findings",
                        "ledger",
                        "intent",
                        "v1:1",
                        "reviewedFiles",
                        "reviewed_files",
                        "runs",
                        "state",
                        "\ud800",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_p5_no_payload_can_stop_a_run(content: Any) -> None:
    content = content if isinstance(content, dict) else {"findings": content, "ledger": content, "later": content}
    memory = load(content, **PLACE).memory
    assert (memory.repo, memory.pr) == (99, 7)
    marker.encode(marker.MarkerKind.MEMORY, payload(memory))


@given(MEMORY, MEMORY, MEMORY)
def test_p6_concurrent_writes_end_equal_whoever_merges(a: PrMemory, b: PrMemory, c: PrMemory) -> None:
    assert merge(a, b) == merge(b, a)
    assert merge(merge(a, b), c) == merge(a, merge(b, c))
    assert merge(merge(a, b), b) == merge(a, b)
    assert merge(merge(a, a), a) == merge(a, a)


@given(MEMORY, MEMORY)
def test_p6_a_merge_loses_no_finding_and_no_event(a: PrMemory, b: PrMemory) -> None:
    both = merge(a, b)
    assert both.findings.keys() == a.findings.keys() | b.findings.keys()
    assert {e.key for e in both.ledger} == {e.key for e in (*a.ledger, *b.ledger)}
    assert both.runs == max(a.runs, b.runs)


def test_mark_05_a_late_older_run_does_not_overwrite_a_newer_state() -> None:
    known = KnownFinding(category="a/b", state=FindingState.OPEN, comment=5, run=1)
    older = PrMemory(**PLACE, runs=2, reviewed_sha="a" * 40, findings={"v1:1": known})
    newer = PrMemory(
        **PLACE,
        runs=3,
        reviewed_sha="b" * 40,
        findings={"v1:1": known.model_copy(update={"state": FindingState.ADDRESSED, "run": 3, "comment": 9})},
        ledger=(Event(key="k", event=Act.PROPOSED, ids=("l_a",)),),
    )
    merged = merge(newer, older)
    assert merged.reviewed_sha == "b" * 40
    assert merged.findings["v1:1"].state is FindingState.ADDRESSED
    assert merged.findings["v1:1"].comment == 5


def test_p4_two_runs_that_disagree_leave_a_finding_open() -> None:
    one = {"v1:1": KnownFinding(category="a/b", state=FindingState.SUPPRESSED, by="l_a", run=2)}
    two = {"v1:1": KnownFinding(category="a/b", state=FindingState.OPEN, run=2)}
    merged = merge(PrMemory(**PLACE, findings=one), PrMemory(**PLACE, findings=two))
    assert merged.findings["v1:1"].state is FindingState.OPEN


def test_memories_of_two_pull_requests_do_not_mix() -> None:
    with pytest.raises(ValueError, match="two pull requests"):
        merge(PrMemory(repo=1, pr=1), PrMemory(repo=1, pr=2))
