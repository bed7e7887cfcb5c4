"""P6: answers, proposals and records that die anywhere are completed by the next run; interleaved runs end as one.

For every mutating request of the fault-free run: it fails, the connection drops, or it happens and the answer is
lost. Then the same event runs again. Worlds are compared after mapping ids, times and shas.
"""

import pytest

from buddy.sandbox import Sandbox
from tests.e2e.crash import die_at_every_write, run_inside_at_every_boundary
from tests.e2e.harness import Runner, Story, opened
from tests.fakes.model_server import scripted_model

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
DISPUTE = "This is a false positive: asserts are fine in this file."


class Flow:
    """Something that was said on a reviewed pull request; `prepare` brings it up to the run under test."""

    def __init__(self, folder, prepare, inputs):
        folder.mkdir()
        self.box = Sandbox().start()
        self.story = Story(self.box, Runner(self.box, folder), folder)
        self.story.review(S101, here=True)
        self.story.inputs = self.inputs = inputs
        self.about, self.event, self.action = prepare(self.story)
        self.mark = self.box.journal.mark()

    def run(self):
        if self.event == "review":
            return self.story.review(S101, action="synchronize", here=True)
        return self.story.hear(self.about, self.event, self.action, here=True, inputs=self.inputs)

    def world(self):
        repo, pr = self.story.repo.record.id, self.story.pull.number
        return self.box.world(map_body=lambda body: opened(body, repo=repo, pr=pr))

    def requests(self):
        return self.box.journal.since(self.mark)

    def close(self):
        assert [str(entry) for entry in self.box.journal.undocumented] == []
        self.box.close()


def remember(it):
    return it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice"), None, "created"


def ignore_rule(it):
    (finding,) = it.pull.review_comments
    return finding.reply("@buddy-bot ignore-rule because pytest needs them", by="alice"), None, "created"


def edit(it):
    comment, *_ = remember(it)
    it.hear(comment, here=True)
    comment.edit("@buddy-bot remember integration tests need TEST_DB_DSN")
    return comment, None, "edited"


def disagree(it):
    (finding,) = it.pull.review_comments
    return finding.reply(DISPUTE, by="alice"), None, "created"


def approve(it):
    dispute, *_ = disagree(it)
    it.hear(dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    return it.pull, "review", "synchronize"


def settle(it):
    approve(it)
    it.pull.close(by="alice")
    return it.pull, "pull_request", "closed"


def resolve(it):
    (finding,) = it.pull.review_comments
    return finding.reply("@buddy-bot resolve", by="alice"), None, "created"


def ask(it):
    (finding,) = it.pull.review_comments
    return finding.reply("Is an assert a problem here?", by="alice"), None, "created"


def ask_again(it):
    comment, *_ = ask(it)
    it.hear(comment, here=True, inputs=it.inputs)
    comment.edit("@buddy-bot ask is an assert a problem with -O?")
    return comment, None, "edited"


FLOWS = {
    each.__name__: each for each in (remember, ignore_rule, edit, disagree, approve, settle, resolve, ask, ask_again)
}


MODELLED = ("ask", "ask_again")


@pytest.fixture(scope="module")
def model():
    with scripted_model() as server:
        server.answer = lambda prompt: {"answer": "Only with -O."}
        yield server


@pytest.fixture(scope="module", params=FLOWS, ids=list(FLOWS))
def flow(request, tmp_path_factory, model):
    """Makes the flow anew as often as asked, and knows how it ends without a fault."""
    folder = tmp_path_factory.mktemp("flow")
    count = iter(range(10_000))

    def make():
        inputs = model.inputs() if request.param in MODELLED else None
        return Flow(folder / str(next(count)), FLOWS[request.param], inputs)

    calm = make()
    assert calm.run().code == 0
    entries = calm.requests()
    make.writes, make.requests, make.end = sum(each.mutating for each in entries), len(entries), calm.world()
    calm.close()
    return make


def test_a_run_that_dies_at_any_write_is_completed_by_the_next(flow):
    die_at_every_write(flow)


def test_a_second_run_writes_nothing(flow):
    it = flow()
    it.run()
    mark = it.box.journal.mark()
    assert it.run().code == 0
    assert [str(entry) for entry in it.box.journal.since(mark) if entry.mutating] == []
    it.close()


# The inner run asks its model on a thread of the sandbox, whose event loop nobody closes; a real run just ends.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_run_inside_another_ends_as_one(flow):
    run_inside_at_every_boundary(flow)
