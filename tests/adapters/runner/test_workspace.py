"""The workspace: reports by glob, sources by content hash, output in a folder of its own; nothing leads out of it."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from buddy.adapters.runner.workspace import LARGEST_FILE, MOST_FILES, RunnerWorkspace
from buddy.core.errors import InputError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with a secret beside it."""
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.sarif").write_text("secret")
    folder = tmp_path / "work space"
    for name in ("b.sarif", "a.sarif", "é ü.sarif", "r/1.json", "r/deep/2.json", ".hidden/h.sarif"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def git_hash(content: bytes, algorithm: str = "sha1") -> str:
    return hashlib.new(algorithm, b"blob %d\0" % len(content) + content).hexdigest()


@pytest.mark.parametrize("nowhere", ["missing", "secret", "a\0b"])
def test_a_workspace_that_is_no_folder_is_an_input_problem(tmp_path: Path, root: Path, nowhere: str) -> None:
    with pytest.raises(InputError, match="GITHUB_WORKSPACE"):
        RunnerWorkspace(f"{tmp_path}/{nowhere}")


@pytest.mark.parametrize(
    ("glob", "names"),
    [
        ("*.sarif", ["a.sarif", "b.sarif", "é ü.sarif"]),
        ("./*.sarif", ["a.sarif", "b.sarif", "é ü.sarif"]),
        ("**/*.sarif", [".hidden/h.sarif", "a.sarif", "b.sarif", "é ü.sarif"]),
        ("r/**/*.json", ["r/1.json", "r/deep/2.json"]),
        ("[ab].sarif", ["a.sarif", "b.sarif"]),
        ("?.sarif", ["a.sarif", "b.sarif"]),
        ("r//1.json", ["r/1.json"]),
        ("é ü.sarif", ["é ü.sarif"]),
        ("r/*", ["r/1.json"]),
    ],
)
def test_a_glob_names_files_below_the_workspace_in_order(root: Path, glob: str, names: list[str]) -> None:
    assert RunnerWorkspace(root).report_files([glob]) == {name: name.encode() for name in names}
    assert list(RunnerWorkspace(root).report_files([glob])) == names


def test_files_come_in_the_order_of_the_globs_and_once(root: Path) -> None:
    found = RunnerWorkspace(root).report_files(["r/*.json", "b.sarif", "*.sarif"])
    assert list(found) == ["r/1.json", "b.sarif", "a.sarif", "é ü.sarif"]


def test_an_absolute_path_below_the_workspace_is_taken(root: Path) -> None:
    assert RunnerWorkspace(root).report_files([f"{root}/a.sarif"]) == {"a.sarif": b"a.sarif"}


@pytest.mark.parametrize(
    ("glob", "reason"),
    [
        ("missing.sarif", "matches no file"),
        ("*.xml", "matches no file"),
        ("r", "is a folder"),
        ("/etc/passwd", "is absolute"),
        ("C:\\x.sarif", "is absolute"),
        ("../secret", "leads out of the workspace"),
        ("r/../../secret", "leads out of the workspace"),
        ("../*", "leads out of the workspace"),
        (".", "leads out of the workspace"),
        ("", "leads out of the workspace"),
        ("a\0b", "leads out of the workspace"),
        ("**/" * 5 + "x", "has more than four"),
        ("a**b/*.json", ""),
    ],
)
def test_p5_a_glob_that_gives_nothing_says_why_and_the_others_count(root: Path, glob: str, reason: str) -> None:
    workspace = RunnerWorkspace(root)
    found = workspace.report_files([glob, "a.sarif"])
    assert found == {glob: None, "a.sarif": b"a.sarif"}
    assert reason in workspace.why_unread(glob)
    assert workspace.why_unread(glob)
    assert workspace.why_unread("a.sarif") == ""


@pytest.mark.parametrize("glob", ["link.sarif", "l*.sarif", "folder/x.sarif", "folder/*.sarif", "fol*/*.sarif"])
def test_no_link_leads_out_of_the_workspace(tmp_path: Path, root: Path, glob: str) -> None:
    (root / "link.sarif").symlink_to(tmp_path / "secret")
    (root / "folder").symlink_to(tmp_path / "outside")
    found = RunnerWorkspace(root).report_files([glob])
    assert list(found.values()) == [None]


def test_a_link_inside_the_workspace_is_a_file_of_it(root: Path) -> None:
    (root / "link.sarif").symlink_to("r/1.json")
    assert RunnerWorkspace(root).report_files(["link.sarif"]) == {"link.sarif": b"r/1.json"}


def test_p11_pipes_loops_and_huge_files_cost_themselves(root: Path) -> None:
    os.mkfifo(root / "pipe.sarif")
    (root / "loop.sarif").symlink_to("loop.sarif")
    with open(root / "huge.sarif", "wb") as sparse:
        sparse.truncate(LARGEST_FILE + 1)
    workspace = RunnerWorkspace(root)
    found = workspace.report_files(["pipe.sarif", "loop.sarif", "huge.sarif", "a.sarif"])
    assert found == {"pipe.sarif": None, "loop.sarif": None, "huge.sarif": None, "a.sarif": b"a.sarif"}
    assert workspace.why_unread("huge.sarif") == "is larger than 50 MB"
    assert workspace.why_unread("pipe.sarif") == "is no regular file"


def test_p11_only_so_many_files_are_read(root: Path) -> None:
    (root / "many").mkdir()
    for number in range(MOST_FILES + 1):
        (root / "many" / f"{number:04}").touch()
    workspace = RunnerWorkspace(root)
    found = workspace.report_files(["many/*"])
    assert [path for path, content in found.items() if content is None] == [f"many/{MOST_FILES:04}"]
    assert "at most 500" in workspace.why_unread(f"many/{MOST_FILES:04}")


def test_buddys_own_output_and_gits_folder_are_no_reports(root: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "x.json").touch()
    RunnerWorkspace(root).write("transcript.json", b"{}")
    assert list(RunnerWorkspace(root).report_files(["**/*.json"])) == ["r/1.json", "r/deep/2.json"]


@pytest.mark.parametrize("content", [b"", b"x\n", b"a\r\nb\r\n", bytes(range(256))])
def test_a_source_is_known_by_its_git_hash(root: Path, content: bytes) -> None:
    (root / "src.py").write_bytes(content)
    asked = subprocess.run(["git", "hash-object", "--no-filters", "src.py"], cwd=root, capture_output=True, check=True)
    sha = asked.stdout.decode().strip()
    assert sha == git_hash(content)
    workspace = RunnerWorkspace(root)
    assert workspace.blob("src.py", sha) == content
    assert workspace.blob("src.py", sha.upper()) == content
    assert workspace.blob("src.py", git_hash(content, "sha256")) == content


@pytest.mark.parametrize("sha", ["", "0" * 40, "0" * 64, "x" * 40, git_hash(b"a\nb\n"), git_hash(b"a\r\nb\r\n")[:39]])
def test_a_source_with_other_bytes_is_none_even_if_only_its_line_ends_differ(root: Path, sha: str) -> None:
    (root / "src.py").write_bytes(b"a\r\nb\r\n")
    assert RunnerWorkspace(root).blob("src.py", sha) is None


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../secret", "r/../a.sarif", "", ".", "r", "missing", "a\0b", "r//1.json"]
)
def test_a_source_path_that_is_none_is_none(root: Path, path: str) -> None:
    assert RunnerWorkspace(root).blob(path, git_hash(b"secret")) is None


def test_p1_a_source_is_not_read_through_links(tmp_path: Path, root: Path) -> None:
    (root / "link").symlink_to("a.sarif")
    (root / "folder").symlink_to("r")
    workspace = RunnerWorkspace(root)
    assert workspace.blob("a.sarif", git_hash(b"a.sarif")) == b"a.sarif"
    assert workspace.blob("link", git_hash(b"a.sarif")) is None
    assert workspace.blob("folder/1.json", git_hash(b"r/1.json")) is None


def test_output_goes_into_a_folder_that_git_ignores(root: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    workspace = RunnerWorkspace(root)
    assert workspace.write("transcript.json", b"one") == ".buddy-run/transcript.json"
    assert workspace.write("transcript.json", b"two") == ".buddy-run/transcript.json"
    assert (root / ".buddy-run" / "transcript.json").read_bytes() == b"two"
    assert (root / ".buddy-run" / ".gitignore").read_bytes() == b"*\n"
    assert sorted(os.listdir(root / ".buddy-run")) == [".gitignore", "transcript.json"]
    status = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    assert ".buddy-run" not in status.stdout


def test_output_can_be_read_and_deleted_by_the_workspaces_owner(root: Path) -> None:
    RunnerWorkspace(root).write("context.md", b"x")
    owner = root.stat().st_uid
    assert {path.stat().st_uid for path in [root / ".buddy-run", *(root / ".buddy-run").iterdir()]} == {owner}
    assert (root / ".buddy-run" / "context.md").stat().st_mode & 0o444 == 0o444


def test_output_is_never_written_through_a_link(tmp_path: Path, root: Path) -> None:
    (root / ".buddy-run").symlink_to(tmp_path / "outside")
    with pytest.raises(InputError, match="does not write through links"):
        RunnerWorkspace(root).write("x.json", b"x")
    assert sorted(os.listdir(tmp_path / "outside")) == ["x.sarif"]


def test_a_link_in_the_place_of_an_output_is_replaced(tmp_path: Path, root: Path) -> None:
    (root / ".buddy-run").mkdir()
    for name in ("x.json", ".gitignore"):
        (root / ".buddy-run" / name).symlink_to(tmp_path / "secret")
    RunnerWorkspace(root).write("x.json", b"mine")
    assert (tmp_path / "secret").read_text() == "secret"
    assert (root / ".buddy-run" / "x.json").read_bytes() == b"mine"


def test_a_file_in_the_place_of_the_folder_is_told(root: Path) -> None:
    (root / ".buddy-run").touch()
    with pytest.raises(InputError, match=r"\.buddy-run"):
        RunnerWorkspace(root).write("x.json", b"x")


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".gitignore", "-x", "a b"])
def test_an_output_has_a_plain_name(root: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not the name"):
        RunnerWorkspace(root).write(name, b"x")
