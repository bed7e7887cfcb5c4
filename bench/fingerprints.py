"""How well findings are recognised over a real history: what comes back although it stayed, what is swallowed.

    python bench/fingerprints.py REPOSITORY... [--pairs 30] [--seed 1] [--from REV] [--to REV] [--out FILE]

For pairs of commits, 1 to 300 first-parent steps apart, findings are placed on lines of the files that changed between
them. The truth is git's own line tracking. `git blame -w -M --first-parent OLD..NEW` follows a line commit by commit
through renames, changed indentation and moves within the file; `git diff -w -M OLD NEW` adds the lines that were away
for a while (a revert, and its revert). A finding on a line that either of them calls the same stayed, one on any other
line is new.

Findings are placed in two ways, on kinds of lines that fail in different ways (braces, comments, imports, headers,
returns, assignments, calls, other): on single lines, as analyses do, and on all lines of one content, as the simplest
linters do. The second is the hard case: in rewritten code git calls `return err` new where the tool, the symbol
and the text are as before.

re-post: of the findings that stayed, those that a method gives no match. swallow: of the new findings, those that
are matched to an old one. Both in %. Files that did not change are left out: nobody gets them wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from buddy.core.findings.alignment import diff
from buddy.core.findings.anchors import Identity, resolve
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.fingerprint_source import split, squeeze
from buddy.core.findings.symbols import SUFFIXES, suffix_of

STEPS = ((1, 10), (10, 60), (60, 300))
"""First-parent steps between the two commits of a pair: a push, a pull request, the life of a suppression."""

CODE = frozenset(SUFFIXES) - {".md", ".markdown", ".mdx"}
"""Prose is left out: hardly a tool reports on it, and its lines are too distinct to make a method fail."""

FILES_A_PAIR = 40
LARGEST_FILE = 400_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """Two scans, both texts, and the truth: index of a new finding to index of the old one that it is."""

    old: Sequence[Finding]
    new: Sequence[Finding]
    old_text: Mapping[str, str]
    new_text: Mapping[str, str]
    renames: Mapping[str, str]
    truth: Mapping[int, int]


@dataclass(kw_only=True, slots=True)
class Score:
    """Counts of one method."""

    stayed: int = 0
    lost: int = 0
    crossed: int = 0
    fresh: int = 0
    swallowed: int = 0

    def add(self, scene: Scene, pairs: Iterable[tuple[int, int]]) -> None:
        """`pairs` is old index to new index, several of one old or new finding allowed."""
        hits: defaultdict[int, set[int]] = defaultdict(set)
        for before, after in pairs:
            hits[before].add(after)
        matched = {after for afters in hits.values() for after in afters}
        self.stayed += len(scene.truth)
        self.lost += sum(before not in hits for before in scene.truth.values())
        self.crossed += sum(before in hits and after not in hits[before] for after, before in scene.truth.items())
        self.fresh += len(scene.new) - len(scene.truth)
        self.swallowed += sum(after in matched and after not in scene.truth for after in range(len(scene.new)))

    def merge(self, other: Score) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self) -> dict[str, float | int]:
        return {
            "repost": round(100 * self.lost / max(1, self.stayed), 3),
            "crossed": round(100 * self.crossed / max(1, self.stayed), 3),
            "swallow": round(100 * self.swallowed / max(1, self.fresh), 3),
            "stayed": self.stayed,
            "new": self.fresh,
        }


# git


class Repository:
    """A local history, read through git's own commands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._blobs = subprocess.Popen(
            ["git", "-C", str(path), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(self.path), *arguments], capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace")

    def commits(self, start: str | None, end: str) -> list[str]:
        """First parents, oldest first."""
        span = end if start is None else f"{start}..{end}"
        return self.git("rev-list", "--first-parent", "--reverse", span).split()

    def text(self, blob: str) -> str | None:
        assert self._blobs.stdin is not None
        assert self._blobs.stdout is not None
        self._blobs.stdin.write(blob.encode() + b"\n")
        self._blobs.stdin.flush()
        header = self._blobs.stdout.readline().split()
        if len(header) != 3:
            return None
        content = self._blobs.stdout.read(int(header[2]) + 1)[:-1]
        if len(content) > LARGEST_FILE or b"\0" in content:
            return None
        return content.decode("utf-8", "replace")

    def changed(self, old: str, new: str) -> Iterator[tuple[str, str, str, str]]:
        """(old path, new path, old blob, new blob) of modified and renamed files."""
        fields = iter(self.git("diff", "--raw", "-M", "-z", "--no-abbrev", "-l2000", old, new).split("\0"))
        for meta in fields:
            if not meta:
                continue
            _, mode, before, after, status = meta.split()
            path = next(fields)
            other = next(fields) if status[0] in "RC" else path
            if status[0] in "MR" and mode.startswith("100"):
                yield path, other, before, after

    def tracked(self, old: str, new: str, path: str) -> dict[int, tuple[str, int]]:
        """New line to (old path, old line) for the lines that blame traces to `old`."""
        lines: dict[int, tuple[str, int]] = {}
        names: dict[str, str] = {}
        here: tuple[str, int, int] | None = None
        blame = self.git("blame", "-w", "-M", "--first-parent", "--porcelain", f"{old}..{new}", "--", path)
        for line in blame.split("\n"):
            if line.startswith("\t"):
                if here is not None and here[0] == old:
                    lines[here[2]] = (names[old], here[1])
                here = None
            elif here is None:
                sha, before, after = line.split()[:3] if line else ("", "0", "0")
                here = (sha, int(before), int(after))
            elif line.startswith("filename "):
                names[here[0]] = line.removeprefix("filename ")
        return lines

    def compared(self, old_blob: str, new_blob: str, length: int) -> dict[int, int]:
        """New line to old line, as the diff of the two ends has it."""
        lines: dict[int, int] = {}
        before, after = 1, 1
        hunks = _HUNK.finditer(self.git("diff", "-w", "-U0", "--no-color", old_blob, new_blob))
        for start, count, new_start, new_count in (
            *((int(hunk[1]), int(hunk[2] or 1), int(hunk[3]), int(hunk[4] or 1)) for hunk in hunks),
            (0, 0, length, 0),
        ):
            end = new_start + (new_count == 0)  # an empty side names the line before it
            lines |= {number: before + number - after for number in range(after, end)}
            before, after = start + (count or 1), end + new_count
        return lines


_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


# findings

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Ends:
    """The files that changed between two commits, and where each line of the new side stood on the old one."""

    old_text: Mapping[str, str]
    new_text: Mapping[str, str]
    renames: Mapping[str, str]
    origins: Mapping[tuple[str, int], tuple[str, int]]


def ends(repository: Repository, old: str, new: str, seed: int) -> Ends:
    files = [each for each in repository.changed(old, new) if suffix_of(each[1]) in CODE]
    random.Random(seed).shuffle(files)
    old_text: dict[str, str] = {}
    new_text: dict[str, str] = {}
    renames: dict[str, str] = {}
    origins: dict[tuple[str, int], tuple[str, int]] = {}
    for before, after, old_blob, new_blob in files[:FILES_A_PAIR]:
        was, now = repository.text(old_blob), repository.text(new_blob)
        if was is None or now is None:
            continue  # binary or huge
        old_text[before], new_text[after] = was, now
        tracked = repository.tracked(old, new, after)
        taken = set(tracked.values())
        for number, line in repository.compared(old_blob, new_blob, len(split(now))).items():
            if number not in tracked and (before, line) not in taken:
                tracked[number] = (before, line)
        origins |= {(after, number): origin for number, origin in tracked.items()}
        if before != after:
            renames[before] = after
    return Ends(old_text=old_text, new_text=new_text, renames=renames, origins=origins)


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


# methods

Method = Callable[[Scene], Iterable[tuple[int, int]]]


def by_key(key: Callable[[Finding, str], object], *, counted: bool = False) -> Method:
    """The old findings whose key a new one has, with the occurrence in the key where `counted`."""

    def keys(scene: Scene, findings: Sequence[Finding], texts: Mapping[str, str], *, new: bool) -> list[object]:
        former = {after: before for before, after in scene.renames.items()} if new else {}
        lines = {path: split(text) for path, text in texts.items()}
        seen: Counter[object] = Counter()
        result: list[object] = []
        for each in findings:
            path, line = each.path or "", each.line or 1
            base = (each.category, former.get(path, path), key(each, lines[path][line - 1]))
            result.append((base, seen[base]) if counted else base)
            seen[base] += 1
        return result

    def match(scene: Scene) -> Iterable[tuple[int, int]]:
        old = defaultdict(list)
        for index, key_of in enumerate(keys(scene, scene.old, scene.old_text, new=False)):
            old[key_of].append(index)
        for after, key_of in enumerate(keys(scene, scene.new, scene.new_text, new=True)):
            for before in old.get(key_of, ()):
                yield before, after

    return match


def identities(scene: Scene) -> tuple[list[Identity], Sequence[Finding], Sequence[Finding]]:
    former = {after: before for before, after in scene.renames.items()}
    old = identify(scene.old, text_of=scene.old_text)
    new = identify(scene.new, text_of=scene.new_text)
    return [Identity.of(each) for each in old], new, identify(scene.new, text_of=scene.new_text, previous_path=former)


def main_hash(scene: Scene) -> Iterable[tuple[int, int]]:
    stored, new, former = identities(scene)
    return resolve(
        [Identity(fingerprint=each.fingerprint) for each in stored], new, former=former, one_to_one=False
    ).items()


def alone(scene: Scene) -> Iterable[tuple[int, int]]:
    stored, new, former = identities(scene)
    return resolve(stored, new, former=former, one_to_one=False).items()


def one_to_one(scene: Scene) -> Iterable[tuple[int, int]]:
    stored, new, former = identities(scene)
    return resolve(stored, new, former=former, one_to_one=True).items()


def aligned(scene: Scene) -> Iterable[tuple[int, int]]:
    result = diff(scene.old, scene.new, old_text=scene.old_text, new_text=scene.new_text, renames=scene.renames)
    old = {(each.path, each.line, each.category): index for index, each in enumerate(scene.old)}
    new = {(each.path, each.line, each.category): index for index, each in enumerate(scene.new)}
    for kept in result.kept:
        yield (
            old[kept.old.path, kept.old.line, kept.old.category],
            new[kept.new.path, kept.new.line, kept.new.category],
        )


METHODS: Mapping[str, Method] = {
    "path + rule + line": by_key(lambda each, line: each.line),
    "message": by_key(lambda each, line: each.message),
    "line text + occurrence": by_key(lambda each, line: squeeze(line), counted=True),
    "main hash": main_hash,
    "one finding alone": alone,
    "one to one": one_to_one,
    "aligned": aligned,
}


# report


def pairs_of(commits: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, str]]:
    chosen = random.Random(seed)
    for number in range(count):
        low, high = STEPS[number % len(STEPS)]
        steps = min(chosen.randint(low, high), len(commits) - 1)
        if steps > 0:
            start = chosen.randrange(len(commits) - steps)
            yield commits[start], commits[start + steps]


Scores = dict[str, dict[str, Score]]


def empty() -> Scores:
    return {placement: {name: Score() for name in METHODS} for placement in PLACEMENTS}


def measure(path: Path, arguments: argparse.Namespace) -> Scores:
    repository = Repository(path)
    scores = empty()
    commits = repository.commits(arguments.start, arguments.end)
    for number, (old, new) in enumerate(pairs_of(commits, arguments.pairs, arguments.seed)):
        files = ends(repository, old, new, arguments.seed + number)
        for title, placement in PLACEMENTS.items():
            scene = placed(files, arguments.seed + number, placement)
            for name, method in METHODS.items():
                scores[title][name].add(scene, method(scene))
    return scores


def show(title: str, scores: Scores) -> None:
    for placement, methods in scores.items():
        first = next(iter(methods.values()))
        print(f"{title}, {placement}: {first.stayed} findings stayed, {first.fresh} are new")
        for name, score in methods.items():
            row = score.row()
            print(f"  {name:24} re-post {row['repost']:7.3f}   swallow {row['swallow']:7.3f}")
    sys.stdout.flush()


def rows(scores: Scores) -> dict[str, object]:
    return {title: {name: score.row() for name, score in methods.items()} for title, methods in scores.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("repositories", nargs="*", type=Path, default=[Path(".")])
    parser.add_argument("--pairs", type=int, default=30, help="pairs of commits a repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="start", help="leave out what is reachable from here")
    parser.add_argument("--to", dest="end", default="HEAD")
    parser.add_argument("--out", type=Path, default=Path("bench/results/fingerprints.json"))
    chosen = parser.parse_args(arguments)
    total = empty()
    results: dict[str, object] = {}
    for path in chosen.repositories:
        scores = measure(path, chosen)
        show(str(path), scores)
        results[str(path)] = rows(scores)
        for title, methods in scores.items():
            for name, score in methods.items():
                total[title][name].merge(score)
    if len(chosen.repositories) > 1:
        show("all", total)
    results["all"] = rows(total)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    facts = {"schema": 1, "pairs": chosen.pairs, "seed": chosen.seed, "results": results}
    chosen.out.write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
