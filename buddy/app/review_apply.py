"""Carrying out a review: one review call, then the sticky summary; looking again wherever a write may have happened.

Two runs that did not see each other end as one: whoever creates a second summary finds the first when it lists again,
merges into the oldest, and removes its own younger duplicates (DESIGN 6.10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from buddy.app.once import at_least_once, once
from buddy.app.ports import Host, Refusal, RefusalKind
from buddy.core.effects import InlineComment, PostReview
from buddy.core.memory.marker import visible
from buddy.core.memory.snapshot import PrMemory, load
from buddy.core.review.outdated import outdated
from buddy.core.review.own import OwnComments, OwnSummary, find_own
from buddy.core.review.plan import Plan, Summary, is_same
from buddy.core.review.transcript import EffectRecord


@dataclass(frozen=True, kw_only=True, slots=True)
class Applied:
    """What was done. `summary` is the one that stands now, `posted` how many comments on lines this run made."""

    summary: Summary
    effects: tuple[EffectRecord, ...]
    posted: int
    plan: Plan


_PASSING = frozenset({RefusalKind.UNAVAILABLE, RefusalKind.RATE_LIMIT, RefusalKind.BAD_TOKEN})
_OF_THE_TOKEN = frozenset({RefusalKind.READ_ONLY, RefusalKind.MISSING_PERMISSION, RefusalKind.SINGLE_SIGN_ON})


class Superseded(Exception):
    """A newer push is there: its own run says what has to be said, and this one leaves it at that."""


def planned_effects(plan: Plan, own: OwnComments) -> tuple[EffectRecord, ...]:
    """What `apply` would do, for a dry run."""
    canonical = own.summaries[0] if own.summaries else None
    effects = [EffectRecord(kind="review")] if plan.review is not None else []
    effects += [EffectRecord(kind="fold") for _ in outdated(plan.summary().memory, own.findings)]
    if canonical is None or not _says(canonical, plan.summary(), plan):
        effects.append(EffectRecord(kind="summary"))
    return tuple(effects)


def apply(plan: Plan, *, own: OwnComments, host: Host, folds: bool = True) -> Applied:
    """`folds` is False for a token that cannot write: the one write it tries has more to say.

    Raises Refusal when the host does not take a write; what is undone then is done by the next run (P6).

    Raises Superseded when it turns out that the head moved on meanwhile.
    """
    number = plan.whose.pr
    effects: list[EffectRecord] = []
    review = plan.review
    posted = 0
    if review is not None:
        refused = _post(host, number, review, plan)
        posted = len(review.comments) - len(refused)
        effects.append(EffectRecord(kind="review", applied=posted > 0, reason=_why_refused(refused)))
        plan = plan.moved_to_summary(refused)
    first = not own.summaries
    effects += _clean(host, own if first or review is None else _look(host, plan))
    if folds:
        plan, more = _fold(host, plan, own)
        effects += more
    summary, more = _upsert(host, plan, known=own.summaries)
    effects += more
    return Applied(summary=summary, effects=tuple(effects), posted=posted, plan=plan)


def _post(host: Host, number: int, review: PostReview, plan: Plan) -> frozenset[str]:
    """The fingerprints that the host would not take on their line."""
    missing: Sequence[InlineComment] = review.comments

    def there() -> bool:
        nonlocal missing
        missing = _missing(host, plan, missing)
        return not missing

    try:
        once(lambda: host.create_review(number, commit=review.commit, comments=missing), there=there)
    except Refusal as refusal:
        if refusal.kind is not RefusalKind.UNPROCESSABLE:
            raise
        if _head_moved(host, plan):
            raise Superseded from refusal
        return _one_by_one(host, number, review.commit, missing, plan)
    return frozenset()


def _one_by_one(host: Host, number: int, commit: str, comments: Sequence[InlineComment], plan: Plan) -> frozenset[str]:
    refused = set()
    for comment in comments:
        try:
            host.create_review(number, commit=commit, comments=[comment])
        except Refusal as refusal:
            if refusal.kind is RefusalKind.UNPROCESSABLE:
                refused.add(comment.fingerprint)
            elif refusal.kind is not RefusalKind.UNAVAILABLE or _missing(host, plan, [comment]):
                raise
    return frozenset(refused)


def _missing(host: Host, plan: Plan, comments: Sequence[InlineComment]) -> list[InlineComment]:
    """Those of the comments that are really not there, asked of the host."""
    there = {own.fingerprint for own in _look(host, plan).findings}
    return [comment for comment in comments if comment.fingerprint not in there]


def _look(host: Host, plan: Plan) -> OwnComments:
    return find_own(plan.whose, comments=(), review_comments=host.review_comments(plan.whose.pr))


def _clean(host: Host, own: OwnComments) -> list[EffectRecord]:
    for comment in own.extra_findings:
        host.delete_review_comment(comment)
    return [EffectRecord(kind="delete-review-comment", applied=True) for _ in own.extra_findings]


def _fold(host: Host, plan: Plan, own: OwnComments) -> tuple[Plan, list[EffectRecord]]:
    """Before the summary, which remembers it; nothing that fails here fails a review.

    A refusal is remembered too: the token will not be allowed more on the next push. An outage is not.
    """
    effects: list[EffectRecord] = []
    done: set[str] = set()
    comments = outdated(plan.summary().memory, own.findings)
    for each in comments:
        try:
            at_least_once(partial(host.minimise, each.node))
        except Refusal as refusal:
            effects.append(EffectRecord(kind="fold", applied=False, reason=str(refusal)))
            if refusal.kind in _PASSING:
                break
            if refusal.kind in _OF_THE_TOKEN:
                done = {one.fingerprint for one in comments}
                break
        else:
            effects.append(EffectRecord(kind="fold", applied=True))
        done.add(each.fingerprint)
    return replace(plan, folded=frozenset(done)), effects


def _upsert(host: Host, plan: Plan, *, known: Sequence[OwnSummary]) -> tuple[Summary, list[EffectRecord]]:
    """Edit the oldest summary or create one; then make sure that there is one."""
    number = plan.whose.pr
    effects: list[EffectRecord] = []
    if known:
        summary = plan.summary()
        if len(known) == 1 and _says(known[0], summary, plan):
            return summary, effects
    else:
        body = plan.summary().body
        once(lambda: host.create_comment(number, body), there=lambda: bool(_summaries(host, plan)))
        effects.append(EffectRecord(kind="summary", applied=True))
    standing = _summaries(host, plan)
    if not known and len(standing) > 1:  # another run was here: it may have commented on the same lines
        effects += _clean(host, _look(host, plan))
    return _merge(host, plan, standing, known, effects)


def _merge(
    host: Host,
    plan: Plan,
    standing: Sequence[OwnSummary],
    known: Sequence[OwnSummary],
    effects: list[EffectRecord],
) -> tuple[Summary, list[EffectRecord]]:
    """Into the oldest goes what this run knows, and what others wrote since it looked."""
    others = [_memory(own, plan) for own in standing if own not in known]
    if any(other.reviewed_sha not in {None, plan.reviewed.head} for other in others) and _head_moved(host, plan):
        _withdraw(host, plan, standing[1:])
        raise Superseded
    summary = plan.summary(*others)
    if not standing:  # deleted by somebody between our write and our look: that is their word
        return summary, effects
    canonical, *extra = standing
    if not _says(canonical, summary, plan):
        at_least_once(lambda: host.update_comment(canonical.comment, summary.body))
        effects.append(EffectRecord(kind="summary", applied=True))
    for own in extra:
        host.delete_comment(own.comment)
        effects.append(EffectRecord(kind="delete-comment", applied=True))
    return summary, effects


def _withdraw(host: Host, plan: Plan, duplicates: Sequence[OwnSummary]) -> None:
    """Of this run's head only: the newer run looks after its own."""
    for own in duplicates:
        if _memory(own, plan).reviewed_sha == plan.reviewed.head:
            host.delete_comment(own.comment)


def _head_moved(host: Host, plan: Plan) -> bool:
    return host.pull_request(plan.whose.pr).head_sha != plan.reviewed.head


def _summaries(host: Host, plan: Plan) -> Sequence[OwnSummary]:
    return find_own(plan.whose, comments=host.comments(plan.whose.pr), review_comments=()).summaries


def _says(own: OwnSummary, summary: Summary, plan: Plan) -> bool:
    return is_same(summary, visible=visible(own.body), memory=_memory(own, plan))


def _memory(own: OwnSummary, plan: Plan) -> PrMemory:
    return load(own.payload, repo=plan.whose.repo, pr=plan.whose.pr).memory


def _why_refused(refused: frozenset[str]) -> str | None:
    return f"{len(refused)} comments were refused on their line and are in the summary" if refused else None
