"""Findings placed on both ends of a change, with the truth about which of them are the same."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bench.histories.repository import Ends
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.fingerprint_source import split, squeeze


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """Two scans, both texts, and the truth: index of a new finding to index of the old one that it is."""

    old: Sequence[Finding]
    new: Sequence[Finding]
    old_text: Mapping[str, str]
    new_text: Mapping[str, str]
    renames: Mapping[str, str]
    truth: Mapping[int, int]


_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("brace", re.compile(r"^\s*[{}()\[\];,]+\s*$|^\s*(?:end|else|\} else \{|try:|pass|break;?)\s*$")),
    ("comment", re.compile(r"^\s*(?://|#|\*|/\*|--|<!--)")),
    ("import", re.compile(r"^\s*(?:import|from|use|using|require|include|#include|const .*require\()\b")),
    ("header", re.compile(r"\b(?:def|func|fn|function|class|interface|struct|impl|public|private)\b")),
    ("return", re.compile(r"^\s*(?:return|raise|throw|yield|break|continue)\b")),
    ("assignment", re.compile(r"[\w\])]\s*(?::=|=)\s*\S")),
    ("call", re.compile(r"\w\(")),
    ("text", re.compile(r"\S")),
)
_ONE_IN = {
    "brace": 40,
    "comment": 30,
    "import": 12,
    "header": 12,
    "return": 12,
    "assignment": 12,
    "call": 12,
    "text": 20,
}


def kind_of(line: str) -> str | None:
    return next((name for name, pattern in _KINDS if pattern.search(line)), None)


def chance(*parts: object) -> int:
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=4).digest(), "big")


def finding(path: str, line: int, text: str) -> Finding:
    words = re.findall(r"[A-Za-z_]\w+", text)
    message = f"`{words[0]}` is questionable" if words else "questionable"
    rule = kind_of(text) or "text"
    return Finding(
        category=f"bench/{rule}",
        tool="bench",
        rule=rule,
        path=path,
        line=line,
        severity=Severity.MINOR,
        message=message,
    )


Placement = Callable[[str, int, tuple[object, ...]], bool]


def by_place(line: str, seed: int, place: tuple[object, ...]) -> bool:
    """Whatever the line holds, and its twins are not flagged with it."""
    return chance("place", seed, *place) % _ONE_IN[kind_of(line) or "text"] == 0


def by_content(line: str, seed: int, place: tuple[object, ...]) -> bool:
    """All equal lines, or none of them."""
    return chance("content", seed, squeeze(line)) % _ONE_IN[kind_of(line) or "text"] == 0


PLACEMENTS: Mapping[str, Placement] = {"single lines": by_place, "all equal lines": by_content}


def placed(files: Ends, seed: int, placement: Placement) -> Scene:
    """Findings on both sides: on the old one where the placement says, on the new one where that line went."""
    old: list[Finding] = []
    new: list[Finding] = []
    truth: dict[int, int] = {}
    flagged: dict[tuple[str, int], int] = {}
    for path, number, line in lines_of(files.old_text):
        if placement(line, seed, (path, number)):
            flagged[path, number] = len(old)
            old.append(finding(path, number, line))
    for path, number, line in lines_of(files.new_text):
        origin = files.origins.get((path, number))
        if origin in flagged:
            truth[len(new)] = flagged[origin]
            new.append(replace(old[flagged[origin]], path=path, line=number))
        elif origin is None and placement(line, seed, ("new", path, number)):
            new.append(finding(path, number, line))
    return Scene(old=old, new=new, old_text=files.old_text, new_text=files.new_text, renames=files.renames, truth=truth)


def lines_of(texts: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """Every line that is not blank."""
    for path, text in texts.items():
        for number, line in enumerate(split(text), start=1):
            if line.strip():
                yield path, number, line
