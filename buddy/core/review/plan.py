"""The plan of a review: what to post, and the summary that fits what then was really posted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from buddy.core.change import ChangedFile
from buddy.core.effects import InlineComment, PostReview
from buddy.core.findings.finding import Outcome
from buddy.core.memory.fit import fit
from buddy.core.memory.marker import MarkerKind, encode
from buddy.core.memory.snapshot import PrMemory, merge, payload
from buddy.core.notice import Notice
from buddy.core.review.inline import comment_body, finding_payload
from buddy.core.review.judgement import Judgement, Verdict
from buddy.core.review.known import place_of
from buddy.core.review.learned import NOTHING, Learned
from buddy.core.review.outdated import folded
from buddy.core.review.own import Whose
from buddy.core.review.remembering import Reviewed, remember
from buddy.core.review.reviewer import reviewer_of
from buddy.core.review.scope import head_files
from buddy.core.review.summary import BaseLine, summary_body
from buddy.core.text.bounds import LIMIT

if TYPE_CHECKING:
    from buddy.core.review.model_account import ModelAccount


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """A rendered sticky summary. `visible` is what people see: two runs are compared by it and by `memory`."""

    body: str
    visible: str
    memory: PrMemory


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """Everything a review wants done, as values; nothing here was posted yet.

    `mention` is how people call Buddy, None where it does not listen; `folded` names the addressed findings whose
    comments were folded away, or could not be, by this run.
    """

    whose: Whose
    before: PrMemory | None
    judgement: Judgement
    reviewed: Reviewed
    base: BaseLine
    notices: tuple[Notice, ...]
    learned: Learned = NOTHING
    mention: str | None = None
    model: ModelAccount | None = None
    folded: frozenset[str] = frozenset()

    @property
    def used(self) -> tuple[str, ...]:
        """The learnings that count as used: those a model named where one reviewed, else those that were rendered."""
        rendered = tuple(entry.id for entry in self.judgement.selection.selected)
        if self.model is None or not self.model.answered:
            return rendered
        return tuple(name for name in self.model.used if name in rendered)

    @property
    def review(self) -> PostReview | None:
        """The one review call, None when no line gets a new comment."""
        files = head_files(self.reviewed.change)
        comments = tuple(self._comment(verdict, files) for verdict in self.judgement.of(Outcome.INLINE))
        return PostReview(commit=self.reviewed.head, comments=comments) if comments else None

    def moved_to_summary(self, fingerprints: Collection[str]) -> Plan:
        """The plan after the host refused comments on lines: their findings are listed instead (POST-01)."""
        if not fingerprints:
            return self
        verdicts = tuple(
            replace(verdict, outcome=Outcome.SUMMARY, spot=None)
            if verdict.outcome is Outcome.INLINE and verdict.finding.fingerprint in fingerprints
            else verdict
            for verdict in self.judgement.verdicts
        )
        return replace(self, judgement=replace(self.judgement, verdicts=verdicts))

    def summary(self, *others: PrMemory) -> Summary:
        """The sticky summary; `others` are memories that runs in parallel wrote meanwhile.

        It comes out as if this run had begun after them, so that statements about the whole are this run's.
        """
        before = self.before
        for other in others:
            before = other if before is None else merge(before, other)
        remembered = folded(remember(before, self.judgement, self.reviewed), self.folded)
        memory, _ = fit(self.learned.noted_in(remembered))
        marker = encode(MarkerKind.MEMORY, payload(memory), key=self.whose.key)
        more_files = self.reviewed.change.total - len(self.reviewed.change.files)
        visible = summary_body(
            self.judgement,
            memory=memory,
            base=self.base,
            notices=self.notices,
            learned=self.learned.section,
            mention=self.mention,
            reviewer=reviewer_of(self.model),
            more_files=max(0, more_files),
            room=LIMIT - len(marker) - 1,
        )
        return Summary(body=f"{marker}\n{visible}", visible=visible, memory=memory)

    def _comment(self, verdict: Verdict, files: Mapping[str, ChangedFile]) -> InlineComment:
        finding, spot = verdict.finding, verdict.spot
        assert spot is not None
        assert finding.path is not None
        file = files.get(finding.path)
        blob = file.blob if file is not None else None
        content = finding_payload(
            finding,
            repo=self.whose.repo,
            pr=self.whose.pr,
            head=self.reviewed.head,
            identity=verdict.identity,
            blob=blob,
            place=place_of(finding, blob) if blob is not None else None,
        )
        return InlineComment(
            path=finding.path,
            line=spot.line,
            start_line=spot.start_line,
            body=comment_body(
                finding, payload=content, key=self.whose.key, protected=verdict.protected, mention=self.mention
            ),
            fingerprint=finding.fingerprint,
        )


def is_same(summary: Summary, *, visible: str, memory: PrMemory | None) -> bool:
    """Whether a summary already says this. The envelope is compared unpacked: zlib's output may differ."""
    return memory == summary.memory and _plain(visible) == _plain(summary.visible)


def _plain(text: str) -> Sequence[str]:
    return text.replace("\r\n", "\n").strip().split("\n")
