"""Writing proposals into the threads that they are about; the oldest of each source stays (DESIGN 6.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from buddy.app.once import at_least_once, once
from buddy.app.ports import ThreadHost
from buddy.core.respond.proposals import Proposal, find_proposals, repeated_proposals
from buddy.core.respond.proposing import Posting, Revision
from buddy.core.review.own import Whose
from buddy.core.review.transcript import EffectRecord


def post_proposals(
    postings: Sequence[Posting], *, before: Iterable[Proposal], whose: Whose, host: ThreadHost
) -> list[EffectRecord]:
    """`before` are the proposals that stood, which may be there twice. Without postings nothing is read."""
    effects: list[EffectRecord] = []
    for each in postings:
        if each.instead is not None:
            host.delete_review_comment(each.instead)
        _post(each, whose=whose, host=host)
        effects.append(EffectRecord(kind="proposal", applied=True))
    standing = _look(whose, host) if postings else tuple(before)
    for extra in repeated_proposals(standing):
        host.delete_review_comment(extra.comment)
        effects.append(EffectRecord(kind="delete-comment", applied=True))
    return effects


def apply_revisions(revisions: Iterable[Revision], *, host: ThreadHost) -> list[EffectRecord]:
    """Change proposals in place; repeating it changes nothing."""
    effects = []
    for each in revisions:
        _update(each, host=host)
        effects.append(EffectRecord(kind="edit-proposal", applied=True))
    return effects


def _post(each: Posting, *, whose: Whose, host: ThreadHost) -> None:
    def there() -> bool:
        return any(one.payload.key == each.payload.key and one.intact for one in _look(whose, host))

    once(lambda: host.reply(whose.pr, each.payload.thread, each.body), there=there)


def _update(each: Revision, *, host: ThreadHost) -> None:
    at_least_once(lambda: host.update_review_comment(each.proposal.comment, each.body))


def _look(whose: Whose, host: ThreadHost) -> tuple[Proposal, ...]:
    return find_proposals(whose, host.review_comments(whose.pr))
