"""From a comment to its commands. Never raises, and never reads less of a restriction than was written (P4).

A command stands at the beginning of a visible line (`prose`) and ends with that line. What cannot be read is a problem
to be answered, and nothing of it is done.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import partial

from buddy.core.commands import command, subjects
from buddy.core.commands.command import Command, Parsed, Problem
from buddy.core.commands.help import HELP, Topic
from buddy.core.commands.ignore_rule import ignore_rule
from buddy.core.commands.options import Option, Unreadable, arguments, shown
from buddy.core.commands.paths import paths
from buddy.core.commands.quoting import DASHES, bare
from buddy.core.mention import login, mentions

MOST = 10
"""Commands a comment; the rest is one problem."""

_NAME = re.compile(rf"(?P<name>[^\W\d_](?:[\w{DASHES}]*\w)?)(?:\s?:|[,.!])?(?=\s|\Z)")
_NONE: frozenset[Option] = frozenset()

Reader = Callable[..., Command]


def parse(comment: str, *, mention: str) -> Parsed:
    """The commands and the problems of a comment; `mention` is a login with or without its `@` and `[bot]`."""
    if not mentions(comment, mention=mention):
        return Parsed()
    from buddy.core.prose import LONGEST, visible_blocks  # the Markdown library takes 30 ms to import

    if len(comment) > LONGEST:
        message = f"The comment is longer than {LONGEST:,} characters, so no command in it was read."
        return Parsed(problems=(Problem(n=0, line=1, command="", message=message),))
    addressed = re.compile(rf"{re.escape(login(mention))}(?:\[bot\])?(?:[:,]|(?=\s|\Z))", re.IGNORECASE)
    lines = [line for block in visible_blocks(comment) for line in block.lines if line.begins]
    said = [(line.number, line.text[found.end() :]) for line in lines if (found := addressed.match(line.text))]
    results = [_read(rest.strip(), n=n, line=line, mention=mention) for n, (line, rest) in enumerate(said[:MOST])]
    if len(said) > MOST:
        message = (
            f"A comment holds at most {MOST} commands; {len(said) - MOST} more were not read. Write them in another."
        )
        results.append(Problem(n=MOST, line=said[MOST][0], command="", message=message))
    return Parsed(
        commands=tuple(one for one in results if not isinstance(one, Problem)),
        problems=tuple(one for one in results if isinstance(one, Problem)),
    )


def _read(text: str, *, n: int, line: int, mention: str) -> Command | Problem:
    found = _NAME.match(text)
    name = re.sub(f"[_{DASHES}]", "-", found["name"]).lower() if found else ""
    problem = partial(Problem, n=n, line=line)
    topic = next((topic for topic in HELP if topic.name == name), None)
    if found is None or topic is None:
        return problem(command=name if found else "", message=_unknown(name, text, mention=mention))
    try:
        return _READERS[topic.result](text[found.end() :].strip(), topic=topic, n=n, line=line)
    except Unreadable as reason:
        return problem(command=topic.name, message=f"`{topic.name}` was not done: {reason}.")


def _unknown(name: str, text: str, *, mention: str) -> str:
    if not text:
        return f"No command follows the mention; `{_at(mention)} help` lists them."
    near = difflib.get_close_matches(name[:40], [topic.name for topic in HELP], n=1, cutoff=0.6)
    word = shown(text.split()[0])
    meant = f"did you mean `{near[0]}`?" if near else f"`{_at(mention)} help` lists the commands."
    return f"{word} is not a command; {meant}"


def _at(mention: str) -> str:
    return f"@{mention.removeprefix('@')}"


def _remember(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    found = arguments(rest, allowed=frozenset({Option.PATHS}))
    globs = paths(found.options[Option.PATHS]) if Option.PATHS in found.options else ()
    if not found.text:
        raise Unreadable(f"it has no text; write `{topic.usage}`")
    return command.Remember(n=n, line=line, text=found.text, paths=globs)


def _ignore_rule(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    return ignore_rule(rest, n=n, line=line)


def _forget(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    word = _one_word(rest, topic)
    if subjects.learning_id(word) is None:
        raise Unreadable(f"{shown(word)} is not the id of a learning, which looks like `l_x7c2k9q4mn`")
    return command.Forget(n=n, line=line, id=word)


def _why(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    word = _one_word(rest, topic)
    subject = subjects.fingerprint(word) or subjects.learning_id(word)
    if subject is None:
        raise Unreadable(f"{shown(word)} is neither an id such as `l_x7c2k9q4mn` nor a full fingerprint")
    return command.Why(n=n, line=line, subject=subject)


def _learnings(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    return command.Learnings(n=n, line=line, query=arguments(rest, allowed=_NONE).text)


def _ask(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    """Options are words of a question like any other."""
    if not rest:
        raise Unreadable(f"it has no question; write `{topic.usage}`")
    return command.Ask(n=n, line=line, text=rest)


def _help(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    return command.Help(n=n, line=line)


def _alone(rest: str, *, topic: Topic, n: int, line: int) -> Command:
    """A command that takes nothing: words behind it may restrict what its writer wants, so they are not ignored."""
    if rest:
        raise Unreadable(f"it takes no words, and {shown(rest)} follows it; write `{topic.name}` alone on its line")
    match topic.result:
        case (
            command.Approve
            | command.Decline
            | command.Summary
            | command.Resolve
            | command.Review
            | command.Pause
            | command.Resume
        ):
            return topic.result(n=n, line=line)
    raise AssertionError(topic.name)


def _one_word(rest: str, topic: Topic) -> str:
    words = arguments(rest, allowed=_NONE).text.split()
    if len(words) != 1:
        what = "more than one word follows it" if words else "nothing follows it"
        raise Unreadable(f"{what}; write `{topic.usage}`, one a line")
    return bare(words[0])


_READERS: dict[type[Command], Reader] = {
    command.Remember: _remember,
    command.IgnoreRule: _ignore_rule,
    command.Forget: _forget,
    command.Approve: _alone,
    command.Decline: _alone,
    command.Learnings: _learnings,
    command.Why: _why,
    command.Ask: _ask,
    command.Summary: _alone,
    command.Resolve: _alone,
    command.Review: _alone,
    command.Pause: _alone,
    command.Resume: _alone,
    command.Help: _help,
}
