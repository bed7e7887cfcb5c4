"""A proposal as people read it: what would be remembered, how far it reaches, and how to say yes or no."""

from __future__ import annotations

from collections.abc import Sequence

from buddy.core.learnings.record import Kind, Learning
from buddy.core.memory.marker import MarkerKind, encode
from buddy.core.respond.entry import Entry
from buddy.core.respond.proposals import LIFE, ProposalPayload, ProposalState, text_digest
from buddy.core.secrets import redact
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import code_span, fenced, markdown_inline


def with_text(payload: ProposalPayload, *, mention: str, key: bytes | None) -> tuple[ProposalPayload, str]:
    """The payload bound to its text, and the whole body, marker first."""
    text = redact(_text(payload, mention=mention))
    bound = payload.model_copy(update={"digest": text_digest(text)})
    return bound, cap(f"{encode(MarkerKind.PROPOSAL, bound.as_marker(), key=key)}\n{text}")


def _text(payload: ProposalPayload, *, mention: str) -> str:
    settled = _SETTLED.get(payload.state)
    if settled is not None:
        names = ", ".join(map(code_span, payload.ids))
        who = f" by {', '.join(map(code_span, payload.voters))}" if payload.voters else ""
        return f"**Proposal {settled}**{who}: {names}.\n\n{_items(payload.entries)}"
    return "\n\n".join(
        (
            f"**Shall Buddy remember this?** {code_span(payload.by)} disagrees with the finding above.",
            _items(payload.entries),
            "👍 on this comment by somebody with write access records it, 👎 drops it. GitHub tells nobody of a "
            "reaction: it is seen by the next run on this pull request. Answering here works at once:",
            fenced(f"{mention} approve\n{mention} decline", info="text"),
        )
    )


_SETTLED = {
    ProposalState.APPROVED: "approved",
    ProposalState.DECLINED: "declined",
    ProposalState.WITHDRAWN: "withdrawn, because what it was made of is gone or says something else now",
    ProposalState.EXPIRED: f"expired: nobody voted on it for {LIFE.days} days. A 👍 still records it",
}


def _items(entries: Sequence[Entry]) -> str:
    return "\n".join(f"- `{entry.key}` {_item(entry.record)}" for entry in entries)


def _item(record: Learning) -> str:
    if record.kind is Kind.SUPPRESSION and record.match is not None:
        where = ", ".join(map(code_span, record.paths or ()))
        return f"hides findings of {code_span(record.match.category or '')} in {where}: {markdown_inline(record.text)}"
    return f"teaches, everywhere in this repository: {markdown_inline(record.text)}"
