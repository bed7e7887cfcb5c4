"""Runs whose token cannot write: the full result in the job summary and outputs, one refused write, one notice."""

import json

import pytest

from buddy.sandbox import READ_ONLY
from tests.e2e.harness import MORE, SUPPRESSION

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")
FORK_TOKEN = {**READ_ONLY, "issues": "read", "pull_requests": "read"}


def read_only(it, box):
    it.token = box.job_token(it.repo, FORK_TOKEN)
    return it


def refused_writes(box):
    return [entry for entry in box.journal.writes if entry.status == 403]


@pytest.mark.parametrize(("fail_on", "code"), [("none", 0), ("major", 0), ("minor", 1)])
def test_a_fork_is_reviewed_in_full_without_a_token_that_writes(story, box, fail_on, code):
    it = read_only(story(memory=[SUPPRESSION], fork="mallory"), box)
    ran = it.review(S101, F841, inputs={"fail-on": fail_on}, here=code == 0)
    assert ran.code == code, ran.log
    assert len(box.journal.writes) == len(refused_writes(box)) == 1
    assert it.pull.comments == it.pull.review_comments == []
    assert ran.outputs["findings"] == "1"
    assert ran.outputs["suppressed"] == "1"
    assert ran.outputs["posted"] == "0"
    assert "F841" in ran.summary
    assert "l_hidden0001" in ran.summary
    assert "::warning file=src/app.py,line=9::" in ran.log
    assert ran.log.count("::notice::") == 1
    assert "::error" not in ran.log
    assert [effect["applied"] for effect in ran.transcript["effects"]] == [False, False]


def test_a_fork_that_was_deleted_is_still_a_fork(story, box):
    it = read_only(story(fork="mallory"), box)
    it.source.delete()
    ran = it.review(S101, here=True)
    assert ran.code == 0, ran.log
    assert ran.outputs["findings"] == "1"


def test_a_pull_request_of_dependabot_is_treated_alike(story, box):
    it = read_only(story(), box)
    ran = it.review(S101, sender="dependabot[bot]")
    assert ran.code == 0, ran.log
    assert len(refused_writes(box)) == 1
    assert ran.log.count("::notice::") == 1


def test_a_job_that_was_given_too_little_is_told_which_permission_to_give(story, box):
    it = read_only(story(), box)
    ran = it.review(S101)
    assert ran.code == 3
    assert "`permissions:`" in ran.log
    assert "pull-requests: write" in ran.log
    assert ran.outputs["findings"] == "1"
    assert "S101" in ran.summary


def test_pull_request_target_of_a_fork_has_a_token_that_writes_and_reads_only_the_base(story):
    """P1: nothing of the fork decides anything, although this run could write."""
    hostile = {
        "src/app.py": MORE,
        ".buddy/learnings.jsonl": json.dumps(SUPPRESSION) + "\n",
        ".buddy/config.yml": "review: {maxComments: 0}\n",
    }
    it = story(fork="mallory", head=hostile)
    ran = it.review(S101, event="pull_request_target")
    assert ran.code == 0, ran.log
    assert ran.outputs["posted"] == "1"
    assert ran.outputs["suppressed"] == "0"
    assert "`memory-edited`" in it.summaries[0].body


def test_a_read_only_token_where_it_should_write_is_an_error_on_pull_request_target(story, box):
    it = read_only(story(fork="mallory"), box)
    assert it.review(S101, event="pull_request_target", here=True).code == 3
