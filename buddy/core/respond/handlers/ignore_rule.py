"""`ignore-rule`: a suppression of one category in named files, resolved against Buddy's own findings only (CMD-20)."""

from __future__ import annotations

from dataclasses import dataclass

from buddy.core import secrets
from buddy.core.capture.refusals import RefusalReason
from buddy.core.commands import IgnoreRule
from buddy.core.globs import literal
from buddy.core.learnings.record import MAX_TEXT, About, Kind, Learning, Match, Status, Trust
from buddy.core.respond.answer import Answer, CommandOutcome, Unable, refused
from buddy.core.respond.entry import Entry
from buddy.core.respond.handlers.remember import clashes, learning_id, source_of
from buddy.core.respond.say import codes, count, will_be_recorded
from buddy.core.respond.situation import Request, Situation
from buddy.core.review.known import Known
from buddy.core.text.invisible import clean
from buddy.core.text.surfaces import code_span, fenced

_SHOWN = 20


def ignore_rule(command: IgnoreRule, request: Request, situation: Situation) -> Answer:
    """Pending with how many findings it hides now, duplicate, or the reason why not."""
    if not situation.on_pull:
        return refused(Unable.NEEDS_PULL_REQUEST, "Findings stand on pull requests; say it on one.")
    if secrets.find(" ".join((command.because or "", command.rule or "", *command.paths))):
        return refused(RefusalReason.CONTAINS_SECRET)
    aim = _aim(command, request, situation)
    if isinstance(aim, Answer):
        return aim
    protected = situation.protected(aim.category, aim.paths[0])
    if protected is not None:
        say = f"Findings of {code_span(aim.category)} are never hidden: {protected}."
        return refused(Unable.PROTECTED, say)
    same = _same(aim, situation, request)
    if same is not None:
        say = f"`{same.id}` hides the same already."
        return Answer(outcome=CommandOutcome.DUPLICATE, say=say, reason=RefusalReason.DUPLICATE, id=same.id)
    name = learning_id(request, situation)
    return clashes() if name is None else _pending(aim, name, command, request, situation)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Aim:
    """What is to be hidden; `finding` where one was named."""

    category: str
    paths: tuple[str, ...]
    finding: Known | None = None
    match: Match


def _aim(command: IgnoreRule, request: Request, situation: Situation) -> _Aim | Answer:
    if command.rule is not None:
        if command.only_this:
            say = "`--only-this` is about one finding; name its fingerprint instead of a rule."
            return refused(Unable.UNREADABLE, say)
        if not command.paths:
            say = "A rule by its name needs `--paths`, so that it hides no more than meant."
            return refused(Unable.NEEDS_PATHS, say)
        return _Aim(category=command.rule, paths=command.paths, match=Match(category=command.rule))
    if command.fingerprint is None:
        known = situation.threads.get(request.source.thread or 0)
        if known is None:
            say = "Without a fingerprint it works only in the thread of one of Buddy's findings."
            return refused(Unable.UNKNOWN_FINGERPRINT, say + _valid(situation))
    else:
        known = situation.finding(command.fingerprint)
        if known is None:
            say = f"{code_span(command.fingerprint)} is no finding of Buddy's on this pull request."
            return refused(Unable.UNKNOWN_FINGERPRINT, say + _valid(situation))
    match = Match(category=known.category)
    if command.only_this:
        match = Match(
            category=known.category, fingerprint=known.identity.fingerprint, anchors=known.identity.anchors or None
        )
    return _Aim(category=known.category, paths=command.paths or (literal(known.path),), finding=known, match=match)


def _valid(situation: Situation) -> str:
    current = situation.current
    if not current:
        return " There is no finding now."
    lines = [f"{each.fingerprint}  {each.category}  {each.path}" for each in current[:_SHOWN]]
    more = f"\n{len(current) - _SHOWN} more" if len(current) > _SHOWN else ""
    return f"\n\nThe findings here:\n\n{fenced(chr(10).join(lines) + more)}"


def _same(aim: _Aim, situation: Situation, request: Request) -> Learning | None:
    for each in (*situation.document.records, *situation.waiting, *request.others):
        active = each.kind is Kind.SUPPRESSION and each.status is Status.ACTIVE
        if active and each.match == aim.match and set(each.paths or ()) == set(aim.paths):
            return each
    return None


def _pending(aim: _Aim, name: str, command: IgnoreRule, request: Request, situation: Situation) -> Answer:
    words = clean(command.because or "").text.strip()
    record = Learning(
        id=name,
        kind=Kind.SUPPRESSION,
        text=(words or f"ignore {aim.category} in {', '.join(aim.paths)}")[:MAX_TEXT],
        paths=aim.paths,
        trust=Trust.APPROVED,
        match=aim.match,
        reason=words or None,
        about=About(category=aim.category, path=aim.finding.path) if aim.finding is not None else None,
        source=source_of(request, situation, via="ignore-rule"),
        created_at=request.source.at,
        updated_at=request.source.edited_at,
    )
    if aim.match.fingerprint is not None:
        what = f"this one finding of {code_span(aim.category)}"
        now = "It comes back when the code itself changes."
    else:
        what = f"findings of {code_span(aim.category)}"
        now = f"That is {count(situation.hidden_by(aim.category, aim.paths), 'current finding')} on this pull request."
    say = f"`{name}` will hide {what} in {codes(aim.paths)}. {now}\n\n{will_be_recorded(situation)}"
    return Answer(outcome=CommandOutcome.PENDING, say=say, id=name, entries=(Entry(key=name, record=record),))
