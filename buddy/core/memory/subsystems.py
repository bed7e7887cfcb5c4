"""Which parts of the repository a change touches, by folder, and who owns them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from buddy.core.memory.codeowners import CodeOwners

SHOWN = 6
"""Subsystems named; the rest is one closing count."""

_CONTAINERS = frozenset(
    {"src", "source", "sources", "lib", "libs", "app", "apps", "pkg", "packages", "crates", "modules", "services"}
    | {"projects", "plugins", "components", "internal", "cmd", "main", "java", "python"}
)
_QUESTIONS = 200_000
"""Paths times rules that are asked; a change of thousands of files is judged by its first ones."""
_OWNERS = 3
_NAME = 80


def subsystems(paths: Sequence[str], codeowners: str | None = None) -> tuple[str, ...]:
    """One short line for each part, the most changed first: `src/auth (3 files, @octo-org/security)`.

    A part is the top folder, or the one below where the top one only holds others (`src`, `packages` …). Names of
    folders are foreign text.
    """
    files = Counter(_part(path) for path in paths)
    owners = _owners(paths, CodeOwners(codeowners)) if codeowners else {}
    ranked = sorted(files, key=lambda part: (-files[part], part))
    lines = [_line(part, files[part], owners.get(part, ())) for part in ranked[:SHOWN]]
    if len(ranked) > SHOWN:
        left = sum(files[part] for part in ranked[SHOWN:])
        lines.append(f"{len(ranked) - SHOWN} more ({_files(left)})")
    return tuple(lines)


def _part(path: str) -> str:
    folders = path.split("/")[:-1]
    depth = 0
    while depth < min(len(folders) - 1, 3) and folders[depth].lower() in _CONTAINERS:
        depth += 1
    return "/".join(folders[: depth + 1])


def _owners(paths: Sequence[str], rules: CodeOwners) -> dict[str, list[str]]:
    """Owners of each part, who owns the most of its files first."""
    counts: dict[str, Counter[str]] = {}
    for path in paths[: max(1, _QUESTIONS // max(rules.anywhere, 100))]:
        counts.setdefault(_part(path), Counter()).update(rules.of(path))
    return {part: sorted(owned, key=lambda owner: (-owned[owner], owner))[:_OWNERS] for part, owned in counts.items()}


def _line(part: str, files: int, owners: Sequence[str]) -> str:
    name = part if len(part) <= _NAME else f"{part[: _NAME - 1]}…"
    return f"{name or 'top level'} ({', '.join([_files(files), *owners])})"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"
