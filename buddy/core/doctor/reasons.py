"""What each check finds: sentences about what is wrong, none where nothing is, None where it cannot be seen."""

from __future__ import annotations

from typing import Any

from buddy.core.doctor.standing import Standing, broken_workflows
from buddy.core.doctor.workflow import Workflow
from buddy.core.gate import REVIEWED_ACTIONS
from buddy.core.learnings.document import parse
from buddy.core.setup.config_text import CONFIG
from buddy.core.setup.shared_lines import ATTRIBUTES, OWNERS, merges_by_union, owners_of_memory

_MOST = 5
"""Lines of a file that are told one by one."""


def token(seen: Standing) -> list[str] | None:
    return None if not seen.has_token else [] if seen.permissions is not None else ["the repository cannot be read"]


def archived(seen: Standing) -> list[str] | None:
    return None if seen.archived is None else ["the repository is archived"] if seen.archived else []


def actions_open_pulls(seen: Standing) -> list[str] | None:
    if seen.creates_pulls or any(flow.given("record-token") for flow in seen.workflows.values()):
        return []
    return None if seen.creates_pulls is None else ["Actions may not open pull requests"]


def record_branch_rules(seen: Standing) -> list[str] | None:
    if seen.record_branch_rules is None:
        return None
    stopping = {"creation", "update", "pull_request", "required_signatures", "required_status_checks"}
    return [f"a rule `{kind}` keeps Buddy from its branch" for kind in seen.record_branch_rules if kind in stopping]


def workflow_unreadable(seen: Standing) -> list[str]:
    return [f"{path} is no valid workflow" for path in broken_workflows(seen.files)]


def review_missing(seen: Standing) -> list[str]:
    return (
        [] if any(_reviews(flow) for flow in seen.workflows.values()) else ["no workflow runs Buddy on pull requests"]
    )


def answers_missing(seen: Standing) -> list[str]:
    heard = _heard(seen)
    wanted = ("issue_comment", "pull_request_review_comment", "pull_request_review")
    return [f"no workflow runs Buddy on `{name}`" for name in wanted if name not in heard]


def trigger_types(seen: Standing) -> list[str]:
    wanted = REVIEWED_ACTIONS
    found = {path: _review_types(flow) for path, flow in seen.workflows.items() if _reviews(flow)}
    return [
        f"{path} does not run on: {', '.join(sorted(wanted - types))}"
        for path, types in found.items()
        if wanted - types
    ]


def no_schedule(seen: Standing) -> list[str]:
    return [] if "schedule" in _heard(seen) else ["no workflow runs Buddy on a schedule: votes wait for other events"]


def no_settling(seen: Standing) -> list[str]:
    settles = any("closed" in _review_types(flow) for flow in seen.workflows.values())
    return [] if settles or not seen.workflows else ["no workflow runs Buddy when a pull request is closed"]


def runs_foreign_code(seen: Standing) -> list[str]:
    risky = {"pull_request_target", "workflow_run"}
    return [
        f"{path} checks out or runs something with a token that writes"
        for path, flow in seen.workflows.items()
        if risky & flow.events.keys()
        and any("run" in step or "checkout@" in step.get("uses", "") for step in flow.steps)
    ]


def contents_permission(seen: Standing) -> list[str]:
    return _without(seen, "contents")


def pulls_permission(seen: Standing) -> list[str]:
    return _without(seen, "pull-requests")


def no_concurrency(seen: Standing) -> list[str]:
    return [f"{path} lets runs overtake each other" for path, flow in seen.workflows.items() if None in [*flow.queues]]


def cancelling(seen: Standing) -> list[str]:
    return [f"{path} cuts runs off" for path, flow in seen.workflows.items() if any(map(_cancels, flow.queues))]


def unpinned_action(seen: Standing) -> list[str]:
    return [f"{path} uses {use}" for path, flow in seen.workflows.items() for use in flow.unpinned]


def bot_login(seen: Standing) -> list[str]:
    logins = {flow.given("bot-login") or "github-actions[bot]" for flow in seen.workflows.values()}
    return [f"workflows name different logins: {', '.join(sorted(logins))}"] if len(logins) > 1 else []


def config_missing(seen: Standing) -> list[str]:
    return [] if CONFIG in seen.tree else [f"{CONFIG} is missing: every key has its default"]


def config(seen: Standing) -> list[str]:
    if CONFIG in seen.tree and CONFIG not in seen.files:
        return [f"{CONFIG} is no regular file, or too large"]
    return [notice.message for notice in seen.loaded.notices]


def learnings_off(seen: Standing) -> list[str]:
    return [] if seen.loaded.config.ai.learnings.enabled else ["learnings are switched off"]


def model_key(seen: Standing) -> list[str]:
    model = seen.loaded.config.ai.model
    has_key = any(flow.given("model-api-key") for flow in seen.workflows.values())
    return [f"the model {model} has no key in any workflow"] if model and not has_key else []


def memory_missing(seen: Standing) -> list[str]:
    return [] if seen.memory in seen.tree else [f"{seen.memory} is missing"]


def memory_kind(seen: Standing) -> list[str]:
    entry = seen.tree.get(seen.memory)
    return [f"{seen.memory} is a link or a folder"] if entry is not None and not entry.is_regular_file else []


def memory(seen: Standing) -> list[str]:
    if seen.memory not in seen.files:
        return []
    problems = [problem for problem in parse(seen.files[seen.memory]).problems if problem.costs]
    told = [f"line {one.line}: {one.message}" if one.line else one.message for one in problems[:_MOST]]
    return told + ([f"{len(problems) - _MOST} more"] if len(problems) > _MOST else [])


def memory_union(seen: Standing) -> list[str]:
    content = seen.files.get(ATTRIBUTES, b"")
    return [] if merges_by_union(content, path=seen.memory) else [f"{ATTRIBUTES} does not say `merge=union` of it"]


def memory_owner(seen: Standing) -> list[str]:
    content = next((seen.files[path] for path in OWNERS if path in seen.files), b"")
    return [] if owners_of_memory(content) else ["CODEOWNERS names nobody for `.buddy/`"]


def _reviews(flow: Workflow) -> bool:
    return bool(_review_types(flow) - {"closed"})


def _review_types(flow: Workflow) -> frozenset[str]:
    default = frozenset({"opened", "synchronize", "reopened"})
    names = [name for name in ("pull_request", "pull_request_target") if name in flow.events]
    return frozenset().union(*(flow.events[name] or default for name in names))


def _heard(seen: Standing) -> set[str]:
    return {name for flow in seen.workflows.values() for name in flow.events}


def _without(seen: Standing, scope: str) -> list[str]:
    return [f"a job of {path} lacks it" for path, flow in seen.workflows.items() if not flow.may_write(scope)]


def _cancels(queue: Any) -> bool:
    return isinstance(queue, dict) and queue.get("cancel-in-progress", False) is not False
