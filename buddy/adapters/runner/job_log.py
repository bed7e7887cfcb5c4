"""What the runner shows of a run: annotations, outputs, the job summary. Without a runner the same, printed plainly.

Everything that comes in is taken for foreign text: it can neither give the runner a command nor end its entry (SEC-09).
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from typing import Final, TextIO

from buddy.adapters.runner.settings import Settings
from buddy.core.findings.finding import Severity
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import log_line, output_file, workflow_message, workflow_property

LARGEST_SUMMARY: Final = 900_000  # bytes; the runner refuses a step's summary above 1 MiB
_COMMANDS: Final = {
    Severity.CRITICAL.value: "error",
    Severity.MAJOR.value: "error",
    Severity.MINOR.value: "warning",
    Severity.NIT.value: "notice",
}


class RunnerLog:
    """Writes to `stream`, and to the runner's files where their variables are set.

    `delimiter` gives a word of at least 16 letters and digits that nobody can guess, a new one for each output.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        commands: bool,
        output_path: str | None = None,
        summary_path: str | None = None,
        delimiter: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self._stream = stream
        self._commands = commands
        self._output_path = output_path
        self._summary_path = summary_path
        self._delimiter = delimiter

    @classmethod
    def of(cls, settings: Settings, stream: TextIO) -> RunnerLog:
        """The log of this run."""
        return cls(
            stream,
            commands=settings.in_actions,
            output_path=settings.output_file,
            summary_path=settings.summary_file,
        )

    def notice(self, message: str) -> None:
        """A line everybody may read."""
        self._say("notice", message)

    def warning(self, message: str) -> None:
        """A line somebody should read."""
        self._say("warning", message)

    def error(self, message: str) -> None:
        """A line that says why the run failed."""
        self._say("error", message)

    def annotate(self, severity: str, message: str, *, path: str, line: int | None) -> None:
        """A finding at its place; the runner shows ten of each level a step, the log has all."""
        command = _COMMANDS.get(severity, "warning")
        place = {"file": path} if line is None else {"file": path, "line": str(line)}
        self._say(command, message, place=place)

    def summary(self, markdown: str) -> None:
        """Append to the job summary; what does not fit is cut at a line, and the cut is told."""
        text = _writable(markdown).rstrip("\n") + "\n"
        if self._summary_path is None:
            self._print("\n".join(log_line(line) for line in text.splitlines()))
            return
        room = LARGEST_SUMMARY - _size(self._summary_path)
        self._append(self._summary_path, _fitted(text, room=room), what="the job summary")

    def output(self, name: str, value: str) -> None:
        """Set an output of the step."""
        value = _writable(value)
        delimiter = self._delimiter()
        while delimiter in value:
            delimiter = self._delimiter()
        entry = output_file(name, value, delimiter=delimiter)
        if self._output_path is None:
            self._print(log_line(f"{name}={value}"))
            return
        self._append(self._output_path, entry, what=f"the output {name}")

    def _say(self, command: str, message: str, *, place: dict[str, str] | None = None) -> None:
        place = place or {}
        if not self._commands:
            where = ":".join(place.values())
            self._print(log_line(f"{where + ': ' if where else ''}{command}: {message}"))
            return
        properties = ",".join(f"{name}={_inert(workflow_property(_writable(value)))}" for name, value in place.items())
        words = _inert(workflow_message(_writable(message)))
        self._print(f"::{command}{' ' + properties if properties else ''}::{words}")

    def _print(self, text: str) -> None:
        self._stream.write(_writable(text) + "\n")
        self._stream.flush()

    def _append(self, path: str, text: str, *, what: str) -> None:
        """A file of the runner that cannot be written costs what it was for, is told, and ends nothing (P5)."""
        try:
            with open(path, "ab") as file:
                file.write(text.encode())
        except OSError as error:
            self.warning(f"Could not write {what}: {error.strerror}")


def _writable(text: str) -> str:
    """Lone surrogates, as file names of other encodings have them, cannot be written as UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def _inert(text: str) -> str:
    """`##[` is a command of the runner anywhere in a line."""
    return text.replace("##[", "## [")


def _fitted(markdown: str, *, room: int) -> str:
    """The text in at most `room` bytes; `cap` counts in UTF-16 units, of which none is longer than three bytes."""
    size = len(markdown.encode())
    if size <= room:
        return markdown
    excess = size - len(markdown.encode("utf-16-le")) // 2
    try:
        return cap(markdown, limit=max(room - excess, room // 3))
    except ValueError:  # not even the marker at its beginning fits
        return ""


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
