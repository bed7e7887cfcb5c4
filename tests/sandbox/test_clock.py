"""Time in the box moves by acts and by hand, never by itself and never back."""

from __future__ import annotations

import pytest

from buddy.sandbox import Clock, Sandbox


def test_time_stands_still_until_something_happens(box, repo, pull, http_client):
    before = box.clock.now
    http_client("GET", "/repos/octo/widgets/pulls/1")
    assert box.clock.now == before
    first, second = pull.comment("x", by="alice"), pull.comment("y", by="alice")
    assert before < first.record.created_at < second.record.created_at == box.clock.now


def test_time_is_moved_by_hand_and_not_back(box):
    before = box.clock.now
    assert (box.clock.advance(days=30) - before).days == 30
    with pytest.raises(ValueError, match="does not go back"):
        box.clock.advance(-1)


def test_acts_may_share_a_second():
    with Sandbox(clock=Clock(tick=0)) as box:
        issue = box.repo("octo/widgets", {"a": "1"}).open_issue("x", by="alice")
        made = [issue.comment(text, by="alice").record for text in "ab"]
        assert made[0].created_at == made[1].created_at
        assert made[0].id < made[1].id


def test_tokens_look_like_real_ones(box, repo):
    assert box.job_token(repo).startswith("ghs_")
    assert len(box.personal_token("alice")) == 40
