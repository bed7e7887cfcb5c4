"""What people tell Buddy in a comment: reading it, never acting on it."""

from buddy.core.commands.command import (
    Approve,
    Ask,
    Command,
    Decline,
    Forget,
    Help,
    IgnoreRule,
    Learnings,
    Parsed,
    Pause,
    Problem,
    Remember,
    Resolve,
    Resume,
    Review,
    Summary,
    Why,
)
from buddy.core.commands.help import HELP, Topic, Who, help_text
from buddy.core.commands.parse import MOST, parse
from buddy.core.commands.refusal import Refused, refusal
from buddy.core.mention import mentions

__all__ = [
    "HELP",
    "MOST",
    "Approve",
    "Ask",
    "Command",
    "Decline",
    "Forget",
    "Help",
    "IgnoreRule",
    "Learnings",
    "Parsed",
    "Pause",
    "Problem",
    "Refused",
    "Remember",
    "Resolve",
    "Resume",
    "Review",
    "Summary",
    "Topic",
    "Who",
    "Why",
    "help_text",
    "mentions",
    "parse",
    "refusal",
]
