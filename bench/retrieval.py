"""Loading, selecting and rendering learnings: time, growth and peak memory against the cost of decoding JSON alone.

`python -m bench.retrieval` prints a table and writes bench/results/retrieval.json. Each size runs in a process of its
own, imports excluded, median of five; the workload is generated and the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from buddy.core.learnings.document import parse
from buddy.core.learnings.record import Learning
from buddy.core.learnings.selection import select

SIZES = [(learnings, files) for learnings in (1_000, 10_000, 100_000) for files in (30, 300, 3_000)]
RESULTS = pathlib.Path(__file__).parent / "results/retrieval.json"
ROUNDS = 5
TITLE = "Retry the request when the cache index is stale"
NOW = datetime(2026, 11, 29, tzinfo=UTC)

# A naive loop in TypeScript on bun, two idle cores, milliseconds: what others of this kind take.
NAIVE_LOOP = {"1000x30": 8, "10000x300": 84, "10000x3000": 390, "100000x300": 767, "100000x3000": 3_900}

_FOLDERS = ("src", "lib", "test", "docs", "app", "pkg", "core", "api", "web", "infra")
_ENDINGS = ("ts", "py", "go", "md", "rs")
_WORDS = tuple(
    re.findall(
        r"\w+",
        "timeout retry cache index token header body path glob review merge base head branch commit rebase lint build "
        "test fixture mock server client request response schema table column query lock thread queue",
    )
)


def workload(learnings: int, files: int) -> tuple[bytes, list[str]]:
    """A learnings file and changed paths: a fifth applies everywhere, two fifths to a folder of two levels, a fifth
    to an ending below a folder, a fifth to an ending in one folder of three levels."""
    chance = random.Random(42)
    paths = [f"{_folder(chance, 2)}/{_module(chance)}/f{n}.{chance.choice(_ENDINGS)}" for n in range(files)]
    return b"".join(_line(chance, n) for n in range(learnings)), paths


def _line(chance: random.Random, n: int) -> bytes:
    shape = chance.random()
    record: dict[str, Any] = {
        "id": f"l_{n:07d}",
        "scope": "repo",
        "text": f"note {n}: {' '.join(chance.choice(_WORDS) for _ in range(10))}",
        "createdAt": f"2026-{1 + n % 9:02d}-{1 + n % 28:02d}T00:00:00Z",
        "status": "active",
        "source": {"pr": 1 + n % 900, "comment": 1_000 + n},
    }
    if shape >= 0.8:
        record["paths"] = [f"{_folder(chance, 2)}/{_module(chance)}/*.{chance.choice(_ENDINGS)}"]
    elif shape >= 0.6:
        record["paths"] = [f"{_folder(chance, 1)}/**/*.{chance.choice(_ENDINGS)}"]
    elif shape >= 0.2:
        record["paths"] = [f"{_folder(chance, 2)}/**"]
    return json.dumps(record).encode() + b"\n"


def _folder(chance: random.Random, depth: int) -> str:
    return "/".join(chance.choice(_FOLDERS) for _ in range(depth))


def _module(chance: random.Random) -> str:
    return f"m{chance.randrange(200)}"


def measure(learnings: int, files: int) -> dict[str, float]:
    """Milliseconds and megabytes for one size, in this process."""
    data, paths = workload(learnings, files)
    run_once(data, paths)  # also imports what is imported late
    load, _ = _milliseconds(lambda: parse(data))
    total, cpu = _milliseconds(lambda: run_once(data, paths))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    fields, dicts = msgspec.json.Decoder(Learning), msgspec.json.Decoder(dict)
    floors = {
        "decode_fields": lambda: fields.decode_lines(data),
        "decode_dicts": lambda: dicts.decode_lines(data),
        "decode_stdlib": lambda: [json.loads(line) for line in data.split(b"\n") if line],
    }
    times = {"total_ms": total, "total_cpu_ms": cpu, "load_ms": load, "peak_mb": peak}
    return times | {f"{name}_cpu_ms": _milliseconds(decode)[1] for name, decode in floors.items()}


def run_once(data: bytes, paths: Sequence[str]) -> str:
    """Load, select and render with the reasons for what is left out."""
    selection = select(parse(data), paths=paths, change_text=TITLE, now=NOW, max_entries=20, max_tokens=2_000)
    assert selection.selected
    assert selection.left_out
    return selection.block


def _milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """Median wall and processor time; on a busy machine only the second says something about the code."""
    wall, cpu = [], []
    for _ in range(ROUNDS):
        start, start_cpu = time.perf_counter(), time.process_time()
        work()
        cpu.append((time.process_time() - start_cpu) * 1_000)
        wall.append((time.perf_counter() - start) * 1_000)
    return statistics.median(wall), statistics.median(cpu)


def _in_own_process(learnings: int, files: int) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.retrieval", "--one", str(learnings), str(files)]
    root = pathlib.Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def table(results: dict[str, dict[str, float]]) -> str:
    """The results for people: times, the distance from decoding alone (in processor time), and how they grow."""
    heads = (
        "learnings x files",
        "total ms",
        "cpu ms",
        "load ms",
        "x fast decoding",
        "x json.loads",
        "peak MB",
        "naive ms",
    )
    rows = [
        (
            size,
            f"{row['total_ms']:.1f}",
            f"{row['total_cpu_ms']:.1f}",
            f"{row['load_ms']:.1f}",
            f"{row['total_cpu_ms'] / row['decode_fields_cpu_ms']:.1f}",
            f"{row['total_cpu_ms'] / row['decode_stdlib_cpu_ms']:.2f}",
            f"{row['peak_mb']:.0f}",
            str(NAIVE_LOOP.get(size, "-")),
        )
        for size, row in results.items()
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = ["   ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (heads, *rows)]
    return "\n".join([*lines, "", *_growth(results)])


def _growth(results: dict[str, dict[str, float]]) -> list[str]:
    steps = [
        ("ten times the learnings (at most 12)", "10000x300", "100000x300"),
        ("ten times the learnings (at most 12)", "10000x3000", "100000x3000"),
        ("ten times the files (at most 2)", "10000x300", "10000x3000"),
        ("ten times the files (at most 2)", "100000x300", "100000x3000"),
    ]
    return [
        f"{what}: {small} -> {large}: {_cpu(results[large]) / _cpu(results[small]):.1f} times the processor time"
        for what, small, large in steps
        if small in results and large in results
    ]


def _cpu(row: dict[str, float]) -> float:
    return row["total_cpu_ms"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every size, or with `--one` a single one whose numbers go to stdout as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2, type=int, metavar=("LEARNINGS", "FILES"))
    chosen = parser.parse_args(arguments)
    if chosen.one:
        print(json.dumps(measure(*chosen.one)))
        return
    results = {f"{learnings}x{files}": _in_own_process(learnings, files) for learnings, files in SIZES}
    print(table(results))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
