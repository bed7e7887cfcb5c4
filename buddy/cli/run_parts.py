"""What a run of the action is made of: hosts with their tokens, and the jobs that settings and events describe."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field

from pydantic import SecretStr

from buddy.adapters.github.client import Client
from buddy.adapters.github.host import GithubHost
from buddy.adapters.github.pace import Pace
from buddy.adapters.runner.event import Event
from buddy.adapters.runner.settings import Settings
from buddy.app.conversation import RespondJob
from buddy.app.memory_reading import CONFIG_FILE
from buddy.app.ports import JobLog, PullRequest, RecordHost
from buddy.app.recording import Recorder
from buddy.app.review import ReviewOptions
from buddy.app.review_gather import ReviewJob
from buddy.cli.model_source import ModelSource
from buddy.core.errors import InputError
from buddy.core.event import EventRepository, PullRequestEvent
from buddy.core.findings.paths import normalise_path

_CONTAINER_WORKSPACE = "/github/workspace"


@dataclass(frozen=True, kw_only=True, slots=True)
class RunParts:
    """Of one event. All clients of the run share one `pace`: the cap on waiting is the run's (P11)."""

    settings: Settings
    raw: Event
    environ: Mapping[str, str]
    log: JobLog
    pace: Pace = field(default_factory=Pace)

    def host(self, stack: ExitStack, token: SecretStr | None) -> GithubHost:
        """The repository, seen with this token until the stack ends."""
        return GithubHost(self.client(stack, token))

    def client(self, stack: ExitStack, token: SecretStr | None) -> Client:
        """The requests below a host."""
        assert self.settings.repository is not None  # `action` asked for it
        self.pace.between_writes = between_writes(self.environ)
        client = Client(
            repository=self.settings.repository,
            token=token,
            base_url=self.settings.api_url,
            pace=self.pace,
        )
        stack.callback(client.close)
        return client

    def recorder(self, stack: ExitStack, host: RecordHost) -> Recorder:
        """Whoever opens record pull requests."""
        token = self.settings.record_token
        return Recorder(
            host=host if token is None else self.host(stack, token),
            own_logins=(self.settings.bot_login,) if token is None else None,
            repository_url=f"{self.settings.server_url}/{self.settings.repository}",
            checks_start=token is not None,
        )

    def models(self) -> ModelSource:
        """Whoever opens the model of a review; the input wins over the base's configuration."""
        settings = self.settings
        return ModelSource(name=settings.model, key=settings.model_api_key, base_url=settings.model_base_url)

    def review_options(self, *, read_only: bool) -> ReviewOptions:
        """How a review ends."""
        return ReviewOptions(fail_on=self.settings.fail_on.severity, dry_run=self.settings.dry_run, read_only=read_only)

    def review_job(self, event: PullRequestEvent) -> ReviewJob:
        """The review of what the event tells."""
        return ReviewJob(
            number=event.number,
            head_sha=event.head_sha,
            base_ref=event.base_ref,
            default_branch=event.repository.default_branch,
            repository_id=event.repository.id,
            draft=event.draft,
            own_login=self.settings.bot_login,
            marker_key=self.marker_key,
            reports=self.settings.findings,
            config_file=self.config_file,
            roots=self._roots,
            max_comments=self.settings.max_comments,
        )

    def review_job_of(
        self, pull: PullRequest, job: RespondJob, *, draft: bool = False, full: bool = False
    ) -> ReviewJob:
        """The review of a pull request as it is; one that somebody asked for is of a draft too, and `full`."""
        return ReviewJob(
            number=pull.number,
            head_sha=pull.head_sha,
            base_ref=pull.base_ref,
            default_branch=job.default_branch,
            repository_id=job.repository_id,
            draft=draft,
            own_login=job.own_login,
            marker_key=job.marker_key,
            reports=self.settings.findings,
            config_file=job.config_file,
            roots=self._roots,
            max_comments=self.settings.max_comments,
            full=full,
        )

    def respond_job(
        self,
        number: int,
        repository: EventRepository,
        *,
        on_pull: bool,
        editor: str | None = None,
        edited: int | None = None,
    ) -> RespondJob:
        """Answering in one conversation."""
        return RespondJob(
            number=number,
            on_pull=on_pull,
            default_branch=repository.default_branch,
            repository_id=repository.id,
            own_login=self.settings.bot_login,
            marker_key=self.marker_key,
            mention=self.settings.bot_mention,
            config_file=self.config_file,
            editor=editor,
            edited=edited,
        )

    @property
    def marker_key(self) -> bytes | None:
        """What markers are signed with."""
        key = self.settings.marker_key
        return key.get_secret_value().encode("utf-8", "surrogateescape") if key is not None else None

    @property
    def config_file(self) -> str:
        """Its path in the repository; InputError where it leads out."""
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


def between_writes(environ: Mapping[str, str]) -> float:
    """GitHub asks for a second between two writes; a server without its limits, such as the sandbox, does not."""
    text = environ.get("BUDDY_SECONDS_BETWEEN_WRITES", "")
    return float(text) if text.isdecimal() else 1.0
