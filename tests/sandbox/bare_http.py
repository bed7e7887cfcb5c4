"""Bare requests, to see statuses, headers and bodies as they are."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, kw_only=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: Any


class Http:
    """One connection for each request, so that a dropped one is seen as such."""

    def __init__(self, url: str, token: str | None) -> None:
        self.url, self.token = url, token

    def __call__(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, accept: str = "*/*"
    ) -> Reply:
        given = token or self.token
        headers = {"Accept": accept, **({"Authorization": f"Bearer {given}"} if given else {})}
        content = None if body is None else json.dumps(body).encode()
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=20)
        try:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            text = answer.read()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(status=answer.status, headers=found, body=json.loads(text) if text else None)
        finally:
            connection.close()
