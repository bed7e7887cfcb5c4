"""Which records of a document apply to a change at all: by group of equal paths, never record by record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.core.globs import PathIndex
from buddy.core.learnings import dates, inert
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import InertReason, Kind, Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Matching:
    """Every record of the document stands in exactly one of these.

    `scoped` are those with a matching path, by specificity (higher is more exact), `everywhere` those without
    paths, `unmatched` those whose paths match nothing, in groups. `inert` do not apply, `superseded` maps a record
    to the id of the active one that replaces it, `suppressions` are in force but add no context.
    """

    index: PathIndex
    document: LearningsDocument
    scoped: Mapping[int, Sequence[Learning]]
    everywhere: Sequence[Learning]
    unmatched: Sequence[Sequence[Learning]]
    inert: Mapping[str, InertReason]
    superseded: Mapping[str, str]
    suppressions: Sequence[str]

    @property
    def applicable(self) -> bool:
        """Whether anything could go into a prompt."""
        return bool(self.scoped or self.everywhere)

    @property
    def scoped_count(self) -> int:
        """How many records have a matching path."""
        return sum(map(len, self.scoped.values()))

    def why(self, record: Learning) -> str:
        """The glob and how many changed files it matches, for people."""
        if not record.paths:
            return "applies everywhere"
        globs = self.document.checked.globs[record.paths]
        hits = self.index.hits(globs)
        deciding = globs.deciding(self.index.paths[hits[0]])
        glob = deciding.glob if deciding else record.paths[0]
        return f"path {glob} matched {len(hits)} {'file' if len(hits) == 1 else 'files'}"


def match(document: LearningsDocument, *, index: PathIndex, now: datetime) -> Matching:
    """Sort all records of the document by what they have to do with the paths of the index."""
    checked = document.checked
    inert_ones = {
        record.id: reason
        for record in checked.unusual
        if (reason := inert.inert_whatever_its_paths(record, now)) is not None
    }
    for paths, globs in checked.globs.items():
        if not globs:
            for record in checked.groups[paths]:
                inert_ones.setdefault(record.id, InertReason.NO_USABLE_PATH)
    superseded = _superseded(checked.unusual, inert_ones)
    hiding = [
        record.id
        for record in checked.unusual
        if record.kind is Kind.SUPPRESSION and record.id not in inert_ones and record.id not in superseded
    ]
    out = {*inert_ones, *superseded, *hiding}
    superseded = {record_id: by for record_id, by in superseded.items() if record_id not in inert_ones}
    scoped: dict[int, list[Learning]] = {}
    unmatched: list[Sequence[Learning]] = []
    for scope, group in checked.groups.items():
        if scope is None:
            continue
        globs = checked.globs[scope]
        if index.hits(globs):
            scoped.setdefault(index.specificity(globs), []).extend(_without(group, out))
        elif globs:
            unmatched.append(_without(group, out))
    return Matching(
        index=index,
        document=document,
        scoped={specificity: records for specificity, records in scoped.items() if records},
        everywhere=_without(checked.groups.get(None, ()), out),
        unmatched=unmatched,
        inert=inert_ones,
        superseded=superseded,
        suppressions=hiding,
    )


def _without(group: Sequence[Learning], out: set[str]) -> Sequence[Learning]:
    return [record for record in group if record.id not in out] if out else group


def _superseded(unusual: Sequence[Learning], inert_ones: Mapping[str, InertReason]) -> dict[str, str]:
    """Ids that an applying record replaces, with the id of that record.

    In a circle the newest record stays: newer ones are looked at first, and one that would replace its own
    replacement is not heard.
    """
    replacing = [record for record in unusual if record.supersedes and record.id not in inert_ones]
    replacing.sort(key=lambda record: record.id)
    replacing.sort(key=lambda record: dates.parse(record.changed_at) or dates.OLDEST, reverse=True)
    by: dict[str, str] = {}
    ends: dict[str, str] = {}
    for record in replacing:
        for old in record.superseded_ids:
            if old not in by and _end(record.id, ends) != old:
                by[old] = ends[old] = record.id
    return by


def _end(record_id: str, ends: dict[str, str]) -> str:
    """The last of the chain of replacements that begins at a record; the chain is shortened on the way."""
    passed = []
    while record_id in ends:
        passed.append(record_id)
        record_id = ends[record_id]
    ends.update(dict.fromkeys(passed, record_id))
    return record_id
