"""Keys that Buddy does not read: kept by design, but one that is almost a known key was meant to be one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from buddy.core.learnings.record import About, Learning, Match, Source, Verify
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject

KNOWN: Mapping[str, tuple[str, ...]] = {
    "": Learning.__struct_encode_fields__,
    "match": Match.__struct_encode_fields__,
    "about": About.__struct_encode_fields__,
    "verify": Verify.__struct_encode_fields__,
    "source": Source.__struct_encode_fields__,
}
"""The keys of a record, under the empty name, and of the objects in it."""


def check(subject: Subject) -> Iterator[LintProblem]:
    """Each misspelled key on its line; each other unknown key once, with how many lines have it."""
    counts: dict[str, int] = {}
    first: dict[str, int] = {}
    for number, held in enumerate(subject.objects, start=1):
        if held is None or not isinstance(held.get("id"), str):
            continue
        for inside, here, key in _unknown(held):
            name = f"{inside}.{key}" if inside else key
            if (meant := meant_key(key, inside=inside)) and meant not in here:
                message = f"`{name}` is not read; was `{meant}` meant?"
                known = held["id"] if subject.document.find(held["id"]) else None
                yield LintProblem(code=Code.MISSPELLED_KEY, message=message, line=number, id=known)
            else:
                counts[name] = counts.get(name, 0) + 1
                first.setdefault(name, number)
    for name, count in counts.items():
        where = "1 line has" if count == 1 else f"{count} lines have"
        message = f"{where} the key `{name[:60]}`, which Buddy does not read"
        yield LintProblem(code=Code.UNKNOWN_KEY, message=message, line=first[name])


def meant_key(key: str, *, inside: str = "") -> str | None:
    """The known key that an unknown one almost is, None where it looks like another tool's own."""
    known = {_folded(one): one for one in KNOWN[inside]}
    folded = _folded(key)
    if not folded or len(folded) > 20:
        return None
    if folded in known:
        return known[folded]
    near = difflib.get_close_matches(folded, [one for one in known if len(one) > 3], n=1, cutoff=0.84)
    return known[near[0]] if near else None


def _unknown(held: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    for inside, known in KNOWN.items():
        here = held.get(inside) if inside else held
        if isinstance(here, dict) and not here.keys() <= _KNOWN_SETS[inside]:
            yield from ((inside, here, key) for key in here if key not in known)


def _folded(key: str) -> str:
    return re.sub(r"[^a-z0-9]", "", key.lower())


_KNOWN_SETS = {inside: frozenset(known) for inside, known in KNOWN.items()}
