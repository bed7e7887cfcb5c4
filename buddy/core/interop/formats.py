"""The table of formats: each is imported when it is used, so that the command line stays quick.

A row is `name: "module:object"`; the object is a `Format`. The order is the order in which a file's format is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from buddy.core.interop.conversion import Format

FORMATS: Mapping[str, str] = {
    "buddy": "buddy.core.interop.buddy_jsonl:FORMAT",
    "coderabbit-csv": "buddy.core.interop.coderabbit_csv:FORMAT",
    "coderabbit-json": "buddy.core.interop.coderabbit_json:ORGANIZATION",
    "coderabbit-knowledge": "buddy.core.interop.coderabbit_json:KNOWLEDGE",
    "coderabbit-yaml": "buddy.core.interop.coderabbit_yaml:FORMAT",
    "snyk": "buddy.core.interop.snyk:FORMAT",
    "eslint": "buddy.core.interop.eslint:FORMAT",
    "agents": "buddy.core.interop.prose_files:AGENTS",
    "claude": "buddy.core.interop.prose_files:CLAUDE",
    "gemini": "buddy.core.interop.prose_files:GEMINI",
    "copilot": "buddy.core.interop.prose_files:COPILOT",
    "copilot-instructions": "buddy.core.interop.scoped_rules:COPILOT_INSTRUCTIONS",
    "cursor": "buddy.core.interop.scoped_rules:CURSOR",
    "cursorrules": "buddy.core.interop.prose_files:CURSORRULES",
    "bugbot": "buddy.core.interop.prose_files:BUGBOT",
    "kody": "buddy.core.interop.kody:FORMAT",
    "best-practices": "buddy.core.interop.prose_files:BEST_PRACTICES",
    "sarif": "buddy.core.interop.sarif_suppressions:FORMAT",
}


def load(name: str) -> Format:
    """The format of this name; raises KeyError."""
    module, _, attribute = FORMATS[name].partition(":")
    return cast(Format, getattr(import_module(module), attribute))


def guess(path: str, content: bytes) -> Format | None:
    """The first format that recognises the file; None where none does."""
    return next((one for one in map(load, FORMATS) if one.recognises(path, content)), None)
