"""P6: a review with a model that words everything anew dies anywhere, or is interleaved, and ends the same.

Worlds are compared without the words of the model and what is named after them: those differ from ask to ask.
"""

import itertools
import re

import pytest

from buddy.sandbox import Sandbox
from tests.e2e.crash import die_at_every_write, run_inside_at_every_boundary
from tests.e2e.harness import Runner, Story
from tests.fakes.model_server import scripted_model

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
WORDS = (
    "stop() gives nothing back, so its caller cannot know whether it ended.",
    "A caller of stop() is not told if stopping worked, since it returns None.",
    "Returning None from stop() hides from callers whether anything was stopped.",
)


class Flow:
    """One review of a new pull request by a tool and a model."""

    def __init__(self, folder, server):
        folder.mkdir()
        self.server = server
        self.box = Sandbox().start()
        self.story = Story(self.box, Runner(self.box, folder), folder)
        self.mark = self.box.journal.mark()

    def run(self):
        return self.story.review(S101, here=True, inputs=self.server.inputs())

    def world(self):
        """Where what is said, by whom, in which category; one of the model's wordings is as good as another."""
        pull = self.story.pull
        on_lines = [
            (
                comment.record.spot.path,
                comment.record.spot.line,
                re.findall(r"`([a-z]+/[A-Za-z0-9-]+)`", comment.body)[0],
            )
            for comment in pull.review_comments
        ]
        states = [(item["category"], item["path"], item["state"]) for item in self.story.memory()["findings"].values()]
        return sorted(on_lines), sorted(states), len(self.story.summaries), len(pull.comments)

    def close(self):
        assert [str(entry) for entry in self.box.journal.undocumented] == []
        self.box.close()


@pytest.fixture
def flow(tmp_path):
    words = itertools.cycle(WORDS)
    item = {"path": "src/app.py", "line": 9, "quote": "    return None", "severity": "major", "category": "logic"}
    with scripted_model() as server:
        server.answer = lambda prompt: {"findings": [{**item, "message": next(words)}]}
        count = itertools.count()

        def make():
            return Flow(tmp_path / str(next(count)), server)

        calm = make()
        assert calm.run().code == 0
        entries = calm.box.journal.since(calm.mark)
        make.writes, make.requests = sum(entry.mutating for entry in entries), len(entries)
        make.end = calm.world()
        calm.close()
        yield make


def test_the_calm_run_posts_both_findings(flow):
    assert flow.end[0] == [("src/app.py", 8, "ruff/S101"), ("src/app.py", 9, "model/logic")]


def test_a_run_with_a_model_that_dies_at_any_write_is_completed_by_the_next(flow):
    die_at_every_write(flow)


def test_two_interleaved_runs_with_a_model_end_as_one(flow):
    run_inside_at_every_boundary(flow)
