"""Which conversations a sweep visits, from the latest comments alone."""

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.hosting import Comment, ReviewComment
from buddy.core.learnings.document import parse as parse_document
from buddy.core.learnings.record import Kind, Learning, Match
from buddy.core.memory.marker import MarkerKind, encode
from buddy.core.respond.entry import Entry
from buddy.core.respond.proposal_text import with_text
from buddy.core.respond.proposals import LIFE, ProposalPayload, ProposalState, text_digest
from buddy.core.sweep.report import Stop, notices, plan_text
from buddy.core.sweep.survey import Eyes, Reason, survey
from buddy.core.sweep.window import GRACE, Window, opening

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
OWN = "github-actions[bot]"
RECENT = "2026-11-28T12:00:00Z"
DISPUTE = "This is a false positive: asserts are fine here."
EYES = Eyes(login=OWN, key=None, repo=1, mention="@buddy-bot", document=parse_document(b""), captures=True, now=NOW)
WHOLE = Window(since=opening(NOW), horizon=opening(NOW))
RECORD = Learning(
    id="l_aaaaaaaaaa",
    kind=Kind.SUPPRESSION,
    text=DISPUTE,
    paths=("src/app.py",),
    match=Match(category="ruff/S101"),
)


def comment(body, *, id_=10, by="alice", number=7, at=RECENT, on_pull=True):
    return Comment(
        id=id_, author=by, author_type="Bot" if by == OWN else "User", body=body, created_at=at, updated_at=at,
        url="", number=number, on_pull=on_pull,
    )  # fmt: skip


def on_line(body, *, id_, by="alice", to=None, at=RECENT, up=0, down=0, number=7):
    return ReviewComment(
        id=id_, author=by, author_type="Bot" if by == OWN else "User", body=body, path="src/app.py", line=3,
        original_line=3, in_reply_to=to, created_at=at, updated_at=at, url="", number=number, thumbs_up=up,
        thumbs_down=down,
    )  # fmt: skip


def finding(*, id_=20, at=RECENT):
    content = {"repo": 1, "pr": 7, "fingerprint": "v1:0123456789ab", "category": "ruff/S101", "path": "src/app.py"}
    return on_line(encode(MarkerKind.FINDING, content) + "\nUse of assert", id_=id_, by=OWN, at=at)


def proposal(
    *, state=ProposalState.PENDING, up=0, down=0, at=RECENT, source=DISPUTE, final=None, body=None, source_at=RECENT
):
    payload = ProposalPayload(
        repo=1,
        pr=7,
        source=21,
        source_digest=text_digest(source),
        by="alice",
        at=source_at,
        thread=20,
        fingerprint="v1:0123456789ab",
        records=(Entry(key=RECORD.id, record=RECORD, final=final).as_json(),),
        state=state,
    )
    _, text = with_text(payload, mention="@buddy-bot", key=None)
    return on_line(body or text, id_=22, by=OWN, to=20, at=at, up=up, down=down)


def dispute(body=DISPUTE, *, by="alice", at=RECENT):
    return on_line(body, id_=21, by=by, to=20, at=at)


def reply(*, to=10, records=(), digest="x", at=RECENT):
    key = records[0]["key"] if records else None
    content = {
        "repo": 1, "pr": 7, "to": to, "toKind": "issue", "digest": digest, "records": list(records),
        "results": [{"n": 0, "name": "remember", "outcome": "pending", "by": "alice", "at": at, "key": key}],
    }  # fmt: skip
    return comment(encode(MarkerKind.REPLY, content) + "\nnoted", id_=11, by=OWN, at=at)


def why(comments=(), on_lines=(), *, eyes=EYES, window=WHOLE, quiet=()):
    (found,) = survey(comments, on_lines, eyes=eyes, window=window)
    return {reason.name for reason in found.due(quiet)}


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        ("@buddy-bot help", {"COMMAND"}),
        ("hello", set()),
        ("> @buddy-bot help", set()),
        ("`@buddy-bot help`", set()),
        ("<!--\n@buddy-bot help\n-->", set()),
        ("@buddy-bot remmber x", {"COMMAND"}),
    ],
)
def test_a_command_that_nobody_answered_is_a_reason(body, reasons):
    assert why([comment(body)]) == reasons


def test_bots_ghosts_and_buddy_itself_ask_for_nothing():
    """CMD-05."""
    assert why([comment("@buddy-bot help", by=OWN)]) == set()
    assert why([comment("@buddy-bot help", by=None)]) == set()
    bot = dataclasses.replace(comment("@buddy-bot help", by="renovate[bot]"), author_type="Bot")
    assert why([bot]) == set()


def test_somebody_else_s_marker_answers_nothing():
    forged = dataclasses.replace(reply(), author="mallory", author_type="User")
    assert why([comment("@buddy-bot help"), forged]) == {"COMMAND"}


def test_a_disagreement_without_a_proposal_is_a_reason():
    assert why((), [finding(), dispute()]) == {"DISAGREEMENT"}
    assert why((), [finding(), dispute("Thanks, fixed.")]) == set()
    assert why((), [finding(), dispute(), proposal()]) == set()
    assert why((), [finding(), dispute()], eyes=dataclasses.replace(EYES, captures=False)) == set()


def test_a_thread_of_two_people_is_none_but_one_whose_beginning_is_not_listed_might_be():
    assert why((), [on_line("x", id_=20, by="bob"), dispute()]) == set()
    assert why((), [dispute()]) == {"DISAGREEMENT"}


@pytest.mark.parametrize(
    ("state", "up", "down", "reasons"),
    [
        (ProposalState.PENDING, 0, 0, set()),
        (ProposalState.PENDING, 1, 0, {"VOTE"}),
        (ProposalState.PENDING, 0, 1, {"VOTE"}),
        (ProposalState.PENDING, None, None, {"VOTE"}),
        (ProposalState.EXPIRED, 1, 0, {"VOTE"}),
        (ProposalState.EXPIRED, 0, 0, set()),
        (ProposalState.APPROVED, 1, 0, {"RECORD"}),
        (ProposalState.APPROVED, 0, 0, {"RECORD", "VOTE"}),
        (ProposalState.APPROVED, 1, 1, {"RECORD", "VOTE"}),
        (ProposalState.DECLINED, 0, 1, set()),
        (ProposalState.DECLINED, 1, 0, {"VOTE"}),
        (ProposalState.WITHDRAWN, 1, 0, set()),
    ],
)
def test_thumbs_that_could_turn_a_proposal_are_a_reason(state, up, down, reasons):
    assert why((), [finding(), dispute(), proposal(state=state, up=up, down=down)]) == reasons


def test_what_is_settled_or_stands_in_the_file_is_no_reason():
    done = proposal(state=ProposalState.APPROVED, final="declined", down=1)
    assert why((), [finding(), dispute(), done]) == set()
    line = b'{"id":"l_aaaaaaaaaa","text":"x"}\n'
    eyes = dataclasses.replace(EYES, document=parse_document(line))
    assert why((), [finding(), dispute(), proposal(state=ProposalState.APPROVED, up=1)], eyes=eyes) == set()


def test_what_stands_in_the_open_record_pull_request_waits_for_its_merge():
    records = (Entry(key="l_bbbbbbbbbb", record=Learning(id="l_bbbbbbbbbb", text="Never log bodies")).as_json(),)
    said = [comment("thanks"), reply(records=records, digest="")]
    assert why(said) == {"RECORD"}
    assert why(said, quiet={"l_bbbbbbbbbb"}) == set()


def test_a_comment_that_is_gone_takes_back_what_it_wanted():
    records = (Entry(key="l_bbbbbbbbbb", record=Learning(id="l_bbbbbbbbbb", text="Never log bodies")).as_json(),)
    assert "CHANGED" in why([reply(records=records)], quiet={"l_bbbbbbbbbb"})
    long_ago = reply(records=records, at="2026-01-01T00:00:00Z")
    assert "CHANGED" not in why([long_ago], quiet={"l_bbbbbbbbbb"}), "it need not be gone: nobody listed so far back"
    assert "CHANGED" in why((), [finding(), proposal()])


def test_a_changed_source_or_a_changed_proposal_is_a_reason():
    """CAP-04."""
    assert why((), [finding(), dispute("Something else."), proposal()]) == {"CHANGED"}
    edited = proposal(body=proposal().body.replace("remember", "rember"))
    assert why((), [finding(), dispute(), edited]) == {"CHANGED"}


@pytest.mark.parametrize(("age", "reasons"), [(LIFE, set()), (LIFE + timedelta(seconds=1), {"EXPIRY"})])
def test_a_proposal_expires_after_its_life(age, reasons):
    at = f"{NOW - age:%Y-%m-%dT%H:%M:%SZ}"
    assert why((), [finding(), dispute(), proposal(at=at)]) == reasons


def test_an_age_that_cannot_be_read_expires_nothing():
    """P4."""
    assert why((), [finding(), dispute(), proposal(at="")]) == set()


def test_the_conversation_that_changed_last_comes_first_and_each_comes_once():
    said = [comment("a", number=1, at="2026-11-01T00:00:00Z"), comment("b", number=2), comment("c", number=None)]
    found = survey(said, [on_line("x", id_=30, number=1, at="2026-11-29T00:00:00Z")], eyes=EYES, window=WHOLE)
    assert [each.number for each in found] == [1, 2]
    assert [each.on_pull for each in found] == [True, True]
    assert survey([comment("a", on_pull=None)], (), eyes=EYES, window=WHOLE)[0].on_pull is None


@settings(max_examples=60)
@given(st.lists(st.text(max_size=80), max_size=4), st.lists(st.text(max_size=80), max_size=4))
def test_any_text_is_surveyed_and_the_order_of_the_lists_does_not_matter(below, on_lines):
    """P12."""
    said = [comment(text, id_=n) for n, text in enumerate(below, 1)]
    lines = [finding(), *(on_line(text, id_=40 + n, to=20) for n, text in enumerate(on_lines))]
    once = survey(said, lines, eyes=EYES, window=WHOLE)
    assert once == survey(said[::-1], lines[::-1], eyes=EYES, window=WHOLE)


def test_the_window_is_the_life_of_a_proposal_and_some_days_to_tell_that_it_ended():
    """DESIGN 6.7: a reaction leaves `updated_at` alone."""
    assert opening(NOW) == f"{NOW - LIFE - GRACE:%Y-%m-%dT%H:%M:%SZ}"
    assert timedelta(days=30) == LIFE
    assert WHOLE.covers(RECENT)
    assert not WHOLE.covers("2026-01-01T00:00:00Z")
    assert not WHOLE.covers(None)


def test_everything_that_was_not_done_is_said():
    """P8."""
    cut = Window(since="2026-10-20T00:00:00Z", horizon="2026-11-20T00:00:00Z")
    (found,) = survey([comment("@buddy-bot help")], (), eyes=EYES, window=cut)
    left = [Stop(surveyed=found, why=found.due(()))] * 12
    said = {notice.id: notice.message for notice in notices(window=cut, left=left, expired=2)}
    assert said.keys() == {"sweep-cut", "sweep-left", "proposals-expired"}
    assert "2026-11-20" in said["sweep-cut"]
    assert "#7" in said["sweep-left"]
    assert "and 2 more" in said["sweep-left"]
    assert "2 proposals expired" in said["proposals-expired"]
    assert list(notices(window=WHOLE, left=(), expired=0)) == []


def test_the_backlog_and_the_reasons_are_shown():
    (found,) = survey((), [finding(), dispute(), proposal(at="2026-11-20T12:00:00Z", up=1)], eyes=EYES, window=WHOLE)
    text = plan_text([Stop(surveyed=found, why=found.due(()))], [found], now=NOW)
    assert "1 proposal waits for a 👍, oldest 9 days." in text
    assert f"| #7 | {Reason.VOTE.value} |" in text
