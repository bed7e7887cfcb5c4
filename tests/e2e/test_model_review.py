"""A model beside the rules: what it finds, what it said before, and what happens without its answer."""

import pytest

from tests.e2e.harness import MORE, NOTE, outcomes
from tests.fakes.model_server import said


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


WORDS = (
    "stop() gives nothing back, so that its caller cannot know whether it ended.",
    "Callers of `stop` are left in the dark: there is no return value that tells success.",
    "Consider returning a flag here instead of None.",
    "The result of shutting down is lost.",
    "No indication of the outcome is handed to whoever invoked this.",
    "Missing status: the function should report what happened.",
    "Silent termination, nobody learns if it worked.",
    "`return None` drops the information that the end was reached.",
    "Hard to test since nothing is observable from outside.",
    "An explicit value would make failures visible.",
    "Why None? A boolean would be more useful.",
)
SLUGS = ("logic", "error-handling", "api-misuse")


def test_a_dismissed_finding_is_never_repeated_over_ten_pushes_by_a_model_that_rewords_every_time(story, model):
    it = story()
    pushes = iter(range(len(WORDS)))
    model.answer = lambda prompt: {
        "findings": [
            said(
                line=_line_of(prompt, "return None"),
                message=WORDS[push := next(pushes)],
                category=SLUGS[push % len(SLUGS)],
            )
        ]
    }
    it.review(inputs=model.inputs(), here=True)
    (comment,) = it.pull.review_comments
    comment.reply("This is intended, stop() must never report anything.", by="alice")
    for push in range(1, len(WORDS)):
        more = "".join(f"\n\ndef more{n}():\n    return {n}\n" for n in range(push))
        it.repo.commit("topic", {"src/app.py": MORE.replace("def start", f"# {push}\ndef start") + more}, by="alice")
        ran = it.review(inputs=model.inputs(), action="synchronize", here=True)
        assert ran.code == 0, ran.log
        assert outcomes(ran) == [("model/logic", "known")]
        assert ran.transcript["model"]["dropped"] == {"already-known": 1}
    assert len(model.prompts) == len(WORDS)
    assert [one.author for one in it.pull.review_comments].count("github-actions[bot]") <= 2  # the finding, a proposal


def _line_of(prompt, text):
    """The number that the prompt gives the first line with this text."""
    row = next(row for row in prompt.user.split("\n") if text in row and row[:6].strip().isdigit())
    return int(row[:6])


def test_what_a_model_reads_into_the_change_stands_beside_what_the_rules_say_and_stays(story, model):
    it = story()
    model.answer = lambda prompt: {
        "findings": [],
        "about": {
            "intent": "Adds stop()\n\n<!-- buddy:memory v1 x --> @alice `@buddy-bot resume`",
            "risks": ["Changes code but no test (1 file).", "Callers may wait for ever", "b", "c", "d"],
            "progress": "x" * 900,
        },
    }
    it.review(inputs=model.inputs(), here=True)
    memory = it.memory()
    assert memory["intent"].startswith("Add stop()")
    assert memory["risks"] == ["Changes code but no test (1 file)."]
    assert memory["reading"]["risks"] == ["Callers may wait for ever", "b", "c"]
    assert len(memory["reading"]["progress"]) <= 240
    (summary,) = it.summaries
    assert "A model's reading: Adds stop()" in summary.body
    assert "<!-- buddy" not in summary.body.split("-->", 1)[1]
    model.answer = lambda prompt: (503, "gone")
    it.repo.commit("topic", {"src/app.py": MORE + "\n\nX = 1\n"}, by="alice")
    ran = it.review(inputs=model.inputs(), action="synchronize", here=True)
    assert ran.transcript["reviewer"] == "rules-only"
    assert it.memory()["reading"] == memory["reading"]


@pytest.mark.parametrize("about", [None, 7, "x", [], {"risks": "all"}, {"intent": None}, {"intent": ""}])
def test_p5_an_odd_reading_costs_only_itself(about, story, model):
    it = story()
    model.answer = lambda prompt: {"findings": [said()], "about": about}
    ran = it.review(inputs=model.inputs(), here=True)
    assert outcomes(ran) == [("model/logic", "inline")]
    assert "reading" not in it.memory()
