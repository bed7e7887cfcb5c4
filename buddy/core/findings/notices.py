"""What a report reader has to say beside the findings: what it left out or had to guess, once per kind and bounded."""

from __future__ import annotations

import enum
from collections import Counter

from buddy.core.notice import Notice

_SHOWN_PER_KIND = 10


class NoticeId(enum.StrEnum):
    """The stable name of a notice; the docs have an entry for each."""

    BAD_RUN = "bad-run"
    BAD_RESULT = "bad-result"
    BAD_LINE = "bad-line"
    BAD_LOCATION = "bad-location"
    BAD_REGION = "bad-region"
    BASE_CYCLE = "base-cycle"
    ARTIFACT_MISMATCH = "artifact-mismatch"
    UNKNOWN_LEVEL = "unknown-level"
    UNKNOWN_KIND = "unknown-kind"
    RULE_ID_TOO_LONG = "rule-id-too-long"
    INVISIBLE_CHARACTERS = "invisible-characters"
    NOT_UTF8 = "not-utf8"
    NO_VERSION = "no-version"
    EXTERNAL_RESULTS = "external-results"
    TOOL_FAILED = "tool-failed"
    OTHER_FOLDER = "other-folder"


class Notices:
    """Collects notices about one report; of each kind the first ten are kept in full, the rest become one count."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._kept: list[Notice] = []
        self._seen: Counter[NoticeId] = Counter()

    def add(self, id_: NoticeId, message: str) -> None:
        self._seen[id_] += 1
        if self._seen[id_] <= _SHOWN_PER_KIND:
            self._kept.append(Notice(id=id_, message=f"{self._source}: {message}"))

    def all(self) -> tuple[Notice, ...]:
        rest = ((id_, seen - _SHOWN_PER_KIND) for id_, seen in self._seen.items() if seen > _SHOWN_PER_KIND)
        return (*self._kept, *(Notice(id=id_, message=f"{self._source}: {n} more like this") for id_, n in rest))


def quoted(value: object) -> str:
    """A foreign value inside a notice: printable ASCII, at most 60 characters."""
    shown = ascii(value) if not isinstance(value, str) else ascii(value[:60])
    return shown if len(shown) <= 60 else f"{shown[:56]}...{shown[-1]}"
