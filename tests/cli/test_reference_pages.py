"""The hand-written pages about the command line say what it really does."""

import re
from pathlib import Path

import pytest

from buddy.cli import boundary
from buddy.core.errors import BuddyError, HostError, InputError
from buddy.core.findings.finding import Outcome, Severity

REFERENCE = Path(__file__).parents[2] / "docs/reference"
MEMORY = ".buddy/learnings.jsonl"


def table(name):
    rows = re.findall(r"(?m)^\| (.+?) \| (.+) \|$", (REFERENCE / name).read_text(encoding="utf-8"))
    return [(first, second) for first, second in rows if not first.startswith("-")]


def test_the_exit_codes_are_those_of_the_boundary_and_the_errors():
    codes = {int(first.strip("`")) for first, _ in table("exit-codes.md")[1:]}
    used = {boundary.USAGE, boundary.BUG, boundary.INTERRUPTED}
    used |= {error.exit_code for error in (BuddyError, InputError, HostError)}
    assert codes == used | {0, 1}


COMMANDS = {
    "buddy review": ["review", "--findings", "x.sarif", "--model", "nobody:nothing"],
    "buddy context": ["context"],
    "buddy learnings list": ["learnings", "list"],
    "buddy learnings show": ["learnings", "show", "l_fact001"],
    "buddy learnings search": ["learnings", "search", "fact"],
    "buddy learnings explain": ["learnings", "explain"],
    "buddy learnings explain ID": ["learnings", "explain", "l_fact001"],
    "buddy learnings import": ["learnings", "import", MEMORY, "--file", "other.jsonl"],
    "buddy learnings export": ["learnings", "export", "--to", "buddy"],
    "buddy learnings add": ["learnings", "add", "Never log tokens", "--dry-run"],
    "buddy learnings remove": ["learnings", "remove", "l_fact001", "--dry-run"],
    "buddy learnings pin": ["learnings", "pin", "l_fact001", "--dry-run"],
    "buddy learnings unpin": ["learnings", "unpin", "l_fact001", "--dry-run"],
    "buddy learnings fmt": ["learnings", "fmt", "--dry-run"],
    "buddy learnings lint": ["learnings", "lint"],
    "buddy learnings extract": ["learnings", "extract"],
    "buddy findings": ["findings", "x.sarif"],
    "buddy findings diff": ["findings", "diff", "x.sarif", "--new", "x.sarif", "--from", "HEAD"],
    "buddy commands": ["commands"],
    "buddy init": ["init", "--dry-run"],
    "buddy doctor": ["doctor"],
    "buddy config check": ["config", "check"],
}


@pytest.fixture
def ready(repo, lines, sarif, typed):
    typed("@buddy-bot help\n\nNever log tokens.")
    files = {MEMORY: lines.learning("l_fact001", "x is y") + "{\n", ".buddy/config.yml": "", "a.py": "x = 1\n"}
    repo.commit("base", **files)
    repo.write(**{"a.py": "x = 2\n"})
    sarif("x.sarif", ("R1", "a.py", 1))


@pytest.mark.parametrize(("command", "keys"), [row for row in table("json.md") if row[0].startswith("`buddy")])
def test_the_json_page_names_exactly_the_keys_of_each_command(command, keys, ready, buddy):
    said = buddy(*COMMANDS[command.strip("`")], "--format", "json").json
    outer = re.sub(r"`(\w+)` \{[^}]*\}", r"`\1`", keys)
    assert set(re.findall(r"`(\w+)`", outer)) == set(said)
    for key, inner in re.findall(r"`(\w+)` \{([^}]*)\}", keys):
        assert set(re.findall(r"`(\w+)`", inner)) == set(said[key])


def test_every_command_with_json_has_its_row():
    assert {row[0].strip("`") for row in table("json.md") if row[0].startswith("`buddy")} == set(COMMANDS)


def test_the_keys_severities_and_outcomes_of_a_finding_are_on_the_page(ready, buddy):
    page = (REFERENCE / "json.md").read_text(encoding="utf-8")
    (finding,) = buddy("review", "--findings", "x.sarif", "--format", "json").json["findings"]
    outcomes = {outcome.value for outcome in Outcome} - {Outcome.UNCHANGED_FILE.value}
    for word in (*finding, *outcomes, *(severity.value for severity in Severity)):
        assert f"`{word}`" in page
