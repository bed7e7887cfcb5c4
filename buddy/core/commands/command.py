"""The commands as values, one class each, and what reading a comment gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class _Said:
    """`n` counts the comment's commands from 0, those that cannot be read too, so that mending one moves no other.

    `line` is the comment's, from 1.
    """

    n: int
    line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Remember(_Said):
    """`text` is word for word. `paths` are usable globs as written, normalised when stored; empty is everywhere."""

    text: str
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class IgnoreRule(_Said):
    """At most one of `fingerprint` (`v1:` and 12 hex digits) and `rule` (`tool/rule`) is set, with `rule` also `paths`.

    Neither stands for the finding in whose thread it was said. `target` is what was written there, empty for nothing;
    `because` is the reason in the person's words, None without one.
    """

    target: str = ""
    fingerprint: str | None = None
    rule: str | None = None
    paths: tuple[str, ...] = ()
    only_this: bool = False
    because: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Forget(_Said):
    """`id` is shaped like a learning's id; whether there is one is asked later."""

    id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Approve(_Said):
    """Said in a proposal's thread, or it means nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Decline(_Said):
    """Said in a proposal's thread, or it means nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Learnings(_Said):
    """`query` is empty where all that apply are asked for."""

    query: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Why(_Said):
    """`subject` is a learning's id, or a fingerprint with its `v1:`."""

    subject: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Review(_Said):
    """A full review, not only of what is new."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pause(_Said):
    """No reviews on this pull request until `Resume`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resume(_Said):
    """Ends `Pause`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Help(_Said):
    """The table of commands."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask(_Said):
    """`text` is the question, word for word; `called` is False for one that a thread asks without a command."""

    text: str
    called: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary(_Said):
    """What the pull request is, and where it stands."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resolve(_Said):
    """In a finding's thread that one is settled, anywhere else those that were fixed."""


Command = (
    Remember
    | IgnoreRule
    | Forget
    | Approve
    | Decline
    | Learnings
    | Why
    | Review
    | Pause
    | Resume
    | Help
    | Ask
    | Summary
    | Resolve
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem(_Said):
    """A command that is not carried out. `command` is its name as far as it is known, else empty.

    `message` is Markdown for people, safe to post: foreign words in it are code, secrets are redacted.
    """

    command: str
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Parsed:
    """Both in the comment's order; no `n` stands twice."""

    commands: tuple[Command, ...] = ()
    problems: tuple[Problem, ...] = ()
