"""A case: a repository, what it was taught, what a change does to it, and what a review should make of that."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field

CASES = Path(__file__).parent / "cases"


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Place(_Shape):
    """Where something is: a file, and the text that the line holds, so that no case counts lines."""

    path: str
    line: Annotated[str, Field(min_length=4)]


class Expected(Place):
    """A problem that a review should report. `taught` names the learning without which nobody could know of it."""

    categories: tuple[str, ...] = ()
    taught: str | None = None


class Silent(Place):
    """A line of which a review should say nothing, because of the learning that `taught` names."""

    taught: str


class Case(_Shape):
    """`pushes` hold the files of each push, whole; a reply dismisses what the first one led to."""

    name: str = ""
    about: str
    title: str
    body: str = ""
    profile: str = "chill"
    learnings: tuple[Mapping[str, object], ...] = ()
    base: Mapping[str, str]
    pushes: Annotated[tuple[Mapping[str, str], ...], Field(min_length=1)]
    reply: str | None = None
    expect: tuple[Expected, ...] = ()
    silence: tuple[Silent, ...] = ()

    @property
    def taught(self) -> int:
        """How many outcomes hang on the memory."""
        return len(self.silence) + sum(one.taught is not None for one in self.expect)

    def head(self, push: int) -> dict[str, str]:
        """All files after a push."""
        files = dict(self.base)
        for one in self.pushes[: push + 1]:
            files.update(one)
        return files


def read_cases(folder: Path = CASES, *, wanted: str = "*") -> tuple[Case, ...]:
    """By name; raises ValueError for a case whose places are in none of its files, or which names no learning."""
    cases = []
    for path in sorted(folder.glob("*.yml")):
        if fnmatch.fnmatchcase(path.stem, wanted):
            case = Case.model_validate({**yaml.safe_load(path.read_text("utf-8")), "name": path.stem})
            _check(case)
            cases.append(case)
    return tuple(cases)


def _check(case: Case) -> None:
    ids = {str(one["id"]) for one in case.learnings}
    last = case.head(len(case.pushes) - 1)
    for place in (*case.expect, *case.silence):
        if sum(place.line in line for line in last.get(place.path, "").split("\n")) != 1:
            raise ValueError(f"{case.name}: {place.line!r} is not exactly one line of {place.path}")
        if place.taught is not None and place.taught not in ids:
            raise ValueError(f"{case.name}: there is no learning {place.taught}")
