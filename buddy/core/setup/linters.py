"""Tools whose reports a new review workflow can bring: how a repository shows that it uses one, and how it is run.

Only tools that write SARIF themselves and run from what GitHub's own runners have installed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath
from typing import Final

from buddy.core.setup.facts import RepositoryFacts

_UNREAD: Final = frozenset({"node_modules", "vendor", "third_party", "dist", "build", ".venv"})


class Tool(Enum):
    """Values of `--tool`."""

    RUFF = "ruff"
    ESLINT = "eslint"
    GOLANGCI_LINT = "golangci-lint"
    BANDIT = "bandit"
    SEMGREP = "semgrep"
    NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class Linter:
    """`commands` are shell lines that leave `report` and succeed where there are only findings."""

    report: str
    commands: tuple[str, ...]
    used_by: Callable[[RepositoryFacts], bool]


def _has_file(*names: str) -> Callable[[RepositoryFacts], bool]:
    return lambda facts: any(PurePosixPath(path).name in names for path in _own(facts))


def _own(facts: RepositoryFacts) -> list[str]:
    return [path for path in facts.paths if _UNREAD.isdisjoint(path.split("/")[:-1])]


def _has_python(facts: RepositoryFacts) -> bool:
    return any(path.endswith((".py", ".pyi")) for path in _own(facts))


def _has_eslint(facts: RepositoryFacts) -> bool:
    names = (PurePosixPath(path).name for path in _own(facts) if path.count("/") == 0)
    return any(name.startswith(("eslint.config.", ".eslintrc")) for name in names)


def _has_bandit(facts: RepositoryFacts) -> bool:
    return ".bandit" in facts.paths


LINTERS: Final = {
    Tool.ESLINT: Linter(
        report="eslint.sarif",
        commands=(
            "npm install --no-save --ignore-scripts",
            "npm install --no-save --ignore-scripts @microsoft/eslint-formatter-sarif@3.1.0"
            " # zizmor: ignore[adhoc-packages] it only writes the report",
            "npx --no-install eslint . --format @microsoft/eslint-formatter-sarif --output-file eslint.sarif"
            " || test $? -eq 1",
        ),
        used_by=_has_eslint,
    ),
    Tool.BANDIT: Linter(
        report="bandit.sarif",
        commands=("pipx run --spec 'bandit[sarif]' bandit -r . --exit-zero --format sarif --output bandit.sarif",),
        used_by=_has_bandit,
    ),
    Tool.SEMGREP: Linter(
        report="semgrep.sarif",
        commands=("pipx run semgrep scan --metrics off --config .semgrep.yml --sarif --output semgrep.sarif",),
        used_by=lambda facts: ".semgrep.yml" in facts.paths,
    ),
    Tool.GOLANGCI_LINT: Linter(
        report="golangci-lint.sarif",
        commands=(
            "go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0 run --issues-exit-code 0"
            " --output.sarif.path golangci-lint.sarif",
        ),
        used_by=_has_file("go.mod"),
    ),
    Tool.RUFF: Linter(
        report="ruff.sarif",
        commands=("pipx run ruff check --exit-zero --output-format sarif --output-file ruff.sarif",),
        used_by=lambda facts: _has_file("ruff.toml", ".ruff.toml")(facts) or _has_python(facts),
    ),
}
"""The first one that a repository uses is proposed: what has a configuration of its own before what has only files."""


def detected(facts: RepositoryFacts) -> Tool:
    """The tool to propose; NONE where no sign of any is there."""
    if _has_file("ruff.toml", ".ruff.toml")(facts):
        return Tool.RUFF
    return next((tool for tool, linter in LINTERS.items() if linter.used_by(facts)), Tool.NONE)
