"""Comments about findings that a push fixed: which are folded away as outdated, each once."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from buddy.core.memory.snapshot import FindingState, PrMemory
from buddy.core.review.own import OwnFinding

MOST_A_RUN = 20
"""Comments that one run folds; the next run takes the rest (P11)."""


def outdated(memory: PrMemory, own: Iterable[OwnFinding]) -> tuple[OwnFinding, ...]:
    """The comments about what the memory says was addressed, and of which it does not say that they were folded."""
    addressed = {
        fingerprint
        for fingerprint, entry in memory.findings.items()
        if entry.state is FindingState.ADDRESSED and not entry.folded
    }
    first: dict[str, OwnFinding] = {}
    for each in own:
        if each.fingerprint in addressed and each.node:
            first.setdefault(each.fingerprint, each)
    return tuple(first.values())[:MOST_A_RUN]


def folded(memory: PrMemory, fingerprints: Collection[str]) -> PrMemory:
    """The memory that knows of it; what is open again, or settled otherwise, keeps no such mark."""
    if not fingerprints:
        return memory
    return memory.model_copy(
        update={
            "findings": {
                name: entry.model_copy(update={"folded": True})
                if name in fingerprints and entry.state is FindingState.ADDRESSED
                else entry
                for name, entry in memory.findings.items()
            }
        }
    )
