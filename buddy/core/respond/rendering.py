"""A reply as people read it, and as its marker keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from buddy.core.memory.marker import MarkerKind, encode, visible
from buddy.core.respond.answer import CommandOutcome, Unable
from buddy.core.respond.conversation import Due
from buddy.core.respond.dispatch import Answered
from buddy.core.respond.replies import Reply, ReplyPayload, Result
from buddy.core.review.own import Whose
from buddy.core.secrets import redact
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import code_span


def reply_payload(one: Due, answered: Sequence[Answered], *, whose: Whose) -> ReplyPayload:
    """What the next run has to know of these answers."""
    return ReplyPayload(
        repo=whose.repo,
        pr=whose.pr,
        to=one.source.key.id,
        to_kind=one.source.key.kind,
        digest=one.digest,
        results=tuple(_result(one, each) for each in answered),
        records=tuple(entry.as_json() for each in answered for entry in each.answer.entries),
    )


def reply_body(answered: Sequence[Answered], payload: ReplyPayload, *, key: bytes | None) -> str:
    """A whole comment, marker first, within the host's bounds; it holds no secret that somebody typed (P10)."""
    parts = [_paragraph(each, numbered=len(answered) > 1) for each in answered]
    return with_marker(redact("\n\n".join(parts)), payload, key=key)


def with_marker(text: str, payload: ReplyPayload, *, key: bytes | None) -> str:
    """The body of a reply."""
    return cap(f"{encode(MarkerKind.REPLY, payload.as_marker(), key=key)}\n{text}")


def marker_size(payload: ReplyPayload) -> int:
    """Characters that the hidden part of a reply takes, signed or not."""
    return len(encode(MarkerKind.REPLY, payload.as_marker(), key=b"any key: its length does not matter"))


def withdrawn(reply: Reply, *, digest: str, dropped: Sequence[str]) -> ReplyPayload:
    """The payload once the comment is gone, or asks nothing any more; `dropped` are the keys that are taken back."""
    gone = set(dropped)
    return reply.payload.model_copy(
        update={
            "digest": digest,
            "results": tuple(
                each.model_copy(update={"outcome": CommandOutcome.WITHDRAWN.value}) if each.key in gone else each
                for each in reply.payload.results
            ),
            "records": tuple(entry.as_json() for entry in reply.payload.entries if entry.key not in gone),
        }
    )


def withdrawn_body(payload: ReplyPayload, dropped: Sequence[str], *, key: bytes | None) -> str:
    """What people read then."""
    names = ", ".join(f"`{name}`" for name in dropped)
    said = f"Taken back, because the comment does not ask for it any more: {names}."
    return with_marker(said if names else "The comment does not ask for it any more.", payload, key=key)


def settled_body(reply: Reply, payload: ReplyPayload, finals: Mapping[str, str], *, key: bytes | None) -> str:
    """The answer, and what became of it."""
    lines = [
        f"`{entry.key}`: {_FINALS.get(finals[entry.key], finals[entry.key])}."
        for entry in reply.payload.entries
        if entry.final is None and entry.key in finals
    ]
    return with_marker("\n\n".join((visible(reply.body).rstrip(), *lines)), payload, key=key)


def says_the_same(reply: Reply, body: str, payload: ReplyPayload) -> bool:
    """Whether a comment needs no edit. The envelope is compared unpacked."""
    return reply.payload == payload and _plain(visible(reply.body)) == _plain(visible(body))


_FINALS = {
    "done": "recorded",
    "dropped": "left out of the record pull request by its reviewers, so it is not recorded",
    "declined": "declined, because its record pull request was closed without a merge",
}


def _result(one: Due, each: Answered) -> Result:
    answer = each.answer
    return Result(
        n=each.n,
        name=each.name,
        outcome=answer.outcome.value,
        reason=answer.reason.value if answer.reason is not None else None,
        id=answer.id,
        key=answer.entries[0].key if answer.entries else None,
        proposal=answer.proposal,
        declines=answer.declines or None,
        by=one.source.author,
        at=one.source.at,
    )


def _paragraph(each: Answered, *, numbered: bool) -> str:
    answer = each.answer
    head = f"**{each.n + 1}. {code_span(each.name)}**" if numbered else f"**{code_span(each.name)}**"
    if answer.outcome.good or answer.reason is Unable.UNREADABLE:
        return f"{head} · {answer.say}"
    reason = f" (`{answer.reason.value}`)" if answer.reason is not None else ""
    lines = answer.say.split("\n\n", 1)
    rest = f"\n\n{lines[1]}" if len(lines) > 1 else ""
    return f"{head} · Not done: {lines[0]}{reason}{rest}"


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
