"""The workflows that the docs show are complete, valid, safe, and use the action as action.yml has it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from buddy.adapters.runner.run_folder import RUN_FOLDER
from buddy.core.gate import (
    COMMENT_ACTIONS,
    COMMENT_EVENTS,
    FINISHED_RUN,
    HANDED_OVER,
    PULL_REQUEST_EVENTS,
    REVIEWED_ACTIONS,
    SETTLED_ACTION,
    SWEPT_EVENTS,
)
from buddy.core.handover import ARTIFACT, FILE
from tests.contract.pages import ROOT, fences, pages

LINT = ROOT / "docs/examples/lint-memory.yml"
"""The one that runs no action of Buddy's, only its command line."""
EXAMPLES = sorted({*(ROOT / "docs/examples").glob("[a-z]*.yml")} - {LINT})
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
REVIEW = (ROOT / "docs/examples/review.yml").read_text("utf-8")
ANSWER = (ROOT / "docs/examples/answer.yml").read_text("utf-8")
BUDDY = "buddy-review/buddy@v0"
PIN = re.compile(r"uses: ([\w./-]+@[0-9a-f]{40} # v[\d.]+)")
UPLOAD = "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1"
"""The project itself uploads nothing."""
OF_OTHERS = {
    UPLOAD,
    "anthropics/claude-code-action@24dcd50c0568f0fc9e9211213a4fd2d9eb15c4e0 # v1.0.200",
    "openai/codex-action@e0fdf01220eb9a88167c4898839d273e3f2609d1 # v1.8",
    "the-pr-agent/pr-agent@d82f7d3e696cd00822694aaa3096265d3889f3f1 # v0.34",
}
INPUTS_OF_OTHERS = {
    "anthropics/claude-code-action": {"anthropic_api_key", "prompt", "claude_args"},
    "openai/codex-action": {"openai-api-key", "prompt-file", "sandbox"},
    "the-pr-agent/pr-agent": set[str](),
}
"""Which of the inputs at those commits the examples use; each was looked up in the action.yml there."""
OWN_WORKFLOWS = "".join(path.read_text("utf-8") for path in sorted((ROOT / ".github/workflows").glob("*.yml")))

each = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)


def run(tool: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / tool), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def zizmor(path: Path) -> subprocess.CompletedProcess[str]:
    return run("zizmor", "--offline", "--no-progress", "--config", ROOT / "docs/examples/.zizmor.yml", path)


def schema(path: Path) -> subprocess.CompletedProcess[str]:
    return run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", path)


def actionlint(path: Path) -> subprocess.CompletedProcess[str]:
    return run("actionlint", path)


def misused(workflow: dict[str, Any]) -> list[str]:
    """Inputs and outputs of Buddy's that action.yml does not have, and steps of other actions named by a tag."""
    wrong: list[str] = []
    for job in workflow["jobs"].values():
        own = [step for step in job["steps"] if step.get("uses") == BUDDY]
        wrong += ["no step of Buddy's"] if not own else []
        wrong += [f"input {name}" for step in own for name in step.get("with", {}) if name not in ACTION["inputs"]]
        names = {step["id"]: step in own for step in job["steps"] if "id" in step}
        for step, output in re.findall(r"steps\.([\w-]+)\.outputs\.([\w-]+)", str(job)):
            exists = output in ACTION["outputs"] if names.get(step, True) else True
            wrong += [f"output {output}"] if step not in names or not exists else []
    return wrong


@each
def test_zizmor_actionlint_and_the_published_schema_have_nothing_against_an_example(path: Path) -> None:
    for done in (zizmor(path), actionlint(path), schema(path)):
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflow_that_lints_the_memory_is_valid_safe_and_the_one_on_its_page() -> None:
    for done in (zizmor(LINT), actionlint(LINT), schema(LINT)):
        assert done.returncode == 0, done.stdout + done.stderr
    text = LINT.read_text("utf-8")
    (shown,) = (
        fence.body for fence in fences((ROOT / "docs/how-to/lint.md").read_text("utf-8")) if fence.info == "yaml"
    )
    assert shown == text
    assert [pin for pin in PIN.findall(text) if pin not in OWN_WORKFLOWS] == []
    assert yaml.safe_load(text)["jobs"]["lint"]["permissions"] == {"contents": "read"}


def test_the_checks_can_fail(tmp_path: Path) -> None:
    unsafe = tmp_path / "unsafe.yml"
    unsafe.write_text(re.sub(r"checkout@\w+", "checkout@v7", REVIEW))
    assert zizmor(unsafe).returncode != 0
    invalid = tmp_path / "invalid.yml"
    invalid.write_text(REVIEW.replace("runs-on:", "run-on:"))
    assert schema(invalid).returncode != 0
    assert actionlint(invalid).returncode != 0


@each
def test_an_example_uses_inputs_and_outputs_that_exist(path: Path) -> None:
    assert misused(yaml.safe_load(path.read_text("utf-8"))) == []


def test_an_input_or_output_that_does_not_exist_is_found() -> None:
    steps = [{"id": "b", "uses": BUDDY, "with": {"finding": "x"}}, {"run": "echo ${{ steps.b.outputs.y }}"}]
    assert misused({"jobs": {"a": {"steps": steps}}}) == ["input finding", "output y"]


def events(path: Path) -> dict[str, Any]:
    """What starts the workflow; YAML 1.1 reads the key `on` as true."""
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))[True]
    return found


@pytest.mark.parametrize("path", [each for each in EXAMPLES if each.name != "answer.yml"], ids=lambda path: path.name)
def test_an_example_runs_on_every_event_that_needs_a_review(path: Path) -> None:
    found = events(path)
    reviews = PULL_REQUEST_EVENTS & found.keys()
    assert bool(reviews) != (FINISHED_RUN in found), "a workflow reviews by itself or after another one"
    for name in reviews:
        assert set(found[name]["types"]) in (REVIEWED_ACTIONS, REVIEWED_ACTIONS | {SETTLED_ACTION})


@each
def test_an_example_names_no_event_or_action_that_is_not_for_buddy(path: Path) -> None:
    known = PULL_REQUEST_EVENTS | COMMENT_EVENTS | SWEPT_EVENTS | {FINISHED_RUN, "pull_request_review"}
    found = events(path)
    assert found.keys() <= known
    for name in COMMENT_EVENTS & found.keys():
        assert set(found[name]["types"]) == COMMENT_ACTIONS


@each
def test_an_example_that_answers_people_sweeps_too_and_lets_its_runs_end(path: Path) -> None:
    """CMD-13: a group keeps one waiting run; what it drops, a sweep makes up for."""
    text = path.read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"].values()
    for job in jobs:
        assert "concurrency" not in job or job["concurrency"]["cancel-in-progress"] is False
    if "issue_comment" in events(path):
        assert events(path).keys() >= SWEPT_EVENTS
    if COMMENT_EVENTS & events(path).keys():
        assert all("concurrency" in job and job["permissions"]["contents"] == "write" for job in jobs)


def test_the_workflow_that_posts_follows_the_one_that_reads_and_takes_what_that_leaves() -> None:
    reads, posts = (
        yaml.safe_load((ROOT / f"docs/examples/forks-{name}.yml").read_text("utf-8")) for name in ("read", "post")
    )
    assert posts[True]["workflow_run"]["workflows"] == [reads["name"]]
    assert {*HANDED_OVER} == {*reads[True]}
    (upload,) = (step for step in reads["jobs"]["buddy"]["steps"] if "upload-artifact" in step.get("uses", ""))
    assert upload["with"]["name"] == ARTIFACT
    left, report = upload["with"]["path"].split()
    assert left == f"{RUN_FOLDER}/{FILE}"
    assert left in upload["if"]
    assert posts["jobs"]["buddy"]["steps"][-1]["with"]["findings"] == report
    assert posts["jobs"]["buddy"]["permissions"]["actions"] == "read"


def test_no_workflow_with_rights_on_a_fork_checks_out_or_runs_anything() -> None:
    """P1."""
    for path in EXAMPLES:
        if {FINISHED_RUN, "pull_request_target"} & events(path).keys():
            steps = [step for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values() for step in job["steps"]]
            assert [step["uses"] for step in steps] == [BUDDY], path.name


@each
def test_an_example_pins_other_actions_at_the_commits_that_the_project_itself_uses(path: Path) -> None:
    text = path.read_text("utf-8")
    uses = re.findall(r"uses: (\S+)", text)
    pins = PIN.findall(text)
    assert len(pins) == len([name for name in uses if name != BUDDY])
    assert [pin for pin in pins if pin not in OWN_WORKFLOWS and pin not in OF_OTHERS] == []


def steps_of(path: Path) -> list[dict[str, Any]]:
    return [step for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values() for step in job["steps"]]


@each
def test_an_example_gives_another_reviewer_only_inputs_that_it_has(path: Path) -> None:
    for step in steps_of(path):
        known = INPUTS_OF_OTHERS.get(step.get("uses", "").partition("@")[0])
        assert known is None or step.get("with", {}).keys() == known


HANDED = '## Notes\n\n- {"note":"$(touch pwned) `id` it\'s ${{ x }}"}\n'


@pytest.mark.parametrize("name", ["other-reviewer", "claude-code", "codex", "pr-agent"])
@pytest.mark.parametrize("handed", [HANDED, ""])
def test_the_step_that_hands_the_memory_over_hands_over_every_byte(name: str, handed: str, tmp_path: Path) -> None:
    (step,) = (step for step in steps_of(ROOT / f"docs/examples/{name}.yml") if "CONTEXT" in step.get("env", {}))
    (tmp_path / "context.md").write_text(handed)
    env = {"PATH": os.environ["PATH"], "CONTEXT": "context.md" if handed else "", "NUMBER": "7", "BASE": "a" * 40}
    places = {"GITHUB_OUTPUT": "output", "RUNNER_TEMP": str(tmp_path), "GITHUB_REPOSITORY": "o/r"}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=env | places, check=True)
    assert not (tmp_path / "pwned").exists()
    if (tmp_path / "output").exists():
        first, *body, last = (tmp_path / "output").read_text().splitlines(keepends=True)
        assert first == f"text<<{last}"
        given = "".join(body)
    else:
        given = (tmp_path / "prompt.md").read_text()
    assert given.endswith(handed)
    assert given.count("\n") == handed.count("\n") + (name != "pr-agent")


def test_the_readme_s_workflows_are_the_examples_and_the_one_that_reviews_has_fifteen_lines() -> None:
    shown = [fence.body for fence in fences((ROOT / "README.md").read_text("utf-8")) if fence.info == "yaml"]
    assert shown == [REVIEW, ANSWER]
    assert len(REVIEW.splitlines()) == 15


def test_the_readme_s_workflows_together_hear_all_that_one_for_a_repository_hears() -> None:
    review, answer, whole = (
        events(ROOT / f"docs/examples/{name}.yml") for name in ("review", "answer", "same-repository")
    )
    actions = [{*one["pull_request"].pop("types")} for one in (review, answer, whole)]
    assert actions[0] | actions[1] == actions[2]
    assert review | answer == whole


@each
def test_a_job_that_reviews_and_answers_queues_the_two_apart(path: Path) -> None:
    """CMD-13: a group keeps one waiting run, and an answer does not make up for a review that was dropped."""
    reviews = {name for name in PULL_REQUEST_EVENTS & events(path).keys() if events(path)[name]["types"] != ["closed"]}
    if reviews and events(path).keys() - PULL_REQUEST_EVENTS:
        (name,) = reviews
        (job,) = yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
        assert f"github.event_name == '{name}' && 'review-'" in job["concurrency"]["group"]


@each
def test_a_workflow_that_answers_takes_no_place_in_the_queue_from_one_that_reviews(path: Path) -> None:
    (job,) = yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
    only_reviews = events(path).keys() <= PULL_REQUEST_EVENTS
    assert job["concurrency"]["group"].startswith("buddy-review-") == only_reviews


def test_nothing_is_checked_out_where_people_speak() -> None:
    assert [step for job in yaml.safe_load(ANSWER)["jobs"].values() for step in job["steps"]] == [{"uses": BUDDY}]


@pytest.mark.parametrize("page", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_piece_of_a_workflow_on_a_page_is_a_piece_of_an_example(page: Path) -> None:
    whole = [path.read_text("utf-8") for path in (*EXAMPLES, LINT)]
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
