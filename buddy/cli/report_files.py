"""Findings files as they are named on the command line, and the absolute paths their tools may have written."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from buddy.app.scan_findings import ReportFile
from buddy.cli.places import read_bytes, work_tree
from buddy.core.errors import InputError
from buddy.core.findings.encoded import LARGEST_REPORT

STDIN = "-"


def report_file(name: str) -> ReportFile:
    """The file's bytes, or why there are none; `-` is stdin."""
    if name == STDIN:
        return ReportFile(name="stdin", content=sys.stdin.buffer.read(LARGEST_REPORT + 1))
    try:
        return ReportFile(name=name, content=read_bytes(Path(name)))
    except InputError as error:
        return ReportFile(name=name, content=None, reason=str(error).removeprefix(f"{name} cannot be read: "))


def known_roots(root: Path | None, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Where a tool may have seen the source: `root`, the repository's top, or a job or container of the runner.

    The current folder is one only outside of a repository: inside, paths are those of the repository's top.
    """
    here = root or Path.cwd()
    top = work_tree(here)
    workspace = environ.get("RUNNER_WORKSPACE", "")
    repository = environ.get("GITHUB_REPOSITORY", "").rpartition("/")[2] or (top or here.absolute()).name
    roots = [
        *(_both(root) if root else ()),
        *_both(top or here),
        environ.get("GITHUB_WORKSPACE", ""),
        "/github/workspace",
        f"{workspace.rstrip('/')}/{repository}" if workspace else "",
    ]
    return tuple(dict.fromkeys(root for root in roots if root))


def _both(folder: Path) -> tuple[str, str]:
    """As it was named and with links resolved: tools write either."""
    return os.path.abspath(folder), os.path.realpath(folder)
