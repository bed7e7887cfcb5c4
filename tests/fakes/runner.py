"""A workspace and a job log in memory; import them as `tests.fakes.runner`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from buddy.app.ports import NO_MATCH


class FakeWorkspace:
    """`reports` are findings files by name, a text in place of bytes is why one is unread; `files` is the checkout."""

    def __init__(
        self, reports: Mapping[str, bytes | str] | None = None, files: Mapping[str, bytes] | None = None
    ) -> None:
        self.reports = dict(reports or {})
        self.files = dict(files or {})
        self.written: dict[str, bytes] = {}

    def report_files(self, globs: Sequence[str]) -> Mapping[str, bytes | None]:
        found: dict[str, bytes | None] = {}
        for glob in globs:
            content = self.reports.get(glob)
            found[glob] = content if isinstance(content, bytes) else None
        return found

    def why_unread(self, path: str) -> str:
        reason = self.reports.get(path, NO_MATCH)
        return reason if isinstance(reason, str) else ""

    def blob(self, path: str, sha: str) -> bytes | None:
        content = self.files.get(path)
        if content is None:
            return None
        digest = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
        return content if digest == sha else None

    def write(self, name: str, content: bytes) -> str:
        self.written[name] = content
        return f".buddy-run/{name}"

    @property
    def transcript(self) -> Any:
        return json.loads(self.written["transcript.json"])


class FakeLog:
    """Everything that was said, in order, as (kind, text); `outputs` has the last value of each."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.outputs: dict[str, str] = {}

    def notice(self, message: str) -> None:
        self.said.append(("notice", message))

    def warning(self, message: str) -> None:
        self.said.append(("warning", message))

    def error(self, message: str) -> None:
        self.said.append(("error", message))

    def annotate(self, severity: str, message: str, *, path: str, line: int | None) -> None:
        self.said.append(("annotation", f"{path}:{line} {severity} {message}"))

    def summary(self, markdown: str) -> None:
        self.said.append(("summary", markdown))

    def output(self, name: str, value: str) -> None:
        self.outputs[name] = value

    def of(self, kind: str) -> list[str]:
        return [text for each, text in self.said if each == kind]
