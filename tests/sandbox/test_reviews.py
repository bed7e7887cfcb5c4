"""Reviews: what is posted as a whole is refused as a whole, and lines move or vanish with pushes."""

from __future__ import annotations

import pytest

REPO = "/repos/octo/widgets"
REVIEWS = f"{REPO}/pulls/1/reviews"
COMMENTS = f"{REPO}/pulls/1/comments"


def review(http, *comments, **fields):
    return http("POST", REVIEWS, {"event": "COMMENT", "comments": list(comments), **fields})


def at(line, **fields):
    return {"path": "app.py", "line": line, "body": "Look here.", **fields}


def test_a_review_places_its_comments_by_line_side_and_hunk(pull, http_client):
    assert review(http_client, at(5), at(5, side="LEFT"), at(30, start_line=28)).status == 200
    got = http_client("GET", COMMENTS).body
    assert [(each["line"], each["side"], each["start_line"]) for each in got] == [
        (5, "RIGHT", None),
        (5, "LEFT", None),
        (30, "RIGHT", 28),
    ]
    assert got[0]["diff_hunk"].endswith("-line 5\n+line five")
    assert got[1]["diff_hunk"].endswith("-line 5")
    assert [each["position"] for each in got] == [5, 4, 14]


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        (at(20), "Line could not be resolved"),
        (at(9999), "Line could not be resolved"),
        ({"path": "nowhere.py", "line": 1, "body": "x"}, "Path could not be resolved"),
        ({"path": "docs/guide.md", "line": 1, "body": "x"}, "Path could not be resolved"),
        (at(5, start_line=5), "Start line must precede the end line."),
        (at(5, start_line=7), "Start line must precede the end line."),
        (at(30, start_line=5), "Start line must be part of the same hunk as the line."),
        (at(5, start_line=1), "Start line could not be resolved"),
        (at(5, body="x" * 65_537), "Body is too long (maximum is 65536 characters)"),
        (at(5, body=" "), "Body can't be blank"),
        ({"path": "app.py", "body": "no line"}, "Line could not be resolved"),
        (at(5, side="MIDDLE"), "Side 'MIDDLE' could not be resolved"),
    ],
)
def test_one_bad_comment_loses_the_whole_review(box, pull, http_client, comment, reason):
    before = box.world()
    reply = review(http_client, at(5), comment)
    assert (reply.status, reply.body["errors"]) == (422, [reason])
    assert box.world() == before
    assert http_client("GET", REVIEWS).body == []


def test_a_body_that_is_too_long_or_a_review_that_says_nothing_is_refused(pull, http_client):
    assert review(http_client, body="x" * 65_537).status == 422
    assert review(http_client, body="").status == 422
    assert review(http_client, body="x" * 65_536).status == 200


def test_a_single_comment_tells_which_part_of_the_place_is_wrong(pull, http_client):
    wanted = {**at(20), "commit_id": pull.head_sha}
    reply = http_client("POST", COMMENTS, wanted)
    assert reply.status == 422
    assert reply.body["errors"][0]["field"] == "pull_request_review_thread.line"
    assert http_client("POST", COMMENTS, {**wanted, "line": 5}).status == 201


def test_a_comment_on_a_whole_file_has_no_line(pull, http_client):
    wanted = {"path": "app.py", "body": "All of it.", "subject_type": "file", "commit_id": pull.head_sha}
    made = http_client("POST", COMMENTS, wanted).body
    assert (made["line"], made["subject_type"]) == (None, "file")


def test_an_old_commit_can_still_be_reviewed_and_a_foreign_one_cannot(repo, pull, http_client):
    old = pull.head_sha
    repo.commit("topic", {"app.py": "rewritten\n"}, by="alice")
    other = repo.commit("elsewhere", {"x": "1"})
    assert review(http_client, at(5), commit_id=old).status == 200
    made = http_client("GET", COMMENTS).body[0]
    assert (made["original_commit_id"], made["original_line"]) == (old, 5)
    assert review(http_client, at(1), commit_id=other).status == 422


def test_after_a_push_a_line_moves_with_its_text_and_is_null_when_that_is_gone(repo, pull, http_client):
    review(http_client, at(5), at(30))
    first = pull.head_sha
    text = repo.read("topic", "app.py").decode()
    repo.commit("topic", {"app.py": "new first line\n" + text.replace("line thirty", "30")}, by="alice")
    moved, gone = http_client("GET", COMMENTS).body
    assert (moved["line"], moved["original_line"], moved["commit_id"]) == (6, 5, pull.head_sha)
    assert (gone["line"], gone["position"], gone["original_line"]) == (None, None, 30)
    assert (moved["original_commit_id"], gone["commit_id"]) == (first, first)


def test_a_force_push_that_drops_the_file_outdates_its_comments(repo, pull, http_client):
    review(http_client, at(5))
    repo.commit("topic", {"other.py": "x\n"}, by="alice", onto="main")
    assert [each["line"] for each in http_client("GET", COMMENTS).body] == [None]


def test_replies_join_the_thread_by_both_ways_and_replies_to_replies_are_refused(pull, http_client):
    root = http_client("POST", COMMENTS, {**at(5), "commit_id": pull.head_sha}).body["id"]
    one = http_client("POST", f"{COMMENTS}/{root}/replies", {"body": "One."}).body
    fields = {"body": "Two.", "in_reply_to": root, "commit_id": pull.head_sha, "path": "app.py"}
    two = http_client("POST", COMMENTS, fields).body
    assert [one["in_reply_to_id"], two["in_reply_to_id"]] == [root, root]
    assert [one["line"], two["line"]] == [5, 5]
    assert http_client("POST", f"{COMMENTS}/{one['id']}/replies", {"body": "Three."}).status == 422
    assert http_client("POST", f"{COMMENTS}/1/replies", {"body": "Three."}).status == 404


def test_every_line_comment_comes_in_a_review_and_leaves_an_empty_shell(box, pull, http_client):
    made = http_client("POST", COMMENTS, {**at(5), "commit_id": pull.head_sha}).body
    before = box.world()
    shell = http_client("GET", f"{REVIEWS}/{made['pull_request_review_id']}").body
    assert (shell["state"], shell["body"]) == ("COMMENTED", "")
    listed = http_client("GET", f"{REVIEWS}/{shell['id']}/comments").body
    assert [each["id"] for each in listed] == [made["id"]]
    assert http_client("DELETE", f"{REPO}/pulls/comments/{made['id']}").status == 204
    assert len(http_client("GET", REVIEWS).body) == 1
    assert http_client("DELETE", f"{REVIEWS}/{shell['id']}").status == 422
    assert box.world()["octo/widgets"]["pulls"][0]["reviews"] == before["octo/widgets"]["pulls"][0]["reviews"] == []


def test_the_comments_of_a_review_come_without_lines(pull, http_client):
    made = review(http_client, at(5)).body
    (only,) = http_client("GET", f"{REVIEWS}/{made['id']}/comments").body
    assert "line" not in only
    assert only["position"] == 5


def test_a_pending_review_is_seen_by_its_author_alone_until_it_is_submitted(box, pull, http_client):
    mine, other = box.personal_token("bob"), box.personal_token("carol")
    made = http_client("POST", REVIEWS, {"comments": [at(5)]}, token=mine).body
    assert made["state"] == "PENDING"
    assert "submitted_at" not in made
    for path in (REVIEWS, COMMENTS):
        assert len(http_client("GET", path, token=mine).body) == 1
        assert http_client("GET", path, token=other).body == []
    assert http_client("POST", REVIEWS, {"body": "again"}, token=mine).status == 422
    done = http_client("POST", f"{REVIEWS}/{made['id']}/events", {"event": "COMMENT"}, token=mine).body
    assert done["state"] == "COMMENTED"
    assert len(http_client("GET", COMMENTS, token=other).body) == 1


def test_nobody_approves_their_own_and_actions_only_where_the_setting_allows(repo, pull, box, http_client):
    approve = {"event": "APPROVE"}
    assert http_client("POST", REVIEWS, approve, token=box.personal_token("alice")).status == 422
    assert http_client("POST", REVIEWS, approve).body["errors"] == [
        "GitHub Actions is not permitted to approve pull requests."
    ]
    repo.settings.actions_may_approve = True
    assert http_client("POST", REVIEWS, approve).body["state"] == "APPROVED"


def test_review_comments_are_edited_and_listed_since_then(box, pull, http_client):
    review(http_client, at(5), at(30))
    first, second = http_client("GET", COMMENTS).body
    box.clock.advance(days=1)
    edited = http_client("PATCH", f"{REPO}/pulls/comments/{first['id']}", {"body": "Edited."}).body
    assert edited["updated_at"] > second["updated_at"]
    for path in (COMMENTS, f"{REPO}/pulls/comments"):
        got = http_client("GET", f"{path}?since={edited['updated_at']}").body
        assert [each["body"] for each in got] == ["Edited."]
    order = http_client("GET", f"{REPO}/pulls/comments?sort=updated&direction=desc").body
    assert [each["id"] for each in order] == [first["id"], second["id"]]


def test_a_locked_conversation_is_closed_to_bots_and_strangers(box, pull, http_client):
    comment = pull.comment("before", by="alice")
    pull.lock()
    tries = [
        (f"{REPO}/issues/1/comments", {"body": "x"}),
        (COMMENTS, {**at(5), "commit_id": pull.head_sha}),
        (REVIEWS, {"event": "COMMENT", "body": "x"}),
        (f"{REPO}/issues/comments/{comment.id}/reactions", {"content": "+1"}),
    ]
    for path, body in tries:
        reply = http_client("POST", path, body)
        assert (reply.status, "locked" in reply.body["message"]) == (403, True)
        assert http_client("POST", path, body, token=box.personal_token("stranger")).status == 403
    maintainer = box.personal_token("maintainer")
    assert http_client("POST", tries[0][0], {"body": "x"}, token=maintainer).status == 201


def test_pygithub_posts_a_review_and_reads_its_comments_back(pull, github):
    seen = github.get_repo("octo/widgets").get_pull(1)
    made = seen.create_review(
        body="",
        event="COMMENT",
        comments=[{"path": "app.py", "line": 30, "start_line": 28, "side": "RIGHT", "body": "Three lines."}],
    )
    (comment,) = seen.get_review_comments()
    assert (comment.line, comment.start_line, comment.pull_request_review_id) == (30, 28, made.id)
    reply = seen.create_review_comment_reply(comment.id, "Agreed.")
    assert reply.in_reply_to_id == comment.id
    comment.edit("Four lines.")
    reply.delete()
    assert [each.body for each in seen.get_review_comments()] == ["Four lines."]
    assert [each.state for each in seen.get_reviews()] == ["COMMENTED", "COMMENTED"]


def test_a_place_may_still_be_said_by_position(pull, http_client):
    for position, side in ((4, "LEFT"), (5, "RIGHT")):
        wanted = {"path": "app.py", "body": "x", "position": position, "commit_id": pull.head_sha}
        made = http_client("POST", COMMENTS, wanted).body
        assert (made["line"], made["side"]) == (5, side)


def test_a_range_moves_as_one_and_is_lost_as_one(repo, pull, http_client):
    review(http_client, at(30, start_line=28), at(5, start_line=3))
    text = repo.read("topic", "app.py").decode()
    repo.commit("topic", {"app.py": "new\n" + text.replace("line 4\n", "line 4!\n")}, by="alice")
    ranges = [(each["start_line"], each["line"]) for each in http_client("GET", COMMENTS).body]
    assert ranges == [(29, 31), (4, 6)]
    repo.commit("topic", {"app.py": "new\n" + text.replace("line 3\n", "")}, by="alice")
    assert [each["line"] for each in http_client("GET", COMMENTS).body] == [30, None]


def test_a_comment_on_the_old_side_or_on_the_file_lives_through_a_push(repo, pull, http_client):
    review(http_client, at(5, side="LEFT"))
    whole = {"path": "app.py", "body": "All.", "subject_type": "file", "commit_id": pull.head_sha}
    http_client("POST", COMMENTS, whole)
    repo.commit("topic", {"other.py": "x\n"}, by="alice")
    assert [(each["line"], each["side"]) for each in http_client("GET", COMMENTS).body] == [
        (5, "LEFT"),
        (None, "RIGHT"),
    ]


def test_a_review_is_edited_by_its_author_and_never_unsaid(box, pull, http_client):
    made = review(http_client, body="First thought.").body
    path = f"{REVIEWS}/{made['id']}"
    assert http_client("PUT", path, {"body": "Second thought."}, token=box.personal_token("stranger")).status == 403
    assert http_client("PUT", path, {"body": "Second thought."}).body["body"] == "Second thought."
    assert http_client("PUT", path, {"body": ""}).status == 422
    assert http_client("POST", f"{path}/events", {"event": "COMMENT"}).status == 422
    assert http_client("GET", f"{REVIEWS}/1").status == 404
