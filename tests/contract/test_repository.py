"""The repository as a reader meets it: Buddy's own memory and configuration, sizes, line ends, what make offers."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from buddy.core.config_file import load_strict
from buddy.core.globs import GlobSet
from buddy.core.learnings.document import parse
from buddy.core.learnings.identity import from_content
from buddy.core.learnings.record import Learning

ROOT = Path(__file__).parents[2]
LEARNINGS = parse((ROOT / ".buddy/learnings.jsonl").read_bytes())
TARGETS = ["setup", "check", "test", "fix", "demo", "bench", "eval", "docs", "lock"]


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Without the flags of a make that may run these tests."""
    environment = {"PATH": os.environ["PATH"]}
    return subprocess.run(["make", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_buddy_s_own_configuration_has_no_problem_and_no_unknown_key() -> None:
    assert load_strict((ROOT / ".buddy/config.yml").read_bytes(), name="config.yml").notices == ()


def test_buddy_reads_its_own_learnings_without_a_problem_and_all_of_them() -> None:
    assert LEARNINGS.problems == ()
    assert LEARNINGS.writable
    assert len(LEARNINGS.records) == len(LEARNINGS.data.splitlines())


@pytest.mark.parametrize("learning", LEARNINGS.records, ids=lambda each: each.id)
def test_a_learning_of_ours_has_the_derived_id_and_is_about_files_that_exist(learning: Learning) -> None:
    assert learning.id == from_content(kind=learning.kind, scope=learning.scope, text=learning.text)
    tracked = git("ls-files").splitlines()
    assert learning.paths
    assert [glob for glob in learning.paths if not any(map(GlobSet([glob]).matches, tracked))] == []


@pytest.mark.parametrize(
    ("path", "attribute", "value"),
    [
        (".buddy/learnings.jsonl", "merge", "union"),
        ("fixtures/any/crlf.jsonl", "text", "unset"),
        ("buddy/core/any.py", "eol", "lf"),
    ],
)
def test_git_treats_it_as_the_format_needs(path: str, attribute: str, value: str) -> None:
    assert git("check-attr", attribute, "--", path).strip() == f"{path}: {attribute}: {value}"


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_no_module_is_long() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "buddy").rglob("*.py")}
    assert {str(path.relative_to(ROOT)): size for path, size in sizes.items() if size > 300} == {}


def test_no_module_is_named_for_nothing_in_particular() -> None:
    vague = {"utils", "util", "helpers", "common", "manager", "data", "info", "misc"}
    assert [
        str(path) for path in (ROOT / "buddy").rglob("*.py") if path.stem in vague or path.parent.name in vague
    ] == []


def test_bare_make_lists_every_target_with_a_line_of_help() -> None:
    listed = re.findall(r"(?m)^  make ([a-z]+) +(\S.+)$", make().stdout)
    assert [name for name, _ in listed] == TARGETS
    assert re.findall(r"(?m)^\.PHONY: help (.+)$", (ROOT / "Makefile").read_text()) == [" ".join(TARGETS)]


def test_an_interpreter_that_is_too_old_is_named_with_the_remedy(tmp_path: Path) -> None:
    old = tmp_path / "python3.9"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1\n')
    old.chmod(0o755)
    done = make(f"PYTHON={old}", f"VENV={tmp_path}/venv", "setup")
    assert done.returncode == 2
    assert f"Buddy needs Python 3.11 or newer; {old} is Python 3.9.2." in done.stderr
    assert "make PYTHON=" in done.stderr
    assert not (tmp_path / "venv").exists()
