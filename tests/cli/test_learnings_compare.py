"""`buddy learnings compare`: JSON lines in, JSON lines out."""

import json

import pytest


@pytest.fixture
def compared(buddy, typed):
    def ran(*lines, args=()):
        typed("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return buddy("learnings", "compare", *args)

    return ran


@pytest.mark.parametrize("args", [(), ("--format", "json")])
def test_each_line_is_answered_by_one_with_its_id(args, compared):
    ran = compared(
        {"id": "p1", "a": "Use tabs", "b": "use tabs."},
        "",
        {"id": 2, "a": {"text": "x is 1", "paths": ["a/**"]}, "b": {"text": "x is 1"}},
        {"a": "Log ids", "b": {"text": "Never log ids", "kind": "fact", "id": "l_x7c2k9q4mn"}},
        args=args,
    )
    assert (ran.code, ran.err) == (0, "")
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {"id": "p1", "label": "same"},
        {"id": 2, "label": "different"},
        {"id": None, "label": "contradiction"},
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 of stdin is no JSON"),
        ("[]", "line 2 of stdin is no JSON object"),
        ('{"a":"x"}', "line 2 of stdin: b is neither a text nor a record"),
        ('{"a":{"text":1},"b":"x"}', "line 2 of stdin: a is neither a text nor a record"),
    ],
)
def test_a_line_that_cannot_be_read_ends_it_with_its_number(line, said, compared):
    ran = compared({"id": 1, "a": "x", "b": "x"}, line)
    assert ran.code == 2
    assert said in ran.err
    assert json.loads(ran.out) == {"id": 1, "label": "same"}


def test_p9_an_id_that_a_runner_would_obey_is_escaped(compared):
    ran = compared({"id": "##[error]\u001b", "a": "x", "b": "y"})
    assert "##[" not in ran.out
    assert json.loads(ran.out)["id"] == "##[error]\u001b"
