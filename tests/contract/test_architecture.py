"""Each import-linter contract of pyproject.toml can fail: one violation each, planted in a package of that shape."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
]

PLANTED = {
    "cli -> adapters -> app -> core": {"core/planted": "import buddy.app.verb"},
    "the sandbox stands beside the rooms": {"sandbox/planted": "import buddy.core.noun"},
    "core and app are free of clock, disk, network and processes": {"app/planted": "import logging"},
    "adapters know nothing of each other": {"adapters/git/planted": "import buddy.adapters.runner"},
    "PyGithub is seen by its adapter alone": {"adapters/runner/planted": "import github"},
    "pydantic-ai is seen by its adapter alone": {"adapters/runner/planted": "import pydantic_ai"},
    "no cycles between the parts of a room": {
        "core/memory/planted": "import buddy.core.findings",
        "core/findings/planted": "import buddy.core.memory",
    },
}
SOUND = {
    "app/verb": "import buddy.core.noun",
    "core/noun": "",
    "cli/command": "import buddy.adapters.github.client",
    "adapters/github/client": "import github",
    "adapters/model/asking": "import pydantic_ai",
    "adapters/disk/memory_file": "import buddy.core.noun",
    "adapters/runner/settings": "import buddy.core.noun",
}


def broken(package: Path, *, modules: dict[str, str]) -> list[str]:
    """The names of the contracts that a package `buddy` of these modules (path → source) breaks."""
    for room in (
        "cli",
        "app",
        "core/memory",
        "core/findings",
        "sandbox",
        "adapters/git",
        "adapters/github",
        "adapters/model",
    ):
        (package / "buddy" / room).mkdir(parents=True)
    for name, source in modules.items():
        path = package / "buddy" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source + "\n")
    for folder in [package / "buddy", *(package / "buddy").rglob("*/")]:
        (folder / "__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", package)
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    done = subprocess.run(
        command, cwd=package, env={"PYTHONPATH": str(package)}, capture_output=True, text=True, check=False
    )
    names = re.findall(r"(?m)^(.+) BROKEN", done.stdout)
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    assert bool(names) == bool(done.returncode)
    return names


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_contract_breaks_at_what_it_forbids(contract: str, tmp_path: Path) -> None:
    assert contract in broken(tmp_path, modules=SOUND | PLANTED[contract])


def test_a_sound_package_of_that_shape_breaks_none(tmp_path: Path) -> None:
    assert broken(tmp_path, modules=SOUND) == []
