"""`remember`: a learning in the maintainer's own words, or the widening of one that says the same."""

from __future__ import annotations

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import Remember, refusal
from buddy.core.learnings.identity import from_comment, normal_form
from buddy.core.learnings.record import About, Kind, Learning, Scope, Source, Status, Trust
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.entry import Entry
from buddy.core.respond.say import will_be_recorded
from buddy.core.respond.situation import Request, Situation
from buddy.core.text.invisible import clean
from buddy.core.text.surfaces import code_span, markdown_inline

_AGAIN = 20
"""The length of the id of what a comment says after its first learning was recorded."""


def remember(command: Remember, request: Request, situation: Situation) -> Answer:
    """Pending, duplicate, or the reason why not."""
    no = refusal(command.text, paths=command.paths)
    if no is not None:
        return refused(no.reason, no.message)
    same = _same(command.text, situation, request.others)
    more = None if same is None else _more_paths(same, command.paths)
    if same is not None and more == ():
        say = f"`{same.id}` says it already{_where(same)}."
        return Answer(outcome=CommandOutcome.DUPLICATE, say=say, reason=RefusalReason.DUPLICATE, id=same.id)
    name = learning_id(request, situation)
    if name is None:
        return clashes()
    text = clean(command.text)
    recorded = situation.document.find(name)  # this comment's own: it was edited after the merge
    if recorded is not None:
        name = from_comment(pr=situation.number, comment=request.source.key.id, n=request.n, length=_AGAIN)
    known = situation.threads.get(request.source.thread or 0)
    record = Learning(
        id=name,
        text=text.text,
        paths=command.paths or None,
        trust=Trust.APPROVED,
        about=About(category=known.category, path=known.path) if known is not None else None,
        supersedes=recorded.id if recorded is not None else None,
        source=source_of(request, situation, via="remember"),
        created_at=request.source.at,
        updated_at=request.source.edited_at,
    )
    verb = "is noted as a learning"
    if same is not None and more:
        verb = f"joins `{same.id}`, which says the same, and makes it hold"
    elif recorded is not None:
        verb = f"takes the place of `{recorded.id}` and holds"
    return _pending(Entry(key=name, record=record, removed=text.removed), situation, verb=verb)


def learning_id(request: Request, situation: Situation) -> str | None:
    """The name of what this command makes, derived from the comment: repeating the command changes nothing.

    Longer where another learning has it already; None where even that is taken.
    """
    for length in (10, 16):
        name = from_comment(pr=situation.number, comment=request.source.key.id, n=request.n, length=length)
        found = situation.document.find(name)
        if found is None or _is_own(found, request, situation):
            return name
    return None


def source_of(request: Request, situation: Situation, *, via: str) -> Source:
    """Where a record comes from."""
    return Source(pr=situation.number, comment=request.source.key.id, n=request.n, by=request.source.author, via=via)


def clashes() -> Answer:
    """Two comments of one id do not happen; a file that was made to hold the id does."""
    return refused(Unable.CLASH, "Another learning in the file has the id that this one would get.")


def _is_own(found: Learning, request: Request, situation: Situation) -> bool:
    source = found.source
    return source is not None and (source.pr, source.comment, source.n) == (
        situation.number,
        request.source.key.id,
        request.n,
    )


def _pending(entry: Entry, situation: Situation, *, verb: str) -> Answer:
    record = entry.record
    paths = record.paths or ()
    reach = "everywhere in this repository"
    if paths:
        count = situation.matched(paths)
        files = "1 file" if count == 1 else f"{count} files"
        reach = f"on {', '.join(map(code_span, paths))} ({files} of `{situation.base}` match)"
    say = f"`{record.id}` {verb} {reach}: {markdown_inline(record.text)}\n\n{will_be_recorded(situation)}"
    return Answer(outcome=CommandOutcome.PENDING, say=say, id=record.id, entries=(entry,))


def _same(text: str, situation: Situation, others: tuple[Learning, ...]) -> Learning | None:
    """The active learning that says the very same: only an equal one decides here, the rest is for people (6.4)."""
    form = normal_form(text)
    for each in (*situation.document.records, *situation.waiting, *others):
        fits = each.kind is not Kind.SUPPRESSION and each.scope is Scope.REPO and each.status is Status.ACTIVE
        if fits and normal_form(each.text) == form:
            return each
    return None


def _more_paths(same: Learning, paths: tuple[str, ...]) -> tuple[str, ...] | None:
    """What these add to the other's; None where exactly one side has paths: then both statements stand (6.4)."""
    old = same.paths or ()
    return None if bool(old) != bool(paths) else tuple(path for path in paths if path not in old)


def _where(same: Learning) -> str:
    return f" on {', '.join(map(code_span, same.paths))}" if same.paths else ""
