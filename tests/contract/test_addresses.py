"""Buddy works on any GitHub server (API-04) and never asks who it is (API-01): no such word in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

BUDDY = Path(__file__).parents[2] / "buddy"
ROOMS = [path for path in sorted(BUDDY.rglob("*.py")) if path.relative_to(BUDDY).parts[0] != "sandbox"]
CLIENT = (
    BUDDY / "adapters" / "github" / "client.py"
)  # asks for a person who acts with a token of their own, no run does
SETTINGS = BUDDY / "adapters" / "runner" / "settings.py"

FORBIDDEN = {
    "an address of the public server": (r"api\.github\.com|[\"']https?://(www\.)?github\.com/?[\"'{]", {SETTINGS}),
    "the question who the token belongs to": (r"get_user\(|[\"']/user[\"']", {CLIENT}),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_code_holds_none_of(what: str) -> None:
    pattern, allowed = FORBIDDEN[what]
    found = [str(path) for path in ROOMS if path not in allowed and re.search(pattern, path.read_text("utf-8"))]
    assert found == []


def test_the_search_finds_what_it_looks_for() -> None:
    pattern, _ = FORBIDDEN["an address of the public server"]
    assert re.search(pattern, SETTINGS.read_text("utf-8"))
    assert re.search(FORBIDDEN["the question who the token belongs to"][0], "github.get_user()")
    assert len(ROOMS) > 20
