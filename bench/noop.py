"""An event that is not for Buddy: wall time against a bare interpreter, which is the floor (DESIGN 4.1).

`python -m bench.noop` prints a table and writes bench/results/noop.json. Each round times both, one after the other, so
that a busy machine slows both down; the bound is twice the bare interpreter's median and 150 ms.
"""

from __future__ import annotations

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence

RESULTS = pathlib.Path(__file__).parent / "results/noop.json"
ROOT = pathlib.Path(__file__).parents[1]
ROUNDS = 15
BARE = ("-c", "import json, os, sys")
EVENTS: dict[str, tuple[str, dict[str, object]]] = {
    "push": ("push", {"ref": "refs/heads/main"}),
    "a comment": ("issue_comment", {"action": "created", "comment": {"body": "Looks good to me"}}),
    "a label": ("pull_request", {"action": "labeled", "pull_request": {"state": "open"}}),
    "a comment of 5 MB": ("issue_comment", {"action": "created", "comment": {"body": "x" * 5_000_000}}),
}


def measure() -> dict[str, dict[str, float]]:
    """Medians in milliseconds, by event."""
    rows = {}
    for name, (event, payload) in EVENTS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "event.json")
            path.write_text(json.dumps(payload), encoding="utf-8")
            rows[name] = _compare({"GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(path)})
    return rows


def _compare(variables: Mapping[str, str]) -> dict[str, float]:
    environment = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1", **variables}
    bare, noop = [], []
    for _ in range(ROUNDS):
        bare.append(_milliseconds(BARE, environment))
        noop.append(_milliseconds(("-m", "buddy"), environment))
    floor, took = statistics.median(bare), statistics.median(noop)
    return {"bare_ms": floor, "noop_ms": took, "ratio": took / floor, "bound_ms": 2 * floor + 150}


def _milliseconds(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=dict(environment), check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1_000


def table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """The results for people."""
    lines = [f"{'event':<20}{'bare ms':>10}{'buddy ms':>10}{'ratio':>8}{'bound ms':>10}"]
    for name, row in rows.items():
        times = f"{row['bare_ms']:>10.0f}{row['noop_ms']:>10.0f}{row['ratio']:>8.2f}{row['bound_ms']:>10.0f}"
        lines.append(f"{name:<20}{times}{'' if row['noop_ms'] <= row['bound_ms'] else '  over the bound'}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, write."""
    rows = measure()
    print(table(rows))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
