"""A model beside the rules: what it finds, what it said before, and what happens without its answer."""

import pytest

from tests.e2e.harness import NOTE
from tests.fakes.model_server import scripted_model


@pytest.fixture
def model():
    with scripted_model() as server:
        yield server


def said(line=9, quote="    return None", **more):
    return {
        "path": "src/app.py",
        "line": line,
        "quote": quote,
        "severity": "major",
        "category": "logic",
        "message": "stop() gives nothing back, so that its caller cannot know whether it ended.",
        **more,
    }


def outcomes(ran):
    return [(row["category"], row["outcome"]) for row in ran.transcript["findings"]]


def test_what_a_model_finds_is_posted_on_its_line_and_named_in_the_transcript(story, model):
    it = story(memory=[NOTE])
    model.answer = lambda prompt: {"findings": [said(learnings=["l_note000001", "l_other"])]}
    ran = it.review(inputs=model.inputs())
    assert ran.code == 0, ran.log
    assert outcomes(ran) == [("model/logic", "inline")]
    (comment,) = it.pull.review_comments
    assert (comment.record.spot.line, comment.record.spot.path) == (9, "src/app.py")
    assert "Because of `l_note000001`" in comment.body
    account = ran.transcript["model"]
    assert account["cited"] == ["l_note000001"]
    assert (account["usage"]["requests"], ran.transcript["reviewer"]) == (1, "openai:scripted")
    assert ran.outputs["learnings-used"] == "1"
    assert "reviewer: openai:scripted" in it.summaries[0].body


def test_a_second_run_on_the_same_head_asks_nothing_and_writes_nothing(story, model):
    it = story()
    model.answer = lambda prompt: {"findings": [said()]}
    it.review(inputs=model.inputs())
    ran = it.review(inputs=model.inputs())
    assert len(model.prompts) == 1
    assert ran.transcript["requests"]["writes"] == 0
    assert outcomes(ran) == [("model/logic", "known")]
