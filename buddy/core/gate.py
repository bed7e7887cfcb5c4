"""Is this event for Buddy? Decided from the payload alone with the standard library, so that a no costs nothing.

What needs the base's configuration (drafts) is decided later, by the verb.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PULL_REQUEST_EVENTS = frozenset({"pull_request", "pull_request_target"})
REVIEWED_ACTIONS = frozenset({"opened", "synchronize", "reopened", "ready_for_review", "edited"})


def why_not(name: str, payload: Mapping[str, Any]) -> str | None:
    """The reason to end here with a notice, or None when a verb has to look at the event."""
    if name not in PULL_REQUEST_EVENTS:
        return f"The event `{_short(name)}` is not one that Buddy acts on; nothing to do."
    action = payload.get("action")
    if not isinstance(action, str) or action not in REVIEWED_ACTIONS:  # a list could not even be looked up
        return f"`{name}` with the action `{_short(action)}` needs no review; nothing to do."
    if action == "edited" and not _base_changed(payload):
        return "The pull request was edited but its base stayed; nothing to do."
    if _state(payload) == "closed":
        return "The pull request is closed; nothing to do."
    return None


def _base_changed(payload: Mapping[str, Any]) -> bool:
    changes = payload.get("changes")
    return isinstance(changes, Mapping) and "base" in changes


def _state(payload: Mapping[str, Any]) -> object:
    pull_request = payload.get("pull_request")
    return pull_request.get("state") if isinstance(pull_request, Mapping) else None


def _short(value: object) -> str:
    text = value if isinstance(value, str) and value else "unknown"
    return "".join(
        character for character in text if character.isascii() and (character.isalnum() or character in "_-")
    )[:40]
