"""Two scans of one change side by side: which findings stayed, came and went."""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings.alignment_lines import aligned
from buddy.core.findings.anchors import Identity, Present
from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.fingerprint_source import readable, split, squeeze

Texts = Mapping[str, str | None]


class How(enum.Enum):
    """What said that two findings are one."""

    ALIGNED = "aligned"
    FINGERPRINT = "fingerprint"
    ANCHOR = "anchor"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """One finding in both scans."""

    old: Finding
    new: Finding
    how: How


@dataclass(frozen=True, kw_only=True, slots=True)
class Diff:
    """Each finding of both scans in one of the three, in the order given (`kept`: that of the new scan)."""

    kept: tuple[Kept, ...]
    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]


def diff(
    old: Sequence[Finding],
    new: Sequence[Finding],
    *,
    old_text: Texts,
    new_text: Texts,
    renames: Mapping[str, str] | None = None,
) -> Diff:
    """Pairs the findings of two scans one to one, each only with one of its own category.

    First those on lines that the texts' alignment calls the same, then by main hash, then by anchors.
    `renames` is old path to new path. The findings in the answer carry the identity that the texts give them.
    """
    former = {after: before for before, after in (renames or {}).items()}
    old, new = identify(old, text_of=old_text), identify(new, text_of=new_text)
    pairs = _on_aligned_lines(old, new, old_text, new_text, renames or {})
    how = dict.fromkeys(pairs, How.ALIGNED)
    rest_old = [index for index in range(len(old)) if index not in pairs]
    taken = set(pairs.values())
    rest_new = [index for index in range(len(new)) if index not in taken]
    named = identify(new, text_of=new_text, previous_path=former) if former else new
    present = Present([new[i] for i in rest_new], former=[named[i] for i in rest_new])
    for place, found in present.pair([Identity.of(old[index]) for index in rest_old]).items():
        before, after = rest_old[place], rest_new[found]
        pairs[before] = after
        same = old[before].fingerprint in (new[after].fingerprint, named[after].fingerprint)
        how[before] = How.FINGERPRINT if same else How.ANCHOR
    return _collected(old, new, pairs, how)


def _collected(
    old: Sequence[Finding], new: Sequence[Finding], pairs: Mapping[int, int], how: Mapping[int, How]
) -> Diff:
    taken = set(pairs.values())
    kept = sorted((after, before) for before, after in pairs.items())
    return Diff(
        kept=tuple(Kept(old=old[before], new=new[after], how=how[before]) for after, before in kept),
        new=tuple(finding for index, finding in enumerate(new) if index not in taken),
        gone=tuple(finding for index, finding in enumerate(old) if index not in pairs),
    )


def _on_aligned_lines(
    old: Sequence[Finding],
    new: Sequence[Finding],
    old_text: Texts,
    new_text: Texts,
    renames: Mapping[str, str],
) -> dict[int, int]:
    """Index old to index new of the findings whose first line is the same line."""
    places = _by_place(new)
    maps: dict[str, Mapping[int, int]] = {}
    pairs: dict[int, int] = {}
    for (path, line, category), group in _by_place(old).items():
        after = renames.get(path, path)
        if path not in maps:
            maps[path] = _line_map(old_text.get(path), new_text.get(after))
        there = maps[path].get(line)
        if there is not None:
            others = places.get((after, there, category), [])
            pairs.update(_on_one_line([(i, old[i]) for i in group], [(i, new[i]) for i in others]))
    return pairs


def _line_map(old: str | None, new: str | None) -> Mapping[int, int]:
    """Old line to new line, from 1; empty where a text is missing."""
    old, new = readable(old), readable(new)
    if old is None or new is None:
        return {}
    lines = aligned([squeeze(line) for line in split(old)], [squeeze(line) for line in split(new)])
    return {before + 1: after + 1 for before, after in lines.items()}


def _by_place(findings: Sequence[Finding]) -> dict[tuple[str, int, str], list[int]]:
    places: defaultdict[tuple[str, int, str], list[int]] = defaultdict(list)
    for index, finding in enumerate(findings):
        if finding.path is not None and finding.line is not None:
            places[finding.path, finding.line, finding.category].append(index)
    return places


_Numbered = tuple[int, Finding]


def _on_one_line(old: Sequence[_Numbered], new: Sequence[_Numbered]) -> Iterable[tuple[int, int]]:
    """Of one category on one line: those that say the same belong together, the others in their order."""
    pairs: dict[int, int] = {}
    criteria: tuple[Callable[[Finding, Finding], bool], ...] = (
        lambda a, b: a.message == b.message,
        lambda a, b: True,
    )
    for alike in criteria:
        for before, ours in old:
            free = (after for after, theirs in new if after not in pairs.values() and alike(ours, theirs))
            if before not in pairs and (match := next(free, None)) is not None:
                pairs[before] = match
    return pairs.items()
