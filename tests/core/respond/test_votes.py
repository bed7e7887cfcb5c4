"""Whose thumb counts, and for what (CAP-02, CAP-03)."""

import itertools

import pytest

from buddy.core.hosting import Reaction
from buddy.core.respond.proposals import ProposalState
from buddy.core.respond.votes import Vote, tally, thumbs

OWN = "github-actions[bot]"


def reaction(user, content="+1", *, kind="User", at="2026-11-29T10:00:00Z"):
    return Reaction(id=1, user=user, user_type=kind, content=content, created_at=at)


@pytest.mark.parametrize(
    "one",
    [
        reaction("alice", "heart"),
        reaction("alice", "hooray"),
        reaction(None),
        reaction("renovate[bot]", kind="Bot"),
        reaction("renovate[bot]"),
        reaction(OWN),
        reaction("octo", kind="Organization"),
    ],
)
def test_p3_only_thumbs_of_people_are_votes(one):
    assert thumbs([one], own_login=OWN) == ()


def test_a_thumb_is_the_word_of_the_person_who_gave_it():
    found = thumbs([reaction("alice"), reaction("bob", "-1")], own_login=OWN)
    assert [(vote.by, vote.says) for vote in found] == [("alice", "approve"), ("bob", "decline")]


def vote(by, says, at=0):
    return Vote(by=by, says=says, at=f"2026-11-29T10:00:{at:02}Z")


@pytest.mark.parametrize(
    ("votes", "state", "who"),
    [
        ([], ProposalState.PENDING, ()),
        ([vote("mallory", "approve")], ProposalState.PENDING, ()),
        ([vote("alice", "approve")], ProposalState.APPROVED, ("alice",)),
        ([vote("alice", "approve"), vote("mallory", "decline")], ProposalState.APPROVED, ("alice",)),
        ([vote("alice", "approve"), vote("bob", "decline")], ProposalState.DECLINED, ("bob",)),
        ([vote("bob", "decline", 1), vote("bob", "approve", 2)], ProposalState.APPROVED, ("bob",)),
        ([vote("bob", "approve", 1), vote("bob", "decline", 2)], ProposalState.DECLINED, ("bob",)),
        ([vote("bob", "approve"), vote("alice", "approve")], ProposalState.APPROVED, ("alice", "bob")),
    ],
)
def test_p3_one_maintainers_no_outweighs_any_yes_and_nobody_elses_word_counts(votes, state, who):
    for order in itertools.permutations(votes):
        found = tally(order, may_write={"alice", "bob"})
        assert (found.state, found.voters) == (state, who)
