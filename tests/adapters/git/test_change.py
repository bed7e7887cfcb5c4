"""What a change is made of (RET-03, RET-05, RET-06, RET-07): names, statuses and patches as GitHub's API gives them."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.adapters.git.diff import DIFF_OPTIONS, parse_diff
from buddy.core.change import ChangedFile, FileStatus
from buddy.core.errors import InputError

ODD_NAMES = [
    "é.py",
    "名 前.py",
    'q"uo"te.py',
    "back\\slash.py",
    "tab\t.py",
    "new\nline.py",
    "a b/ b/c.py",
    "x b/x",
    "-dash",
    "--output=x",
    ":(top)magic",
    "*",
    "[a]?.py",
    "#hash",
    "!bang",
    " lead and trail ",
    "diff --git a/x b/x",
    "a\ndiff --git a/x b/x",
    "@@ -1 +1 @@",
    "dev/null",
    "\udce9latin.py",
]
TEXT = "".join(f"line {number}\n" for number in range(40))


def by_path(change: Any) -> dict[str, ChangedFile]:
    return {file.path: file for file in change.files}


def test_an_edit_has_the_hunks_alone(scene: Any) -> None:
    base = scene.commit({"a.py": "one\ntwo\nthree\n"})
    head = scene.commit({"a.py": "one\n2\nthree\nfour\n"})
    (file,) = scene.open().change(base, head).files
    assert file == ChangedFile(
        path="a.py",
        status=FileStatus.MODIFIED,
        patch="@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four",
        blob=scene.git("rev-parse", "HEAD:a.py"),
        additions=2,
        deletions=1,
    )


def test_added_removed_and_renamed_files_keep_their_kinds(scene: Any) -> None:
    base = scene.commit({"old": TEXT, "gone": "x\n", "same": TEXT + "!"})
    scene.git("mv", "old", "new")
    scene.git("mv", "same", "moved")
    scene.git("rm", "-q", "gone")
    head = scene.commit({"new": TEXT + "more\n", "added": "y\n"})
    files = by_path(scene.open().change(base, head))
    assert {path: (file.status, file.previous_path) for path, file in files.items()} == {
        "added": (FileStatus.ADDED, None),
        "gone": (FileStatus.REMOVED, None),
        "new": (FileStatus.RENAMED, "old"),
        "moved": (FileStatus.RENAMED, "same"),
    }
    assert files["added"].patch == "@@ -0,0 +1 @@\n+y"
    assert files["gone"].patch == "@@ -1 +0,0 @@\n-x"
    assert files["gone"].blob is None
    assert files["moved"].patch is None
    assert (files["new"].additions, files["new"].deletions) == (1, 0)


@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.parametrize("where", ["commit", "index", "untracked"])
def test_a_name_is_a_name_whatever_is_in_it(scene: Any, name: str, where: str) -> None:
    base = scene.commit({"z": "1\n"})
    scene.write({name: "x\n", "z": "2\n"})
    if where == "index":
        scene.git("add", "--all")
    head = scene.commit() if where == "commit" else None
    files = by_path(scene.open().change(base, head))
    assert set(files) == {name, "z"}
    assert files[name].patch == "@@ -0,0 +1 @@\n+x"
    assert files["z"].patch == "@@ -1 +1 @@\n-1\n+2"


@pytest.mark.parametrize("name", ODD_NAMES)
def test_both_names_of_a_rename_survive(scene: Any, name: str) -> None:
    base = scene.commit({name: TEXT})
    os.rename(scene.top / name, scene.top / "plain")
    (file,) = scene.open().change(base, None).files
    assert (file.path, file.previous_path, file.status) == ("plain", name, FileStatus.RENAMED)


def test_the_work_tree_counts_with_staged_unstaged_and_untracked_files(scene: Any) -> None:
    base = scene.commit({"staged": "1\n", "unstaged": "1\n", "gone": "1\n", "same": "1\n", ".gitignore": "ignored\n"})
    scene.write({"staged": "2\n", "unstaged": "2\n", "new/one": "n\n", "ignored": "i\n"})
    scene.git("add", "staged")
    (scene.top / "gone").unlink()
    files = by_path(scene.open().change(base, None))
    assert {path: file.status.value for path, file in files.items()} == {
        "staged": "modified",
        "unstaged": "modified",
        "gone": "removed",
        "new/one": "added",
    }
    assert files["new/one"].additions == 1
    assert files["unstaged"].blob == scene.git("hash-object", "unstaged")


def test_a_file_staged_and_edited_again_is_shown_as_it_is_on_disk(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    scene.write({"a": "2\n"})
    scene.git("add", "a")
    scene.write({"a": "3\n"})
    (file,) = scene.open().change(base, None).files
    assert file.patch == "@@ -1 +1 @@\n-1\n+3"


def test_an_untracked_copy_of_a_removed_file_is_a_rename(scene: Any) -> None:
    base = scene.commit({"old.py": TEXT})
    os.rename(scene.top / "old.py", scene.top / "new.py")
    (file,) = scene.open().change(base, None).files
    assert (file.status, file.names) == (FileStatus.RENAMED, ("new.py", "old.py"))


def test_a_repository_inside_is_not_entered(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    for name in ("inner", "unborn"):
        (scene.top / name).mkdir()
        scene.git("init", "-q", name)
    scene.write({"inner/x": "x\n", "unborn/y": "y\n", "b": "1\n"})
    assert list(by_path(scene.open().change(base, None))) == ["b"]


@pytest.mark.parametrize("content", [b"\0\1\2", b"text\0text\n" * 50])
def test_a_binary_file_has_no_patch(scene: Any, content: bytes) -> None:
    base = scene.commit({"a.bin": b"\0old"})
    scene.write({"a.bin": content, "new.bin": content + b"\0"})
    files = by_path(scene.open().change(base, None))
    assert {path: (file.patch, file.additions) for path, file in files.items()} == {
        "a.bin": (None, 0),
        "new.bin": (None, 0),
    }
    assert files["a.bin"].blob == scene.git("hash-object", "a.bin")


def test_p11_a_very_large_file_has_no_patch(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    scene.write({"large.txt": b"line\n" * 1_100_000, "a": "2\n"})
    files = by_path(scene.open().change(base, None))
    assert files["large.txt"].patch is None
    assert files["a"].patch is not None


def test_an_empty_file_is_a_change_without_hunks(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    scene.write({"empty": ""})
    (file,) = scene.open().change(base, None).files
    assert (file.status, file.patch, file.additions) == (FileStatus.ADDED, None, 0)


def test_a_mode_change_is_a_change_without_hunks(scene: Any) -> None:
    base = scene.commit({"run": "1\n", "b": "1\n"})
    (scene.top / "run").chmod(0o755)
    scene.write({"b": "2\n"})
    files = by_path(scene.open().change(base, None))
    assert (files["run"].status, files["run"].patch) == (FileStatus.MODIFIED, None)
    assert files["b"].patch == "@@ -1 +1 @@\n-1\n+2"


def test_a_file_that_became_a_link_shifts_no_other_patch(scene: Any) -> None:
    base = scene.commit({"a": "1\n", "b": "1\n", "c": "1\n"})
    (scene.top / "b").unlink()
    (scene.top / "b").symlink_to("a")
    scene.write({"a": "2\n", "c": "3\n"})
    files = by_path(scene.open().change(base, None))
    assert (files["b"].status, files["b"].patch) == (FileStatus.CHANGED, None)
    assert files["a"].patch == "@@ -1 +1 @@\n-1\n+2"
    assert files["c"].patch == "@@ -1 +1 @@\n-1\n+3"


def test_a_link_is_its_target_and_is_not_followed(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    (scene.top / "link").symlink_to("/etc/passwd")
    (file,) = scene.open().change(base, None).files
    assert file.patch == "@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file"


def test_a_submodule_is_one_line(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    scene.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    scene.git("commit", "-q", "-m", "x")
    head = scene.git("rev-parse", "HEAD")
    (file,) = scene.open().change(base, head).files
    assert file.patch == f"@@ -0,0 +1 @@\n+Subproject commit {'1' * 40}"


def test_a_missing_last_line_end_is_told(scene: Any) -> None:
    base = scene.commit({"a": "1\n2"})
    scene.write({"a": "1\n3"})
    (file,) = scene.open().change(base, None).files
    no = "\\ No newline at end of file"
    assert file.patch == f"@@ -1,2 +1,2 @@\n 1\n-2\n{no}\n+3\n{no}"
    assert (file.additions, file.deletions) == (1, 1)


def test_line_ends_of_windows_stay_in_the_patch(scene: Any) -> None:
    base = scene.commit({"a": "1\r\n2\r\n"})
    scene.write({"a": "1\r\n3\r\n"})
    (file,) = scene.open().change(base, None).files
    assert file.patch == "@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+3\r"
    assert file.blob == scene.git("hash-object", "--no-filters", "a")


def test_a_checkout_with_converted_line_ends_is_no_change(scene: Any) -> None:
    base = scene.commit({"a": "1\n2\n", "b": "1\n"})
    scene.git("config", "core.autocrlf", "true")
    scene.write({"a": "1\r\n2\r\n", "b": "9\r\n"})
    (file,) = scene.open().change(base, None).files
    assert file.path == "b"
    assert file.patch == "@@ -1 +1 @@\n-1\n+9"


def test_bytes_that_are_not_utf_8_are_replaced_in_patches(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    scene.write({"a": b"\xe9\n"})
    (file,) = scene.open().change(base, None).files
    assert file.patch == "@@ -1 +1 @@\n-1\n+\ufffd"


def test_lines_that_look_like_headers_stay_lines(scene: Any) -> None:
    tricky = "diff --git a/x b/x\n@@ -1 +1 @@\n--- a/x\n+++ b/x\n\\ No newline\n"
    base = scene.commit({"a": "1\n", "b": "1\n"})
    scene.write({"a": tricky, "b": "2\n"})
    files = by_path(scene.open().change(base, None))
    assert files["a"].additions == 5
    assert files["b"].patch == "@@ -1 +1 @@\n-1\n+2"


def test_in_the_middle_of_a_merge_each_path_comes_once(scene: Any) -> None:
    base = scene.commit({"a": "1\n", "b": "1\n"})
    scene.git("checkout", "-q", "-b", "side")
    scene.commit({"a": "side\n", "b": "2\n"})
    scene.git("checkout", "-q", "main")
    scene.commit({"a": "main\n"})
    with pytest.raises(Exception, match="non-zero"):
        scene.git("merge", "-q", "side")
    change = scene.open().change(base, None)
    assert sorted(file.path for file in change.files) == ["a", "b"]
    assert change.total == 2
    files = by_path(change)
    assert files["b"].patch == "@@ -1 +1 @@\n-1\n+2"
    assert files["a"].status is FileStatus.MODIFIED


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.renames", "false"),
        ("diff.renames", "copies"),
        ("diff.context", "0"),
        ("diff.interHunkContext", "9"),
        ("diff.algorithm", "patience"),
        ("diff.relative", "true"),
        ("diff.submodule", "log"),
        ("diff.suppressBlankEmpty", "true"),
        ("diff.wsErrorHighlight", "all"),
        ("diff.colorMoved", "zebra"),
        ("color.ui", "always"),
        ("core.quotepath", "true"),
        ("core.abbrev", "4"),
        ("diff.indentHeuristic", "false"),
        ("log.showSignature", "true"),
        ("status.showUntrackedFiles", "no"),
    ],
)
def test_p12_no_configuration_changes_the_answer(scene: Any, key: str, value: str) -> None:
    base = scene.commit({"é/old": TEXT, "b": TEXT, "c": "\n\nx\n\n"})
    scene.git("mv", "é/old", "é/new")
    scene.write({"b": TEXT.replace("line 3\n", "x\n").replace("line 20\n", "y\n"), "c": "\n\ny\n\n", "d": TEXT})
    plain = scene.open().change(base, None)
    scene.git("config", key, value)
    assert scene.open().change(base, None) == plain


def test_an_order_file_is_not_read(scene: Any) -> None:
    base = scene.commit({"a": "1\n", "b": "1\n"})
    scene.write({"a": "2\n", "b": "2\n", "order": "b\n"})
    scene.git("config", "diff.orderFile", "order")
    assert [file.path for file in scene.open().change(base, None).files] == ["a", "b", "order"]


def test_a_change_against_itself_is_empty(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    change = scene.open().change(base, base)
    assert (change.files, change.total) == ((), 0)
    assert parse_diff(b"") == []


LINES = st.lists(st.sampled_from(["", "a", "-a", "+b", "@@ -1 +1 @@", "diff --git a/x b/x", "\\ x", "é"]), max_size=8)


@settings(max_examples=25, deadline=None)
@given(old=LINES, new=LINES)
def test_a_patch_applied_to_the_old_lines_gives_the_new_ones(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str]
) -> None:
    # git writes the raw part and the patch for two files on disk just as it does for two commits.
    folder = tmp_path_factory.mktemp("pair")
    (folder / "old").write_text("".join(f"{line}\n" for line in old))
    (folder / "new").write_text("".join(f"{line}\n" for line in new))
    options = [option for option in DIFF_OPTIONS if "submodule" not in option and "relative" not in option]
    done = subprocess.run(
        ["git", "diff", "--no-index", *options, "-U99", "old", "new"], cwd=folder, capture_output=True
    )
    files = parse_diff(done.stdout)
    if old == new:
        assert files == []
        return
    patch = files[0].patch or ""
    body = [line for line in patch.split("\n") if not line.startswith("@@ ")] if patch else []
    assert [line[1:] for line in body if line[0] in " -"] == old
    assert [line[1:] for line in body if line[0] in " +"] == new


def test_a_repository_without_an_index_is_compared_too(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    (scene.top / ".git" / "index").unlink()
    assert by_path(scene.open().change(base, None)) == {}


def test_a_broken_index_is_an_error_and_no_traceback(scene: Any) -> None:
    base = scene.commit({"a": "1\n"})
    (scene.top / ".git" / "index").write_bytes(b"nonsense")
    with pytest.raises(InputError, match="git ls-files failed"):
        scene.open().change(base, None)


def test_an_edit_within_the_second_of_the_last_commit_is_seen(scene: Any) -> None:
    scene.git("config", "core.trustctime", "false")
    scene.git("config", "core.checkStat", "minimal")
    base = scene.commit({"a": "1\n"})
    os.utime(scene.top / "a", (1_700_000_000, 1_700_000_000))
    scene.git("update-index", "--refresh")
    scene.write({"a": "2\n"})
    for path in (scene.top / "a", scene.top / ".git" / "index"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    (file,) = scene.open().change(base, None).files
    assert file.patch == "@@ -1 +1 @@\n-1\n+2"
    scene.write({"untracked": "x\n"})
    assert len(scene.open().change(base, None).files) == 2
