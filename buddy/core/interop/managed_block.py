"""Buddy's own part of a file that people write: between two lines that it knows again, all else is theirs.

Inside, the learnings are grouped by their globs, one list item each, with the id in a comment behind the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from buddy.core.interop.markdown_text import escaped, unescaped
from buddy.core.learnings.record import Kind, Learning

BEGIN = "<!-- learnings:begin (made by `buddy learnings export`; change the memory, not this part) -->"
END = "<!-- learnings:end -->"

_BEGIN = re.compile(r"[ \t]{0,3}<!-- learnings:begin\b[^\n]*-->[ \t]*\r?")
_END = re.compile(r"[ \t]{0,3}<!-- learnings:end -->[ \t]*\r?")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(
    r"(?P<text>.*?)\s?<!-- (?P<id>[A-Za-z]_[A-Za-z0-9_.-]{2,64})(?: (?P<kind>[a-z]+))? -->[ \t]*", re.DOTALL
)
_GLOBS = re.compile(r"`([^`\n]+)`")
_TITLE = "### "
_EVERYWHERE = "Everywhere"


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One learning of a block: `line` from 1 in the whole file, `paths` None where the block does not say them."""

    line: int
    text: str
    id: str | None
    kind: Kind | None
    paths: tuple[str, ...] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Split:
    """A file taken apart: `rest` are its lines with each of Buddy's replaced by an empty one; `unclosed` where a block
    has no end, so that nobody knows what is whose."""

    items: tuple[Item, ...]
    rest: str
    blocks: int
    unclosed: bool


def writable_globs(record: Learning) -> bool:
    """Whether its globs can stand between back-ticks."""
    return not any("`" in glob or "\n" in glob for glob in record.paths or ())


def block(records: Sequence[Learning], *, grouped: bool = True) -> str:
    """The lines between the two comments, both included, with `\\n` ends; without `grouped` nothing tells the globs."""
    lines = [BEGIN]
    for paths, group in _groups(records):
        if grouped:
            title = ", ".join(f"`{glob}`" for glob in paths) if paths else _EVERYWHERE
            lines += ["", f"{_TITLE}{title}", ""]
        lines += [_item(record) for record in group]
    return "\n".join([*lines, "", END] if len(lines) > 1 else [*lines, END]) + "\n"


def with_block(text: str, content: str) -> str | None:
    """The file with its block replaced, or added at its end; None where a block in it has no end.

    Of several blocks the first is kept and the others go; with empty `content` all go. Line ends are the file's.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    rows = text.split("\n")
    spans = _spans(rows)
    if spans is None:
        return None
    lines = content.removesuffix("\n").split("\n") if content else []
    if not spans:
        if not lines:
            return text
        lead = text if not text or text.endswith("\n") else text + end
        return lead + (end if lead else "") + end.join(lines) + end
    kept: list[str] = []
    at = 0
    for number, (first, last) in enumerate(spans):
        kept += rows[at:first]
        if number == 0 and lines:
            kept += [line + end.removesuffix("\n") for line in lines]
        elif kept and not kept[-1].strip():
            kept.pop()  # the blank line that came with the block
        at = last + 1
    kept += rows[at:]
    return "\n".join(kept)


def is_only_block(text: str) -> bool:
    """Whether there is a block and nothing of anybody else's beside it, nor by hand in it."""
    taken = split(text)
    return taken.blocks > 0 and not taken.rest.strip() and all(item.id is not None for item in taken.items)


def split(text: str) -> Split:
    """What is Buddy's in a file, and what is its authors'."""
    rows = text.split("\n")
    spans = _spans(rows)
    if spans is None:
        return Split(items=(), rest=text, blocks=0, unclosed=True)
    items: list[Item] = []
    for first, last in spans:
        items += _items(rows, first + 1, last)
        for at in range(first, last + 1):
            rows[at] = ""
    return Split(items=tuple(items), rest="\n".join(rows), blocks=len(spans), unclosed=False)


def _groups(records: Sequence[Learning]) -> list[tuple[tuple[str, ...], list[Learning]]]:
    groups: dict[tuple[str, ...], list[Learning]] = {}
    for record in records:
        groups.setdefault(record.paths or (), []).append(record)
    return sorted(groups.items())


def _item(record: Learning) -> str:
    kind = f" {record.kind.value}" if record.kind is not Kind.FACT else ""
    return f"- {escaped(record.text)} <!-- {record.id}{kind} -->"


def _spans(rows: Sequence[str]) -> list[tuple[int, int]] | None:
    """First and last row of each block; None where one is not closed before the next or the end.

    What a page shows in a fence of code is an example and no block.
    """
    spans: list[tuple[int, int]] = []
    first: int | None = None
    fence = ""
    for at, row in enumerate(rows):
        if first is None and (found := _FENCE.match(row)) is not None:
            if not fence:
                fence = found[1]
            elif found[1].startswith(fence) and not row[found.end() :].strip():
                fence = ""
        elif fence:
            continue
        elif _BEGIN.fullmatch(row):
            if first is not None:
                return None
            first = at
        elif first is not None and _END.fullmatch(row):
            spans.append((first, at))
            first = None
    return spans if first is None else None


def _items(rows: Sequence[str], first: int, last: int) -> Iterator[Item]:
    paths: tuple[str, ...] | None = None
    at = first
    while at < last:
        row = rows[at].removesuffix("\r")
        if row.startswith(_TITLE):
            paths = tuple(_GLOBS.findall(row))
        elif row.startswith("- "):
            start, lines = at, [row[2:]]
            while lines[-1].endswith("\\") and at + 1 < last:
                at += 1
                lines.append(rows[at].removesuffix("\r"))
            yield _read(start + 1, "\n".join(lines), paths)
        at += 1


def _read(line: int, markdown: str, paths: tuple[str, ...] | None) -> Item:
    found = _ITEM.fullmatch(markdown)
    if found is None:
        return Item(line=line, text=unescaped(markdown).strip(), id=None, kind=None, paths=paths)
    kinds = {kind.value: kind for kind in Kind if kind is not Kind.SUPPRESSION}
    return Item(
        line=line, text=unescaped(found["text"]), id=found["id"], kind=kinds.get(found["kind"] or ""), paths=paths
    )
