"""The learnings chosen for a change, for machines and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from buddy.app.local_answer import Remembered
from buddy.core.text.surfaces import code_span, markdown_inline


def selection_json(remembered: Remembered) -> dict[str, Any]:
    """What was chosen and what was not, with the budget."""
    return {
        "selected": [
            {"id": one.id, "text": one.text, "paths": list(one.paths), "why": one.why, "tokens": one.tokens}
            for one in remembered.selected
        ],
        "leftOut": [{"id": one.id, "why": one.why} for one in remembered.left_out],
        "tokens": remembered.tokens,
        "budget": remembered.budget,
    }


def selection_markdown(remembered: Remembered) -> str:
    """For people: each learning as a list item, then how many were left out and why."""
    return "\n".join(_lines(remembered))


def _lines(remembered: Remembered) -> Iterator[str]:
    yield "## Learnings for this change"
    yield ""
    for used in remembered.selected:
        yield f"- {markdown_inline(used.text)} ({code_span(used.id)}: {markdown_inline(used.why)})"
    if not remembered.selected:
        yield "No learnings apply to this change."
    if remembered.left_out_counts:
        yield ""
        yield "Left out:"
        yield ""
        for reason, count in sorted(remembered.left_out_counts.items()):
            yield f"- {count}: {reason}"
