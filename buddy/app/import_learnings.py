"""Importing: what other tools' files say goes into a learnings file in one write, or nothing does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from buddy.app.edit_memory import Edit, edit
from buddy.app.ports import MemoryFile
from buddy.app.source_tree import SourceTree, texts_of
from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint import identify
from buddy.core.interop.conversion import Entry, Reading
from buddy.core.interop.import_plan import ImportPlan, plan_import
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import Match


def import_learnings(
    file: MemoryFile, readings: Mapping[str, Reading], *, tree: SourceTree, now: datetime, dry_run: bool
) -> ImportPlan:
    """Decide for every entry and, unless it is a dry run, write the file once.

    `readings` are by the name of their format; `tree` is the source that findings are told apart by; `now` is aware.
    """
    narrowed = {name: _narrowed(reading, tree) for name, reading in readings.items()}

    def decide(document: LearningsDocument) -> Edit[ImportPlan]:
        plan = plan_import(narrowed, document, now=now)
        return Edit(content=plan.content, result=plan)

    return edit(file, decide, dry_run=dry_run).result


def _narrowed(reading: Reading, tree: SourceTree) -> Reading:
    """Each suppression of one finding with that finding's fingerprint, where the source tells it."""
    findings = [entry.finding for entry in reading.entries if entry.finding is not None]
    if not findings:
        return reading
    known = {path: tree.spelling(path) or path for path in (one.path for one in findings) if path is not None}
    texts = texts_of(known.values(), tree)
    placed = [replace(one, path=known.get(one.path or "", one.path)) for one in findings]
    found = iter(identify(placed, text_of=texts))
    entries = [entry if entry.finding is None else _of_one(entry, next(found)) for entry in reading.entries]
    return replace(reading, entries=entries)


def _of_one(entry: Entry, finding: Finding) -> Entry:
    """Without anchors the text was not seen, so the fingerprint would fit nothing, or the wrong finding."""
    if not finding.anchors:
        return entry
    match = Match(category=finding.category, fingerprint=finding.fingerprint, anchors=finding.anchors)
    return replace(entry, match=match, finding=finding)
