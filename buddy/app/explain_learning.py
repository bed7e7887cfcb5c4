"""The whole story of one learning: what it says, how it came into the file, what it stands beside, where it applies."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from buddy.app.list_learnings import Listed, Wanted, list_learnings, record_json
from buddy.core.globs import GlobSet, PathIndex
from buddy.core.learnings import dates
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.record import Learning
from buddy.core.learnings.relation import Relation, compare
from buddy.core.record.candidates import Candidates
from buddy.core.record.line_history import LineCommit, LineEvent, last_line, line_events
from buddy.core.review.transcript import redacted

MOST_FILES = 10
"""Files that are named of those that it matches."""


class How(enum.Enum):
    """What another record is to this one."""

    SUPERSEDES = "supersedes"
    SUPERSEDED_BY = "superseded by"
    CONTRADICTS = "contradicts"
    SAME = "says the same as"
    NEAR_COPY = "is nearly the same as"
    NEWER_THAN = "has a newer value than"
    OLDER_THAN = "has an older value than"


@dataclass(frozen=True, kw_only=True, slots=True)
class Related:
    """A record that should be read together with it."""

    how: How
    record: Learning


@dataclass(frozen=True, kw_only=True, slots=True)
class Story:
    """One learning. Where `is_gone`, the file does not hold it any more and `listed` is how it read at last.

    `history` is oldest first, None where there is no repository to ask; `files` are some of those it matches.
    `document` is the file in which `listed` stands.
    """

    id: str
    listed: Listed
    document: LearningsDocument
    is_gone: bool
    history: tuple[LineEvent, ...] | None
    related: tuple[Related, ...]
    files: tuple[str, ...]


def tell_story(
    document: LearningsDocument,
    record_id: str,
    *,
    files: Collection[str] | None,
    commits: Sequence[LineCommit] | None,
    now: datetime,
) -> Story | None:
    """None where neither the file nor any commit has this id; `commits` are oldest first, None without a repository."""
    history = None if commits is None else line_events(record_id, commits)
    record = document.find(record_id)
    if record is None:
        line = last_line(record_id, commits or ())
        return None if line is None else _of_the_past(record_id, line, history=history, now=now)
    listed = next(
        one for one in list_learnings(document, wanted=Wanted(), now=now, files=files) if one.record.id == record_id
    )
    return Story(
        id=record_id,
        listed=listed,
        document=document,
        is_gone=False,
        history=history,
        related=tuple(_related(record, document)),
        files=_matching(record, files or ()),
    )


def story_json(story: Story) -> dict[str, Any]:
    """The story for machines."""
    return {
        "id": story.id,
        "gone": story.is_gone,
        "learning": record_json(story.document, story.listed),
        "line": None if story.is_gone else story.listed.line,
        "history": None if story.history is None else [_event_json(one) for one in story.history],
        "related": [
            {"how": one.how.name.lower().replace("_", "-"), "id": one.record.id, "text": redacted(one.record.text)}
            for one in story.related
        ],
        "files": list(story.files),
    }


def _of_the_past(record_id: str, line: bytes, *, history: tuple[LineEvent, ...] | None, now: datetime) -> Story | None:
    """As it read last; None where that line is no record."""
    document = parse(line)
    past = list_learnings(document, wanted=Wanted(), now=now)
    if not past:
        return None
    (listed,) = past
    return Story(
        id=record_id,
        listed=Listed(record=listed.record, line=listed.line, applies=False, why="not in the file any more"),
        document=document,
        is_gone=True,
        history=history,
        related=(),
        files=(),
    )


def _related(record: Learning, document: LearningsDocument) -> Iterator[Related]:
    """What is written down first, then what its words are to those of others; only this one is compared with them."""
    written: set[str] = set()
    for other in document.records:
        if other.id in record.superseded_ids:
            yield Related(how=How.SUPERSEDES, record=other)
        elif record.id in other.superseded_ids:
            yield Related(how=How.SUPERSEDED_BY, record=other)
        else:
            continue
        written.add(other.id)
    for other in sorted(Candidates(document.records).near(record), key=lambda one: one.id):
        if other.id not in written and (how := _how(record, other)) is not None:
            yield Related(how=how, record=other)


def _how(record: Learning, other: Learning) -> How | None:
    is_later = (_moment(record), record.id) > (_moment(other), other.id)
    relation = compare(other, record) if is_later else compare(record, other)
    if relation is Relation.SUPERSEDES:
        return How.NEWER_THAN if is_later else How.OLDER_THAN
    return {
        Relation.SAME: How.SAME,
        Relation.NEAR_COPY: How.NEAR_COPY,
        Relation.CONTRADICTION: How.CONTRADICTS,
    }.get(relation)


def _moment(record: Learning) -> datetime:
    return dates.parse(record.changed_at) or dates.OLDEST


def _matching(record: Learning, files: Collection[str]) -> tuple[str, ...]:
    if not record.paths:
        return ()
    index = PathIndex(files)
    return tuple(index.paths[place] for place in index.hits(GlobSet(record.paths))[:MOST_FILES])


def _event_json(event: LineEvent) -> dict[str, Any]:
    return {
        "sha": event.sha,
        "date": event.date,
        "author": redacted(event.author),
        "change": event.change.value,
        "merge": event.merge,
        "pull": event.pull,
        "recorded": event.recorded,
    }
