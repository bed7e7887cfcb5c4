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
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.histories.repository import Repository, ends, pairs_of
from bench.histories.scenes import PLACEMENTS, Scene, placed
from buddy.core.findings.alignment import diff
from buddy.core.findings.anchors import Identity, resolve
from buddy.core.findings.finding import Finding
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.fingerprint_source import split, squeeze


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


Scores = dict[str, dict[str, Score]]


def empty() -> Scores:
    return {placement: {name: Score() for name in METHODS} for placement in PLACEMENTS}


def measure(path: Path, arguments: argparse.Namespace) -> Scores:
    repository = Repository(path)
    scores = empty()
    commits = repository.commits(arguments.start, arguments.end)
    for number, (old, new) in enumerate(pairs_of(commits, arguments.pairs, arguments.seed)):
        try:
            files = ends(repository, old, new, arguments.seed + number)
        except subprocess.CalledProcessError as error:  # a shallow or partial clone lacks objects
            print(f"left out {old[:12]}..{new[:12]}: {error.stderr.decode(errors='replace').strip()}", file=sys.stderr)
            continue
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
