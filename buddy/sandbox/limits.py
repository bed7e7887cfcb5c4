"""The primary rate limit: the headers on every answer, and the refusal when nothing is left."""

from __future__ import annotations

import time
from typing import Any

from buddy.sandbox.records import Token, TokenKind
from buddy.sandbox.refusal import RefusedError


class Limits:
    """One budget for each identity. `reset` is in real time, because clients compare it with theirs."""

    def __init__(self) -> None:
        self.hourly = {TokenKind.JOB: 1000, TokenKind.APP: 5000, TokenKind.PERSONAL: 5000}
        self.reset_in = 3600.0
        self._used: dict[str, int] = {}

    def spend(self, token: Token | None) -> None:
        """Counts a request; refuses where nothing is left."""
        key, limit = self._account(token)
        if self._used.get(key, 0) >= limit:
            raise RefusedError(403, f"API rate limit exceeded for {key}.", headers=self.headers(token))
        self._used[key] = self._used.get(key, 0) + 1

    def exhaust(self, token: Token | None, *, reset_in: float = 60.0) -> None:
        key, limit = self._account(token)
        self._used[key] = limit
        self.reset_in = reset_in

    def refill(self) -> None:
        self._used.clear()

    def headers(self, token: Token | None) -> dict[str, str]:
        return {f"x-ratelimit-{key}": str(value) for key, value in {**self.rate(token), "resource": "core"}.items()}

    def rate(self, token: Token | None) -> dict[str, Any]:
        key, limit = self._account(token)
        used = self._used.get(key, 0)
        return {"limit": limit, "used": used, "remaining": limit - used, "reset": self._reset()}

    def _reset(self) -> int:
        return int(time.time() + self.reset_in)

    def _account(self, token: Token | None) -> tuple[str, int]:
        if token is None:
            return "anonymous", 60
        return token.identity, self.hourly[token.kind]
