"""What a person's own token is asked, beyond what recording needs."""

from __future__ import annotations

from typing import Protocol

from buddy.app.ports.record_host import RecordHost
from buddy.app.ports.thread_host import ThreadHost


class OwnHost(RecordHost, ThreadHost, Protocol):
    """The host as a person sees it."""

    def login(self) -> str | None:
        """Whose token it is; None for a token that is no person's, such as that of a job or an app."""
        ...

    def default_branch(self) -> str:
        """Of the repository; NOT_FOUND where the token sees none of that name."""
        ...
