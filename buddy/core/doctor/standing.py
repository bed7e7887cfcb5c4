"""What a check may look at: the default branch, and what GitHub says of the repository where it may be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from buddy.core.config_file import LoadedConfig, load_lenient
from buddy.core.doctor.workflow import Workflow, parsed
from buddy.core.hosting import TreeEntry
from buddy.core.setup.config_text import CONFIG
from buddy.core.setup.shared_lines import ATTRIBUTES, OWNERS

LARGEST: Final = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """`tree` and `files` (path to bytes) are of the default branch.

    None is "may not look": `permissions` is what the token may do, `creates_pulls` the Actions setting,
    `record_branch_rules` the kinds of rules on the branch that records.
    """

    branch: str
    tree: Mapping[str, TreeEntry]
    files: Mapping[str, bytes]
    page: str
    has_token: bool = False
    archived: bool | None = None
    permissions: Mapping[str, bool] | None = None
    creates_pulls: bool | None = None
    record_branch_rules: tuple[str, ...] | None = None
    loaded: LoadedConfig = field(default_factory=lambda: load_lenient(None))

    @property
    def workflows(self) -> Mapping[str, Workflow]:
        """Those that run Buddy, by path."""
        found = {path: parsed(content) for path, content in self.files.items() if is_workflow(path)}
        return {path: flow for path, flow in sorted(found.items()) if flow is not None}

    @property
    def memory(self) -> str:
        """Where the memory is."""
        return self.loaded.config.ai.learnings.file


def is_workflow(path: str) -> bool:
    """GitHub reads no subfolders."""
    return path.startswith(".github/workflows/") and path.count("/") == 2 and path.endswith((".yml", ".yaml"))


def read_first(tree: Mapping[str, TreeEntry]) -> Iterable[TreeEntry]:
    """The entries whose bytes the checks need, but for the memory, whose place the configuration names."""
    wanted = {CONFIG, ATTRIBUTES, *OWNERS}
    entries = (entry for path, entry in tree.items() if path in wanted or is_workflow(path))
    return [entry for entry in entries if entry.is_regular_file and (entry.size or 0) <= LARGEST]


def broken_workflows(files: Mapping[str, bytes]) -> list[str]:
    """Workflows that name Buddy and are no YAML."""
    return [path for path, content in sorted(files.items()) if is_workflow(path) and _is_broken(content)]


def _is_broken(content: bytes) -> bool:
    if b"buddy-review/buddy@" not in content:
        return False
    try:
        loaded: Any = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):
        return True
    return not isinstance(loaded, dict) or not isinstance(loaded.get("jobs"), dict)
