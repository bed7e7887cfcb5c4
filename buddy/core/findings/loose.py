"""Reads single fields of foreign JSON: each function gives the value in the expected shape, or says that it has none.

Tools write null, numbers as text, and lists where the format says object; one odd field must cost that field only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

_LARGEST_LINE = 2**31 - 1
_NOTHING: Mapping[str, object] = {}


def mapping(value: object) -> Mapping[str, object]:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else _NOTHING


def sequence(value: object) -> Sequence[object]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str | None:
    """The string as it stands, None where it is none or blank."""
    return value if isinstance(value, str) and value.strip() else None


def index(value: object) -> int | None:
    """An index into a list: None where it is absent, negative (SARIF's "unset") or no whole number."""
    whole_number = whole(value)
    return whole_number if whole_number is not None and whole_number >= 0 else None


def whole(value: object) -> int | None:
    """A whole number, also when it was written as `12.0` or `"12"`."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().lstrip("-").isdigit():
        value = int(value) if len(value) < 20 else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if abs(value) <= _LARGEST_LINE else None


def number(value: object) -> float | None:
    """A finite number, also when it was written as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None
