"""Foreign text on its way through the Actions runner: log lines, annotations, output files.

The runner obeys `::` at the start of a trimmed line and `##[` anywhere in one (actions/runner,
ActionCommand.cs).
"""

from __future__ import annotations

import re

from buddy.core.text import invisible

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,99}")


def log_line(text: str) -> str:
    """One line for the job log that the runner takes for text; line breaks become blanks."""
    line = " ".join(invisible.clean(text).text.split()).replace("##[", "## [")
    return ": " + line[1:] if line.startswith("::") else line


def workflow_message(text: str) -> str:
    """The message of a workflow command such as `::error::`; the runner gives its lines back."""
    text = invisible.clean(text).text
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def workflow_property(text: str) -> str:
    """A property of a workflow command, such as its `file=` or `title=`."""
    return workflow_message(text).replace(":", "%3A").replace(",", "%2C")


def output_file(name: str, value: str, *, delimiter: str) -> str:
    """One entry for `GITHUB_OUTPUT` or `GITHUB_ENV`; `delimiter` is random, made anew for each entry.

    Raises ValueError for a name that is none, and for a value that holds the delimiter.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"not the name of an output: {name!r}")
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,100}", delimiter):
        raise ValueError("a delimiter is 16 to 100 letters, digits, - or _")
    if delimiter in value:
        raise ValueError(f"the value of {name} holds the delimiter")
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"
