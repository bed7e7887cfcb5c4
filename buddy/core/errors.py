"""The one error family: each kind carries the exit code the command line ends with."""

from __future__ import annotations


class BuddyError(Exception):
    """Something a user can act on: the message says what happened, the likely cause and the remedy."""

    exit_code = 2


class InputError(BuddyError):
    """A usage, input or configuration problem; every problem found stands in `problems`."""

    exit_code = 2

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class HostError(BuddyError):
    """GitHub refused, or waiting for it took too long."""

    exit_code = 3
