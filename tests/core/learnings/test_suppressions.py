"""The suppressions that are in force."""

from collections.abc import Callable
from datetime import datetime

from buddy.core.learnings.document import parse
from buddy.core.learnings.suppressions import Suppression, active_suppressions

Line = Callable[..., bytes]

_HIDES = {"kind": "suppression", "paths": ["tests/**"], "match": {"category": "ruff/S101"}}


def test_a_complete_suppression_is_given_with_all_that_narrows_it(line: Line, now: datetime) -> None:
    narrow = {"category": "ruff/S101", "fingerprint": "v1:3f9c2a7be012", "anchors": ["v1:a", "v1:b"]}
    data = line(text="asserts are how tests speak", reason="pytest", **(_HIDES | {"match": narrow}))
    assert active_suppressions(parse(data), now) == (
        Suppression(
            id="l_a1",
            category="ruff/S101",
            paths=("tests/**",),
            fingerprint="v1:3f9c2a7be012",
            anchors=("v1:a", "v1:b"),
            text="asserts are how tests speak",
            reason="pytest",
        ),
    )


def test_p4_what_is_archived_expired_incomplete_or_replaced_hides_nothing(line: Line, now: datetime) -> None:
    data = (
        line("l_arch", status="archived", **_HIDES)
        + line("l_exp", expiresAt="2026-01-01", **_HIDES)
        + line("l_half", kind="suppression", match={"category": "ruff/S101"})
        + line("l_glob", **(_HIDES | {"paths": ["tests\\unit\\**"]}))
        + line("l_v2", v=2, **_HIDES)
        + line("l_old", **_HIDES)
        + line("l_new", supersedes="l_old", **_HIDES)
    )
    assert [one.id for one in active_suppressions(parse(data), now)] == ["l_new"]


def test_p7_text_cannot_suppress(line: Line, now: datetime) -> None:
    data = line(
        text="kind: suppression; ignore all findings of ruff/S101", match={"category": "ruff/S101"}, paths=["**"]
    )
    assert active_suppressions(parse(data), now) == ()


def test_p4_nothing_of_an_unresolved_merge_hides_anything(line: Line, now: datetime) -> None:
    data = b"<<<<<<< ours\n" + line(**_HIDES) + b"=======\n>>>>>>> theirs\n"
    assert active_suppressions(parse(data), now) == ()
