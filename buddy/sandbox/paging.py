"""Lists come in pages: 30 a page unless asked, at most 100, with the `Link` header that clients follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import urlencode

from buddy.sandbox.refusal import RefusedError
from buddy.sandbox.router import Answer, Call

T = TypeVar("T")


def paged(call: Call, items: Sequence[T], shape: Callable[[T], Any]) -> Answer:
    """The asked page of `items`, each through `shape`; a page behind the last is empty."""
    size, page = page_of(call)
    shown = items[(page - 1) * size : page * size]
    return Answer(body=[shape(item) for item in shown], headers=link_header(call, len(items)))


def page_of(call: Call) -> tuple[int, int]:
    """(per_page, page), with GitHub's leniency: nonsense is the default, too much is the most."""
    size, page = _count(call, "per_page", 30), _count(call, "page", 1)
    return min(size, 100), page


def link_header(call: Call, total: int) -> dict[str, str]:
    size, page = page_of(call)
    last = max(1, -(-total // size))
    wanted = {"prev": page - 1, "next": page + 1, "last": last, "first": 1}
    if page >= last:
        wanted.pop("next")
        wanted.pop("last")
    if page <= 1:
        wanted.pop("prev")
        wanted.pop("first")
    if not wanted:
        return {}
    url = call.view.host + call.path
    links = [
        f'<{url}?{urlencode({**call.query, "page": str(number)})}>; rel="{word}"' for word, number in wanted.items()
    ]
    return {"Link": ", ".join(links)}


def since(call: Call) -> datetime | None:
    """The query parameter `since`, inclusive as GitHub reads it; None where it is not given."""
    text = call.query.get("since")
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise RefusedError(422, "Validation Failed", errors=["since is not a time"]) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _count(call: Call, name: str, default: int) -> int:
    text = call.query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else default
