"""Pull requests: opening, editing, retargeting, merging."""

from __future__ import annotations

from buddy.sandbox.acts.refs import HEADS, branch_tip, head_moved, update_ref
from buddy.sandbox.acts.spots import anchor_again, pull_base
from buddy.sandbox.acts.threads import add_issue, check_body, check_may_edit, set_state
from buddy.sandbox.git.history import commits_between, is_ancestor, merge_base, merge_trees, set_ref
from buddy.sandbox.git.objects import read_commit, write_commit
from buddy.sandbox.permissions import may_moderate
from buddy.sandbox.records import Pull, Repo, Token, TokenKind
from buddy.sandbox.refusal import RefusedError, custom, forbidden, invalid
from buddy.sandbox.state import State

_RESOURCE = "PullRequest"
_SETTING_OFF = "GitHub Actions is not permitted to create or approve pull requests."


def open_pull(
    state: State, by: Token, repo: Repo, *, head: str, base: str, title: str, body: str | None, draft: bool
) -> Pull:
    """`head` is a branch, or `owner:branch` of a fork."""
    if by.kind is TokenKind.JOB and not repo.settings.actions_may_create_pulls:
        raise forbidden(_SETTING_OFF)
    source, branch = find_head(state, repo, head)
    head_sha, base_sha = branch_tip(source, branch), branch_tip(repo, base)
    if head_sha is None:
        raise invalid(_RESOURCE, "head", code="invalid")
    if base_sha is None:
        raise invalid(_RESOURCE, "base", code="invalid")
    if not title.strip():
        raise invalid(_RESOURCE, "title", code="missing_field")
    check_body(repo, _RESOURCE, body or "", blank=True)
    _check_new(repo, source, branch, base, head_sha=head_sha, base_sha=base_sha)
    issue = add_issue(state, by, repo, title=title, body=body)
    issue.pull = Pull(
        id=state.next_id(),
        issue=issue,
        head_repo=source,
        head_owner=source.owner,
        head_ref=branch,
        head_sha=head_sha,
        base_ref=base,
        base_sha=base_sha,
        draft=draft,
    )
    head_moved(issue.pull, head_sha)
    return issue.pull


def find_head(state: State, repo: Repo, head: str) -> tuple[Repo, str]:
    """The repository of the same network and the branch that `head` names."""
    owner, _, branch = head.rpartition(":")
    if not owner or owner.lower() == repo.owner.login.lower():
        return repo, branch
    for other in state.repos.values():
        if other.owner.login.lower() == owner.lower() and other.git is repo.git and not other.deleted:
            return other, branch
    raise invalid(_RESOURCE, "head", code="invalid")


def edit_pull(
    state: State,
    by: Token,
    pull: Pull,
    *,
    title: str | None,
    body: str | None,
    to: str | None,
    base: str | None,
) -> None:
    """None leaves a field as it is; `to` is `open` or `closed`."""
    issue = pull.issue
    check_may_edit(by, pull.repo, issue.user)
    check_body(pull.repo, _RESOURCE, body or "", blank=True)
    if base is not None and base != pull.base_ref:
        retarget(state, by, pull, base=base)
    if to == "open" and issue.state == "closed":
        _check_reopen(pull)
    if title is not None or body is not None:
        issue.title = issue.title if title is None else title
        issue.body = issue.body if body is None else body
        issue.updated_at = state.clock.act()
    if to is not None and to != issue.state:
        set_state(state, by, issue, to=to)
        if to == "open":
            # a closed one does not follow its branch; it catches up now
            head_moved(pull, _head_tip(pull) or pull.head_sha)


def retarget(state: State, by: Token, pull: Pull, *, base: str) -> None:
    if not may_moderate(by, pull.repo) and pull.issue.user is not by.user:
        raise forbidden("Must have push access to repository.")
    if pull.issue.state == "closed":
        raise custom(_RESOURCE, "Cannot change the base branch of a closed pull request.")
    base_sha = branch_tip(pull.repo, base)
    if base_sha is None:
        raise invalid(_RESOURCE, "base", code="invalid")
    if is_ancestor(pull.repo.git, pull.head_sha, base_sha):
        raise custom(
            _RESOURCE,
            f"There are no new commits between base branch '{base}' and head branch '{pull.head_ref}'",
        )
    pull.previous_base = (pull.base_ref, pull.base_sha)
    pull.base_ref, pull.base_sha = base, base_sha
    pull.issue.updated_at = state.clock.act()
    anchor_again(pull)


def pull_commits(pull: Pull) -> tuple[str, ...]:
    """Oldest first."""
    base = pull_base(pull)
    return commits_between(pull.repo.git, base if read_commit(pull.repo.git, base) else None, pull.head_sha)[::-1]


def is_mergeable(pull: Pull) -> bool | None:
    """None where it is not asked any more: the pull request is closed."""
    base = branch_tip(pull.repo, pull.base_ref)
    if pull.issue.state != "open" or base is None:
        return None
    return merge_trees(pull.repo.git, base, pull.head_sha) is not None


def test_merge(state: State, pull: Pull) -> str | None:
    """The merge of head into base that GitHub prepares as `refs/pull/N/merge`; None where they conflict."""
    base = branch_tip(pull.repo, pull.base_ref)
    tree = merge_trees(pull.repo.git, base, pull.head_sha) if base else None
    if base is None or tree is None:
        return None
    signature = state.signature(state.job_user)
    sha = write_commit(
        pull.repo.git,
        tree=tree,
        parents=[base, pull.head_sha],
        author=signature,
        committer=signature,
        message=f"Merge {pull.head_sha} into {base}",
    )
    set_ref(pull.repo.git, pull.repo.ref(f"refs/pull/{pull.number}/merge"), sha)
    return sha


def merge_pull(
    state: State,
    by: Token,
    pull: Pull,
    *,
    method: str = "merge",
    sha: str | None = None,
    title: str | None = None,
) -> str:
    """Returns the sha that is now the base branch's tip; `sha`, where given, must be that of the head."""
    if sha is not None and sha != pull.head_sha:
        raise RefusedError(409, "Head branch was modified. Review and try the merge again.")
    if method == "rebase":
        raise RefusedError(405, "Rebase merges are not allowed on this repository.")
    base = branch_tip(pull.repo, pull.base_ref)
    open_now = base is not None and pull.issue.state == "open" and not pull.draft
    tree = merge_trees(pull.repo.git, base, pull.head_sha) if base and open_now else None
    if base is None or tree is None:
        raise RefusedError(405, "Pull Request is not mergeable")
    signature = state.signature(by.user)
    made = write_commit(
        pull.repo.git,
        tree=tree,
        parents=[base, pull.head_sha] if method == "merge" else [base],
        author=signature,
        committer=signature,
        message=title or _merge_message(pull, method),
    )
    _mark_merged(state, by, pull, base=base, made=made)
    return made


def _merge_message(pull: Pull, method: str) -> str:
    if method == "squash":
        return f"{pull.issue.title} (#{pull.number})"
    return f"Merge pull request #{pull.number} from {pull.head_owner.login}/{pull.head_ref}\n\n{pull.issue.title}"


def _mark_merged(state: State, by: Token, pull: Pull, *, base: str, made: str) -> None:
    """Closes it before the branch moves, so that the move does not find it open; merging passes branch protection."""
    owner = state.personal(pull.repo.owner)
    pull.base_sha, pull.merge_commit_sha, pull.merged_at, pull.merged_by = base, made, state.clock.act(), by.user
    set_state(state, owner, pull.issue, to="closed")
    pull.issue.closed_by = by.user
    update_ref(state, owner, pull.repo, name=HEADS + pull.base_ref, sha=made, force=False)


def _check_new(repo: Repo, source: Repo, branch: str, base: str, *, head_sha: str, base_sha: str) -> None:
    for other in repo.pulls:
        same = (other.head_repo, other.head_ref, other.base_ref) == (source, branch, base)
        if same and other.issue.state == "open":
            raise custom(_RESOURCE, f"A pull request already exists for {source.owner.login}:{branch}.")
    if is_ancestor(repo.git, head_sha, base_sha):
        raise custom(_RESOURCE, f"No commits between {base} and {branch}")
    if merge_base(repo.git, base_sha, head_sha) is None:
        raise custom(_RESOURCE, f"The {branch} branch has no history in common with {base}")


def _check_reopen(pull: Pull) -> None:
    now = _head_tip(pull)
    if pull.merged_at is not None or now is None or not is_ancestor(pull.repo.git, pull.head_sha, now):
        raise invalid(_RESOURCE, "state", message="state cannot be changed. The pull request cannot be reopened.")


def _head_tip(pull: Pull) -> str | None:
    """None where the fork or the branch is gone."""
    repo = pull.head_repo
    return None if repo is None or repo.deleted else branch_tip(repo, pull.head_ref)
