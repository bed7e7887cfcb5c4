"""What is wrong with records that could be decoded: invisible characters, texts, dates, globs; each said once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from buddy.core.globs import GlobSet
from buddy.core.learnings import dates, inert
from buddy.core.learnings.problems import Problem, ProblemReason, Severity
from buddy.core.learnings.record import FaultyLearning, InertReason, Learning
from buddy.core.text.invisible import clean

Paths = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """Records with visible text only, arranged for looking them up.

    `groups` are the records by their `paths` as written (None and empty alike under None), `globs` the compiled
    list of each group, `unusual` the records that `inert.unusual` found.
    """

    records: Sequence[Learning]
    groups: Mapping[Paths | None, Sequence[Learning]]
    globs: Mapping[Paths, GlobSet]
    unusual: Sequence[Learning]
    problems: Sequence[Problem]


def check(records: Sequence[Learning], places: Sequence[int], *, ascii_only: bool) -> Checked:
    """Look at all records once. `places` are their lines, from 0.

    `ascii_only` says that the whole file holds neither a non-ASCII character nor an escape that could stand for one.
    """
    problems: list[Problem] = []
    if not ascii_only:
        records = _visible(records, places, problems)
    unusual = inert.unusual(records)
    for at in unusual:
        _note_broken(records[at], places[at] + 1, problems)
    _note_dates(records, places, problems)
    groups: dict[Paths | None, list[Learning]] = {}
    for record in records:
        groups.setdefault(record.paths or None, []).append(record)
    globs = {paths: GlobSet(paths) for paths in groups if paths}
    _note_globs(records, places, globs, problems)
    return Checked(
        records=records,
        groups=groups,
        globs=globs,
        unusual=[records[at] for at in unusual],
        problems=problems,
    )


def _visible(records: Sequence[Learning], places: Sequence[int], problems: list[Problem]) -> list[Learning]:
    visible = list(records)
    for at, record in enumerate(records):
        if record.text.isascii() and record.text.isprintable():
            continue
        cleaned = clean(record.text)
        visible[at] = msgspec.structs.replace(record, text=cleaned.text)
        if cleaned.removed:
            plural = "character is" if cleaned.removed == 1 else "characters are"
            problems.append(
                Problem(
                    line=places[at] + 1,
                    reason=ProblemReason.INVISIBLE_CHARACTERS,
                    message=f"{cleaned.removed} invisible {plural} left out of the text",
                    severity=Severity.NOTICE,
                    id=record.id,
                )
            )
    return visible


_BROKEN = {
    InertReason.NO_TEXT: (ProblemReason.NO_TEXT, Severity.WARNING),
    InertReason.TEXT_TOO_LONG: (ProblemReason.TEXT_TOO_LONG, Severity.NOTICE),
    InertReason.INCOMPLETE_SUPPRESSION: (ProblemReason.INCOMPLETE_SUPPRESSION, Severity.WARNING),
}


def _note_broken(record: Learning, line: int, problems: list[Problem]) -> None:
    if isinstance(record, FaultyLearning):
        return  # said when its line was read
    found = inert.broken(record)
    if found:
        reason, severity = _BROKEN[found]
        message = f"the record does not apply: {found.sentence}"
        problems.append(Problem(line=line, reason=reason, message=message, severity=severity, id=record.id))
    if record.expires_at is not None and dates.parse(record.expires_at) is None:
        message = f"the record does not apply: {InertReason.UNREADABLE_EXPIRY.sentence}"
        problems.append(Problem(line=line, reason=ProblemReason.UNREADABLE_DATE, message=message, id=record.id))


def _note_dates(records: Sequence[Learning], places: Sequence[int], problems: list[Problem]) -> None:
    written = {record.created_at for record in records} | {record.updated_at for record in records}
    unreadable = {text for text in written if text is not None and dates.parse(text) is None}
    if not unreadable:
        return
    for at, record in enumerate(records):
        if record.created_at in unreadable or record.updated_at in unreadable:
            message = "a date of the record cannot be read; it counts as the oldest"
            reason = ProblemReason.UNREADABLE_DATE
            line = places[at] + 1
            problems.append(Problem(line=line, reason=reason, message=message, severity=Severity.NOTICE, id=record.id))


def _note_globs(
    records: Sequence[Learning],
    places: Sequence[int],
    globs: Mapping[Paths, GlobSet],
    problems: list[Problem],
) -> None:
    bad = {paths for paths, compiled in globs.items() if compiled.problems}
    if not bad:
        return
    for at, record in enumerate(records):
        if record.paths not in bad:
            continue
        line = places[at] + 1
        for one in globs[record.paths].problems:
            message = f"a glob is not used: {one.message}"
            problems.append(Problem(line=line, reason=ProblemReason.BAD_GLOB, message=message, id=record.id))
        if not globs[record.paths]:
            message = f"the record does not apply: {InertReason.NO_USABLE_PATH.sentence}"
            reason = ProblemReason.NO_USABLE_PATH
            problems.append(Problem(line=line, reason=reason, message=message, id=record.id))
