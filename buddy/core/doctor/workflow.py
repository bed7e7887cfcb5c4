"""A workflow that runs Buddy, as far as the checks read it; anything of another shape counts as absent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml

from buddy.core.setup.workflows import ACTION

_PINNED: Final = re.compile(r"@[0-9a-f]{40}$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Workflow:
    """`events` maps each trigger to its types (empty: GitHub's default); `jobs` are those with a step of Buddy's."""

    events: Mapping[str, frozenset[str]]
    permissions: Any
    concurrency: Any
    jobs: tuple[Mapping[str, Any], ...]

    def may_write(self, scope: str) -> bool:
        """Whether every job of Buddy's is given this; a job without permissions has the workflow's."""
        return all(_writes(job.get("permissions", self.permissions), scope) for job in self.jobs)

    @property
    def queues(self) -> Iterator[Any]:
        """The concurrency of each job, its own or the workflow's; None without one."""
        return (job.get("concurrency", self.concurrency) for job in self.jobs)

    @property
    def steps(self) -> list[Mapping[str, Any]]:
        """All steps beside and of Buddy's."""
        found = [step for job in self.jobs for step in _list(job.get("steps")) if isinstance(step, dict)]
        return [step for step in found if isinstance(step.get("uses", ""), str)]

    @property
    def unpinned(self) -> list[str]:
        """Actions of others that are named by a tag or a branch."""
        uses = [step["uses"] for step in self.steps if "uses" in step]
        return [use for use in uses if not use.startswith((f"{ACTION}@", "./")) and not _PINNED.search(use)]

    def given(self, name: str) -> str | None:
        """An input of Buddy's; None where it is not set."""
        inputs = [step.get("with") for step in self.steps if str(step.get("uses")).startswith(f"{ACTION}@")]
        return next((str(each[name]) for each in inputs if isinstance(each, dict) and each.get(name)), None)


def parsed(content: bytes) -> Workflow | None:
    """None where it is no workflow or runs no Buddy."""
    try:
        loaded: Any = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not isinstance(loaded, dict) or not isinstance(loaded.get("jobs"), dict):
        return None
    jobs = tuple(job for job in loaded["jobs"].values() if isinstance(job, dict) and _runs_buddy(job))
    if not jobs:
        return None
    return Workflow(
        events=_events(loaded.get("on", loaded.get(True))),  # YAML 1.1 reads the key `on` as true
        permissions=loaded.get("permissions"),
        concurrency=loaded.get("concurrency"),
        jobs=jobs,
    )


def _runs_buddy(job: Mapping[str, Any]) -> bool:
    steps = _list(job.get("steps"))
    return any(isinstance(step, dict) and str(step.get("uses")).startswith(f"{ACTION}@") for step in steps)


def _events(said: Any) -> dict[str, frozenset[str]]:
    if isinstance(said, str):
        return {said: frozenset()}
    if isinstance(said, list):
        return {str(name): frozenset() for name in said}
    if not isinstance(said, dict):
        return {}
    return {str(name): frozenset(map(str, _list(_types(about)))) for name, about in said.items()}


def _types(about: Any) -> Any:
    types = about.get("types") if isinstance(about, dict) else None
    return [types] if isinstance(types, str) else types


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _writes(permissions: Any, scope: str) -> bool:
    if permissions == "write-all":
        return True
    return isinstance(permissions, dict) and permissions.get(scope) == "write"
