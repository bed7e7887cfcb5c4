"""The plan of a run that answers people: which replies to write or change. Nothing here was posted yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from buddy.core.capture.refusals import RefusalReason
from buddy.core.learnings.document import LearningsDocument
from buddy.core.respond.answer import Answer, CommandOutcome, refused
from buddy.core.respond.closing import Closed, closing_words
from buddy.core.respond.conversation import Due, open_entries
from buddy.core.respond.dispatch import Answered, answer_all
from buddy.core.respond.rendering import (
    marker_size,
    reply_body,
    reply_payload,
    says_the_same,
    settled_body,
    withdrawn,
    withdrawn_body,
)
from buddy.core.respond.replies import Reply, ReplyPayload
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Key
from buddy.core.review.own import Whose

MOST_IN_A_MARKER = 40_000
"""Characters of a reply's marker: what is beyond leaves no room for words (P11)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answering:
    """One reply to be written, or changed where there is one for an earlier wording of the comment."""

    due: Due
    answered: tuple[Answered, ...]
    payload: ReplyPayload
    body: str

    @property
    def reaction(self) -> str:
        """A thumb where everything was done, else a puzzled face."""
        return "+1" if all(each.answer.outcome.good for each in self.answered) else "confused"

    @property
    def closes(self) -> tuple[int, ...]:
        """The threads that are closed with it, by first comment."""
        return tuple(dict.fromkeys(thread for each in self.answered for thread in each.answer.closes))

    def with_closed(self, closed: Mapping[int, Closed], *, whose: Whose) -> Answering:
        """The answer that also says how its threads were closed."""
        answered = tuple(replace(each, answer=_closed(each.answer, closed)) for each in self.answered)
        return replace(self, answered=answered, body=reply_body(answered, self.payload, key=whose.key))


@dataclass(frozen=True, kw_only=True, slots=True)
class Rewording:
    """One of Buddy's own replies that has to say something else now."""

    reply: Reply
    payload: ReplyPayload
    body: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RespondPlan:
    """Everything that has to be written in the conversation."""

    answers: tuple[Answering, ...]
    rewordings: tuple[Rewording, ...]

    @property
    def new(self) -> tuple[Answering, ...]:
        """The answers to comments that have none yet."""
        return tuple(each for each in self.answers if each.due.reply is None)

    @property
    def changed(self) -> tuple[Answering, ...]:
        """The answers to comments that were edited."""
        return tuple(each for each in self.answers if each.due.reply is not None)

    @property
    def touched(self) -> frozenset[Key]:
        """The comments whose replies are written."""
        return frozenset({each.payload.key for each in self.answers} | {each.payload.key for each in self.rewordings})

    @property
    def reviews(self) -> bool:
        """Whether somebody who may asked for a full review."""
        return any(each.name == "review" and each.answer.outcome.good for one in self.answers for each in one.answered)

    def replies_after(self, before: Sequence[Reply]) -> tuple[ReplyPayload, ...]:
        """The payloads that stand when the plan was carried out."""
        new = {each.payload.key: each.payload for each in self.answers}
        new |= {each.payload.key: each.payload for each in self.rewordings}
        kept = [each.payload for each in before if each.payload.key not in new]
        return (*kept, *new.values())


def plan_replies(
    found: Sequence[Due],
    *,
    situation: Situation,
    replies: Sequence[Reply],
    gone: Sequence[Reply],
    may_write: Mapping[Key, bool],
    whose: Whose,
) -> RespondPlan:
    """Answers in the order of the comments, each knowing what the earlier ones made.

    `gone` are the replies whose comment is no more; `may_write` says it of the author of each comment that is due.
    """
    changing = {one.source.key for one in found} | {reply.payload.key for reply in gone}
    kept = [reply for reply in replies if reply.payload.key not in changing]
    waiting = [*situation.waiting, *(e.record for e in open_entries(kept, situation.document) if e.is_new)]
    answers: list[Answering] = []
    rewordings = [_taken_back(reply, situation.document, whose=whose, digest="") for reply in gone]
    for one in found:
        if not one.asked:
            assert one.reply is not None
            rewordings.append(_taken_back(one.reply, situation.document, whose=whose, digest=one.digest))
            continue
        now = replace(situation, waiting=tuple(waiting))
        answered = answer_all(one, now, may_write=may_write.get(one.source.key, False))
        waiting += [entry.record for each in answered for entry in each.answer.entries if entry.is_new]
        answers.append(_answering(one, answered, whose=whose))
    changed = [each for each in rewordings if not says_the_same(each.reply, each.body, each.payload)]
    return RespondPlan(answers=tuple(answers), rewordings=tuple(changed))


def settle(reply: Reply, finals: Mapping[str, str], *, whose: Whose) -> Rewording:
    """The reply once what it wanted recorded is settled for good: `finals` are the states by the entry's key."""
    payload = reply.payload.model_copy(
        update={
            "records": tuple(
                replace(entry, final=finals.get(entry.key, entry.final)).as_json() for entry in reply.payload.entries
            )
        }
    )
    return Rewording(reply=reply, payload=payload, body=settled_body(reply, payload, finals, key=whose.key))


def _answering(one: Due, answered: Sequence[Answered], *, whose: Whose) -> Answering:
    payload = reply_payload(one, answered, whose=whose)
    if marker_size(payload) > MOST_IN_A_MARKER:
        answered = [replace(each, answer=_too_much(each)) for each in answered]
        payload = reply_payload(one, answered, whose=whose)
    body = reply_body(answered, payload, key=whose.key)
    return Answering(due=one, answered=tuple(answered), payload=payload, body=body)


def _closed(answer: Answer, closed: Mapping[int, Closed]) -> Answer:
    said = closing_words([closed[thread] for thread in answer.closes if thread in closed])
    return replace(answer, say=f"{answer.say} {said}") if said else answer


def _too_much(each: Answered) -> Answer:
    if not each.answer.entries:
        return each.answer
    return refused(
        RefusalReason.TOO_LONG, "All that this comment asks for does not fit into one answer; say it in several."
    )


def _taken_back(reply: Reply, document: LearningsDocument, *, whose: Whose, digest: str) -> Rewording:
    """What is in the file already stays: that is changed by `forget` only."""
    dropped = [entry.key for entry in open_entries([reply], document)]
    payload = withdrawn(reply, digest=digest, dropped=dropped)
    return Rewording(reply=reply, payload=payload, body=withdrawn_body(payload, dropped, key=whose.key))


def outcomes(plan: RespondPlan) -> list[dict[str, Any]]:
    """The rows `commands` of the transcript."""
    rows: list[dict[str, Any]] = [
        {
            "comment": one.due.source.key.id,
            "n": each.n,
            "name": each.name,
            "outcome": each.answer.outcome.value,
            "reason": each.answer.reason.value if each.answer.reason is not None else None,
            "id": each.answer.id,
        }
        for one in plan.answers
        for each in one.answered
    ]
    rows += [
        {
            "comment": each.payload.to,
            "n": result.n,
            "name": result.name,
            "outcome": result.outcome,
            "reason": "withdrawn",
            "id": result.id,
        }
        for each in plan.rewordings
        for result in each.payload.results
        if result.outcome == CommandOutcome.WITHDRAWN.value
    ]
    return rows
