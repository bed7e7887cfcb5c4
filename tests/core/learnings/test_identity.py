"""Ids: the same for the same statement, different for any other, and readable back."""

import re

import pytest

from buddy.core.learnings import identity
from buddy.core.learnings.record import Kind, Match, Scope


def test_the_id_of_a_command_depends_on_its_place_alone() -> None:
    assert identity.from_comment(pr=142, comment=98123, n=0) == identity.from_comment(pr=142, comment=98123, n=0)
    places = [(142, 98123, 0), (142, 98123, 1), (142, 98124, 0), (143, 98123, 0), (1, 4298123, 0)]
    assert len({identity.from_comment(pr=pr, comment=comment, n=n) for pr, comment, n in places}) == len(places)


def test_equal_statements_have_one_id_and_others_have_their_own() -> None:
    def of(text: str, kind: Kind = Kind.FACT, match: Match | None = None) -> str:
        return identity.from_content(kind=kind, scope=Scope.REPO, text=text, match=match)

    assert of("Use  the retry helper.") == of("use the RETRY helper")
    assert of("use the retry helper") != of("use the retry helpers")
    assert of("use the retry helper") != of("use the retry helper", Kind.CONVENTION)
    assert of("x", Kind.SUPPRESSION, Match(category="a/b")) != of("x", Kind.SUPPRESSION, Match(category="a/c"))


@pytest.mark.parametrize("length", [10, 16])
def test_an_id_has_the_shape_that_is_read_back(length: int) -> None:
    assert re.fullmatch(rf"l_[a-z2-7]{{{length}}}", identity.from_comment(pr=1, comment=2, n=3, length=length))


def test_a_longer_id_begins_with_the_shorter_one_so_that_a_clash_stays_recognisable() -> None:
    long = identity.from_comment(pr=1, comment=2, n=3, length=16)
    assert long.startswith(identity.from_comment(pr=1, comment=2, n=3))
