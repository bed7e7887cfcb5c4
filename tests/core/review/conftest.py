"""Builders of findings, changes and what is known of earlier runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.findings.anchors import Identity
from buddy.core.findings.finding import Finding, Severity
from buddy.core.review.known import Known


@pytest.fixture
def finding() -> Callable[..., Finding]:
    """A finding of ruff/S101 in src/app.py unless told otherwise."""

    def build(path: str | None = "src/app.py", line: int | None = 3, **fields: Any) -> Finding:
        category = fields.pop("category", "ruff/S101")
        tool, _, rule = category.partition("/")
        return Finding(
            **{"severity": Severity.MAJOR, "message": "no", **fields},
            category=category,
            tool=tool,
            rule=rule,
            path=path,
            line=line,
        )

    return build


@pytest.fixture
def change() -> Callable[..., Change]:
    """A change of added files by path: a patch (a text of added lines), or fields of ChangedFile."""

    def build(total: int | None = None, **files: Any) -> Change:
        made = tuple(_file(path, content) for path, content in files.items())
        return Change(files=made, total=len(made) if total is None else total)

    return build


def _file(path: str, content: Any) -> ChangedFile:
    if not isinstance(content, str):
        return ChangedFile(path=path, **{"status": FileStatus.MODIFIED, "blob": f"blob of {path}", **content})
    lines = content.split("\n")
    patch = f"@@ -0,0 +1,{len(lines)} @@\n" + "\n".join("+" + line for line in lines)
    return ChangedFile(path=path, status=FileStatus.ADDED, patch=patch, blob=f"blob of {path}", additions=len(lines))


@pytest.fixture
def known() -> Callable[..., Known]:
    """A known finding of ruff/S101 in src/app.py unless told otherwise."""

    def build(fingerprint: str, **fields: Any) -> Known:
        identity = Identity(fingerprint=fields.pop("identity", fingerprint), anchors=fields.pop("anchors", ()))
        return Known(
            **{"category": "ruff/S101", "path": "src/app.py", **fields}, fingerprint=fingerprint, identity=identity
        )

    return build
