"""`remember`: a learning in the maintainer's own words, or the widening of one that says the same."""

from __future__ import annotations

from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import Remember, refusal
from buddy.core.learnings.identity import from_comment, normal_form
from buddy.core.learnings.reconcile import Add, Contradiction, NearCopy, Supersedes, Update, reconcile
from buddy.core.learnings.record import About, Kind, Learning, Source, Trust
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.entry import Entry
from buddy.core.respond.say import codes, will_be_recorded
from buddy.core.respond.situation import Request, Situation
from buddy.core.text.invisible import clean
from buddy.core.text.surfaces import code_span, markdown_inline

_NOTED = "is noted as a learning"
_AGAIN = 20
"""The length of the id of what a comment says after its first learning was recorded."""


def remember(command: Remember, request: Request, situation: Situation) -> Answer:
    """Pending, duplicate, or the reason why not."""
    no = refusal(command.text, paths=command.paths)
    if no is not None:
        return refused(no.reason, no.message)
    same = _same(command, situation, request.others)
    if same is not None:
        return _duplicate(same)
    name = learning_id(request, situation)
    if name is None:
        return clashes()
    recorded = situation.document.find(name)  # this comment's own: it was edited after the merge
    if recorded is not None:
        name = from_comment(pr=situation.number, comment=request.source.key.id, n=request.n, length=_AGAIN)
    known = situation.threads.get(request.source.thread or 0)
    record = Learning(
        id=name,
        text=clean(command.text).text,
        paths=command.paths or None,
        trust=Trust.APPROVED,
        about=About(category=known.category, path=known.path) if known is not None else None,
        supersedes=recorded.id if recorded is not None else None,
        source=source_of(request, situation, via="remember"),
        created_at=request.source.at,
        updated_at=request.source.edited_at,
    )
    entry = Entry(key=name, record=record, removed=_invisible(command, request))
    match reconcile(record, situation.document, now=situation.now):
        case Update(id=other, widens=False):
            return _duplicate(situation.document.find(other))
        case Update(id=other):
            return _pending(entry, situation, verb=f"joins `{other}`, which says the same, and makes it hold")
        case NearCopy(id=other):
            return _pending(entry, situation, verb=f"gives `{other}`, which nearly says the same, these words")
        case Supersedes(id=other):
            return _pending(entry, situation, verb=f"takes the place of `{other}` and holds")
        case Contradiction(id=other):
            note = f" It contradicts `{other}`: the pull request shows both, and the newest statement wins."
            return _pending(entry, situation, verb=_NOTED, note=note)
        case Add():
            return _pending(entry, situation, verb=_NOTED)


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


def _invisible(command: Remember, request: Request) -> int:
    """How many characters of the command's line nobody sees; reading it has taken them out already."""
    rows = request.source.body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return sum(clean(row).removed for row in rows[command.line - 1 : command.line])


def _is_own(found: Learning, request: Request, situation: Situation) -> bool:
    source = found.source
    return source is not None and (source.pr, source.comment, source.n) == (
        situation.number,
        request.source.key.id,
        request.n,
    )


def _duplicate(same: Learning | None) -> Answer:
    assert same is not None, "a decision names a line of the file"
    where = f" on {codes(same.paths)}" if same.paths else ""
    say = f"`{same.id}` says it already{where}."
    return Answer(outcome=CommandOutcome.DUPLICATE, say=say, reason=RefusalReason.DUPLICATE, id=same.id)


def _pending(entry: Entry, situation: Situation, *, verb: str, note: str = "") -> Answer:
    record = entry.record
    reach = "everywhere in this repository"
    if record.paths:
        files = situation.matched(record.paths)
        many = "1 file" if files == 1 else f"{files} files"
        reach = (
            f"on {codes(record.paths)} ({many} of {code_span(situation.base)} {'matches' if files == 1 else 'match'})"
        )
    say = f"`{record.id}` {verb} {reach}: {markdown_inline(record.text)}{note}\n\n{will_be_recorded(situation)}"
    return Answer(outcome=CommandOutcome.PENDING, say=say, id=record.id, entries=(entry,))


def _same(command: Remember, situation: Situation, others: tuple[Learning, ...]) -> Learning | None:
    """What waits already and says the very same for the same paths: it belongs to its own comment."""
    form = normal_form(command.text)
    for each in (*situation.waiting, *others):
        fits = each.kind is not Kind.SUPPRESSION and set(each.paths or ()) == set(command.paths)
        if fits and normal_form(each.text) == form:
            return each
    return None
