"""The runner's event file (ACT-06): whatever is wrong with it is said in a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from buddy.adapters.runner.event import LARGEST_EVENT, read_event
from buddy.core.errors import InputError


def test_name_and_payload_are_handed_back_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps({"action": "opened", "odd": [None, 1e3]}).encode() + b"\r\n")
    event = read_event(name=" pull_request ", path=f" {file}\n")
    assert event.name == "pull_request"
    assert event.payload == {"action": "opened", "odd": [None, 1e3]}


@pytest.mark.parametrize("blank", [None, "", "  "])
def test_unset_variables_are_named_both_at_once(blank: str | None) -> None:
    with pytest.raises(InputError) as caught:
        read_event(name=blank, path=blank)
    assert len(caught.value.problems) == 2
    assert "GITHUB_EVENT_NAME" in caught.value.problems[0]
    assert "GITHUB_EVENT_PATH" in caught.value.problems[1]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"{", "is not JSON"),
        (b"\xff\xfe{}", "is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "no JSON object"),
        (b"null", "no JSON object"),
        (b'"x"', "no JSON object"),
    ],
)
def test_what_is_no_event_is_an_input_problem(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(content)
    with pytest.raises(InputError, match=says) as caught:
        read_event(name="x", path=str(file))
    assert caught.value.exit_code == 2


def test_a_missing_file_a_folder_and_a_nul_are_told(tmp_path: Path) -> None:
    for path, says in ((str(tmp_path / "no"), "No such file"), (str(tmp_path), "is no file"), ("a\0b", "cannot read")):
        with pytest.raises(InputError, match=says):
            read_event(name="x", path=path)


def test_p11_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is no file"):
        read_event(name="x", path=str(tmp_path / "pipe"))


def test_p11_an_event_beyond_any_limit_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    with open(file, "wb") as sparse:
        sparse.truncate(LARGEST_EVENT + 1)
    with pytest.raises(InputError, match="larger than 64 MiB"):
        read_event(name="x", path=str(file))


def test_reading_an_event_loads_no_third_party_package() -> None:
    heavy = ("pydantic", "github", "requests")
    code = f"import sys, buddy.adapters.runner.event; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
