"""From an event to its verb: adapters are built, jobs are made of settings and payload, the verb is called."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import SecretStr

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.adapters.runner.event import Event
from buddy.adapters.runner.settings import Settings
from buddy.adapters.runner.workspace import RunnerWorkspace
from buddy.app.answering import Answerer, Prepared
from buddy.app.base_memory import CONFIG_FILE
from buddy.app.conversation import RespondJob
from buddy.app.ports import JobLog, PullRequest
from buddy.app.recording import Recorder
from buddy.app.respond import RespondOptions, respond
from buddy.app.review import ReviewOptions, review
from buddy.app.review_gather import ReviewJob
from buddy.core.commands import parse
from buddy.core.errors import InputError
from buddy.core.event import EventRepository, PullRequestEvent, SaidEvent, parse_pull_request, parse_said
from buddy.core.findings.paths import normalise_path
from buddy.core.gate import PULL_REQUEST_EVENTS, SETTLED_ACTION

_READ_ONLY_SENDERS = frozenset({"dependabot[bot]"})
_CONTAINER_WORKSPACE = "/github/workspace"


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRun:
    """One run of the action for one event."""

    settings: Settings
    raw: Event
    environ: Mapping[str, str]
    log: JobLog

    def go(self) -> int:
        """The exit code."""
        if self.raw.name not in PULL_REQUEST_EVENTS:
            return self._said(parse_said(self.raw.payload))
        event = parse_pull_request(self.raw.payload)
        return self._closed(event) if event.action == SETTLED_ACTION else self._changed(event)

    def _changed(self, event: PullRequestEvent) -> int:
        with ExitStack() as stack:
            host = self._host(stack, self.settings.github_token)
            job = self._respond_job(event.number, event.repository, on_pull=True)
            return review(
                self._review_job(event),
                host=host,
                workspace=RunnerWorkspace(self.settings.workspace),
                log=self.log,
                options=self._review_options(read_only=_is_read_only(self.raw.name, event)),
                event={"name": self.raw.name, "action": event.action, "pr": event.number, "head": event.head_sha},
                now=datetime.now(UTC),
                answers=Answerer(job=job, host=host, recorder=self._recorder(stack, host)),
            )

    def _closed(self, event: PullRequestEvent) -> int:
        job = self._respond_job(event.number, event.repository, on_pull=True)
        told = {"name": self.raw.name, "action": event.action, "pr": event.number, "head": event.head_sha}
        return self._respond(job, told, read_only=_is_read_only(self.raw.name, event))

    def _said(self, event: SaidEvent) -> int:
        if not event.is_reply and not self._asks(event.body) and not self._asks(event.before or ""):
            self.log.notice("No command of Buddy's stands at the beginning of a visible line; nothing to do.")
            return 0
        edited = event.action == "edited" and event.sender != event.author
        job = self._respond_job(
            event.number,
            event.repository,
            on_pull=event.on_pull,
            editor=(event.sender or "") if edited else None,
            edited=event.comment if edited else None,
        )
        told = {"name": self.raw.name, "action": event.action, "pr": event.number, "head": event.head_sha}
        # A fork's review comments come with a token that cannot write, its issue comments do not (CMD-15).
        return self._respond(job, told, read_only=event.from_fork)

    def _asks(self, text: str) -> bool:
        found = parse(text, mention=self.settings.bot_mention)
        return bool(found.commands or found.problems)

    def _respond(self, job: RespondJob, told: Mapping[str, Any], *, read_only: bool) -> int:
        with ExitStack() as stack:
            host = self._host(stack, self.settings.github_token)
            workspace = RunnerWorkspace(self.settings.workspace)
            now = datetime.now(UTC)

            def review_again(pull: PullRequest, prepared: Prepared) -> int:
                return review(
                    self._review_job_of(pull, job),
                    host=host,
                    workspace=workspace,
                    log=self.log,
                    options=self._review_options(read_only=read_only),
                    event=told,
                    now=now,
                    answers=prepared,
                )

            return respond(
                Answerer(job=job, host=host, recorder=self._recorder(stack, host)),
                workspace=workspace,
                log=self.log,
                options=RespondOptions(dry_run=self.settings.dry_run, read_only=read_only),
                event=told,
                now=now,
                review_again=review_again,
            )

    def _host(self, stack: ExitStack, token: SecretStr | None) -> GithubHost:
        assert self.settings.repository is not None  # `action` asked for it
        client = Client(
            repository=self.settings.repository,
            token=token,
            base_url=self.settings.api_url,
            pace=Pace(between_writes=_between_writes(self.environ)),
        )
        stack.callback(client.close)
        return GithubHost(client)

    def _recorder(self, stack: ExitStack, host: GithubHost) -> Recorder:
        token = self.settings.record_token
        return Recorder(
            host=host if token is None else self._host(stack, token),
            own_logins=(self.settings.bot_login,) if token is None else None,
            repository_url=f"{self.settings.server_url}/{self.settings.repository}",
            checks_start=token is not None,
        )

    def _review_options(self, *, read_only: bool) -> ReviewOptions:
        return ReviewOptions(fail_on=self.settings.fail_on.severity, dry_run=self.settings.dry_run, read_only=read_only)

    def _review_job(self, event: PullRequestEvent) -> ReviewJob:
        return ReviewJob(
            number=event.number,
            head_sha=event.head_sha,
            base_ref=event.base_ref,
            default_branch=event.repository.default_branch,
            repository_id=event.repository.id,
            draft=event.draft,
            own_login=self.settings.bot_login,
            marker_key=self._marker_key,
            reports=self.settings.findings,
            config_file=self._config_file,
            roots=self._roots,
            max_comments=self.settings.max_comments,
        )

    def _review_job_of(self, pull: PullRequest, job: RespondJob) -> ReviewJob:
        """The review that somebody asked for: of a draft too."""
        return ReviewJob(
            number=pull.number,
            head_sha=pull.head_sha,
            base_ref=pull.base_ref,
            default_branch=job.default_branch,
            repository_id=job.repository_id,
            draft=False,
            own_login=job.own_login,
            marker_key=job.marker_key,
            reports=self.settings.findings,
            config_file=job.config_file,
            roots=self._roots,
            max_comments=self.settings.max_comments,
        )

    def _respond_job(
        self,
        number: int,
        repository: EventRepository,
        *,
        on_pull: bool,
        editor: str | None = None,
        edited: int | None = None,
    ) -> RespondJob:
        return RespondJob(
            number=number,
            on_pull=on_pull,
            default_branch=repository.default_branch,
            repository_id=repository.id,
            own_login=self.settings.bot_login,
            marker_key=self._marker_key,
            mention=self.settings.bot_mention,
            config_file=self._config_file,
            editor=editor,
            edited=edited,
        )

    @property
    def _marker_key(self) -> bytes | None:
        key = self.settings.marker_key
        return key.get_secret_value().encode("utf-8", "surrogateescape") if key is not None else None

    @property
    def _config_file(self) -> str:
        given = self.settings.config_file
        path = CONFIG_FILE if given is None else normalise_path(given, ())
        if path is None:
            message = "input config-file: must be a path inside the repository; it is read from the base branch."
            raise InputError(message)
        return path

    @property
    def _roots(self) -> tuple[str, ...]:
        """Where tools that ran in an earlier step knew the repository: the host's path, and the container's."""
        name = (self.settings.repository or "").rpartition("/")[2]
        runner = self.environ.get("RUNNER_WORKSPACE", "")
        places = [self.settings.workspace, _CONTAINER_WORKSPACE, f"/home/runner/work/{name}/{name}"]
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
