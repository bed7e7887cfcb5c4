"""Reviews and comments on lines: all of a review or nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from buddy.sandbox.acts.spots import UnplacedError, place
from buddy.sandbox.acts.threads import check_body, check_may_edit, check_unlocked
from buddy.sandbox.git.history import is_ancestor
from buddy.sandbox.records import Pull, Review, ReviewComment, Spot, Thread, Token, TokenKind
from buddy.sandbox.refusal import invalid, not_found, unresolved
from buddy.sandbox.state import State

_STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}
_RESOURCE = "PullRequestReviewComment"


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A comment on a line before it is placed."""

    spot: Spot
    body: str
    subject: str = "line"


def submit_review(
    state: State,
    by: Token,
    pull: Pull,
    *,
    body: str,
    event: str | None,
    commit: str | None,
    drafts: Sequence[Draft],
) -> Review:
    """`event` None leaves it pending, seen by its author alone. One bad comment loses the whole review."""
    check_unlocked(by, pull.issue)
    _check_event(by, pull, event, body, has_comments=bool(drafts))
    commit = _commit_of(pull, commit)
    reasons, placed = [], []
    if len(body) > pull.repo.settings.max_body:
        reasons.append(_too_long(pull))
    for draft in drafts:
        try:
            placed.append(place(pull, commit, draft.spot, subject=draft.subject))
        except UnplacedError as problem:
            reasons.append(str(problem))
        if len(draft.body) > pull.repo.settings.max_body:
            reasons.append(_too_long(pull))
        if not draft.body.strip():
            reasons.append("Body can't be blank")
    if reasons:
        raise unresolved(*dict.fromkeys(reasons))
    review = _new_review(state, by, pull, body=body, event=event, commit=commit)
    for draft, spot in zip(drafts, placed, strict=True):
        _new_comment(state, by, review, spot, body=draft.body, subject=draft.subject)
    return review


def finish_review(state: State, by: Token, review: Review, *, event: str, body: str | None) -> None:
    """Submits a pending review."""
    if review.state != "PENDING" or review.user is not by.user:
        raise unresolved("Could not submit review: it is not pending")
    text = review.body if body is None else body
    _check_event(by, review.pull, event, text, has_comments=any(_comments(review)))
    review.body, review.state, review.submitted_at = text, _STATES[event], state.clock.act()


def discard_review(state: State, by: Token, review: Review) -> None:
    """Only a pending review can be taken back; a submitted one stays for ever."""
    if review.state != "PENDING" or review.user is not by.user:
        raise unresolved("Can not delete a non-pending pull request review")
    for comment in list(_comments(review)):
        _forget(state, comment)
    review.pull.reviews.remove(review)
    del state.reviews[review.id]


def edit_review(state: State, by: Token, review: Review, body: str) -> None:
    check_may_edit(by, review.pull.repo, review.user)
    check_body(review.pull.repo, "PullRequestReview", body)
    review.body = body
    review.pull.issue.updated_at = state.clock.act()


def comment_on_line(state: State, by: Token, pull: Pull, draft: Draft, *, commit: str | None) -> ReviewComment:
    """A single comment; it too is kept in a review of its own."""
    check_unlocked(by, pull.issue)
    check_body(pull.repo, _RESOURCE, draft.body)
    commit = _commit_of(pull, commit)
    try:
        spot = place(pull, commit, draft.spot, subject=draft.subject)
    except UnplacedError as problem:
        field = f"pull_request_review_thread.{problem.field}"
        raise invalid(_RESOURCE, field, message=f"{field}: {problem}") from None
    review = _new_review(state, by, pull, body="", event="COMMENT", commit=commit)
    return _new_comment(state, by, review, spot, body=draft.body, subject=draft.subject)


def reply(state: State, by: Token, pull: Pull, *, to: int, body: str) -> ReviewComment:
    """Answers the first comment of a thread; GitHub does not take replies to replies."""
    check_unlocked(by, pull.issue)
    check_body(pull.repo, _RESOURCE, body)
    parent = state.review_comments.get(to)
    if parent is None or parent.pull is not pull:
        raise not_found()
    if parent.in_reply_to is not None:
        raise invalid(_RESOURCE, "in_reply_to", message="Replies to replies are not supported")
    review = _new_review(state, by, pull, body="", event="COMMENT", commit=pull.head_sha)
    made = _new_comment(state, by, review, parent.spot, body=body, subject=parent.subject, parent=parent)
    made.now, made.commit_id = parent.now, parent.commit_id
    made.original_commit_id = parent.original_commit_id
    return made


def edit_review_comment(state: State, by: Token, it: ReviewComment, body: str) -> None:
    check_may_edit(by, it.pull.repo, it.user)
    check_body(it.pull.repo, _RESOURCE, body)
    it.previous_body, it.body, it.updated_at = it.body, body, state.clock.act()
    it.pull.issue.updated_at = it.updated_at


def delete_review_comment(state: State, by: Token, it: ReviewComment) -> None:
    """The review it came with stays, as an empty shell if it was the last."""
    check_may_edit(by, it.pull.repo, it.user)
    it.pull.issue.updated_at = state.clock.act()
    _forget(state, it)


def visible(comment: ReviewComment, by: Token | None) -> bool:
    """Comments of a pending review are seen by their author alone."""
    return comment.review.state != "PENDING" or (by is not None and comment.user is by.user)


def _check_event(by: Token, pull: Pull, event: str | None, body: str, *, has_comments: bool) -> None:
    if event is None:
        if any(each.state == "PENDING" and each.user is by.user for each in pull.reviews):
            raise unresolved("User can only have one pending review per pull request")
        return
    if event == "APPROVE" and by.kind is TokenKind.JOB and not pull.repo.settings.actions_may_approve:
        raise unresolved("GitHub Actions is not permitted to approve pull requests.")
    if event != "COMMENT" and pull.issue.user is by.user:
        verb = "approve" if event == "APPROVE" else "request changes on"
        raise unresolved(f"Can not {verb} your own pull request")
    if event != "APPROVE" and not body.strip() and not (event == "COMMENT" and has_comments):
        raise unresolved("Body can't be blank")


def _commit_of(pull: Pull, commit: str | None) -> str:
    if commit is None:
        return pull.head_sha
    found = pull.repo.git.read(commit)
    if found is None or found[1] != "commit" or not is_ancestor(pull.repo.git, commit, pull.head_sha):
        raise unresolved("The commit_id is not part of the pull request")
    return found[0]


def _too_long(pull: Pull) -> str:
    return f"Body is too long (maximum is {pull.repo.settings.max_body} characters)"


def _comments(review: Review) -> list[ReviewComment]:
    return [each for each in review.pull.comments if each.review is review]


def _new_review(state: State, by: Token, pull: Pull, *, body: str, event: str | None, commit: str) -> Review:
    now = state.clock.act()
    made = Review(
        id=state.next_id(),
        pull=pull,
        user=by.user,
        body=body,
        state=_STATES[event] if event else "PENDING",
        commit_id=commit,
        submitted_at=now if event else None,
    )
    pull.reviews.append(made)
    pull.issue.updated_at = now
    state.reviews[made.id] = made
    return made


def _new_comment(
    state: State,
    by: Token,
    review: Review,
    spot: Spot,
    *,
    body: str,
    subject: str,
    parent: ReviewComment | None = None,
) -> ReviewComment:
    pull, now = review.pull, state.clock.now
    thread = parent.thread if parent else Thread(id=state.next_id(), pull=pull)
    made = ReviewComment(
        id=state.next_id(),
        pull=pull,
        review=review,
        thread=thread,
        user=by.user,
        body=body,
        spot=spot,
        now=spot,
        commit_id=review.commit_id,
        original_commit_id=review.commit_id,
        in_reply_to=parent.id if parent else None,
        subject=subject,
        created_at=now,
        updated_at=now,
    )
    if parent is None:
        pull.threads.append(thread)
        state.threads[thread.id] = thread
    thread.comments.append(made)
    pull.comments.append(made)
    state.review_comments[made.id] = made
    return made


def _forget(state: State, it: ReviewComment) -> None:
    it.pull.comments.remove(it)
    it.thread.comments.remove(it)
    if not it.thread.comments:
        it.pull.threads.remove(it.thread)
        del state.threads[it.thread.id]
    del state.review_comments[it.id]
