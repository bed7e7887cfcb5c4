"""Which findings of a model are new, and which were said before in other words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from buddy.core.findings.finding import Finding
from buddy.core.review.known import Known
from buddy.core.review.said_before import Stayed


@dataclass(frozen=True, kw_only=True, slots=True)
class New:
    """A finding to show; `known` is the earlier one that it is, whose line was changed since, None where it is new."""

    finding: Finding
    known: Known | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """`repeated` counts those that said again what still stands."""

    new: tuple[New, ...]
    repeated: int


def settle_new(
    fresh: Sequence[Finding],
    *,
    kept: Sequence[Stayed],
    gone: Sequence[Known],
    reported: Sequence[Finding],
    texts: Mapping[str, str | None],
    renames: Mapping[str, str],
) -> Settled:
    """`texts` are the head's, of the files that `fresh` is about."""
    return Settled(new=tuple(New(finding=finding) for finding in fresh), repeated=0)
