"""The workflows that the docs show are complete, valid, safe, and use the action as action.yml has it."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contract.pages import ROOT, fences, pages

EXAMPLES = sorted((ROOT / "docs/examples").glob("[a-z]*.yml"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
REVIEW = (ROOT / "docs/examples/review.yml").read_text("utf-8")
BUDDY = "buddy-review/buddy@v0"
PIN = re.compile(r"uses: ([\w./-]+@[0-9a-f]{40} # v[\d.]+)")
OWN_WORKFLOWS = "".join(path.read_text("utf-8") for path in sorted((ROOT / ".github/workflows").glob("*.yml")))

each = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)


def run(tool: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / tool), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def zizmor(path: Path) -> subprocess.CompletedProcess[str]:
    return run("zizmor", "--offline", "--no-progress", "--config", ROOT / "docs/examples/.zizmor.yml", path)


def schema(path: Path) -> subprocess.CompletedProcess[str]:
    return run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", path)


def misused(workflow: dict[str, Any]) -> list[str]:
    """Inputs and outputs of Buddy's that action.yml does not have, and steps of other actions named by a tag."""
    wrong: list[str] = []
    for job in workflow["jobs"].values():
        own = [step for step in job["steps"] if step.get("uses") == BUDDY]
        wrong += ["no step of Buddy's"] if not own else []
        wrong += [f"input {name}" for step in own for name in step.get("with", {}) if name not in ACTION["inputs"]]
        names = {step["id"] for step in own if "id" in step}
        for step, output in re.findall(r"steps\.([\w-]+)\.outputs\.([\w-]+)", str(job)):
            wrong += [f"output {output}"] if step not in names or output not in ACTION["outputs"] else []
    return wrong


@each
def test_zizmor_and_the_published_schema_have_nothing_against_an_example(path: Path) -> None:
    for done in (zizmor(path), schema(path)):
        assert done.returncode == 0, done.stdout + done.stderr


def test_both_checks_can_fail(tmp_path: Path) -> None:
    unsafe = tmp_path / "unsafe.yml"
    unsafe.write_text(re.sub(r"checkout@\w+", "checkout@v7", REVIEW))
    assert zizmor(unsafe).returncode != 0
    invalid = tmp_path / "invalid.yml"
    invalid.write_text(REVIEW.replace("runs-on:", "run-on:"))
    assert schema(invalid).returncode != 0


@each
def test_an_example_uses_inputs_and_outputs_that_exist(path: Path) -> None:
    assert misused(yaml.safe_load(path.read_text("utf-8"))) == []


def test_an_input_or_output_that_does_not_exist_is_found() -> None:
    steps = [{"id": "b", "uses": BUDDY, "with": {"finding": "x"}}, {"run": "echo ${{ steps.b.outputs.y }}"}]
    assert misused({"jobs": {"a": {"steps": steps}}}) == ["input finding", "output y"]


@each
def test_an_example_runs_on_every_event_that_needs_a_review(path: Path) -> None:
    from buddy.core.gate import REVIEWED_ACTIONS

    event = yaml.safe_load(path.read_text("utf-8"))[True]["pull_request"]  # YAML 1.1 reads the key `on` as true
    assert set(event["types"]) == REVIEWED_ACTIONS


@each
def test_an_example_pins_other_actions_at_the_commits_that_the_project_itself_uses(path: Path) -> None:
    text = path.read_text("utf-8")
    uses = re.findall(r"uses: (\S+)", text)
    pins = PIN.findall(text)
    assert len(pins) == len([name for name in uses if name != BUDDY])
    assert [pin for pin in pins if pin not in OWN_WORKFLOWS] == []


def test_the_readme_s_workflow_is_the_example_and_has_fifteen_lines() -> None:
    (shown,) = (fence.body for fence in fences((ROOT / "README.md").read_text("utf-8")) if fence.info == "yaml")
    assert shown == REVIEW
    assert len(shown.splitlines()) == 15


@pytest.mark.parametrize("page", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_piece_of_a_workflow_on_a_page_is_a_piece_of_an_example(page: Path) -> None:
    whole = [path.read_text("utf-8") for path in EXAMPLES]
    pieces = [
        fence.body for fence in fences(page.read_text("utf-8")) if fence.info == "yaml" and _of_a_workflow(fence.body)
    ]
    assert [piece for piece in pieces if not any(_holds(text, piece) for text in whole)] == []


def _of_a_workflow(body: str) -> bool:
    return any(word in body for word in ("uses:", "runs-on:", "permissions:"))


def _holds(text: str, piece: str) -> bool:
    """Line by line, whatever the indentation of the piece as a whole."""
    lines = [line.strip() for line in text.splitlines()]
    wanted = [line.strip() for line in piece.splitlines()]
    return any(lines[start : start + len(wanted)] == wanted for start in range(len(lines)))


def test_the_version_in_the_docs_is_the_major_one_that_a_release_moves() -> None:
    from buddy import __version__

    assert BUDDY.endswith(f"@v{__version__.partition('.')[0]}")
