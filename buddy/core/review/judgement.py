"""What becomes of each finding, and which learnings a change is given: the decision shared by CI and command line."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from buddy.core.change import Change
from buddy.core.config import Config
from buddy.core.findings.finding import Finding, Outcome
from buddy.core.findings.fingerprint import VERSION
from buddy.core.findings.hunks import Spot
from buddy.core.findings.placement import Placed, place
from buddy.core.findings.protection import Protection
from buddy.core.findings.suppression import Hidden, Protected, Suppressions
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.selection import Selection, select
from buddy.core.learnings.suppressions import active_suppressions
from buddy.core.review.known import Known

_CHANGE_TEXT_LIMIT = 20_000
"""Characters of the change that relevance is measured against (P11)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """One finding and what became of it.

    The finding carries the fingerprint it goes by on this pull request; `identity` is the one that its text gives
    it now, which differs where an earlier run knew it by another. `by` is the id of the learning that hides it,
    `spared` that of one that would, were the category not protected (P7), each with the reason in `why`. `protected`
    says why no learning can hide the finding, None where one could.
    """

    finding: Finding
    outcome: Outcome
    identity: str = ""
    by: str | None = None
    spared: str | None = None
    why: str = ""
    protected: str | None = None
    known: Known | None = None
    spot: Spot | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """What a judgement rests on.

    `inside` are identified findings on changed files, `recognised` the earlier ones they are (by index).
    `former` are the same findings under their files' old names, for suppressions that follow a rename.
    """

    inside: Sequence[Finding]
    former: Sequence[Finding] = ()
    recognised: Mapping[int, Known] = field(default_factory=dict)
    elsewhere: Sequence[Finding] = ()
    unplaced: Sequence[Finding] = ()
    hidden_by_tool: Sequence[Finding] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """Verdicts, those on changed files first and the worst of them first, and the learnings for the prompt."""

    verdicts: tuple[Verdict, ...]
    selection: Selection

    def of(self, *outcomes: Outcome) -> tuple[Verdict, ...]:
        """The verdicts with one of these outcomes, in order."""
        return tuple(verdict for verdict in self.verdicts if verdict.outcome in outcomes)

    @property
    def standing(self) -> tuple[Verdict, ...]:
        """What the change has to answer for: on a changed file, and hidden by nothing."""
        shown = self.of(Outcome.INLINE, Outcome.SUMMARY, Outcome.KNOWN)
        return tuple(verdict for verdict in shown if verdict.finding.path is not None)

    @property
    def unplaced(self) -> tuple[Verdict, ...]:
        """Findings without a file: listed, never posted, never a reason to fail."""
        return tuple(verdict for verdict in self.of(Outcome.SUMMARY) if verdict.finding.path is None)

    @property
    def elsewhere(self) -> Mapping[str, int]:
        """How many findings stand on unchanged files, by category."""
        return Counter(verdict.finding.category for verdict in self.of(Outcome.UNCHANGED_FILE))


def judge(
    evidence: Evidence,
    *,
    change: Change,
    title: str,
    document: LearningsDocument,
    config: Config,
    max_comments: int,
    now: datetime,
    selection: Selection | None = None,
) -> Judgement:
    """`max_comments` is how many comments on lines may still be made; `now` is aware.

    `selection` is that of this very change where it was made before.
    """
    if selection is None:
        selection = select_for(change, title=title, document=document, config=config, now=now)
    hidden, open_ones = _suppressed(evidence, change=change, document=document, config=config, now=now)
    verdicts = (
        *_placed(open_ones, change, max_comments=max_comments),
        *hidden,
        *(Verdict(finding=finding, outcome=Outcome.SUMMARY) for finding in evidence.unplaced),
        *(Verdict(finding=finding, outcome=Outcome.HIDDEN_BY_TOOL) for finding in evidence.hidden_by_tool),
        *(Verdict(finding=finding, outcome=Outcome.UNCHANGED_FILE) for finding in evidence.elsewhere),
    )
    return Judgement(verdicts=verdicts, selection=selection)


def select_for(change: Change, *, title: str, document: LearningsDocument, config: Config, now: datetime) -> Selection:
    """The learnings that a change is given."""
    learnings = config.ai.learnings
    return select(
        document,
        paths=change.names,
        change_text=_change_text(title, change),
        now=now,
        max_entries=learnings.max_prompt_entries,
        max_tokens=learnings.max_prompt_tokens,
    )


def _suppressed(
    evidence: Evidence, *, change: Change, document: LearningsDocument, config: Config, now: datetime
) -> tuple[list[Verdict], list[Verdict]]:
    """The hidden ones, and those that still have to be placed (their outcome is not decided yet)."""
    suppressions = Suppressions(active_suppressions(document, now), protected=config.review.protected)
    protection = Protection(config.review.protected)
    names = {file.path: file.names for file in change.files}
    answers = suppressions.judge(evidence.inside, names=names, former=evidence.former)
    hidden: list[Verdict] = []
    rest: list[Verdict] = []
    for verdict, answer in zip(_named(evidence), answers, strict=True):
        verdict = replace(verdict, protected=protection.covers(verdict.finding))
        if isinstance(answer, Hidden):
            hidden.append(replace(verdict, outcome=Outcome.SUPPRESSED, by=answer.id, why=answer.why))
        elif isinstance(answer, Protected):
            rest.append(replace(verdict, spared=answer.id, why=answer.why))
        else:
            rest.append(verdict)
    return hidden, rest


def _named(evidence: Evidence) -> Iterator[Verdict]:
    """Each finding under the name it goes by on this pull request, no two under one (not placed yet)."""
    taken = {known.fingerprint for known in evidence.recognised.values()}
    for index, finding in enumerate(evidence.inside):
        known = evidence.recognised.get(index)
        if known is not None:
            name = known.fingerprint
        else:
            name = finding.fingerprint
            while name in taken:  # the name moved on with another finding, which an earlier run knew by it
                name = f"{VERSION}:{hashlib.sha256(name.encode()).hexdigest()[:12]}"
            taken.add(name)
        named = replace(finding, fingerprint=name)
        yield Verdict(finding=named, outcome=Outcome.SUMMARY, identity=finding.fingerprint, known=known)


def _placed(verdicts: Sequence[Verdict], change: Change, *, max_comments: int) -> Iterator[Verdict]:
    """What an earlier run listed in the summary stays there: shown once is shown."""
    listed = {v.finding.fingerprint for v in verdicts if v.known is not None and v.known.listed}
    fresh = [verdict for verdict in verdicts if verdict.finding.fingerprint not in listed]
    by_fingerprint = {verdict.finding.fingerprint: verdict for verdict in verdicts}
    placement = place(
        [verdict.finding for verdict in fresh],
        change,
        already_posted={v.finding.fingerprint for v in verdicts if v.known is not None and v.known.posted},
        max_comments=max_comments,
    )
    again = place([by_fingerprint[name].finding for name in listed], change, already_posted=(), max_comments=0)
    for one in _merged(placement.placed, again.placed):
        yield replace(by_fingerprint[one.finding.fingerprint], outcome=one.outcome, spot=one.spot)


def _merged(*groups: Iterable[Placed]) -> list[Placed]:
    """Worst first, one order whichever run listed what (P12)."""
    return sorted(
        (placed for group in groups for placed in group),
        key=lambda one: (
            -one.finding.severity.rank,
            one.finding.path or "",
            one.finding.line or 0,
            one.finding.category,
            one.finding.fingerprint,
        ),
    )


def _change_text(title: str, change: Change) -> str:
    """The title, the paths, and what the change adds."""
    pieces = [title, *change.names]
    room = _CHANGE_TEXT_LIMIT - sum(map(len, pieces))
    for file in change.files:
        if room <= 0:
            break
        added = "\n".join(line[1:] for line in (file.patch or "").split("\n") if line.startswith("+"))[:room]
        pieces.append(added)
        room -= len(added)
    return "\n".join(pieces)[:_CHANGE_TEXT_LIMIT]
