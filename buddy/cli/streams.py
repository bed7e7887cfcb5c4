"""The two streams: data on stdout, talk on stderr, both UTF-8 whatever the machine's code page is (CLI-01)."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Mapping
from typing import Any, TextIO

_UNSEEN = re.compile(r"[^\x20-\x7e\n]")
_OBEYED = re.compile(r"^(?P<blank>[^\S\n]*)::|##\[", re.MULTILINE)
"""What the Actions runner takes for a command in any line that a step prints (SEC-09)."""


def prepare() -> None:
    """Call once, before anything is printed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def put(text: str) -> None:
    """Write text for people to stdout, with a line end; a runner finds no command of its own in it."""
    put_commands(_disobeyed(text))


def put_commands(text: str) -> None:
    """Write to stdout what a runner should obey, with a line end."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def put_json(payload: Mapping[str, Any], *, schema: int | None = 1) -> None:
    """Write a machine-readable answer; what a terminal would act on or not show is written as an escape (P9).

    `schema` is the version of Buddy's own formats, None for a format that is somebody else's.
    """
    versioned = payload if schema is None else {"schema": schema, **payload}
    _put_escaped(json.dumps(versioned, ensure_ascii=False, indent=2))


def put_json_line(payload: Mapping[str, Any]) -> None:
    """Write one answer of many: a JSON object on one line, escaped as `put_json` does, without a schema number."""
    _put_escaped(json.dumps(payload, ensure_ascii=False))


def say(text: str) -> None:
    """Talk to the person on stderr, neutralised for a terminal (P9); the message decides about its lines."""
    safe = _disobeyed(_UNSEEN.sub(_escape, text))
    if colour(sys.stderr):
        safe = re.sub(r"^Error:", "\x1b[1;31mError:\x1b[0m", safe, count=1)
    sys.stderr.write(f"{safe}\n")
    sys.stderr.flush()


def colour(stream: TextIO) -> bool:
    """Whether colour is welcome: on a terminal that is not dumb, unless NO_COLOR says no (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def release() -> None:
    """Let the interpreter end without a complaint about a reader that has gone (CLI-02)."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):  # a stream that is closed can say nothing at exit either
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _put_escaped(text: str) -> None:
    put_commands(_UNSEEN.sub(_escape, text).replace("##[", "#\\u0023["))


def _disobeyed(text: str) -> str:
    return _OBEYED.sub(lambda match: "## [" if match[0] == "##[" else f"{match['blank']}: :", text)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character.isprintable():
        return character
    return json.dumps(character)[1:-1]
