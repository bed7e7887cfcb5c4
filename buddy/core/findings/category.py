"""What suppressions match: `tool/rule`, from the names that the tool gave."""

from __future__ import annotations

import re

UNKNOWN_TOOL = "unknown"
"""Stands for a tool that gave no name."""

_LONGEST_TOOL = 100


def tool_name(name: str | None) -> str:
    """Lower case, runs outside `[a-z0-9._-]` as one `-` (DESIGN 6.9)."""
    return re.sub(r"[^a-z0-9._-]+", "-", (name or "").strip().lower())[:_LONGEST_TOOL] or UNKNOWN_TOOL


def category(*, tool: str, rule: str) -> str:
    """`tool/rule` with the rule id as it stands; the tool alone where it names no rule, never empty."""
    return f"{tool}/{rule}" if rule else tool
