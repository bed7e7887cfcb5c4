"""`buddy learnings export`: one file to stdout, several shown, written only when told, and each loss named."""

import csv
import io
import json
import subprocess

import pytest

MEMORY = ".buddy/learnings.jsonl"
LINES = (
    '{"id":"l_tabs000001","text":"Use tabs in Makefiles.","paths":["**/Makefile"],"trust":"pinned"}\n'
    '{"id":"l_snyk000001","kind":"suppression","text":"No input of users","paths":["**"],'
    '"match":{"category":"snyk/A-1"}}\n'
)


@pytest.fixture
def project(here, files):
    """A work tree with a memory of two lines."""
    subprocess.run(["git", "init", "-q", "."], check=True)
    files(**{MEMORY: LINES})
    return here


def test_a_single_file_goes_to_stdout_and_what_is_lost_to_stderr(buddy, project) -> None:
    ran = buddy("learnings", "export", "--to", "coderabbit-csv")
    assert ran.code == 0
    (row,) = csv.DictReader(io.StringIO(ran.out))
    assert (row["id"], row["learning"], row["file"]) == ("l_tabs000001", "Use tabs in Makefiles.", "**/Makefile")
    assert "Not carried `trust` (1: l_tabs000001): CodeRabbit's learnings have no column for it." in ran.err
    assert "Left out (1: l_snyk000001): CodeRabbit's learnings hide no findings." in ran.err


def test_what_would_change_is_shown_and_nothing_written(buddy, project, files) -> None:
    files(**{".coderabbit.yaml": "reviews:\n  profile: chill\n"})
    ran = buddy("learnings", "export", "--to", "coderabbit-yaml", "--output", ".")
    assert ran.code == 0
    assert ran.out.startswith("changed  .coderabbit.yaml\n--- .coderabbit.yaml\n+++ .coderabbit.yaml\n")
    assert '+    - path: "**/Makefile"  # buddy l_tabs000001' in ran.out
    assert "1 file to write with --write." in ran.err
    assert (project / ".coderabbit.yaml").read_text("utf-8") == "reviews:\n  profile: chill\n"


def test_written_once_and_the_same_the_second_time(buddy, project) -> None:
    """P12."""
    first = buddy("learnings", "export", "--to", "snyk", "--write")
    content = (project / ".snyk").read_bytes()
    second = buddy("learnings", "export", "--to", "snyk", "--write")
    assert (first.out, second.out) == ("new      .snyk\n", "same     .snyk\n")
    assert (project / ".snyk").read_bytes() == content


def test_a_file_may_be_named(buddy, project) -> None:
    assert buddy("learnings", "export", "--to", "buddy", "--output", "team.jsonl", "--write").code == 0
    assert (project / "team.jsonl").read_text("utf-8") == LINES
    shown = buddy("learnings", "export", "--to", "buddy", "--output", "team.jsonl")
    assert shown.out == "same     learnings.jsonl\n"


def test_json_has_the_files_and_the_losses(buddy, project) -> None:
    ran = buddy("learnings", "export", "--to", "snyk", "--format", "json")
    assert set(ran.json) == {"schema", "to", "written", "files", "losses", "leftOut"}
    (file,) = ran.json["files"]
    assert (file["path"], file["state"]) == (".snyk", "new")
    assert ran.json["leftOut"] == [
        {"id": "l_tabs000001", "why": "Snyk's policy holds ignores of Snyk's own findings only"}
    ]


def test_a_commit_may_be_exported(buddy, project) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", *who, "commit", "-qm", "x"], check=True)
    (project / MEMORY).write_text("", "utf-8")
    assert json.loads(buddy("learnings", "export", "--to", "coderabbit-json", "--base", "HEAD").out)["data"]


def test_nothing_that_fits_is_said(buddy, project) -> None:
    ran = buddy("learnings", "export", "--to", "eslint", "--write")
    assert (ran.code, ran.out) == (0, "")
    assert "fits ESLint bulk suppressions; there is nothing to write." in ran.err
    assert not (project / "eslint-suppressions.json").exists()


def test_an_unknown_format_gets_the_nearest_name(buddy, project) -> None:
    ran = buddy("learnings", "export", "--to", "coderabit-csv")
    assert ran.code == 2
    assert "coderabbit-csv" in ran.err


def test_a_link_in_the_files_place_is_not_followed(buddy, project, tmp_path_factory) -> None:
    """SEC-11."""
    outside = tmp_path_factory.mktemp("outside") / "target"
    outside.write_text("version: v1\n", "utf-8")
    (project / ".snyk").symlink_to(outside)
    ran = buddy("learnings", "export", "--to", "snyk", "--write")
    assert ran.code == 2
    assert outside.read_text("utf-8") == "version: v1\n"


def test_a_memory_that_is_something_else_is_refused(buddy, project, files) -> None:
    files(**{"x.jsonl": "<!doctype html><html></html>"})
    assert buddy("learnings", "export", "--to", "buddy", "--file", "x.jsonl").code == 2


def test_a_long_change_is_cut(buddy, project, files) -> None:
    lines = "".join(f'{{"id":"l_many{n:06}","text":"Ask team{n} about unit{n}."}}\n' for n in range(450))
    files(**{MEMORY: lines})
    ran = buddy("learnings", "export", "--to", "buddy", "--output", "o.jsonl")
    assert "more changed lines of learnings.jsonl" in ran.err


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_file_is_utf8_whatever_the_code_page(process, project, files, encoding) -> None:
    """CLI-01."""
    files(**{MEMORY: '{"id":"l_utf8000001","text":"Größe → never size, 大小 neither."}\n'})
    ran = process("learnings", "export", "--to", "coderabbit-json", env={"PYTHONIOENCODING": encoding})
    assert json.loads(ran.out)["data"][0]["learning"] == "Größe → never size, 大小 neither."


def test_a_format_of_one_file_may_be_written_into_a_folder(buddy, project) -> None:
    (project / "out").mkdir()
    assert buddy("learnings", "export", "--to", "sarif", "--output", "out", "--write").code == 0
    assert (project / "out/buddy-suppressions.sarif").exists()
