"""The story of one learning as people read it: a line for each fact, a short table for each list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from buddy.cli.finding_rows import plural
from buddy.cli.tables import put_heading, put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.app.explain_learning import Related, Story
    from buddy.app.hidden_findings import Deeds, HiddenFinding
    from buddy.core.learnings.explained import Explained
    from buddy.core.learnings.record import Learning
    from buddy.core.record.line_history import LineEvent


def put_story(story: Story, deeds: Deeds, *, here: Explained | None, source: str) -> None:
    """On stdout; `here` is what becomes of it in the change that was named."""
    put_rows(list(_facts(story, here=here, source=source)))
    if story.history is not None:
        put_heading(f"History: {plural(len(story.history), 'commit')}")
        put_rows([_event_row(event) for event in story.history])
    if story.related:
        put_heading("Beside it:")
        put_rows([_related_row(one) for one in story.related])
    if deeds.acts:
        put_heading("People:")
        put_rows([(one.source, one.act, one.by or "-", one.at or "-") for one in deeds.acts])
    if deeds.uses:
        put_heading("Given to reviews:")
        put_rows([(one.source, "in" if one.is_in else "out", one.why) for one in deeds.uses])
    if deeds.hidden:
        put_heading(f"Hides: {plural(len(deeds.hidden), 'finding')}")
        put_rows([_hidden_row(one) for one in deeds.hidden])


def _facts(story: Story, *, here: Explained | None, source: str) -> Iterator[tuple[str, str]]:
    listed = story.listed
    record = listed.record
    yield "id", record.id
    yield "text", redact(record.text)
    yield "kind", record.kind.value
    if record.reason:
        yield "because", redact(record.reason)
    if record.trust is not None:
        yield "trust", record.trust.value
    yield "said", _said(record)
    yield "in force", f"yes: {listed.why}" if listed.applies else f"no: {listed.why}"
    if record.paths and listed.matches is not None:
        shown = ", ".join(story.files)
        more = " …" if listed.matches > len(story.files) else ""
        yield "matches", f"{plural(listed.matches, 'file')}: {shown}{more}" if shown else "no file: its paths are dead"
    if record.verify is not None:
        yield "verify", f"{record.verify.path}: {record.verify.regex}"
    if here is not None:
        yield "here", _here(here)
    yield "stands in", f"nothing any more; last in {source}" if story.is_gone else f"line {listed.line} of {source}"


def _said(record: Learning) -> str:
    source = record.source
    parts = [
        f"by {source.by}" if source and source.by else "",
        f"in #{source.pr}" if source and source.pr is not None else "",
        f"comment {source.comment}" if source and source.comment is not None else "",
        f"through {source.via}" if source and source.via else "",
        f"on {record.created_at}" if record.created_at else "",
        f"changed on {record.updated_at}" if record.updated_at else "",
    ]
    return ", ".join(filter(None, parts)) or "its line does not tell where it comes from"


def _here(one: Explained) -> str:
    if one.is_in:
        return f"in, as number {one.rank} of the block ({one.why}; {one.tokens} tokens)"
    candidate = f"; it would be number {one.place} of all that match, with {one.tokens} tokens" if one.place else ""
    return f"out: {one.why}{candidate}"


def _event_row(event: LineEvent) -> tuple[str, ...]:
    merge = "merged: " if event.merge else ""
    pull = f"#{event.pull}" if event.pull is not None else "-"
    by = "recorded by Buddy" if event.recorded else ""
    return event.date[:10], event.sha[:12], f"{merge}{event.change.value}", pull, redact(event.author), by


def _related_row(one: Related) -> tuple[str, ...]:
    return one.how.value, one.record.id, redact(one.record.text)


def _hidden_row(one: HiddenFinding) -> tuple[str, ...]:
    place = one.path or "(no file)"
    where = place if one.line is None else f"{place}:{one.line}"
    spared = f"not hidden: {one.spared}" if one.spared is not None else ""
    return one.source, where, one.category, one.fingerprint, spared
