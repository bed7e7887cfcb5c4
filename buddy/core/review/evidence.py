"""From raw findings to evidence: identified by text, recognised from earlier runs, with as few texts as can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from buddy.core.change import Change
from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint import identify
from buddy.core.review.known import Known, align, recall, recognise, unsettled
from buddy.core.review.moves import moves, vanished
from buddy.core.review.scope import head_files


@dataclass(frozen=True, kw_only=True, slots=True)
class Recalled:
    """Findings in their order; `at_once` are those known from the very same content, by index.

    `certain` are known otherwise, and take their identity from the text all the same.
    `texts` are the head's contents (path to git hash) that the others need.
    """

    findings: tuple[Finding, ...]
    at_once: Mapping[int, Known]
    texts: Mapping[str, str]
    certain: Mapping[int, Known] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Recognised:
    """Identified findings, the same under old names, and the known ones they are, by index.

    `open_cases` can only be settled by aligning old text with new; `old_texts` are the contents (old path to git
    hash) that takes. Without them `recognised` stands as it is.
    """

    findings: tuple[Finding, ...]
    former: tuple[Finding, ...]
    recognised: Mapping[int, Known]
    open_cases: tuple[Known, ...]
    old_texts: Mapping[str, str]


def recall_at_once(
    findings: Sequence[Finding],
    *,
    change: Change,
    known: Sequence[Known],
    certain: Mapping[int, Known] | None = None,
) -> Recalled:
    """What needs no source text: a finding at the same place of the same content as an earlier run's.

    `certain` are findings, by index, of which it is known already which earlier ones they are.
    """
    files = head_files(change)
    blobs = {path: file.blob for path, file in files.items()}
    sure = dict(certain or {})
    rest = [index for index in range(len(findings)) if index not in sure]
    taken = {item.fingerprint for item in sure.values()}
    others = [item for item in known if item.fingerprint not in taken]
    found = recall([findings[index] for index in rest], blobs=blobs, known=others)
    found = {rest[place]: item for place, item in found.items()}
    needed = {finding.path for index, finding in enumerate(findings) if index not in found}
    texts = {path: blob for path, blob in blobs.items() if path in needed and blob is not None}
    return Recalled(findings=tuple(findings), at_once=found, texts=texts, certain=sure)


def recognise_by_text(
    recalled: Recalled, *, change: Change, known: Sequence[Known], texts: Mapping[str, str | None]
) -> Recognised:
    """Identify what was not recalled and pair it with what is known, by main hash and anchors."""
    renames = renamed(change)
    back = {new: old for old, new in renames.items()}
    findings = _with_recalled(identify(recalled.findings, text_of=texts), recalled)
    former: tuple[Finding, ...] = ()
    if back:
        former = _with_recalled(identify(recalled.findings, text_of=texts, previous_path=back), recalled)
    sure = {**recalled.certain, **recalled.at_once}
    taken = {item.fingerprint for item in sure.values()}
    rest = [index for index in range(len(findings)) if index not in sure]
    pairs = recognise(
        [findings[index] for index in rest],
        former=[former[index] for index in rest] if former else (),
        known=[item for item in known if item.fingerprint not in taken],
    )
    recognised = {**sure, **{rest[place]: item for place, item in pairs.items()}}
    found = {item.fingerprint for item in recognised.values()}
    open_categories = {finding.category for index, finding in enumerate(findings) if index not in recognised}
    gone = vanished(
        (item for item in known if item.fingerprint not in found),
        names=_live_names(change),
        open_categories=open_categories,
    )
    cases = (*unsettled(findings, known, recognised=recognised, renames=renames), *gone)
    return Recognised(
        findings=findings,
        former=former,
        recognised=recognised,
        open_cases=cases,
        old_texts={item.path: item.blob for item in cases if item.blob is not None},
    )


def settle(
    evidence: Recognised,
    *,
    change: Change,
    old_texts: Mapping[str, str | None],
    texts: Mapping[str, str | None],
) -> Mapping[int, Known]:
    """All recognised findings by index, those on aligned lines included."""
    if not evidence.open_cases:
        return evidence.recognised
    files = {finding.path or "" for index, finding in enumerate(evidence.findings) if index not in evidence.recognised}
    names = _live_names(change)
    moved = moves(
        {path: text for path, text in old_texts.items() if path not in names},
        {path: text for path, text in texts.items() if path in files},
    )
    more = align(
        evidence.findings,
        evidence.open_cases,
        recognised=evidence.recognised,
        old_text=old_texts,
        new_text=texts,
        renames=renamed(change) | moved,
    )
    return {**evidence.recognised, **more}


def renamed(change: Change) -> dict[str, str]:
    """Old path to new path."""
    return {file.previous_path: file.path for file in change.files if file.previous_path is not None}


def _live_names(change: Change) -> frozenset[str]:
    """Under which an earlier finding's file is still there, or is known to have been renamed."""
    return frozenset((*head_files(change), *renamed(change)))


def _with_recalled(findings: Sequence[Finding], recalled: Recalled) -> tuple[Finding, ...]:
    """Those that needed no text have the identity that they are known by."""
    return tuple(
        replace(finding, fingerprint=known.identity.fingerprint, anchors=known.identity.anchors)
        if (known := recalled.at_once.get(index)) is not None
        else finding
        for index, finding in enumerate(findings)
    )
