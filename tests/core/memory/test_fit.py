"""The cap of PR memory: 16 KiB, dropped in order, nothing open or pending ever (P11, MARK-09)."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.memory.fit import CAP, Dropped, fit, size
from buddy.core.memory.ledger import Act, Event, fold
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory


def digest(*of: object) -> str:
    return hashlib.sha256(repr(of).encode()).hexdigest()


def finding(n: int, state: FindingState, *, anchors: int = 0) -> tuple[str, KnownFinding]:
    return f"v1:{digest(n, state)[:12]}", KnownFinding(
        category="ruff/S101",
        path=f"src/{digest(n)[:8]}.py",
        state=state,
        run=n,
        anchors=tuple(digest(n, a)[:12] for a in range(anchors)),
    )


def events(n: int, *acts: Act) -> list[Event]:
    return [
        Event(key=digest(n, act)[:16], event=act, ids=(f"l_{digest(n)[:10]}",), at=f"2026-11-{n % 28 + 1:02}T10:00:00Z")
        for act in acts
    ]


def memory(
    *, files: int = 0, resolved: int = 0, opened: int = 0, settled: int = 0, pending: int = 0, anchors: int = 0
) -> PrMemory:
    found = [finding(n, FindingState.OPEN, anchors=anchors) for n in range(opened)]
    for state in (FindingState.ADDRESSED, FindingState.SUPPRESSED, FindingState.DECLINED):
        found += [finding(n, state) for n in range(resolved)]
    done = [event for n in range(settled) for event in events(n, Act.PROPOSED, Act.APPROVED, Act.RECORDED)]
    waiting = [event for n in range(1000, 1000 + pending) for event in events(n, Act.PROPOSED)]
    return PrMemory(
        repo=99,
        pr=7,
        reviewed_files={f"src/{digest(n)[:8]}.py": digest(n)[:40] for n in range(files)},
        findings=dict(found),
        ledger=(*done, *waiting),
    )


def test_what_fits_is_not_touched() -> None:
    small = memory(files=3, resolved=2, opened=2, settled=2, pending=1)
    assert fit(small) == (small, Dropped())


@pytest.mark.parametrize(
    ("large", "goes", "stays"),
    [
        (memory(files=900, resolved=20, settled=5), {"reviewed_files"}, {"findings", "ids", "hints"}),
        (memory(files=900, resolved=400, settled=5), {"reviewed_files", "findings"}, {"ids", "hints"}),
        (memory(files=9, resolved=10, settled=600, opened=5), {"reviewed_files", "findings", "ids"}, {"hints"}),
        (memory(opened=350, anchors=4, settled=9, resolved=9), {"findings", "ids", "hints"}, {"reviewed_files"}),
    ],
)
def test_p11_the_cap_holds_and_the_order_of_forgetting_is_kept(
    large: PrMemory, goes: set[str], stays: set[str]
) -> None:
    kept, dropped = fit(large)
    assert size(large) > CAP >= size(kept)
    assert all(getattr(dropped, name) > 0 for name in goes)
    assert all(getattr(dropped, name) == 0 for name in stays)
    assert kept.reviewed_files_count == len(large.reviewed_files)
    assert dropped.anything


def test_the_count_of_reviewed_files_survives_a_second_fit() -> None:
    once, _ = fit(memory(files=900, resolved=200))
    twice, _ = fit(once.model_copy(update={"findings": once.findings | memory(resolved=300).findings}))
    assert twice.reviewed_files_count == 900


def test_no_more_is_dropped_than_needed_and_the_oldest_addressed_go_first() -> None:
    large = memory(resolved=400)
    kept, dropped = fit(large)
    gone = [known for key, known in large.findings.items() if key not in kept.findings]
    assert len(gone) == dropped.findings
    assert size(kept) > CAP - 400
    assert gone[0].state is FindingState.ADDRESSED
    assert max(known.run for known in gone if known.state is gone[-1].state) <= len(gone)


@pytest.mark.parametrize("large", [memory(opened=500, anchors=4), memory(pending=900), memory(opened=300, pending=300)])
def test_what_is_open_or_pending_never_goes(large: PrMemory) -> None:
    kept, _ = fit(large)
    assert kept.findings.keys() == large.findings.keys()
    assert fold(kept.ledger) == fold(large.ledger)


@settings(max_examples=40)
@given(st.from_type(PrMemory), st.integers(250, 900))
def test_p6_forgetting_never_changes_what_holds(given_memory: PrMemory, cap: int) -> None:
    kept, _ = fit(given_memory, cap=cap)
    before, after = fold(given_memory.ledger), fold(kept.ledger)
    assert after.items() <= before.items()
    assert all(before[name].standing.settled for name in before.keys() - after.keys())
    still_open = {key for key, known in given_memory.findings.items() if known.state is FindingState.OPEN}
    assert still_open <= kept.findings.keys()
    assert fit(kept, cap=cap)[0] == kept


def test_a_decline_is_remembered_longest() -> None:
    declined = [event for n in range(150) for event in events(n, Act.PROPOSED, Act.DECLINED)]
    recorded = [event for n in range(300, 600) for event in events(n, Act.PROPOSED, Act.RECORDED)]
    kept, dropped = fit(PrMemory(repo=99, pr=7, ledger=(*declined, *recorded)))
    assert 0 < dropped.ids < 300
    assert fold(declined).items() <= fold(kept.ledger).items()
