"""Foreign text where there is no markup to escape with: commit messages, prompts, terminals."""

from __future__ import annotations

import json
import re

from buddy.core.text import invisible

_LINKS = re.compile(r"(@|#|(?<![a-z0-9])gh-)(?=\w)|(?<=:)(?=//)", re.IGNORECASE)
_SKIP_CHECKS = re.compile(r"\[(skip ci|ci skip|no ci|skip actions|actions skip)\]", re.IGNORECASE)
_TAG = re.compile(r"<(?=[/!?A-Za-z])")


def commit_message(text: str) -> str:
    """One line of a commit message that pings nobody, closes nothing and skips no checks.

    GitHub reads commit messages as plain text, so the live characters are set apart with a blank.
    """
    line = " ".join(invisible.clean(text).text.split())
    line = _SKIP_CHECKS.sub(r"(\1)", line).replace("skip-checks:", "skip-checks :")
    return _LINKS.sub(lambda found: f"{found[0]} ", line)


def prompt_item(text: str) -> str:
    """Foreign text as one quoted line of a prompt: a JSON string that no line, fence or tag leaves."""
    quoted = json.dumps(invisible.clean(text).text, ensure_ascii=False)
    return _TAG.sub(r"\\u003c", quoted)


def terminal(text: str) -> str:
    """Text for a terminal: no escape sequence, no direction control, line breaks and tabs kept."""
    return invisible.clean(text).text
