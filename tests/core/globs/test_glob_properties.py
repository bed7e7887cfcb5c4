"""What holds for any glob: it answers as gitignore does, and its cost is bounded."""

import pathlib
import random
import subprocess
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from buddy.core.globs import GlobSet, PathIndex, normalise

_SEGMENTS = [
    "a",
    "b",
    "ab",
    "*",
    "**",
    "*a",
    "a*",
    "*b*",
    "?",
    "a?b",
    "[ab]",
    "[!a]*",
    "*.py",
    "x.*",
    "*a*b",
    "***",
    "x.py",
]
_FOLDERS = ["", "a/", "b/", "ab/", "a/a/", "a/b/", "b/a/", "ab/b/", "a/ab/b/"]
_FILES = [folder + name for folder in _FOLDERS for name in ("x.py", "y.ts", "aab", "bb")]


@st.composite
def globs(draw: st.DrawFn) -> str:
    body = "/".join(draw(st.lists(st.sampled_from(_SEGMENTS), min_size=1, max_size=4)))
    return draw(st.sampled_from(["", "", "", "/"])) + body + draw(st.sampled_from(["", "", "", "/"]))


@st.composite
def lists_of_globs(draw: st.DrawFn) -> list[str]:
    signs = st.sampled_from(["", "", "!"])
    return [draw(signs) + draw(globs()) for _ in range(draw(st.integers(1, 4)))]


@given(written=lists_of_globs())
@settings(max_examples=100, deadline=None)
def test_a_list_answers_as_pathspec_does(written: list[str]) -> None:
    compiled = GlobSet(written)
    if not compiled:
        return
    spec = GitIgnoreSpec.from_lines(written)
    for path in _FILES:
        assert bool(compiled.matches(path)) is spec.match_file(path), (written, path)


@given(written=lists_of_globs())
@settings(max_examples=100, deadline=None)
def test_an_index_finds_what_the_list_matches_path_by_path(written: list[str]) -> None:
    compiled, index = GlobSet(written), PathIndex(_FILES)
    found = [index.paths[position] for position in index.hits(compiled)]
    assert found == [path for path in _FILES if compiled.matches(path)]


@given(glob=globs())
@settings(max_examples=100, deadline=None)
def test_a_normalised_glob_is_its_own_normal_form(glob: str) -> None:
    try:
        normal = normalise(glob)
    except ValueError:
        return
    assert tuple(again for one in normal for again in normalise(one)) == normal


@pytest.fixture(scope="module")
def ignored_by_git(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[str]], set[str]]:
    """Asks real git which of the files and folders a list of globs ignores."""
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for file in _FILES:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()
    asked = "\0".join([*_FILES, *{str(parent) for file in _FILES for parent in pathlib.Path(file).parents}])
    command = ["git", "-C", str(root), "-c", "core.excludesFile=", "check-ignore", "--no-index", "-z", "--stdin"]

    def ask(written: list[str]) -> set[str]:
        (root / ".git/info/exclude").write_text("\n".join(written) + "\n", encoding="utf-8")
        done = subprocess.run(command, input=asked.replace("\0.\0", "\0"), capture_output=True, text=True, check=False)
        return set(done.stdout.split("\0"))

    return ask


@given(written=lists_of_globs())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_list_answers_as_git_does_but_for_files_below_an_ignored_folder_that_are_let_in_again(
    ignored_by_git: Callable[[list[str]], set[str]], written: list[str]
) -> None:
    compiled = GlobSet(written)
    # pathspec, whose answers Buddy gives, takes `a/**/` for everything below `a`, git for the folders below it;
    # and a segment of three stars for one star, git for two.
    if not compiled or any(glob.endswith("**/") or "***" in glob for glob in written):
        return
    ignored = ignored_by_git(written)
    negates = any(glob.startswith("!") for glob in written)
    for path in _FILES:
        below_ignored = any(str(parent) in ignored for parent in pathlib.Path(path).parents)
        if not (negates and below_ignored):
            assert bool(compiled.matches(path)) is (path in ignored), (written, path)


def test_p11_a_hostile_glob_cannot_hang_a_run() -> None:
    """Each of these takes a backtracking expression from minutes to longer than anybody will wait."""
    deep = "/".join(["a"] * 2_000)
    long = "/".join(["a" * 255] * 16)
    for glob in (
        "*a*a*b",
        "*a*a*/*a*a*/*a*a*/*a*a*/x",
        "**/a/**/a/**/a/**/b",
        "**/*a*a*/**/*a*a*/**/*a*a*/**/x",
        "a?" * 90,
        "[a-z]" * 39,
        "*" + "[!b]*" * 2 + "b",
    ):
        compiled = GlobSet([glob])
        assert compiled, glob
        for path in (deep, long, "a" * 4_000):
            assert compiled.matches(path) is None or "b" not in glob
    assert not GlobSet(["*a" * 10 + "b"])


def test_p11_an_index_gives_up_on_odd_globs_rather_than_hang_and_says_so() -> None:
    index = PathIndex([f"d{n}/f" for n in range(100)], max_work=2_000)
    answers = [index.hits(GlobSet([f"d?*/f{n}*x"])) for n in range(50)]
    assert index.exhausted
    assert not any(answers)
    assert index.hits(GlobSet(["d7/**"]))  # what needs no expression is still answered


def test_p4_an_exclusion_that_was_not_compared_lets_nothing_in() -> None:
    index = PathIndex([f"d{n}/f" for n in range(100)], max_work=1)
    assert list(index.hits(GlobSet(["d7/**", "!d7/f?*"]))) == []
    assert list(index.hits(GlobSet(["d7/**", "d8/**"]))) == [7, 8]


def test_specificity_orders_an_exact_file_above_a_deeper_folder_above_a_pattern() -> None:
    index = PathIndex(["src/net/http/a.py", "README.md"])
    written = ["src/net/http/a.py", "src/net/http/**", "src/net/http/*.py", "src/**/*.py", "*.py"]
    ranks = [index.specificity(GlobSet([glob])) for glob in written]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0] > ranks[1] > ranks[3] > ranks[4] == 0
    assert index.specificity(GlobSet(["README.md"])) == ranks[0]
    assert index.specificity(GlobSet(["docs/a/b/c/d/**", "src/**"])) == 1  # only globs that match count


def test_hits_do_not_depend_on_the_order_of_paths() -> None:
    paths = list(_FILES)
    random.Random(7).shuffle(paths)
    compiled = GlobSet(["a/**", "!a/b/**", "*.ts"])
    found = {PathIndex(paths).paths[position] for position in PathIndex(paths).hits(compiled)}
    assert found == {path for path in _FILES if compiled.matches(path)}
