"""What answering people asks of a host: the same questions to the fake host and to the adapter on the sandbox."""

from __future__ import annotations

import pytest

from buddy.app.ports import CommentKind, Permission, RefusalKind
from buddy.core.effects import InlineComment
from tests.contract.stages import BASE, Stage, refused

ISSUE, REVIEW = CommentKind.ISSUE, CommentKind.REVIEW
ME = "github-actions[bot]"
EVER = "2020-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("admin", Permission.WRITE),
        ("maintain", Permission.WRITE),
        ("write", Permission.WRITE),
        ("triage", Permission.READ),
        ("read", Permission.READ),
    ],
)
def test_p3_a_role_is_folded_to_what_it_may_write(stage: Stage, role: str, expected: Permission) -> None:
    stage.grant("bob", role)
    found = stage.host.permission("bob")
    assert found is expected
    assert found.can_write is (role in {"write", "maintain", "admin"})
    assert stage.host.permission("BOB") is expected


def test_p3_permission_is_that_of_the_moment(stage: Stage) -> None:
    stage.grant("bob", "write")
    assert stage.host.permission("bob").can_write
    stage.grant("bob", "none")
    assert not stage.host.permission("bob").can_write


def test_p3_who_is_no_person_may_nothing_and_is_not_asked_about(stage: Stage) -> None:
    for login in (None, "", ME, "dependabot[bot]", "a/b", "../../x", "é", "-a", "a b", "a\n"):
        assert stage.host.permission(login) is Permission.NONE
    assert stage.host.requests() == (0, 0)


def test_p4_a_look_up_that_is_refused_is_a_no(stage: Stage) -> None:
    assert stage.host.permission("maria") is Permission.WRITE
    assert stage.reader().permission("maria") is Permission.NONE


def test_a_stranger_may_not_write(stage: Stage) -> None:
    assert not stage.host.permission("stranger").can_write


def test_issues_and_pull_requests_are_told_apart(stage: Stage) -> None:
    number = stage.issue("A question")
    issue, pull = stage.host.issue(number), stage.host.issue(1)
    assert (issue.number, issue.title, issue.state, issue.author) == (number, "A question", "open", "alice")
    assert (issue.is_pull_request, pull.is_pull_request) == (False, True)
    assert not pull.locked
    stage.lock()
    assert stage.host.issue(1).locked
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.issue(99))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.pull_request(number))


def test_comments_on_plain_issues_are_read_and_written_as_on_pull_requests(stage: Stage) -> None:
    number = stage.issue("A question")
    asked = stage.comment("bob", "hi", on=number)
    answer = stage.host.create_comment(number, "hello")
    assert [(each.id, each.number, each.on_pull) for each in stage.host.comments(number)] == [
        (asked, number, False),
        (answer.id, number, False),
    ]
    assert (answer.number, answer.on_pull) == (number, False)


def test_one_comment_is_read_by_id_and_none_when_it_is_gone(stage: Stage) -> None:
    said, noted = stage.comment("bob", "hi"), stage.line_comment("bob", "here")
    comment, on_line = stage.host.comment(said), stage.host.review_comment(noted)
    assert comment is not None
    assert (comment.id, comment.author, comment.body, comment.number, comment.on_pull) == (said, "bob", "hi", 1, True)
    assert on_line is not None
    assert (on_line.id, on_line.path, on_line.line, on_line.number) == (noted, "app.py", 5, 1)
    assert (on_line.author, on_line.body, on_line.in_reply_to) == ("bob", "here", None)
    assert stage.host.comment(noted) is None
    assert stage.host.review_comment(said) is None
    stage.delete(said)
    stage.delete(noted)
    assert stage.host.comment(said) is None
    assert stage.host.review_comment(noted) is None


def test_an_edit_is_seen_and_moves_updated_at(stage: Stage) -> None:
    said = stage.comment("bob", "hi")
    before = stage.host.comment(said)
    stage.edit(said, "hello")
    after = stage.host.comment(said)
    assert before is not None
    assert after is not None
    assert (after.body, after.created_at) == ("hello", before.created_at)
    assert after.updated_at > before.updated_at


def test_reviews_hold_what_was_said_as_a_whole(stage: Stage) -> None:
    assert list(stage.host.reviews(1)) == []
    stage.review("bob", "In all: fine.")
    (review,) = stage.host.reviews(1)
    assert (review.author, review.author_type, review.body) == ("bob", "User", "In all: fine.")
    assert (review.state, bool(review.submitted_at), bool(review.url)) == ("COMMENTED", True, True)
    head = stage.host.pull_request(1).head_sha
    inline = InlineComment(path="app.py", line=5, start_line=None, body="x", fingerprint="v1:000000000000")
    stage.host.create_review(1, commit=head, comments=[inline])
    assert [(each.author, each.body) for each in stage.host.reviews(1)] == [("bob", "In all: fine."), (ME, "")]
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.reviews(99))


@pytest.mark.parametrize("kind", CommentKind)
def test_reactions_tell_who_and_what(stage: Stage, kind: CommentKind) -> None:
    comment = stage.comment("bob", "hi") if kind is ISSUE else stage.line_comment("bob", "here")
    stage.react(comment, "maria", "+1")
    stage.react(comment, "stranger", "-1")
    mine = stage.host.react(kind, comment, "eyes")
    assert (mine.user, mine.user_type, mine.content) == (ME, "Bot", "eyes")
    found = stage.host.reactions(kind, comment)
    assert [(each.user, each.user_type, each.content) for each in found] == [
        ("maria", "User", "+1"),
        ("stranger", "User", "-1"),
        (ME, "Bot", "eyes"),
    ]
    assert sorted(each.created_at for each in found) == [each.created_at for each in found]
    stage.unreact(comment, "maria", "+1")
    assert [each.content for each in stage.host.reactions(kind, comment)] == ["-1", "eyes"]


@pytest.mark.parametrize("kind", CommentKind)
def test_p6_reacting_and_taking_back_twice_changes_nothing(stage: Stage, kind: CommentKind) -> None:
    comment = stage.comment("bob", "hi") if kind is ISSUE else stage.line_comment("bob", "here")
    first = stage.host.react(kind, comment, "+1")
    assert stage.host.react(kind, comment, "+1") == first
    assert len(stage.host.reactions(kind, comment)) == 1
    stage.host.unreact(kind, comment, first.id)
    stage.host.unreact(kind, comment, first.id)
    assert list(stage.host.reactions(kind, comment)) == []


def test_a_reaction_moves_no_time_and_is_counted_beside_the_comment(stage: Stage) -> None:
    said, noted = stage.comment("bob", "hi"), stage.line_comment("bob", "here")
    before = stage.host.comment(said)
    stage.react(said, "maria", "+1")
    stage.react(noted, "maria", "-1")
    after, on_line = stage.host.comment(said), stage.host.review_comment(noted)
    assert before is not None
    assert after is not None
    assert on_line is not None
    assert after.updated_at == before.updated_at
    assert (before.thumbs_up, after.thumbs_up, after.thumbs_down) == (0, 1, 0)
    assert (on_line.thumbs_up, on_line.thumbs_down) == (0, 1)
    assert [each.thumbs_up for each in stage.host.comments(1)] == [1]
    assert [each.thumbs_down for each in stage.host.review_comments(1)] == [1]


def test_reactions_to_what_is_gone_are_not_found(stage: Stage) -> None:
    said = stage.comment("bob", "hi")
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.reactions(REVIEW, said))
    stage.delete(said)
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.reactions(ISSUE, said))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.react(ISSUE, said, "+1"))
    stage.host.unreact(ISSUE, said, 1)


def test_a_reply_stands_in_the_thread_of_its_root(stage: Stage) -> None:
    root = stage.line_comment("bob", "here")
    made = stage.host.reply(1, root, "answer")
    assert (made.author, made.author_type, made.body, made.in_reply_to) == (ME, "Bot", "answer", root)
    assert (made.path, made.number) == ("app.py", 1)
    stage.host.update_review_comment(made.id, "better")
    assert [(each.id, each.body, each.in_reply_to) for each in stage.host.review_comments(1)] == [
        (root, "here", None),
        (made.id, "better", root),
    ]


def test_api_10_what_is_said_is_by_whom_the_token_stands_for(stage: Stage) -> None:
    root = stage.line_comment("bob", "here")
    for host, login, kind in (
        (stage.host, ME, "Bot"),
        (stage.app(), "buddy-app[bot]", "Bot"),
        (stage.person(), "maria", "User"),
    ):
        made, reaction = host.reply(1, root, "x"), host.react(REVIEW, root, "+1")
        assert (made.author, made.author_type) == (reaction.user, reaction.user_type) == (login, kind)
        assert host.permission("maria").can_write
    assert len(stage.host.reactions(REVIEW, root)) == 3


def test_a_reply_reaches_an_outdated_thread(stage: Stage) -> None:
    root = stage.line_comment("bob", "here")
    stage.commit("topic", {"app.py": BASE["app.py"].replace("line 5\n", "line 5.0\n")})
    assert stage.host.reply(1, root, "still").in_reply_to == root


def test_replies_that_the_host_does_not_take_are_refused(stage: Stage) -> None:
    root = stage.line_comment("bob", "here")
    answer = stage.host.reply(1, root, "answer")
    refused(RefusalKind.UNPROCESSABLE, lambda: stage.host.reply(1, answer.id, "x"))
    refused(RefusalKind.UNPROCESSABLE, lambda: stage.host.reply(1, root, " "))
    refused(RefusalKind.UNPROCESSABLE, lambda: stage.host.reply(1, root, "x" * 65_537))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.reply(99, root, "x"))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.update_review_comment(99, "x"))
    stage.delete(root)
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.reply(1, root, "x"))
    stage.lock()
    refused(RefusalKind.LOCKED, lambda: stage.host.reply(1, root, "x"))


def test_a_locked_conversation_takes_no_reaction(stage: Stage) -> None:
    said = stage.comment("bob", "hi")
    stage.lock()
    refused(RefusalKind.LOCKED, lambda: stage.host.react(ISSUE, said, "eyes"))


def test_a_read_only_token_neither_reacts_nor_replies(stage: Stage) -> None:
    said, root = stage.comment("bob", "hi"), stage.line_comment("bob", "here")
    mine = stage.host.react(ISSUE, said, "eyes")
    reader = stage.reader()
    refused(RefusalKind.READ_ONLY, lambda: reader.react(ISSUE, said, "+1"))
    refused(RefusalKind.READ_ONLY, lambda: reader.unreact(ISSUE, said, mine.id))
    refused(RefusalKind.READ_ONLY, lambda: reader.reply(1, root, "x"))
    refused(RefusalKind.READ_ONLY, lambda: reader.update_review_comment(root, "x"))
    assert len(reader.reactions(ISSUE, said)) == 1


def test_the_latest_comments_come_from_everywhere_last_updated_first(stage: Stage) -> None:
    number = stage.issue("A question")
    first, second = stage.comment("bob", "one"), stage.comment("bob", "two", on=number)
    noted = stage.line_comment("bob", "here")
    comments, whole = stage.host.recent_comments(since=EVER, max_pages=20)
    assert [(each.id, each.number, each.on_pull) for each in comments] == [(second, number, False), (first, 1, True)]
    assert whole
    stage.edit(first, "one more")
    comments, _ = stage.host.recent_comments(since=EVER, max_pages=20)
    assert [each.id for each in comments] == [first, second]
    on_lines, whole = stage.host.recent_review_comments(since=EVER, max_pages=20)
    assert [(each.id, each.number) for each in on_lines] == [(noted, 1)]
    assert whole


def test_older_ones_than_asked_for_are_left_out_and_the_very_moment_is_not(stage: Stage) -> None:
    stage.comment("bob", "old")
    new = stage.comment("bob", "new")
    found = stage.host.comment(new)
    assert found is not None
    comments, whole = stage.host.recent_comments(since=found.updated_at, max_pages=20)
    assert ([each.id for each in comments], whole) == ([new], True)
    assert stage.host.recent_review_comments(since=found.updated_at, max_pages=20) == ([], True)


def test_p11_a_lookback_stops_at_its_pages_and_says_so(stage: Stage) -> None:
    made = [stage.comment("bob", f"c{number}") for number in range(250)]
    asked = stage.host.requests()[0]
    comments, whole = stage.host.recent_comments(since=EVER, max_pages=2)
    assert ([each.id for each in comments], whole) == (made[:49:-1], False)
    assert stage.host.requests() == (asked + 2, 0)
    comments, whole = stage.host.recent_comments(since=EVER, max_pages=3)
    assert ([each.id for each in comments], whole) == (made[::-1], True)
    assert stage.host.requests() == (asked + 5, 0)


def test_a_lookback_of_exactly_its_pages_is_whole(stage: Stage) -> None:
    for number in range(100):
        stage.comment("bob", f"c{number}")
    comments, whole = stage.host.recent_comments(since=EVER, max_pages=1)
    assert (len(comments), whole) == (100, True)


def test_each_question_is_one_request(stage: Stage) -> None:
    said, root = stage.comment("bob", "hi"), stage.line_comment("bob", "here")
    host = stage.host
    host.permission("bob")
    host.issue(1)
    host.comment(said)
    host.review_comment(root)
    host.reviews(1)
    host.reactions(ISSUE, said)
    host.recent_comments(since=EVER, max_pages=20)
    host.recent_review_comments(since=EVER, max_pages=20)
    assert host.requests() == (8, 0)
    mine = host.react(ISSUE, said, "eyes")
    host.unreact(ISSUE, said, mine.id)
    made = host.reply(1, root, "x")
    host.update_review_comment(made.id, "y")
    assert host.requests() == (12, 4)


def test_a_thread_is_found_by_its_first_comment_and_resolved_once_or_twice(stage: Stage) -> None:
    assert list(stage.host.threads(1)) == []
    first, second = stage.line_comment("bob", "here"), stage.line_comment("bob", "there")
    stage.host.reply(1, first, "answer")
    threads = {each.root: each for each in stage.host.threads(1)}
    assert {root: each.resolved for root, each in threads.items()} == {first: False, second: False}
    for _ in range(2):
        stage.host.resolve_thread(threads[first].id)
    assert {each.root: each.resolved for each in stage.host.threads(1)} == {first: True, second: False}
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.resolve_thread("PRRT_99"))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.threads(99))


def test_p11_threads_come_by_the_hundred(stage: Stage) -> None:
    roots = [stage.line_comment("bob", f"c{number}") for number in range(101)]
    assert [each.root for each in stage.host.threads(1)] == roots
    assert stage.host.requests() == (2, 0)


def test_a_comment_is_minimised_by_the_name_that_its_list_gives(stage: Stage) -> None:
    root = stage.line_comment("bob", "here")
    (comment,) = stage.host.review_comments(1)
    for _ in range(2):
        stage.host.minimise(comment.node)
    assert stage.minimised(root)
    assert stage.host.requests() == (3, 2)
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.minimise("PRRC_99"))


def test_a_read_only_token_neither_resolves_nor_minimises(stage: Stage) -> None:
    stage.line_comment("bob", "here")
    reader = stage.reader()
    (thread,), (comment,) = reader.threads(1), reader.review_comments(1)
    refused(RefusalKind.READ_ONLY, lambda: reader.resolve_thread(thread.id))
    refused(RefusalKind.READ_ONLY, lambda: reader.minimise(comment.node))
