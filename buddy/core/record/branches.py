"""Which branch records for which target. Every name is below `buddy/` (P2)."""

from __future__ import annotations

import hashlib
import re

from buddy.core.config import RecordConfig

MOST_NAMES = 9
"""How many numbered branches are tried before Buddy gives up."""

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(?:/[A-Za-z0-9_][A-Za-z0-9._-]*)*")
_LONGEST = 150


def target_of(config: RecordConfig, *, base: str, default_branch: str) -> str:
    """The branch that learnings said on a pull request into `base` are recorded for."""
    return base if config.target == "base" else default_branch


def branch_for(config: RecordConfig, *, target: str, default_branch: str, number: int = 1) -> str:
    """The record branch of a target; from `number` 2 on it is a numbered one, used where the others are taken."""
    name = config.branch if target == default_branch else f"{config.branch}-{_plain(target)}"
    return name if number == 1 else f"{name}-{number}"


def _plain(target: str) -> str:
    """A branch name in characters that need no escaping anywhere; two targets never share one."""
    odd_part = any(part.endswith((".", ".lock")) for part in target.split("/"))
    if _PLAIN.fullmatch(target) and ".." not in target and not odd_part and len(target) <= _LONGEST:
        return target
    slug = re.sub(r"[^A-Za-z0-9]+", "-", target).strip("-")[:40]
    return f"{slug or 'branch'}-{hashlib.sha256(target.encode()).hexdigest()[:8]}"
