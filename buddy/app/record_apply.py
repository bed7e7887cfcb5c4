"""Carrying out a record: the body first, then the commit, so that a run that dies between is completed by the next."""

from __future__ import annotations

from dataclasses import dataclass

from buddy.app.ports import RecordHost, RecordPull
from buddy.core.record.commit import TITLE


@dataclass(frozen=True, kw_only=True, slots=True)
class Push:
    """One commit on the record branch. `tree` is what the file is put into, None for that of `target`.

    `onto` is the branch's tip, None where the branch does not exist or holds nothing of its own; `exists` tells these
    two apart. `target` becomes a parent too, None where the branch has it already.
    """

    content: bytes
    message: str
    onto: str | None
    exists: bool
    target: str | None
    tree: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordPlan:
    """Everything that is to be written; None for what stands already. Without `pull` one is opened."""

    branch: str
    target: str
    file: str
    pull: RecordPull | None
    body: str | None
    push: Push | None


def carry_out(host: RecordHost, plan: RecordPlan) -> RecordPull:
    """The open pull request. Raises Refusal; whatever happened until then is found by the next try."""
    if plan.pull is not None and plan.body is not None:
        host.update_pull(plan.pull.number, body=plan.body)
    if plan.push is not None:
        _push(host, plan, plan.push)
    if plan.pull is not None:
        return plan.pull
    return host.create_pull(title=TITLE, body=plan.body or "", head=plan.branch, base=plan.target)


def _push(host: RecordHost, plan: RecordPlan, push: Push) -> None:
    parents = [sha for sha in (push.onto, push.target) if sha is not None]
    tree = push.tree if push.tree is not None else host.commit(parents[-1]).tree
    blob = host.create_blob(push.content)
    made = host.create_tree(tree, {plan.file: blob})
    commit = host.create_commit(tree=made, parents=parents, message=push.message)
    if push.exists:
        host.move_branch(plan.branch, commit)
    else:
        host.create_branch(plan.branch, commit)
