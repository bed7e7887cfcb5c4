"""`resolve`: a finding is settled on its pull request, its thread closed as the token may, and nothing learned."""

import pytest

from buddy.core.memory.marker import visible
from buddy.sandbox import Fault, Kind
from buddy.sandbox.box import JOB_PERMISSIONS
from tests.e2e.harness import MORE

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")
FIXED = MORE.replace("    assert True\n", "")
LEFT = ("F841", "warning", "src/app.py", 8, "Local variable is unused")


@pytest.fixture
def it(story):
    it = story()
    it.repo.grant("bob", "read")
    it.review(S101, F841, here=True)
    return it


def resolved(it):
    return [comment.record.thread.resolved_by is not None for comment in it.own("finding")]


def minimised(it):
    return [comment.record.minimized for comment in it.own("finding")]


def states(it):
    return {entry["category"]: entry["state"] for entry in it.memory()["findings"].values()}


def reply(it):
    *_, found = it.own("reply")
    return visible(found.body)


def settle(it, **kwargs):
    return it.hear(it.own("finding")[0].reply("@buddy-bot resolve", by=kwargs.pop("by", "alice")), here=True, **kwargs)


def test_in_its_thread_a_finding_is_settled_and_the_thread_resolved(it):
    ran = settle(it)
    assert ran.code == 0, ran.log
    assert [(row["name"], row["outcome"]) for row in ran.transcript["commands"]] == [("resolve", "answered")]
    assert resolved(it) == [True, False]
    assert states(it) == {"ruff/S101": "declined", "ruff/F841": "open"}
    assert "Its thread is resolved." in reply(it)
    assert next((e["kind"], e["applied"]) for e in ran.transcript["effects"]) == ("close-thread", True)


def test_it_stays_settled_over_pushes_is_not_posted_again_and_teaches_nothing(it):
    settle(it)
    for push in range(3):
        it.repo.commit("topic", {"README.md": f"push {push}\n"}, by="alice")
        ran = it.review(S101, F841, action="synchronize", here=True)
        assert states(it) == {"ruff/S101": "declined", "ruff/F841": "open"}
        assert "1 declined" in it.memory()["progress"]
    assert len(it.own("finding")) == 2
    assert it.own("proposal") == []
    assert (ran.outputs["pending"], ran.outputs["record-pr"]) == ("0", "")
    again = it.review(S101, F841, action="synchronize", here=True)
    assert again.transcript["requests"]["writes"] == 0


def test_p7_what_is_settled_in_talk_still_fails_a_check(it):
    settle(it)
    assert it.review(S101, F841, here=True, inputs={"fail-on": "major"}).code == 1


def test_a_token_that_may_not_resolve_folds_the_comment_away(it, box):
    it.token = box.job_token(it.repo, {**JOB_PERMISSIONS, "contents": "read"})
    ran = settle(it)
    assert ran.code == 0, ran.log
    assert (resolved(it), minimised(it)) == ([False, False], ["outdated", None])
    assert "folded away instead" in reply(it)
    assert states(it)["ruff/S101"] == "declined"


def test_a_host_that_allows_neither_is_told_with_its_reason(it, box):
    box.faults.add(Fault(kind=Kind.REFUSE, status=403, path="/graphql", times=None, message="Not here"))
    ran = settle(it)
    assert ran.code == 0, ran.log
    assert "Its thread stays as it is:" in reply(it)
    assert "Not here" in reply(it)
    assert states(it)["ruff/S101"] == "declined"


def test_below_the_pull_request_it_closes_the_threads_of_what_was_fixed(it, box):
    say = it.pull.comment("@buddy-bot resolve", by="alice")
    it.hear(say, here=True)
    assert "No finding that has a thread here was fixed yet." in reply(it)
    assert [entry for entry in box.journal if entry.path == "/graphql"] == []
    it.repo.commit("topic", {"src/app.py": FIXED}, by="alice")
    it.review(LEFT, action="synchronize", here=True)
    it.hear(it.pull.comment("@buddy-bot resolve", by="alice"), here=True)
    assert resolved(it) == [True, False]
    assert states(it) == {"ruff/S101": "addressed", "ruff/F841": "open"}
    assert "1 finding with a thread here was fixed." in reply(it)


def test_p3_who_may_not_write_settles_nothing(it):
    ran = settle(it, by="bob")
    assert [(row["outcome"], row["reason"]) for row in ran.transcript["commands"]] == [("refused", "not-authorised")]
    assert resolved(it) == [False, False]
    assert "declined" not in states(it).values()


def test_in_another_thread_it_is_no_finding(it):
    note = it.pull.comment_on("src/app.py", 7, "What is this?", by="bob")
    ran = it.hear(note.reply("@buddy-bot resolve", by="alice"), here=True)
    assert [row["reason"] for row in ran.transcript["commands"]] == ["unknown-fingerprint"]


def test_a_dry_run_closes_nothing(it):
    ran = settle(it, inputs={"dry-run": "true"})
    assert resolved(it) == [False, False]
    assert [e["kind"] for e in ran.transcript["effects"]] == ["close-thread", "reply"]
