"""A folder as source: its own regular files, by their own names, and nothing behind a link."""

import os
import unicodedata

import pytest

from buddy.adapters.folder import Folder
from buddy.app.source_tree import LARGEST_SOURCE, texts_of

COMPOSED, DECOMPOSED = (unicodedata.normalize(form, "füße/é.py") for form in ("NFC", "NFD"))


@pytest.fixture
def folder(tmp_path):
    top = tmp_path / "top"
    (top / "sub").mkdir(parents=True)
    (top / "sub/a.py").write_bytes(b"one\xff\r\n")
    (top / "binary").write_bytes(b"\0" * 10)
    (tmp_path / "outside.py").write_text("secret")
    (top / "link.py").symlink_to(tmp_path / "outside.py")
    (top / "loop").symlink_to(top)
    os.mkfifo(top / "pipe")
    return top


@pytest.mark.parametrize(
    "path",
    [
        "absent",
        "sub",
        "link.py",
        "loop/sub/a.py",
        "pipe",
        "../outside.py",
        "/etc/hostname",
        "",
        "a//b",
        "sub/",
        "a\0b",
        "x" * 5000,
    ],
)
def test_p1_what_is_no_regular_file_inside_is_not_there(path, folder):
    assert Folder(folder).spelling(path) is None
    assert Folder(folder).contents([path]) == {}


@pytest.mark.parametrize(("on_disk", "asked"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED), (COMPOSED, COMPOSED)])
def test_a_name_is_found_in_either_form_and_given_as_it_is_on_disk(on_disk, asked, folder):
    (folder / on_disk).parent.mkdir()
    (folder / on_disk).write_text("x")
    assert Folder(folder).spelling(asked) == on_disk


def test_where_both_forms_exist_each_is_itself(folder):
    (folder / COMPOSED).parent.mkdir()
    (folder / DECOMPOSED).parent.mkdir()
    for path in (COMPOSED, DECOMPOSED):
        (folder / path).write_text(path)
        assert Folder(folder).spelling(path) == path


def test_texts_are_read_once_and_binary_and_large_files_have_none(folder):
    with (folder / "large").open("wb") as file:
        file.truncate(LARGEST_SOURCE + 1)
    texts = texts_of(["sub/a.py", None, "binary", "large", "absent"], Folder(folder))
    assert texts == {"sub/a.py": "one\ufffd\r\n", "binary": None, "large": None, "absent": None}
