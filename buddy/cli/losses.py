"""What a conversion loses, told once a field: how often, why, and a few of the places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from buddy.cli.streams import say
from buddy.cli.tables import one_line

if TYPE_CHECKING:
    from buddy.core.interop.conversion import Loss

_NAMED = 20
"""Places of one loss that are named."""


def losses_json(losses: Iterable[Loss]) -> list[dict[str, Any]]:
    """An object for each field and reason; `items` names the first places, `count` counts all."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for loss in losses:
        grouped.setdefault((loss.field, loss.why), []).append(loss.item)
    return [
        {"field": field, "why": why, "count": len(items), "items": items[:_NAMED]}
        for (field, why), items in grouped.items()
    ]


def say_losses(losses: Iterable[Loss], *, kind: str) -> None:
    """A line on stderr for each field and reason; `kind` is what stands before it, such as `Not taken along`."""
    for row in losses_json(losses):
        items = ", ".join(row["items"][:3]) + (", …" if row["count"] > 3 else "")
        what = "" if row["field"] == "*" else f" `{row['field']}`"
        say(one_line(f"{kind}{what} ({row['count']}: {items}): {row['why']}."))
