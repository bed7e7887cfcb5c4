"""P6: a review that dies anywhere is completed by the next run, and two interleaved runs end as one.

For every mutating request of the fault-free run: it fails, the connection drops, or it happens and the answer is
lost. Then the same event runs again. Worlds are compared after mapping ids, times and shas.
"""

import dataclasses
import re
from types import MappingProxyType

import pytest

from buddy.sandbox import Fault, Kind, Sandbox
from tests.e2e.crash import FAULTS, run_inside_at_every_boundary
from tests.e2e.harness import MORE, OWN_LOGIN, SUPPRESSION, Runner, Story, opened

RESULTS = (
    ("S101", "error", "src/app.py", 8, "Use of assert"),
    ("F841", "warning", "src/app.py", 9, "Local variable is unused"),
    ("W291", "note", "src/app.py", 1, "Trailing blank"),
)
NEW_LINE = "import os\n"


def moved(results, *, by=0, path="src/app.py"):
    return tuple((rule, level, path, line + by, text) for rule, level, _, line, text in results)


class Flow:
    """One way in which a pull request comes to be reviewed: brought up to the run under test, which is `run()`."""

    memory = ()
    results = RESULTS
    inputs = None
    action = "opened"
    can_be_lost = None

    def __init__(self, folder):
        folder.mkdir()
        self.box = Sandbox().start()
        self.story = Story(self.box, Runner(self.box, folder), folder, memory=self.memory)
        self.prepare()
        self.add_faults()
        self.mark = self.box.journal.mark()

    def prepare(self):
        pass

    def add_faults(self):
        """What the host refuses all the time."""

    def clear_faults(self):
        self.box.faults.clear()
        self.add_faults()

    def review(self, *results, action=None):
        return self.story.review(*results, action=action or self.action, here=True, inputs=self.inputs)

    def run(self):
        return self.review(*self.results)

    def push(self, files, **kwargs):
        self.story.repo.commit("topic", files, by="alice", **kwargs)

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


class FirstReview(Flow):
    pass


class OverTheCap(Flow):
    inputs = MappingProxyType({"max-comments": "1"})


class RefusedLines(Flow):
    """Each comment is refused where its line is, first all of them and then one by one."""

    results = RESULTS[:2]
    can_be_lost = "/issues/"  # a review that is refused does not happen

    def add_faults(self):
        refusal = Fault(kind=Kind.REFUSE, status=422, path="/reviews$", message="Unprocessable Entity", times=None)
        self.box.faults.add(refusal)


class SecondPush(Flow):
    memory = (SUPPRESSION,)
    results = moved(RESULTS, by=1)
    action = "synchronize"

    def prepare(self):
        self.review(RESULTS[0])
        self.push({"src/app.py": NEW_LINE + MORE})


class RenamedAndAddressed(Flow):
    """The second push renames the file, mends one finding and brings a new one."""

    results = moved((RESULTS[0], ("B101", "error", "", 11, "new")), path="src/main.py")
    action = "synchronize"

    def prepare(self):
        self.review(*RESULTS)
        self.push({"src/main.py": MORE + "x = 1\n"}, moves={"src/app.py": "src/main.py"})


class DuplicatesLeftBehind(Flow):
    """Two runs that did not see each other died before they could tidy up."""

    results = RESULTS[:2]

    def prepare(self):
        self.run()
        pull = self.story.pull
        pull.comment(self.story.summaries[0].body, by=OWN_LOGIN)
        for comment in pull.review_comments:
            spot = comment.record.spot
            pull.comment_on(spot.path, spot.line, comment.body, by=OWN_LOGIN)


FLOWS = (FirstReview, OverTheCap, RefusedLines, SecondPush, RenamedAndAddressed, DuplicatesLeftBehind)


@pytest.fixture(scope="module", params=FLOWS, ids=lambda kind: kind.__name__)
def flow(request, tmp_path_factory):
    """Makes the flow anew as often as asked, and knows how it ends without a fault."""
    folder = tmp_path_factory.mktemp("flow")
    count = iter(range(10_000))

    def make():
        return request.param(folder / str(next(count)))

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
            it.box.faults.clear()
            path = it.can_be_lost if kind.kind is Kind.LOSE_ANSWER else None
            it.box.faults.add(dataclasses.replace(kind, mutating=True, nth=nth, path=path))
            it.add_faults()
            it.run()
            it.clear_faults()
            assert it.run().code == 0
            assert it.world() == flow.end, f"write {nth}, {kind.name}"
            it.close()


@pytest.mark.parametrize("written", [False, True], ids=["before", "after"])
def test_a_run_that_is_killed_at_any_write_is_completed_by_the_next(flow, written):
    """Unlike after one failed request, nothing more of the run happens: not even a look at what is there."""
    for nth in range(1, flow.writes + 1):
        it = flow()
        it.box.before_request(Death(it.box, nth=nth, written=written))
        assert it.run().code == 3 or written
        it.box.before_request(None)
        it.clear_faults()
        assert it.run().code == 0
        assert it.world() == flow.end, f"write {nth}"
        it.close()


class Death:
    """From a write on, or from the next request after it, no request gets through."""

    def __init__(self, box, *, nth, written):
        self.box, self.left, self.written = box, nth, written

    def __call__(self, arrival):
        dead = self.left == 0
        self.left -= arrival.mutating and not dead
        if dead or (self.left == 0 and arrival.mutating and not self.written):
            self.box.faults.clear()
            self.box.faults.add(Fault(kind=Kind.REFUSE, status=401, times=None))


def test_a_host_that_stays_down_ends_the_run_with_exit_code_3(flow):
    it = flow()
    it.box.faults.clear()
    it.box.faults.add(Fault(kind=Kind.REFUSE, status=502, mutating=True, times=None))
    assert it.run().code == 3
    it.clear_faults()
    assert it.run().code == 0
    assert it.world() == flow.end
    it.close()


def test_a_run_inside_another_ends_as_one(flow):
    run_inside_at_every_boundary(flow)


class Newer:
    """A push while a run is on, and the run for it; `flow` is what the first run is."""

    def __init__(self, flow):
        self.it = flow

    def push_and_review(self):
        self.it.push({"src/app.py": NEW_LINE * 2 + MORE})
        return self.review()

    def review(self):
        return self.it.review(*moved(RESULTS[:2], by=2), action="synchronize")

    def words(self):
        """What people read in the end, whichever run counted how often."""
        (summary,) = self.it.story.summaries
        repo, pr = self.it.story.repo.record.id, self.it.story.pull.number
        payload, visible = opened(summary.body, repo=repo, pr=pr)
        states = {entry["category"]: entry["state"] for entry in payload["findings"].values()}
        return re.sub(r"Run \d+", "Run n", visible), payload["reviewedSha"] == self.it.story.pull.head_sha, states

    def lines(self):
        """Categories of the comments on lines."""
        repo, pr = self.it.story.repo.record.id, self.it.story.pull.number
        return sorted(opened(each.body, repo=repo, pr=pr)[0]["category"] for each in self.it.story.pull.review_comments)


class FirstOfTwo(Flow):
    results = RESULTS[:2]


class SecondOfThree(SecondPush):
    results = moved(RESULTS[:2], by=1)


@pytest.mark.parametrize("kind", [FirstOfTwo, SecondOfThree])
def test_a_run_of_a_newer_push_inside_another_has_the_last_word(kind, tmp_path):
    """At every request boundary somebody pushes, and that push is reviewed to its end before the first run goes on."""
    calm = Newer(kind(tmp_path / "calm"))
    assert calm.it.run().code == 0
    boundaries = calm.it.requests()
    assert calm.push_and_review().code == 0
    overwritten = []
    for boundary in range(1, boundaries + 1):
        newer = Newer(kind(tmp_path / str(boundary)))
        box = newer.it.box

        def inside(arrival, newer=newer, box=box, boundary=boundary):
            if arrival.nth == boundary:
                box.before_request(None)
                assert newer.push_and_review().code == 0

        box.before_request(inside)
        assert newer.it.run().code == 0
        box.before_request(None)
        if not newer.words()[1]:
            overwritten.append(boundary)
        assert newer.review().code == 0
        mark = box.journal.mark()
        assert newer.words()[:2] == calm.words()[:2], f"boundary {boundary}"
        assert len(newer.lines()) == len(set(newer.lines())), f"boundary {boundary}"
        assert newer.review().code == 0
        assert [str(entry) for entry in box.journal.since(mark) if entry.mutating] == []
        newer.it.close()
    calm.it.close()
    # GitHub has no conditional edit: what was decided before the last write cannot be taken back, the next run heals it
    assert overwritten in ([], [boundaries])
