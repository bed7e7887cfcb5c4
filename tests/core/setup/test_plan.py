"""The plan of a new set-up: nothing of others is replaced, a second one finds nothing to do."""

import re
from pathlib import Path

import pytest
import yaml

from buddy.core.config import Config
from buddy.core.config_file import load_strict
from buddy.core.setup import Choices, Found, RepositoryFacts, State, defaults, plan
from buddy.core.setup.config_text import CONFIG_TEXT
from buddy.core.setup.linters import LINTERS, Tool, detected
from buddy.core.setup.shared_lines import merges_by_union, owners_of_memory, with_line
from buddy.core.setup.workflows import ANSWERS, POSTS, REVIEW, workflows

EXAMPLES = Path(__file__).parents[3] / "docs/examples"
RUFF = Choices(forks=False, schedule=True, tool=Tool.RUFF, owner="@alice")


def states(planned):
    return {file.path: file.state for file in planned.files}


def after(planned, files=()):
    return {**dict(files), **{file.path: Found(content=file.after) for file in planned.due}}


@pytest.mark.parametrize(
    ("forks", "path", "example"),
    [
        (False, REVIEW, "review"),
        (False, ANSWERS, "answer"),
        (True, REVIEW, "forks-read"),
        (True, POSTS, "forks-post"),
    ],
)
def test_a_workflow_is_the_documented_example_but_for_comments(forks, path, example):
    text = workflows(Choices(forks=forks, schedule=True, tool=Tool.RUFF))[path]
    shown = (EXAMPLES / f"{example}.yml").read_text("utf-8")
    assert yaml.safe_load(text) == yaml.safe_load(shown)
    pins = re.compile(r"@[0-9a-f]{40} # v[\d.]+")
    assert pins.findall(text) == pins.findall(shown)


@pytest.mark.parametrize("forks", [True, False])
def test_without_a_schedule_a_sweep_can_still_be_started_by_hand(forks):
    text = list(workflows(Choices(forks=forks, schedule=False, tool=Tool.NONE)).values())[1]
    assert {"schedule", "workflow_dispatch"} & yaml.safe_load(text)[True].keys() == {"workflow_dispatch"}


def test_the_configuration_holds_every_default_and_no_unknown_key():
    loaded = load_strict(CONFIG_TEXT.encode(), name="x")
    assert loaded.notices == ()
    assert loaded.config == Config()


@pytest.mark.parametrize("forks", [True, False])
@pytest.mark.parametrize("tool", Tool)
def test_a_second_plan_has_nothing_to_do_p6(forks, tool):
    choices = Choices(forks=forks, schedule=True, tool=tool, owner="@alice")
    first = plan(RepositoryFacts(), choices)
    assert set(states(first).values()) == {State.NEW}
    second = plan(RepositoryFacts(files=after(first)), choices)
    assert set(states(second).values()) == {State.SAME}


@pytest.mark.parametrize("path", [REVIEW, ANSWERS, ".buddy/config.yml"])
def test_an_existing_file_is_kept_whatever_it_says(path):
    planned = plan(RepositoryFacts(files={path: Found(content=b"mine\n")}), RUFF)
    assert states(planned)[path] is State.KEPT
    assert path not in {file.path for file in planned.due}


def test_what_the_memory_holds_is_right():
    planned = plan(RepositoryFacts(files={".buddy/learnings.jsonl": Found(content=b'{"id":"l_a"}\n')}), RUFF)
    assert states(planned)[".buddy/learnings.jsonl"] is State.SAME


def test_what_is_in_the_way_blocks_its_file_alone():
    planned = plan(RepositoryFacts(files={REVIEW: Found(obstacle=".github is a symbolic link")}), RUFF)
    assert states(planned)[REVIEW] is State.BLOCKED
    assert states(planned)[".buddy/config.yml"] is State.NEW


def test_a_workflow_that_runs_buddy_already_gets_no_second_one():
    mine = b"on:\n  pull_request:\n  issue_comment:\njobs: {a: {steps: [{uses: buddy-review/buddy@v0}]}}\n"
    planned = plan(RepositoryFacts(files={".github/workflows/ci.yml": Found(content=mine)}), RUFF)
    assert states(planned)[REVIEW] is State.SKIPPED
    assert states(planned)[ANSWERS] is State.SKIPPED


def test_the_other_pair_is_not_put_beside_the_first():
    first = plan(RepositoryFacts(), RUFF)
    again = plan(RepositoryFacts(files=after(first)), Choices(forks=True, schedule=True, tool=Tool.RUFF))
    assert states(again)[REVIEW] is State.KEPT
    assert states(again)[POSTS] is State.SKIPPED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, b"L\n"),
        (b"", b"L\n"),
        (b"* text=auto\n", b"* text=auto\nL\n"),
        (b"* text=auto", b"* text=auto\nL\n"),
        (b"* text=auto\r\n*.png binary\r\n", b"* text=auto\r\n*.png binary\r\nL\r\n"),
        (b"a\r\nb", b"a\r\nb\r\nL\r\n"),
        (b"\xef\xbb\xbfa\n", b"\xef\xbb\xbfa\nL\n"),
        (b"\xff odd\n", b"\xff odd\nL\n"),
    ],
)
def test_a_line_is_added_and_every_other_byte_stays(old, new):
    assert with_line(old, "L") == new


def test_a_file_that_is_no_text_is_left_alone_and_the_line_is_told():
    files = {".gitattributes": Found(content="* text\n".encode("utf-16"))}
    (file,) = (each for each in plan(RepositoryFacts(files=files), RUFF).files if each.path == ".gitattributes")
    assert file.state is State.BLOCKED
    assert "merge=union" in file.why


@pytest.mark.parametrize(
    ("text", "is_union"),
    [
        ("", False),
        (".buddy/learnings.jsonl merge=union", True),
        ("/.buddy/learnings.jsonl\tmerge=union text", True),
        ("*.jsonl merge=union", True),
        ("# .buddy/learnings.jsonl merge=union", False),
        (".buddy/learnings.jsonl merge=union\n*.jsonl merge=ours", False),
        (".buddy/learnings.jsonl merge=union\n* text=auto", True),
        (".buddy/learnings.jsonl -merge", False),
        ("other.jsonl merge=union", False),
    ],
)
def test_the_last_word_about_merging_counts(text, is_union):
    assert merges_by_union(text.encode()) is is_union


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("* @org/all", ["@org/all"]),
        (".buddy/ @a", ["@a"]),
        ("/.buddy/ @a b@example.org", ["@a", "b@example.org"]),
        ("* @a\n/.buddy/", []),
        ("/docs/ @a", []),
        ("# * @a", []),
        ("*.py @a", []),
    ],
)
def test_the_last_line_that_covers_the_memory_names_its_owners(text, owners):
    assert owners_of_memory(text.encode()) == owners


def test_an_owner_goes_into_the_file_that_github_reads():
    files = {"docs/CODEOWNERS": Found(content=b"/docs/ @a\r\n"), "CODEOWNERS": Found(content=b"/src/ @b\n")}
    planned = {file.path: file for file in plan(RepositoryFacts(files=files), RUFF).due}
    assert planned["CODEOWNERS"].after == b"/src/ @b\n/.buddy/ @alice\n"
    assert "docs/CODEOWNERS" not in planned


def test_an_unknown_owner_is_said_and_nobody_is_invented_p8():
    planned = plan(RepositoryFacts(owner="org", owner_is_person=False), defaults(RepositoryFacts(owner="org")))
    assert not any("CODEOWNERS" in file.path for file in planned.files)
    assert "--owner" in planned.remarks[0]


@pytest.mark.parametrize(
    ("paths", "tool"),
    [
        ([], Tool.NONE),
        (["README.md"], Tool.NONE),
        (["src/a.py"], Tool.RUFF),
        (["eslint.config.mjs", "tools/a.py"], Tool.ESLINT),
        (["ruff.toml", "eslint.config.mjs"], Tool.RUFF),
        (["go.mod"], Tool.GOLANGCI_LINT),
        (["node_modules/a/b.py"], Tool.NONE),
        ([".semgrep.yml"], Tool.SEMGREP),
        ([".bandit", "a.py"], Tool.BANDIT),
    ],
)
def test_the_tool_that_is_used_is_proposed(paths, tool):
    assert detected(RepositoryFacts(paths=paths)) is tool


def test_every_tool_but_none_can_be_run():
    assert {*LINTERS} == {*Tool} - {Tool.NONE}


@pytest.mark.parametrize(
    ("forks", "person", "expected"),
    [(None, None, (False, None)), (True, True, (True, "@octo")), (False, False, (False, None))],
)
def test_what_is_not_known_is_not_assumed(forks, person, expected):
    chosen = defaults(RepositoryFacts(owner="octo", has_forks=forks, owner_is_person=person))
    assert (chosen.forks, chosen.owner) == expected
