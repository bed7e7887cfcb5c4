"""What a review starts from: PR memory of the canonical summary, and the comments on lines, as one list of findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from buddy.core.findings.anchors import Identity
from buddy.core.memory.marker import Distrust
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory, Shown, load, merge
from buddy.core.notice import Notice
from buddy.core.review.known import Known
from buddy.core.review.own import OwnComments, OwnSummary, by_kind, posted, severity_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Recollection:
    """`memory` is None when there is none to load; `canonical` is the summary it stands in, the oldest."""

    memory: PrMemory | None
    canonical: OwnSummary | None
    known: tuple[Known, ...]
    notices: tuple[Notice, ...]

    @property
    def why_empty(self) -> str | None:
        """Why no memory was loaded, None where one was."""
        if self.memory is not None:
            return None
        return self.notices[0].message if self.notices else "no earlier summary on this pull request"


def recollect(own: OwnComments, *, repo: int, pr: int) -> Recollection:
    """Memories of several summaries (of runs that did not see each other) are merged."""
    loaded = [load(summary.payload, repo=repo, pr=pr) for summary in own.summaries]
    problems = [Notice(id="memory-damaged", message=text) for one in loaded for text in one.problems[:5]]
    memory: PrMemory | None = None
    for one in loaded:
        memory = one.memory if memory is None else merge(memory, one.memory)
    return Recollection(
        memory=memory,
        canonical=own.summaries[0] if own.summaries else None,
        known=_known(memory, posted(own.findings)),
        notices=(*problems, *_distrust(own.distrusted)),
    )


def _known(memory: PrMemory | None, on_lines: Iterable[Known]) -> tuple[Known, ...]:
    """A comment on a line is the proof that a finding was posted; the memory knows the rest better."""
    found = {item.fingerprint: item for item in on_lines}
    for fingerprint, entry in (memory.findings if memory is not None else {}).items():
        remembered = _remembered(fingerprint, entry)
        if remembered is not None:
            found[fingerprint] = _joined(remembered, found.get(fingerprint))
    return tuple(found.values())


def _joined(remembered: Known, on_line: Known | None) -> Known:
    """The comment also tells where the finding stood, where the memory had no room for that."""
    if on_line is None:
        return remembered
    if remembered.place is None and remembered.identity.fingerprint == on_line.identity.fingerprint:
        return replace(on_line, suppressed_by=remembered.suppressed_by, state=remembered.state)
    says, severity = remembered.says or on_line.says, remembered.severity or on_line.severity
    return replace(remembered, posted=True, listed=False, says=says, severity=severity)


def _remembered(fingerprint: str, entry: KnownFinding) -> Known | None:
    if entry.path is None:
        return None
    return Known(
        fingerprint=fingerprint,
        identity=Identity(fingerprint=entry.identity or fingerprint, anchors=entry.anchors),
        category=entry.category,
        path=entry.path,
        line=entry.line,
        blob=entry.blob,
        place=entry.at,
        suppressed_by=entry.by if entry.state is FindingState.SUPPRESSED else None,
        state=entry.state,
        says=entry.says,
        severity=severity_of(entry.severity),
        posted=entry.shown is Shown.LINE,
        listed=entry.shown is Shown.SUMMARY,
    )


_WHY = {
    Distrust.OWN_LOGIN_UNKNOWN: "Buddy's own login is not known, so no earlier state is used; set `bot-login`.",
    Distrust.OTHER_AUTHOR: "a comment of another account begins like Buddy's hidden state; it is ignored. "
    "If it is Buddy's own, set `bot-login` to that account.",
    Distrust.MALFORMED: "hidden state in a comment is cut or edited; it is ignored.",
    Distrust.UNKNOWN_VERSION: "hidden state was written by another version of Buddy; it is ignored.",
    Distrust.UNKNOWN_KIND: "hidden state is of an unknown kind; it is ignored.",
    Distrust.UNSIGNED: "hidden state is not signed although `marker-key` is set; it is ignored.",
    Distrust.WRONG_SIGNATURE: "hidden state is signed with another key; it is ignored.",
    Distrust.UNREADABLE_PAYLOAD: "hidden state cannot be unpacked; this run starts from empty.",
    Distrust.OTHER_PULL_REQUEST: "hidden state belongs to another pull request; it is ignored.",
}


def _distrust(reasons: Iterable[Distrust]) -> list[Notice]:
    return [
        Notice(id=f"marker-{reason.value}", message=f"PR memory: {_WHY[reason]}" + (f" ({n} times)" if n > 1 else ""))
        for reason, n in by_kind(reasons).items()
    ]
