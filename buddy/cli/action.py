"""One run of the action: settings and event in, adapters built, the verb called, errors turned into exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import click

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.adapters.runner.event import Event, read_event
from buddy.adapters.runner.job_log import RunnerLog
from buddy.adapters.runner.settings import Settings
from buddy.adapters.runner.workspace import RunnerWorkspace
from buddy.app.base_memory import CONFIG_FILE
from buddy.app.ports import JobLog
from buddy.app.review import ReviewOptions, review
from buddy.app.review_gather import ReviewJob
from buddy.cli.boundary import BUG, INTERRUPTED
from buddy.core.errors import BuddyError, InputError
from buddy.core.event import PullRequestEvent, parse_pull_request
from buddy.core.findings.paths import normalise_path
from buddy.core.gate import why_not
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
        reason = why_not(event.name, event.payload) if event is not None else None
        if reason is not None:
            log.notice(reason)
            return 0
        settings = _settings(environ, problems)
        assert event is not None  # its problems would have been raised
        log = RunnerLog.of(settings, sys.stdout)
        return _run(settings, event, environ, log)
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


def _run(settings: Settings, raw: Event, environ: Mapping[str, str], log: JobLog) -> int:
    event = parse_pull_request(raw.payload)
    workspace = RunnerWorkspace(settings.workspace)
    assert settings.repository is not None  # `_settings` asked for it
    client = Client(
        repository=settings.repository,
        token=settings.github_token,
        base_url=settings.api_url,
        pace=Pace(between_writes=_between_writes(environ)),
    )
    try:
        return review(
            _job(settings, event, environ),
            host=GithubHost(client),
            workspace=workspace,
            log=log,
            options=ReviewOptions(
                fail_on=settings.fail_on.severity,
                dry_run=settings.dry_run,
                read_only=_is_read_only(raw.name, event),
            ),
            event={"name": raw.name, "action": event.action, "pr": event.number, "head": event.head_sha},
            now=datetime.now(UTC),
        )
    finally:
        client.close()


def _job(settings: Settings, event: PullRequestEvent, environ: Mapping[str, str]) -> ReviewJob:
    config_file = CONFIG_FILE if settings.config_file is None else normalise_path(settings.config_file, ())
    if config_file is None:
        raise InputError("input config-file: must be a path inside the repository; it is read from the base branch.")
    key = settings.marker_key
    return ReviewJob(
        number=event.number,
        head_sha=event.head_sha,
        base_ref=event.base_ref,
        default_branch=event.repository.default_branch,
        repository_id=event.repository.id,
        draft=event.draft,
        own_login=settings.bot_login,
        marker_key=key.get_secret_value().encode("utf-8", "surrogateescape") if key is not None else None,
        reports=settings.findings,
        config_file=config_file,
        roots=_roots(settings, environ),
        max_comments=settings.max_comments,
    )


def _roots(settings: Settings, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Where tools that ran in an earlier step knew the repository: the host's path, and the container's."""
    name = (settings.repository or "").rpartition("/")[2]
    runner = environ.get("RUNNER_WORKSPACE", "")
    places = [settings.workspace, _CONTAINER_WORKSPACE, f"/home/runner/work/{name}/{name}"]
    if runner:
        places.append(f"{runner}/{name}")
    return tuple(dict.fromkeys(place for place in places if place.startswith("/")))


def _is_read_only(name: str, event: PullRequestEvent) -> bool:
    """GitHub gives these runs a token that cannot write; `pull_request_target` has a full one."""
    return name == "pull_request" and (event.from_fork or event.sender in _READ_ONLY_SENDERS)


def _between_writes(environ: Mapping[str, str]) -> float:
    """GitHub asks for a second between two writes; a server without its limits, such as the sandbox, does not."""
    text = environ.get("BUDDY_SECONDS_BETWEEN_WRITES", "")
    return float(text) if text.isdecimal() else 1.0


def _bug(error: Exception, environ: Mapping[str, str]) -> str:
    """Names the place, not the exception's text, which may quote what must not be printed (P9, P10)."""
    if environ.get("BUDDY_DEBUG") == "1":
        return redact("".join(traceback.format_exception(error)))
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}buddy{os.sep}" in frame.filename] or frames
    place = f"{type(error).__name__} at {os.path.basename(own[-1].filename)}:{own[-1].lineno}"
    return f"This is a bug in Buddy ({place}). Please report it; BUDDY_DEBUG=1 shows details."
