"""The ignores of `.snyk`: a vulnerability or a rule by its id, everywhere or in one file, with a reason and an end.

A chain of dependencies (`a > b > c`) names no file of a repository; taking it for all of them would hide more (P4).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import yaml

from buddy.core.globs import literal
from buddy.core.interop import yaml_text
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.loss import lost
from buddy.core.learnings.record import Kind, Learning, Match

TOOL = "snyk/"
_ANY_PACKAGE = re.compile(r"\*(?: > [^>*]+)?")
_FILE = re.compile(r"(?P<file>(?!@)[^>*?\[\]{}\s]*(?:/[^>*?\[\]{}\s]+|\.[A-Za-z0-9]+))(?: > \*)?")
_CARRIED = {"kind", "text", "paths", "match", "createdAt", "expiresAt"}


class Snyk:
    """Snyk's policy file."""

    name = "snyk"
    title = "Snyk policy"
    patterns = (".snyk",)
    file = ".snyk"

    def recognises(self, path: str, content: bytes) -> bool:
        """By its name."""
        return path.rpartition("/")[2] == ".snyk"

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in _found(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        data = existing.get(self.file, b"")
        taken = _ids(self.file, data)
        fitting: dict[str, list[Learning]] = {}
        left_out: list[Loss] = []
        for record in records:
            why = _unfit(record, taken)
            if why is None:
                fitting.setdefault(_rule(record), []).append(record)
            else:
                left_out.append(Loss(item=record.id, field="*", why=why))
        written = [one for many in fitting.values() for one in many]
        content = _changed(self.file, data, [line for rule, many in fitting.items() for line in _rows(rule, many)])
        if content is None:
            why = "the file that is there is not written in a way that Buddy can add to"
            return Written(files={}, left_out=[*left_out, *(Loss(item=one.id, field="*", why=why) for one in written)])
        because = "an ignore of Snyk has no place for it"
        losses = [loss for one in written for loss in lost(one, carried=_CARRIED, because=because)]
        return Written(files={self.file: content}, losses=losses, left_out=left_out)


def _found(path: str, data: bytes) -> Iterator[Found]:
    top = yaml_text.compose(path, data)
    if isinstance(top, Unusable):
        yield top
        return
    if not isinstance(top, yaml.MappingNode):
        yield unusable(path, "unknown-schema", "the file is no policy of Snyk", line=1)
        return
    for rule, node in yaml_text.pairs(yaml_text.at(top, "ignore")):
        items = node.value if isinstance(node, yaml.SequenceNode) else []
        for item in items:
            for where, details in yaml_text.pairs(item):
                yield _entry(Place(path=path, line=yaml_text.line_of(item)), rule, where, details)
                if where != "*" and _ANY_PACKAGE.fullmatch(where):
                    at = f"{path}:{yaml_text.line_of(item)}"
                    yield Loss(item=at, field="path", why="the package is known by the id; it is taken for everywhere")
    for key, node in yaml_text.pairs(top):
        if key not in ("ignore", "version") and not _is_empty(node):
            yield Loss(item=path, field=key, why="it tells Snyk what to do and says nothing to remember")


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.CollectionNode) and not node.value


def _entry(place: Place, rule: str, where: str, details: yaml.Node) -> Entry | Unusable:
    paths = _paths(where)
    if paths is None:
        message = "it is about a chain of dependencies, which names no file of the repository"
        return Unusable(place=place, reason="dependency-path", message=message)
    reason = yaml_text.scalar(yaml_text.at(details, "reason"))
    reason = None if reason is None or reason.strip().lower() in ("none given", "none") else reason.strip()
    return Entry(
        place=place,
        text=reason or f"ignore {TOOL}{rule} in {', '.join(paths)}",
        kind=Kind.SUPPRESSION,
        paths=paths,
        match=Match(category=f"{TOOL}{rule}"),
        expires_at=yaml_text.scalar(yaml_text.at(details, "expires")),
        created_at=yaml_text.scalar(yaml_text.at(details, "created")),
    )


def _paths(where: str) -> tuple[str, ...] | None:
    if _ANY_PACKAGE.fullmatch(where.strip()):
        return ("**",)
    found = _FILE.fullmatch(where.strip())
    return (literal(found["file"]),) if found else None


def _rule(record: Learning) -> str:
    return ((record.match.category if record.match else None) or "").removeprefix(TOOL)


def _unfit(record: Learning, taken: frozenset[str]) -> str | None:
    category = record.match.category if record.match else None
    if record.kind is not Kind.SUPPRESSION or not (category or "").startswith(TOOL) or not _rule(record):
        return "Snyk's policy holds ignores of Snyk's own findings only"
    if record.match is not None and record.match.fingerprint is not None:
        return "Snyk cannot ignore one finding alone; it would hide more than meant"
    if any(_paths(_where(glob)) != (glob,) for glob in record.paths or ()):
        return "Snyk's policy knows files by their names and no globs"
    return "the policy has an ignore of this id already" if _rule(record) in taken else None


def _where(glob: str) -> str:
    return "*" if glob == "**" else f"{glob} > *"


def _rows(rule: str, records: Sequence[Learning]) -> Iterator[str]:
    yield f"{json.dumps(rule)}:"
    for record in records:
        for glob in record.paths or ():
            yield f"  - {json.dumps(_where(glob))}:"
            yield f"      reason: {json.dumps(record.text)}"
            for key, date in (("expires", record.expires_at), ("created", record.created_at)):
                if date is not None:
                    yield f"      {key}: {json.dumps(date)}"


def _ids(path: str, data: bytes) -> frozenset[str]:
    """Ids that the file ignores outside of Buddy's block: a key may stand there once."""
    text = text_of(path, data)
    if isinstance(text, Unusable):
        return frozenset()
    top = yaml_text.compose(path, yaml_text.without_block(text).encode())
    return (
        frozenset()
        if isinstance(top, Unusable)
        else frozenset(key for key, _ in yaml_text.pairs(yaml_text.at(top, "ignore")))
    )


def _changed(path: str, data: bytes, rows: Sequence[str]) -> bytes | None:
    text = text_of(path, data) if data.strip() else "version: v1.25.0\n"
    if isinstance(text, Unusable):
        return None
    changed = yaml_text.with_block(text, below=("ignore",), lines=rows)
    return None if changed is None else changed.encode()


FORMAT = Snyk()
