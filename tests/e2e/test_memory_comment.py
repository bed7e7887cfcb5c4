"""The hidden state in Buddy's comments: found wherever it stands, believed only where it is Buddy's own."""

import pytest

from tests.e2e.harness import MORE, opened

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
MOVED = ("S101", "error", "src/app.py", 9, "Use of assert")
KEY = {"marker-key": "a key that nobody knows"}


def writes_of(box, run):
    mark = box.journal.mark()
    ran = run()
    assert ran.code == 0, ran.log
    return ran, [str(entry) for entry in box.journal.since(mark) if entry.mutating]


def warnings(ran):
    return [warning["id"] for warning in ran.transcript["warnings"]]


def test_the_memory_is_found_on_the_second_page_of_comments(story, box):
    it = story()
    for n in range(101):
        it.pull.comment(f"comment {n}", by="alice")
    it.review(S101, here=True)
    ran, writes = writes_of(box, lambda: it.review(S101))
    assert ran.transcript["memory"]["loaded"] is True
    assert writes == []


def test_a_line_comment_on_the_second_page_is_known(story, box):
    it = story()
    for n in range(101):
        it.pull.comment_on("src/app.py", 8, f"comment {n}", by="alice")
    it.review(S101, here=True)
    it.summaries[0].delete()
    ran, _ = writes_of(box, lambda: it.review(S101, here=True))
    assert ran.outputs["posted"] == "0"


def test_a_deleted_summary_comes_back_and_no_line_is_commented_twice(story):
    it = story()
    it.review(S101, here=True)
    it.summaries[0].delete(by="alice")
    ran = it.review(S101)
    assert ran.outputs["posted"] == "0"
    assert len(it.summaries) == 1
    assert len(it.pull.review_comments) == 1


def test_a_deleted_line_comment_is_not_posted_again_not_even_after_a_push(story, box):
    it = story()
    it.review(S101, here=True)
    it.pull.review_comments[0].delete(by="alice")
    _, writes = writes_of(box, lambda: it.review(S101, here=True))
    assert writes == []
    it.repo.commit("topic", {"src/app.py": "import os\n" + MORE}, by="alice")
    it.review(MOVED, action="synchronize")
    assert it.pull.review_comments == []


def test_what_a_person_writes_into_the_summary_is_written_over_and_the_memory_kept(story):
    it = story()
    it.review(S101, here=True)
    (summary,) = it.summaries
    marker = summary.body.split("\n", 1)[0]
    summary.edit(f"{marker}\r\nI know better.", by="alice")
    ran = it.review(S101)
    assert ran.transcript["memory"]["loaded"] is True
    assert [each.id for each in it.summaries] == [summary.id]
    assert "I know better" not in it.summaries[0].body


def test_line_ends_that_a_browser_wrote_are_no_difference(story, box):
    it = story()
    it.review(S101, here=True)
    it.summaries[0].edit(it.summaries[0].body.replace("\n", "\r\n"), by="alice")
    _, writes = writes_of(box, lambda: it.review(S101, here=True))
    assert writes == []


@pytest.mark.parametrize(
    ("edit", "warning"),
    [
        (lambda body: body[:60], "marker-malformed"),
        (lambda body: body.replace(" v1 ", " v7 ", 1), "marker-unknown-version"),
        (lambda body: body.replace(" v1 ", " v1 AAAA", 1), "marker-unreadable-payload"),
        (lambda body: "edited: " + body, None),
    ],
)
def test_a_damaged_memory_is_said_once_and_the_next_one_takes_its_place(story, box, edit, warning):
    it = story()
    it.review(S101, here=True)
    it.summaries[0].edit(edit(it.summaries[0].body), by="alice")
    ran = it.review(S101, here=True)
    assert ran.code == 0, ran.log
    assert warnings(ran) == ([warning] if warning else [])
    assert ran.transcript["memory"]["loaded"] is False
    assert ran.outputs["posted"] == "0"
    again, writes = writes_of(box, lambda: it.review(S101, here=True))
    assert again.transcript["memory"]["loaded"] is True
    assert writes == []


def test_a_marker_forged_by_somebody_else_is_ignored_and_told(story):
    it = story()
    it.review(S101, here=True)
    (own,) = it.summaries
    body = own.body
    own.delete()
    forged = it.pull.comment(body, by="mallory")
    ran = it.review(S101)
    assert ran.transcript["memory"]["loaded"] is False
    assert warnings(ran) == ["marker-other-author"]
    assert forged.body == body
    assert [comment.author for comment in it.summaries] == ["mallory", "github-actions[bot]"]


def test_a_marker_that_another_workflow_posts_as_the_shared_bot_not_at_the_beginning_is_nothing(story, box):
    """The identity is shared: some other job quotes a marker inside its comment."""
    it = story()
    it.review(S101, here=True)
    (own,) = it.summaries
    body = own.body
    own.delete()
    planted = it.pull.comment(f"Report:\n{body}", by="github-actions[bot]")
    ran = it.review(S101, here=True)
    assert ran.transcript["memory"]["loaded"] is False
    assert planted.body == f"Report:\n{body}"
    assert len(it.summaries) == 1


def test_the_memory_of_another_pull_request_is_not_this_ones(story):
    it = story()
    it.review(S101, here=True)
    it.repo.commit("other", {"src/app.py": MORE}, by="alice")
    first, it.pull = it.pull, it.repo.open_pull(by="alice", head="other")
    it.pull.comment(first.comments[0].body, by="github-actions[bot]")
    ran = it.review(S101, here=True)
    assert ran.transcript["memory"]["loaded"] is False
    assert warnings(ran) == ["marker-other-pull-request"]


def test_with_a_key_what_is_unsigned_is_ignored_and_said_once(story, box):
    it = story()
    for n in range(3):
        it.repo.commit("topic", {"src/app.py": MORE + f"# {n}\n"}, by="alice")
        it.review(S101, here=True)
    ran = it.review(S101, inputs=KEY)
    assert ran.transcript["memory"]["loaded"] is False
    assert warnings(ran) == ["marker-unsigned"]
    signed = [comment for comment in it.summaries if " sig=" in comment.body.split("\n", 1)[0]]
    assert len(signed) == 1
    again, writes = writes_of(box, lambda: it.review(S101, inputs=KEY, here=True))
    assert again.transcript["memory"]["loaded"] is True
    assert writes == []
    other = it.review(S101, inputs={"marker-key": "another"}, here=True)
    assert set(warnings(other)) == {"marker-unsigned", "marker-wrong-signature"}
    assert "a key that nobody knows" not in ran.log + str(ran.transcript) + it.everything


def test_a_bot_of_its_own_is_known_by_the_login_it_is_given(story, box):
    it = story()
    it.token = box.app_token("buddy-app", repo=it.repo)
    inputs = {"bot-login": "buddy-app[bot]"}
    it.review(S101, inputs=inputs, here=True)
    ran, writes = writes_of(box, lambda: it.review(S101, inputs=inputs, here=True))
    assert ran.transcript["memory"]["loaded"] is True
    assert writes == []


def test_what_a_human_left_behind_and_deleted_accounts_do_no_harm(story, box):
    it = story()
    it.review(S101, here=True)
    it.pull.comment("hello", by="alice").orphan()
    it.pull.comment_on("src/app.py", 8, "hm", by="alice").orphan()
    _, writes = writes_of(box, lambda: it.review(S101, here=True))
    assert writes == []


def test_the_payloads_of_comments_say_where_they_belong(story):
    it = story()
    it.review(S101, here=True)
    payload, _ = opened(it.pull.review_comments[0].body, repo=it.repo.record.id, pr=it.pull.number)
    assert (payload["repo"], payload["pr"]) == (it.repo.record.id, it.pull.number)
