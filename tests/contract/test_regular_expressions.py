"""Regular expressions mean the same on every Python that pyproject admits.

Before 3.11.5 a possessive quantifier behind a group could match what the group does not (python/cpython#106052);
an atomic group around a plain quantifier says the same and is right everywhere.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")


def sources():
    return sorted((ROOT / "buddy").rglob("*.py"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_group_has_a_possessive_quantifier(path):
    found = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\br[fb]?[\"']", line) and POSSESSIVE_GROUP.search(line)
    ]
    assert found == []


def test_the_check_sees_what_it_is_there_for():
    assert POSSESSIVE_GROUP.search(r"(?:/x)*+")
    assert POSSESSIVE_GROUP.search(r"(a|b){1,2}+")
    assert not POSSESSIVE_GROUP.search(r"(?>(?:/x)*)")
    assert not POSSESSIVE_GROUP.search(r"[^/]++")
