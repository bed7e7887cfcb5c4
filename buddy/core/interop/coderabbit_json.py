"""CodeRabbit's learnings as JSON: pages of an organization (`data`) or a knowledge base (`items`), or a bare list."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from buddy.core.findings import loose
from buddy.core.interop.coderabbit_learnings import TEXT, Row, plain_name, read_rows, values_of
from buddy.core.interop.conversion import Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.loss import lost
from buddy.core.learnings.record import Kind, Learning

_CARRIED = {"id", "text", "paths", "createdAt", "updatedAt", "source.by", "source.pr", "source.comment"}
_LISTS = ("data", "items", "learnings", "results")


class CodeRabbitJson:
    """Either shape is read; `shape` is the key of the list that is written."""

    patterns: Sequence[str] = ()

    def __init__(self, *, name: str, title: str, file: str, shape: str) -> None:
        self.name, self.title, self.file, self._shape = name, title, file, shape

    def recognises(self, path: str, content: bytes) -> bool:
        """An object with a list under the shape's key, of which the first item has a `learning`."""
        rows = _listed(path, content)
        if isinstance(rows, Unusable) or rows[0] not in (self._shape, ""):
            return False
        first = loose.mapping(next(iter(rows[1]), None))
        return any(plain_name(key) in TEXT[:2] for key in first)

    def read(self, files: Mapping[str, bytes]) -> Reading:
        losses: list[Loss] = []
        rows = [row for path, data in files.items() for row in _rows(path, data, losses)]
        return read_rows(rows, losses=losses)

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        fitting = [record for record in records if record.kind is not Kind.SUPPRESSION]
        because = "CodeRabbit's learnings have no field for it"
        content = json.dumps({self._shape: [self._item(one) for one in fitting]}, ensure_ascii=False, indent=2)
        why = "CodeRabbit's learnings hide no findings"
        carried = _CARRIED if self._shape == "items" else _CARRIED - {"source.pr", "source.comment"}
        return Written(
            files={self.file: f"{content}\n".encode()},
            losses=[loss for one in fitting for loss in lost(one, carried=carried, because=because)],
            left_out=[Loss(item=one.id, field="*", why=why) for one in records if one.kind is Kind.SUPPRESSION],
        )

    def _item(self, record: Learning) -> dict[str, object]:
        values: dict[str, object] = dict(values_of(record))
        if self._shape == "items":
            renamed = {"author_username": "user", "created_at": "createdAt", "updated_at": "updatedAt"}
            values = {renamed.get(name, name): value for name, value in values.items()}
            if record.source is not None:
                values |= {"pull_request": record.source.pr, "top_level_comment_id": record.source.comment}
        return {name: value for name, value in values.items() if value is not None}


def _listed(path: str, data: bytes) -> tuple[str, Sequence[object], Mapping[str, object]] | Unusable:
    """The key of the list ("" for a bare one), the list, and what stands beside it."""
    text = text_of(path, data)
    if isinstance(text, Unusable):
        return text
    try:
        value = json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return unusable(path, "invalid-json", "the file is not valid JSON")
    if isinstance(value, list):
        return "", value, {}
    top = loose.mapping(value)
    for key in _LISTS:
        if isinstance(top.get(key), list):
            return key, loose.sequence(top[key]), {name: top[name] for name in top if name != key}
    return unusable(path, "unknown-schema", "the JSON has no list of learnings (`data` or `items`)")


def _rows(path: str, data: bytes, losses: list[Loss]) -> Iterator[Row | Unusable]:
    """A row for each item; `line` counts items. A page that is not the last one says so."""
    found = _listed(path, data)
    if isinstance(found, Unusable):
        yield found
        return
    _, items, beside = found
    if beside.get("next_cursor") or beside.get("nextCursor"):
        why = "the file is one page of several; fetch the others with this cursor and import them too"
        losses.append(Loss(item=path, field="next_cursor", why=why))
    for number, item in enumerate(items, start=1):
        if isinstance(item, dict):
            yield Row(place=Place(path=path, line=number), values={plain_name(k): v for k, v in item.items()})
        else:
            yield unusable(path, "not-an-object", "the item is no object", line=number)


ORGANIZATION = CodeRabbitJson(
    name="coderabbit-json", title="CodeRabbit learnings, JSON", file="coderabbit-learnings.json", shape="data"
)
KNOWLEDGE = CodeRabbitJson(
    name="coderabbit-knowledge",
    title="CodeRabbit knowledge base, JSON",
    file="coderabbit-knowledge.json",
    shape="items",
)
