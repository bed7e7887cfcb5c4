"""What zizmor and actionlint do not insist on: pins with their version, no rights by default, runs that queue."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PINNED = re.compile(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")

each = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def unpinned(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if re.match(r"\s*(- )?uses:", line)]
    return [line for line in lines if not PINNED.search(line) and "uses: ./" not in line]


@each
def test_foreign_actions_are_pinned_by_commit_with_the_version_beside(path: Path) -> None:
    assert unpinned(path.read_text()) == []


@pytest.mark.parametrize("reference", ["v4", "main", "3d3c42e", "3d3c42e5aac5ba805825da76410c181273ba90b1"])
def test_a_tag_a_branch_a_short_or_a_nameless_commit_is_no_pin(reference: str) -> None:
    assert unpinned(f"      - uses: actions/checkout@{reference}")


@each
def test_a_workflow_starts_with_no_permission_and_each_job_names_its_own(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {}
    assert all("permissions" in job for job in workflow["jobs"].values())


@each
def test_no_workflow_runs_with_secrets_on_a_fork_s_code(path: Path) -> None:
    events = yaml.safe_load(path.read_text())[True]  # YAML 1.1 reads the key `on` as true
    assert "pull_request_target" not in events


def test_buddy_s_own_runs_queue_per_pull_request_and_are_never_cut_off() -> None:
    (job,) = yaml.safe_load((ROOT / ".github/workflows/buddy.yml").read_text())["jobs"].values()
    assert "pull_request.number" in job["concurrency"]["group"]
    assert job["concurrency"]["cancel-in-progress"] is False


def test_the_checks_run_what_the_readme_and_the_makefile_call_the_checks() -> None:
    steps = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text())["jobs"]["checks"]["steps"]
    commands = [step["run"] for step in steps if "run" in step]
    assert commands == ["make check", "make test"]
    assert [line for line in (ROOT / ".ci/run").read_text().splitlines() if line.startswith("make ")] == commands
    assert "make test" in (ROOT / "README.md").read_text()
