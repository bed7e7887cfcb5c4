"""What earlier runs on the same pull request already knew: from PR memory and from Buddy's own comments on lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from buddy.core.findings.alignment import diff
from buddy.core.findings.anchors import Identity, Present
from buddy.core.findings.finding import Finding, Severity
from buddy.core.memory.snapshot import FindingState


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A finding of an earlier run.

    `fingerprint` is the name it goes by on this pull request, which stays when its identity moves on. `place`
    says in which content it stood where (see `place_of`); `line` and `blob` let old and new text be aligned.
    """

    fingerprint: str
    identity: Identity
    category: str
    path: str
    line: int | None = None
    blob: str | None = None
    place: str | None = None
    posted: bool = False  # it has, or had, a comment on a line: never posted again, even if that was deleted
    listed: bool = False  # it stood in the summary, and stays there
    suppressed_by: str | None = None
    state: FindingState | None = None  # as the memory has it; None where only its comment tells of it
    says: str = ""  # a model's words, cut; tools say it again themselves
    severity: Severity | None = None

    @property
    def tool(self) -> str:
        """Whose finding it was."""
        return self.category.partition("/")[0]


def place_of(finding: Finding, blob: str) -> str:
    """A short hash of where a finding stands in one content: equal ones need no source text to be recognised."""
    parts = (blob, finding.category, finding.line, finding.end_line, finding.message)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:10]


def recall(findings: Sequence[Finding], *, blobs: Mapping[str, str | None], known: Iterable[Known]) -> dict[int, Known]:
    """Index of finding to the known one at the very same place of the very same content.

    `blobs` are the files that there are. What was known in one of them is recalled there alone, since two files may
    have one content; what was known in a file that is gone, in the one that has its content now. One to one; a file
    counts only when all of its findings are recalled: one more finding may shift occurrences.
    """
    placed = [item for item in known if item.place is not None]
    there = {(item.path, item.place): item for item in placed if item.path in blobs}
    gone = _single(item for item in placed if item.path not in blobs)
    found: dict[int, Known] = {}
    incomplete: set[str] = set()
    for index, finding in enumerate(findings):
        blob = blobs.get(finding.path or "")
        place = place_of(finding, blob) if blob else None
        item = there.pop((finding.path or "", place), None) or gone.pop(place, None)
        if item is None:
            incomplete.add(finding.path or "")
        else:
            found[index] = item
    return {index: item for index, item in found.items() if findings[index].path not in incomplete}


def _single(items: Iterable[Known]) -> dict[str | None, Known]:
    """By place, without those of which several stood at one like it."""
    by_place: dict[str | None, list[Known]] = {}
    for item in items:
        by_place.setdefault(item.place, []).append(item)
    return {place: found[0] for place, found in by_place.items() if len(found) == 1}


def recognise(findings: Sequence[Finding], *, former: Sequence[Finding], known: Sequence[Known]) -> dict[int, Known]:
    """Index of finding to the known one it is, one to one, by main hash and then by anchors.

    `former` are the same findings identified under their files' old names (empty without renames).
    """
    pairs = Present(findings, former=former).pair([item.identity for item in known])
    return {index: known[number] for number, index in pairs.items()}


def unsettled(
    findings: Sequence[Finding],
    known: Sequence[Known],
    *,
    recognised: Mapping[int, Known],
    renames: Mapping[str, str],
) -> tuple[Known, ...]:
    """The known findings that only an alignment of old and new text can still find.

    Each stood in a content that is on record, and its file has an unrecognised finding of its category.
    `renames` is old path to new path.
    """
    open_places = {(f.category, f.path) for index, f in enumerate(findings) if index not in recognised}
    taken = {item.fingerprint for item in recognised.values()}
    return tuple(
        item
        for item in known
        if item.fingerprint not in taken
        and item.line is not None
        and item.blob is not None
        and (item.category, renames.get(item.path, item.path)) in open_places
    )


def align(
    findings: Sequence[Finding],
    unsettled: Sequence[Known],
    *,
    recognised: Mapping[int, Known],
    old_text: Mapping[str, str | None],
    new_text: Mapping[str, str | None],
    renames: Mapping[str, str],
) -> dict[int, Known]:
    """Index of finding to the known one on the same line of the aligned texts; `old_text` by old path."""
    rest = [index for index in range(len(findings)) if index not in recognised]
    stood = [_as_finding(item) for item in unsettled]
    now = [replace(findings[index], message=str(index)) for index in rest]
    kept = diff(stood, now, old_text=old_text, new_text=new_text, renames=renames).kept
    by_name = {item.fingerprint: item for item in unsettled}
    return {int(pair.new.message): by_name[pair.old.message] for pair in kept}


def _as_finding(item: Known) -> Finding:
    tool, _, rule = item.category.partition("/")
    return Finding(
        category=item.category,
        tool=tool,
        rule=rule,
        path=item.path,
        line=item.line,
        severity=Severity.NIT,
        message=item.fingerprint,
    )
