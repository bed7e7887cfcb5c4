"""The fixes that change nothing that applies: inert noise goes, every record in force stays as it is read.

What a person has to decide (which of two statements stays, what a glob should have said) is never fixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from buddy.core.learnings import lines, writing
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.lenient import as_written
from buddy.core.learnings.problems import ProblemReason
from buddy.core.learnings.record import VERSION, Learning, Trust
from buddy.core.lint.codes import AnyCode
from buddy.core.lint.physical_lines import outdone
from buddy.core.lint.subject import objects_of
from buddy.core.text.invisible import clean


@dataclass(frozen=True, kw_only=True, slots=True)
class Fixed:
    """The file as it should be, and what was done: the code and the line as it was, None for the whole file."""

    content: bytes
    done: tuple[tuple[AnyCode, int | None], ...]


def fixed(document: LearningsDocument) -> Fixed:
    """The file without its byte order mark, Windows line ends, outdone lines and invisible characters.

    A file that must not be written, and a line of a newer version, stay as they are. Idempotent.
    """
    if not document.writable:
        return Fixed(content=document.data, done=())
    done: list[tuple[AnyCode, int | None]] = []
    body = document.data.removeprefix(lines.BOM)
    if len(body) < len(document.data):
        done.append((ProblemReason.BOM, 1))
    physical = body.split(b"\n")
    if b"\r\n" in body:
        done.append((ProblemReason.CRLF, None))
        physical = [*(line.removesuffix(b"\r") for line in physical[:-1]), physical[-1]]
    objects = objects_of(physical)
    for number, line in _visible(document, physical, objects).items():
        physical[number - 1] = line
        done.append((ProblemReason.INVISIBLE_CHARACTERS, number))
    gone = {number for number, _ in outdone(document, objects) if _is_ours(objects[number - 1])}
    done += [(ProblemReason.DUPLICATE_ID, number) for number in sorted(gone)]
    kept = [line for number, line in enumerate(physical, start=1) if number not in gone]
    content = b"\n".join(kept)
    if list(map(_as_read, parse(content).records)) != list(map(_as_read, document.records)):
        return Fixed(content=document.data, done=())  # what is to change nothing must not, whatever the file holds
    return Fixed(content=content, done=tuple(done))


def _visible(
    document: LearningsDocument, physical: Sequence[bytes], objects: Sequence[Mapping[str, object] | None]
) -> dict[int, bytes]:
    """The lines whose text holds what nobody sees, by their number from 1, without it."""
    found: dict[int, bytes] = {}
    for problem in document.problems:
        if problem.reason is not ProblemReason.INVISIBLE_CHARACTERS or problem.line is None or problem.id is None:
            continue
        record = document.find(problem.id)
        held = objects[problem.line - 1] or as_written(physical[problem.line - 1])
        text = held.get("text") if held is not None else None
        if record is None or not isinstance(text, str) or not _is_ours(held):
            continue
        old = msgspec.structs.replace(record, text=text)
        new = msgspec.structs.replace(record, text=clean(text).text)
        found[problem.line] = writing.changed_line(physical[problem.line - 1], old, new)
    return found


def _is_ours(held: Mapping[str, object] | None) -> bool:
    """Whether this version of Buddy knows all that a line means."""
    return held is not None and held.get("v") in (None, VERSION)


def _as_read(record: Learning) -> Learning:
    """The record with the defaults that the second reading of a line fills in and the fast one does not."""
    return msgspec.structs.replace(record, v=None, trust=record.trust or Trust.STATED, paths=record.paths or None)
