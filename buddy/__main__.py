"""The action's entry point: `python -m buddy`. What is not for Buddy ends here, before anything heavy is imported."""

from __future__ import annotations

import json
import os
import sys


def main() -> int:
    """The exit code of the run."""
    reason = _reason_to_stop()
    if reason is not None:
        sys.stdout.write(f"::notice title=Buddy::{reason}\n")
        return 0
    from buddy.cli.action import run_action  # heavy: loaded only when there is something to do
    from buddy.cli.streams import prepare

    prepare()
    return run_action(os.environ)


def _reason_to_stop() -> str | None:
    """None also when the event cannot be read: the run then explains what is wrong with it."""
    from buddy.core.gate import names, why_not

    name = os.environ.get("GITHUB_EVENT_NAME", "")
    try:
        with open(os.environ.get("GITHUB_EVENT_PATH", ""), encoding="utf-8-sig") as file:
            payload = json.load(file)
    except (OSError, ValueError, RecursionError):
        return None
    return why_not(name, payload, **names(os.environ)) if isinstance(payload, dict) and name else None


if __name__ == "__main__":
    sys.exit(main())
