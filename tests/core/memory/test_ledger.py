"""The ledger's fold: whatever the order of writing, each id has one standing (P6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.memory.ledger import Act, Event, Standing, fold, union

EVENTS = st.lists(st.from_type(Event), max_size=8)


def at(hour: int, act: str, *, name: str = "l_a") -> Event:
    return Event(key=f"{act}:{hour}", event=Act(act), ids=(name,), at=f"2026-11-29T{hour:02}:00:00Z", by="octocat")


@pytest.mark.parametrize(
    ("acts", "standing"),
    [
        ("proposed", Standing.PENDING),
        ("proposed approved", Standing.APPROVED),
        ("proposed approved recorded", Standing.RECORDED),
        ("proposed declined", Standing.DECLINED),
        ("proposed approved declined", Standing.DECLINED),
        ("proposed declined approved", Standing.DECLINED),
        ("proposed declined proposed", Standing.DECLINED),
        ("proposed declined reopened", Standing.PENDING),
        ("proposed declined reopened approved", Standing.APPROVED),
        ("proposed withdrawn approved", Standing.WITHDRAWN),
        ("proposed approved withdrawn", Standing.WITHDRAWN),
        ("proposed approved recorded declined", Standing.RECORDED),
        ("proposed approved recorded withdrawn", Standing.RECORDED),
        ("proposed approved recorded reopened", Standing.PENDING),
        ("proposed approved reopened", Standing.PENDING),
        ("recorded", Standing.RECORDED),
        ("declined recorded", Standing.RECORDED),
        ("suppressed", Standing.SUPPRESSED),
        ("suppressed reopened", Standing.PENDING),
        ("approved", Standing.APPROVED),
    ],
)
def test_what_holds_is_the_fold_of_what_happened(acts: str, standing: Standing) -> None:
    events = [at(hour, act) for hour, act in enumerate(acts.split())]
    assert fold(events)["l_a"].standing is standing
    assert fold(reversed(events)) == fold(events)


def test_p3_at_one_moment_a_refusal_beats_an_approval() -> None:
    events = [at(10, act) for act in ("declined", "approved", "proposed")]
    assert fold(events)["l_a"].standing is Standing.DECLINED


def test_who_and_when_come_from_the_act_that_holds() -> None:
    approved = Event(key="c1", event=Act.APPROVED, ids=("l_a",), at="2026-11-29T10:00:00Z", by="hubot")
    effective = fold([approved, at(11, "approved")])["l_a"]
    assert (effective.by, effective.at, effective.key) == ("hubot", "2026-11-29T10:00:00Z", "c1")


@given(EVENTS, st.randoms())
def test_p6_neither_order_nor_repetition_changes_the_fold(events: list[Event], random) -> None:
    shuffled = [*events, *events]
    random.shuffle(shuffled)
    assert fold(shuffled) == fold(events)


@given(EVENTS, EVENTS, EVENTS)
def test_p6_a_union_is_the_same_whoever_writes_first(a: list[Event], b: list[Event], c: list[Event]) -> None:
    assert union(a, b) == union(b, a)
    assert union(union(a, b), c) == union(a, union(b, c))
    assert union(union(a), a) == union(a)
    assert {event.key for event in union(a, b)} == {event.key for event in [*a, *b]}


@given(EVENTS)
def test_p3_nothing_is_approved_without_an_approval_after_the_last_refusal(events: list[Event]) -> None:
    for name, effective in fold(events).items():
        if effective.standing is Standing.APPROVED:
            (approval,) = [event for event in union(events) if event.key == effective.key]
            assert approval.event is Act.APPROVED
            later = union(events)[union(events).index(approval) + 1 :]
            assert not any(
                name in event.ids and event.event in (Act.DECLINED, Act.WITHDRAWN, Act.RECORDED) for event in later
            )
