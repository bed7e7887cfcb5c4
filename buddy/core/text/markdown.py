"""Foreign text inside GitHub Markdown: shown as it was written, never acting.

GitHub looks for mentions and references after it has resolved escapes and entities, so a backslash does not
stop them; a code span does. Whatever would ping, link or close is therefore shown as code.
"""

from __future__ import annotations

import itertools
import re

from buddy.core.text import invisible

_LIVE = re.compile(
    r"@(?=\w)"  # mention, team, e-mail
    r"|#(?=\d)"  # issue, also behind owner/repo, and decimal character references
    r"|(?<![a-z0-9])gh-(?=\d)"
    r"|://|(?<![a-z0-9])(?:www\.|mailto:|xmpp:)"  # the extended autolinks of GFM
    r"|(?<!\w)(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40}(?!\w)",  # commit
    re.IGNORECASE,
)
_EDGES_BEFORE = "!([{<\"'*_~"
_EDGES_AFTER = ")]}>\"'*_~.,;:!?"
_CODE = re.compile(r"(?<!`)`([^`\n]*[^`\s][^`\n]*)`(?!`)")
_SPECIAL = re.compile(
    r"(?P<subscript>(?<=[A-Za-z0-9])\[[A-Za-z0-9., ]{1,80}\](?=[^(\[:]))"
    r"|(?P<intraword>(?<=[^\W_])_+(?=[^\W_]))"
    r"|(?P<alone>(?<=\s)\*(?=\s))"
    r"|(?P<entity>&(?=#?\w{1,32};))"
    r"|(?P<tag><(?!=?\s))"
    r"|(?P<dollar>\$)"
    r"|(?P<escape>[\\`*_~\[\]])"
)
_BLOCK_START = re.compile(r"#{1,6}(?=\s|$)|[-+](?=\s|$)|>|/(?=\w)|(?=[-=:|])[-=:|\s]+$")
_ORDERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^`]*)$")
_OWN_MARKER = re.compile(r"<!--(?=\s*buddy)", re.IGNORECASE)


def markdown(text: str) -> str:
    """Paragraphs of foreign text; closed code fences stay fences, other block structure is shown as typed.

    No mention, reference, closing keyword, link, image, HTML, list or heading comes out of it, and it starts
    and ends outside any block. The result has no blank line at its ends.
    """
    out: list[str] = []
    lines = invisible.clean(text).text.split("\n")
    dollars = text.count("$") > 1
    unclosed: dict[str, int] = {}
    at = 0
    while at < len(lines):
        if (closing := _closing_fence(lines, at, unclosed)) is not None:
            out += ["", _fence("\n".join(lines[at + 1 : closing]), ""), ""]
            at = closing + 1
        else:
            out.append(_line(lines[at], dollars=dollars))
            at += 1
    return "\n".join(line for line, above in zip(out, ["", *out], strict=False) if line or above).strip("\n")


def markdown_inline(text: str) -> str:
    """One line of foreign text, to stand in a paragraph, list item or heading, or in their links."""
    return _line(_one_line(text), dollars=text.count("$") > 1)


def table_cell(text: str) -> str:
    """One line of foreign text that cannot leave its table cell."""
    line = _one_line(text)
    pieces = _pieces(line)
    dollars = line.count("$") > 1
    return "".join(
        _code_in_cell(piece) if code else _escaped(piece, dollars=dollars).replace("|", "&#124;")
        for code, piece in pieces
    )


def code_span(text: str) -> str:
    """Foreign text as inline code, one line; empty for empty text. In a table use `code_cell`."""
    return _code(_one_line(text))


def code_cell(text: str) -> str:
    """Foreign text as inline code inside a table cell."""
    return _code_in_cell(_one_line(text))


def fenced(text: str, *, info: str = "") -> str:
    """Foreign text as a code block whose fence nothing inside can close; `info` is Buddy's own word."""
    return _fence(invisible.clean(text).text, info)


def without_markers(text: str) -> str:
    """Break up the beginning of Buddy's own hidden markers where no character can be escaped."""
    return _OWN_MARKER.sub("<!- -", text)


def _one_line(text: str) -> str:
    return " ".join(invisible.clean(text).text.split())


def _line(line: str, *, dollars: bool) -> str:
    line = line.strip()
    pieces = _pieces(line)
    rendered = "".join(_code(piece) if code else _escaped(piece, dollars=dollars) for code, piece in pieces)
    if pieces and not pieces[0][0]:
        if _BLOCK_START.match(line) and not rendered.startswith("\\"):
            return "\\" + rendered
        return _ORDERED.sub(r"\1\\\2", rendered, count=1) if _ORDERED.match(line) else rendered
    return rendered


def _pieces(line: str) -> list[tuple[bool, str]]:
    """(is code, text) in order; neighbours of one sort are joined, so two code spans never touch."""
    found: list[tuple[bool, str]] = []
    at = 0
    for code in _CODE.finditer(line):
        found += _words(line[at : code.start()])
        found.append((True, code[1]))
        at = code.end()
    found += _words(line[at:])
    return [
        (sort, "".join(piece for _, piece in group))
        for sort, group in itertools.groupby(found, key=lambda piece: piece[0])
    ]


def _words(text: str) -> list[tuple[bool, str]]:
    if not _LIVE.search(text):
        return [(False, text)] if text else []
    found: list[tuple[bool, str]] = []
    for word in re.split(r"(\s+)", text):
        if _LIVE.search(word):
            start = len(word) - len(word.lstrip(_EDGES_BEFORE))
            end = max(start, len(word.rstrip(_EDGES_AFTER)))
            found += [(False, word[:start]), (True, word[start:end]), (False, word[end:])]
        else:
            found.append((False, word))
    return [piece for piece in found if piece[1]]


def _escaped(text: str, *, dollars: bool) -> str:
    def escape(match: re.Match[str]) -> str:
        match match.lastgroup:
            case "entity":
                return "&amp;"
            case "tag":
                return "&lt;"
            case "dollar":  # the way that GitHub documents for a dollar sign beside others
                return "<span>$</span>" if dollars else "$"
            case "escape":
                return "\\" + match[0]
            case _:
                return match[0]

    return _SPECIAL.sub(escape, text)


def _code(text: str) -> str:
    if not text:
        return ""
    text = without_markers(text)
    runs = {len(run) for run in re.findall("`+", text)}
    ticks = "`" * next(n for n in itertools.count(1) if n not in runs)
    touches = text[0] == "`" or text[-1] == "`"
    trimmed = text[0] == " " == text[-1] and text.strip(" ") != ""
    return f"{ticks} {text} {ticks}" if touches or trimmed else f"{ticks}{text}{ticks}"


def _code_in_cell(text: str) -> str:
    """Renderers disagree on a backslash in front of an escaped pipe; there the code is split at the pipe."""
    if "\\|" in text:
        return "&#124;".join(_code(part) for part in text.split("|"))
    return _code(text).replace("|", "\\|")


def _fence(text: str, info: str) -> str:
    text = without_markers(text).removesuffix("\n")
    longest = {tick: max((len(run) for run in re.findall(f"{tick}+", text)), default=0) for tick in "`~"}
    tick = min("`~", key=lambda candidate: longest[candidate])
    fence = tick * max(3, longest[tick] + 1)
    return f"{fence}{info}\n{text}\n{fence}"


def _closing_fence(lines: list[str], at: int, unclosed: dict[str, int]) -> int | None:
    """The line that closes the fence opened at `at`.

    `unclosed` remembers which fences have no end further down, so that the search stays linear.
    """
    opening = _FENCE.match(lines[at])
    if opening is None:
        return None
    tick, length = opening[1][0], len(opening[1])
    if length >= unclosed.get(tick, length + 1):
        return None
    for index in range(at + 1, len(lines)):
        line = lines[index].strip()
        if len(line) >= length and not line.strip(tick):
            return index
    unclosed[tick] = length
    return None
