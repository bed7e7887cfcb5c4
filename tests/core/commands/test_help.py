"""A command is one class, one row of the table, one reader and one section of the docs; none may be missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from buddy.core.commands import HELP, MOST, Command, Topic, Who, help_text, parse
from buddy.core.commands.parse import _READERS
from buddy.core.commands.refusal import _CHECKS, SHORTEST
from buddy.core.learnings.record import MAX_TEXT

PAGE = (Path(__file__).parents[3] / "docs/reference/commands.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^## (\S+)\n(.*?)(?=^## |\Z)", PAGE))


def test_every_class_has_its_row_and_its_reader_and_no_other_has() -> None:
    assert {topic.result for topic in HELP} == set(get_args(Command)) == set(_READERS)
    assert len({topic.name for topic in HELP}) == len(HELP)


@pytest.mark.parametrize("topic", HELP, ids=lambda topic: topic.name)
def test_every_command_has_its_section_with_usage_who_and_an_example_that_is_one(topic: Topic) -> None:
    section = SECTIONS[topic.name]
    assert f"```text\n{topic.usage}\n```" in section
    who = {Who.WRITE: "write access", Who.ANYONE: "anyone"}[topic.who]
    assert f"Who: {who}.{' Also on plain issues.' if topic.issues else ''}\n" in section
    examples = re.findall(r"(?m)^@buddy-bot .*$", section)
    parsed = [parse(example, mention="@buddy-bot") for example in examples]
    assert [problem for one in parsed for problem in one.problems] == []
    assert {type(command) for one in parsed for command in one.commands} == {topic.result}


def test_the_page_has_no_section_of_a_command_that_is_none() -> None:
    assert set(SECTIONS) == {topic.name for topic in HELP}


def test_the_page_names_every_refusal_of_a_remember_and_the_limits() -> None:
    assert set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"(?m)^\| (`.*?) \|", SECTIONS["remember"])))) == {
        reason.value for reason in _CHECKS
    }
    assert f"fewer than {SHORTEST} characters, more than {MAX_TEXT}" in SECTIONS["remember"]
    assert f"at most {MOST} commands" in PAGE


def test_the_checks_stand_in_the_order_of_the_contract() -> None:
    order = "contains-secret empty too-short too-long question interaction-scoped bare-identifier invalid-glob"
    assert [reason.value for reason in _CHECKS] == order.split()


def test_the_help_has_a_row_for_each_command() -> None:
    text = help_text(mention="@buddy-bot")
    for topic in HELP:
        assert f"\n{topic.usage}\n    {topic.effect} ({topic.who.value})\n" in text
    assert "`@buddy-bot`" in text


def test_the_page_itself_pasted_into_a_comment_gives_no_command() -> None:
    """CMD-04: all examples stand in fences."""
    assert parse(PAGE, mention="@buddy-bot").commands == ()
