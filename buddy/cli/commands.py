"""`buddy commands`: what Buddy would read from a comment, and what it would refuse by its words alone."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.groups import CONTEXT
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows
from buddy.core.secrets import redact

if TYPE_CHECKING:
    from buddy.core.commands import Command, Parsed, Refused

EPILOG = """\b
Examples:
  echo '@buddy-bot remember tests need TEST_DB_URL --paths test/**' | buddy commands
  gh api repos/O/R/issues/comments/1 --jq .body | buddy commands --format json
"""

_LARGEST = 1 << 20
"""Bytes that are read; a comment on GitHub has at most a quarter of them."""


def _login(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not re.fullmatch(r"@?[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\[bot\])?", value):
        raise click.BadParameter("must be a name such as @buddy-bot")
    return value


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.option("--mention", default="@buddy-bot", show_default=True, callback=_login, help="Whom commands are told.")
@format_option()
def commands(*, mention: str, form: str) -> None:
    """Show what Buddy would read from a comment.

    The comment comes from stdin. Nothing is done with them. Text that looks like a secret is redacted.
    """
    from buddy.core.commands import parse

    parsed = parse(sys.stdin.buffer.read(_LARGEST).decode("utf-8", "replace"), mention=mention)
    if form == "json":
        put_json(_redacted({"commands": [_row(one) for one in parsed.commands], "problems": _problems(parsed)}))
    else:
        _put(parsed)


def _problems(parsed: Parsed) -> list[dict[str, Any]]:
    return [{"n": one.n, "line": one.line, "command": one.command, "message": one.message} for one in parsed.problems]


def _row(said: Command) -> dict[str, Any]:
    """Every key for every command, null or empty where it says nothing."""
    from buddy.core import commands as core

    row: dict[str, Any] = {
        "n": said.n,
        "line": said.line,
        "name": next(topic.name for topic in core.HELP if isinstance(said, topic.result)),
        "text": None,
        "paths": [],
        **dict.fromkeys(("fingerprint", "rule", "onlyThis", "reason", "id", "query", "subject", "refused")),
    }
    match said:
        case core.Remember(text=text, paths=paths):
            refused = core.refusal(text, paths=paths)
            row |= {"text": text, "paths": list(paths), "refused": _refused(refused)}
        case core.IgnoreRule(rule=rule, paths=paths, only_this=only_this, because=because):
            fingerprint = said.target.lower() if said.fingerprint else None
            row |= {"fingerprint": fingerprint, "rule": rule, "paths": list(paths), "onlyThis": only_this}
            row |= {"reason": because}
        case core.Forget(id=id_):
            row |= {"id": id_}
        case core.Learnings(query=query):
            row |= {"query": query}
        case core.Ask(text=text):
            row |= {"text": text}
        case core.Why(subject=subject):
            row |= {"subject": subject}
    return row


def _refused(refused: Refused | None) -> dict[str, str] | None:
    return None if refused is None else {"reason": refused.reason.value, "message": refused.message}


def _redacted(value: Any) -> Any:
    """The same shape with every text redacted (P10)."""
    match value:
        case str():
            return redact(value)
        case dict():
            return {key: _redacted(inner) for key, inner in value.items()}
        case list():
            return [_redacted(inner) for inner in value]
    return value


def _put(parsed: Parsed) -> None:
    rows = [_redacted(_row(one)) for one in parsed.commands]
    put_rows([(f"line {row['line']}", row["name"], _said(row)) for row in rows])
    for row in rows:
        if row["refused"]:
            say(f"Line {row['line']} would be refused: {row['refused']['message']} [{row['refused']['reason']}]")
    for problem in parsed.problems:
        say(f"Line {problem.line}: {redact(problem.message)}")
    say(f"{len(rows)} {'command' if len(rows) == 1 else 'commands'}, {len(parsed.problems)} not understood.")


def _said(row: dict[str, Any]) -> str:
    words = [row[key] for key in ("text", "fingerprint", "rule", "id", "query", "subject") if row[key]]
    words += [f"in {', '.join(row['paths'])}"] if row["paths"] else []
    words += ["only this finding"] if row["onlyThis"] else []
    words += [f"because {row['reason']}"] if row["reason"] else []
    return "; ".join(words)
