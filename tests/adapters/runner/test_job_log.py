"""The job log (SEC-09, P9): foreign text gives the runner no command, ends no entry and fits where it goes."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.adapters.runner.job_log import LARGEST_SUMMARY, RunnerLog
from buddy.adapters.runner.settings import Settings

HOSTILE = [
    "::set-env name=X::y",
    "a\n::add-mask::b",
    "a\r::warning::b",
    "##[set-env name=X]y",
    "a ##[command]b",
    "100% %0A::x::y",
    "\x1b]0;title\x07",
    "a\u2028::x::b",
    "\udce9.py",
]


def log(stream: io.StringIO, *, commands: bool = True) -> RunnerLog:
    return RunnerLog(stream, commands=commands)


def commands_in(printed: str) -> list[str]:
    """What the runner would obey: `::name` at the start of a trimmed line, `##[` anywhere in one."""
    lines = printed.replace("\r", "\n").split("\n")
    return [line.strip() for line in lines if line.strip().startswith("::") or "##[" in line]


def test_notices_and_warnings_are_commands_of_the_runner() -> None:
    stream = io.StringIO()
    log(stream).notice("all is well")
    log(stream).warning("two\nlines, 100%: yes")
    assert stream.getvalue() == "::notice::all is well\n::warning::two%0Alines, 100%25: yes\n"


@pytest.mark.parametrize(
    ("severity", "command"),
    [("critical", "error"), ("major", "error"), ("minor", "warning"), ("nit", "notice"), ("new", "warning")],
)
def test_a_finding_is_annotated_at_its_place(severity: str, command: str) -> None:
    stream = io.StringIO()
    log(stream).annotate(severity, "bad", path="a,b:c%.py", line=3)
    log(stream).annotate(severity, "bad", path="d.py", line=None)
    assert stream.getvalue() == f"::{command} file=a%2Cb%3Ac%25.py,line=3::bad\n::{command} file=d.py::bad\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_p9_foreign_text_gives_the_runner_one_command_and_no_second(text: str) -> None:
    for say in (
        lambda log: log.notice(text),
        lambda log: log.warning(text),
        lambda log: log.annotate("minor", text, path=text, line=1),
    ):
        stream = io.StringIO()
        say(log(stream))
        found = commands_in(stream.getvalue())
        assert len(found) == 1
        assert found[0].startswith(("::notice", "::warning"))
        assert "##[" not in stream.getvalue()


@given(st.text())
def test_p9_no_text_whatever_gives_a_command_outside_a_runner(text: str) -> None:
    stream = io.StringIO()
    plain = log(stream, commands=False)
    plain.notice(text)
    plain.annotate("major", text, path=text, line=None)
    plain.summary(text)
    plain.output("name", text)
    assert commands_in(stream.getvalue()) == []
    stream.getvalue().encode()


def test_without_a_runner_everything_is_printed_plainly() -> None:
    stream = io.StringIO()
    plain = log(stream, commands=False)
    plain.warning("careful")
    plain.annotate("major", "bad", path="a.py", line=3)
    plain.output("posted", "2")
    plain.summary("# Done\n\n::debug::x")
    assert stream.getvalue() == "warning: careful\na.py:3: error: bad\nposted=2\n# Done\n\n: :debug::x\n"


def read_outputs(text: str) -> dict[str, str]:
    """As the runner reads its file."""
    lines = iter(text.split("\n"))
    found = {}
    for line in lines:
        if "<<" in line:
            name, _, end = line.partition("<<")
            found[name] = "\n".join(itertools.takewhile(lambda one, end=end: one != end, lines))
    return found


@pytest.mark.parametrize("value", ["", "7", "a\nb", "x<<EOF\nEOF\nevil=1", "é", *HOSTILE])
def test_p9_an_output_is_read_back_as_it_was_and_sets_no_other(tmp_path: Path, value: str) -> None:
    file = tmp_path / "out"
    log = RunnerLog(io.StringIO(), commands=True, output_path=str(file))
    log.output("first", value)
    log.output("second", "2")
    written = value.encode("utf-8", "backslashreplace").decode()
    assert read_outputs(file.read_bytes().decode()) == {"first": written, "second": "2"}


def test_a_delimiter_that_the_value_holds_is_not_used(tmp_path: Path) -> None:
    words = iter(["guessed-guessed-1", "guessed-guessed-2", "fresh-fresh-fresh"])
    file = tmp_path / "out"
    log = RunnerLog(io.StringIO(), commands=True, output_path=str(file), delimiter=lambda: next(words))
    log.output("x", "guessed-guessed-1\nguessed-guessed-2")
    assert file.read_text().startswith("x<<fresh-fresh-fresh\n")


def test_the_delimiter_is_another_one_each_time(tmp_path: Path) -> None:
    file = tmp_path / "out"
    log = RunnerLog(io.StringIO(), commands=True, output_path=str(file))
    log.output("x", "1")
    log.output("x", "1")
    first, second = (line for line in file.read_text().split("\n") if "<<" in line)
    assert first != second


def test_summaries_are_appended_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "summary"
    log = RunnerLog(io.StringIO(), commands=True, summary_path=str(file))
    log.summary("# One\n")
    log.summary("| é |")
    assert file.read_bytes() == "# One\n| é |\n".encode()


@pytest.mark.parametrize("row", ["row", "é" * 20, "名" * 20, "😀" * 20, "x名é😀"])
def test_p11_all_summaries_together_fit_into_the_runners_limit(tmp_path: Path, row: str) -> None:
    file = tmp_path / "summary"
    log = RunnerLog(io.StringIO(), commands=True, summary_path=str(file))
    for _ in range(4):
        log.summary("```\n" + f"{row}\n" * (400_000 // len(row.encode())) + "```")
        assert file.stat().st_size <= LARGEST_SUMMARY
    written = file.read_text()
    assert "not shown here" in written
    assert written.count("```") % 2 == 0


def test_p5_a_file_of_the_runner_that_cannot_be_written_is_told_and_ends_nothing(tmp_path: Path) -> None:
    stream = io.StringIO()
    log = RunnerLog(stream, commands=True, output_path=str(tmp_path), summary_path=str(tmp_path / "no" / "file"))
    log.output("x", "1")
    log.summary("# x")
    assert stream.getvalue().count("::warning::Could not write") == 2


def test_the_log_of_a_run_follows_the_settings(tmp_path: Path) -> None:
    stream = io.StringIO()
    environ = {"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": f"{tmp_path}/o", "GITHUB_STEP_SUMMARY": f"{tmp_path}/s"}
    log = RunnerLog.of(Settings.read(environ), stream)
    log.notice("x")
    log.output("a", "b")
    log.summary("c")
    assert stream.getvalue() == "::notice::x\n"
    assert (tmp_path / "s").read_text() == "c\n"
    assert read_outputs((tmp_path / "o").read_text()) == {"a": "b"}
