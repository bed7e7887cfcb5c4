"""What a pull request is for, in its author's words: the title and the first sentences that are not the template's."""

from __future__ import annotations

import re

from buddy.core import secrets
from buddy.core.text.invisible import clean
from buddy.core.text.markdown import without_markers

LIMIT = 400
"""Code points of the whole intent."""

_READ = 20_000
_SENTENCES = 240
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<details\b.*?(?:</details\s*>|\Z)"
    r"|^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_NO_PROSE = re.compile(
    r"\s*(?:"
    r"#{1,6}(?:\s|$)"  # heading
    r"|[-*+]\s+\[[ xX]?\]"  # task
    r"|>|\|"  # quote, table
    r"|(?:[-=*_]\s*){3,}$"  # rule
    r"|\*\*[^*]{1,80}\*\*:?\s*$|__[^_]{1,80}__:?\s*$"  # a heading in bold
    r"|\[[^\]]{1,80}\]:\s"  # link definition
    r"|(?:(?:signed-off|co-authored|reviewed|acked|tested|reported|suggested|generated|assisted)-by|change-id|cc):\s"
    r"|please (?:include|describe|provide|add|explain|delete|remove|fill|read|check|make sure|ensure|note)\b"
    r"|(?:describe|explain|summari[sz]e) (?:your|the|what|why|here)\b|provide (?:a|an|the)\b|thank(?:s| you)\b"
    r"|if applicable|what (?:does|is|was|changed|type)\b|why\b[^.]*\?"
    r"|(?:n/?a|none|tbd|todo|_?no response_?)[.!]?\s*$"
    r")",
    re.IGNORECASE,
)
_CLOSING_WORD = re.compile(
    r"(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|part|related|issues?|tickets?):?", re.IGNORECASE
)
_REFERENCE = re.compile(r"(?:and|or|of|to|&|:)|.{0,200}#\d+\S{0,9}|https?://\S*", re.IGNORECASE)
_IMAGE = re.compile(r"!\[[^\]\n]{0,200}\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,100}\])")
_LINK = re.compile(r"\[([^\]\[\n]{0,200})\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,100}\])")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
_LIST = re.compile(r"\A\s*(?:[-*+]|\d{1,3}[.)])\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=[。！？])")


def intent(title: str, body: str | None) -> str:
    """One line of at most `LIMIT` code points, without secrets and markup; the bare title if the body says no more.

    It is still foreign text: whoever prints it neutralises it for the place.
    """
    named = " ".join(_plain(_safe(title)).split())
    said = _first_sentences(_safe(body or "")[:_READ])
    if not said or said.casefold().rstrip(".") in named.casefold():
        return _shortened(named or said)
    repeated = len(named) >= 10 and named.casefold() in said.casefold()
    return _shortened(said if repeated or not named else f"{named} — {said}")


def _safe(text: str) -> str:
    """Redacted before anything is cut: half a secret has no known shape."""
    return secrets.redact(clean(text).text)


def _first_sentences(body: str) -> str:
    for paragraph in re.split(r"\n\s*\n", _HIDDEN.sub("\n", body)):
        lines = [line for line in paragraph.split("\n") if not _NO_PROSE.match(line) and not _only_refers(line)]
        prose = " ".join(_joined(lines).split())
        if any(character.isalpha() for character in prose):
            return _some_sentences(prose)
    return ""


def _joined(lines: list[str]) -> str:
    text = ""
    for line in lines:
        ends = not text or text[-1] in ".!?:;,"
        text += ("; " if _LIST.match(line) and not ends else " ") + _plain(line).strip()
    return text


def _only_refers(line: str) -> bool:
    """`Fixes #12, #13`: says which issue, not what for."""
    words = line.replace(",", " ").split()
    return bool(words) and bool(_CLOSING_WORD.fullmatch(words[0])) and all(map(_REFERENCE.fullmatch, words[1:]))


def _some_sentences(prose: str) -> str:
    """The first sentence, and those after it that fit."""
    taken = ""
    for sentence in _SENTENCE_END.split(prose[: LIMIT * 2]):
        if taken and len(taken) + len(sentence) >= _SENTENCES:
            break
        taken = f"{taken} {sentence}".strip()
    return taken


def _plain(line: str) -> str:
    line = _LINK.sub(r"\1", _IMAGE.sub("", _LIST.sub("", line, count=1)))
    return _TAG.sub("", line).replace("**", "").replace("__", "")


def _shortened(text: str) -> str:
    text = without_markers(secrets.redact(text))
    if len(text) <= LIMIT:
        return text
    cut = text[: LIMIT - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[LIMIT // 2 :] else cut}…"
