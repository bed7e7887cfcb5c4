"""Who may write, asked of the host at the moment of use and remembered for one run only (P3)."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.app.ports import ThreadHost


class Permissions:
    """The host's answers of this run."""

    def __init__(self, host: ThreadHost) -> None:
        self._host = host
        self._known: dict[str, bool] = {}

    def may_write(self, login: str | None) -> bool:
        """A ghost may nothing."""
        if not login:
            return False
        if login not in self._known:
            self._known[login] = self._host.permission(login).can_write
        return self._known[login]

    def writers(self, logins: Iterable[str]) -> frozenset[str]:
        """Those of them who may."""
        return frozenset(login for login in dict.fromkeys(logins) if self.may_write(login))
