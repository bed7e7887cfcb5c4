"""Buddy's own comments on a pull request: the sticky summary with the memory, and the comments on lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from buddy.core.findings.anchors import Identity
from buddy.core.findings.finding import Severity
from buddy.core.hosting import Comment, ReviewComment
from buddy.core.memory.marker import Distrust, Marker, MarkerKind, Untrusted, read
from buddy.core.review.known import Known


@dataclass(frozen=True, kw_only=True, slots=True)
class Whose:
    """Which markers are trusted: the exact author, this pull request, and the signature where there is a key."""

    login: str | None
    key: bytes | None
    repo: int
    pr: int

    def read(self, comment: Comment | ReviewComment, kind: MarkerKind) -> Marker | Untrusted | None:
        """The comment's marker of this kind."""
        return read(
            comment.body,
            author_login=comment.author or "",
            own_login=self.login,
            key=self.key,
            repo=self.repo,
            pr=self.pr,
            kinds=(kind,),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSummary:
    """A sticky summary of this pull request and the payload of its marker."""

    comment: int
    body: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnFinding:
    """A comment on a line, by the finding it is about. `answered` when somebody replied to it, `node` as listed."""

    comment: int
    payload: Mapping[str, Any]
    answered: bool
    node: str = ""

    @property
    def fingerprint(self) -> str:
        """The name the finding goes by on this pull request."""
        return str(self.payload["fingerprint"])


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnComments:
    """Oldest first. `distrusted` are the reasons why a marker that looked like Buddy's was not used."""

    summaries: tuple[OwnSummary, ...] = ()
    findings: tuple[OwnFinding, ...] = ()
    distrusted: tuple[Distrust, ...] = ()

    @property
    def extra_findings(self) -> tuple[int, ...]:
        """Younger comments about a finding that has an older one, unless somebody answered them."""
        seen: set[str] = set()
        extra = []
        for own in self.findings:
            if own.fingerprint in seen and not own.answered:
                extra.append(own.comment)
            seen.add(own.fingerprint)
        return tuple(extra)


def find_own(whose: Whose, *, comments: Iterable[Comment], review_comments: Sequence[ReviewComment]) -> OwnComments:
    """Reads every marker; what is not trusted is only counted."""
    distrusted: list[Distrust] = []
    summaries = tuple(
        OwnSummary(comment=comment.id, body=comment.body, payload=marker.payload)
        for comment, marker in _marked(whose, comments, MarkerKind.MEMORY, distrusted)
    )
    answered = {comment.in_reply_to for comment in review_comments}
    findings = tuple(
        OwnFinding(comment=comment.id, payload=marker.payload, answered=comment.id in answered, node=comment.node)
        for comment, marker in _marked(whose, review_comments, MarkerKind.FINDING, distrusted)
        if isinstance(marker.payload.get("fingerprint"), str)
    )
    return OwnComments(summaries=summaries, findings=findings, distrusted=tuple(distrusted))


def posted(findings: Iterable[OwnFinding]) -> tuple[Known, ...]:
    """The findings that have a comment on a line, each once, with its oldest comment."""
    first: dict[str, Known] = {}
    for own in findings:
        known = _known(own)
        if known is not None:
            first.setdefault(own.fingerprint, known)
    return tuple(first.values())


def posted_at(findings: Iterable[OwnFinding], head: str) -> int:
    """How many comments on lines were already made for this head: they count against the run's maximum."""
    return len({own.fingerprint for own in findings if own.payload.get("head") == head})


_C = TypeVar("_C", Comment, ReviewComment)


def by_kind(reasons: Iterable[Distrust]) -> Mapping[Distrust, int]:
    """Counts, for one notice a reason."""
    counts: defaultdict[Distrust, int] = defaultdict(int)
    for reason in reasons:
        counts[reason] += 1
    return counts


def _marked(
    whose: Whose, comments: Iterable[_C], kind: MarkerKind, distrusted: list[Distrust]
) -> Iterator[tuple[_C, Marker]]:
    for comment in sorted(comments, key=lambda comment: comment.id):
        marker = whose.read(comment, kind)
        if isinstance(marker, Marker):
            yield comment, marker
        elif isinstance(marker, Untrusted):
            distrusted.append(marker.reason)


def _known(own: OwnFinding) -> Known | None:
    """None for a payload that says too little to compare with (P5)."""
    payload = own.payload
    category, path, anchors = payload.get("category"), payload.get("path"), payload.get("anchors", [])
    if not isinstance(category, str) or not isinstance(path, str) or not isinstance(anchors, list):
        return None
    identity = payload.get("identity")
    line = payload.get("line")
    return Known(
        fingerprint=own.fingerprint,
        identity=Identity(
            fingerprint=identity if isinstance(identity, str) else own.fingerprint,
            anchors=tuple(anchor for anchor in anchors if isinstance(anchor, str)),
        ),
        category=category,
        path=path,
        line=line if isinstance(line, int) else None,
        blob=_text(payload.get("blob")),
        place=_text(payload.get("place")),
        posted=True,
        says=_text(payload.get("says")) or "",
        severity=severity_of(payload.get("severity")),
    )


def severity_of(value: object) -> Severity | None:
    """The severity that a payload names, None where it names none."""
    try:
        return Severity(value)
    except ValueError:
        return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
