"""Gathering a conversation: what was said, what Buddy said itself, and the memory of the base it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from buddy.app.base_memory import BaseMemory, load_base_memory
from buddy.app.ports import Comment, PullRequest, Review, ReviewComment, ThreadHost
from buddy.core.respond.proposals import Proposal, find_proposals, standing_proposals
from buddy.core.respond.replies import Reply, find_replies, standing
from buddy.core.respond.source import Source, by_people, of_comments, of_review_comments, of_reviews
from buddy.core.review.own import OwnComments, Whose, find_own
from buddy.core.review.recollection import Recollection, recollect


@dataclass(frozen=True, kw_only=True, slots=True)
class RespondJob:
    """What the event and the settings ask for.

    `number` is that of a pull request where `on_pull`, else of an issue. `editor` is who changed the comment `edited`
    of somebody else just now, None where nobody did. `expires` is for the sweep, which ends proposals without a vote.
    """

    number: int
    on_pull: bool
    default_branch: str
    repository_id: int
    own_login: str | None
    marker_key: bytes | None
    mention: str
    config_file: str
    editor: str | None = None
    edited: int | None = None
    expires: bool = False

    @property
    def whose(self) -> Whose:
        """Which markers are trusted."""
        return Whose(login=self.own_login, key=self.marker_key, repo=self.repository_id, pr=self.number)


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """One conversation as it is now. `sources` is all that was said, `said` what people said."""

    pull_request: PullRequest | None
    base: BaseMemory
    sources: tuple[Source, ...]
    said: tuple[Source, ...]
    own: OwnComments
    recollection: Recollection
    replies: tuple[Reply, ...]
    proposals: tuple[Proposal, ...]

    @property
    def canonical_replies(self) -> tuple[Reply, ...]:
        """One a comment."""
        return tuple(standing(self.replies).values())

    @property
    def canonical_proposals(self) -> tuple[Proposal, ...]:
        """One a source."""
        return tuple(standing_proposals(self.proposals).values())


def gather_conversation(
    job: RespondJob, *, host: ThreadHost, bases: Mapping[str, BaseMemory] = MappingProxyType({})
) -> Conversation:
    """Reads everything that was said; the head of a pull request is not looked at.

    `bases` are the memories that this run has read already, by branch.
    """
    pull = host.pull_request(job.number) if job.on_pull else None
    branch = pull.base_ref if pull is not None else job.default_branch
    base = bases.get(branch) or load_base_memory(
        host, base=branch, default_branch=job.default_branch, config_file=job.config_file
    )
    comments = host.comments(job.number) if pull is None or pull.comments else ()
    review_comments = host.review_comments(job.number) if pull is not None and pull.review_comments else ()
    reviews = host.reviews(job.number) if pull is not None else ()
    own = find_own(job.whose, comments=comments, review_comments=review_comments)
    return conversation_of(
        job,
        pull_request=pull,
        base=base,
        comments=comments,
        review_comments=review_comments,
        reviews=reviews,
        own=own,
        recollection=recollect(own, repo=job.repository_id, pr=job.number),
    )


def conversation_of(
    job: RespondJob,
    *,
    pull_request: PullRequest | None,
    base: BaseMemory,
    comments: Sequence[Comment],
    review_comments: Sequence[ReviewComment],
    reviews: Sequence[Review] = (),
    own: OwnComments,
    recollection: Recollection,
) -> Conversation:
    """Of what was read already. A review does not read the bodies of reviews: commands in them wait (DESIGN 4.1)."""
    sources = (*of_comments(comments), *of_review_comments(review_comments), *of_reviews(reviews))
    return Conversation(
        pull_request=pull_request,
        base=base,
        sources=sources,
        said=by_people(sources, own_login=job.own_login),
        own=own,
        recollection=recollection,
        replies=find_replies(job.whose, comments=comments, review_comments=review_comments),
        proposals=find_proposals(job.whose, review_comments),
    )
