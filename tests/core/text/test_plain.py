"""P9: commit messages, prompts and terminals, where no markup can be escaped."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.text import surfaces

LIVE = re.compile(
    r"@\w|#\d|(?<![a-z0-9])gh-\d|://|\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|skip-checks:",
    re.IGNORECASE,
)
PIECES = st.lists(
    st.sampled_from(
        [
            "@octocat",
            "@",
            "#12",
            "#",
            "12",
            "GH-1",
            "gh-",
            "https://github.com/o/r/issues/1",
            "[skip ci]",
            "[ci skip]",
            "skip-checks: true",
            "[",
            "skip ci",
            "]",
            " ",
            "\n",
            "\u200b",
            "fixes ",
            "</learnings>",
            "```",
            "<!-- buddy",
            '"',
            "\\",
        ]
    ),
    max_size=12,
).map("".join)


@given(PIECES)
def test_rec_10_a_commit_message_pings_closes_and_skips_nothing(text: str) -> None:
    line = surfaces.commit_message(text)
    assert "\n" not in line
    assert not LIVE.search(line)


def test_a_commit_message_stays_readable() -> None:
    assert surfaces.commit_message("Record 2 learnings [docs]\n\nfixes #13") == "Record 2 learnings [docs] fixes # 13"


@given(PIECES | st.text())
def test_sec_06_a_prompt_item_is_one_quoted_line_without_tags(text: str) -> None:
    item = surfaces.prompt_item(text)
    assert json.loads(item) == surfaces.terminal(text)
    assert len(item.splitlines()) == 1
    assert not re.search(r"<[/!?A-Za-z]", item)


@pytest.mark.parametrize("text", ["\x1b[2J\x1b]0;title\x07x", "\x9b31mx", "a\u202eb", "x\x08\x08y"])
def test_a_terminal_gets_no_control_sequence(text: str) -> None:
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", surfaces.terminal(text))
