"""What is due is worked out from comments and replies (P6, CMD-07, CMD-13)."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.commands import parse
from buddy.core.hosting import CommentKind
from buddy.core.respond.conversation import commands_digest, due, is_paused, results
from buddy.core.respond.replies import Reply, ReplyPayload, Result
from buddy.core.respond.source import Key, Source, SourceKind, by_people

MENTION = "@buddy-bot"
READ = partial(parse, mention=MENTION)


def source(body, *, number=5, by="alice", kind="User", at="2026-11-29T10:00:00Z"):
    return Source(key=Key(kind=SourceKind.ISSUE, id=number), author=by, author_type=kind, body=body, at=at)


def found(*sources, replies=()):
    return due(sources, replies={reply.payload.key: reply for reply in replies}, read=READ, mention=MENTION)


def answered(one):
    payload = ReplyPayload(repo=1, pr=7, to=one.source.key.id, to_kind=one.source.key.kind, digest=one.digest)
    return Reply(kind=CommentKind.ISSUE, comment=9, body="", payload=payload)


def test_a_command_without_an_answer_is_due_and_one_with_an_answer_is_not():
    (one,) = found(source("@buddy-bot help"))
    assert found(source("@buddy-bot help"), replies=[answered(one)]) == ()


@pytest.mark.parametrize(
    "body",
    ["@buddy-bot help\n\nplease", "Hello,\n\n@Buddy-Bot: HELP", "@buddy-bot help\r\n"],
)
def test_an_edit_around_a_command_asks_nothing_new(body):
    (one,) = found(source("@buddy-bot help"))
    assert found(source(body), replies=[answered(one)]) == ()


@pytest.mark.parametrize("body", ["@buddy-bot learnings", "@buddy-bot help\n@buddy-bot help", "never mind"])
def test_an_edit_of_the_commands_is_due_again_with_its_old_answer(body):
    (one,) = found(source("@buddy-bot help"))
    (again,) = found(source(body), replies=[answered(one)])
    assert again.reply == answered(one)


def test_a_command_that_cannot_be_read_is_due_too():
    (one,) = found(source("@buddy-bot remember this well --path x"))
    assert len(one.asked) == 1


def test_nobody_is_heard_who_is_no_person():
    sources = [
        source("@buddy-bot help", number=1, by=None),
        source("@buddy-bot help", number=2, by="renovate[bot]", kind="Bot"),
        source("@buddy-bot help", number=3, by="renovate[bot]"),
        source("@buddy-bot help", number=4, by="robo"),
        source("@buddy-bot help", number=5),
    ]
    assert [each.key.id for each in by_people(sources, own_login="robo")] == [5]


def payload(name, at, outcome="answered"):
    result = Result(n=0, name=name, outcome=outcome, at=at)
    return ReplyPayload(repo=1, pr=7, to=1, to_kind=SourceKind.ISSUE, digest="x", results=(result,))


@pytest.mark.parametrize(
    ("said", "paused"),
    [
        ([], False),
        ([payload("pause", "1")], True),
        ([payload("resume", "2"), payload("pause", "1")], False),
        ([payload("pause", "2"), payload("resume", "1")], True),
        ([payload("pause", "1", "refused")], False),
    ],
)
def test_the_latest_word_on_pausing_that_was_done_counts(said, paused):
    assert is_paused(results(said)) is paused


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_at_all_is_read_and_named_the_same_each_time(text):
    sources = [source(f"@buddy-bot {text}")]
    first, second = found(*sources), found(*sources)
    assert [one.digest for one in first] == [one.digest for one in second]
    assert all(one.digest == commands_digest(one.asked) for one in first)
