"""Kodus' rule files: one rule a file, with its title, its globs and whether it is on in the front matter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from buddy.core.interop import managed_block
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.front_matter import taken_apart
from buddy.core.interop.instructions import statements
from buddy.core.interop.prose_files import below, presentable, prose_losses, unfit
from buddy.core.learnings.record import Learning

FOLDER = ".kody/rules"
_OWN = f"{FOLDER}/buddy"
_INSTRUCTIONS = re.compile(r"#{1,6}\s*instructions\s*#*\s*", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6}\s+\S")
_CARRIED_KEYS = ("title", "path", "enabled", "uuid")


class Kody:
    """`.kody/rules/**/*.md`."""

    name = "kody"
    title = "Kody rules"
    patterns = (f"**/{FOLDER}/**/*.md",)
    file = None

    def recognises(self, path: str, content: bytes) -> bool:
        """By its folder."""
        return path.endswith(".md") and f"/{FOLDER}/" in f"/{path}"

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in _found(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        files: dict[str, bytes] = {}
        losses: list[Loss] = []
        left_out: list[Loss] = []
        for record in records:
            why = unfit(record) or _unfit(record)
            if why is not None:
                left_out.append(Loss(item=record.id, field="*", why=why))
                continue
            path = f"{_OWN}/{record.id}.md"
            if path in existing and not _is_buddys(existing[path]):
                left_out.append(Loss(item=record.id, field="*", why=f"{path} is not Buddy's alone any more"))
                continue
            files[path] = _content(presentable(record)).encode()
            losses += prose_losses(record, self.title)
        for path in sorted(existing):
            if path.startswith(f"{_OWN}/") and path not in files and _is_buddys(existing[path]):
                files[path] = _retired(path).encode()
        return Written(files=files, losses=losses, left_out=left_out)


def _is_buddys(data: bytes) -> bool:
    """Whether nobody added to a file that Buddy made."""
    text = taken_apart(data.decode("utf-8", "replace")).body.replace("## Instructions", "", 1)
    return managed_block.is_only_block(text)


def _found(path: str, data: bytes) -> Iterator[Found]:
    text = text_of(path, data)
    if isinstance(text, Unusable):
        yield text
        return
    head = taken_apart(text)
    if head.values.get("enabled") in (False, "false"):
        yield unusable(path, "not-applied", "the rule is switched off", line=1)
        return
    above = path.partition(f"{FOLDER}/")[0].rstrip("/") if f"/{FOLDER}/" in path else ""
    paths = below(above, head.listed("path"))
    for key in (*(key for key in head.values if key not in _CARRIED_KEYS), *head.odd):
        yield Loss(item=path, field=key, why="a learning has no place for it")
    taken = managed_block.split(head.body)
    for item in taken.items:
        yield Entry(
            place=Place(path=path, line=item.line + head.first - 1),
            text=item.text,
            id=item.id,
            kind=item.kind,
            paths=paths or None,
        )
    if not taken.items:
        yield from _of_authors(path, head.body, first=head.first, title=head.text("title"), paths=paths)


def _of_authors(path: str, body: str, *, first: int, title: str, paths: tuple[str, ...]) -> Iterator[Found]:
    """The statements of `## Instructions`; of a rule without any, its title."""
    start, lines = _instructions(body)
    said = 0
    for offset, statement in statements("\n".join(lines)):
        place = Place(path=path, line=first + start + offset)
        if statement.lead:
            yield Loss(item=f"{path}:{place.line}", field="context", why="a lead or a block of code is no statement")
        else:
            said += 1
            yield Entry(place=place, text=statement.text, paths=paths or None)
    if not said and title:
        yield Entry(place=Place(path=path, line=1), text=title, paths=paths or None)
    elif not said:
        yield unusable(path, "no-text", "the rule has neither a title nor instructions", line=1)
    if start + len(lines) < len(body.split("\n")) and body.strip():
        yield Loss(item=path, field="examples", why="code is no statement")


def _instructions(body: str) -> tuple[int, list[str]]:
    """Where they begin, from 0, and their lines; the whole body where it has no such heading."""
    rows = body.replace("\r\n", "\n").split("\n")
    start = next((at + 1 for at, row in enumerate(rows) if _INSTRUCTIONS.fullmatch(row)), None)
    if start is None:
        return 0, rows
    end = next((at for at in range(start, len(rows)) if _HEADING.match(rows[at])), len(rows))
    return start, rows[start:end]


def _unfit(record: Learning) -> str | None:
    return "a rule's id is its file's name" if "/" in record.id or ".." in record.id else None


def _content(record: Learning) -> str:
    title = " ".join(record.text.split())
    title = title if len(title) <= 80 else f"{title[:79]}…"
    return (
        f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n"
        f"path: {json.dumps(list(record.paths or ()), ensure_ascii=False)}\n"
        f"enabled: true\n---\n\n## Instructions\n\n{managed_block.block([record], grouped=False)}"
    )


def _retired(path: str) -> str:
    """What is no longer in force is switched off; a file cannot be taken away by an export."""
    name = path.rpartition("/")[2].removesuffix(".md")
    return f"---\ntitle: {json.dumps(f'{name} is no longer in force')}\nenabled: false\n---\n"


FORMAT = Kody()
