"""Is this event for Buddy? Decided from the payload alone with the standard library, so that a no costs nothing.

What needs the base's configuration (drafts) is decided later, by the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

PULL_REQUEST_EVENTS: Final = frozenset({"pull_request", "pull_request_target"})
COMMENT_EVENTS: Final = frozenset({"issue_comment", "pull_request_review_comment"})
REVIEWED_ACTIONS: Final = frozenset({"opened", "synchronize", "reopened", "ready_for_review", "edited"})
SETTLED_ACTION: Final = "closed"
SWEPT_EVENTS: Final = frozenset({"schedule", "workflow_dispatch"})
FINISHED_RUN: Final = "workflow_run"
HANDED_OVER: Final = frozenset({"pull_request", "pull_request_review", "pull_request_review_comment"})
READ_ONLY_SENDERS: Final = frozenset({"dependabot[bot]"})
_LEFT_NOTHING: Final = frozenset({"skipped", "cancelled", "action_required", "stale"})
COMMENT_ACTIONS: Final = frozenset({"created", "edited", "deleted"})

MENTION: Final = "@buddy-bot"
OWN_LOGIN: Final = "github-actions[bot]"


def why_not(name: str, payload: Mapping[str, Any], *, mention: str = MENTION, own_login: str = OWN_LOGIN) -> str | None:
    """The reason to end here with a notice, or None when a verb has to look at the event.

    `mention` is how people call Buddy, `own_login` who it is itself. A mention is only looked for as text: whether it
    is a command, the verb's parser says.
    """
    judge = _JUDGES.get(name)
    if judge is None:
        return f"The event `{_short(name)}` is not one that Buddy acts on; nothing to do."
    return judge(name, payload, _Names(mention=mention, own_login=own_login))


def names(environ: Mapping[str, str]) -> dict[str, str]:
    """The arguments of `why_not` that the action's inputs give."""
    inputs = {"mention": ("BOT-MENTION", MENTION), "own_login": ("BOT-LOGIN", OWN_LOGIN)}
    return {
        name: environ.get(f"INPUT_{key}", "").strip()
        or environ.get(f"INPUT_{key}".replace("-", "_"), "").strip()
        or default
        for name, (key, default) in inputs.items()
    }


class _Names:
    """Who Buddy is and how it is called."""

    def __init__(self, *, mention: str, own_login: str) -> None:
        self._mention = f"@{mention.removeprefix('@')}".casefold()
        self._own_login = own_login.casefold()

    def called_in(self, *texts: object) -> bool:
        return any(isinstance(text, str) and self._mention in text.casefold() for text in texts)

    def wrote(self, said: Mapping[str, Any]) -> bool:
        """Whether Buddy itself or another bot wrote it: nobody who could ask for anything (CMD-05)."""
        login, kind = _at(said, "user", "login"), _at(said, "user", "type")
        if not isinstance(login, str):
            return False
        return kind == "Bot" or login.endswith("[bot]") or login.casefold() == self._own_login


def _pull_request(name: str, payload: Mapping[str, Any], _: _Names) -> str | None:
    action = payload.get("action")
    if action == SETTLED_ACTION:
        return None
    if not isinstance(action, str) or action not in REVIEWED_ACTIONS:  # a list could not even be looked up
        return f"`{name}` with the action `{_short(action)}` needs no review; nothing to do."
    changes = payload.get("changes")
    if action == "edited" and not (isinstance(changes, Mapping) and "base" in changes):
        return "The pull request was edited but its base stayed; nothing to do."
    if _at(payload, "pull_request", "state") == "closed":
        return "The pull request is closed; nothing to do."
    return None


def _comment(name: str, payload: Mapping[str, Any], names: _Names) -> str | None:
    action, comment = payload.get("action"), payload.get("comment")
    if not isinstance(action, str) or action not in COMMENT_ACTIONS or not isinstance(comment, Mapping):
        return f"`{name}` with the action `{_short(action)}` asks for nothing; nothing to do."
    if names.wrote(comment):
        return "The comment is a bot's; nothing to do."
    if isinstance(comment.get("in_reply_to_id"), int):
        return None
    if not names.called_in(comment.get("body"), _at(payload, "changes", "body", "from")):
        return "The comment does not call Buddy; nothing to do."
    return None


def _review(name: str, payload: Mapping[str, Any], names: _Names) -> str | None:
    action, review = payload.get("action"), payload.get("review")
    if action != "submitted" or not isinstance(review, Mapping):
        return f"`{name}` with the action `{_short(action)}` asks for nothing; nothing to do."
    if names.wrote(review):
        return "The review is a bot's; nothing to do."
    if not names.called_in(review.get("body")):
        return "The review does not call Buddy; nothing to do."
    return None


def _finished_run(name: str, payload: Mapping[str, Any], _: _Names) -> str | None:
    """Only a run whose token could not write left anything: one of a fork, or of dependabot."""
    run = payload.get("workflow_run")
    if payload.get("action") != "completed" or not isinstance(run, Mapping):
        return f"`{name}` with the action `{_short(payload.get('action'))}` leaves nothing to post; nothing to do."
    if _at(run, "event") not in tuple(HANDED_OVER):  # a tuple compares: what stands there may be any JSON
        return f"The run was started by `{_short(run.get('event'))}`, which posts for itself; nothing to do."
    if _at(run, "conclusion") in tuple(_LEFT_NOTHING):
        return f"The run ended as `{_short(run.get('conclusion'))}` and left nothing; nothing to do."
    own, head = _at(payload, "repository", "id"), _at(run, "head_repository", "id")
    if own is not None and own == head and _at(run, "actor", "login") not in tuple(READ_ONLY_SENDERS):
        return "The run was for a branch of this repository and posted for itself; nothing to do."
    return None


def _always(_: str, __: Mapping[str, Any], ___: _Names) -> None:
    """Whether something waits is worked out from what was said."""


_Judge = Callable[[str, Mapping[str, Any], _Names], "str | None"]
_JUDGES: Final[Mapping[str, _Judge]] = {
    **dict.fromkeys(PULL_REQUEST_EVENTS, _pull_request),
    **dict.fromkeys(COMMENT_EVENTS, _comment),
    "pull_request_review": _review,
    **dict.fromkeys(SWEPT_EVENTS, _always),
    FINISHED_RUN: _finished_run,
}


def _at(payload: object, *keys: str) -> object:
    """The value below these keys, None where the payload has another shape."""
    for key in keys:
        if not isinstance(payload, Mapping):
            return None
        payload = payload.get(key)
    return payload


def _short(value: object) -> str:
    text = value if isinstance(value, str) and value else "unknown"
    return "".join(
        character for character in text if character.isascii() and (character.isalnum() or character in "_-")
    )[:40]
