"""Builds the action's image and times it as the runner starts it: `.venv/bin/python bench/image.py`.

Needs podman or docker; without one it says so and measures nothing. `--engine-env` names a shell file that exports
what the engine needs. Each time is that of a whole container from start to end, the median of `--runs`; the reviews
talk to the sandbox over loopback, and to a model there that answers at once.
"""

import argparse
import importlib
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

from buddy.sandbox.box import Sandbox
from buddy.sandbox.handles.thread import PullHandle

ROOT = Path(__file__).parents[1]
IMAGE = "localhost/buddy:bench"
INTERPRETER = "/opt/buddy/bin/python"
BARE = ["--entrypoint", INTERPRETER, IMAGE, "-I", "-c", "import json, os, sys"]

LEARNINGS = (
    '{"id":"l_aaaaaaaaaa","text":"assert is fine in tests","kind":"suppression","paths":["tests/**"],'
    '"match":{"category":"ruff/S101"},"createdAt":"2026-11-29T10:00:00Z"}\n'
    '{"id":"l_bbbbbbbbbb","text":"requests need a timeout","paths":["src/**"],"createdAt":"2026-11-29T10:00:00Z"}\n'
)


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

    def timed(self, arguments: Sequence[str]) -> float:
        """Seconds of wall time from start to end."""
        started = time.perf_counter()
        self.output("run", "--rm", "--network", "host", *arguments)
        return time.perf_counter() - started


class Stage:
    """A sandbox with one repository, and the arguments by which the runner would start the action on its events."""

    def __init__(self, box: Sandbox) -> None:
        self._box = box
        self._workspace = Path(tempfile.mkdtemp(prefix="buddy-bench-"))
        self._repo = box.repo("octo/widgets", {".buddy/learnings.jsonl": LEARNINGS, "src/app.py": "import requests\n"})
        self._token = box.job_token(self._repo)

    def unrelated(self) -> list[str]:
        return self._arguments("gollum", {"repository": {"full_name": "octo/widgets"}}, {})

    def opened(self, number: int, inputs: Mapping[str, str] | None = None) -> tuple[PullHandle, list[str]]:
        """A fresh pull request with two findings, one of which base suppresses."""
        name, test = f"src/part{number}.py", f"tests/test_part{number}.py"
        branch = f"change-{number}"
        files = {name: "import requests\n\nrequests.get('https://example.org')\n", test: "assert True\n"}
        self._repo.commit(branch, files)
        pull = self._repo.open_pull(by="octo", head=branch)
        self._repo.checkout(self._workspace, at=branch)
        (self._workspace / "ruff.sarif").write_text(_sarif({name: ("S113", 3), test: ("S101", 1)}), encoding="utf-8")
        event = self._box.event("pull_request", "opened", about=pull)
        variables = self._box.environment("pull_request", event)
        return pull, self._arguments("pull_request", event, variables, inputs)

    def _arguments(
        self, name: str, event: object, variables: Mapping[str, str], inputs: Mapping[str, str] | None = None
    ) -> list[str]:
        (self._workspace / "event.json").write_text(json.dumps(event), encoding="utf-8")
        environment = {
            "GITHUB_EVENT_NAME": name,
            **variables,
            "HOME": "/github/home",
            "GITHUB_EVENT_PATH": "/github/workspace/event.json",
            "GITHUB_WORKSPACE": "/github/workspace",
            "INPUT_FINDINGS": "ruff.sarif",
            "INPUT_GITHUB-TOKEN": self._token,
            **{f"INPUT_{key.upper()}": value for key, value in (inputs or {}).items()},
        }
        mounted = ["--workdir", "/github/workspace", "--volume", f"{self._workspace}:/github/workspace"]
        return [*mounted, *(part for pair in environment.items() for part in ("--env", "=".join(pair))), IMAGE]


def main() -> int:
    options = _options()
    engine = _engine(options.engine_env)
    if engine is None:
        print("no podman and no docker here: the image is not measured")
        return 0
    started = time.perf_counter()
    engine.output("build", "--quiet", "--network", "host", "--tag", IMAGE, str(ROOT))
    built = time.perf_counter() - started
    with Sandbox() as box:
        times = _times(engine, Stage(box), runs=options.runs)
    _report(sizes=_sizes(engine), built=built, times=times)
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


def _times(engine: Engine, stage: Stage, *, runs: int) -> dict[str, float]:
    """Median seconds of each kind of run; a review that posted nothing, or posted twice, ends the bench."""
    first, second = [], []
    for number in range(runs):
        pull, arguments = stage.opened(number)
        first.append(engine.timed(arguments))
        assert len(pull.review_comments) == 1, "the review did not post its one finding"
        second.append(engine.timed(arguments))
        assert len(pull.review_comments) == 1, "the second review posted again"
    with_model = []
    scripted_model = importlib.import_module("tests.fakes.model_server").scripted_model  # untyped, as tests are
    with scripted_model() as model:
        for number in range(runs, 2 * runs):
            _, arguments = stage.opened(number, model.inputs())
            with_model.append(engine.timed(arguments))
        assert len(model.prompts) == runs, "the model was not asked once a review"
    return {
        "a bare interpreter": statistics.median(engine.timed(BARE) for _ in range(runs)),
        "an event that is not for Buddy": statistics.median(engine.timed(stage.unrelated()) for _ in range(runs)),
        "a first review": statistics.median(first),
        "an identical second review": statistics.median(second),
        "a first review with a model that answers at once": statistics.median(with_model),
    }


def _sizes(engine: Engine) -> dict[str, int]:
    """Bytes, uncompressed: the whole image, and what it adds to its base."""
    size = int(engine.output("image", "inspect", "--format", "{{.Size}}", IMAGE))
    base = next(line.split()[1] for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("FROM "))
    return {"image": size, "added": size - int(engine.output("image", "inspect", "--format", "{{.Size}}", base))}


def _report(*, sizes: Mapping[str, int], built: float, times: Mapping[str, float]) -> None:
    print("| what | measured |\n|---|---|")
    print(f"| image, uncompressed | {sizes['image'] / 1e6:.0f} MB, of which Buddy {sizes['added'] / 1e6:.0f} MB |")
    print(f"| build, base present | {built:.1f} s |")
    for what, seconds in times.items():
        print(f"| {what} | {seconds * 1000:.0f} ms |")
    results = ROOT / "bench/results"
    results.mkdir(exist_ok=True)
    record = {"bytes": dict(sizes), "build": built, "seconds": dict(times)}
    (results / "image.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _sarif(findings: Mapping[str, tuple[str, int]]) -> str:
    results = [
        {
            "ruleId": rule,
            "level": "error",
            "message": {"text": f"{rule} in {path}"},
            "locations": [
                {"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": line}}},
            ],
        }
        for path, (rule, line) in findings.items()
    ]
    run = {"tool": {"driver": {"name": "ruff", "version": "0.17.6"}}, "results": results}
    return json.dumps({"version": "2.1.0", "runs": [run]})


if __name__ == "__main__":
    sys.exit(main())
