"""Every command that can be said has a handler, under the name and for the people that `help` tells of."""

from typing import get_args

import pytest

from buddy.core.commands import HELP, Command, Who
from buddy.core.respond.dispatch import COMMANDS


def test_every_command_has_its_row():
    assert set(COMMANDS) == set(get_args(Command)) == {topic.result for topic in HELP}


@pytest.mark.parametrize("topic", HELP, ids=lambda topic: topic.name)
def test_a_row_says_of_its_command_what_help_says(topic):
    row = COMMANDS[topic.result]
    assert row.name == topic.name
    assert row.writes is (topic.who is Who.WRITE)
