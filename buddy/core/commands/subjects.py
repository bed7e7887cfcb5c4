"""What a command is about: a finding's fingerprint, a rule of a tool, a learning's id. Shapes only."""

from __future__ import annotations

import re

from buddy.core.findings.category import tool_name
from buddy.core.findings.fingerprint import VERSION

_FINGERPRINT = re.compile(rf"(?:{VERSION}:)?([0-9a-f]{{12}})", re.IGNORECASE)
_LEARNING = re.compile(r"[A-Za-z]_[A-Za-z0-9_.-]{2,64}")
_RULE = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,99})/([^\s*?\"'`<>|,\\]{1,200})")


def fingerprint(word: str) -> str | None:
    """With its version and in lower case; None for anything else, a shortened one too."""
    found = _FINGERPRINT.fullmatch(word)
    return f"{VERSION}:{found[1].lower()}" if found else None


def rule(word: str) -> str | None:
    """`tool/rule`, the tool as categories have it, the rule unchanged; None where either is missing or a pattern."""
    found = _RULE.fullmatch(word)
    return f"{tool_name(found[1])}/{found[2]}" if found else None


def learning_id(word: str) -> str | None:
    """As it is: ids know upper and lower case."""
    return word if _LEARNING.fullmatch(word) else None
