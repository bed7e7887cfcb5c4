"""Who said it, as a foreign file has it: a login is kept, an address or a full name is not (SEC-10)."""

from __future__ import annotations

import re

_LOGIN = re.compile(r"@?(?P<login>[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}(?:\[bot\])?)?)")
_PULL = re.compile(r"https?://[^/\s]+/[^/\s]+/[^/\s]+/pull/(?P<pr>[0-9]{1,9})\b")
_COMMENT = re.compile(r"#(?:discussion_r|issuecomment-)(?P<comment>[0-9]{1,18})\b")


def login(text: str | None) -> str | None:
    """The login, None for anything else: an e-mail address and a name with blanks are personal data."""
    found = _LOGIN.fullmatch((text or "").strip())
    return found["login"] if found else None


def pull_of(url: str | None) -> tuple[int | None, int | None]:
    """The numbers of the pull request and of the comment that an address of GitHub names, each None if it does not."""
    pull = _PULL.match((url or "").strip())
    comment = _COMMENT.search(url or "") if pull else None
    return int(pull["pr"]) if pull else None, int(comment["comment"]) if comment else None
