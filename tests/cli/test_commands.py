"""`buddy commands`: a comment on stdin, what it says and what is wrong with it, without doing any of it."""

import io

import pytest

TOKEN = "ghp_" + "a1B2" * 9
KEYS = ["n", "line", "name", "text", "paths", "fingerprint", "rule", "onlyThis", "reason", "id", "query", "subject"]


@pytest.fixture
def said(buddy, monkeypatch):
    """Run it with a comment; text or bytes."""

    def ran(comment, *args):
        content = comment if isinstance(comment, bytes) else comment.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        return buddy("commands", *args)

    return ran


@pytest.fixture
def rows(said):
    """The JSON rows of a comment's commands, without the keys that say nothing."""

    def ran(comment, *args):
        got = said(comment, "--format", "json", *args)
        assert got.code == 0
        assert all(list(row) == [*KEYS, "refused"] for row in got.json["commands"])
        return [{key: value for key, value in row.items() if value not in (None, [])} for row in got.json["commands"]]

    return ran


def test_each_command_says_what_it_means(rows):
    lines = [
        "remember a whole sentence --paths src/{a,b}/**,docs/**",
        "ignore-rule V1:3F9C2A7BE012 --only-this because it is validated",
        "ignore-rule ruff/S101 --paths tests/**",
        "forget l_x7c2k9q4mn",
        "learnings about tests",
        "why 3f9c2a7be012",
        "approve",
    ]
    assert rows("\r\n".join(f"@buddy-bot {line}" for line in lines)) == [
        {"n": 0, "line": 1, "name": "remember", "text": "a whole sentence", "paths": ["src/{a,b}/**", "docs/**"]},
        {
            "n": 1,
            "line": 2,
            "name": "ignore-rule",
            "fingerprint": "v1:3f9c2a7be012",
            "onlyThis": True,
            "reason": "it is validated",
        },
        {"n": 2, "line": 3, "name": "ignore-rule", "rule": "ruff/S101", "paths": ["tests/**"], "onlyThis": False},
        {"n": 3, "line": 4, "name": "forget", "id": "l_x7c2k9q4mn"},
        {"n": 4, "line": 5, "name": "learnings", "query": "about tests"},
        {"n": 5, "line": 6, "name": "why", "subject": "v1:3f9c2a7be012"},
        {"n": 6, "line": 7, "name": "approve"},
    ]


def test_a_fingerprint_stands_as_it_was_written(rows):
    assert rows("@buddy-bot ignore-rule 3f9c2a7be012")[0]["fingerprint"] == "3f9c2a7be012"


def test_problems_name_their_line_and_command_and_the_exit_code_is_0(said):
    ran = said("a\n\n@buddy-bot remember a --path src/**\n@buddy-bot help\n", "--format", "json")
    assert (ran.code, ran.json["schema"]) == (0, 1)
    assert [row["name"] for row in ran.json["commands"]] == ["help"]
    (problem,) = ran.json["problems"]
    assert (problem["n"], problem["line"], problem["command"]) == (0, 3, "remember")
    assert "`--path`" in problem["message"]


def test_what_would_be_refused_is_there_with_its_reason(said):
    ran = said("@buddy-bot remember what database do we use?", "--format", "json")
    assert ran.json["commands"][0]["refused"]["reason"] == "question"
    ran = said("@buddy-bot remember what database do we use?")
    assert "Line 1 would be refused: It is a question" in ran.err


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "line", ["remember use {} here", "ignore-rule 3f9c2a7be012 because {}", "learnings {}", "forget {}", "{}"]
)
def test_a_secret_is_not_printed(form, line, said):
    """P10"""
    ran = said(f"@buddy-bot {line.format(TOKEN)}", "--format", form)
    assert ran.code == 0
    assert TOKEN not in ran.out + ran.err


def test_text_is_a_row_a_command_and_problems_on_stderr(said):
    ran = said("@buddy-bot remember a whole sentence --paths a\n@buddy-bot ignore-rule because b\n@buddy-bot x")
    assert ran.out == "line 1  remember     a whole sentence; in a\nline 2  ignore-rule  because b\n"
    assert (
        ran.err
        == "Line 3: `x` is not a command; `@buddy-bot help` lists the commands.\n2 commands, 1 not understood.\n"
    )


def test_another_mention(rows, said):
    assert rows("@other-bot help\n@buddy-bot help", "--mention", "other-bot") == [{"n": 0, "line": 1, "name": "help"}]
    ran = said("", "--mention", "a b")
    assert (ran.code, ran.out) == (2, "")
    assert "must be a name" in ran.err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe@buddy-bot help", b"\0" * 100, "@buddy-bot help".encode("utf-16")])
def test_bytes_that_are_no_comment_are_no_error(content, said):
    ran = said(content, "--format", "json")
    assert (ran.code, ran.json["commands"]) == (0, [])


def test_a_text_longer_than_any_comment_is_one_problem(said):
    ran = said("@buddy-bot help\n" * 100_000, "--format", "json")
    assert (ran.json["commands"], len(ran.json["problems"])) == ([], 1)


def test_it_works_as_a_process_with_a_pipe(process):
    ran = process("commands", stdin=b"@buddy-bot help")
    assert (ran.code, ran.out.strip()) == (0, "line 1  help")
