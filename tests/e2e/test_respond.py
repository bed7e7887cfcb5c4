"""Whole stories of people who tell Buddy something, with a real process against the sandbox."""

import json

import pytest

from buddy.core.memory.marker import visible
from tests.e2e.harness import MORE, NOTE, SUPPRESSION

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
DISPUTE = "This is a false positive: asserts are fine in this file."
FILE = ".buddy/learnings.jsonl"


def said(comment):
    return visible(comment.body)


def reply_of(it):
    (reply,) = it.own("reply")
    return said(reply)


def commands(ran):
    return [(row["name"], row["outcome"], row["reason"]) for row in ran.transcript["commands"]]


def recorded(it, branch="main"):
    content = it.repo.read(branch, FILE)
    return [json.loads(line) for line in (content or b"").splitlines()]


# remember


def test_what_a_maintainer_says_once_stands_in_the_next_context_after_one_merge(story):
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL --paths src/**", by="alice")
    ran = it.hear(comment)
    assert ran.code == 0, ran.log
    assert commands(ran) == [("remember", "pending", None)]
    assert comment.reactions == [("eyes", "github-actions[bot]"), ("+1", "github-actions[bot]")]
    assert "integration tests need TEST\\_DB\\_URL" in reply_of(it) or "TEST_DB_URL" in reply_of(it)
    assert "1 file of `main` matches" in reply_of(it)
    assert ran.outputs["record-pr"] == str(it.record_pull.number)
    assert ran.outputs["pending"] == "1"

    it.record_pull.merge(by="alice")
    (record,) = recorded(it)
    assert record["text"] == "integration tests need TEST_DB_URL"
    assert record["source"] == {"pr": 1, "comment": comment.id, "n": 0, "by": "alice", "via": "remember"}

    ran = it.review(S101)
    assert "TEST_DB_URL" in ran.context
    assert ran.outputs["pending"] == "0"


def test_a_learning_works_on_a_plain_issue_and_is_recorded_for_the_default_branch(story):
    it = story()
    issue = it.repo.open_issue("How do we test?", by="bob")
    ran = it.hear(issue.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice"))
    assert commands(ran) == [("remember", "pending", None)]
    assert recorded(it, "buddy/learnings")[0]["source"]["pr"] == issue.number
    again = it.hear(issue.comment("@buddy-bot ignore-rule 0123456789ab", by="alice"))
    assert commands(again) == [("ignore-rule", "refused", "needs-pull-request")]


def test_a_second_run_for_the_same_comment_writes_nothing(story):
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.hear(comment)
    mark = it.box.journal.mark()
    ran = it.hear(comment)
    assert ran.transcript["requests"]["writes"] == 0
    assert sum(entry.mutating for entry in it.box.journal.since(mark)) == 0


def test_requests_of_an_answer_and_of_its_record_are_bounded(story):
    """Answering one command takes at most 14 requests, recording it 8 more."""
    it = story()
    it.review(S101)
    it.hear(it.pull.comment("@buddy-bot help", by="bob"))
    ran = it.hear(it.pull.comment("@buddy-bot learnings", by="alice"))
    assert ran.transcript["requests"]["total"] <= 14
    ran = it.hear(it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL --paths src/**", by="alice"))
    assert ran.transcript["requests"]["total"] <= 14 + 8


def test_commands_that_earlier_runs_missed_are_answered_by_the_next_one(story):
    """P6: a concurrency group drops events (CMD-13)."""
    it = story()
    it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.pull.comment("@buddy-bot pause", by="alice")
    ran = it.hear(it.pull.comment("@buddy-bot help", by="bob"))
    assert [name for name, *_ in commands(ran)] == ["remember", "pause", "help"]
    assert len(it.own("reply")) == 3


def test_a_review_answers_what_was_said_as_well(story):
    it = story()
    it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    ran = it.review(S101)
    assert commands(ran) == [("remember", "pending", None)]
    assert ran.outputs["record-pr"] == str(it.record_pull.number)
    assert it.memory()["ledger"]
    assert "Learned here (1)" in it.summaries[0].body


def test_a_command_in_a_review_body_is_answered_by_a_comment(story):
    it = story()
    review = it.pull.review("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    ran = it.hear(review, "pull_request_review", "submitted")
    assert commands(ran) == [("remember", "pending", None)]
    assert len(it.own("reply")) == 1


# refusals


@pytest.mark.parametrize(
    ("text", "by", "reason"),
    [
        ("remember integration tests need TEST_DB_URL", "mallory", "not-authorised"),
        ("remember what database do we use?", "alice", "question"),
        ("remember do not check this file in this review", "alice", "interaction-scoped"),
        ("remember short", "alice", "too-short"),
        ("remember", "alice", "unreadable"),
        ("remember tests need a database --path src/**", "alice", "unreadable"),
        ("forget l_nobody0001", "alice", "unknown-id"),
        ("ignore-rule 0123456789ab", "alice", "unknown-fingerprint"),
        ("approve", "alice", "no-proposal"),
        ("pause", "mallory", "not-authorised"),
        ("remember the token is " + "ghp_" + "a1B2" * 9, "alice", "contains-secret"),
    ],
)
def test_every_refusal_names_its_reason_and_stores_nothing(story, text, by, reason):
    """P3, P8."""
    it = story()
    comment = it.pull.comment(f"@buddy-bot {text}", by=by)
    ran = it.hear(comment, here=True)
    ((name, outcome, why),) = commands(ran)
    assert (name, outcome, why) == (text.split()[0], "refused", reason)
    assert ("confused", "github-actions[bot]") in comment.reactions
    assert f"`{reason}`" in reply_of(it) or reason == "unreadable"
    assert "ghp_" not in reply_of(it)
    assert "buddy/learnings" not in it.repo.branches()


def test_an_author_association_is_no_permission(story):
    """P3: whoever lost write access between saying and recording teaches nothing."""
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.repo.grant("alice", "read")
    assert commands(it.hear(comment, here=True)) == [("remember", "refused", "not-authorised")]


# edits and deletions


def test_an_edit_changes_the_same_pending_record(story):
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.hear(comment, here=True)
    (before,) = recorded(it, "buddy/learnings")
    comment.edit("@buddy-bot remember integration tests need TEST_DB_DSN")
    ran = it.hear(comment, action="edited", here=True)
    (after,) = recorded(it, "buddy/learnings")
    assert (before["id"], after["text"]) == (after["id"], "integration tests need TEST_DB_DSN")
    assert len(it.own("reply")) == 1
    assert commands(ran) == [("remember", "pending", None)]


def test_an_edit_around_the_command_changes_nothing(story):
    """CMD-07."""
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.hear(comment, here=True)
    comment.edit("@buddy-bot remember integration tests need TEST_DB_URL\n\nBecause CI has none.")
    assert it.hear(comment, action="edited", here=True).transcript["requests"]["writes"] == 0


def test_an_edit_turns_the_reaction_when_the_outcome_turns(story):
    it = story()
    comment = it.pull.comment("@buddy-bot remember what database do we use?", by="alice")
    it.hear(comment, here=True)
    comment.edit("@buddy-bot remember we use PostgreSQL 16 in production")
    it.hear(comment, action="edited", here=True)
    assert [emoji for emoji, _ in comment.reactions] == ["eyes", "+1"]


def test_a_deleted_comment_takes_its_learning_off_the_branch(story):
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.hear(comment, here=True)
    environment = it.runner.environment(
        "issue_comment", "deleted", about=comment, token=it.token, workspace=it.workspace
    )
    comment.delete()
    ran = it.runner.here(environment)
    assert commands(ran) == [("remember", "withdrawn", "withdrawn")]
    assert recorded(it, "buddy/learnings") == []
    assert "Taken back" in reply_of(it)
    assert it.runner.here(environment | {}).transcript["requests"]["writes"] == 0


# ignore-rule, forget, learnings, why, review, pause, help


def test_a_rule_is_ignored_in_the_thread_of_its_finding_and_hidden_after_the_merge(story):
    it = story()
    it.review(S101)
    (finding,) = it.pull.review_comments
    answer = finding.reply("@buddy-bot ignore-rule because pytest needs them", by="alice")
    ran = it.hear(answer, here=True)
    assert commands(ran) == [("ignore-rule", "pending", None)]
    assert "That is 1 current finding on this pull request." in reply_of(it)
    it.record_pull.merge(by="alice")
    (record,) = recorded(it)
    assert record["match"] == {"category": "ruff/S101"}
    assert (record["paths"], record["reason"]) == (["src/app.py"], "pytest needs them")
    it.repo.commit("topic", {"src/app.py": "# moved\n" + MORE}, by="alice")
    ran = it.review(("S101", "error", "src/app.py", 9, "Use of assert"), action="synchronize", here=True)
    assert ran.outputs["suppressed"] == "1"


def test_the_command_that_a_finding_shows_is_the_one_that_works(story):
    it = story()
    it.review(S101, here=True)
    (finding,) = it.pull.review_comments
    (line,) = [line for line in said(finding).splitlines() if line.startswith("@buddy-bot ignore-rule")]
    assert commands(it.hear(it.pull.comment(line, by="alice"), here=True)) == [("ignore-rule", "pending", None)]


def test_only_this_names_the_one_finding(story):
    it = story()
    it.review(S101, here=True)
    (finding,) = it.pull.review_comments
    it.hear(finding.reply("@buddy-bot ignore-rule --only-this", by="alice"), here=True)
    (record,) = recorded(it, "buddy/learnings")
    assert record["match"]["fingerprint"].startswith("v1:")
    assert record["match"]["anchors"]


def test_a_protected_category_is_never_ignored(story):
    """P7."""
    it = story()
    it.review(S101, tool="gitleaks", here=True)
    (finding,) = it.pull.review_comments
    ran = it.hear(finding.reply("@buddy-bot ignore-rule", by="alice"), here=True)
    assert commands(ran) == [("ignore-rule", "refused", "protected-category")]


def test_forget_archives_a_learning_of_the_file(story):
    it = story(memory=[NOTE])
    ran = it.hear(it.pull.comment(f"@buddy-bot forget {NOTE['id']}", by="alice"), here=True)
    assert commands(ran) == [("forget", "pending", None)]
    it.record_pull.merge(by="alice")
    assert [record["status"] for record in recorded(it)] == ["archived"]
    ran = it.hear(it.pull.comment(f"@buddy-bot why {NOTE['id']}", by="bob"), here=True)
    assert commands(ran) == [("why", "answered", None)]
    assert "archived" in said(it.own("reply")[-1])


def test_anybody_may_ask_what_applies_and_why(story):
    it = story(memory=[NOTE, SUPPRESSION])
    it.review(S101, here=True)
    ran = it.hear(it.pull.comment(f"@buddy-bot learnings\n@buddy-bot why {NOTE['id']}", by="mallory"), here=True)
    assert commands(ran) == [("learnings", "answered", None), ("why", "answered", None)]
    assert NOTE["id"] in reply_of(it)
    fingerprint = next(iter(it.memory()["findings"]))
    it.hear(it.pull.comment(f"@buddy-bot why {fingerprint}", by="mallory"), here=True)
    assert "is hidden by `l_hidden0001`" in said(it.own("reply")[-1])


def test_a_paused_pull_request_is_not_reviewed_until_somebody_resumes_it(story):
    it = story()
    it.review(S101, here=True)
    it.hear(it.pull.comment("@buddy-bot pause", by="alice"), here=True)
    assert it.memory()["paused"] is True
    it.repo.commit("topic", {"src/app.py": "# moved\n" + MORE}, by="alice")
    ran = it.review(("F841", "error", "src/app.py", 9, "Unused"), action="synchronize", here=True)
    assert ran.code == 0
    assert len(it.pull.review_comments) == 1
    it.hear(it.pull.comment("@buddy-bot resume", by="alice"), here=True)
    assert "paused" not in it.memory()
    it.review(("F841", "error", "src/app.py", 9, "Unused"), action="synchronize", here=True)
    assert len(it.pull.review_comments) == 2


def test_somebody_may_ask_for_a_review_of_a_paused_draft(story):
    it = story()
    it.pull.set_draft(draft=True)
    it.hear(it.pull.comment("@buddy-bot pause", by="alice"), here=True)
    comment = it.pull.comment("@buddy-bot review", by="alice")
    ran = it.hear(comment, here=True, inputs={"findings": "*.sarif"})
    assert commands(ran) == [("review", "answered", None)]
    assert len(it.summaries) == 1
    assert ("+1", "github-actions[bot]") in comment.reactions


def test_the_help_of_a_reply_gives_no_command_when_it_is_quoted(story):
    """CMD-04: what Buddy prints stands in a fence."""
    it = story()
    it.hear(it.pull.comment("@buddy-bot help", by="bob"), here=True)
    ran = it.hear(it.pull.comment(reply_of(it) + "\n\n@buddy-bot learnings", by="alice"), here=True)
    assert [name for name, *_ in commands(ran)] == ["learnings"]


# what is not for Buddy


@pytest.mark.parametrize(
    "text",
    [
        "Looks good to me",
        "> @buddy-bot remember quoted words of somebody",
        "mail me@buddy-bot.dev remember no",
        "```\n@buddy-bot remember inside a fence\n```",
    ],
)
def test_a_comment_without_a_visible_command_costs_no_request(story, text):
    it = story()
    mark = it.box.journal.mark()
    ran = it.hear(it.pull.comment(text, by="alice"))
    assert ran.code == 0
    assert it.box.journal.since(mark) == []
    assert not (it.workspace / ".buddy-run").exists()


def test_a_bot_and_buddy_itself_are_not_heard(story):
    """CMD-05."""
    it = story()
    mark = it.box.journal.mark()
    it.hear(it.pull.comment("@buddy-bot remember that bots teach nothing", by="renovate[bot]"))
    it.hear(it.pull.comment("@buddy-bot remember that bots teach nothing", by="github-actions[bot]"))
    assert it.box.journal.since(mark) == []


# proposals


@pytest.fixture
def disputed(story):
    it = story()
    it.review(S101, here=True)
    (it.finding,) = it.pull.review_comments
    it.dispute = it.finding.reply(DISPUTE, by="alice")
    return it


def test_a_disagreement_with_a_thumb_hides_the_finding_of_the_next_pull_request(disputed):
    it = disputed
    ran = it.hear(it.dispute)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["pending"]
    (proposal,) = it.own("proposal")
    assert "hides findings of `ruff/S101` in `src/app.py`" in said(proposal)
    assert "buddy/learnings" not in it.repo.branches()
    assert ran.outputs["pending"] == "1"

    proposal.react("+1", by="alice")
    it.repo.commit("topic", {"README.md": "hello again\n"}, by="alice")
    ran = it.review(S101, action="synchronize")
    assert ran.outputs["record-pr"] == str(it.record_pull.number)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["approved"]
    assert "Proposal approved** by `alice`" in said(proposal)

    it.record_pull.merge(by="alice")
    it.repo.commit("next", {"src/app.py": MORE + "\n\ndef again():\n    assert True\n"}, by="alice")
    it.pull = it.repo.open_pull(by="alice", head="next", title="Again")
    ran = it.review(("S101", "error", "src/app.py", 13, "Use of assert"))
    assert ran.outputs["suppressed"] == "1"
    (record,) = recorded(it)
    assert record["text"] == DISPUTE
    assert f"`{record['id']}`" in it.summaries[0].body


def test_only_a_maintainers_thumb_persists(disputed):
    """P3, in the words of the promise: only a maintainer's 👍 persists (CAP-02)."""
    it = disputed
    it.hear(it.dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="mallory")
    proposal.react("+1", by="github-actions[bot]")
    proposal.react("heart", by="alice")
    it.finding.react("+1", by="alice")
    it.review(S101, action="synchronize", here=True)
    assert "buddy/learnings" not in it.repo.branches()
    proposal.react("+1", by="alice")
    it.review(S101, action="synchronize", here=True)
    assert [record["text"] for record in recorded(it, "buddy/learnings")] == [DISPUTE]


def test_any_maintainers_no_holds(disputed):
    """CAP-03."""
    it = disputed
    it.hear(it.dispute, here=True)
    it.repo.grant("bob", "maintain")
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    proposal.react("-1", by="bob")
    ran = it.review(S101, action="synchronize", here=True)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["declined"]
    assert "buddy/learnings" not in it.repo.branches()


def test_a_thumb_that_is_taken_back_takes_the_learning_off_the_branch(disputed):
    it = disputed
    it.hear(it.dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    it.review(S101, action="synchronize", here=True)
    assert len(recorded(it, "buddy/learnings")) == 1
    proposal.unreact("+1", by="alice")
    it.review(S101, action="synchronize", here=True)
    assert recorded(it, "buddy/learnings") == []


def test_a_proposal_is_approved_at_once_by_a_command_in_its_thread(disputed):
    it = disputed
    it.hear(it.dispute, here=True)
    ran = it.hear(it.finding.reply("@buddy-bot approve", by="alice"), here=True)
    assert commands(ran) == [("approve", "answered", None)]
    assert [record["text"] for record in recorded(it, "buddy/learnings")] == [DISPUTE]


def test_a_declined_proposal_is_not_made_again(disputed):
    it = disputed
    it.hear(it.dispute, here=True)
    it.hear(it.finding.reply("@buddy-bot decline", by="alice"), here=True)
    again = it.finding.reply("I disagree, this is intentional.", by="alice")
    ran = it.hear(again, here=True)
    assert [row.get("reason") for row in ran.transcript["proposals"]] == [None, "already-declined"]
    assert len(it.own("proposal")) == 1


def test_a_proposal_whose_words_were_changed_asks_again(disputed):
    """CAP-04: nobody approved the new words."""
    it = disputed
    it.hear(it.dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    proposal.edit(proposal.body.replace("src/app.py", "**"), by="octo")
    it.review(S101, action="synchronize", here=True)
    assert "buddy/learnings" not in it.repo.branches()
    (asked,) = it.own("proposal")
    assert asked.id != proposal.id
    assert asked.reactions == []


def test_an_approval_is_of_the_words_that_were_there(disputed):
    """CAP-04: the comment that disagreed says something else now."""
    it = disputed
    it.hear(it.dispute, here=True)
    it.hear(it.finding.reply("@buddy-bot approve", by="alice"), here=True)
    assert [record["text"] for record in recorded(it, "buddy/learnings")] == [DISPUTE]
    it.dispute.edit("I disagree: this is intentional, and all of src is like that.")
    ran = it.hear(it.dispute, action="edited", here=True)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["pending"]
    assert recorded(it, "buddy/learnings") == []
    ran = it.review(S101, action="synchronize", here=True)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["pending"]


def test_a_proposal_is_withdrawn_with_its_disagreement(disputed):
    it = disputed
    it.hear(it.dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    it.review(S101, action="synchronize", here=True)
    it.dispute.delete()
    ran = it.review(S101, action="synchronize", here=True)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["withdrawn"]
    assert recorded(it, "buddy/learnings") == []


@pytest.mark.parametrize("how", ["no-access", "off", "paused", "agrees", "own-thread"])
def test_no_proposal_is_made(story, how):
    """CAP-08, and whenever people said that they want none."""
    base = {".buddy/config.yml": "ai:\n  learnings:\n    implicitCapture: false\n"} if how == "off" else {}
    it = story(base=base)
    it.review(S101, here=True)
    (finding,) = it.pull.review_comments
    if how == "paused":
        it.hear(it.pull.comment("@buddy-bot pause", by="alice"), here=True)
    if how == "own-thread":
        finding = it.pull.comment_on("src/app.py", 8, "Is this right?", by="bob")
    by = "mallory" if how == "no-access" else "alice"
    ran = it.hear(finding.reply("Good catch, fixed." if how == "agrees" else DISPUTE, by=by), here=True)
    assert ran.code == 0
    assert it.own("proposal") == []


def test_the_summary_says_what_waits_for_a_thumb(disputed):
    it = disputed
    it.hear(it.dispute, here=True)
    it.repo.commit("topic", {"README.md": "hello again\n"}, by="alice")
    ran = it.review(S101, action="synchronize", here=True)
    assert "1 proposal waits for a 👍" in it.summaries[0].body
    assert ran.outputs["pending"] == "1"


# closing, forks, and the default branch


def test_closing_the_pull_request_counts_the_votes_and_records(disputed):
    it = disputed
    it.hear(it.dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    it.pull.close(by="alice")
    ran = it.hear(it.pull, "pull_request", "closed")
    assert ran.code == 0, ran.log
    assert [record["text"] for record in recorded(it, "buddy/learnings")] == [DISPUTE]
    assert it.memory()["ledger"]


def test_a_record_pull_request_that_is_closed_declines_what_it_held(story):
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.hear(comment, here=True)
    it.record_pull.close(by="alice")
    it.hear(comment, here=True)
    assert "declined" in reply_of(it)
    ran = it.hear(comment, here=True)
    assert ran.transcript["requests"]["writes"] == 0
    assert ran.outputs["pending"] == "0"


def test_a_run_that_cannot_write_says_so_and_leaves_the_work_to_the_next(story):
    """CMD-15."""
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.pull.lock()
    ran = it.hear(comment)
    assert ran.code == 0
    assert "TEST_DB_URL" in ran.summary
    it.pull.unlock()
    assert commands(it.hear(comment)) == [("remember", "pending", None)]


def test_nothing_is_ever_committed_to_another_branch(disputed):
    """P2, in the words of the promise: never silently committed to the default branch."""
    it = disputed
    before = {name: it.repo.tip(name) for name in it.repo.branches()}
    it.hear(it.dispute, here=True)
    (proposal,) = it.own("proposal")
    proposal.react("+1", by="alice")
    for text in (
        "remember integration tests need TEST_DB_URL",
        "ignore-rule ruff/F841 --paths src/app.py",
        "learnings",
        "pause",
        "resume",
    ):
        it.hear(it.pull.comment(f"@buddy-bot {text}", by="alice"), here=True)
    it.pull.close(by="alice")
    it.hear(it.pull, "pull_request", "closed", here=True)
    after = {name: it.repo.tip(name) for name in it.repo.branches()}
    assert {name: sha for name, sha in after.items() if not name.startswith("buddy/")} == before
    assert len(recorded(it, "buddy/learnings")) == 3
