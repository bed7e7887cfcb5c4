"""Builders of changed files, pieces and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.model.pieces import Piece, pieces
from buddy.core.model.review_answer import ReviewAnswer


def changed(path: str = "src/app.py", patch: str | None = "@@ -1 +1 @@\n-a\n+b", **fields: Any) -> ChangedFile:
    """A modified file unless told otherwise."""
    return ChangedFile(**{"path": path, "patch": patch, "status": FileStatus.MODIFIED, "blob": "b", **fields})


def added(*lines: str, start: int = 1) -> str:
    """A patch that adds these lines."""
    return "\n".join([f"@@ -0,0 +{start},{len(lines)} @@", *(f"+{line}" for line in lines)])


def pieces_of(*files: ChangedFile) -> tuple[Piece, ...]:
    """All pieces of some files."""
    return tuple(piece for file in files for piece in pieces(file))


def change_of(*files: ChangedFile, total: int | None = None) -> Change:
    """A change of these files."""
    return Change(files=files, total=len(files) if total is None else total)


def said(**item: Any) -> dict[str, Any]:
    """One item of an answer, on line 1 of src/app.py unless told otherwise."""
    usual = {"path": "src/app.py", "line": 1, "quote": "first", "severity": "major", "category": "logic"}
    return {**usual, "message": "This is wrong.", **item}


def answer_of(*items: Any, silent: Any = ()) -> ReviewAnswer:
    """An answer with these items."""
    return ReviewAnswer.model_validate({"findings": list(items), "silent": list(silent)})


@pytest.fixture
def token() -> str:
    """Looks like a secret, and is built here so that no scanner finds one in this repository."""
    return "ghp_" + "a1B2" * 9


@pytest.fixture
def private_key() -> Callable[[int], list[str]]:
    """The lines of a private key of so many rows."""
    row = "MIIEowIBAAKCAQEA7bq3wZ1xK9mPqL5tR2vYcD8fGhJkLmNpQrStUvWxYz012345"
    mark = "-----{} RSA PRIVATE " + "KEY-----"
    return lambda rows: [mark.format("BEGIN"), *[row] * rows, mark.format("END")]
