"""One run of the action: settings and event in, the run for it started, errors turned into exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping, Sequence

import click

from buddy.adapters.runner.event import Event, read_event
from buddy.adapters.runner.job_log import RunnerLog
from buddy.adapters.runner.settings import Settings
from buddy.app.ports import JobLog
from buddy.cli.boundary import BUG, INTERRUPTED
from buddy.cli.event_run import EventRun
from buddy.core.errors import BuddyError, InputError
from buddy.core.gate import names, why_not
from buddy.core.secrets import redact

_READ_ONLY_SENDERS = frozenset({"dependabot[bot]"})
_CONTAINER_WORKSPACE = "/github/workspace"


@click.command(
    epilog="""\b
Example:
  GITHUB_EVENT_NAME=pull_request GITHUB_EVENT_PATH=event.json buddy action
"""
)
def action() -> int:
    """Run as the GitHub Action does, told by its variables.

    This is what `python -m buddy` runs. GITHUB_EVENT_NAME, GITHUB_EVENT_PATH and GITHUB_REPOSITORY have to be set, and
    INPUT_GITHUB_TOKEN to a token.
    """
    return run_action(os.environ)


def run_action(environ: Mapping[str, str]) -> int:
    """The exit code of the run; no traceback reaches a user."""
    log: JobLog = RunnerLog(sys.stdout, commands=bool(environ.get("GITHUB_ACTIONS")))
    try:
        event, problems = _event(environ)
        reason = why_not(event.name, event.payload, **names(environ)) if event is not None else None
        if reason is not None:
            log.notice(reason)
            return 0
        settings = _settings(environ, problems)
        assert event is not None  # its problems would have been raised
        log = RunnerLog.of(settings, sys.stdout)
        return EventRun(settings=settings, raw=event, environ=environ, log=log).go()
    except BuddyError as error:
        log.error(redact(str(error)))
        return error.exit_code
    except KeyboardInterrupt:
        log.error("Interrupted; the next run goes on where this one stopped.")
        return INTERRUPTED
    except Exception as error:
        log.error(_bug(error, environ))
        return BUG


def _event(environ: Mapping[str, str]) -> tuple[Event | None, tuple[str, ...]]:
    """The event, or what is wrong with it."""
    try:
        return read_event(name=environ.get("GITHUB_EVENT_NAME"), path=environ.get("GITHUB_EVENT_PATH")), ()
    except InputError as error:
        return None, error.problems


def _settings(environ: Mapping[str, str], problems: Sequence[str]) -> Settings:
    """InputError with `problems` and everything that is wrong with the settings, in one message."""
    found = list(problems)
    if not environ.get("GITHUB_REPOSITORY", "").strip():
        found.append("GITHUB_REPOSITORY is not set: it names the repository, owner/name; the runner sets it.")
    try:
        settings = Settings.read(environ)
    except InputError as error:
        raise InputError(*found, *error.problems) from None
    if settings.github_token is None:
        found.append("input github-token: is empty; leave it out to use the job's own token.")
    if found:
        raise InputError(*found)
    return settings


def _bug(error: Exception, environ: Mapping[str, str]) -> str:
    """Names the place, not the exception's text, which may quote what must not be printed (P9, P10)."""
    if environ.get("BUDDY_DEBUG") == "1":
        return redact("".join(traceback.format_exception(error)))
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}buddy{os.sep}" in frame.filename] or frames
    place = f"{type(error).__name__} at {os.path.basename(own[-1].filename)}:{own[-1].lineno}"
    return f"This is a bug in Buddy ({place}). Please report it; BUDDY_DEBUG=1 shows details."
