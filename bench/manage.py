"""The commands that manage the memory at 10,000 learnings, as people meet them: wall time of whole processes.

`python -m bench.manage` makes a repository with 3,000 files and a change of 30, runs each command, prints a table and
writes bench/results/manage.json. Median of five; under two seconds on two cores is the aim.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from bench.retrieval import workload

ROOT = pathlib.Path(__file__).parents[1]
RESULTS = pathlib.Path(__file__).parent / "results/manage.json"
LEARNINGS, FILES, CHANGED = 10_000, 3_000, 30
ROUNDS = 5
AIM_MS = 2_000
COMMANDS = {
    "list": ("list",),
    "list as JSON": ("list", "--format", "json"),
    "list --path": ("list", "--path", "src/core/m1/f1.py"),
    "search": ("search", "retry", "timeout", "cache"),
    "search, a typo": ("search", "retyr"),
    "explain": ("explain", "--base", "main"),
    "explain as JSON": ("explain", "--base", "main", "--format", "json"),
    "explain ID": ("explain", "l_0005000"),
    "lint": ("lint",),
    "lint, all alike": ("lint", "--file", "alike.jsonl"),
}
ALIKE = """
token cache queue retry write read order price table index lock thread request reply body page view event
"""
"""All the words of a memory in which nearly every record could be a near-copy of every other."""


def stage(folder: pathlib.Path) -> None:
    """A repository of its own below the folder, with the memory on main and a change in the work tree."""
    memory, paths = workload(LEARNINGS, FILES)
    for path in paths:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x = 1\n", encoding="utf-8")
    (folder / ".buddy").mkdir()
    lines = memory.splitlines(keepends=True)
    for commit in range(10):  # a memory that grew, as those do whose history is asked for
        (folder / ".buddy/learnings.jsonl").write_bytes(b"".join(lines[: (commit + 1) * LEARNINGS // 10]))
        if commit == 0:
            _git(folder, "init", "--quiet", "--initial-branch", "main")
        _git(folder, "add", "--all")
        _git(folder, "commit", "--quiet", "--message", f"Record {commit}")
    (folder / "alike.jsonl").write_text(_alike(), encoding="utf-8")
    for path in paths[:CHANGED]:
        (folder / path).write_text("x = retry(cache)\n", encoding="utf-8")


def _alike() -> str:
    chance = random.Random(3)
    said = ("Never", "Always", "Do not", "Use the")
    texts = (
        f"{chance.choice(said)} {' '.join(chance.sample(ALIKE.split(), chance.randint(4, 9)))}"
        for _ in range(LEARNINGS)
    )
    return "".join(json.dumps({"id": f"l_{number:010}", "text": text}) + "\n" for number, text in enumerate(texts))


def measure(folder: pathlib.Path, arguments: Sequence[str], *, rounds: int) -> float:
    """Milliseconds of the whole process; an exit code of 1 is an answer, too."""
    command = [sys.executable, "-m", "buddy.cli.main", "learnings", *arguments]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False)
        times.append((time.perf_counter() - start) * 1_000)
        assert done.returncode in (0, 1), done.stderr.decode()
    return statistics.median(times)


def table(results: dict[str, float]) -> str:
    """The results for people."""
    width = max(map(len, results))
    return "\n".join(
        f"{name.ljust(width)}   {ms:6.0f} ms   {'ok' if ms < AIM_MS else f'above {AIM_MS} ms'}"
        for name, ms in results.items()
    )


def _git(folder: pathlib.Path, *arguments: str) -> None:
    who = ["-c", "user.name=Bench", "-c", "user.email=bench@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", action="append", choices=COMMANDS, help="one of the commands (repeat)")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="buddy-bench-") as name:
        folder = pathlib.Path(name)
        stage(folder)
        results = {
            name: measure(folder, COMMANDS[name], rounds=chosen.rounds) for name in chosen.only or list(COMMANDS)
        }
    print(f"{LEARNINGS} learnings, {FILES} files, a change of {CHANGED}")
    print(table(results))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
