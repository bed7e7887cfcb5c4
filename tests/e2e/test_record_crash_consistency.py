"""P6: a recording that dies anywhere is completed by the next one, and two interleaved ones end as one.

For every mutating request of the fault-free run: it fails, the connection drops, or it happens and the answer is
lost; once, and until the run gives up. Worlds are compared after mapping ids, times and shas.
"""

from __future__ import annotations

import dataclasses

import pytest

from buddy.core.errors import HostError
from buddy.core.record.body_reading import ticks
from buddy.core.record.pending import State
from buddy.sandbox import Fault, Kind, Sandbox
from tests.e2e.record_stage import BRANCH, FILE, FIRST, ONE, THREE, TWO, RecordStage, forget, line, pending

FOUR = pending("fourfourfo", "Pin every action by its commit", minute=3)
FAULTS = (Fault(kind=Kind.REFUSE, status=502), Fault(kind=Kind.DROP), Fault(kind=Kind.LOSE_ANSWER))


def first(it):
    """No branch, no pull request."""
    return (ONE, TWO)


def extending(it):
    it.record(ONE)
    return (ONE, TWO, forget(FIRST))


def base_moved(it):
    it.record(ONE, TWO)
    it.repo.commit("main", {FILE: line(FIRST, text="changed") + line(THREE.record), "later.py": "z\n"}, by="alice")
    return (ONE, TWO, FOUR)


def only_base_moved(it):
    """Nothing new is pending, but the file and the number of matches change."""
    it.record(ONE, TWO)
    it.repo.commit("main", {FILE: line(FIRST) + line(THREE.record), "tests/more.py": "z\n"}, by="alice")
    return (ONE, TWO)


def edited_by_people(it):
    it.record(ONE, TWO, THREE)
    mine = it.repo.read(BRANCH, FILE).replace(b"need TEST_DB_URL", b"need docker").splitlines(keepends=True)
    it.repo.commit(BRANCH, {FILE: b"".join(each for each in mine if b"Never log" not in each)}, by="alice")
    it.untick(THREE.id)
    return (ONE, TWO, THREE, FOUR)


def after_a_squash_merge(it):
    it.record(ONE)
    it.open_pull.merge(by="alice", method="squash")
    return (ONE, TWO)


def after_a_refusal(it):
    it.record(ONE)
    it.open_pull.close(by="alice")
    return (ONE, TWO)


def nothing_left(it):
    """The branch of a merged pull request is deleted."""
    it.record(ONE)
    it.open_pull.merge(by="alice")
    return ()


FLOWS = [
    first,
    extending,
    base_moved,
    only_base_moved,
    edited_by_people,
    after_a_squash_merge,
    after_a_refusal,
    nothing_left,
]


class Flow:
    """One way in which something comes to be recorded, brought up to the run under test."""

    def __init__(self, prepare):
        self.box = Sandbox().start()
        self.stage = RecordStage(self.box)
        self.pending = prepare(self.stage)
        self.mark = self.box.journal.mark()

    def run(self):
        try:
            return self.stage.record(*self.pending)
        except HostError as error:
            return error

    def entries(self):
        return self.box.journal.since(self.mark)

    def close(self):
        assert [str(entry) for entry in self.box.journal.undocumented] == []
        self.box.close()


@pytest.fixture(scope="module", params=FLOWS, ids=lambda flow: flow.__name__)
def flow(request):
    """Makes the flow anew as often as asked, and knows how it ends without a fault."""

    def make():
        return Flow(request.param)

    calm = make()
    make.states = calm.run().states
    make.writes = sum(entry.mutating for entry in calm.entries())
    make.requests, make.end = len(calm.entries()), calm.box.world()
    calm.close()
    return make


@pytest.mark.parametrize("times", [1, None], ids=["once", "until-it-gives-up"])
def test_a_recording_that_dies_at_any_write_is_completed_by_the_next(flow, times):
    assert flow.writes >= 1
    for nth in range(1, flow.writes + 1):
        for kind in FAULTS:
            it = flow()
            it.box.faults.add(dataclasses.replace(kind, mutating=True, nth=nth, times=times))
            it.run()
            it.box.faults.clear()
            assert it.run().states == flow.states
            assert it.box.world() == flow.end, f"write {nth}, {kind.name}"
            it.close()


def test_a_recording_inside_another_ends_as_one(flow):
    """At every request boundary of the first run, a second one runs to its end."""
    for boundary in range(1, flow.requests + 1):
        it = flow()

        def inside(arrival, it=it, boundary=boundary):
            if arrival.nth == boundary:
                it.box.before_request(None)
                assert it.run().states == flow.states

        it.box.before_request(inside)
        assert it.run().states == flow.states
        it.box.before_request(None)
        assert it.box.world() == flow.end, f"boundary {boundary}"
        it.close()


@pytest.mark.parametrize(
    "prepare", [first, extending, after_a_squash_merge, after_a_refusal], ids=lambda it: it.__name__
)
def test_two_runs_that_know_of_different_entries_end_with_both(prepare):
    """One for each pull request that somebody commented on; at every request boundary."""
    calm = Flow(prepare)
    calm.run()
    requests = len(calm.entries())
    calm.close()
    for boundary in range(1, requests + 1):
        it = Flow(prepare)

        def inside(arrival, it=it, boundary=boundary):
            if arrival.nth == boundary:
                it.box.before_request(None)
                assert it.stage.record(FOUR).states == {FOUR.id: State.RECORDED}

        it.box.before_request(inside)
        it.run()
        it.box.before_request(None)
        assert {TWO.id, FOUR.id} <= set(it.stage.ids()), f"boundary {boundary}"
        boxes = ticks(it.stage.open_pull.record.body)
        assert boxes[TWO.id], f"boundary {boundary}"
        assert boxes[FOUR.id], f"boundary {boundary}"
        it.close()
