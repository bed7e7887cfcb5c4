"""The learnings file on a disk: whole or not at all, never through a link, nobody's write lost (STORE-15, P1)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from buddy.adapters.disk.lock import locked
from buddy.adapters.disk.memory_file import LocalMemoryFile
from buddy.app.ports import FileChanged, Seen
from buddy.core.errors import InputError

PROJECT = Path(__file__).parents[3]
OLD, NEW = b'{"id":"l_old","text":"old"}\n', b'{"id":"l_new","text":"new"}\n'


@pytest.fixture
def path(tmp_path):
    path = tmp_path / ".buddy" / "learnings.jsonl"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def names(folder):
    return sorted(one.name for one in folder.iterdir())


def run(code, *args, **more):
    return subprocess.Popen([sys.executable, "-c", code, *map(str, args)], cwd=PROJECT, **more)


def test_what_is_written_is_read_and_nothing_else_lies_about(path):
    file = LocalMemoryFile(path)
    file.write(NEW, since=file.read())
    assert file.read() == Seen(content=NEW, exists=True)
    assert names(path.parent) == ["learnings.jsonl"]


def test_a_missing_file_is_empty_and_made_with_its_folder(tmp_path):
    file = LocalMemoryFile(tmp_path / "a" / "b" / "learnings.jsonl", top=tmp_path)
    seen = file.read()
    assert seen == Seen(content=b"", exists=False)
    assert names(tmp_path) == []
    file.write(NEW, since=seen)
    assert file.read().content == NEW


@pytest.mark.parametrize("now", [NEW, b"", None], ids=["other bytes", "empty", "gone"])
def test_a_file_that_changed_since_it_was_read_is_not_written(path, now):
    file = LocalMemoryFile(path)
    seen = file.read()
    path.unlink() if now is None else path.write_bytes(now)
    with pytest.raises(FileChanged, match="changed by somebody else"):
        file.write(OLD + NEW, since=seen)
    assert (path.read_bytes() if path.exists() else None) == now
    assert names(path.parent) == ([] if now is None else ["learnings.jsonl"])


def test_a_file_that_came_into_being_meanwhile_is_not_overwritten(tmp_path):
    file = LocalMemoryFile(tmp_path / "learnings.jsonl")
    seen = file.read()
    (tmp_path / "learnings.jsonl").write_bytes(b"")
    with pytest.raises(FileChanged):
        file.write(NEW, since=seen)


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664, 0o755])
def test_the_mode_stays(path, mode):
    path.chmod(mode)
    file = LocalMemoryFile(path)
    file.write(NEW, since=file.read())
    assert path.stat().st_mode & 0o7777 == mode


def test_a_new_file_has_the_mode_that_the_user_gives_to_files(tmp_path):
    file = LocalMemoryFile(tmp_path / "learnings.jsonl")
    file.write(NEW, since=file.read())
    (tmp_path / "other").touch()
    assert (tmp_path / "learnings.jsonl").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_stays(path):
    os.chown(path, 1234, 1235)
    file = LocalMemoryFile(path)
    file.write(NEW, since=file.read())
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


def test_a_read_only_file_is_left_as_it_is_though_its_folder_would_allow_it(path):
    path.chmod(0o444)
    file = LocalMemoryFile(path)
    with pytest.raises(InputError, match="read-only"):
        file.write(NEW, since=file.read())
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["learnings.jsonl"]


def linked(path):
    path.rename(path.with_name("real"))
    path.symlink_to("real")


def folder(path):
    path.unlink()
    path.mkdir()


def pipe(path):
    path.unlink()
    os.mkfifo(path)


def dangling(path):
    path.unlink()
    path.symlink_to("nowhere")


@pytest.mark.parametrize(
    ("make", "says"),
    [(linked, "a symbolic link"), (dangling, "a symbolic link"), (folder, "a folder"), (pipe, "a device or a pipe")],
)
def test_p1_only_a_regular_file_is_read_or_written(path, make, says):
    file = LocalMemoryFile(path)
    seen = file.read()
    make(path)
    for act in (file.read, lambda: file.write(NEW, since=seen)):
        with pytest.raises(InputError, match=f"is {says}: only a regular file"):
            act()
    assert not (path.parent / "nowhere").exists()


def test_p1_a_folder_that_is_a_link_leads_to_no_memory(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / ".buddy").symlink_to(tmp_path / "elsewhere")
    file = LocalMemoryFile(tmp_path / "work" / ".buddy" / "learnings.jsonl", top=tmp_path / "work")
    for act in (file.read, lambda: file.write(NEW, since=Seen(content=b"", exists=False))):
        with pytest.raises(InputError, match=r"\.buddy is a symbolic link"):
            act()
    assert names(tmp_path / "elsewhere") == []


def test_a_link_above_the_work_tree_is_the_users_own_affair(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "work").symlink_to("real")
    file = LocalMemoryFile(tmp_path / "work" / "learnings.jsonl", top=tmp_path / "work")
    file.write(NEW, since=file.read())
    assert (tmp_path / "real" / "learnings.jsonl").read_bytes() == NEW


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "file/below"])
def test_a_name_that_no_file_can_have_is_an_input_error(tmp_path, name):
    (tmp_path / "file").touch()
    file = LocalMemoryFile(tmp_path / name)
    with pytest.raises(InputError, match=r"cannot be (read|written)"):
        file.write(NEW, since=file.read())


def test_a_disk_that_refuses_leaves_the_old_file_whole_and_nothing_beside_it(path):
    code = (
        "import resource, signal, sys; from pathlib import Path; from buddy.adapters.disk.memory_file import *\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "file = LocalMemoryFile(Path(sys.argv[1]))\n"
        "try: file.write(b'x' * 9000, since=file.read())\n"
        "except InputError as error: print(error)\n"
    )
    told, _ = run(code, path, stdout=subprocess.PIPE, text=True).communicate()
    assert "cannot be written: File too large" in told
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["learnings.jsonl"]


KILLED = """
import os, signal, sys
from pathlib import Path
from buddy.adapters.disk.memory_file import LocalMemoryFile
left, file = int(sys.argv[2]), LocalMemoryFile(Path(sys.argv[1]))
EVENTS = {"open", "os.rename", "os.remove", "os.chmod", "os.chown", "os.mkdir", "fcntl.flock"}
def hook(event, args):
    global left
    if event in EVENTS:
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
seen = file.read()
sys.addaudithook(hook)
file.write(bytes.fromhex(sys.argv[3]), since=seen)
print("done")
"""


def test_a_process_that_is_killed_anywhere_leaves_one_of_the_two_states_and_no_lock(path):
    """Kill before each act on the file system in turn, until there is none left; then write once more."""
    states = []
    for k in range(40):
        path.write_bytes(OLD)
        told, _ = run(KILLED, path, k, NEW.hex(), stdout=subprocess.PIPE, text=True).communicate()
        states.append(path.read_bytes())
        file = LocalMemoryFile(path, patience=1)
        file.write(OLD + NEW, since=file.read())
        assert names(path.parent) == ["learnings.jsonl"]
        if told == "done\n":
            break
    assert 5 < len(states) < 40
    assert set(states) == {OLD, NEW}
    assert states == sorted(states, key=[OLD, NEW].index)


def test_writers_wait_for_each_other_and_give_up_with_words(path):
    with locked(path.parent), pytest.raises(InputError, match="another process has been writing"):
        LocalMemoryFile(path, patience=0.1).write(NEW, since=Seen(content=OLD, exists=True))
    LocalMemoryFile(path).write(NEW, since=Seen(content=OLD, exists=True))
