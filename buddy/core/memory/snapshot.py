"""PR memory: what Buddy knows about one pull request between two runs, as the marker of the summary holds it."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from buddy.core.memory.ledger import Event, union


class FindingState(enum.Enum):
    """Where a posted or seen finding stands; the order is the one in which a doubt is decided."""

    ADDRESSED = "addressed"
    DECLINED = "declined"
    SUPPRESSED = "suppressed"
    OPEN = "open"


class Shown(enum.Enum):
    """Where people saw a finding on this pull request; the order is that of how much was shown."""

    NOWHERE = ""
    SUMMARY = "summary"
    LINE = "line"


class KnownFinding(BaseModel):
    """One finding by fingerprint.

    `comment` is the id of Buddy's inline comment, `by` the learning that hides it, `run` the run that last changed
    its state. `identity` is the fingerprint that its text gave it last, where that is no longer the name it goes by;
    `line` in `blob` is where it stood, `at` an opaque hash of that place. `shown` says whether it has, or had, a
    comment on its `line`, or stood in the `summary`. `says` and `severity` are a model's, whose findings are known by
    their words too: what it said, cut. `folded`: it is addressed, and its comment was minimised, or could not be.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    category: str
    path: str | None = None
    state: FindingState
    comment: int | None = None
    by: str | None = None
    at: str | None = None
    anchors: tuple[str, ...] = ()
    identity: str | None = None
    line: int | None = None
    blob: str | None = None
    shown: Shown = Shown.NOWHERE
    run: int = 0
    says: str = ""
    severity: str | None = None
    folded: bool = False


class Reading(BaseModel):
    """How a model reads the change: its own words, bounded, kept apart from what the rules say."""

    model_config = ConfigDict(frozen=True, extra="allow")

    intent: str = ""
    risks: tuple[str, ...] = ()
    progress: str = ""


class PrMemory(BaseModel):
    """The memory of one pull request; keys of a later Buddy are kept.

    `reviewed_files` maps each path to its blob where it is known (else ""); `reviewed_files_count` outlives it when
    the files had to go. `reviewed_hunks` are the digests, eight digits each, of the hunks that a model saw. `runs`
    counts the runs that wrote, and orders two states of one memory. `reading` is a model's.
    """

    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True)

    repo: int
    pr: int
    intent: str = ""
    subsystems: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    progress: str = ""
    reviewed_sha: str | None = Field(default=None, alias="reviewedSha")
    reviewed_files: dict[str, str] = Field(default_factory=dict, alias="reviewedFiles")
    reviewed_files_count: int = Field(default=0, alias="reviewedFilesCount")
    reviewed_hunks: dict[str, str] = Field(default_factory=dict, alias="reviewedHunks")
    findings: dict[str, KnownFinding] = Field(default_factory=dict)
    ledger: tuple[Event, ...] = ()
    paused: bool = False
    runs: int = 0
    reading: Reading | None = None

    @property
    def hunks_seen(self) -> dict[str, frozenset[str]]:
        """The digests of `reviewed_hunks`, by path."""
        return {
            path: frozenset(joined[at : at + 8] for at in range(0, len(joined), 8))
            for path, joined in self.reviewed_hunks.items()
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Loaded:
    """A memory and what of its payload could not be read, one sentence each (P5)."""

    memory: PrMemory
    problems: tuple[str, ...]


def load(payload: Mapping[str, Any], *, repo: int, pr: int) -> Loaded:
    """Read a trusted marker's payload; an entry that is wrong costs that entry, a wrong field its default."""
    text = json.dumps(payload, ensure_ascii=False).encode("utf-8", "replace")  # half a surrogate becomes a ?
    content: dict[str, Any] = json.loads(text) | {"repo": repo, "pr": pr}
    problems: list[str] = []
    while True:
        try:
            return Loaded(memory=PrMemory.model_validate(content), problems=tuple(problems))
        except ValidationError as error:
            wrong = {_place(content, problem["loc"]): problem["msg"] for problem in error.errors()}
        for place, message in sorted(wrong.items(), reverse=True):  # later list entries first: indexes stay true
            problems.append(f"PR memory: {'.'.join(map(str, place))} is left out: {message}")
            holder = content[place[0]] if len(place) == 2 else content
            del holder[place[-1]]


def payload(memory: PrMemory) -> dict[str, Any]:
    """What a marker holds of this memory; what has its default is left out."""
    return memory.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def merge(one: PrMemory, other: PrMemory) -> PrMemory:
    """What two runs that wrote at the same time know together.

    Commutative, associative and, on ledgers in order, idempotent. Statements about the whole come from the later
    state (more runs; at a tie a paused one, then any fixed order); findings and events are joined one by one.
    Raises ValueError for memories of two pull requests.
    """
    if (one.repo, one.pr) != (other.repo, other.pr):
        raise ValueError("memories of two pull requests cannot be merged")
    prints = sorted(one.findings.keys() | other.findings.keys())
    return max(one, other, key=_age).model_copy(
        update={
            "findings": {
                print_: _joined([m.findings[print_] for m in (one, other) if print_ in m.findings]) for print_ in prints
            },
            "ledger": union(one.ledger, other.ledger),
        }
    )


def _joined(found: list[KnownFinding]) -> KnownFinding:
    """The later state, at a tie the more open one; the older comment is the one that stays on GitHub."""
    comments = [finding.comment for finding in found if finding.comment is not None]
    return max(found, key=_doubt).model_copy(update={"comment": min(comments, default=None)})


def _doubt(finding: KnownFinding) -> tuple[int, int, str]:
    return finding.run, list(FindingState).index(finding.state), _canonical(finding, {"comment"})


def _age(memory: PrMemory) -> tuple[int, bool, str]:
    return memory.runs, memory.paused, _canonical(memory, {"findings", "ledger"})


def _canonical(model: BaseModel, exclude: set[str]) -> str:
    return json.dumps(model.model_dump(mode="json", exclude=exclude), sort_keys=True)


def _place(content: Mapping[str, Any], loc: tuple[int | str, ...]) -> tuple[Any, ...]:
    """The smallest removable thing that holds an error: an entry of a field, else the field."""
    return loc[:2] if len(loc) > 1 and isinstance(content.get(str(loc[0])), dict | list) else loc[:1]
