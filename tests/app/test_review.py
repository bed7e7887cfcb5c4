"""The review verb: the full account first, then few writes; whatever happens, the next run plans nothing twice."""

from __future__ import annotations

import json
import re

import pytest

from buddy.app.ports import Refusal, RefusalKind
from buddy.app.review import ReviewOptions
from buddy.core.findings.finding import Severity
from tests.app.stage import HEAD, OWN_LOGIN
from tests.fakes.runner import FakeLog

S101 = ("S101", "src/app.py", 8)
F841 = ("F841", "src/app.py", 9)
OUTSIDE = ("W1", "src/app.py", 3)
LONG_BASE = {"src/app.py": "".join(f"line{n}\n" for n in range(200))}
LONG_HEAD = {"src/app.py": "".join(f"line{n}\n" for n in range(199)) + "last\n"}
HIDDEN = {
    "id": "l_hidden0001",
    "kind": "suppression",
    "text": "asserts are fine here",
    "paths": ["src/app.py"],
    "match": {"category": "ruff/S101"},
}
MEMORY = {".buddy/learnings.jsonl": json.dumps(HIDDEN) + "\n"}
FORK = ReviewOptions(read_only=True)


def inline(it):
    return [comment for comment, _ in it.host.pull_requests[it.number].review_comments if comment.author == OWN_LOGIN]


def nothing_more(it, *findings, **kwargs):
    """A second run plans nothing."""
    it.review(*findings, **kwargs)
    assert it.host.writes == []
    assert it.workspace.transcript["effects"] == []


def test_p6_a_first_review_is_one_review_call_and_one_summary_and_a_second_run_plans_nothing(stage):
    it = stage()
    assert it.review(S101, F841) == 0
    assert it.host.writes == ["create_review 1 2", f"create_comment {it.number}"]
    nothing_more(it, S101, F841)
    assert it.outcomes == ["known", "known"]


FLOWS = {
    "over the cap": ({}, [S101, F841], {"max_comments": 1}),
    "no comments at all": ({}, [S101, F841], {"max_comments": 0}),
    "outside the hunks": ({"base": LONG_BASE, "head": LONG_HEAD}, [("W1", "src/app.py", 3)], {}),
    "hidden": ({"base": MEMORY}, [S101, F841], {}),
    "signed": ({}, [S101], {"marker_key": b"key"}),
    "no findings": ({}, [], {}),
    "many": ({"head": {"src/app.py": "x\n" * 400}}, [("E1", "src/app.py", n) for n in range(1, 400)], {}),
    "a file without text": ({"head": {"a.bin": b"\0\1"}}, [("E1", "a.bin", 1)], {}),
    "untrusted base": ({}, [S101], {"default_branch": "trunk"}),
}


@pytest.mark.parametrize("name", FLOWS)
def test_p6_a_second_run_plans_nothing(stage, name):
    scene, findings, job = FLOWS[name]
    it = stage(**scene)
    it.host.push("trunk", {"x": "y"}, onto=it.host.branches["main"])
    it.review(*findings, **job)
    assert it.host.writes
    nothing_more(it, *findings, **job)
    if name != "many":  # its memory is beyond the cap, which takes the shortcut away
        assert it.host.calls.count("blob") <= 1


def test_p6_comments_refused_on_their_line_are_tried_alone_once_and_never_again(stage):
    it = stage()
    it.host.refuse(RefusalKind.UNPROCESSABLE, method="create_review", times=2)
    assert it.review(S101, F841) == 0
    assert [call for call in it.host.calls if call == "create_review"] == ["create_review"] * 3
    assert len(inline(it)) == 1
    assert sorted(it.outcomes) == ["inline", "summary"]
    assert "### Outside the diff" in it.summary
    nothing_more(it, S101, F841)
    assert it.host.calls.count("blob") == 0


@pytest.mark.parametrize("applied", [False, True])
@pytest.mark.parametrize("method", ["create_review", "create_comment"])
def test_p6_a_lost_answer_is_looked_after_and_nothing_is_written_twice(stage, method, applied):
    it = stage()
    it.host.refuse(RefusalKind.UNAVAILABLE, method=method, applied=applied)
    assert it.review(S101, F841) == 0
    assert len(inline(it)) == 2
    assert it.summary
    nothing_more(it, S101, F841)


def test_a_lost_answer_and_then_a_refused_line_cost_only_that_line(stage):
    it = stage()
    it.host.refuse(RefusalKind.UNAVAILABLE, method="create_review")
    it.host.refuse(RefusalKind.UNPROCESSABLE, method="create_review", times=2)
    assert it.review(S101, F841) == 0
    assert sorted(it.outcomes) == ["inline", "summary"]


def test_a_host_that_is_down_ends_the_run_with_what_is_undone(stage):
    it = stage()
    it.host.refuse(RefusalKind.UNAVAILABLE, method="create_review", times=2)
    with pytest.raises(Refusal):
        it.review(S101)
    assert it.log.outputs["posted"] == "0"
    assert it.workspace.transcript["effects"][0]["reason"]
    assert it.review(S101) == 0
    assert len(inline(it)) == 1


def test_a_fork_gets_the_full_account_first_one_refused_write_and_one_notice(stage):
    it = stage(base=MEMORY)
    it.host.read_only = True
    log = FakeLog()
    it.review(S101, F841, options=FORK, log=log)
    assert it.host.requests()[1] == 1
    assert it.log.outputs["findings"] == "1"
    assert it.log.outputs["suppressed"] == "1"
    assert it.log.outputs["posted"] == "0"
    assert "l_hidden0001" in it.log.of("summary")[0]
    assert "F841" in it.log.of("summary")[0]
    assert len(it.log.of("notice")) == 1
    assert ["src/app.py:9 major" in text for text in it.log.of("annotation")] == [True]
    assert all(not effect["applied"] for effect in it.workspace.transcript["effects"])


@pytest.mark.parametrize(("threshold", "code"), [(None, 0), (Severity.MAJOR, 1), (Severity.CRITICAL, 0)])
def test_the_exit_code_comes_from_fail_on_alone_whether_or_not_it_could_write(stage, threshold, code):
    for read_only in (False, True):
        it = stage()
        it.host.read_only = read_only
        assert it.review(S101, options=ReviewOptions(fail_on=threshold, read_only=read_only)) == code


def test_what_the_memory_hides_or_stands_elsewhere_does_not_fail_the_run(stage):
    it = stage(base=MEMORY)
    assert it.review(S101, ("E1", "README.md", 1), options=ReviewOptions(fail_on=Severity.NIT)) == 0
    assert sorted(it.outcomes) == ["suppressed", "unchanged-file"]


def test_what_was_known_before_still_fails_the_run(stage):
    it = stage()
    options = ReviewOptions(fail_on=Severity.MAJOR)
    assert [it.review(S101, options=options) for _ in range(2)] == [1, 1]


def test_a_token_that_should_be_able_to_write_and_is_not_is_refused_after_the_full_account(stage):
    it = stage()
    it.host.read_only = True
    with pytest.raises(Refusal) as caught:
        it.review(S101)
    assert caught.value.kind is RefusalKind.READ_ONLY
    assert it.log.outputs["findings"] == "1"
    assert it.log.of("annotation")


def test_a_locked_conversation_is_a_notice(stage):
    it = stage()
    it.host.change_pull(it.number, locked=True)
    assert it.review(S101) == 0
    assert "locked" in it.log.of("notice")[0]


def test_a_dry_run_says_what_it_would_do_and_writes_nothing(stage):
    it = stage()
    it.review(S101, options=ReviewOptions(dry_run=True))
    assert it.host.requests()[1] == 0
    effects = it.workspace.transcript["effects"]
    assert [(effect["kind"], effect["planned"], effect["applied"]) for effect in effects] == [
        ("review", True, False),
        ("summary", True, False),
    ]


def test_p6_duplicates_of_parallel_runs_are_merged_into_the_oldest(stage):
    it = stage()
    it.review(S101, F841)
    first = [comment.id for comment in inline(it)]
    (oldest,) = it.host.pull_requests[it.number].comments
    it.host.comment_as(it.number, OWN_LOGIN, oldest.body, kind="Bot")
    for comment in inline(it):
        it.host.review_comment_as(it.number, OWN_LOGIN, comment.body, path=comment.path, line=comment.line, kind="Bot")
    it.review(S101, F841)
    assert [comment.id for comment in it.host.pull_requests[it.number].comments] == [oldest.id]
    assert [comment.id for comment in inline(it)] == first
    nothing_more(it, S101, F841)


def test_a_duplicate_that_somebody_answered_stays(stage):
    it = stage()
    it.review(S101)
    (comment,) = inline(it)
    twin = it.host.review_comment_as(it.number, OWN_LOGIN, comment.body, path=comment.path, line=8, kind="Bot")
    it.host.review_comment_as(it.number, "alice", "why?", path=comment.path, line=8, reply_to=twin.id)
    it.review(S101)
    assert twin.id in [each.id for each in inline(it)]


def test_nobody_elses_comment_is_edited_or_deleted(stage):
    it = stage()
    it.review(S101)
    forged = it.host.comment_as(it.number, "mallory", it.summary)
    line = it.host.review_comment_as(it.number, "mallory", inline(it)[0].body, path="src/app.py", line=8)
    it.review(S101)
    assert forged in it.host.pull_requests[it.number].comments
    assert line in [comment for comment, _ in it.host.pull_requests[it.number].review_comments]
    assert "marker-other-author" in it.warnings


def test_a_deleted_line_comment_is_not_posted_again_and_a_deleted_summary_is(stage):
    it = stage()
    it.review(S101)
    it.host.remove_review_comment(inline(it)[0].id)
    nothing_more(it, S101)
    (summary,) = it.host.pull_requests[it.number].comments
    it.host.remove_comment(summary.id)
    it.review(S101)
    assert "**1 finding**" in it.summary


def test_a_summary_deleted_while_the_run_was_on_stays_deleted(stage):
    it = stage()
    it.review(S101)
    (summary,) = it.host.pull_requests[it.number].comments

    class Deletes(FakeLog):
        def output(self, name, value):
            super().output(name, value)
            it.host.remove_comment(summary.id)

    it.host.push("topic", {"src/app.py": HEAD + "# more\n"})
    assert it.review(S101, log=Deletes()) == 0
    assert it.host.pull_requests[it.number].comments == []


class Pushes(FakeLog):
    """Somebody pushes, and perhaps a run reviews it, after this run has gathered and before it writes."""

    def __init__(self, act):
        super().__init__()
        self.act = act

    def output(self, name, value):
        super().output(name, value)
        if name == "pending" and self.act is not None:
            act, self.act = self.act, None
            act()


MORE = "import os\n" + HEAD


@pytest.mark.parametrize("earlier", [False, True], ids=["first", "later"])
def test_p6_a_run_overtaken_by_that_of_a_newer_push_leaves_the_newer_ones_words(stage, earlier):
    """Interleaved at the widest gap: between the look and the first write."""

    def moved(it):
        it.host.push("topic", {"src/app.py": MORE})
        it.review(("S101", "src/app.py", 9), ("F841", "src/app.py", 10))

    it, calm = stage(), stage()
    for each in (it, calm):
        if earlier:
            each.review(S101)
    old = it.host.branches["topic"]
    it.report(S101, F841)
    assert it.review(log=(log := Pushes(lambda: moved(it))), head_sha=old) == 0
    assert "newer push" in log.of("notice")[-1]
    calm.review(S101, F841)
    moved(calm)
    words = [re.sub(r"Run \d+", "Run n", each.summary.split("\n", 1)[1]) for each in (it, calm)]
    assert words[0] == words[1]
    assert len(inline(it)) == 2
    nothing_more(it, ("S101", "src/app.py", 9), ("F841", "src/app.py", 10))


def test_a_forced_push_that_takes_the_commit_away_ends_the_run_in_peace(stage):
    it = stage()
    it.host.push("rewritten", {"src/app.py": MORE}, onto=it.host.branches["main"])

    def force():
        it.host.branches["topic"] = it.host.branches["rewritten"]

    assert it.review(S101, F841, log=(log := Pushes(force))) == 0
    assert "newer push" in log.of("notice")[-1]
    assert it.host.pull_requests[it.number].comments == []
    assert it.host.calls.count("create_review") == 1


def test_p8_what_was_hidden_is_named_everywhere_with_the_id_that_hid_it(stage):
    it = stage(base=MEMORY)
    it.review(S101)
    assert it.workspace.transcript["findings"][0]["suppressedBy"] == "l_hidden0001"
    assert "l_hidden0001" in it.summary
    assert "l_hidden0001" in it.log.of("summary")[0]


def test_p7_a_protected_category_is_shown_with_the_learning_it_was_spared_from(stage):
    it = stage(base={".buddy/learnings.jsonl": json.dumps({**HIDDEN, "match": {"category": "gitleaks/S101"}}) + "\n"})
    it.report(S101, tool="gitleaks")
    it.review()
    assert it.outcomes == ["inline"]
    assert it.workspace.transcript["findings"][0]["sparedFrom"] == "l_hidden0001"
    (comment,) = inline(it)
    assert "No learning hides this: `gitleaks/*` is protected." in comment.body
    assert "learnings.jsonl" not in comment.body


def test_p12_two_runs_on_two_worlds_write_the_same_bytes(stage):
    bodies = []
    for _ in range(2):
        it = stage(base=MEMORY)
        it.review(S101, F841, OUTSIDE)
        bodies.append((it.summary, [comment.body for comment in inline(it)]))
    assert bodies[0] == bodies[1]


def test_p13_rules_only_is_said(stage):
    it = stage()
    it.review(S101)
    assert (it.workspace.transcript["reviewer"], it.workspace.transcript["extractor"]) == ("rules-only",) * 2
    assert "reviewer: rules-only" in it.summary


def test_p1_an_edit_of_the_memory_is_told(stage):
    it = stage(base=MEMORY, head={".buddy/learnings.jsonl": None, "src/app.py": HEAD})
    it.review(S101)
    assert it.outcomes == ["suppressed"]
    assert "`memory-edited`" in it.summary


def test_a_finding_that_is_gone_is_addressed_only_when_its_tool_ran(stage):
    it = stage()
    it.review(S101)
    it.report(("X1", "src/app.py", 8), tool="other")
    it.review()
    states = {
        entry["category"]: entry["state"] for entry in it.workspace.transcript["memory"]["after"]["findings"].values()
    }
    assert states == {"ruff/S101": "open", "other/X1": "open"}
    it.review(F841)
    states = {
        entry["category"]: entry["state"] for entry in it.workspace.transcript["memory"]["after"]["findings"].values()
    }
    assert states == {"ruff/S101": "addressed", "other/X1": "open", "ruff/F841": "open"}
