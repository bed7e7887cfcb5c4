"""What a conversion gives: entries, what could not be taken, what was lost on the way, and files to write.

A format is one module with one object of `Format`, listed in `formats.py`. Formats are pure: paths and bytes in,
values out. Whether an entry becomes a learning (gate, duplicates, ids) is decided elsewhere, the same way for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from buddy.core.errors import InputError
from buddy.core.findings.finding import Finding
from buddy.core.learnings.record import About, Kind, Learning, Match, Scope, Source, Status, Trust, Verify


class CannotWrite(InputError):
    """The format is only read; the message says what to do instead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where something stands: a path as given, and a line (or a row of a table) from 1; None for the whole file."""

    path: str
    line: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Loss:
    """One field that the other side cannot carry. `item` is a record's id or a place in words; `why` a sentence."""

    item: str
    field: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One thing that a foreign file says, in the words of a learning; None where the file does not say it.

    `text` is verbatim but for blanks at its ends; it may be longer than a learning may be: then it is refused later.
    `id` is a Buddy id that the file carries, never a foreign one. `finding` is the one finding that a suppression is
    about: whoever has the source narrows `match` to it, and without the source it is refused, never widened (P4).
    `line` is the whole line where the file is Buddy's own, so that unknown keys survive.
    """

    place: Place
    text: str
    id: str | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    paths: tuple[str, ...] | None = None
    status: Status | None = None
    trust: Trust | None = None
    match: Match | None = None
    reason: str | None = None
    about: About | None = None
    keywords: tuple[str, ...] | None = None
    expires_at: str | None = None
    supersedes: str | tuple[str, ...] | None = None
    verify: Verify | None = None
    source: Source | None = None
    created_at: str | None = None
    updated_at: str | None = None
    finding: Finding | None = None
    line: bytes | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Unusable:
    """A part of a file that is no entry: `reason` is a stable slug, `message` a sentence without the content (P10)."""

    place: Place
    reason: str
    message: str


Found: TypeAlias = Entry | Unusable | Loss
"""One thing that reading a file meets."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A file or several, read. `losses` name what the file says and a learning cannot hold."""

    entries: Sequence[Entry] = ()
    unusable: Sequence[Unusable] = ()
    losses: Sequence[Loss] = ()

    @classmethod
    def of(cls, found: Iterable[Found]) -> Reading:
        """What was met on the way through the files, each sort in its order."""
        met = list(found)
        return cls(
            entries=[one for one in met if isinstance(one, Entry)],
            unusable=[one for one in met if isinstance(one, Unusable)],
            losses=[one for one in met if isinstance(one, Loss)],
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """Files to write, whole, by path from the repository's top, in the order in which to show them.

    `losses` name each field of a record that the format cannot carry; `left_out` each record that is not in the
    files at all, and why (inert, a suppression where only prose fits, a size limit of the target).
    """

    files: Mapping[str, bytes]
    losses: Sequence[Loss] = ()
    left_out: Sequence[Loss] = ()


class Format(Protocol):
    """One format of another tool. `name` is what the command line says, `title` what people call it."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def patterns(self) -> Sequence[str]:
        """Where such files stand in a repository, as gitignore globs from its top; empty where only a name is given."""

    @property
    def file(self) -> str | None:
        """The path of the one file that `write` makes, so that it may be given another; None where there are several.

        `write` looks for what stands there under this very path in `existing`.
        """

    def recognises(self, path: str, content: bytes) -> bool:
        """Whether a file that the user named without a format is one of these: by its name, else by its shape."""

    def read(self, files: Mapping[str, bytes]) -> Reading:
        """What the files say together. Never raises: what cannot be read is `Unusable`."""

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        """The records in force as files of this format.

        `existing` are files that stand there already (by path): what is not Buddy's own in them is kept. Raises
        `CannotWrite` where the format is only read.
        """


@runtime_checkable
class KeepsLines(Protocol):
    """A format of Buddy's own lines: what nobody knows about them goes along too."""

    def write_lines(self, lines: Sequence[bytes]) -> Written:
        """These lines, as they stand in the memory."""
