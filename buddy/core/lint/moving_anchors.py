"""Texts that lean on what moves on: line numbers, pull requests, commits, dates, versions (what Pullfrog refuses too).

A quiet doubt is no problem: names of standards and of their editions, examples of a format, requirements such as
"Python 3.11" or "1.2.3 or later", ports and what stands in code do not move.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator

from buddy.core.learnings.record import Kind
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject


class Anchor(enum.Enum):
    """What a text leans on, in words that follow "it leans on"."""

    LINE = "a line number"
    PULL_REQUEST = "a pull request or issue"
    COMMIT = "a commit"
    DATE = "a date"
    VERSION = "a version"


def check(subject: Subject) -> Iterator[LintProblem]:
    """One problem a record; with an `expiresAt` a date in it is as it should be."""
    for record in subject.in_force:
        if record.kind is Kind.SUPPRESSION:
            continue
        found = [one for one in anchors(record.text) if one is not Anchor.DATE or record.expires_at is None]
        if found:
            message = f"it leans on {' and '.join(one.value for one in found)}, which moves on"
            yield LintProblem(code=Code.MOVING_ANCHOR, message=message, line=subject.line(record), id=record.id)


def anchors(text: str) -> tuple[Anchor, ...]:
    """What a statement leans on, each kind once."""
    if not _WORTH_A_LOOK.search(text):
        return ()
    plain, lowered = _CODE.sub(" CODE ", text), text.lower()
    return tuple(
        kind
        for kind, pattern in _SHAPES
        if (_HASH.search(lowered) if kind is Anchor.COMMIT else any(word in lowered for word in _WORDS[kind]))
        and pattern.search(text if kind in (Anchor.LINE, Anchor.COMMIT) else plain)
        and not (kind in _EXEMPT and _only_exempt(kind, pattern, plain))
    )


_WORTH_A_LOOK = re.compile(r"\d|\b(?:week|month|sprint|quarter|release|today|tomorrow|monday|friday)", re.IGNORECASE)
_CODE = re.compile(r"`[^`]*`|\"[^\"]{0,80}\"")

_SOURCES = (
    r"(?:py|pyi|js|jsx|mjs|cjs|ts|tsx|go|rs|rb|java|kt|kts|scala|cs|cpp|cc|hpp|php|swift|vue|svelte|sql|tf|md|rst"
    r"|json|ya?ml|toml|html|s?css|ex|exs|erl|hs|lua|dart|proto|gradle|c|h|sh)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WHEN = r"(?:since|until|till|as of|before|after|by|from|starting|through|in|on|for)"
_MOVED = (
    r"(?:since|until|till|as of|before|after|fixed|introduced|added|removed|deprecated|broken|dropped|released"
    r"|landed|shipped|gone|changed|currently|current|latest|now|still|upgraded?|updated?|downgraded?|bumped?|pinned)"
)
_NUMBER = r"\d{1,4}\.\d{1,4}\.\d{1,6}(?:-[a-z0-9.]{1,20})?"

_SHAPES = (
    (
        Anchor.LINE,
        re.compile(
            r"\b(?:lines?|ln\.?|zeilen?)\s?#?(?!1\b)\d{1,6}\b"
            r"(?!\s?(?:%|px|char(?:acter)?s?|columns?|or (?:less|fewer)))"
            r"(?!\s?(?:is|are) the (?:maximum|limit))"
            r"|#L\d+"
            r"|(?<![\w#/@-])L\d{2,5}(?:\s?[-–]\s?L?\d{2,5})?\b(?![./-]\w)"
            rf"|(?<![:/]/)\b[\w-]+\.{_SOURCES}:\d{{1,5}}\b(?!/)",
            re.IGNORECASE,
        ),
    ),
    (
        Anchor.PULL_REQUEST,
        re.compile(
            r"\b(?:prs?|pull[ -]requests?|mrs?|merge[ -]requests?|issues?|tickets?|bugs?)\s?(?:no\.?\s?|number\s)?"
            r"[#!]?\d{1,6}\b(?!\s?(?:%|lines?|files?|reviewers?|approvals?|or|at a time))"
            r"|(?<![\w&/#])(?:[\w.-]+/[\w.-]+)?#\d{1,6}\b(?![\w-])"
            r"|\bgh-\d{1,6}\b"
            r"|/(?:pull|pulls|issues|merge_requests)/\d+",
            re.IGNORECASE,
        ),
    ),
    (
        Anchor.COMMIT,
        re.compile(
            r"\b(?:commits?|changesets?|revisions?|reverts?|reverted|cherry-?pick(?:ed|s)?|sha|introduced (?:in|by)"
            r"|fixed (?:in|by)|broken (?:in|by)|since|as of)\s(?:commit\s|of\s)?`?"
            r"(?=[0-9]{0,39}[a-f])(?=[a-f]{0,39}[0-9])[0-9a-f]{7,40}\b"
            r"|/commits?/[0-9a-f]{7,40}\b"
            r"|(?<![\w@:=/.-])(?=[0-9]{0,39}[a-f])(?=[a-f]{0,39}[0-9])[0-9a-f]{40}\b",
            re.IGNORECASE,
        ),
    ),
    (
        Anchor.DATE,
        re.compile(
            r"(?<![\w./-])(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])[-/](?:0?[1-9]|[12]\d|3[01])(?![\w/])"
            r"|(?<![\w./-])(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:19|20)\d\d(?![\w/])"
            rf"|\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d\b|\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s)?{_MONTH}\s"
            r"(?:19|20)\d\d\b"
            rf"|\b{_WHEN}\s(?:the\s)?(?:early\s|mid-?\s?|late\s|end of\s)?(?:19|20)\d\d\b(?![-:./]\d)"
            r"(?!\s(?:or (?:later|newer)|edition|standard|spec|characters|bytes|lines|items|entries|rows|ms|requests))"
            r"|\bq[1-4][ /-]?(?:19|20)\d\d\b"
            rf"|\b{_WHEN}\s(?:the\s)?(?:this|next|last|coming)\s(?:week|month|quarter|sprint|release|year)\b(?!\s?(?:'|’|of))"
            r"|\b(?:until|till|by|since)\s(?:tomorrow|yesterday|today|monday|tuesday|wednesday|thursday|friday)\b"
            r"(?!['’]s| (?:noon|evening|night|morning|every|each))"
            r"|\bthis (?:week|sprint|quarter)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Anchor.VERSION,
        re.compile(
            rf"(?<![\w./:=~^<>-])v?{_NUMBER}(?![\w./]*\.\d|[\w/])"
            rf"|\b{_MOVED}\s(?:(?:in|at|on|to|by|the|with|release|version|our|is)\s){{0,3}}v?\d{{1,4}}\.\d{{1,4}}\b"
            r"(?!\.?\d|%|\s?(?:x|ms|s|%|gb|mb|seconds?))"
            rf"|\b{_MOVED}\s(?:(?:in|at|on|to|by|the|with|our|is)\s){{0,3}}(?:release|version|v)\s?\d{{1,4}}\b",
            re.IGNORECASE,
        ),
    ),
)

_HASH = re.compile(r"[0-9a-f]{7}")
_WORDS = {
    Anchor.LINE: ("line", "ln", "zeile", "l", ":"),
    Anchor.PULL_REQUEST: ("pr", "pull", "mr", "merge", "issue", "ticket", "bug", "#", "gh-"),
    Anchor.DATE: ("19", "20", "week", "month", "quarter", "sprint", "release", "year", "day", "morrow"),
    Anchor.VERSION: (".", "release", "version", " v"),
}
"""Of which a text must hold one to be searched at all."""

_STANDARD = (
    r"(?:open ?api|swagger|async ?api|sarif|semver|semantic versioning|spdx|cyclonedx|unicode|graphql|json schema|soap"
    r"|wsdl|posix|keep a changelog|xml|otlp|opentelemetry|http|tls|ssl|oauth|ip|address|host|section|sections|§|chapter"
    r"|clause|rule|article|annex|appendix|table|figure|item|requirement|control|wcag|asvs|cis|owasp|nist|misra|iso|pci"
    r"|rfc|oid)"
)
_EXAMPLE = (
    r"(?:like|e\.g\.|such as|for example|example|examples|format|formatted as|form|as in|looks? like|written as|style)"
)
_BEFORE = {
    Anchor.VERSION: re.compile(
        rf"(?:\b{_STANDARD}|{_EXAMPLE}|at least|minimum|minimal|requires?|needs?|supports?|>=|≥|>|~=|\^)"
        r"[:,]?\s?(?:version\s)?v?\Z"
        r"|\b(?:python|node|node\.js|go|java|rust|ruby|php|typescript|django|rails|postgres\w*|mysql|redis|\.net)\s\Z",
        re.IGNORECASE,
    ),
    Anchor.DATE: re.compile(rf"(?:{_EXAMPLE}|layout|copyright|\(c\)|©|api[ -]version)[:,]?\s?\Z", re.IGNORECASE),
    Anchor.PULL_REQUEST: re.compile(
        r"(?:colou?r|hex|background|grey|gray|black|white)\W{0,3}(?:is |to )?\Z|\bC\Z", re.IGNORECASE
    ),
}
_BEHIND = {
    Anchor.VERSION: re.compile(
        r"\s?(?:\+|or (?:later|newer|higher|above|greater|up)|and (?:later|newer|above|up))", re.IGNORECASE
    ),
    Anchor.DATE: re.compile(r"\s?(?:is the (?:layout|format|reference))", re.IGNORECASE),
}
_EXEMPT = frozenset(_BEFORE)


def _only_exempt(kind: Anchor, pattern: re.Pattern[str], text: str) -> bool:
    """Whether every match stands where such a thing does not move: in an example, a standard, a requirement."""
    return all(
        _BEFORE[kind].search(text[max(0, found.start() - 40) : found.start()])
        or (kind in _BEHIND and _BEHIND[kind].match(text, found.end()))
        for found in pattern.finditer(text)
    )
