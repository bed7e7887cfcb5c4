"""What the how-to pages promise, tried as their readers would."""

import json

import pytest

from buddy.core.memory.marker import visible
from tests.contract.pages import fences
from tests.e2e.harness import APP, MORE, NOTE, SUPPRESSION, lines

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
OUTSIDE = ("F841", "warning", "src/app.py", 1, "Local variable is unused")
READ_ONLY = {"contents": "read", "issues": "read", "metadata": "read", "pull_requests": "read"}


def silencing_line(body):
    """What *Not a problem here?* shows."""
    (line,) = (fence.body for fence in fences(visible(body)) if fence.info == "json")
    return line


def remember(it, *records):
    """A merged pull request that edits the memory, and another push to the one under review."""
    it.repo.commit("main", {".buddy/learnings.jsonl": "".join(records)}, by="alice")
    it.repo.commit("topic", {"src/app.py": "# moved\n" + MORE}, by="alice")
    return it.review(("S101", "error", "src/app.py", 9, "Use of assert"), action="synchronize")


# docs/how-to/suppress.md


def test_the_line_below_a_finding_hides_it_once_it_is_merged(story):
    it = story()
    it.review(S101)
    (comment,) = it.pull.review_comments
    line = silencing_line(comment.body)
    ran = remember(it, line)
    assert ran.outputs["suppressed"] == "1"
    assert f"`{json.loads(line)['id']}`" in it.summaries[0].body
    assert "Hidden by the memory" in it.summaries[0].body


def test_the_summary_shows_the_line_for_a_finding_outside_the_diff(story):
    it = story(base={"src/app.py": APP + "\n" * 20}, head={"src/app.py": APP + "\n" * 20 + "x = 1\n"})
    it.review(OUTSIDE)
    assert json.loads(silencing_line(it.summaries[0].body))["match"] == {"category": "ruff/F841"}


@pytest.mark.parametrize(
    ("words", "paths", "narrow"),
    [
        ("{} because pytest needs plain asserts", ["src/app.py"], False),
        ("{} --paths tests/**", ["tests/**"], False),
        ("{} --only-this", ["src/app.py"], True),
        ("ruff/S101 --paths tests/**", ["tests/**"], False),
    ],
)
def test_each_way_to_ignore_a_rule_records_what_the_page_says_of_it(story, words, paths, narrow):
    it = story()
    (row,) = it.review(S101, here=True).transcript["findings"]
    words = words.format(row["fingerprint"].removeprefix("v1:"))
    it.hear(it.pull.comment(f"@buddy-bot ignore-rule {words}", by="alice"), here=True)
    (record,) = [json.loads(line) for line in it.repo.read("buddy/learnings", ".buddy/learnings.jsonl").splitlines()]
    assert (record["paths"], "fingerprint" in record["match"]) == (paths, narrow)
    assert record["match"]["category"] == "ruff/S101"


def test_a_suppression_of_one_finding_leaves_its_neighbour(story):
    it = story()
    other = ("S101", "error", "src/app.py", 3, "Use of assert")
    rows = it.review(S101, other).transcript["findings"]
    (wanted,) = (row["fingerprint"] for row in rows if row["line"] == 8)
    one = {**SUPPRESSION, "match": {"category": "ruff/S101", "fingerprint": wanted}}
    it.repo.commit("main", {".buddy/learnings.jsonl": lines(one)}, by="alice")
    rows = it.review(S101, other).transcript["findings"]
    assert {row["line"]: row["outcome"] for row in rows} == {8: "suppressed", 3: "known"}


def test_an_archived_suppression_hides_nothing(story):
    it = story(memory=[{**SUPPRESSION, "status": "archived"}])
    assert it.review(S101).outputs["suppressed"] == "0"


# docs/how-to/teach.md


def disputed(it, words="This is a false positive: asserts are fine in this file."):
    """A finding, and what alice says of it; Buddy has asked."""
    it.review(S101, here=True)
    said = it.pull.review_comments[0].reply(words, by="alice")
    it.hear(said, here=True)
    return said, it.own("proposal")[0]


def test_a_disagreement_that_is_made_a_command_withdraws_the_question(story):
    it = story()
    said, question = disputed(it)
    question.react("+1", by="alice")
    said.edit("@buddy-bot learnings")
    ran = it.hear(said, action="edited", here=True)
    assert [row["state"] for row in ran.transcript["proposals"]] == ["withdrawn"]
    assert "buddy/learnings" not in it.repo.branches()


def test_a_thumb_on_the_finding_or_of_somebody_who_lost_the_right_approves_nothing(story):
    it = story()
    _, question = disputed(it)
    it.pull.review_comments[0].react("+1", by="alice")
    question.react("+1", by="alice")
    it.repo.grant("alice", "read")
    it.hear(it.pull.comment("@buddy-bot help", by="bob"), here=True)
    assert "buddy/learnings" not in it.repo.branches()


def test_a_thumb_is_seen_by_the_run_for_any_command(story):
    it = story()
    _, question = disputed(it)
    question.react("+1", by="alice")
    it.hear(it.pull.comment("@buddy-bot help", by="bob"), here=True)
    assert it.record_pull.record.title == "chore(buddy): record learnings"


def test_a_protected_finding_leaves_only_the_rules_that_were_stated(story):
    it = story()
    it.review(S101, tool="gitleaks", here=True)
    words = "This is a false positive. Fixtures must use the key `dummy`."
    it.hear(it.pull.review_comments[0].reply(words, by="alice"), here=True)
    text = visible(it.own("proposal")[0].body)
    assert "hides findings" not in text
    assert "Fixtures must use the key" in text


# docs/how-to/other-reviewers.md


def test_a_dry_run_writes_the_context_file_and_no_comment(story):
    it = story(memory=[NOTE])
    ran = it.review(S101, inputs={"dry-run": "true"})
    assert ran.outputs["context-file"] == ".buddy-run/context.md"
    assert NOTE["text"] in ran.context
    assert "Memory of this pull request" in ran.context
    assert (ran.workspace / ".buddy-run/.gitignore").read_text() == "*\n"
    assert (list(it.pull.comments), list(it.pull.review_comments)) == ([], [])


def test_a_run_that_reviews_nothing_sets_no_output(story):
    it = story(memory=[NOTE])
    draft = it.repo.open_pull(
        by="alice", head="topic", base=it.repo.branch("release", at="main") and "release", draft=True
    )
    it.pull = draft
    ran = it.review(S101)
    assert (ran.code, ran.outputs) == (0, {})
    assert "draft" in ran.log


# docs/how-to/forks.md


@pytest.fixture
def fork(story, box):
    it = story(memory=[SUPPRESSION, NOTE])
    theirs = it.repo.fork(by="mallory")
    theirs.commit("topic", {"src/app.py": MORE}, by="mallory")
    it.pull = it.repo.open_pull(by="mallory", head="mallory:topic", title="Add stop()")
    it.token = box.job_token(it.repo, READ_ONLY)
    return it


def test_a_fork_s_run_tells_everything_in_the_job_summary_and_tries_one_write(fork, box):
    mark = box.journal.mark()
    ran = fork.review(S101, ("F841", "warning", "src/app.py", 9, "Local variable is unused"))
    assert ran.code == 0, ran.log
    assert ran.outputs["findings"] == ran.outputs["suppressed"] == "1"
    assert "F841" in ran.summary
    assert "l_hidden0001" in ran.summary
    assert ran.log.count("::notice") == 1
    assert "file=src/app.py" in ran.log
    assert len([entry for entry in box.journal.since(mark) if entry.mutating]) == 1
    assert list(fork.pull.comments) == []


@pytest.mark.parametrize(("fail_on", "code"), [("none", 0), ("minor", 1), ("critical", 0)])
def test_a_fork_s_run_exits_as_fail_on_says(fork, fail_on, code):
    found = ("F841", "warning", "src/app.py", 9, "Local variable is unused")
    assert fork.review(found, inputs={"fail-on": fail_on}).code == code


def test_a_job_of_the_repository_itself_without_permission_ends_with_exit_code_3(story, box):
    it = story()
    ran = it.review(S101, token=box.job_token(it.repo, READ_ONLY))
    assert ran.code == 3
    assert "pull-requests: write" in ran.log


# docs/how-to/sign-markers.md


def test_state_from_before_the_key_is_reported_and_the_run_starts_from_empty(story):
    it = story()
    it.review(S101)
    ran = it.review(S101, action="synchronize", inputs={"marker-key": "k" * 32})
    assert "[marker-unsigned]" in ran.log
    assert ran.transcript["memory"]["loaded"] is False
    assert (len(it.summaries), len(it.pull.review_comments)) == (2, 2)
    again = it.review(S101, action="synchronize", inputs={"marker-key": "k" * 32})
    assert again.transcript["memory"]["loaded"] is True
    assert (again.outputs["posted"], len(it.summaries)) == ("0", 2)


def test_a_key_of_any_bytes_signs_and_is_recognised(story):
    it = story()
    key = {"marker-key": b"\xff\xfe key".decode("utf-8", "surrogateescape")}
    for loaded in (False, True):
        ran = it.review(S101, inputs=key, here=True)
        assert ran.code == 0, ran.log
        assert ran.transcript["memory"]["loaded"] is loaded


def test_state_signed_with_another_key_is_not_believed(story):
    it = story()
    it.review(S101, inputs={"marker-key": "k" * 32})
    ran = it.review(S101, action="synchronize", inputs={"marker-key": "l" * 32})
    assert "[marker-wrong-signature]" in ran.log
    assert ran.transcript["memory"]["loaded"] is False


# docs/explanation/trust-model.md


def test_without_the_right_to_write_contents_what_is_approved_waits_and_all_else_is_done(story, box):
    """P6: a later run with the right records it."""
    it = story()
    full = it.token
    it.token = box.job_token(it.repo, {**READ_ONLY, "issues": "write", "pull_requests": "write"})
    ran = it.hear(it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice"), here=True)
    assert (ran.code, ran.outputs["pending"], ran.outputs["record-pr"]) == (0, "1", "")
    assert "[record-refused]" in ran.log
    assert "is noted as a learning" in it.own("reply")[0].body
    assert it.review(S101, here=True).outputs["posted"] == "1"
    it.token = full
    ran = it.hear(it.pull.comment("@buddy-bot help", by="bob"), here=True)
    assert ran.outputs["record-pr"] == str(it.record_pull.number)


def test_who_loses_the_right_before_the_merge_has_approved_nothing(story):
    """P3."""
    it = story()
    _, question = disputed(it)
    question.react("+1", by="alice")
    ask = it.pull.comment("@buddy-bot help", by="bob")
    it.hear(ask, here=True)
    assert it.repo.read("buddy/learnings", ".buddy/learnings.jsonl")
    it.repo.grant("alice", "read")
    it.hear(ask, here=True)
    assert it.repo.read("buddy/learnings", ".buddy/learnings.jsonl") == b""


def test_a_reply_that_somebody_else_forges_is_text(story):
    """A marker counts under Buddy's own login only."""
    it = story()
    comment = it.pull.comment("@buddy-bot remember integration tests need TEST_DB_URL", by="alice")
    it.hear(comment, here=True)
    forged = it.own("reply")[0].body
    it.record_pull.close(by="alice")
    it.hear(comment, here=True)
    it.pull.comment(forged, by="mallory")
    it.hear(it.pull.comment("@buddy-bot help", by="bob"), here=True)
    assert [pull.record.state for pull in it.repo.pulls()] == ["open", "closed"]


def test_state_copied_by_somebody_else_is_not_believed(story):
    it = story()
    it.review(S101)
    it.pull.comment(it.summaries[0].body, by="alice")
    ran = it.review(S101, action="synchronize")
    assert "[marker-other-author]" in ran.log
    assert ran.outputs["posted"] == "0"


def test_a_base_that_is_not_trusted_brings_no_memory_of_its_own(story):
    it = story(memory=[NOTE])
    it.repo.branch("feature", at="main")
    it.repo.commit("feature", {".buddy/learnings.jsonl": lines(SUPPRESSION)}, by="alice")
    it.repo.commit("topic2", {"src/app.py": MORE}, by="alice")
    it.pull = it.repo.open_pull(by="alice", head="topic2", base="feature")
    ran = it.review(S101)
    assert ran.outputs["suppressed"] == "0"
    assert ran.transcript["base"]["from"] == "main"
    assert [warning["id"] for warning in ran.transcript["warnings"]] == ["base-not-trusted"]
