"""Two worlds are equal when people could not tell them apart: ids, times, order and commit names do not count."""

from __future__ import annotations

import json

import pytest

from buddy.sandbox import Clock, Sandbox


def build(*, swapped: bool = False, more=lambda repo, pull: None, clock: Clock | None = None, port: int = 0):
    with Sandbox(clock=clock) as box:
        repo = box.repo("octo/widgets", {"a.py": "1\n2\n3\n"})
        if swapped:
            box.repo("octo/other", {"x": "1"})
            del box.state.repos["octo/other"]
        repo.commit("topic", {"a.py": "1\ntwo\n3\n"}, by="alice")
        pull = repo.open_pull(by="alice", head="topic")
        texts = ["summary", "finding"]
        made = {}
        for text in reversed(texts) if swapped else texts:
            made[text] = pull.comment(text, by="github-actions[bot]")
        summary, finding = made["summary"], made["finding"]
        link = f"{box.server_url}/octo/widgets/pull/1#issuecomment-{finding.id}"
        state = json.dumps({"finding": finding.id, "head": pull.head_sha, "at": str(box.clock.now)})
        summary.edit(f"summary {link} {state}")
        finding.react("eyes", by="bob")
        more(repo, pull)
        return box.world()


def test_ids_times_and_the_order_of_writing_do_not_count():
    assert build() == build(swapped=True) == build(clock=Clock(tick=7))


def test_an_emptied_review_does_not_count():
    def shell(_repo, pull):
        pull.comment_on("a.py", 2, "x", by="github-actions[bot]").delete()

    assert build(more=shell) == build()


@pytest.mark.parametrize(
    "change",
    [
        lambda repo, pull: pull.comment("another", by="bob"),
        lambda repo, pull: pull.comments[0].edit("summary changed"),
        lambda repo, pull: pull.comments[0].react("+1", by="bob"),
        lambda repo, pull: pull.comments[1].delete(),
        lambda repo, pull: pull.comment_on("a.py", 2, "x", by="bob"),
        lambda repo, pull: pull.review("body", by="bob"),
        lambda repo, pull: pull.review("", by="bob", event="APPROVE"),
        lambda repo, pull: repo.commit("topic", {"a.py": "1\n2\n4\n"}),
        lambda repo, pull: repo.commit("topic", {"b.py": ""}),
        lambda repo, pull: repo.branch("buddy/learnings", at="main"),
        lambda repo, pull: pull.close(),
        lambda repo, pull: pull.merge(),
        lambda repo, pull: pull.lock(),
        lambda repo, pull: pull.edit(title="Another title"),
        lambda repo, pull: repo.open_issue("A question", by="bob"),
    ],
)
def test_everything_that_people_see_counts(change):
    assert build(more=change) != build()


def test_ids_in_texts_become_the_name_of_what_they_point_at():
    (pull,) = build()["octo/widgets"]["pulls"]
    (summary,) = [each["body"] for each in pull["comments"] if each["body"].startswith("summary")]
    assert "#issuecomment-<comment 1 of 1>" in summary
    assert "<commit Change files>" in summary
    assert "<time>" in summary
    assert "<host>" in summary


def test_encoded_bodies_are_compared_by_what_they_hold():
    def world(extra: int):
        with Sandbox() as box:
            repo = box.repo("octo/widgets", {"a": "1"})
            issue = repo.open_issue("x", by="alice")
            for _ in range(extra):
                issue.comment("noise", by="bob").delete()
            target = issue.comment("target", by="bob")
            issue.comment(json.dumps({"target": target.id})[::-1], by="bob")
            return box.world(map_body=lambda text: json.loads(text[::-1]) if text[::-1].startswith("{") else text)

    assert world(0) == world(3)
    bodies = [each["body"] for each in world(0)["octo/widgets"]["issues"][0]["comments"]]
    assert {"target": "<comment 1 of 1>"} in bodies or {"target": "<comment 2 of 1>"} in bodies


def test_comments_that_differ_only_in_what_they_point_at_are_told_apart():
    def world(order):
        with Sandbox() as box:
            repo = box.repo("octo/widgets", {"a.py": "1\n2\n"})
            repo.commit("topic", {"a.py": "one\ntwo\n"}, by="alice")
            pull = repo.open_pull(by="alice", head="topic")
            lines = {text: pull.comment_on("a.py", 1, text, by="bob") for text in order}
            notes = {text: pull.comment(f"see {lines[text].id}", by="bob") for text in order}
            pull.comment(f"both {notes['x'].id} {notes['y'].id}", by="bob")
            return box.world()

    assert world("xy") == world("yx")
