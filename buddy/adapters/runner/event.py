"""The event that started the run, as the runner left it in a file. Only the standard library: most events end here."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from buddy.core.errors import InputError

LARGEST_EVENT: Final = 64 * 1024 * 1024  # bytes; GitHub itself stops at 25 MB


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """`name` as in GITHUB_EVENT_NAME, `payload` the decoded file with whatever keys it has."""

    name: str
    payload: Mapping[str, Any]


def read_event(*, name: str | None, path: str | None) -> Event:
    """Read the event file; InputError when the runner's variables are unset or the file is no JSON object (ACT-06)."""
    missing = [
        f"{variable} is not set: it names the {what}; the Actions runner sets it, locally set it yourself"
        for variable, value, what in (
            ("GITHUB_EVENT_NAME", name, "event, such as pull_request"),
            ("GITHUB_EVENT_PATH", path, "file that holds the event"),
        )
        if not value or not value.strip()
    ]
    if missing or not name or not path:
        raise InputError(*missing)
    return Event(name=name.strip(), payload=_object(_bytes(Path(path.strip())), path=path.strip()))


def _bytes(path: Path) -> bytes:
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"GITHUB_EVENT_PATH: {path} is no file")
        if status.st_size > LARGEST_EVENT:
            raise InputError(f"GITHUB_EVENT_PATH: {path} is larger than {LARGEST_EVENT >> 20} MiB")
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"GITHUB_EVENT_PATH: cannot read {str(path)!r}: {reason}") from error


def _object(raw: bytes, *, path: str) -> Mapping[str, Any]:
    if not raw.strip():
        raise InputError(f"GITHUB_EVENT_PATH: {path} is empty")
    try:
        payload = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"GITHUB_EVENT_PATH: {path} is not JSON: {reason}") from error
    if not isinstance(payload, dict):
        raise InputError(f"GITHUB_EVENT_PATH: {path} holds no JSON object")
    return payload
