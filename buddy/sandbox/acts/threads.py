"""Issues and the comments below issues and pull requests."""

from __future__ import annotations

from buddy.sandbox.permissions import is_integration, may_moderate, role_of
from buddy.sandbox.records import Issue, IssueComment, Label, Repo, Role, Token, User
from buddy.sandbox.refusal import forbidden, invalid
from buddy.sandbox.state import State


def open_issue(state: State, by: Token, repo: Repo, *, title: str, body: str | None) -> Issue:
    if not title.strip():
        raise invalid("Issue", "title", code="missing_field")
    check_body(repo, "Issue", body or "", blank=True)
    return add_issue(state, by, repo, title=title, body=body)


def add_issue(state: State, by: Token, repo: Repo, *, title: str, body: str | None) -> Issue:
    """The next number; issues and pull requests share the count."""
    now = state.clock.act()
    number = max(repo.issues, default=0) + 1
    made = Issue(
        id=state.next_id(),
        repo=repo,
        number=number,
        user=by.user,
        title=title,
        body=body,
        created_at=now,
        updated_at=now,
    )
    repo.issues[number] = made
    return made


def edit_issue(state: State, by: Token, issue: Issue, *, title: str | None = None, body: str | None = None) -> None:
    """None leaves a field as it is."""
    check_may_edit(by, issue.repo, issue.user)
    check_body(issue.repo, "Issue", body or "", blank=True)
    issue.title = issue.title if title is None else title
    issue.body = issue.body if body is None else body
    issue.updated_at = state.clock.act()


def set_state(state: State, by: Token, issue: Issue, *, to: str, reason: str | None = None) -> None:
    """Closes or reopens; closing what is closed changes nothing."""
    check_may_edit(by, issue.repo, issue.user)
    if issue.state == to:
        return
    now = state.clock.act()
    issue.state, issue.updated_at = to, now
    closed = to == "closed"
    issue.closed_at = now if closed else None
    issue.closed_by = by.user if closed else None
    issue.state_reason = (reason or "completed") if closed and issue.pull is None else None


def set_lock(issue: Issue, *, locked: bool, reason: str | None = None) -> None:
    issue.locked, issue.lock_reason = locked, reason if locked else None


def set_labels(state: State, issue: Issue, names: list[str]) -> None:
    """Exactly these labels; unknown ones are made, as GitHub does."""
    issue.labels = [find_label(state, issue.repo, name) for name in dict.fromkeys(names)]
    issue.updated_at = state.clock.act()


def find_label(state: State, repo: Repo, name: str) -> Label:
    known = repo.labels.get(name.lower())
    if known is None:
        known = repo.labels[name.lower()] = Label(id=state.next_id(), name=name)
    return known


def comment(state: State, by: Token, issue: Issue, body: str) -> IssueComment:
    check_unlocked(by, issue)
    check_body(issue.repo, "IssueComment", body)
    now = state.clock.act()
    made = IssueComment(id=state.next_id(), issue=issue, user=by.user, body=body, created_at=now, updated_at=now)
    issue.comments.append(made)
    issue.updated_at = now
    state.issue_comments[made.id] = made
    return made


def edit_comment(state: State, by: Token, it: IssueComment, body: str) -> None:
    check_may_edit(by, it.issue.repo, it.user)
    check_body(it.issue.repo, "IssueComment", body)
    it.previous_body, it.body, it.updated_at = it.body, body, state.clock.act()
    it.issue.updated_at = it.updated_at


def delete_comment(state: State, by: Token, it: IssueComment) -> None:
    check_may_edit(by, it.issue.repo, it.user)
    it.issue.comments.remove(it)
    it.issue.updated_at = state.clock.act()
    del state.issue_comments[it.id]


def check_may_edit(by: Token, repo: Repo, author: User | None) -> None:
    """One's own words, or those of others for who writes to the repository."""
    if author is not by.user and not may_moderate(by, repo):
        raise forbidden("Must have admin rights to Repository.")


def check_unlocked(by: Token, issue: Issue) -> None:
    """A locked conversation is closed to everybody but the people who can write to the repository."""
    if issue.locked and (is_integration(by) or role_of(by.user, issue.repo) < Role.WRITE):
        raise forbidden("Unable to create comment because issue is locked.")


def check_body(repo: Repo, resource: str, body: str, *, blank: bool = False) -> None:
    """`blank`: may say nothing, as the body of a pull request may and a comment may not."""
    limit = repo.settings.max_body
    if len(body) > limit:
        message = f"Body is too long (maximum is {limit} characters)"
        raise invalid(resource, "body", code="unprocessable", message=message)
    if not blank and not body.strip():
        raise invalid(resource, "data", code="unprocessable", message="Body cannot be blank")
