"""The transcript for people: the job summary, complete even where no comment could be written."""

from __future__ import annotations

from collections.abc import Sequence

from buddy.core.review.judgement import Judgement
from buddy.core.review.summary import counts_by_severity
from buddy.core.review.transcript import EffectRecord
from buddy.core.text.surfaces import code_cell, markdown_inline, table_cell

_ROWS = 200


def job_summary(visible: str, judgement: Judgement) -> str:
    """What the pull request's summary says, and every finding that has its comment on a line."""
    inline = [verdict for verdict in judgement.standing if verdict.spot is not None]
    if not inline:
        return visible
    rows = [
        f"| {v.finding.severity.value} | {code_cell(f'{v.finding.path}:{v.finding.line}')} "
        f"| {code_cell(v.finding.category)} | {table_cell(v.finding.message)} | `{v.finding.fingerprint}` |"
        for v in inline[:_ROWS]
    ]
    more = f"\n\n{len(inline) - _ROWS} more not shown." if len(inline) > _ROWS else ""
    head = f"### On changed lines ({counts_by_severity(inline)})"
    table = ["| | where | rule | finding | fingerprint |", "|---|---|---|---|---|", *rows]
    return "\n".join((visible, "", head, "", *table)) + more


def effects_summary(effects: Sequence[EffectRecord], requests: tuple[int, int]) -> str:
    """What was done, and what it took; appended at the end of a run."""
    lines = [f"- {effect.kind}: {_state(effect)}" for effect in effects] or ["- nothing had to be written"]
    total, writes = requests
    return "\n".join(("### What was done", "", *lines, "", f"{total} requests, {writes} of them writes."))


def _state(effect: EffectRecord) -> str:
    state = "planned" if effect.applied is None else "done" if effect.applied else "not done"
    return f"{state} ({markdown_inline(effect.reason)})" if effect.reason else state
