"""JSON lines on stdin, one object each: what `compare` and `same` are asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from buddy.cli.streams import say
from buddy.core.errors import InputError


def pairs_on_stdin() -> Iterator[tuple[int, dict[str, Any]]]:
    """Each object with the number of its line, from 1; blank lines are passed over.

    Raises InputError, naming the line, for one that is no JSON object; those before it have been given.
    """
    if sys.stdin.isatty():
        say("Type one JSON object a line; end with Ctrl-D.")
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            pair = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError(f"line {number} of stdin is no JSON. Give one object a line.") from None
        if not isinstance(pair, dict):
            raise InputError(f"line {number} of stdin is no JSON object. Give id, a and b.")
        yield number, pair
