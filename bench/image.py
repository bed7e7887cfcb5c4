"""Builds the action's image and times it as the runner starts it: `python bench/image.py [--engine-env DIR/env]`.

Needs podman or docker; without one it says so and measures nothing. `--engine-env` names a shell file that exports
what the engine needs. Each row is a whole container from start to end, the median of `--runs`.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
IMAGE = "localhost/buddy:bench"
INTERPRETER = "/opt/buddy/bin/python"


@dataclass(frozen=True, kw_only=True, slots=True)
class Engine:
    """podman or docker, with the environment it wants."""

    name: str
    environment: Mapping[str, str] | None

    def output(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.name, *arguments], env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{self.name} {arguments[0]} failed:\n{done.stdout}{done.stderr}")
        return done.stdout


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One line of the table; seconds are of wall time."""

    what: str
    seconds: float


def main() -> int:
    options = _options()
    engine = _engine(options.engine_env)
    if engine is None:
        print("no podman and no docker here: the image is not measured")
        return 0
    started = time.perf_counter()
    engine.output("build", "--quiet", "--network", "host", "--tag", IMAGE, str(ROOT))
    built = time.perf_counter() - started
    rows = [
        Row(what=what, seconds=statistics.median(_timed(engine, arguments) for _ in range(options.runs)))
        for what, arguments in _scenarios().items()
    ]
    _report(sizes=_sizes(engine), built=built, rows=rows)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine-env", type=Path, metavar="FILE", help="shell file that exports what the engine needs")
    parser.add_argument("--runs", type=int, default=9)
    return parser.parse_args()


def _engine(exports: Path | None) -> Engine | None:
    name = next((name for name in ("podman", "docker") if shutil.which(name)), None)
    if name is None:
        return None
    if exports is None:
        return Engine(name=name, environment=None)
    listing = subprocess.run(["bash", "-c", '. "$0" && env -0', str(exports)], capture_output=True, check=True).stdout
    pairs = (entry.decode().partition("=") for entry in listing.split(b"\0") if entry)
    return Engine(name=name, environment={key: value for key, _, value in pairs})


def _scenarios() -> dict[str, Sequence[str]]:
    """What is run → the arguments after `run --rm`; mounts, folder and HOME as the runner gives them."""
    workspace = Path(tempfile.mkdtemp(prefix="buddy-bench-"))
    (workspace / "event.json").write_text("{}", encoding="utf-8")
    mounted = ["--workdir", "/github/workspace", "--volume", f"{workspace}:/github/workspace"]
    environment = {
        "HOME": "/github/home",
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": "gollum",
        "GITHUB_EVENT_PATH": "/github/workspace/event.json",
        "GITHUB_REPOSITORY": "octo/demo",
        "GITHUB_WORKSPACE": "/github/workspace",
    }
    variables = [part for pair in environment.items() for part in ("--env", "=".join(pair))]
    bare = ["--entrypoint", INTERPRETER, IMAGE, "-I", "-c", "import json, os, sys"]
    return {
        "a bare interpreter": [*mounted, *bare],
        "an event that is not for Buddy": [*mounted, *variables, IMAGE],
    }


def _timed(engine: Engine, arguments: Sequence[str]) -> float:
    started = time.perf_counter()
    engine.output("run", "--rm", "--network", "host", *arguments)
    return time.perf_counter() - started


def _sizes(engine: Engine) -> dict[str, int]:
    """Bytes, uncompressed: the whole image, and what it adds to its base."""
    size = int(engine.output("image", "inspect", "--format", "{{.Size}}", IMAGE))
    base = next(line.split()[1] for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("FROM "))
    return {"image": size, "added": size - int(engine.output("image", "inspect", "--format", "{{.Size}}", base))}


def _report(*, sizes: Mapping[str, int], built: float, rows: Sequence[Row]) -> None:
    print("| what | measured |\n|---|---|")
    print(f"| image, uncompressed | {sizes['image'] / 1e6:.0f} MB, of which Buddy {sizes['added'] / 1e6:.0f} MB |")
    print(f"| build | {built:.1f} s |")
    for row in rows:
        print(f"| {row.what} | {row.seconds * 1000:.0f} ms |")
    results = ROOT / "bench/results"
    results.mkdir(exist_ok=True)
    record = {"bytes": dict(sizes), "build": built, "seconds": {row.what: row.seconds for row in rows}}
    (results / "image.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
