"""The checks, one row each: what is looked at, what a problem means, what helps. A code is a heading in the docs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from buddy.core.doctor import reasons
from buddy.core.doctor.standing import Standing


class Verdict(Enum):
    """UNKNOWN is neither: the token may not look, or there is none."""

    OK = "ok"
    PROBLEM = "problem"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """`look` gives what is wrong, an empty list where nothing is, None where it cannot be seen.

    `settings` is the page below the repository's where it is changed or seen; empty for files.
    """

    code: str
    remedy: str
    look: Callable[[Standing], list[str] | None]
    settings: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """`link` leads to the setting where there is one, else to the check's section in the docs."""

    code: str
    verdict: Verdict
    found: tuple[str, ...]
    remedy: str
    link: str


CHECKS: Final = (
    Check(code="token", remedy="Set GITHUB_TOKEN or GH_TOKEN to a token that reads it.", look=reasons.token),
    Check(code="archived", remedy="Unarchive it: nothing can be written.", look=reasons.archived, settings="settings"),
    Check(
        code="actions-open-pulls",
        remedy="Allow GitHub Actions to create and approve pull requests, or give the input record-token.",
        look=reasons.actions_open_pulls,
        settings="settings/actions",
    ),
    Check(
        code="record-branch-rules",
        remedy="Leave `buddy/**` out of the ruleset, or let Buddy's account bypass it.",
        look=reasons.record_branch_rules,
        settings="settings/rules",
    ),
    Check(code="workflow-unreadable", remedy="Correct its YAML.", look=reasons.workflow_unreadable),
    Check(code="review-missing", remedy="Run `buddy init`.", look=reasons.review_missing),
    Check(code="answers-missing", remedy="Run `buddy init`, or add the event.", look=reasons.answers_missing),
    Check(code="trigger-types", remedy="Add the types to the event.", look=reasons.trigger_types),
    Check(code="no-schedule", remedy="Add `schedule`.", look=reasons.no_schedule),
    Check(code="no-settling", remedy="Add the type `closed`.", look=reasons.no_settling),
    Check(code="runs-foreign-code", remedy="Use two workflows: how-to/forks.", look=reasons.runs_foreign_code),
    Check(code="contents-permission", remedy="Give the job `contents: write`.", look=reasons.contents_permission),
    Check(code="pulls-permission", remedy="Give the job `pull-requests: write`.", look=reasons.pulls_permission),
    Check(code="no-concurrency", remedy="Add `concurrency` with a group.", look=reasons.no_concurrency),
    Check(code="cancelling", remedy="Set `cancel-in-progress: false`.", look=reasons.cancelling),
    Check(code="unpinned-action", remedy="Name actions by commit.", look=reasons.unpinned_action),
    Check(code="bot-login", remedy="Give all workflows the same `bot-login`.", look=reasons.bot_login),
    Check(code="config-missing", remedy="Run `buddy init`.", look=reasons.config_missing),
    Check(code="config", remedy="Correct it; `buddy config check` helps.", look=reasons.config),
    Check(code="learnings-off", remedy="Set `ai.learnings.enabled: true`.", look=reasons.learnings_off),
    Check(code="model-key", remedy="Give the input `model-api-key`.", look=reasons.model_key),
    Check(code="memory-missing", remedy="Run `buddy init`.", look=reasons.memory_missing),
    Check(code="memory-kind", remedy="Make it a regular file.", look=reasons.memory_kind),
    Check(code="memory", remedy="Correct the lines.", look=reasons.memory),
    Check(code="memory-union", remedy="Run `buddy init`, or add the line.", look=reasons.memory_union),
    Check(code="memory-owner", remedy="Run `buddy init --owner @NAME`.", look=reasons.memory_owner),
)


def examine(standing: Standing) -> tuple[Result, ...]:
    """Every check's result, in the order of the table."""
    return tuple(_result(check, standing) for check in CHECKS)


def _result(check: Check, standing: Standing) -> Result:
    found = check.look(standing)
    verdict = Verdict.UNKNOWN if found is None else Verdict.PROBLEM if found else Verdict.OK
    docs = f"https://github.com/buddy-review/buddy/blob/main/docs/reference/doctor.md#{check.code}"
    link = f"{standing.page}/{check.settings}" if check.settings and standing.page else docs
    return Result(code=check.code, verdict=verdict, found=tuple(found or ()), remedy=check.remedy, link=link)
