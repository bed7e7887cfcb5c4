"""`buddy findings same`: JSON lines in, JSON lines out."""

import json

import pytest


@pytest.fixture
def told(buddy, typed):
    def ran(*lines, args=()):
        typed("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return buddy("findings", "same", *args)

    return ran


@pytest.mark.parametrize("args", [(), ("--format", "json")])
def test_each_line_is_answered_by_one_with_its_id(args, told):
    ran = told(
        {"id": "p1", "a": "`user` may be null", "b": "`user`  may be NULL."},
        "",
        {"a": "The token is logged in plain text", "b": "The retry loop never ends"},
        args=args,
    )
    assert (ran.code, ran.err) == (0, "")
    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert first == {"id": "p1", "same": True, "score": 1.0}
    assert (second["id"], second["same"]) == (None, False)
    assert 0 <= second["score"] < 0.5


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 of stdin is no JSON"),
        ("[]", "line 2 of stdin is no JSON object"),
        ('{"a":"x"}', "line 2 of stdin: b is no text"),
        ('{"a":1,"b":"x"}', "line 2 of stdin: a is no text"),
    ],
)
def test_a_line_that_cannot_be_read_ends_it_with_its_number(line, said, told):
    ran = told({"id": 1, "a": "x", "b": "x"}, line)
    assert ran.code == 2
    assert said in ran.err
    assert json.loads(ran.out) == {"id": 1, "same": True, "score": 1.0}


def test_p9_an_id_that_a_runner_would_obey_is_escaped(told):
    ran = told({"id": "##[error]\u001b", "a": "x", "b": "y"})
    assert "##[" not in ran.out
    assert json.loads(ran.out)["id"] == "##[error]\u001b"


def test_a_file_called_same_is_told_from_the_command_by_its_folder(buddy, sarif):
    sarif("same", ("R1", "a.py", 1))
    assert "lint/R1" in buddy("findings", "./same").out
