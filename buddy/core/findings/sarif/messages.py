"""The text of a result: message strings by id, placeholders, embedded links, Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping

from buddy.core.findings import loose
from buddy.core.findings.plain_text import LONGEST_MESSAGE, READ_AT_MOST, from_markdown
from buddy.core.findings.sarif.rules import Rule, Rules

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\d{1,4})\}")
_LINK = re.compile(r"(?<![\\\w\])])(!?)\[((?:[^\[\]\\\n]|\\.){1,500})\]\(([^()\s]{1,2000})\)")
_LOCATION_ID = re.compile(r"\d+|sarif:.*")


def message_text(message: object, *, rule: Rule, rules: Rules) -> str:
    """What the result says, else its rule's description; empty where neither has words."""
    return _stated(message, rule=rule, rules=rules) or _description(rule) or ""


def _stated(message: object, *, rule: Rule, rules: Rules) -> str | None:
    if isinstance(message, str):  # as SARIF 1.0 had it
        return loose.text(message[:READ_AT_MOST])
    fields = loose.mapping(message)
    words = _words(fields)
    if words is None and (message_id := loose.text(fields.get("id"))) is not None:
        template = loose.mapping(rule.get("messageStrings")).get(message_id) or rules.shared_message(message_id)
        words = _words(loose.mapping(template))
    return None if words is None else _with_plain_links(_filled(words, loose.sequence(fields.get("arguments"))))


def _words(holder: Mapping[str, object]) -> str | None:
    plain = loose.text(holder.get("text"))
    if plain is not None:
        return plain[:READ_AT_MOST]
    markdown = loose.text(holder.get("markdown"))
    return None if markdown is None else loose.text(from_markdown(markdown))


def _filled(words: str, arguments: object) -> str:
    """Placeholders replaced and doubled braces halved. Without arguments the text stays as it is: tools that
    use none do not double the braces of code that they quote."""
    given = loose.sequence(arguments)
    if not given:
        return words

    def fill(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        index = int(found[1])
        if index >= len(given) or given[index] is None:
            return found[0]
        return str(given[index])[:LONGEST_MESSAGE]

    return _PLACEHOLDER.sub(fill, words)


def _with_plain_links(words: str) -> str:
    """A link to a location of the result, or an image, is only its words; a link elsewhere shows its target."""

    def plain(found: re.Match[str]) -> str:
        image, label, target = found[1], re.sub(r"\\(.)", r"\1", found[2]), found[3]
        return label if image or _LOCATION_ID.fullmatch(target) or label == target else f"{label} ({target})"

    return _LINK.sub(plain, words)


def _description(rule: Rule) -> str | None:
    for key in ("shortDescription", "fullDescription"):
        if (words := _words(loose.mapping(rule.get(key)))) is not None:
            return words
    return loose.text(rule.get("name"))
