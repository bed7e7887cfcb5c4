"""Which records of a document apply to a change at all: by group of equal paths, never record by record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from buddy.core.globs import GlobSet, PathIndex
from buddy.core.learnings import dates, inert
from buddy.core.learnings.checks import Checked, Paths
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import InertReason, Kind, Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Places:
    """The records in force, by what the paths of the change have to do with them.

    `scoped` are those with a matching path, by specificity (higher is more exact), `hits` the positions in
    `index.paths` that each of their lists matches. `everywhere` are those without paths. `unmatched` are those whose
    paths match nothing, in groups, `not_compared` those for which the index had no work left.
    """

    index: PathIndex
    scoped: dict[int, list[Learning]] = field(default_factory=dict)
    hits: dict[Paths, Sequence[int]] = field(default_factory=dict)
    everywhere: list[Learning] = field(default_factory=list)
    unmatched: list[Sequence[Learning]] = field(default_factory=list)
    not_compared: list[Sequence[Learning]] = field(default_factory=list)

    @property
    def applicable(self) -> bool:
        """Whether anything could go into a prompt."""
        return bool(self.scoped or self.everywhere)

    @property
    def scoped_count(self) -> int:
        """How many records have a matching path."""
        return sum(map(len, self.scoped.values()))

    def place(self, paths: Paths, globs: GlobSet, group: Sequence[Learning]) -> None:
        """Put the records that share these paths where they belong."""
        hits = self.index.hits(globs)
        if hits:
            self.hits[paths] = hits
            self.scoped.setdefault(self.index.specificity(globs), []).extend(group)
        elif self.index.exhausted:
            self.not_compared.append(group)
        else:
            self.unmatched.append(group)


@dataclass(frozen=True, kw_only=True, slots=True)
class Matching:
    """Every record of the document stands in exactly one of these.

    `places` are those in force; `inert` do not apply, `superseded` maps a record to the id of the active one that
    replaces it, `suppressions` are in force but add no context.
    """

    document: LearningsDocument
    places: Places
    inert: Mapping[str, InertReason]
    superseded: Mapping[str, str]
    suppressions: Sequence[str]

    def why(self, record: Learning) -> str:
        """The glob that put a record of `places` in, and how many changed files its list matches, for people."""
        if not record.paths:
            return "applies everywhere"
        glob, files = self.matched(record.paths)
        return f"path {glob} matched {files} {'file' if files == 1 else 'files'}"

    def matched(self, paths: Paths) -> tuple[str, int]:
        """The glob of a list with hits that decides about its first one, and how many paths the whole list matches."""
        hits = self.places.hits[paths]
        deciding = self.document.checked.globs[paths].deciding(self.places.index.paths[hits[0]])
        return (deciding.glob if deciding else paths[0]), len(hits)


def match(document: LearningsDocument, *, index: PathIndex, now: datetime) -> Matching:
    """Sort all records of the document by what they have to do with the paths of the index."""
    unusual = document.checked.unusual
    inert_ones = _inert(document.checked, now)
    superseded = _superseded(document, inert_ones)
    hiding = [
        record.id
        for record in unusual
        if record.kind is Kind.SUPPRESSION and record.id not in inert_ones and record.id not in superseded
    ]
    return Matching(
        document=document,
        places=_placed(document.checked, index=index, out={*inert_ones, *superseded, *hiding}),
        inert=inert_ones,
        superseded=superseded,
        suppressions=hiding,
    )


def _placed(checked: Checked, *, index: PathIndex, out: Collection[str]) -> Places:
    places = Places(index=index)
    for paths, everyone in checked.groups.items():
        group = [record for record in everyone if record.id not in out] if out else everyone
        if not group:
            continue
        if paths is None:
            places.everywhere.extend(group)
        else:
            places.place(paths, checked.globs[paths], group)
    return places


def _inert(checked: Checked, now: datetime) -> dict[str, InertReason]:
    found = {
        record.id: reason
        for record in checked.unusual
        if (reason := inert.inert_whatever_its_paths(record, now)) is not None
    }
    for paths, globs in checked.globs.items():
        if not globs:
            for record in checked.groups[paths]:
                found.setdefault(record.id, InertReason.NO_USABLE_PATH)
    return found


def _superseded(document: LearningsDocument, inert_ones: Mapping[str, InertReason]) -> dict[str, str]:
    """Ids of applying records that another applying record replaces, with the id of that one.

    In a circle the newest record stays: replacements of the oldest records are heard first, and one that would
    close the circle is not heard. Of several replacements the newest is named.
    """
    replacing = [one for one in document.checked.unusual if one.supersedes and one.id not in inert_ones]
    replacing.sort(key=lambda record: record.id)
    replacing.sort(key=_moment, reverse=True)
    pairs = [
        (old, new.id)
        for new in replacing
        for old in map(document.find, new.superseded_ids)
        if old is not None and old.id not in inert_ones
    ]
    by: dict[str, str] = {}
    ends: dict[str, str] = {}
    for old, new_id in sorted(pairs, key=lambda pair: (_moment(pair[0]), pair[0].id)):
        if old.id not in by and _end(new_id, ends) != old.id:
            by[old.id] = ends[old.id] = new_id
    return by


def _moment(record: Learning) -> datetime:
    return dates.parse(record.updated_at) or dates.parse(record.created_at) or dates.OLDEST


def _end(record_id: str, ends: dict[str, str]) -> str:
    """The last of the chain of replacements that begins at a record; the chain is shortened on the way."""
    passed = []
    while record_id in ends:
        passed.append(record_id)
        record_id = ends[record_id]
    ends.update(dict.fromkeys(passed, record_id))
    return record_id
