"""The two streams: UTF-8 on every machine, colour only where it is welcome, nothing that steers a terminal."""

import io
import json

import pytest

from buddy.cli.streams import colour, put, put_json, say


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1", "utf-16"])
def test_any_code_page_gets_utf_8(encoding, here, process):
    """CLI-01"""
    (here / "é→.yml").write_text("reviw: {}\n", encoding="utf-8")
    ran = process("config", "check", "é→.yml", env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"})
    assert (ran.code, ran.out) == (0, "é→.yml: usable, with 1 warning(s)\n")
    assert "Warning: " in ran.err


def test_p9_json_escapes_what_a_terminal_would_act_on_and_still_says_the_same(capsys):
    text = "é→ \x1b[2J\x9b\u202e\u200b\U000e0041\ud800 \u2028\x7f"
    put_json({"text": text})
    out = capsys.readouterr().out
    assert json.loads(out) == {"schema": 1, "text": text}
    assert "é→" in out
    assert all(character.isprintable() or character == "\n" for character in out)


def test_p9_a_runner_finds_no_command_in_what_is_printed(capsys):
    """SEC-09"""
    text = "::error::a\n  ::stop-commands::b\n\t::c\nfine :: d ##[command]e\n##[group]f"
    put(text)
    say(text)
    captured = capsys.readouterr()
    assert "fine :: d" in captured.out
    for line in (captured.out + captured.err).splitlines():
        assert not line.strip().startswith("::")
        assert "##[" not in line


def test_p9_nor_in_json_which_still_says_the_same(capsys):
    put_json({"text": "##[command]x\n::error::y"})
    out = capsys.readouterr().out
    assert "##[" not in out
    assert json.loads(out)["text"] == "##[command]x\n::error::y"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "env", "welcome"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(stream, env, welcome, monkeypatch):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert colour(stream) is welcome
