"""P9: the job's log and output files hold foreign text, never a command."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.text import surfaces

LINES = st.sampled_from(
    [
        "::error file=x::boom\n::add-mask::a\n::stop-commands::t",
        " \t::warning::x",
        "\ufeff::x",
        "a ##[error]x",
        "##\u200b[group]",
    ]
) | st.lists(st.sampled_from([":", "#", "[", "\n", "\r", " ", "\u200b", "\u2028", "x", "%0A"]), max_size=10).map(
    "".join
)


def is_command(line: str) -> bool:
    """As actions/runner decides it."""
    return line.strip().startswith("::") or "##[" in line


@given(LINES)
def test_sec_09_no_log_line_is_a_command(text: str) -> None:
    line = surfaces.log_line(text)
    assert not any(is_command(part) for part in line.splitlines())
    assert len(line.splitlines()) <= 1


def test_a_log_line_is_left_as_it_is_where_nothing_acts() -> None:
    assert surfaces.log_line("std::vector is fine # [x] 100%0A") == "std::vector is fine # [x] 100%0A"


@given(LINES | st.text())
def test_annotations_give_back_the_text_and_stay_one_command(text: str) -> None:
    message, file = surfaces.workflow_message(text), surfaces.workflow_property(text)
    command = f"::error file={file},line=1::{message}"
    assert len(command.splitlines()) == 1
    assert file.count(":") == file.count(",") == 0
    decoded = message.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    assert decoded == surfaces.terminal(text)


def test_an_output_entry_has_the_form_that_the_runner_reads() -> None:
    entry = surfaces.output_file("context-file", "a\nb=c", delimiter="d" * 16)
    assert entry == "context-file<<dddddddddddddddd\na\nb=c\ndddddddddddddddd\n"


@pytest.mark.parametrize(
    ("name", "value", "delimiter"),
    [
        ("a", "x\n" + "d" * 16 + "\nevil=1", "d" * 16),
        ("a\nb", "x", "d" * 16),
        ("a=b", "x", "d" * 16),
        ("", "x", "d" * 16),
        ("a", "x", "short"),
        ("a", "x", "d" * 16 + "\n"),
    ],
)
def test_sec_09_an_output_entry_that_could_end_early_is_refused(name: str, value: str, delimiter: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        surfaces.output_file(name, value, delimiter=delimiter)
