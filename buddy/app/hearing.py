"""Hearing what is due in a conversation: commands without an answer, disagreements, thumbs; and who may what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from buddy.app.conversation import Conversation, RespondJob
from buddy.app.permissions import Permissions
from buddy.app.ports import CommentKind, ThreadHost
from buddy.core.commands import parse
from buddy.core.record.branches import target_of
from buddy.core.respond.conversation import Due, due, is_paused, orphans, results
from buddy.core.respond.disagreement import Disagreement
from buddy.core.respond.dispatch import needs_write, reads_change
from buddy.core.respond.proposals import Proposal
from buddy.core.respond.proposing import candidates, is_open
from buddy.core.respond.questions import MOST_A_RUN, Questions, last_words
from buddy.core.respond.replies import Result
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Key, SourceKind
from buddy.core.respond.told import Told
from buddy.core.respond.votes import Vote, by_command, thumbs
from buddy.core.review.known import Known

if TYPE_CHECKING:
    from buddy.app.model_job import Models
    from buddy.app.ports.model import Model
    from buddy.core.model.chat_account import ChatAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """What is due in a conversation, and everything the answers need.

    `thumbs` are the reactions to the open proposals by their comment, `gone` the sources that were deleted, `writers`
    those of the people who matter here that have write access. `extractor` is the model that looked for rules where
    the rules of capture found none, None where none did.
    """

    conversation: Conversation
    situation: Situation
    due: tuple[Due, ...]
    gone: frozenset[Key]
    may_write: Mapping[Key, bool]
    disagreements: tuple[Disagreement, ...]
    thumbs: Mapping[int, tuple[Vote, ...]]
    writers: frozenset[str]
    chat: ChatAccount | None = None
    extractor: str | None = None


def hear(
    conversation: Conversation,
    job: RespondJob,
    *,
    host: ThreadHost,
    permissions: Permissions,
    now: datetime,
    models: Models | None = None,
) -> Heard:
    """Asks the host only of what is due: permissions, deleted comments, thumbs of open proposals; then the model."""
    replies = conversation.canonical_replies
    model = models.open(conversation.base.config.ai, full=False).model if models is not None else None
    situation = _situation(conversation, job, now=now)
    found = due(
        conversation.said,
        replies={reply.payload.key: reply for reply in replies},
        read=partial(parse, mention=job.mention),
        mention=job.mention,
        questions=Questions(
            situation=situation,
            answers=model is not None and situation.is_open and not is_paused(_said(conversation)),
            latest=last_words(conversation.said),
        ),
    )
    may_write = {one.source.key: _may_write(one, job, permissions) for one in found if needs_write(one.asked)}
    found = _due_now(found, may_write)
    if job.on_pull and reads_change(found):
        situation = replace(situation, change=host.changed_files(job.number))
    told, account = _told(found, may_write, situation=situation, conversation=conversation, job=job, model=model)
    situation = replace(situation, told=told)
    proposals = conversation.canonical_proposals
    open_ones = [each for each in proposals if is_open(each, conversation.base.document)]
    disagreements = _disagreements(conversation, situation, found)
    said = {source.key for source in conversation.sources}
    lost = [reply.payload.key for reply in orphans(replies, conversation.sources, conversation.base.document)]
    lost += [each.payload.key for each in open_ones if each.payload.key not in said]
    found_thumbs = {each.comment: _thumbs(each, job, host=host) for each in open_ones if each.intact}
    writers = permissions.writers(
        [
            *(each.source.author or "" for each in disagreements),
            *(vote.by for each in found_thumbs.values() for vote in each),
            *(vote.by for each in open_ones for vote in by_command(_said(conversation), each)),
            *(one.source.author or "" for one in found if may_write.get(one.source.key)),
        ]
    )
    disagreements, extractor = _with_picked(disagreements, writers=writers, model=model)
    return Heard(
        conversation=conversation,
        situation=situation,
        due=found,
        gone=frozenset(key for key in dict.fromkeys(lost) if _is_gone(key, host)),
        may_write=may_write,
        disagreements=disagreements,
        thumbs=found_thumbs,
        writers=writers,
        chat=account,
        extractor=extractor,
    )


def _with_picked(
    found: tuple[Disagreement, ...], *, writers: Collection[str], model: Model | None
) -> tuple[tuple[Disagreement, ...], str | None]:
    """With what a model takes for rules in the words of people who may teach; those that rules found come first."""
    if model is None or not any(one.unsure and not one.rules for one in found):
        return found, None
    from buddy.app.picking import pick_rules

    mine = [one for one in found if one.source.author in writers]
    others = [one for one in found if one.source.author not in writers]
    done = pick_rules(mine, model)
    return tuple(sorted((*done.disagreements, *others), key=lambda one: not one.rules)), done.extractor


def _due_now(found: Sequence[Due], may_write: Mapping[Key, bool]) -> tuple[Due, ...]:
    """Without the questions of people who may not ask, who called nobody, and those that wait for another run."""
    uncalled = [one for one in found if one.uncalled and may_write.get(one.source.key, False)][:MOST_A_RUN]
    return tuple(one for one in found if not one.uncalled or one in uncalled)


def _told(
    found: Sequence[Due],
    may_write: Mapping[Key, bool],
    *,
    situation: Situation,
    conversation: Conversation,
    job: RespondJob,
    model: Model | None,
) -> tuple[Mapping[tuple[Key, int], Told], ChatAccount | None]:
    """What a model says to those who may ask it, on an open pull request; what that takes is loaded only then."""
    allowed = [one for one in found if may_write.get(one.source.key, False)]
    if model is None or not job.on_pull or not situation.is_open or not reads_change(allowed):
        return {}, None
    from buddy.app.chat import chat, wants_model

    asking = [one for one in allowed if wants_model(one.asked)]
    if not asking:
        return {}, None
    done = chat(asking, situation=situation, conversation=conversation, model=model, own_login=job.own_login)
    return done.told, done.account


def _situation(conversation: Conversation, job: RespondJob, *, now: datetime) -> Situation:
    pull, base, recollection = conversation.pull_request, conversation.base, conversation.recollection
    known = {each.fingerprint: each for each in recollection.known}
    threads: dict[int, Known] = {
        own.comment: known[own.fingerprint] for own in conversation.own.findings if own.fingerprint in known
    }
    return Situation(
        number=job.number,
        on_pull=job.on_pull,
        is_open=pull is None or pull.state == "open",
        base=base.loaded_from,
        target=target_of(base.config.record, base=base.ref, default_branch=job.default_branch),
        config=base.config,
        document=base.document,
        files=base.files,
        memory=recollection.memory,
        known=recollection.known,
        threads=threads,
        proposals=conversation.canonical_proposals,
        now=now,
        mention=job.mention,
        title=pull.title if pull is not None else "",
        expires=job.expires,
    )


def _disagreements(conversation: Conversation, situation: Situation, found: Sequence[Due]) -> tuple[Disagreement, ...]:
    """None while the pull request is paused or closed, or capture is off."""
    paused = is_paused(_said(conversation))
    learnings = situation.config.ai.learnings
    if paused or not situation.is_open or not (learnings.enabled and learnings.implicit_capture):
        return ()
    asking = {one.source.key for one in found if one.asked}
    asking |= {reply.payload.key for reply in conversation.canonical_replies if reply.payload.digest}
    asking -= {one.source.key for one in found if not one.asked}
    proposals = {each.payload.key: each for each in conversation.canonical_proposals}
    return candidates(conversation.said, situation=situation, proposals=proposals, asking=asking)


def _thumbs(proposal: Proposal, job: RespondJob, *, host: ThreadHost) -> tuple[Vote, ...]:
    return thumbs(host.reactions(CommentKind.REVIEW, proposal.comment), own_login=job.own_login)


def _said(conversation: Conversation) -> tuple[Result, ...]:
    return results([reply.payload for reply in conversation.canonical_replies])


def _is_gone(key: Key, host: ThreadHost) -> bool:
    """Asked by id: a list may be cut."""
    match key.kind:
        case SourceKind.ISSUE:
            return host.comment(key.id) is None
        case SourceKind.LINE:
            return host.review_comment(key.id) is None
        case SourceKind.REVIEW:
            return False  # a submitted review cannot be deleted


def _may_write(one: Due, job: RespondJob, permissions: Permissions) -> bool:
    """Whoever changed somebody else's comment has to have the right as well (CMD-07)."""
    if one.source.key.id == job.edited and job.editor is not None and not permissions.may_write(job.editor):
        return False
    return permissions.may_write(one.source.author)
