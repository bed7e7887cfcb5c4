"""From facts and choices to files: what is new, what gets a line, what stays as it is and why.

Nothing is ever replaced: an existing file is kept, and what is different in it is data for the command to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from buddy.core.setup.choices import Choices
from buddy.core.setup.config_text import CONFIG, CONFIG_TEXT
from buddy.core.setup.facts import RepositoryFacts
from buddy.core.setup.shared_lines import (
    ATTRIBUTES,
    MEMORY,
    OWNERS,
    UNION,
    merges_by_union,
    owners_of_memory,
    with_line,
)
from buddy.core.setup.workflows import ACTION, ANSWERS, POSTS, REVIEW, workflows

_FOLDER: Final = ".github/workflows/"


class State(Enum):
    """What becomes of a file: KEPT is there and differs, BLOCKED cannot be written, SKIPPED is not needed."""

    NEW = "new"
    ADDED = "added-to"
    SAME = "same"
    KEPT = "kept"
    BLOCKED = "blocked"
    SKIPPED = "skipped"


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedFile:
    """`before` is None where there is no file; `after` is what would be written, also where it is not (KEPT)."""

    path: str
    state: State
    before: bytes | None
    after: bytes
    why: str = ""

    @property
    def is_written(self) -> bool:
        """Whether this file changes."""
        return self.state in (State.NEW, State.ADDED)


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """All files of a set-up in the order in which they are written, and what nobody could know."""

    files: tuple[PlannedFile, ...]
    remarks: tuple[str, ...] = ()

    @property
    def due(self) -> tuple[PlannedFile, ...]:
        """What is to be written; empty on a second run."""
        return tuple(file for file in self.files if file.is_written)


def touched(paths: Iterable[str]) -> tuple[str, ...]:
    """The paths whose content a plan needs: what it may write, and the workflows that run Buddy already."""
    own = (REVIEW, ANSWERS, POSTS, CONFIG, MEMORY, ATTRIBUTES, *OWNERS)
    others = sorted(path for path in paths if path.startswith(_FOLDER) and path.endswith((".yml", ".yaml")))
    return tuple(dict.fromkeys((*own, *others)))


def plan(facts: RepositoryFacts, choices: Choices) -> Plan:
    """What `buddy init` does; the memory comes before the workflows that read it."""
    owners, remark = _owners(facts, choices)
    files = (
        _whole(facts, CONFIG, CONFIG_TEXT),
        _memory(facts),
        _line(facts, ATTRIBUTES, UNION, has=merges_by_union),
        *owners,
        *_workflows(facts, choices),
    )
    return Plan(files=files, remarks=(remark,) if remark else ())


def _whole(facts: RepositoryFacts, path: str, text: str) -> PlannedFile:
    before, after = facts.content(path), text.encode()
    obstacle = facts.files[path].obstacle if path in facts.files else None
    if obstacle:
        return PlannedFile(path=path, state=State.BLOCKED, before=before, after=after, why=obstacle)
    if before is None:
        return PlannedFile(path=path, state=State.NEW, before=None, after=after)
    if before.replace(b"\r\n", b"\n") == after:
        return PlannedFile(path=path, state=State.SAME, before=before, after=before)
    return PlannedFile(path=path, state=State.KEPT, before=before, after=after, why="it is there already and differs")


def _memory(facts: RepositoryFacts) -> PlannedFile:
    """Whatever the memory holds is right."""
    planned = _whole(facts, MEMORY, "")
    if planned.state is State.KEPT and planned.before is not None:
        return PlannedFile(path=MEMORY, state=State.SAME, before=planned.before, after=planned.before)
    return planned


def _line(facts: RepositoryFacts, path: str, line: str, *, has: Callable[[bytes], object]) -> PlannedFile:
    before = facts.content(path)
    found = facts.files.get(path)
    if found is not None and found.obstacle:
        return PlannedFile(path=path, state=State.BLOCKED, before=before, after=line.encode(), why=found.obstacle)
    if before is not None and has(before):
        return PlannedFile(path=path, state=State.SAME, before=before, after=before)
    try:
        after = with_line(before, line)
    except ValueError as error:
        why = f"{error}: add the line `{line}` yourself"
        return PlannedFile(path=path, state=State.BLOCKED, before=before, after=line.encode(), why=why)
    return PlannedFile(path=path, state=State.NEW if before is None else State.ADDED, before=before, after=after)


def _owners(facts: RepositoryFacts, choices: Choices) -> tuple[tuple[PlannedFile, ...], str | None]:
    path = next((path for path in OWNERS if path in facts.files and facts.content(path) is not None), OWNERS[0])
    content = facts.content(path)
    if content is not None and owners_of_memory(content):
        return (PlannedFile(path=path, state=State.SAME, before=content, after=content),), None
    if choices.owner is None:
        return (), (
            f"Nobody could be named in {path} as owner of `.buddy/`: an owner is a person or a team with write access. "
            "Give --owner @NAME, or add the line `/.buddy/ @NAME`."
        )
    return (_line(facts, path, f"/.buddy/ {choices.owner}", has=owners_of_memory),), None


def _workflows(facts: RepositoryFacts, choices: Choices) -> Iterator[PlannedFile]:
    for path, text in workflows(choices).items():
        job, event = ("reviews", b"pull_request:") if path == REVIEW else ("answers people", b"issue_comment")
        other = _runs_buddy_on(facts, event, elsewhere_than=path)
        if other is not None and facts.content(path) is None:
            why = f"{other} runs Buddy already and {job}"
            yield PlannedFile(path=path, state=State.SKIPPED, before=None, after=text.encode(), why=why)
        else:
            yield _whole(facts, path, text)


def _runs_buddy_on(facts: RepositoryFacts, event: bytes, *, elsewhere_than: str) -> str | None:
    """Another workflow that does the same already: two would do everything twice."""
    for path, found in sorted(facts.files.items()):
        content = found.content or b""
        is_other = path.startswith(_FOLDER) and path != elsewhere_than
        if is_other and f"{ACTION}@".encode() in content and event in content and not _is_settling(path, event):
            return path
    return None


def _is_settling(path: str, event: bytes) -> bool:
    """The answers workflow hears of closed pull requests and reviews none."""
    return path in (ANSWERS, POSTS) and event == b"pull_request:"
