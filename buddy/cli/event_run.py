"""From an event to its verb: adapters are built, jobs are made of settings and payload, the verb is called."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from buddy.adapters.github.host import GithubHost
from buddy.adapters.runner.workspace import RunnerWorkspace
from buddy.app.answering import Answerer, Prepared
from buddy.app.conversation import RespondJob
from buddy.app.ports import PullRequest
from buddy.app.respond import RespondOptions, respond
from buddy.app.review import review
from buddy.cli.model_source import ModelSource
from buddy.cli.run_parts import RunParts
from buddy.cli.unattended_run import UnattendedRun
from buddy.core.commands import parse
from buddy.core.event import PullRequestEvent, SaidEvent, parse_pull_request, parse_said
from buddy.core.gate import (
    FINISHED_RUN,
    HANDED_OVER,
    PULL_REQUEST_EVENTS,
    READ_ONLY_SENDERS,
    SETTLED_ACTION,
    SWEPT_EVENTS,
)
from buddy.core.handover import FILE, Handover


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRun(RunParts):
    """One run of the action for one event."""

    def go(self) -> int:
        """The exit code."""
        if self.raw.name in SWEPT_EVENTS or self.raw.name == FINISHED_RUN:
            return self._unattended()
        if self.raw.name not in PULL_REQUEST_EVENTS:
            return self._said(parse_said(self.raw.payload))
        event = parse_pull_request(self.raw.payload)
        return self._closed(event) if event.action == SETTLED_ACTION else self._changed(event)

    def _unattended(self) -> int:
        run = UnattendedRun(settings=self.settings, raw=self.raw, environ=self.environ, log=self.log, pace=self.pace)
        return run.finished() if self.raw.name == FINISHED_RUN else run.swept()

    def _hand_over(self, *, pr: int, head: str | None, comment: int | None = None) -> None:
        """A run that cannot write leaves the ids for one that can (`unattended_run`)."""
        if self.raw.name in HANDED_OVER and head is not None:
            handover = Handover.model_validate({"event": self.raw.name, "pr": pr, "head": head, "comment": comment})
            RunnerWorkspace(self.settings.workspace).write(FILE, handover.as_bytes())

    def _changed(self, event: PullRequestEvent) -> int:
        if _is_read_only(self.raw.name, event):
            self._hand_over(pr=event.number, head=event.head_sha)
        models, read_only = self.models(), _is_read_only(self.raw.name, event)
        with ExitStack() as stack:
            host = self.host(stack, self.settings.github_token)
            job = self.respond_job(event.number, event.repository, on_pull=True)
            return review(
                self.review_job(event),
                host=host,
                workspace=RunnerWorkspace(self.settings.workspace),
                log=self.log,
                options=self.review_options(read_only=read_only),
                event={"name": self.raw.name, "action": event.action, "pr": event.number, "head": event.head_sha},
                now=datetime.now(UTC),
                models=models,
                answers=self._answerer(stack, job, host, models=None if read_only else models),
            )

    def _closed(self, event: PullRequestEvent) -> int:
        """Settle: votes, what is approved, and the last words of the summary."""
        if _is_read_only(self.raw.name, event):
            self._hand_over(pr=event.number, head=event.head_sha)
        job = self.respond_job(event.number, event.repository, on_pull=True)
        told = {"name": self.raw.name, "action": event.action, "pr": event.number, "head": event.head_sha}
        return self._respond(job, told, read_only=_is_read_only(self.raw.name, event))

    def _said(self, event: SaidEvent) -> int:
        if not event.is_reply and not self._asks(event.body) and not self._asks(event.before or ""):
            self.log.notice("No command of Buddy's stands at the beginning of a visible line; nothing to do.")
            return 0
        if event.from_fork:
            self._hand_over(pr=event.number, head=event.head_sha, comment=event.comment)
        edited = event.action == "edited" and event.sender != event.author
        job = self.respond_job(
            event.number,
            event.repository,
            on_pull=event.on_pull,
            editor=(event.sender or "") if edited else None,
            edited=event.comment if edited else None,
        )
        told = {"name": self.raw.name, "action": event.action, "pr": event.number, "head": event.head_sha}
        # A fork's review comments come with a token that cannot write, its issue comments do not (CMD-15).
        return self._respond(job, told, read_only=event.from_fork)

    def _answerer(self, stack: ExitStack, job: RespondJob, host: GithubHost, *, models: ModelSource | None) -> Answerer:
        """A token that cannot write could post no answer: then the run that can asks the model."""
        return Answerer(job=job, host=host, recorder=self.recorder(stack, host), models=models)

    def _asks(self, text: str) -> bool:
        found = parse(text, mention=self.settings.bot_mention)
        return bool(found.commands or found.problems)

    def _respond(self, job: RespondJob, told: Mapping[str, Any], *, read_only: bool) -> int:
        models = self.models()
        with ExitStack() as stack:
            host = self.host(stack, self.settings.github_token)
            workspace = RunnerWorkspace(self.settings.workspace)
            now = datetime.now(UTC)

            def review_again(pull: PullRequest, prepared: Prepared) -> int:
                return review(
                    self.review_job_of(pull, job, full=True),
                    host=host,
                    workspace=workspace,
                    log=self.log,
                    options=self.review_options(read_only=read_only),
                    event=told,
                    now=now,
                    answers=prepared,
                    models=models,
                )

            return respond(
                self._answerer(stack, job, host, models=None if read_only else models),
                workspace=workspace,
                log=self.log,
                options=RespondOptions(dry_run=self.settings.dry_run, read_only=read_only),
                event=told,
                now=now,
                review_again=review_again,
            )


def _is_read_only(name: str, event: PullRequestEvent) -> bool:
    """GitHub gives these runs a token that cannot write; `pull_request_target` has a full one."""
    return name == "pull_request" and (event.from_fork or event.sender in READ_ONLY_SENDERS)
