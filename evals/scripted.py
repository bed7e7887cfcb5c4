"""A model for CI that knows nothing but its prompt: it looks for planted mistakes, and obeys what it is told there.

It reads the notes of the system part and the known problems of the other one, each by rules of its own. So a review
that loses one of them on the way gets other answers, and the evaluation fails.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_PLANTED: tuple[tuple[str, str, str], ...] = (
    (r"except( \w+)?: pass$|catch \(\w* ?\w*\) \{ ?\}|rescue => _$", "error-handling", "major"),
    (r"\w+, _ :?= |_ = \w+\.Close\(\)", "error-handling", "major"),
    (r"\beval\(|\bexec\(|innerHTML = ", "security", "critical"),
    (r"(?i)[\"'`]select .*(\"|'|`) ?[+.] ?|f\"select .*\{|`select .*\$\{", "security", "critical"),
    (r"verify=False|InsecureSkipVerify: true", "security", "major"),
    (r"<= \w+\.(length|size\(\)|len\(\))|range\(len\(\w+\) \+ 1\)", "bounds", "major"),
    (r"= open\(|= new FileInputStream\(", "resource-leak", "major"),
    (r"\.unwrap\(\)|\.find\(.*\)\.\w+", "null-handling", "major"),
    (r"time\.sleep\(|Thread\.sleep\(", "performance", "minor"),
    (r"console\.log\(|\bprint\(|fmt\.Println\(|puts ", "dead-code", "minor"),
    (r"rm -rf \$\w+/", "data-loss", "critical"),
    (r": any\b", "types", "nit"),
)
"""What it takes for a mistake on an added line, with slug and severity."""

_WORDS = (
    "This will go wrong: {what}.",
    "Please look again at {what}, which does not hold here.",
    "{what} is a defect that somebody will meet.",
    "Consider another way than {what}.",
)

_LENIENT = re.compile(r"\b(fine|intended|allowed|on purpose|do not report|accepted)\b", re.IGNORECASE)
_NEEDS = re.compile(r"`([^`]+)`[^`]*\b(?:needs?|must have|requires?)\b[^`]*`([^`]+)`")
_NEVER = re.compile(r"\b(?:never|no|must not|do not use)\b[^`]*`([^`]+)`", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Line:
    path: str
    number: int
    text: str


def answer(system: str, user: str) -> dict[str, Any]:
    """The review, in the shape that the prompt asks for; the same prompt gives the same answer."""
    notes = list(_notes(system))
    known = {(row["path"], row["line"]) for row in _known(user)}
    strict = "Report defects first" in system
    findings: list[dict[str, Any]] = []
    silent: dict[str, str] = {}
    for line in _added(user):
        for found in _problems(line, notes):
            lenient = next((note for note in notes if _allows(note, line)), None)
            if lenient is not None and not found["learnings"]:
                silent[lenient["id"]] = found["category"]
            elif (line.path, line.number) not in known and (strict or found["severity"] != "nit"):
                findings.append(found)
    return {"findings": findings, "silent": [{"learning": name, "why": why} for name, why in silent.items()]}


def _problems(line: _Line, notes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """At most one planted mistake, and what each note asks to look for."""
    for pattern, slug, severity in _PLANTED:
        if re.search(pattern, line.text):
            yield _finding(line, slug, severity, [])
            break
    for note in notes:
        if _breaks(note["note"], line.text):
            yield _finding(line, "convention", "major", [note["id"]])


def _finding(line: _Line, slug: str, severity: str, learnings: list[str]) -> dict[str, Any]:
    """Worded differently whenever the file is at another state, as models do."""
    chosen = hashlib.sha256(f"{line.number}{line.text}{slug}".encode()).digest()[0] % len(_WORDS)
    return {
        "path": line.path,
        "line": line.number,
        "quote": line.text,
        "severity": severity,
        "category": slug,
        "message": _WORDS[chosen].format(what=f"`{line.text.strip()[:80]}`"),
        "learnings": learnings,
    }


def _allows(note: dict[str, Any], line: _Line) -> bool:
    spans = re.findall(r"`([^`]+)`", note["note"])
    return bool(_LENIENT.search(note["note"])) and any(span in line.text for span in spans)


def _breaks(note: str, text: str) -> bool:
    if _LENIENT.search(note):
        return False
    needs = _NEEDS.search(note)
    if needs:
        return needs[1] in text and needs[2] not in text
    never = _NEVER.search(note)
    return never is not None and never[1] in text


def _notes(system: str) -> Iterator[dict[str, Any]]:
    _, _, block = system.partition("## Notes from the maintainers")
    for row in block.split("\n"):
        if row.startswith("- {"):
            yield json.loads(row[2:])


def _known(user: str) -> Iterator[dict[str, Any]]:
    for row in _block(user, "known problems"):
        if row.startswith("{"):
            yield json.loads(row)


def _added(user: str) -> Iterator[_Line]:
    path = ""
    for row in _block(user, "diff"):
        if row.startswith("file "):
            path = json.loads(row[5:])
        elif (found := re.match(r" *(\d+) \+(.*)", row)) is not None:
            yield _Line(path=path, number=int(found[1]), text=found[2])


def _block(user: str, title: str) -> list[str]:
    """The lines between the delimiters of one block of data."""
    found = re.search(rf"^<<<data (\w+) {re.escape(title)}>>>\n(.*?)\n<<<end \1>>>", user, re.DOTALL | re.MULTILINE)
    return found[2].split("\n") if found is not None else []
