"""Dockerfile ↔ pyproject.toml, and P1: the image imports nothing of the workspace."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
BASES = re.findall(r"(?m)^FROM (\S+)", DOCKERFILE)
ENTRYPOINT: list[str] = json.loads(re.findall(r"(?m)^ENTRYPOINT (.+)$", DOCKERFILE)[0])
ENVIRONMENT = dict(pair.split("=", 1) for line in re.findall(r"(?m)^ENV (.+)$", DOCKERFILE) for pair in line.split())


def test_the_image_s_python_is_one_that_pyproject_supports() -> None:
    supported = SpecifierSet(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"])
    versions = {re.fullmatch(r"docker\.io/library/python:(\d+\.\d+)-slim", base) for base in BASES}
    assert None not in versions
    assert all(match and supported.contains(match[1]) for match in versions)


def test_both_stages_stand_on_one_base_since_the_environment_links_to_its_interpreter() -> None:
    assert len(BASES) == 2
    assert len(set(BASES)) == 1


def test_the_image_installs_the_hashed_lock_and_wheels_only() -> None:
    (install,) = re.findall(r"pip --python .*? install [^&]*", DOCKERFILE)
    assert {"--require-hashes", "--only-binary", "requirements-model.txt"} <= set(install.split())


def test_the_image_says_safe_path_and_starts_buddy() -> None:
    assert ENVIRONMENT["PYTHONSAFEPATH"] == "1"
    assert ENTRYPOINT[-2:] == ["-m", "buddy"]


LURES = ["json.py", "buddy/__init__.py", "sitecustomize.py", "usercustomize.py"]


def started_beside(lure: str, *, flags: list[str], workspace: Path) -> str:
    """What an interpreter prints whose workspace holds the lure, under the variables a workflow's `env:` may set."""
    trap = workspace / lure
    trap.parent.mkdir(exist_ok=True)
    trap.write_text("print('imported from the workspace')\n")
    program = "import json, importlib.util; importlib.util.find_spec('buddy') and __import__('buddy'); print('ran')"
    command = [sys.executable, *flags, "-c", program]
    environment = {"PYTHONPATH": str(workspace), "PYTHONUSERBASE": str(workspace), "HOME": str(workspace)}
    return subprocess.run(command, cwd=workspace, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("lure", LURES)
def test_p1_the_entry_point_s_flags_import_nothing_from_the_workspace(lure: str, tmp_path: Path) -> None:
    assert started_beside(lure, flags=ENTRYPOINT[1:-2], workspace=tmp_path) == "ran\n"


@pytest.mark.parametrize("lure", LURES[:3])
def test_p1_safe_path_alone_would_import_from_a_workspace_on_pythonpath(lure: str, tmp_path: Path) -> None:
    assert "imported from the workspace" in started_beside(lure, flags=["-P"], workspace=tmp_path)


def test_the_build_context_holds_what_the_image_copies_and_no_more() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    copied = {
        source.removeprefix("./")
        for line in re.findall(r"(?m)^COPY (?!--from)(.+)$", DOCKERFILE)
        for source in line.split()[:-1]
    }
    assert ignored[0] == "*"
    assert {entry[1:] for entry in ignored if entry.startswith("!")} == copied
