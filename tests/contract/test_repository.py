"""The repository as a reader meets it: Buddy's own memory and configuration, sizes, line ends, what make offers."""

import json
import os
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pathspec
import pytest

from buddy.core.config_file import load_strict

ROOT = Path(__file__).parents[2]
LEARNINGS: list[dict[str, Any]] = [
    json.loads(line) for line in (ROOT / ".buddy/learnings.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
]
TARGETS = ["setup", "check", "test", "fix", "demo", "bench", "docs", "lock"]


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Without the flags of a make that may run these tests."""
    environment = {"PATH": os.environ["PATH"]}
    return subprocess.run(["make", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_buddy_s_own_configuration_has_no_problem_and_no_unknown_key() -> None:
    assert load_strict((ROOT / ".buddy/config.yml").read_bytes(), name="config.yml").notices == ()


def test_each_of_buddy_s_own_learnings_is_whole_and_has_an_id_of_its_own() -> None:
    assert LEARNINGS
    assert [name for name, count in Counter(each["id"] for each in LEARNINGS).items() if count > 1] == []
    for each in LEARNINGS:
        assert re.fullmatch(r"l_[a-z2-7]{10,}", each["id"])
        assert each["kind"] in {"fact", "convention", "command", "suppression"}
        assert 8 <= len(each["text"]) <= 600


@pytest.mark.parametrize("learning", LEARNINGS, ids=lambda each: each["id"])
def test_a_learning_of_ours_is_about_files_that_exist(learning: dict[str, Any]) -> None:
    tracked = git("ls-files").splitlines()
    dead = [
        glob for glob in learning["paths"] if not any(pathspec.GitIgnoreSpec.from_lines([glob]).match_files(tracked))
    ]
    assert dead == []


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
