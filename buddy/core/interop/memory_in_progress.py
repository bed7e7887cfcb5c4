"""A learnings file while an import goes through it: lines are added and changed in memory, the bytes made once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from buddy.core.globs import BadGlob, normalise
from buddy.core.interop.conversion import Entry
from buddy.core.learnings import inert, lines
from buddy.core.learnings.checks import Checked
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.identity import from_content, normal_form
from buddy.core.learnings.lenient import read_line
from buddy.core.learnings.reconcile import Add, Decision, Update, joined_paths, reconcile
from buddy.core.learnings.record import Kind, Learning, Status, Trust
from buddy.core.learnings.writing import EditRefused, changed_line, new_line
from buddy.core.record.candidates import Candidates

_MOST_COMPARED = 6
"""Lines that one entry is compared with; comparing ten thousand entries with more takes minutes (P11)."""
_LONGEST_ID = 20

_Said = tuple[object, ...]


class MemoryInProgress:
    """The document and what was put into it. `now` (aware) says which lines have expired."""

    def __init__(self, document: LearningsDocument, *, now: datetime) -> None:
        self._document = document
        self._now = now
        self._records = {record.id: record for record in document.records}
        self._added: dict[str, bytes] = {}
        self._changed: dict[str, Learning] = {}
        self._candidates = Candidates(document.records)
        self._saying: dict[_Said, list[str]] = {}
        self._hiding: dict[_Said, Learning] = {}
        for record in document.records:
            self._note(record)

    def find(self, record_id: str) -> Learning | None:
        """The record as it is by now."""
        return self._records.get(record_id)

    def out_of_force(self, record: Learning) -> Learning | None:
        """A line that says just this and was taken out of force: an import does not bring it back.

        None where another line in force says it too.
        """
        twins = [self._records[one] for one in self._saying.get(_said(record), ())]
        gone = [one for one in twins if one.status is not Status.ACTIVE]
        return gone[0] if gone and len(gone) == len(twins) else None

    def hiding_the_same(self, record: Learning) -> Learning | None:
        """A suppression in force that hides just the same, whatever its words and scope."""
        if record.kind is not Kind.SUPPRESSION:
            return None
        return self._hiding.get((record.match, _reach(record.paths or ())))

    def says(self, known: Learning, entry: Entry) -> bool:
        """Whether the line says all that the entry says of it; what the file cannot carry is not compared."""
        return not self._differences(known, entry)

    def decide(self, record: Learning) -> Decision:
        """Equal texts by look-up, the rest among the lines that share most words (6.4)."""
        twins = [self._records[one] for one in self._saying.get(_said(record), ())]
        close = [] if record.kind is Kind.SUPPRESSION else self._candidates.near(record)
        # of a small file all are close; the order of `near` is by words in common only in a large one
        chosen = close if len(self._records) <= 200 else close[:_MOST_COMPARED]
        company = {one.id: one for one in (*twins, *(self._records[one.id] for one in chosen))}
        company.pop(record.id, None)
        if record.id in self._records:  # its own id is taken: by a twin, or by one that says it elsewhere
            company[record.id] = self._records[record.id]
            record = msgspec.structs.replace(record, id=f"{record.id}.")
        if not company:
            return Add()
        decision = reconcile(record, _document_of(company), now=self._now)
        if isinstance(decision, Update) and record.kind is not Kind.SUPPRESSION:
            old = company[decision.id]
            paths = joined_paths(old, record)
            return Update(id=old.id, paths=paths, widens=set(paths or ()) != set(old.paths or ()))
        return decision

    def add(self, record: Learning, *, line: bytes | None) -> Learning:
        """A line more; a made id that is taken gets longer, a line of Buddy's own keeps its unknown keys."""
        record = self._with_free_id(record)
        self._added[record.id] = _line(record, line)
        self._put(record)
        return record

    def widen(self, record_id: str, paths: tuple[str, ...] | None, *, now: str) -> Learning:
        """The line with these paths."""
        return self._change(msgspec.structs.replace(self._records[record_id], paths=paths, updated_at=now))

    def rewrite(self, known: Learning, entry: Entry, record: Learning, *, now: str) -> Learning:
        """The line saying what the entry says; nobody has approved that, so it is stated."""
        values = {name: getattr(record, name) for name in self._differences(known, entry)}
        return self._change(msgspec.structs.replace(known, **values, trust=Trust.STATED, updated_at=now))

    def content(self) -> bytes:
        """The file's bytes, untouched lines as they were; raises `EditRefused` for a file not to be written."""
        if not self._changed and not self._added:
            return self._document.data
        if not self._document.writable:
            raise EditRefused(f"the learnings file is not written: {self._document.refusal}")
        replaced = self._document.data.split(b"\n")
        for record_id, record in self._changed.items():
            self._replace(replaced, record_id, record)
        data = b"\n".join(replaced)
        gap = b"" if not data or data.endswith(b"\n") or data == lines.BOM else b"\n"
        return data + gap + b"".join(line + b"\n" for line in self._added.values())

    def _replace(self, replaced: list[bytes], record_id: str, record: Learning) -> None:
        old = self._document.find(record_id)
        assert old is not None  # only lines of the document are changed, added ones are rewritten
        place = self._document.line_of(record_id) - 1
        line = self._document.line_bytes(record_id)
        replaced[place] = replaced[place].replace(line, changed_line(line, old, record))

    def _change(self, record: Learning) -> Learning:
        before = self._records[record.id]
        if record.id in self._added:
            self._added[record.id] = changed_line(self._added[record.id], before, record)
        else:
            self._changed[record.id] = record
        self._records[record.id] = record
        self._note(record)
        return record

    def _put(self, record: Learning) -> None:
        self._records[record.id] = record
        self._candidates.add(record)
        self._note(record)

    def _note(self, record: Learning) -> None:
        self._saying.setdefault(_said(record), []).append(record.id)
        if record.kind is Kind.SUPPRESSION and inert.applies(record, self._now) is None:
            self._hiding.setdefault((record.match, _reach(record.paths or ())), record)

    def _with_free_id(self, record: Learning) -> Learning:
        length = 11
        while record.id in self._records:
            made = from_content(
                kind=record.kind, scope=record.scope, text=record.text, match=record.match, length=length
            )
            unlike = f"{made}.{length - _LONGEST_ID}" if length > _LONGEST_ID else made
            record, length = msgspec.structs.replace(record, id=unlike), length + 1
        return record

    def _differences(self, known: Learning, entry: Entry) -> Mapping[str, Any]:
        """Fields of which the entry says something else, by attribute name."""
        found: dict[str, Any] = {}
        if normal_form(entry.text) != normal_form(known.text):
            found["text"] = entry.text
        for name in ("kind", "scope", "match", "about", "keywords", "expires_at", "supersedes", "verify"):
            value = getattr(entry, name)
            if value is not None and value != getattr(known, name):
                found[name] = value
        if entry.paths is not None and _reach(entry.paths) != _reach(known.paths or ()):
            found["paths"] = entry.paths
        if entry.reason is not None and normal_form(entry.reason) != normal_form(known.reason or ""):
            found["reason"] = entry.reason
        return found


def _said(record: Learning) -> _Said:
    """What equal statements share, their paths aside."""
    return record.kind, record.scope, normal_form(record.text), record.match


def _reach(paths: Sequence[str]) -> frozenset[str]:
    """Equal for lists of globs that are spelled differently and mean the same; empty for everywhere."""
    reach: set[str] = set()
    for glob in paths:
        try:
            reach.update(normalise(glob))
        except BadGlob:
            reach.add(glob)
    return frozenset() if reach <= {"**", "**/*"} else frozenset(reach)


def _document_of(records: Mapping[str, Learning]) -> LearningsDocument:
    """Only the records of a document are reconciled with, and making one from lines for each entry would cost most."""
    checked = Checked(records=tuple(records.values()), groups={}, globs={}, unusual=(), problems=())
    return LearningsDocument(data=b"", checked=checked)


def _line(record: Learning, line: bytes | None) -> bytes:
    if line is None:
        return new_line(record)
    reading = read_line(line, line=1)
    if reading.learning is None or reading.problems:  # what is wrong with it does not come along
        return new_line(record)
    old = reading.learning
    return changed_line(line, old, msgspec.structs.replace(record, v=old.v, paths=record.paths or old.paths))
