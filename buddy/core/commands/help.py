"""The table of commands: what each is called, who may give it, and what it does. `help` prints it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from buddy.core.commands import command
from buddy.core.text.markdown import code_span


class Who(enum.Enum):
    """Whose command counts."""

    WRITE = "write access"
    ANYONE = "anyone"


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """One command. `usage` begins with its name; `effect` is a clause; `issues`: it works on plain issues as well."""

    result: type[command.Command]
    usage: str
    effect: str
    who: Who
    issues: bool = False

    @property
    def name(self) -> str:
        """What is typed behind the mention."""
        return self.usage.split()[0]


HELP: tuple[Topic, ...] = (
    Topic(
        result=command.Remember,
        usage="remember TEXT [--paths GLOB,GLOB]",
        effect="teach a learning in your own words",
        who=Who.WRITE,
        issues=True,
    ),
    Topic(
        result=command.IgnoreRule,
        usage="ignore-rule FINGERPRINT [--paths GLOB] [--only-this] [because REASON]",
        effect="hide a finding's rule in its file from now on",
        who=Who.WRITE,
    ),
    Topic(result=command.Forget, usage="forget ID", effect="put a learning out of force", who=Who.WRITE, issues=True),
    Topic(result=command.Approve, usage="approve", effect="record the proposal of this thread", who=Who.WRITE),
    Topic(result=command.Decline, usage="decline", effect="drop the proposal of this thread", who=Who.WRITE),
    Topic(
        result=command.Learnings,
        usage="learnings [WORDS]",
        effect="show which learnings apply here",
        who=Who.ANYONE,
        issues=True,
    ),
    Topic(
        result=command.Why,
        usage="why ID-OR-FINGERPRINT",
        effect="say why a learning counts or not, or what hides a finding",
        who=Who.ANYONE,
        issues=True,
    ),
    Topic(result=command.Ask, usage="ask QUESTION", effect="ask the model about this change", who=Who.WRITE),
    Topic(result=command.Summary, usage="summary", effect="say what this change is and where it stands", who=Who.WRITE),
    Topic(
        result=command.Resolve,
        usage="resolve",
        effect="settle the finding of this thread, or close the threads of all that were fixed",
        who=Who.WRITE,
    ),
    Topic(result=command.Review, usage="review", effect="review all of this pull request again", who=Who.WRITE),
    Topic(result=command.Pause, usage="pause", effect="stop reviewing this pull request", who=Who.WRITE),
    Topic(result=command.Resume, usage="resume", effect="review it again from the next push on", who=Who.WRITE),
    Topic(result=command.Help, usage="help", effect="show this table", who=Who.ANYONE, issues=True),
)


def help_text(*, mention: str) -> str:
    """The table as Markdown. No line of it begins with the mention, in its fence or out of it (CMD-04)."""
    rows = [f"{topic.usage}\n    {topic.effect} ({topic.who.value})" for topic in HELP]
    intro = f"Begin a line with {code_span('@' + mention.removeprefix('@'))} and one of these:"
    return "\n".join([intro, "", "```text", *rows, "```"])
