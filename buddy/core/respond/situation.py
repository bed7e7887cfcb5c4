"""What a command is answered from: the memory of the base, the findings of this pull request, and what waits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from buddy.core.change import Change
from buddy.core.config import Config
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.protection import Protection
from buddy.core.globs import GlobSet
from buddy.core.learnings.document import LearningsDocument
from buddy.core.learnings.record import Learning
from buddy.core.memory.snapshot import FindingState, PrMemory
from buddy.core.respond.proposals import Proposal
from buddy.core.respond.source import Key, Source
from buddy.core.respond.told import Told
from buddy.core.review.known import Known


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """One conversation as it is now.

    `files` are the paths on the base, `target` the branch that learnings are recorded for. `known` are the findings
    of this pull request, `threads` those that have a thread, by its first comment. `waiting` is what is to be recorded
    already; `change` is None where no command asked for it. `expires` says that proposals without a vote end after
    their life; `told` is what a model answered, by comment and command.
    """

    number: int
    on_pull: bool
    is_open: bool
    base: str
    target: str
    config: Config
    document: LearningsDocument
    files: Collection[str]
    memory: PrMemory | None
    known: Sequence[Known]
    threads: Mapping[int, Known]
    proposals: Sequence[Proposal]
    now: datetime
    mention: str
    title: str = ""
    change: Change | None = None
    waiting: Sequence[Learning] = ()
    expires: bool = False
    told: Mapping[tuple[Key, int], Told] = field(default_factory=dict)

    def matched(self, paths: Sequence[str]) -> int:
        """How many files of the base these globs match."""
        globs = GlobSet(paths)
        return sum(globs.matches(path) is not None for path in self.files)

    def finding(self, fingerprint: str) -> Known | None:
        """The finding of this name, under which it goes here or which its text gives it."""
        named = (each for each in self.known if fingerprint in (each.fingerprint, each.identity.fingerprint))
        return next(named, None)

    @property
    def current(self) -> tuple[Known, ...]:
        """The findings that stand now."""
        entries = self.memory.findings if self.memory is not None else {}
        return tuple(
            each
            for each in self.known
            if each.fingerprint not in entries or entries[each.fingerprint].state is FindingState.OPEN
        )

    def hidden_by(self, category: str, paths: Sequence[str]) -> int:
        """How many of the current findings a suppression would hide."""
        globs = GlobSet(paths)
        return sum(each.category == category and globs.matches(each.path) is not None for each in self.current)

    def protected(self, category: str, path: str) -> str | None:
        """Why findings of this category are never hidden, None where they may be (P7)."""
        tool, _, rule = category.partition("/")
        finding = Finding(category=category, tool=tool, rule=rule, path=path, severity=Severity.NIT, message="")
        return Protection(self.config.review.protected).covers(finding)

    def remembered(self, record_id: str) -> Learning | None:
        """The learning of this id, in the file or waiting for it."""
        waiting = next((each for each in self.waiting if each.id == record_id), None)
        return self.document.find(record_id) or waiting


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """Which command of which comment.

    `may_write` is what the host said of its author, just now; `others` are the new learnings of its earlier commands.
    """

    n: int
    source: Source
    may_write: bool
    others: tuple[Learning, ...] = ()
