"""The two promises people give Buddy their repository for, in their words, held by every flow that learns."""

import json
import re

import pytest

from buddy.sandbox import Fault
from buddy.sandbox.journal import Entry
from tests.e2e.harness import NOTE, OWN_LOGIN

FILE = ".buddy/learnings.jsonl"
BRANCH = "buddy/learnings"
S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
DISPUTE = "This is a false positive: asserts are fine in this file."
TEACH = "@buddy-bot remember integration tests need TEST_DB_URL"
CONFIG = {".buddy/config.yml": "record:\n  minIntervalHours: 0\n"}


def lines(it, branch):
    there = branch in it.repo.branches()
    return ((it.repo.read(branch, FILE) if there else None) or b"").splitlines()


def records(it, branch=BRANCH):
    return [json.loads(line) for line in lines(it, branch)]


def disputed(it):
    it.review(S101, here=True)
    (it.finding,) = it.pull.review_comments
    it.dispute = it.finding.reply(DISPUTE, by="alice")
    it.hear(it.dispute, here=True)
    (it.proposal,) = it.own("proposal")
    return it


def next_run(it):
    """GitHub tells nobody of a reaction: any later event makes it seen."""
    return it.review(S101, action="synchronize", here=True)


# only a maintainer's 👍 persists


@pytest.mark.parametrize(
    ("role", "persists"),
    [(None, False), ("read", False), ("triage", False), ("write", True), ("maintain", True), ("admin", True)],
)
def test_only_a_maintainers_thumb_persists(story, role, persists):
    """P3, by the role that the voter has now, whoever wrote the change."""
    it = disputed(story())
    it.repo.grant("kim", role)
    it.proposal.react("+1", by="kim")
    next_run(it)
    assert [record["text"] for record in records(it)] == [DISPUTE] * persists


@pytest.mark.parametrize("emoji", ["heart", "hooray", "rocket", "eyes", "laugh", "confused", "-1"])
def test_no_other_reaction_of_a_maintainer_persists(story, emoji):
    it = disputed(story())
    it.proposal.react(emoji, by="alice")
    next_run(it)
    assert BRANCH not in it.repo.branches()


def test_nothing_persists_without_a_thumb_however_many_runs_there_are(story):
    it = disputed(story())
    for _ in range(3):
        ran = next_run(it)
    assert BRANCH not in it.repo.branches()
    assert ran.outputs["pending"] == "1"


def test_the_thumb_of_somebody_who_lost_the_right_since_persists_no_more(story):
    """P3: asked when it is recorded, not when it was given."""
    it = disputed(story())
    it.repo.grant("kim", "write")
    it.proposal.react("+1", by="kim")
    it.repo.grant("kim", "read")
    next_run(it)
    assert BRANCH not in it.repo.branches()
    it.repo.grant("kim", "write")
    next_run(it)
    assert [record["text"] for record in records(it)] == [DISPUTE]


def test_a_thumb_anywhere_but_on_the_proposal_is_none(story):
    it = disputed(story())
    for comment in (it.finding, it.dispute, it.pull.comments[0], it.pull):
        comment.react("+1", by="alice")
    next_run(it)
    assert BRANCH not in it.repo.branches()


# learnings changes are always reviewable, never silently committed to the default branch


def remembered(it):
    it.hear(it.pull.comment(TEACH, by="alice"), here=True)


def remembered_on_an_issue(it):
    issue = it.repo.open_issue("How do we test?", by="bob")
    it.hear(issue.comment(TEACH, by="alice"), here=True)


def remembered_in_a_review_body(it):
    it.hear(it.pull.review(TEACH, by="alice"), "pull_request_review", "submitted", here=True)


def remembered_and_edited(it):
    comment = it.pull.comment(TEACH, by="alice")
    it.hear(comment, here=True)
    comment.edit(TEACH + " and docker")
    it.hear(comment, action="edited", here=True)


def remembered_and_deleted(it):
    kept = it.pull.comment("@buddy-bot remember handlers return a Result", by="alice")
    it.hear(kept, here=True)
    comment = it.pull.comment(TEACH, by="alice")
    it.hear(comment, here=True)
    comment.delete()
    next_run(it)


def remembered_twice_with_an_unticked_entry(it):
    kept = it.pull.comment("@buddy-bot remember handlers return a Result", by="alice")
    it.hear(kept, here=True)
    it.hear(it.pull.comment(TEACH, by="alice"), here=True)
    body = it.record_pull.record.body
    name = next(each["id"] for each in records(it) if "TEST_DB_URL" in each["text"])
    it.record_pull.edit(by="alice", body=body.replace(f"- [x] `{name}`", f"- [ ] `{name}`"))
    next_run(it)


def a_wider_scope(it):
    for path in ("src/**", "lib/**"):
        it.hear(it.pull.comment(f"{TEACH} --paths {path}", by="alice"), here=True)


def a_rule_ignored(it):
    it.review(S101, here=True)
    (finding,) = it.pull.review_comments
    it.hear(finding.reply("@buddy-bot ignore-rule because pytest needs them", by="alice"), here=True)


def a_learning_forgotten(it):
    it.hear(it.pull.comment(f"@buddy-bot forget {NOTE['id']}", by="alice"), here=True)


def a_proposal_with_a_thumb(it):
    disputed(it).proposal.react("+1", by="alice")
    next_run(it)


def a_proposal_with_a_thumb_and_the_pull_request_closed(it):
    disputed(it).proposal.react("+1", by="alice")
    it.pull.close(by="alice")
    it.hear(it.pull, "pull_request", "closed", here=True)


def a_proposal_approved_by_command(it):
    disputed(it)
    it.hear(it.finding.reply("@buddy-bot approve", by="alice"), here=True)


FLOWS = (
    remembered,
    remembered_on_an_issue,
    remembered_in_a_review_body,
    remembered_and_edited,
    remembered_and_deleted,
    remembered_twice_with_an_unticked_entry,
    a_wider_scope,
    a_rule_ignored,
    a_learning_forgotten,
    a_proposal_with_a_thumb,
    a_proposal_with_a_thumb_and_the_pull_request_closed,
    a_proposal_approved_by_command,
)

REPO = r"^/repos/octo/widgets"
WAYS_TO_A_BRANCH = (
    ("PUT", r"/contents/"),
    ("DELETE", r"/contents/"),
    ("POST", r"/merges$"),
    ("POST", r"/merge-upstream$"),
    ("PUT", r"/pulls/\d+/merge$"),
    ("PUT", r"/pulls/\d+/update-branch$"),
    ("POST", r"/branches/.+/rename$"),
    ("PATCH", r"/git/refs/heads/(?!buddy/)"),
    ("DELETE", r"/git/refs/heads/(?!buddy/)"),
)
"""Everything by which a request can change a branch that is not Buddy's, but for making one."""
TALK = re.compile(
    REPO
    + r"/(issues/(\d+/)?comments(/\d+)?(/reactions(/\d+)?)?|pulls/(\d+/)?comments(/\d+)?(/(replies|reactions(/\d+)?))?"
    r"|pulls/\d+/reviews|git/(blobs|trees|commits))$"
)
"""Writes that no branch sees: comments, reviews, reactions, and git objects that nothing points to."""


def guarded(it):
    """The host refuses every other write to a branch from now on."""
    for method, path in WAYS_TO_A_BRANCH:
        it.box.faults.add(Fault(method=method, path=path, times=None, status=403, message="Not this one"))
    return it


def is_reviewable(entry):
    """Whether a write talks, or prepares Buddy's own branch and its pull request."""
    body = entry.body or {}
    if entry.path == "/graphql" or TALK.match(entry.path):
        return True
    if entry.path.endswith("/git/refs"):
        return body["ref"].startswith("refs/heads/buddy/")
    if "/git/refs/heads/buddy/" in entry.path:
        return not body.get("force")
    if entry.method == "POST" and entry.path.endswith("/pulls"):
        return body["head"].rpartition(":")[2].startswith("buddy/") and body["base"] == "main"
    return False


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_learnings_changes_are_always_reviewable_never_silently_committed_to_the_default_branch(story, flow):
    """P2, P3: the file on main changes when a person merges, and holds what the person saw."""
    it = guarded(story(memory=[NOTE], base=CONFIG))
    main, mark = it.repo.tip("main"), it.box.journal.mark()
    flow(it)
    pull = it.record_pull
    own = rf"{REPO}/(pulls|issues)/{pull.number}$"
    writes = [entry for entry in it.box.journal.since(mark) if entry.mutating]
    assert [str(entry) for entry in writes if not is_reviewable(entry) and not re.match(own, entry.path)] == []
    assert it.repo.tip("main") == main
    assert (pull.record.title, pull.record.state, pull.record.user.login) == (
        "chore(buddy): record learnings",
        "open",
        OWN_LOGIN,
    )
    before, after = lines(it, "main"), lines(it, BRANCH)
    assert len(set(after) ^ set(before)) <= 2
    assert after != before
    changed = [json.loads(line)["id"] for line in after if line not in before]
    assert all(f"- [x] `{name}`" in pull.record.body for name in changed if name != NOTE["id"])
    pull.merge(by="alice")
    assert lines(it, "main") == after


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/contents/.buddy/learnings.jsonl", {"branch": "main"}),
        ("PUT", "/contents/.buddy/learnings.jsonl", {"branch": "buddy/learnings"}),
        ("POST", "/git/refs", {"ref": "refs/heads/main"}),
        ("POST", "/git/refs", {"ref": "refs/heads/topic/buddy/"}),
        ("PATCH", "/git/refs/heads/main", {"force": False}),
        ("PATCH", "/git/refs/heads/buddy/learnings", {"force": True}),
        ("DELETE", "/git/refs/heads/main", None),
        ("POST", "/merges", {"base": "main", "head": "buddy/learnings"}),
        ("PUT", "/pulls/1/merge", {}),
        ("PUT", "/pulls/1/update-branch", {}),
        ("POST", "/pulls", {"head": "topic", "base": "main"}),
        ("POST", "/pulls", {"head": "buddy/learnings", "base": "release"}),
        ("PATCH", "/pulls/1", {"base": "release"}),
        ("POST", "/pulls/1/reviews/2/dismissals", {}),
    ],
)
def test_the_guard_of_these_tests_sees_every_other_write(method, path, body):
    assert not is_reviewable(written(method, path, body))


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/contents/a.txt"), ("PATCH", "/git/refs/heads/main"), ("POST", "/merges"), ("PUT", "/pulls/1/merge")],
)
def test_the_host_of_these_tests_refuses_other_ways_to_a_branch(story, method, path):
    it = guarded(story())
    assert it.box.faults.meet(method, f"/repos/octo/widgets{path}", mutating=True) is not None


def written(method, path, body):
    return Entry(
        method=method,
        path=f"/repos/octo/widgets{path}",
        query={},
        body=body,
        status=200,
        mutating=True,
        effect="something",
        identity=OWN_LOGIN,
        fault=None,
        undocumented=False,
    )
