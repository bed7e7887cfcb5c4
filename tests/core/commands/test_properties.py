"""Whatever a comment holds: it is read, and never as more than was written (P4)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.commands import HELP, IgnoreRule, Parsed, Remember, help_text, parse, refusal
from buddy.core.globs import GlobSet, normalise
from buddy.core.secrets import redact

AT = "@buddy-bot "
PIECES = st.sampled_from(
    [
        AT,
        AT,
        "\n",
        "\n",
        "\r\n",
        " ",
        "remember ",
        "ignore-rule ",
        "forget ",
        "why ",
        "learnings ",
        "approve",
        "help",
        "3f9c2a7be012",
        "ruff/S101",
        "l_x7c2k9q4mn",
        " --paths ",
        " --path ",
        " —paths ",
        " --only-this",
        " because ",
        "src/**",
        "a,b",
        "{a,b",
        "\\",
        "'",
        '"',
        "“",
        "”",
        "`",
        "``",
        "--",
        "—",
        "*",
        "?",
        "!",
        ":",
        "> ",
        "- ",
        "```\n",
        "<!-- ",
        " -->",
        "<details>",
        "[a](",
        ")",
        "\u200b",
        "\xa0",
        "\u2028",
        "\ud800",
        "\0",
        "é",
        "x" * 30,
        "$",
        "@",
    ]
)
COMMENTS = st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=300)


@given(COMMENTS)
@settings(max_examples=100)
def test_any_text_is_read_without_an_exception_and_every_index_once(comment: str) -> None:
    parsed = parse(comment, mention="@buddy-bot")
    everything = [*parsed.commands, *parsed.problems]
    assert sorted(one.n for one in everything) == list(range(len(everything)))
    assert [one.line for one in sorted(everything, key=lambda one: one.n)] == sorted(one.line for one in everything)
    for one in parsed.commands:
        if isinstance(one, Remember):
            refusal(one.text, paths=one.paths)
            assert one.text == one.text.strip() != ""
        if isinstance(one, Remember | IgnoreRule) and one.paths:
            assert GlobSet(one.paths).problems == ()
            assert all(normalise(glob) for glob in one.paths)
    for problem in parsed.problems:
        assert redact(problem.message) == problem.message
        assert parse(problem.message, mention="@buddy-bot") == Parsed()


WORDS = st.lists(
    st.sampled_from(["use", "the", "helper", "don't", "3–5", "a—b", "`x`", '"y"', "it's"]), min_size=2
).map(" ".join)
NOISE = ["--path", "--pathes", "—path", "--paths", "--only-this", "--x", "'", '"', "“", "`", ", ", " y ", "\u200b", "("]


@given(WORDS, st.sampled_from(["src/**", "src/{a,b}.py", "a.py,b.py"]), st.sampled_from(NOISE), st.data())
@settings(max_examples=100)
def test_noise_in_a_restricted_note_never_loses_the_restriction(
    text: str, globs: str, noise: str, data: st.DataObject
) -> None:
    """P4: either the same paths hold, or fewer files are meant, or nothing is done."""
    line = f"remember {text} --paths {globs}"
    at = data.draw(st.integers(9, len(line)))
    if noise == " y " and line[:at].endswith("--"):
        return  # no option any more, but a dash and words
    noisy = parse(f"{AT}{line[:at]}{noise}{line[at:]}", mention="@buddy-bot")
    for one in noisy.commands:
        assert isinstance(one, Remember)
        assert one.paths or _in_code(one.text)


def _in_code(text: str) -> bool:
    """A back-tick can pair with another of the text around the option: that is how an option is made text."""
    return text.count("`") >= 2


@given(
    st.sampled_from(["--paths src/**", "--only-this", "--paths a.py --only-this"]), st.sampled_from(NOISE), st.data()
)
@settings(max_examples=100)
def test_noise_in_a_suppression_never_loses_what_narrows_it(options: str, noise: str, data: st.DataObject) -> None:
    """P4"""
    line = f"ignore-rule 3f9c2a7be012 {options}"
    at = data.draw(st.integers(12, len(line)))
    for one in parse(f"{AT}{line[:at]}{noise}{line[at:]}", mention="@buddy-bot").commands:
        assert isinstance(one, IgnoreRule)
        assert one.fingerprint == "v1:3f9c2a7be012"
        assert bool(one.paths) == ("--paths" in options) or noise in ("--paths", "—path")
        assert one.only_this == ("--only-this" in options) or noise == "--only-this"


@given(st.sampled_from(["buddy-bot", "@buddy-bot", "x"]), st.sampled_from(["", "> ", "- ", "    "]))
def test_the_help_is_no_command_quoted_pasted_or_without_its_fence(mention: str, prefix: str) -> None:
    """CMD-04: Buddy never prints a live command."""
    for text in (help_text(mention=mention), help_text(mention=mention).replace("```", "")):
        copied = "\n".join(prefix + line for line in text.split("\n"))
        assert parse(copied, mention=mention) == Parsed()
    assert all(topic.usage in help_text(mention=mention) for topic in HELP)


HOSTILE = {
    "brackets": "[",
    "images": "![[](",
    "back-ticks": "`a``b```c",
    "tags": '<a b="> ',
    "comments": "<!--\n",
    "quotes": "> > > a\n",
    "lists": "- - - a\n",
    "definitions": "[a]: b '\n",
    "mail headers": "On 1:00 <a@b>\n",
    "commands": "@buddy-bot remember a --paths 'b\n",
}
INSIDE = {
    "dashes": "-",
    "options": " --paths",
    "quotes": '"a,',
    "double quotes": '" ',
    "back-ticks": "`",
    "pairs of back-ticks": "`` ` ",
    "braces": "{a,",
    "because": " because",
    "letters": "a",
    "blanks": " ",
    "commas": ",",
}


@pytest.mark.parametrize("shape", [*HOSTILE.values(), *(f"\0{piece}" for piece in INSIDE.values())])
def test_the_longest_comment_of_any_shape_is_read_within_bounds(shape: str) -> None:
    """P11: the limit is far from what it takes; only what grows with more than the square would meet it."""
    program = (
        "import sys; from buddy.core.commands import parse, refusal; shape = sys.argv[1]\n"
        "inside = shape.startswith('~')\n"
        "heads = ['@buddy-bot remember ', '@buddy-bot remember a --paths ', '@buddy-bot ignore-rule ', '@buddy-bot ']\n"
        "for head in heads if inside else ['']:\n"
        "    text = head + shape[inside:] * (65_536 // len(shape[inside:]))\n"
        "    for one in parse(text[:65_500] + '\\n\\n@buddy-bot help', mention='buddy-bot').commands:\n"
        "        refusal(getattr(one, 'text', ''))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, shape.replace("\0", "~")],
        cwd=Path(__file__).parents[3],
        timeout=120,
        check=False,
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
