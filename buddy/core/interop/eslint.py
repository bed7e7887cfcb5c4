"""`eslint-suppressions.json`: how often a file may break a rule before ESLint speaks up.

Buddy hides a rule in a file or does not: the count is lost on the way in, and on the way out it is the least there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from buddy.core.findings import loose
from buddy.core.globs import literal
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.loss import lost
from buddy.core.learnings.record import Kind, Learning, Match

TOOL = "eslint/"


class EslintSuppressions:
    """ESLint's bulk suppressions."""

    name = "eslint"
    title = "ESLint bulk suppressions"
    patterns = ("eslint-suppressions.json",)
    file = "eslint-suppressions.json"

    def recognises(self, path: str, content: bytes) -> bool:
        """By its name."""
        return path.rpartition("/")[2] == "eslint-suppressions.json"

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in _found(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        table, broken = _table(self.file, existing.get(self.file, b""))
        losses: list[Loss] = []
        left_out: list[Loss] = []
        for record in records:
            why = broken or _unfit(record)
            if why is not None:
                left_out.append(Loss(item=record.id, field="*", why=why))
                continue
            losses += _losses(record)
            for glob in record.paths or ():
                table.setdefault(_plain(glob), {}).setdefault(_rule(record), {"count": 1})
        if broken:
            return Written(files={}, left_out=left_out)
        content = json.dumps({path: table[path] for path in sorted(table)}, ensure_ascii=False, indent=2)
        return Written(files={self.file: f"{content}\n".encode()}, losses=losses, left_out=left_out)


def _found(path: str, data: bytes) -> Iterator[Found]:
    table, broken = _table(path, data)
    if broken is not None or not data.strip():
        text = text_of(path, data)
        yield text if isinstance(text, Unusable) else unusable(path, "unknown-schema", broken or "")
        return
    rows = data.decode("utf-8", "replace").split("\n")
    starts = {_key(row): number for number, row in reversed(list(enumerate(rows, start=1)))}
    folder = path.rpartition("/")[0]
    for file, rules in table.items():
        line = starts.get(file)
        for rule in loose.mapping(rules):
            yield _entry(Place(path=path, line=line), f"{folder}/{file}" if folder else file, rule)
            why = "Buddy hides the rule in the file, however often it is broken there"
            yield Loss(item=f"{path}:{line}", field="count", why=why)
        if not isinstance(rules, dict):
            yield unusable(path, "wrong-type", "the file's value is no object of rules", line=line)


def _key(row: str) -> str:
    """The key with which a line of pretty-printed JSON begins."""
    stripped = row.strip()
    if not stripped.startswith('"'):
        return ""
    try:
        return str(json.JSONDecoder().raw_decode(stripped)[0])
    except ValueError:
        return ""


def _entry(place: Place, file: str, rule: str) -> Entry:
    glob = literal(file.removeprefix("./"))
    category = f"{TOOL}{rule}"
    return Entry(
        place=place,
        text=f"ignore {category} in {glob}",
        kind=Kind.SUPPRESSION,
        paths=(glob,),
        match=Match(category=category),
    )


def _table(path: str, data: bytes) -> tuple[dict[str, dict[str, object]], str | None]:
    """The file's object, or why there is none; a missing file is empty."""
    if not data.strip():
        return {}, None
    text = text_of(path, data)
    if isinstance(text, Unusable):
        return {}, text.message
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}, "the file is not valid JSON"
    return (value, None) if isinstance(value, dict) else ({}, "the JSON is no object of files")


def _rule(record: Learning) -> str:
    return ((record.match.category if record.match else None) or "").removeprefix(TOOL)


def _plain(glob: str) -> str:
    """The file that a glob without wildcards names."""
    return glob.removeprefix("/").replace("\\", "")


def _unfit(record: Learning) -> str | None:
    category = (record.match.category if record.match else None) or ""
    if record.kind is not Kind.SUPPRESSION or not category.startswith(TOOL) or not _rule(record):
        return "ESLint's suppressions hold rules of ESLint only"
    if record.match is not None and record.match.fingerprint is not None:
        return "ESLint counts and cannot ignore one finding alone"
    if any(literal(_plain(glob)) != glob for glob in record.paths or ()):
        return "ESLint's suppressions know files by their names and no globs"
    return None


def _losses(record: Learning) -> Iterator[Loss]:
    carried = {"kind", "match"} if len(record.paths or ()) > 1 else {"kind", "match", "paths"}
    if record.text == f"ignore {TOOL}{_rule(record)} in {(record.paths or ('',))[0]}":
        carried.add("text")
    yield from lost(record, carried=carried, because="ESLint's suppressions have no place for it")
    why = "how often the rule is broken is not known: 1 is written, or what stood there; ESLint tells the rest"
    yield Loss(item=record.id, field="count", why=why)


FORMAT = EslintSuppressions()
