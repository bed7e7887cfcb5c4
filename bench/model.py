"""What a review by model costs before a provider is asked: prompt tokens by part, and the start of a run without one.

`python -m bench.model [--against REF]` prints tables and writes bench/results/model.json. With a ref, the start of a
run without a model is timed in this tree and in that one's, by turns, so that a busy machine slows both down.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping

from buddy.core import tokens
from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.model.packing import Room, pack
from buddy.core.model.profile import Profile
from buddy.core.model.review_prompt import KnownProblem, PullText, review_questions
from buddy.core.model.rules import Guideline, review_rules

RESULTS = pathlib.Path(__file__).parent / "results/model.json"
ROOT = pathlib.Path(__file__).parents[1]
ROUNDS = 15
START = "import buddy.cli.action, buddy.cli.event_run"
SIZES = {"small": (2, 1, 20), "medium": (10, 3, 30), "large": (60, 5, 40)}
"""Files, hunks a file, lines a hunk."""
LINE = "    value = compute(total, factor=3)  # a line of usual length"
GUIDELINE_LINES = 60
LEARNINGS = 10


def prompts() -> dict[str, dict[str, int]]:
    """Estimated tokens of all questions of a pull request by part, and how many questions there are."""
    return {size: _prompt(*shape) for size, shape in SIZES.items()}


def _prompt(files: int, hunks: int, lines: int) -> dict[str, int]:
    change = Change(files=tuple(_file(number, hunks, lines) for number in range(files)), total=files)
    guidelines = [Guideline(path="AGENTS.md", text="- Say what a function cannot do.\n" * GUIDELINE_LINES)]
    learnings = "\n".join(f'- "l_note{n:06}": "integration tests need TEST_DB_URL, see {n}"' for n in range(LEARNINGS))
    rules = review_rules(profile=Profile.CHILL, guidelines=guidelines, learnings=learnings)
    room = Room(question=20_000, run=60_000)
    packed = pack(change, exclude=(), own_files=(), reviewed={}, room=room)
    text = PullText(title="Compute totals by factor", body="Why this is needed, in a few sentences.\n" * 8)
    known = [
        KnownProblem(path=file.path, line=3, category="ruff/S101", message="Use of assert detected", state="reported")
        for file in change.files[: files // 2]
    ]
    asked = review_questions(rules, packed, change=change, text=text, known=known)
    row: dict[str, int] = {"questions": len(asked)}
    for one in asked:
        for part, size in one.parts.items():
            row[part] = row.get(part, 0) + size
    total = sum(tokens.estimate(one.question.rules) + tokens.estimate(one.question.prompt) for one in asked)
    return row | {"total": total}


def _file(number: int, hunks: int, lines: int) -> ChangedFile:
    parts = []
    for hunk in range(hunks):
        start = hunk * 200 + 1
        rows = [f" {LINE}"] * 3 + [f"-{LINE} {hunk}", f"+{LINE} {number}"] * ((lines - 6) // 2) + [f" {LINE}"] * 3
        count = 6 + (lines - 6) // 2
        parts.append("\n".join([f"@@ -{start},{count} +{start},{count} @@ def compute():", *rows]))
    return ChangedFile(path=f"src/part{number:03}.py", status=FileStatus.MODIFIED, patch="\n".join(parts))


def cold_start(ref: str) -> dict[str, float]:
    """Milliseconds of a run's imports without a model, medians; `difference` is that of the pairs."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", ref, "buddy"], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
            tree.extractall(folder, filter="data")
        pairs = []
        for turn in range(ROUNDS + 1):
            pair = _milliseconds(folder), _milliseconds(str(ROOT))
            if turn:  # the first one compiles
                pairs.append(pair)
    before, now = (statistics.median(column) for column in zip(*pairs, strict=True))
    return {"before_ms": before, "now_ms": now, "difference_ms": statistics.median(b - a for a, b in pairs)}


def _milliseconds(tree: str) -> float:
    environment = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": tree, "PYTHONSAFEPATH": "1"}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", START], env=environment, cwd=tree, check=True)
    return (time.perf_counter() - start) * 1_000


def table(rows: Mapping[str, Mapping[str, int]]) -> str:
    """The prompt tokens for people."""
    parts = list(rows["small"])
    lines = [f"{'part':<28}{''.join(f'{size:>10}' for size in rows)}"]
    return "\n".join([*lines, *(f"{part:<28}{''.join(f'{row[part]:>10}' for row in rows.values())}" for part in parts)])


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--against", metavar="REF")
    ref = parser.parse_args().against
    found: dict[str, object] = {"prompts": prompts()}
    print(table(prompts()))
    if ref is not None:
        found["start"] = start = cold_start(ref)
        print("\n" + "\n".join(f"{name:<28}{value:>10.1f}" for name, value in start.items()))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
