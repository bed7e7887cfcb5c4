"""Writing answers: eyes, the outcome's reaction, and the reply last, so that a run that dies is completed by the next.

Whatever is created is keyed by the comment it answers; after creating, the lists are read again, and of two runs that
did not see each other the oldest reply stays (DESIGN 6.10).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from buddy.app.closing import Closer
from buddy.app.once import at_least_once, once
from buddy.app.ports import CommentKind, ThreadHost
from buddy.core.respond.closing import Way
from buddy.core.respond.plan import Answering, Rewording
from buddy.core.respond.replies import Reply, find_replies, repeated
from buddy.core.respond.source import Key, SourceKind
from buddy.core.review.own import Whose
from buddy.core.review.transcript import EffectRecord

EYES = "eyes"
_OUTCOMES = ("+1", "confused")


def apply_replies(
    answers: Sequence[Answering],
    rewordings: Sequence[Rewording],
    *,
    before: Iterable[Reply],
    whose: Whose,
    host: ThreadHost,
    closer: Closer,
) -> tuple[EffectRecord, ...]:
    """`before` are the replies that stood, which may be there twice. Threads are closed before the reply says so.

    Raises Refusal when the host does not take a write; what is undone then is done by the next run (P6).
    """
    effects: list[EffectRecord] = []
    created: set[SourceKind] = set()
    for each_answer in answers:
        closed = closer.close(each_answer.closes)
        one = each_answer.with_closed(closed, whose=whose) if closed else each_answer
        effects += [
            EffectRecord(kind="close-thread", applied=way.way is not Way.LEFT, reason=way.why or None)
            for way in closed.values()
        ]
        _react(one, whose, host)
        if one.due.reply is None:
            _create(one, whose=whose, host=host)
            created.add(one.due.source.key.kind)
        else:
            update_own(one.due.reply, one.body, host=host)
        effects.append(EffectRecord(kind="reply", applied=True))
    for each in rewordings:
        update_own(each.reply, each.body, host=host)
        effects.append(EffectRecord(kind="edit-reply", applied=True))
    effects += _clean(before, created, whose=whose, host=host)
    return tuple(effects)


def reword(each: Rewording, *, host: ThreadHost) -> EffectRecord:
    """Change one of Buddy's own replies."""
    update_own(each.reply, each.body, host=host)
    return EffectRecord(kind="edit-reply", applied=True)


def update_own(reply: Reply, body: str, *, host: ThreadHost) -> None:
    """Repeating it changes nothing."""
    if reply.kind is CommentKind.REVIEW:
        at_least_once(lambda: host.update_review_comment(reply.comment, body))
    else:
        at_least_once(lambda: host.update_comment(reply.comment, body))


def _react(one: Answering, whose: Whose, host: ThreadHost) -> None:
    kind = one.due.source.key.kind.reacts
    if kind is None:
        return
    comment = one.due.source.key.id
    at_least_once(lambda: host.react(kind, comment, EYES))
    if one.due.reply is not None:  # an earlier wording may have had another outcome
        for reaction in host.reactions(kind, comment):
            if reaction.user == whose.login and reaction.content in _OUTCOMES and reaction.content != one.reaction:
                host.unreact(kind, comment, reaction.id)
    at_least_once(lambda: host.react(kind, comment, one.reaction))


def _create(one: Answering, *, whose: Whose, host: ThreadHost) -> None:
    source = one.due.source
    if source.key.kind is SourceKind.LINE:
        root = source.thread or source.key.id
        once(lambda: host.reply(whose.pr, root, one.body), there=lambda: _is_there(source.key, whose=whose, host=host))
    else:
        once(
            lambda: host.create_comment(whose.pr, one.body), there=lambda: _is_there(source.key, whose=whose, host=host)
        )


def _is_there(key: Key, *, whose: Whose, host: ThreadHost) -> bool:
    on_line = key.kind is SourceKind.LINE
    return any(reply.payload.key == key for reply in _look(whose, host, on_lines=on_line, below=not on_line))


def _look(whose: Whose, host: ThreadHost, *, on_lines: bool, below: bool) -> tuple[Reply, ...]:
    return find_replies(
        whose,
        comments=host.comments(whose.pr) if below else (),
        review_comments=host.review_comments(whose.pr) if on_lines else (),
    )


def _clean(before: Iterable[Reply], created: set[SourceKind], *, whose: Whose, host: ThreadHost) -> list[EffectRecord]:
    """Without a look where nothing was created: then only what was seen before can be there twice."""
    known = tuple(before)
    on_lines = SourceKind.LINE in created
    below = bool(created - {SourceKind.LINE})
    seen = [each for each in known if not (on_lines if each.kind is CommentKind.REVIEW else below)]
    extra = repeated((*seen, *_look(whose, host, on_lines=on_lines, below=below)))
    for reply in extra:
        if reply.kind is CommentKind.REVIEW:
            host.delete_review_comment(reply.comment)
        else:
            host.delete_comment(reply.comment)
    return [EffectRecord(kind="delete-comment", applied=True) for _ in extra]
