"""The story of one learning: gathered from the file, git, the change named, transcripts and findings files."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from buddy.cli.chosen_change import Asked, Chosen, PullMemory, chosen_change
from buddy.cli.finding_rows import say_notices
from buddy.cli.memory_files import clock
from buddy.cli.opened_learnings import full_id, open_learnings
from buddy.cli.places import read_bytes, work_tree
from buddy.cli.sources import repository_at, source_tree
from buddy.cli.streams import put_json

if TYPE_CHECKING:
    from datetime import datetime

    from buddy.app.explain_change import Explanation
    from buddy.app.explain_learning import Story
    from buddy.app.hidden_findings import Deeds
    from buddy.core.learnings.document import LearningsDocument
    from buddy.core.record.line_history import LineCommit


@dataclass(frozen=True, kw_only=True, slots=True)
class _Memory:
    """The file in which the learning is looked for.

    `place` is the commit and path whose history counts, None outside of a repository; `explanation` is that of the
    change, where one was named.
    """

    document: LearningsDocument
    source: str
    files: Collection[str] | None
    place: tuple[str, str] | None
    protected: Sequence[str] = ()
    explanation: Explanation | None = None
    pull: PullMemory | None = None


def explain_one(
    given: str,
    asked: Asked,
    *,
    chosen: Chosen | None,
    transcripts: Sequence[Path],
    findings: Sequence[str],
    form: str,
) -> int:
    """`chosen` is a pull request that was named; raises InputError for an id that nothing knows, with the nearest."""
    from buddy.app.explain_learning import story_json
    from buddy.app.hidden_findings import deeds_json
    from buddy.cli.story_output import put_story

    now = clock()
    if chosen is None and asked.names_anything:
        chosen = chosen_change(asked)
    memory = _of_here(asked) if chosen is None else _of_change(chosen, now)
    story = _story(given, memory, now)
    deeds = _deeds(story, memory, transcripts=transcripts, findings=findings, now=now)
    say_notices(chosen.memory.notices if chosen is not None else ())
    here = memory.explanation.of(story.id) if memory.explanation is not None else None
    if form == "json":
        from buddy.app.explain_change import explained_json

        change = explained_json(here) if here is not None else None
        put_json({**story_json(story), **deeds_json(deeds), "change": change})
    else:
        put_story(story, deeds, here=here, source=memory.source)
    return 0


def _story(given: str, memory: _Memory, now: datetime) -> Story:
    """The record that the id names or begins; else the one of that very id that is gone."""
    from buddy.app.explain_learning import tell_story
    from buddy.core.errors import InputError
    from buddy.core.record.line_history import ID

    known = [record.id for record in memory.document.records]
    try:
        record_id = full_id(given, known, memory.source)
    except InputError:
        story = None
        if ID.fullmatch(given):
            commits = _commits(memory.place, given)
            story = tell_story(memory.document, given, files=memory.files, commits=commits, now=now)
        if story is None:
            raise
        return story
    commits = _commits(memory.place, record_id)
    story = tell_story(memory.document, record_id, files=memory.files, commits=commits, now=now)
    assert story is not None  # the file has it
    return story


def _of_change(chosen: Chosen, now: datetime) -> _Memory:
    """That of the change's base, as for a review of it."""
    from buddy.app.explain_change import explain_change

    memory = chosen.memory
    at_hand = _at_hand(chosen.commit)
    return _Memory(
        document=memory.document,
        source=memory.source,
        files=chosen.files if chosen.pull is not None else _files_at(chosen.commit),
        place=None if at_hand is None else (at_hand, memory.config.ai.learnings.file),
        protected=memory.config.review.protected,
        explanation=explain_change(chosen.change, title=chosen.title, memory=memory, now=now),
        pull=chosen.pull,
    )


def _at_hand(commit: str | None) -> str | None:
    """The commit where the repository here has it: a pull request's may be of another repository, or not fetched."""
    if commit is None or work_tree(Path.cwd()) is None:
        return None
    return repository_at(Path.cwd()).commit(commit)


def _of_here(asked: Asked) -> _Memory:
    """That of the work tree, or of the file named."""
    from buddy.core.config_file import load_lenient

    opened = open_learnings(asked.learnings, None)
    opened.demand()
    top = work_tree(Path.cwd())
    config = None if top is None else top / ".buddy/config.yml"
    content = read_bytes(config) if config is not None and config.is_file() else None
    return _Memory(
        document=opened.document,
        source=opened.source,
        files=opened.files,
        place=_place(Path(opened.source), top),
        protected=load_lenient(content).config.review.protected,
    )


def _place(file: Path, top: Path | None) -> tuple[str, str] | None:
    """Where the file stands in what is checked out; None before the first commit, and for a file elsewhere."""
    if top is None:
        return None
    head = repository_at(top).head()
    inside = Path(os.path.realpath(file))
    root = Path(os.path.realpath(top))
    return (head, inside.relative_to(root).as_posix()) if head and inside.is_relative_to(root) else None


def _files_at(commit: str | None) -> Collection[str] | None:
    if commit is None:
        return None
    return [path for path, entry in repository_at(Path.cwd()).tree(commit).items() if entry.is_regular_file]


def _commits(place: tuple[str, str] | None, record_id: str) -> Sequence[LineCommit] | None:
    if place is None:
        return None
    commit, path = place
    return repository_at(Path.cwd()).line_log(commit, path, record_id)


def _deeds(
    story: Story, memory: _Memory, *, transcripts: Sequence[Path], findings: Sequence[str], now: datetime
) -> Deeds:
    from buddy.app.hidden_findings import Deeds, of_findings, of_memory, of_transcript

    deeds = Deeds()
    if memory.pull is not None and memory.pull.memory is not None:
        deeds += of_memory(f"#{memory.pull.number}", memory.pull.memory, story.id)
    deeds = sum((of_transcript(str(path), read_bytes(path), story.id) for path in transcripts), deeds)
    if not findings:
        return deeds
    from buddy.app.scan_findings import scan_findings
    from buddy.cli.report_files import known_roots, report_file
    from buddy.core.errors import InputError

    for name in findings:
        tree = source_tree(root=None, ref=None)
        scan = scan_findings([report_file(name)], tree=tree, roots=known_roots(None, os.environ))
        if scan.problems:
            raise InputError(*scan.problems)
        deeds += of_findings(
            name,
            scan.report.findings,
            story.id,
            document=memory.document,
            protected=memory.protected,
            now=now,
        )
    return deeds
