"""Where a tool's path lies in the repository, or that it does not (FIND-08, FIND-18)."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from buddy.core.findings.paths import normalise, normalise_path
from buddy.core.findings.spelling import KnownPaths

ROOTS = ("/home/runner/work/app/app", "/github/workspace/", r"D:\a\app\app", "file:///srv/c%20i", "", "/")


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("src/a.py", "src/a.py"),
        ("./src/./a.py", "src/a.py"),
        ("src//a.py", "src/a.py"),
        ("src/../lib/a.py", "lib/a.py"),
        ("../a.py", None),
        ("src/../../a.py", None),
        ("../../../etc/passwd", None),
        ("%2e%2e/a.py", None),
        ("..%5Ca.py", None),
        ("/home/runner/work/app/app/src/a.py", "src/a.py"),
        ("/home/runner/work/app/app2/src/a.py", None),
        ("/home/runner/work/app/app", None),
        ("/home/runner/work/app/app/../x.py", None),
        ("/home/runner/work/app/./app//src/a.py", "src/a.py"),
        ("//github/workspace/src/a.py", "src/a.py"),
        ("file:///github/workspace/src/a.py", "src/a.py"),
        ("FILE:///github/workspace/src/a.py", "src/a.py"),
        ("file:/github/workspace/src/a.py", "src/a.py"),
        ("file://localhost/github/workspace/src/a.py", "src/a.py"),
        ("file://server/github/workspace/src/a.py", None),
        ("file:src/a.py", "src/a.py"),
        ("file://", None),
        ("file:///D:/a/app/app/src/A.cs", "src/A.cs"),
        ("file:///d:/a/App/app/src/A.cs", "src/A.cs"),
        ("file://D:/a/app/app/src/A.cs", "src/A.cs"),
        ("D:\\a\\app\\app\\src\\A.cs", "src/A.cs"),
        ("D:/a/app/application/src/A.cs", None),
        ("C:/a/app/app/src/A.cs", None),
        ("D%3A/a/app/app/src/A.cs", "src/A.cs"),
        ("\\\\server\\share\\a.py", None),
        ("file:///srv/c%20i/src/a.py", "src/a.py"),
        ("src\\a.py", "src/a.py"),
        ("src/caf%C3%A9.py", "src/café.py"),
        ("src/a%2520b.py", "src/a%20b.py"),
        ("src/100%.py", "src/100%.py"),
        ("src/%zz.py", "src/%zz.py"),
        ("src/%FF.py", None),
        ("src/a b+c.py", "src/a b+c.py"),
        ("src/a.py?x=1#L9", "src/a.py"),
        ("src/a.py#L9", "src/a.py"),
        ("C%23/a.cs", "C#/a.cs"),
        ("C#/a.cs", "C#/a.cs"),
        ("src/a%3Fb.py", "src/a?b.py"),
        ("src/a:b.py", "src/a:b.py"),
        ("src/a%0A::warning::x.py", None),
        ("src/a\tb.py", None),
        ("src/a\x00.py", None),
        ("src/a%E2%80%A8b.py", None),
        ("src/\ud800.py", None),
        ("debian:12-slim", None),
        ("git::https:/example.com/mod.git/main.tf", None),
        ("https://example.com/x.js", None),
        ("untitled:Untitled-1", None),
        ("", None),
        ("   ", None),
        (".", None),
        ("..", None),
        ("/", None),
        ("src/", None),
        ("?x", None),
        (".git/config", None),
        (".GIT/config", None),
        (".github/workflows/a.yml", ".github/workflows/a.yml"),
        ("/github/workspace/.git/hooks/x", None),
        ("a/" * 3000 + "b", None),
        ("app/[id]/page.tsx", "app/[id]/page.tsx"),
    ],
)
def test_a_uri_becomes_a_repository_path_or_nothing(uri, path):
    assert normalise(uri, ROOTS) == path


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("src/a%20b#1?.py", "src/a%20b#1?.py"),
        (r".\src\a.py", "src/a.py"),
        ("/github/workspace/src/a.py", "src/a.py"),
        ("file:///github/workspace/src/a%20b.py", "src/a b.py"),
        ("https://x.invalid/a.py", None),
        ("../a.py", None),
    ],
)
def test_a_plain_path_is_not_decoded(written, path):
    assert normalise_path(written, ROOTS) == path


def test_the_longest_root_is_stripped():
    assert normalise("/w/app/src/a.py", ["/w", "/w/app"]) == "src/a.py"


def test_without_roots_every_absolute_path_is_outside():
    assert normalise("/src/a.py", []) is None


def test_tools_may_write_names_composed_or_decomposed():
    composed, decomposed = "src/café.py", unicodedata.normalize("NFD", "src/café.py")
    assert KnownPaths([composed]).spelling(decomposed) == composed
    assert KnownPaths([decomposed]).spelling(composed) == decomposed
    assert KnownPaths([composed, decomposed]).spelling(decomposed) == decomposed
    assert KnownPaths([composed]).spelling("src/cafe.py") is None
    two = ["\u1eb9\u0302.py", "\u00ea\u0323.py"]  # the same letter in two of its four spellings
    assert KnownPaths(two).spelling("\u1ec7.py") == KnownPaths(two[::-1]).spelling("\u1ec7.py") == max(two)
    assert normalise(f"/srv/{decomposed}/a.py", [f"/srv/{composed}"]) == "a.py"


@given(st.text(max_size=40), st.sampled_from([(), ROOTS]))
@example("/..//..", ())
@example("D:", ())
def test_a_path_is_always_inside(uri, roots):
    for path in (normalise(uri, roots), normalise_path(uri, roots)):
        if path is not None:
            assert not path.startswith(("/", "\\"))
            assert not {"", ".", ".."} & set(path.split("/"))
            assert "\n" not in path


@given(
    st.lists(st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="/\\"), min_size=1), min_size=1)
)
def test_an_encoded_path_of_the_repository_comes_back(segments):
    path = "/".join(segments)
    if not {".", ".."} & set(segments) and segments[0].lower() != ".git" and segments[0][1:2] != ":":
        assert normalise(f"file:///github/workspace/{quote(path)}", ROOTS) == path
