"""The comment on a line: what was found, its fingerprint, and the words that would silence it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from buddy.core.findings.finding import MODEL_TOOL, Finding
from buddy.core.memory.marker import MarkerKind, encode
from buddy.core.review.silencing import shown_commands, shown_lines
from buddy.core.secrets import redact
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import code_span, fenced, markdown, markdown_inline

MOST_SAID = 240
"""Characters of a model's words that are remembered."""


def finding_payload(
    finding: Finding, *, repo: int, pr: int, head: str, identity: str, blob: str | None, place: str | None
) -> dict[str, Any]:
    """What the marker of a finding's comment remembers: enough to recognise it on the next push.

    `identity` is the fingerprint that the text gives it, which may differ from the name it goes by.
    """
    payload = {
        "repo": repo,
        "pr": pr,
        "head": head,
        "identity": None if identity == finding.fingerprint else identity,
        "fingerprint": finding.fingerprint,
        "anchors": list(finding.anchors),
        "category": finding.category,
        "path": finding.path,
        "line": finding.line,
        "blob": blob,
        "place": place,
    } | model_words(finding)
    return {key: value for key, value in payload.items() if value not in (None, [])}


def model_words(finding: Finding) -> dict[str, Any]:
    """What a later run needs to know a model's finding by, since it will be told in other words; empty for a tool's."""
    if finding.tool != MODEL_TOOL:
        return {}
    return {"says": " ".join(finding.message.split())[:MOST_SAID], "severity": finding.severity.value}


def comment_body(
    finding: Finding,
    *,
    payload: Mapping[str, Any],
    key: bytes | None,
    protected: str | None = None,
    mention: str | None = None,
) -> str:
    """A whole comment, marker first, within the host's bounds.

    `protected` is why no learning can hide the finding, `mention` how Buddy is called, None where it does not listen.
    """
    marker = encode(MarkerKind.FINDING, payload, key=key)
    parts = (
        f"**{finding.severity.value}** · {code_span(finding.category)} · `{finding.fingerprint}`",
        markdown(finding.message),
        _suggestion(finding),
        _silence(finding, mention=mention)
        if protected is None
        else f"<sub>No learning hides this: {markdown_inline(protected)}.</sub>",
    )
    return cap("\n\n".join((marker, *(redact(part) for part in parts if part))))


def _suggestion(finding: Finding) -> str:
    """A block that the host offers to apply to exactly the commented lines."""
    said = "" if finding.suggestion is None else fenced(finding.suggestion, info="suggestion")
    because = ", ".join(code_span(name) for name in finding.because)
    return "\n\n".join(part for part in (said, because and f"<sub>Because of {because}.</sub>") if part)


def _silence(finding: Finding, *, mention: str | None) -> str:
    lines = shown_lines([finding])
    if not lines:
        return "<sub>No learning can name this path.</sub>"
    commands = shown_commands([finding], mention=mention) if mention is not None else ()
    answer = f"Answer with this line, by itself:\n\n{fenced(commands[0], info='text')}\n\n" if commands else ""
    return (
        f"<details><summary>Not a problem here? Say so once</summary>\n\n{answer}"
        "With this line in `.buddy/learnings.jsonl` on the base branch, no later review shows "
        f"{code_span(finding.category)} in this file:\n\n{fenced(lines[0], info='json')}\n\n</details>"
    )
