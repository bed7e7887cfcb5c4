"""P6: a sweep or the settling of a closed pull request that dies anywhere is completed by the next run of its kind.

As for reviews (`test_crash_consistency.py`): every mutating request × three faults, then one calm run; and a second
run inside the first at every request boundary.
"""

from datetime import UTC, datetime, timedelta

import pytest

from buddy.sandbox import Sandbox
from buddy.sandbox.clock import Clock
from tests.e2e.crash import die_at_every_write, run_inside_at_every_boundary
from tests.e2e.harness import Runner, Story, opened

NOW = datetime.now(UTC)  # once: worlds that are compared began at the same second, or their commits differ
S101 = ("S101", "error", "src/app.py", 8, "Use of assert")


class Flow:
    """Brought up to the run under test, which is `run()`."""

    days_ago = 1

    def __init__(self, folder):
        folder.mkdir()
        self.box = Sandbox(clock=Clock(start=NOW - timedelta(days=self.days_ago))).start()
        self.story = Story(self.box, Runner(self.box, folder), folder)
        self.story.review(S101, here=True)
        (finding,) = self.story.pull.review_comments
        self.reply = finding.reply("This is a false positive: asserts are fine here.", by="alice")
        self.prepare()
        self.mark = self.box.journal.mark()

    def prepare(self):
        self.event("pull_request_review_comment", "created", self.reply)

    def run(self):
        return self.event("schedule", None, self.story.repo)

    def event(self, name, action, about):
        it = self.story
        return it.runner.here(it.runner.environment(name, action, about=about, token=it.token, workspace=it.workspace))

    def thumb(self):
        proposal = self.story.pull.review_comments[-1]
        assert proposal.body.startswith("<!-- buddy:proposal ")
        proposal.react("+1", by="alice")

    def world(self):
        repo, pr = self.story.repo.record.id, self.story.pull.number
        return self.box.world(map_body=lambda body: opened(body, repo=repo, pr=pr))

    @property
    def requests(self):
        return self.box.journal.since(self.mark)

    @property
    def writes(self):
        return [entry for entry in self.requests if entry.mutating]

    def close(self):
        assert [str(entry) for entry in self.box.journal.undocumented] == []
        self.box.close()


class DroppedEvents(Flow):
    """Nothing that was said was answered yet."""

    def prepare(self):
        self.story.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")


class Approval(Flow):
    def prepare(self):
        super().prepare()
        self.thumb()


class Expiry(Flow):
    days_ago = 35


class Settle(Flow):
    def prepare(self):
        super().prepare()
        self.thumb()
        self.story.pull.close()

    def run(self):
        return self.event("pull_request", "closed", self.story.pull)


class SettleLate(Settle):
    """The event of the closing was dropped; the sweep makes up for it."""

    def run(self):
        return self.event("schedule", None, self.story.repo)


FLOWS = (DroppedEvents, Approval, Expiry, Settle, SettleLate)


@pytest.fixture(scope="module", params=FLOWS, ids=lambda kind: kind.__name__)
def flow(request, tmp_path_factory):
    """Makes the flow anew as often as asked, and knows how it ends without a fault."""
    folder = tmp_path_factory.mktemp("flow")
    count = iter(range(10_000))

    def make():
        return request.param(folder / str(next(count)))

    calm = make()
    assert calm.run().code == 0
    make.writes, make.requests, make.end = len(calm.writes), len(calm.requests), calm.world()
    calm.mark = calm.box.journal.mark()
    assert calm.run().code == 0
    assert [str(entry) for entry in calm.writes] == []
    calm.close()
    return make


def test_a_run_that_dies_at_any_write_is_completed_by_the_next(flow):
    die_at_every_write(flow)


def test_a_run_inside_another_ends_as_one(flow):
    run_inside_at_every_boundary(flow)
