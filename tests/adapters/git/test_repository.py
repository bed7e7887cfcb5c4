"""A local repository: found from anywhere inside it, refs that cannot become options, histories that are cut off."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from buddy.adapters.git.command import Git
from buddy.adapters.git.repository import GitRepository
from buddy.core.errors import InputError


def test_a_repository_is_found_upwards_from_a_subfolder_and_from_a_file(scene: Any, environ: dict[str, str]) -> None:
    scene.commit({"a/b c/é.py": "x\n"})
    for start in (scene.top, scene.top / "a" / "b c", scene.top / "a" / "b c" / "é.py"):
        assert GitRepository.discover(start, environ=environ).top == str(scene.top)


def test_outside_a_repository_the_error_says_where_it_looked(tmp_path: Path, environ: dict[str, str]) -> None:
    with pytest.raises(InputError, match="is in no git repository: run it inside of one") as caught:
        GitRepository.discover(tmp_path, environ=environ)
    assert str(tmp_path) in str(caught.value)
    assert caught.value.exit_code == 2


def test_inside_the_git_folder_the_error_says_to_leave_it(scene: Any, environ: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"inside a \.git folder"):
        GitRepository.discover(scene.top / ".git", environ=environ)


def test_without_git_the_error_says_so(scene: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="git is not installed"):
        GitRepository.discover(scene.top, environ={"PATH": str(tmp_path)})


def test_a_folder_that_is_gone_is_told_from_a_missing_git(tmp_path: Path, environ: dict[str, str]) -> None:
    with pytest.raises(InputError, match="is no folder"):
        GitRepository.discover(tmp_path / "no" / "where", environ=environ)


def test_a_linked_work_tree_is_a_repository_of_its_own(scene: Any, tmp_path: Path, environ: dict[str, str]) -> None:
    base = scene.commit({"a": "1\n"})
    scene.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    (tmp_path / "linked" / "b").write_text("2\n")
    repository = GitRepository.discover(tmp_path / "linked", environ=environ)
    assert repository.top == str(tmp_path / "linked")
    assert [file.path for file in repository.change(base, None).files] == ["b"]
    assert scene.open().change(base, None).files == ()


def test_a_bare_repository_has_commits_and_no_work_tree(scene: Any, tmp_path: Path, environ: dict[str, str]) -> None:
    one, two = scene.commit({"a": "1\n"}), scene.commit({"a": "2\n"})
    scene.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    repository = GitRepository.discover(tmp_path / "bare.git", environ=environ)
    assert repository.head() == two
    assert [file.path for file in repository.change(one, two).files] == ["a"]
    for ask in (lambda: repository.change(one, None), repository.paths):
        with pytest.raises(InputError, match="bare repository without a work tree"):
            ask()


def test_variables_of_a_hook_do_not_lead_elsewhere(scenes: Callable[..., Any], environ: dict[str, str]) -> None:
    one, other = scenes("one"), scenes("other")
    head = one.commit({"a": "1\n"})
    other.commit({"b": "1\n"})
    foreign = {
        "GIT_DIR": str(other.top / ".git"),
        "GIT_WORK_TREE": str(other.top),
        "GIT_INDEX_FILE": str(other.top / ".git" / "index"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "diff.noprefix",
        "GIT_CONFIG_VALUE_0": "true",
        "GIT_EXTERNAL_DIFF": "false",
        "GIT_CEILING_DIRECTORIES": "/",
    }
    repository = GitRepository.discover(one.top, environ=environ | foreign)
    assert repository.top == str(one.top)
    assert repository.head() == head
    assert repository.paths() == ["a"]


def test_nothing_that_a_configuration_names_is_started(scene: Any, tmp_path: Path) -> None:
    mark = tmp_path / "started"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch '{mark}'\n")
    program.chmod(0o755)
    base = scene.commit({".gitattributes": "* diff=evil\n", "a.txt": "1\n"})
    for key in (
        "core.fsmonitor",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "core.pager",
        "pager.diff",
    ):
        scene.git("config", key, str(program))
    scene.git("config", "core.hooksPath", str(tmp_path))
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (tmp_path / hook).symlink_to(program)
    scene.write({"a.txt": "2\n", "new.txt": "3\n"})
    repository = scene.open()
    assert len(repository.change(base, None).files) == 2
    repository.subjects(base, base)
    repository.paths()
    assert not mark.exists()


@pytest.mark.parametrize("name", ["plain", "co:lon", 'q"uote', "back\\slash", "é ü"])
def test_the_repository_is_not_written(scenes: Callable[..., Any], name: str) -> None:
    scene = scenes(name)
    base = scene.commit({"a": "1\n"})
    scene.write({"a": "2\n", "b": "new\n"})
    os.utime(scene.top / "a", (1, 1))

    def state() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in (scene.top / ".git").rglob("*") if path.is_file()}

    before = state()
    repository = scene.open()
    assert len(repository.change(base, None).files) == 2
    repository.paths()
    assert state() == before


@pytest.mark.parametrize(
    "ref",
    ["main", "HEAD", "@", "refs/heads/main", "v1", "heads/main", "main~0", "main^0", "é/ü", ":/second", "HEAD@{0}"],
)
def test_names_tags_and_expressions_resolve_to_their_commit(scene: Any, ref: str) -> None:
    scene.commit({"a": "1\n"}, message="first")
    head = scene.commit({"a": "2\n"}, message="second")
    scene.git("tag", "-a", "-m", "x", "v1")
    scene.git("branch", "é/ü")
    assert scene.open().commit(ref) == head
    assert scene.open().commit(head[:10]) == head


@pytest.mark.parametrize(
    "ref",
    [
        "",
        " ",
        "--output=stolen",
        "-h",
        "--all",
        "^main",
        "main..main",
        "main:a",
        "main^{tree}",
        "no-such-branch",
        "0" * 40,
        "main\nmain",
        "main\0",
        "\udce9",
        "$(touch stolen)",
        "main; touch stolen",
        "x" * 10_000,
    ],
)
def test_what_names_no_commit_is_none_and_does_nothing(scene: Any, ref: str) -> None:
    scene.commit({"a": "1\n"})
    assert scene.open().commit(ref) is None
    assert sorted(os.listdir(scene.top)) == [".git", "a"]


@pytest.mark.parametrize("value", ["--output=stolen", "main", "HEAD", "a" * 39, "A" * 40, "0" * 40 + "\n", ""])
def test_only_full_hashes_reach_git_as_arguments(scene: Any, value: str) -> None:
    head = scene.commit({"a": "1\n"})
    repository = scene.open()
    for ask in (
        lambda: repository.change(value, head),
        lambda: repository.change(head, value or "x"),
        lambda: repository.change(value, None),
        lambda: repository.merge_base(head, value),
        lambda: repository.subjects(value, head),
        lambda: repository.tree(value),
        lambda: repository.blob(value),
    ):
        with pytest.raises(InputError, match="no full hash"):
            ask()
    assert sorted(os.listdir(scene.top)) == [".git", "a"]


def test_a_branch_without_commits_has_no_head(scene: Any) -> None:
    scene.write({"a": "1\n"})
    repository = scene.open()
    assert repository.head() is None
    assert repository.default_branch() is None
    assert repository.paths() == ["a"]


def test_a_detached_head_is_a_head(scene: Any) -> None:
    one = scene.commit({"a": "1\n"})
    scene.commit({"a": "2\n"})
    scene.git("checkout", "-q", "--detach", one)
    assert scene.open().head() == one


def test_the_default_branch_is_what_the_remote_says(scene: Any, scenes: Callable[..., Any]) -> None:
    scene.commit({"a": "1\n"})
    scene.git("branch", "-m", "trunk/one")
    clone = scenes("clone")
    clone.git("remote", "add", "origin", str(scene.top))
    clone.git("fetch", "-q", "origin")
    clone.git("remote", "set-head", "origin", "trunk/one")
    clone.commit({"b": "1\n"})
    assert clone.open().default_branch() == "origin/trunk/one"


@pytest.mark.parametrize(
    ("refs", "found"),
    [
        (["origin/main", "origin/master", "main"], "origin/main"),
        (["origin/master", "main"], "origin/master"),
        (["main", "master"], "main"),
        (["master"], "master"),
        (["other"], None),
        (["upstream/main", "main"], "main"),
    ],
)
def test_without_that_the_usual_names_are_tried(scene: Any, refs: list[str], found: str | None) -> None:
    head = scene.commit({"a": "1\n"})
    scene.git("checkout", "-q", "--detach")
    scene.git("branch", "-q", "-D", "main")
    for ref in refs:
        scene.git("update-ref", f"refs/remotes/{ref}" if "/" in ref else f"refs/heads/{ref}", head)
    scene.git("remote", "add", "origin", "x")
    scene.git("remote", "add", "upstream", "y")
    assert scene.open().default_branch() == found


def test_the_only_remote_may_have_any_name(scene: Any) -> None:
    scene.git("update-ref", "refs/remotes/fork/main", scene.commit({"a": "1\n"}))
    scene.git("remote", "add", "fork", "x")
    assert scene.open().default_branch() == "fork/main"


def test_a_remote_head_that_names_a_gone_branch_is_passed_over(scene: Any) -> None:
    scene.commit({"a": "1\n"})
    scene.git("remote", "add", "origin", "x")
    scene.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
    assert scene.open().default_branch() == "main"


def test_the_merge_base_is_where_two_branches_parted(scene: Any) -> None:
    parted = scene.commit({"a": "1\n"})
    scene.git("checkout", "-q", "-b", "side")
    side = scene.commit({"b": "1\n"})
    scene.git("checkout", "-q", "main")
    main = scene.commit({"c": "1\n"})
    repository = scene.open()
    assert repository.merge_base(main, side) == parted
    assert repository.merge_base(side, side) == side
    assert not repository.is_shallow()


def test_unrelated_histories_have_no_merge_base(scene: Any) -> None:
    one = scene.commit({"a": "1\n"})
    scene.git("checkout", "-q", "--orphan", "other")
    other = scene.commit({"b": "1\n"})
    assert scene.open().merge_base(one, other) is None


def test_a_shallow_clone_says_so_and_has_no_merge_base(scene: Any, scenes: Callable[..., Any]) -> None:
    scene.commit({"a": "1\n"})
    scene.git("checkout", "-q", "-b", "side")
    side = scene.commit({"b": "1\n"})
    scene.git("checkout", "-q", "main")
    main = scene.commit({"c": "1\n"})
    clone = scenes("clone")
    clone.git("fetch", "-q", "--depth=1", f"file://{scene.top}", "main:main2", "side:side2")
    repository = clone.open()
    assert repository.is_shallow()
    assert repository.merge_base(main, side) is None


def test_a_commit_that_is_not_here_is_an_error_with_a_remedy(scene: Any) -> None:
    head = scene.commit({"a": "1\n"})
    with pytest.raises(InputError, match="git fetch --unshallow"):
        scene.open().change("1" * 40, head)


def test_subjects_are_newest_first_and_at_most_a_hundred(scene: Any) -> None:
    base = scene.commit({"a": "0\n"}, message="base")
    assert scene.open().subjects(base, base) == []
    scene.commit(message="first é\nsecond line of it\n\nbody")
    head = scene.commit(message="last")
    assert scene.open().subjects(base, head) == ["last", "first é second line of it"]
    for number in range(105):
        head = scene.commit(message=f"n{number}")
    subjects = scene.open().subjects(base, head)
    assert len(subjects) == 100
    assert subjects[0] == "n104"


def test_a_tree_tells_files_links_and_submodules_apart(scene: Any) -> None:
    scene.write({"a.py": "x\n", "d/é\n.py": "y\n", "run.sh": "z\n"})
    (scene.top / "run.sh").chmod(0o755)
    (scene.top / "link").symlink_to("a.py")
    scene.git("add", "--all")
    scene.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    scene.git("commit", "-q", "-m", "x")
    tree = scene.open().tree(scene.git("rev-parse", "HEAD"))
    assert {path: entry.mode for path, entry in tree.items()} == {
        "a.py": "100644",
        "d/é\n.py": "100644",
        "link": "120000",
        "run.sh": "100755",
        "sub": "160000",
    }
    assert {path for path, entry in tree.items() if entry.is_regular_file} == {"a.py", "d/é\n.py", "run.sh"}
    assert (tree["a.py"].size, tree["sub"].size) == (2, None)
    assert scene.open().blob(tree["a.py"].sha) == b"x\n"


def test_a_tree_is_whole_from_a_subfolder_too(scene: Any, environ: dict[str, str]) -> None:
    head = scene.commit({"a": "1\n", "d/b": "2\n"})
    repository = GitRepository.discover(scene.top / "d", environ=environ)
    assert list(repository.tree(head)) == ["a", "d/b"]
    assert repository.paths() == ["a", "d/b"]


def test_a_blob_comes_as_stored(scene: Any) -> None:
    content = b"a\r\nb\n\0" + bytes(range(256))
    scene.commit({"f": content, "e": b""})
    repository = scene.open()
    tree = repository.tree(repository.head() or "")
    assert repository.blob(tree["f"].sha) == content
    assert repository.blob(tree["e"].sha) == b""
    with pytest.raises(InputError, match="git cat-file failed"):
        repository.blob("1" * 40)


def test_replaced_objects_are_not_believed(scene: Any) -> None:
    one = scene.commit({"a": "1\n"})
    two = scene.commit({"a": "2\n"})
    scene.git("replace", two, one)
    assert scene.open().change(one, two).files != ()


def test_paths_are_what_the_work_tree_holds(scene: Any) -> None:
    scene.commit({"kept": "1\n", "gone": "1\n", ".gitignore": "ignored\n", "é ü\t\n": "1\n"})
    scene.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    (scene.top / "gone").unlink()
    scene.write({"new/file": "1\n", "ignored": "1\n", "-x": "1\n", "*": "1\n"})
    assert scene.open().paths() == sorted([".gitignore", "kept", "é ü\t\n", "new/file", "-x", "*"])


def test_a_sha_256_repository_is_read_like_any(scenes: Callable[..., Any]) -> None:
    scene = scenes("long", "--object-format=sha256")
    base = scene.commit({"a": "1\n"})
    head = scene.commit({"a": "2\n"})
    assert len(base) == 64
    repository = scene.open()
    assert repository.merge_base(base, head) == base
    assert repository.change(base, head).files[0].blob == repository.tree(head)["a"].sha
    scene.write({"b": "x\n"})
    assert repository.change(head, None).files[0].blob == scene.git("hash-object", "b")


@pytest.fixture
def filtered(scene: Any, tmp_path: Path) -> tuple[str, Path]:
    """A repository with a filter that leaves a mark when it runs; the base commit and the mark."""
    mark = tmp_path / "started"
    base = scene.commit({".gitattributes": "*.txt filter=we=ird\n", "a.txt": "1\n"})
    scene.git("config", "filter.we=ird.clean", f"touch '{mark}'; cat")
    scene.git("config", "filter.we=ird.required", "true")
    scene.write({"a.txt": "2\n"})
    return base, mark


def test_filters_of_ones_own_repository_run_as_for_git_itself(scene: Any, filtered: tuple[str, Path]) -> None:
    base, mark = filtered
    assert len(scene.open().change(base, None).files) == 1
    assert mark.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("theirs", [".", ".git"])
def test_in_somebody_elses_repository_no_filter_runs(scene: Any, filtered: tuple[str, Path], theirs: str) -> None:
    base, mark = filtered
    os.chown(scene.top / theirs, 12345, 12345)
    (file,) = scene.open().change(base, None).files
    assert file.patch == "@@ -1 +1 @@\n-1\n+2"
    assert scene.open().head() == base
    assert not mark.exists()


def test_a_distrusted_repository_runs_no_filter_and_fetches_nothing(
    scene: Any, filtered: tuple[str, Path], environ: dict[str, str]
) -> None:
    base, mark = filtered
    git = Git(scene.top, environ=environ).distrusted()
    assert git.line("config", "protocol.allow") == "never"
    repository = GitRepository(git, top=scene.top, bare=False)
    assert len(repository.change(base, None).files) == 1
    assert not mark.exists()


def test_a_git_that_is_too_old_is_told(scene: Any, tmp_path: Path, environ: dict[str, str]) -> None:
    old = tmp_path / "git"
    old.write_text("#!/bin/sh\necho 'error: unknown option `path-format' >&2\nexit 129\n")
    old.chmod(0o755)
    with pytest.raises(InputError, match=r"Buddy needs git 2\.31 or later"):
        Git(scene.top, environ=environ | {"PATH": str(tmp_path)}).run("rev-parse")


def test_many_blobs_come_at_once_and_what_is_not_here_is_left_out(scene: Any) -> None:
    contents = [b"", b"one\n", b"no end", b"\0\xff\n\n", b"0 missing\n" * 3, b"\r\n"]
    scene.commit({f"f{number}": content for number, content in enumerate(contents)})
    repository = scene.open()
    tree = repository.tree(repository.commit("HEAD") or "")
    shas = {tree[f"f{number}"].sha: content for number, content in enumerate(contents)}
    assert repository.blobs([*shas, *shas, "f" * 40]) == shas
    assert repository.blobs([]) == {}
    with pytest.raises(InputError, match="no full hash"):
        repository.blobs(["HEAD"])
