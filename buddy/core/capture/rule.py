"""By which form a statement was taken for one worth keeping."""

from __future__ import annotations

import enum


class Rule(enum.Enum):
    """By which form a statement was taken."""

    PROHIBITION = "prohibition"
    REQUIREMENT = "requirement"
    PREFERENCE = "preference"
    PERMISSION = "permission"
    EXEMPTION = "exemption"
    CONVENTION = "convention"
    LOCATION = "location"
    ASSIGNMENT = "assignment"
    POINTER = "pointer"
