"""Editing decides anew about what others wrote meanwhile, and leaves alone what must not be written."""

import pytest

from buddy.app.edit_memory import Edit, edit
from buddy.app.ports import FileChanged, Seen
from buddy.core.errors import InputError

LINE = b'{"id":"l_one","text":"one"}\n'


class Fake:
    """A file that others write just before the first few writes."""

    name = "memory.jsonl"

    def __init__(self, content, *others):
        self.content, self.others, self.writes = content, list(others), 0

    def read(self):
        return Seen(content=self.content, exists=True)

    def write(self, content, *, since):
        if self.others:
            self.content = self.others.pop(0)
        if self.read() != since:
            raise FileChanged("changed")
        self.content, self.writes = content, self.writes + 1


def more(document):
    return Edit(content=document.data + b"\n", result=len(document.records))


def test_what_was_decided_is_written_once():
    file = Fake(LINE)
    assert edit(file, more).result == 1
    assert (file.content, file.writes) == (LINE + b"\n", 1)


def test_what_others_wrote_meanwhile_is_decided_about_again():
    file = Fake(b"", LINE, LINE.replace(b"one", b"two") + LINE)
    assert edit(file, more).result == 2
    assert file.content.count(b"l_") == 2


def test_others_who_never_pause_are_said():
    file = Fake(b"", *(b" " * n for n in range(1, 200)))
    with pytest.raises(FileChanged):
        edit(file, more)
    assert file.writes == 0


@pytest.mark.parametrize("content", [None, LINE])
def test_nothing_new_is_not_written(content):
    file = Fake(LINE)
    edit(file, lambda _: Edit(content=content, result=None))
    assert file.writes == 0


def test_a_dry_run_decides_only():
    file = Fake(LINE)
    assert edit(file, more, dry_run=True).content == LINE + b"\n"
    assert file.writes == 0


@pytest.mark.parametrize(
    "content",
    [
        b"<<<<<<< ours\n" + LINE + b"=======\n>>>>>>> theirs\n",
        b"version https://git-lfs.github.com/spec/v1\n",
        b"<!doctype html><html></html>",
    ],
)
def test_p5_a_file_that_is_something_else_or_half_merged_is_left_as_it_is(content):
    file = Fake(content)
    with pytest.raises(InputError, match=r"memory\.jsonl is left as it is"):
        edit(file, more)
    assert file.content == content
