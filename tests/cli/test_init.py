"""`buddy init` in repositories of every kind: what it writes is valid for everybody who reads it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from buddy.sandbox import Sandbox

ROOT = Path(__file__).parents[2]
WORKFLOWS = ".github/workflows"


def tool(name, *arguments):
    command = [str(Path(sys.executable).parent / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def checks(top):
    """Every outside check of what was written."""
    flows = sorted((top / WORKFLOWS).glob("buddy*.yml"))
    yield tool("actionlint", *flows)
    yield tool("zizmor", "--offline", "--no-progress", "--no-config", *flows)
    yield tool("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *flows)
    schema = ROOT / "docs/reference/config.schema.json"
    yield tool("check-jsonschema", "--schemafile", schema, top / ".buddy/config.yml")


def snapshot(top):
    return {path: path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file() and ".git/" not in str(path)}


EMPTY = {}
LARGE = {
    **{f"services/s{number % 40}/src/m{number}.py": "x = 1\n" for number in range(3000)},
    **{f"services/s{number}/go.mod": "module x\n" for number in range(5)},
    "eslint.config.mjs": "export default [];\n",
    ".gitattributes": b"* text=auto\r\n*.png binary\r\n",
    "CODEOWNERS": "* @octo/all\n",
    f"{WORKFLOWS}/ci.yml": "on: push\njobs: {}\n",
}


@pytest.mark.parametrize(
    ("files", "options"),
    [
        (EMPTY, ()),
        (EMPTY, ("--forks", "--no-schedule")),
        (LARGE, ()),
        (LARGE, ("--forks",)),
        ({"a.py": ""}, ("--forks",)),
        ({"a.py": ""}, ("--no-schedule",)),
        *((EMPTY, (forks, "--tool", name)) for forks in ("--forks", "--no-forks") for name in ("bandit", "semgrep")),
        *((EMPTY, (forks, "--tool", "golangci-lint")) for forks in ("--forks", "--no-forks")),
    ],
)
def test_what_is_written_passes_every_outside_check(repo, process, files, options):
    repo.write(**files)
    done = process("init", "--owner", "@octocat", *options)
    assert done.code == 0, done.err
    for checked in checks(repo.top):
        assert checked.returncode == 0, checked.args[0] + checked.stdout + checked.stderr
    assert process("config", "check", "--strict").code == 0
    before = snapshot(repo.top)
    again = process("init", "--owner", "@octocat", *options)
    assert (again.code, snapshot(repo.top)) == (0, before)
    assert "Nothing to do." in again.err


def test_the_checks_can_fail(repo, buddy):
    buddy("init", "--tool", "ruff")
    flow = repo.top / WORKFLOWS / "buddy.yml"
    sound = flow.read_text()
    flow.write_text(sound.replace("runs-on", "run-on"))
    (repo.top / ".buddy/config.yml").write_text("review: 7\n")
    lint, _, shape, config = checks(repo.top)
    assert all((lint.returncode, shape.returncode, config.returncode))
    flow.write_text(sound.replace("3d3c42e5aac5ba805825da76410c181273ba90b1", "v7"))
    assert [*checks(repo.top)][1].returncode


def test_a_dry_run_prints_a_diff_and_writes_nothing(repo, buddy):
    repo.write(**{f"{WORKFLOWS}/buddy.yml": "name: mine\n", ".gitattributes": "* text\n"})
    before = snapshot(repo.top)
    done = buddy("init", "--dry-run")
    assert snapshot(repo.top) == before
    assert "+.buddy/learnings.jsonl merge=union" in done.out
    assert "-name: mine" in done.out
    assert "kept as it is" in done.out
    assert "would be written" in done.err


def test_a_subfolder_writes_at_the_top(repo, buddy, monkeypatch):
    (repo.top / "deep/er").mkdir(parents=True)
    monkeypatch.chdir(repo.top / "deep/er")
    assert buddy("init").code == 0
    assert (repo.top / ".buddy/learnings.jsonl").read_bytes() == b""
    assert list((repo.top / "deep/er").iterdir()) == []


def test_outside_a_repository_the_error_says_so(buddy):
    done = buddy("init")
    assert done.code == 2
    assert "no git repository" in done.err


def test_a_bare_repository_is_refused(here, buddy):
    subprocess.run(["git", "init", "-q", "--bare"], check=True)
    assert buddy("init").code == 2


def test_line_ends_of_an_existing_file_stay(repo, buddy):
    repo.write(**{".gitattributes": b"* text=auto\r\n*.png binary\r\n"})
    buddy("init")
    written = (repo.top / ".gitattributes").read_bytes()
    assert written == b"* text=auto\r\n*.png binary\r\n.buddy/learnings.jsonl merge=union\r\n"
    asked = repo.git("check-attr", "merge", ".buddy/learnings.jsonl")
    assert asked.endswith("merge: union")


def test_existing_files_keep_their_bytes_and_the_difference_is_said(repo, buddy):
    mine = {f"{WORKFLOWS}/buddy.yml": "name: mine\n", ".buddy/config.yml": "review: {maxComments: 3}\n"}
    repo.write(**mine)
    done = buddy("init", "--format", "json")
    assert {path: (repo.top / path).read_text() for path in mine} == mine
    rows = {row["path"]: row for row in done.json["files"]}
    assert {rows[path]["state"] for path in mine} == {"kept"}
    assert "-name: mine" in rows[f"{WORKFLOWS}/buddy.yml"]["diff"]


def test_a_linked_folder_is_not_written_through(repo, buddy, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (repo.top / ".github").symlink_to(elsewhere)
    done = buddy("init")
    assert done.code == 1
    assert ".github is a symbolic link" in done.out
    assert list(elsewhere.iterdir()) == []
    assert (repo.top / ".buddy/config.yml").exists()


@pytest.mark.parametrize("name", [".github", ".buddy", ".gitattributes", ".buddy/config.yml"])
def test_what_is_in_the_way_is_named(repo, buddy, name):
    place = repo.top / name
    if name.endswith((".gitattributes", ".yml")):
        place.mkdir(parents=True)
    else:
        place.write_text("a file\n")
    done = buddy("init")
    assert done.code == 1
    assert "blocked" in done.out
    assert "Traceback" not in done.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere, so nothing would be refused")
def test_a_read_only_folder_is_named_before_anything_is_written(repo, buddy):
    repo.top.chmod(0o555)
    done = buddy("init")
    repo.top.chmod(0o755)
    assert done.code == 1
    assert "is read-only" in done.out


def test_a_wrong_owner_or_tool_is_answered_with_the_right_form(repo, buddy):
    assert "@NAME" in buddy("init", "--owner", "a b").err
    assert "did you mean 'eslint'" in buddy("init", "--tool", "eslnt").err


@pytest.mark.parametrize(("has_forks", "written"), [(True, "buddy-posts.yml"), (False, "buddy-answers.yml")])
def test_forks_and_the_owner_are_asked_of_github_with_a_token(repo, process, has_forks, written):
    with Sandbox() as box:
        remote = box.repo("octo/widgets", {"a.py": ""})
        if has_forks:
            remote.fork(by="mallory")
        repo.git("remote", "add", "origin", "https://example.org/octo/widgets.git")
        server = {"GITHUB_SERVER_URL": "https://example.org", "GITHUB_API_URL": box.api_url}
        env = {"GITHUB_TOKEN": box.job_token(remote), **server}
        assert process("init", env=env).code == 0
    assert (repo.top / WORKFLOWS / written).exists()
    assert (repo.top / ".github/CODEOWNERS").read_text() == "/.buddy/ @octo\n"


def test_a_server_that_does_not_answer_costs_the_answer_alone(repo, process):
    repo.git("remote", "add", "origin", "https://example.org/octo/widgets.git")
    server = {"GITHUB_SERVER_URL": "https://example.org", "GITHUB_API_URL": "http://127.0.0.1:9"}
    done = process("init", env={"GITHUB_TOKEN": "x", **server})
    assert done.code == 0
    assert "no forks are expected" in done.err


@pytest.mark.parametrize("command", ["init", "doctor"])
def test_p10_a_server_that_only_the_remote_names_is_not_asked_with_a_token(command, repo, process):
    repo.commit("one", **{"a.py": "x = 1\n"})
    with Sandbox() as box:
        box.repo("octo/widgets", {"a.py": ""})
        repo.git("remote", "add", "origin", f"{box.server_url}/octo/widgets.git")
        process(command, env={"GITHUB_TOKEN": box.personal_token("octo")})
        assert list(box.journal) == []
