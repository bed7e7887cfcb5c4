"""What CodeRabbit learned: its CSV export and the two shapes of its JSON, which name the same things differently.

https://docs.coderabbit.ai/api-reference/learnings-list has `data` and snake case, its knowledge base `items` and camel
case. Columns are found by name, in any order and either case; what nobody knows is a loss, not an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings import loose
from buddy.core.globs import literal
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Reading, Unusable
from buddy.core.interop.foreign_text import unusable
from buddy.core.interop.people import login, pull_of
from buddy.core.learnings.record import Learning, Source

TEXT = ("learning", "learning_text", "text")
COLUMNS = (
    "id", "learning", "repository_name", "author_username", "created_at", "updated_at", "usage_count",
    "organization_id", "organization_name", "repository_id", "author_id", "file", "source_url", "last_used_at",
)  # fmt: skip
"""In the order of the documented export."""

_USED = {
    "id", *TEXT, "file", "author_username", "user", "created_at", "updated_at", "source_url", "url", "pull_request",
    "top_level_comment_id",
}  # fmt: skip
_OURS = re.compile(r"[A-Za-z]_[A-Za-z0-9_.-]{2,64}")


def plain_name(column: str) -> str:
    """The name of a column in snake case: `createdAt`, `Created At` and `created_at` are one."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", column.strip().strip("\ufeff"))
    return re.sub(r"[\s-]+", "_", snake).lower()


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One learning as CodeRabbit tells it, by plain names."""

    place: Place
    values: Mapping[str, object]

    def text(self, *names: str) -> str | None:
        """The first of these columns that holds something."""
        return next((found for name in names if (found := _text(self.values.get(name))) is not None), None)


def read_rows(rows: Iterable[Row | Unusable], *, losses: Sequence[Loss] = ()) -> Reading:
    """What the rows say together; `losses` are those of the files as such."""
    return Reading.of((*losses, *(one for row in rows for one in _of_row(row))))


def _of_row(row: Row | Unusable) -> Iterator[Found]:
    if isinstance(row, Unusable):
        yield row
        return
    entry = _entry(row)
    yield entry
    if isinstance(entry, Entry):
        yield from _losses(row, entry)


def values_of(record: Learning) -> dict[str, str]:
    """The columns that a record fills."""
    source = record.source or Source()
    values = {
        "id": record.id,
        "learning": record.text,
        "author_username": source.by,
        "created_at": record.created_at,
        "updated_at": record.updated_at,
        "file": "\n".join(record.paths or ()),
    }
    return {name: value for name, value in values.items() if value}


def _entry(row: Row) -> Entry | Unusable:
    text = row.text(*TEXT)
    if text is None:
        return unusable(row.place.path, "no-text", "the row has no `learning`", line=row.place.line)
    identity = row.text("id")
    own = identity if identity is not None and _OURS.fullmatch(identity) else None
    return Entry(
        place=row.place,
        text=text.strip(),
        id=own,
        paths=_paths(row.text("file"), own=own is not None),
        source=_source(row),
        created_at=row.text("created_at"),
        updated_at=row.text("updated_at"),
    )


def _text(value: object) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return loose.text(value)


def _paths(file: str | None, *, own: bool) -> tuple[str, ...] | None:
    """CodeRabbit names files, so a `[id]` in one is a name; in a row that Buddy wrote it is a glob."""
    if file is None:
        return None
    if own:
        return tuple(glob.strip() for glob in file.split("\n") if glob.strip())
    return (literal(file.strip().removeprefix("./").lstrip("/")),)


def _source(row: Row) -> Source | None:
    pr, comment = pull_of(row.text("source_url", "url"))
    pr = loose.whole(row.values.get("pull_request")) or pr
    comment = comment or _large(row.values.get("top_level_comment_id"))
    source = Source(pr=pr, comment=comment, by=login(row.text("author_username", "user")))
    return source if source != Source() else None


def _large(value: object) -> int | None:
    found = _text(value)
    return int(found) if found is not None and re.fullmatch(r"[0-9]{1,18}", found) else None


def _losses(row: Row, entry: Entry) -> Iterator[Loss]:
    item = f"{row.place.path}:{row.place.line}"
    if entry.id is None and row.text("id") is not None:
        yield Loss(item=item, field="id", why="Buddy's ids are made from what is said; CodeRabbit's is not kept")
    author = row.text("author_username", "user")
    if author is not None and login(author) is None:
        yield Loss(item=item, field="author", why="it is no login; other personal data does not go into the repository")
    link = row.text("source_url", "url")
    if link is not None and pull_of(link)[0] is None:
        yield Loss(item=item, field="source_url", why="it is no pull request on GitHub")
    for name, value in row.values.items():
        if name not in _USED and value not in (None, "", [], {}, 0, "0"):
            yield Loss(item=item, field=name, why="a learning has no place for it")
