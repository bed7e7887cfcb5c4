"""Buddy's own lines, such as another repository's learnings: every key survives, also those that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from buddy.core.interop.conversion import Entry, Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import unusable
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.problems import ProblemReason
from buddy.core.learnings.record import FaultyLearning, Kind, Learning, Trust
from buddy.core.learnings.writing import new_line


class BuddyJsonl:
    """The learnings file itself. Only trust is not taken along: here nobody has approved anything yet (6.5)."""

    name = "buddy"
    title = "Buddy learnings"
    patterns: Sequence[str] = ()
    file = "learnings.jsonl"

    def recognises(self, path: str, content: bytes) -> bool:
        """Any `*.jsonl`, also a damaged one: what is wrong with it is said by line."""
        return path.endswith((".jsonl", ".ndjson"))

    def read(self, files: Mapping[str, bytes]) -> Reading:
        entries: list[Entry] = []
        problems: list[Unusable] = []
        losses: list[Loss] = []
        for path, data in files.items():
            document = parse(data)
            problems += _problems(path, document)
            entries += (_entry(path, document, record) for record in _usable(document))
            losses += _losses(document)
        return Reading(entries=entries, unusable=problems, losses=losses)

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        return self.write_lines([new_line(record) for record in records])

    def write_lines(self, lines: Sequence[bytes]) -> Written:
        """The lines as they stand in the memory, with their unknown keys."""
        return Written(files={self.file: b"".join(line + b"\n" for line in lines)})


def _usable(document: LearningsDocument) -> Iterator[Learning]:
    return (record for record in document.records if not isinstance(record, FaultyLearning))


def _entry(path: str, document: LearningsDocument, record: Learning) -> Entry:
    return Entry(
        place=Place(path=path, line=document.line_of(record.id)),
        text=record.text.strip(),
        id=record.id,
        kind=record.kind,
        scope=record.scope,
        paths=record.paths,
        status=record.status,
        trust=record.trust,
        match=record.match if record.kind is Kind.SUPPRESSION else None,  # elsewhere it says nothing
        reason=record.reason,
        about=record.about,
        keywords=record.keywords,
        expires_at=record.expires_at,
        supersedes=record.supersedes,
        verify=record.verify,
        source=record.source,
        created_at=record.created_at,
        updated_at=record.updated_at,
        line=document.line_bytes(record.id),
    )


def _losses(document: LearningsDocument) -> Iterator[Loss]:
    usable = {record.id: record for record in _usable(document)}
    for record in usable.values():
        if record.trust not in (None, Trust.STATED):
            why = "what is imported is stated until somebody here approves or pins it"
            yield Loss(item=record.id, field="trust", why=why)
    for problem in document.problems:
        if problem.id in usable and problem.reason in _COSTS_A_FIELD:
            yield Loss(item=problem.id or "", field=problem.reason.value, why=problem.message)


_COSTS_A_FIELD = frozenset(
    {
        ProblemReason.WRONG_TYPE,
        ProblemReason.UNREADABLE_DATE,
        ProblemReason.LONE_SURROGATE,
        ProblemReason.INVISIBLE_CHARACTERS,
        ProblemReason.UNKNOWN_TRUST,
    }
)
"""The record is taken without it; whatever else is wrong with one is a reason to refuse it, and said there."""


def _problems(path: str, document: LearningsDocument) -> Iterator[Unusable]:
    usable = {record.id for record in _usable(document)}
    for problem in document.problems:
        if problem.costs and problem.id not in usable:
            yield unusable(path, problem.reason.value, problem.message, line=problem.line)
    if not document.data.strip():
        yield unusable(path, "empty", "the file is empty")


FORMAT = BuddyJsonl()
