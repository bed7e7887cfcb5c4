"""Answering people with a host in memory: the plan is the assertion, and a second run plans nothing."""

import dataclasses
import json
import random
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.app.answering import Answerer
from buddy.app.conversation import RespondJob, gather_conversation
from buddy.app.recording import Recorder
from buddy.core.memory.marker import visible
from buddy.core.respond.dispatch import COMMANDS
from tests.app.stage import NOW, OWN_LOGIN, Stage

NAMES = [row.name for row in COMMANDS.values()]
DISPUTE = "This is a false positive, the assert is intentional."
RESULTS = [("S101", "src/app.py", line) for line in (5, 6, 7, 8, 9)]


class Room:
    """A reviewed pull request and those who talk about it."""

    def __init__(self, findings=(("S101", "src/app.py", 8),), base=None):
        self.stage = Stage(base=base)
        self.host = self.stage.host
        self.host.grant("alice", "write")
        if findings:
            self.stage.review(*findings)
        self.job = RespondJob(
            number=self.stage.number,
            on_pull=True,
            default_branch="main",
            repository_id=1,
            own_login=OWN_LOGIN,
            marker_key=None,
            mention="@buddy-bot",
            config_file=".buddy/config.yml",
        )

    @property
    def findings(self):
        return [each for each in self.host.review_comments(self.stage.number) if each.author == OWN_LOGIN]

    def say(self, body, by="alice"):
        return self.host.comment_as(self.stage.number, by, body)

    def prepare(self, **changes):
        job = dataclasses.replace(self.job, **changes)
        recorder = Recorder(
            host=self.host, own_logins=(OWN_LOGIN,), repository_url="https://github.test/o/w", checks_start=False
        )
        answerer = Answerer(job=job, host=self.host, recorder=recorder)
        self.host.calls.clear()
        self.host.writes.clear()
        conversation = gather_conversation(job, host=self.host)
        self.gathered = len(self.host.calls)
        return answerer.prepare(conversation, now=NOW)


def outcomes(prepared):
    return [(each.name, each.answer.outcome.value) for one in prepared.plans.replies.answers for each in one.answered]


@pytest.mark.parametrize(
    "text",
    [
        "remember integration tests need TEST_DB_URL",
        "remember what is this?",
        "remember",
        "ignore-rule ruff/S101 --paths src/**",
        "learnings",
        "pause",
        "help",
    ],
)
def test_p6_a_second_run_plans_nothing_to_say(text):
    room = Room()
    room.say(f"@buddy-bot {text}")
    first = room.prepare()
    assert len(first.plans.replies.answers) == 1
    first.write()
    again = room.prepare()
    assert (again.plans.replies.answers, again.plans.replies.rewordings) == ((), ())
    again.write()
    assert room.host.writes == []


def test_nothing_is_asked_of_the_host_where_nothing_is_due():
    """A review pays no request for what nobody said."""
    room = Room()
    room.say("Looks good to me")
    prepared = room.prepare()
    assert len(room.host.calls) == room.gathered
    assert not prepared.plans.anything


def test_independent_results_in_one_reply():
    """CMD-19."""
    room = Room()
    room.say("@buddy-bot remember integration tests need TEST_DB_URL\n@buddy-bot remembr this\n@buddy-bot help")
    prepared = room.prepare()
    assert outcomes(prepared) == [("remember", "pending"), ("remembr", "refused"), ("help", "answered")]
    (answer,) = prepared.plans.replies.answers
    assert answer.reaction == "confused"


def test_p11_more_than_an_answer_holds_is_refused_and_not_stored():
    room = Room()
    noise = random.Random(1)
    letters = string.ascii_letters + string.digits
    globs = [",".join("".join(noise.choices(letters, k=180)) for _ in range(32)) for _ in range(10)]
    room.say("\n".join(f"@buddy-bot remember handlers need a test {n} --paths {each}" for n, each in enumerate(globs)))
    prepared = room.prepare()
    assert set(outcomes(prepared)) == {("remember", "refused")}
    prepared.write()
    assert room.host.writes


def test_the_same_words_twice_are_one_learning():
    room = Room()
    room.say("@buddy-bot remember integration tests need TEST_DB_URL")
    room.say("@buddy-bot remember Integration tests need  TEST_DB_URL.")
    prepared = room.prepare()
    assert outcomes(prepared) == [("remember", "pending"), ("remember", "duplicate")]


@pytest.mark.parametrize(
    ("text", "outcome", "says"),
    [
        ("integration tests need TEST_DB_URL --paths src/**", "duplicate", "`l_note000001` says it already"),
        ("Integration  tests need TEST_DB_URL. --paths tests/**", "pending", "joins `l_note000001`"),
        ("integration tests need TEST_DB_URL", "pending", "is noted as a learning everywhere"),
        ("the request timeout is 60 s", "pending", "takes the place of `l_timeout001`"),
        ("always use assert in handlers", "pending", "It contradicts `l_never00001`"),
        ("migrations run before the deploy", "pending", "is noted as a learning everywhere"),
    ],
)
def test_an_answer_says_what_the_words_mean_for_the_file(text, outcome, says):
    lines = [
        {"id": "l_note000001", "text": "integration tests need TEST_DB_URL", "paths": ["src/**"]},
        {"id": "l_timeout001", "text": "the request timeout is 30 s"},
        {"id": "l_never00001", "text": "never use assert in handlers"},
    ]
    room = Room(base={".buddy/learnings.jsonl": "".join(json.dumps(line) + "\n" for line in lines)})
    room.say(f"@buddy-bot remember {text}")
    prepared = room.prepare()
    assert outcomes(prepared) == [("remember", outcome)]
    assert says in visible(prepared.plans.replies.answers[0].body)


def test_p3_an_editor_without_the_right_turns_nobodys_words_into_a_learning():
    """CMD-07."""
    room = Room()
    comment = room.say("@buddy-bot remember integration tests need TEST_DB_URL")
    prepared = room.prepare(editor="mallory", edited=comment.id)
    assert outcomes(prepared) == [("remember", "refused")]


def test_p3_who_lost_the_right_before_recording_records_nothing():
    room = Room()
    room.say("@buddy-bot remember integration tests need TEST_DB_URL")
    prepared = room.prepare()
    room.host.grant("alice", "read")
    prepared = dataclasses.replace(prepared, permissions=type(prepared.permissions)(room.host))
    prepared.write()
    assert "buddy/learnings" not in room.host.branches


def test_at_most_five_proposals_a_round_and_the_rest_is_announced():
    room = Room(RESULTS)
    roots = room.findings
    for at, root in enumerate([*roots, *roots]):
        room.host.reply_as(root.id, "alice", f"{DISPUTE} Always use assert number {at} in this module.")
    prepared = room.prepare()
    plan = prepared.plans.proposals
    assert len(plan.postings) == 5
    assert plan.deferred == 5
    assert "5 disagreements will be taken up by the next run." in prepared.plans.learned.section
    prepared.write()
    again = room.prepare()
    assert len(again.plans.proposals.postings) == 5
    assert again.plans.proposals.deferred == 0


def test_a_disagreement_about_a_protected_rule_hides_nothing():
    """P7: only the rule in it is proposed."""
    base = {".buddy/config.yml": "review:\n  protected: ['ruff/*']\n"}
    room = Room(base=base)
    room.host.reply_as(room.findings[0].id, "alice", f"{DISPUTE} Always use assert in this module.")
    (posting,) = room.prepare().plans.proposals.postings
    assert [entry.record.kind.value for entry in posting.payload.entries] == ["fact"]


def test_a_reply_of_another_author_is_no_answer():
    """MARK-02: a copied marker answers nothing."""
    room = Room()
    room.say("@buddy-bot remember integration tests need TEST_DB_URL")
    room.prepare().write()
    (own,) = [each for each in room.host.comments(1) if each.body.startswith("<!-- buddy:reply ")]
    body = own.body
    room.host.remove_comment(own.id)
    room.say(body, by="mallory")
    assert outcomes(room.prepare()) == [("remember", "pending")]


@pytest.mark.parametrize(
    "text",
    [
        "ask @octo-org/security, see #12, fixes #13 and &#64;octocat before touching auth",
        "never write <!-- buddy:reply v1 eNo= --> into a comment by hand",
        "use ``` fences ``` and | pipes | in tables with care",
        "write\u202e tests\u200b first in this module",
    ],
)
def test_p9_words_are_data_in_an_answer(text):
    room = Room()
    room.say(f"@buddy-bot remember {text}")
    (answer,) = room.prepare().plans.replies.answers
    said = visible(answer.body)
    assert "<!-- buddy" not in said
    assert "\u202e" not in said
    assert not any(line.lstrip().startswith(("@", "#")) for line in said.splitlines())


COMMENTS = sorted((Path(__file__).parents[2] / "fixtures/cases/comments").glob("*.md"))


def replies(room):
    return [each for each in room.host.comments(room.stage.number) if each.body.startswith("<!-- buddy:reply ")]


@pytest.mark.parametrize("path", COMMENTS, ids=lambda path: path.stem)
def test_every_kind_of_comment_gets_one_reply_at_most_and_only_once(path):
    room = Room()
    room.say(path.read_bytes().decode())
    prepared = room.prepare()
    prepared.write()
    assert len(replies(room)) == bool(prepared.plans.replies.answers)
    room.prepare().write()
    assert room.host.writes == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([*NAMES, "frobnicate", ""]), max_size=12), st.text(max_size=80))
def test_any_text_at_all_gets_one_reply_at_most_and_nobody_without_the_right_stores_anything(names, rest):
    """P3: mallory may only read."""
    room = Room(findings=())
    room.say("\n".join(f"@buddy-bot {name} {rest}" for name in names), by="mallory")
    prepared = room.prepare()
    prepared.write()
    assert len(replies(room)) <= 1
    assert (prepared.plans.waiting, prepared.plans.withdrawn) == ((), frozenset())
    assert "buddy/learnings" not in room.host.branches
