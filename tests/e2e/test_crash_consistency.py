"""P6: a review that dies anywhere is completed by the next run, and two interleaved runs end as one.

For every mutating request of the fault-free run: it fails, the connection drops, or it happens and the answer is
lost. Then the same event runs again. Worlds are compared after mapping ids, times and shas.
"""

import dataclasses

import pytest

from buddy.sandbox import Fault, Kind, Sandbox
from tests.e2e.harness import MORE, SUPPRESSION, Runner, Story, opened

RESULTS = (
    ("S101", "error", "src/app.py", 8, "Use of assert"),
    ("F841", "warning", "src/app.py", 9, "Local variable is unused"),
    ("W291", "note", "src/app.py", 1, "Trailing blank"),
)
MOVED = tuple((rule, level, path, line + 1, text) for rule, level, path, line, text in RESULTS)
FAULTS = (
    Fault(kind=Kind.REFUSE, status=502),
    Fault(kind=Kind.DROP),
    Fault(kind=Kind.LOSE_ANSWER),
)


class Flow:
    """One way in which a pull request comes to be reviewed; `prepare` brings it up to the run under test."""

    def __init__(self, folder, *, second_push, inputs=None):
        folder.mkdir()
        self.box = Sandbox().start()
        self.story = Story(self.box, Runner(self.box, folder), folder, memory=[SUPPRESSION] if second_push else [])
        self.second_push = second_push
        self.inputs = inputs
        if second_push:
            self.story.review(RESULTS[0], here=True)
            self.story.repo.commit("topic", {"src/app.py": "import os\n" + MORE}, by="alice")
        self.mark = self.box.journal.mark()

    def run(self):
        results = MOVED if self.second_push else RESULTS
        action = "synchronize" if self.second_push else "opened"
        return self.story.review(*results, action=action, here=True, inputs=self.inputs)

    def world(self):
        repo, pr = self.story.repo.record.id, self.story.pull.number
        return self.box.world(map_body=lambda body: opened(body, repo=repo, pr=pr))

    def writes(self):
        return sum(entry.mutating for entry in self.box.journal.since(self.mark))

    def requests(self):
        return len(self.box.journal.since(self.mark))

    def close(self):
        assert [str(entry) for entry in self.box.journal.undocumented] == []
        self.box.close()


FLOWS = {
    "first-review": {"second_push": False},
    "over-the-cap": {"second_push": False, "inputs": {"max-comments": "1"}},
    "second-push": {"second_push": True},
}


@pytest.fixture(scope="module", params=FLOWS, ids=list(FLOWS))
def flow(request, tmp_path_factory):
    """Makes the flow anew as often as asked, and knows how it ends without a fault."""
    kwargs = FLOWS[request.param]
    folder = tmp_path_factory.mktemp("flow")
    count = iter(range(10_000))

    def make():
        return Flow(folder / str(next(count)), **kwargs)

    calm = make()
    assert calm.run().code == 0
    make.writes, make.requests, make.end = calm.writes(), calm.requests(), calm.world()
    calm.close()
    return make


def test_a_run_that_dies_at_any_write_is_completed_by_the_next(flow):
    assert flow.writes >= 1
    for nth in range(1, flow.writes + 1):
        for kind in FAULTS:
            it = flow()
            it.box.faults.add(dataclasses.replace(kind, mutating=True, nth=nth))
            it.run()
            it.box.faults.clear()
            assert it.run().code == 0
            assert it.world() == flow.end, f"write {nth}, {kind.name}"
            it.close()


def test_a_host_that_stays_down_ends_the_run_with_exit_code_3(flow):
    it = flow()
    it.box.faults.add(Fault(kind=Kind.REFUSE, status=502, mutating=True, times=None))
    assert it.run().code == 3
    it.box.faults.clear()
    assert it.run().code == 0
    assert it.world() == flow.end
    it.close()


def test_a_run_inside_another_ends_as_one(flow):
    """At every request boundary of the first run, a second one runs to its end."""
    for boundary in range(1, flow.requests + 1):
        it = flow()

        def inside(arrival, it=it, boundary=boundary):
            if arrival.nth == boundary:
                it.box.before_request(None)
                assert it.run().code == 0

        it.box.before_request(inside)
        assert it.run().code == 0
        it.box.before_request(None)
        assert it.world() == flow.end, f"boundary {boundary}"
        it.close()
