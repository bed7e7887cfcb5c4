"""action.yml, the settings that read it and the page that describes it are one thing said three times."""

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

from buddy.adapters.runner.settings import Settings

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

# The interface users build on: a name may be added here, never renamed or taken away within a major version.
OUTPUTS = [
    "findings",
    "posted",
    "suppressed",
    "learnings-loaded",
    "learnings-used",
    "context-file",
    "transcript-file",
    "record-pr",
    "pending",
]


def test_the_action_offers_exactly_the_inputs_that_are_read() -> None:
    assert tuple(ACTION["inputs"]) == Settings.input_names()


def test_a_default_shown_to_users_is_the_one_that_counts() -> None:
    shown = {name: str(spec.get("default", "")) for name, spec in ACTION["inputs"].items()}
    assert shown == Settings.input_defaults() | {"github-token": "${{ github.token }}"}


def test_what_the_runner_passes_when_a_workflow_sets_nothing_means_the_defaults() -> None:
    passed = {f"INPUT_{name.upper()}": str(spec.get("default", "")) for name, spec in ACTION["inputs"].items()}
    passed.pop("INPUT_GITHUB-TOKEN")
    assert Settings.read(passed) == Settings.read({})


def test_the_outputs_are_the_promised_ones() -> None:
    assert list(ACTION["outputs"]) == OUTPUTS


def outputs_written(source: str) -> set[str]:
    """The names in calls such as `log.output("findings", …)`."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "output"
        and isinstance(call.args[0], ast.Constant)
    }


def test_the_outputs_offered_are_the_ones_that_the_verbs_write() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "buddy/app").rglob("*.py")]
    assert set().union(*map(outputs_written, sources)) == set(ACTION["outputs"])


@pytest.mark.parametrize("kind", ["inputs", "outputs"])
def test_every_input_and_output_says_what_it_is(kind: str) -> None:
    assert [name for name, spec in ACTION[kind].items() if not spec.get("description", "").strip()] == []


def test_no_input_is_required_so_that_the_shortest_workflow_works() -> None:
    assert [name for name, spec in ACTION["inputs"].items() if spec.get("required")] == []
