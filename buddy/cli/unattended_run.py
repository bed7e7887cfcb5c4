"""Runs that no act in a conversation started: the sweep, and what goes on where a read-only run stopped."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime

from buddy.adapters.github.artifacts import GithubArtifacts
from buddy.adapters.github.host import GithubHost
from buddy.adapters.runner.workspace import RunnerWorkspace
from buddy.app.answering import Answerer, Prepared
from buddy.app.ports import PullRequest
from buddy.app.respond import RespondOptions, respond
from buddy.app.review import review
from buddy.app.sweep import SweepOptions, sweep
from buddy.app.sweep_gather import SweepJob
from buddy.app.take_over import TakenOver, take_over
from buddy.cli.run_parts import RunParts
from buddy.core.run_event import FinishedRun, parse_finished_run, parse_repository


@dataclass(frozen=True, kw_only=True, slots=True)
class UnattendedRun(RunParts):
    """One run of the action for one such event."""

    def swept(self) -> int:
        """The exit code of a sweep."""
        repository = parse_repository(self.raw.payload, environ=self.environ)
        now, told = datetime.now(UTC), {"name": self.raw.name, "action": None, "pr": None, "head": None}
        job = SweepJob(
            default_branch=repository.default_branch,
            repository_id=repository.id,
            own_login=self.settings.bot_login,
            marker_key=self.marker_key,
            mention=self.settings.bot_mention,
            config_file=self.config_file,
        )
        models = self.models()
        with ExitStack() as stack:
            host = self.host(stack, self.settings.github_token)
            workspace = RunnerWorkspace(self.settings.workspace)

            def review_again(pull: PullRequest, prepared: Prepared) -> int:
                return review(
                    self.review_job_of(pull, prepared.answerer.job, full=True),
                    host=host,
                    workspace=workspace,
                    log=self.log,
                    options=self.review_options(read_only=False),
                    event=told,
                    now=now,
                    answers=prepared,
                    models=models,
                )

            return sweep(
                job,
                host=host,
                recorder=self.recorder(stack, host),
                workspace=workspace,
                log=self.log,
                options=SweepOptions(dry_run=self.settings.dry_run),
                event=told,
                now=now,
                review_again=review_again,
                models=models,
            )

    def finished(self) -> int:
        """The exit code for the end of another workflow's run."""
        run = parse_finished_run(self.raw.payload)
        with ExitStack() as stack:
            host = self.host(stack, self.settings.github_token)
            artifacts = GithubArtifacts(self.client(stack, self.settings.github_token))
            workspace = RunnerWorkspace(self.settings.workspace)
            taken = take_over(run, host=host, artifacts=artifacts, workspace=workspace)
            if isinstance(taken, str):
                self.log.notice(taken)
                return 0
            return self._go_on(taken, run, host=host, stack=stack)

    def _go_on(self, taken: TakenOver, run: FinishedRun, *, host: GithubHost, stack: ExitStack) -> int:
        """As the run that stopped would have, with a token that writes; whoever caused that run may have edited."""
        pull, handover, now = taken.pull_request, taken.handover, datetime.now(UTC)
        told = {"name": self.raw.name, "action": handover.event, "pr": pull.number, "head": pull.head_sha}
        job = self.respond_job(
            pull.number,
            run.repository,
            on_pull=True,
            editor=(run.actor or "") if handover.comment is not None else None,
            edited=handover.comment,
        )
        models = self.models()
        answerer = Answerer(job=job, host=host, recorder=self.recorder(stack, host), models=models)

        def reviewed(pull: PullRequest, answers: Answerer | Prepared) -> int:
            return review(
                self.review_job_of(pull, job, draft=pull.draft and isinstance(answers, Answerer)),
                host=host,
                workspace=taken.workspace,
                log=self.log,
                options=self.review_options(read_only=False),
                event=told,
                now=now,
                answers=answers,
                models=models,
            )

        if handover.event == "pull_request" and pull.state == "open":
            return reviewed(pull, answerer)
        return respond(
            answerer,
            workspace=taken.workspace,
            log=self.log,
            options=RespondOptions(dry_run=self.settings.dry_run),
            event=told,
            now=now,
            review_again=reviewed,
        )
