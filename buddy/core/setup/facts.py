"""What is known of a repository before anything is planned for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What stands at a path: None where there is nothing; `obstacle` says why nothing can be written there."""

    content: bytes | None = None
    obstacle: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RepositoryFacts:
    """`paths` are all files of the work tree; `files` what stands where something may be written or is read.

    `has_forks` and `owner_is_person` are None where nobody could be asked; `owner` is None without a remote.
    """

    paths: Collection[str] = ()
    files: Mapping[str, Found] = field(default_factory=dict)
    owner: str | None = None
    owner_is_person: bool | None = None
    has_forks: bool | None = None

    def content(self, path: str) -> bytes | None:
        """The bytes at a path that was looked at; None where there are none."""
        return self.files.get(path, Found()).content
