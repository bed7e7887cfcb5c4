"""One SARIF result at a time: is it a finding, did the tool itself hide it, and what does it say where."""

from __future__ import annotations

import enum
import sys
from typing import Any

import msgspec

from buddy.core.findings import loose
from buddy.core.findings.category import category
from buddy.core.findings.finding import Finding
from buddy.core.findings.notices import NoticeId, Notices, quoted
from buddy.core.findings.plain_text import readable
from buddy.core.findings.sarif.messages import message_text
from buddy.core.findings.sarif.places import Places
from buddy.core.findings.sarif.rules import Rules, is_secret, level, severity

_LONGEST_RULE_ID = 500
_QUIET_KINDS = frozenset({"pass", "notapplicable", "informational"})
_OPEN_KINDS = frozenset({"open", "review"})


class Standing(enum.Enum):
    """What a result is to Buddy."""

    FINDING = "finding"
    HIDDEN = "hidden"  # suppressed by the tool
    OPEN = "open"  # kind open or review: counted, not a finding
    NOTHING = "nothing"  # a pass, a level of none, or gone since the baseline


class Result(msgspec.Struct, rename="camel"):
    """The fields that are read. Any shape is accepted; code flows, graphs and fixes are skipped undecoded."""

    rule_id: Any = None
    rule_index: Any = None
    rule: Any = None
    kind: Any = None
    level: Any = None
    message: Any = None
    locations: Any = None
    related_locations: Any = None
    suppressions: Any = None
    baseline_state: Any = None
    properties: Any = None


class ResultReader:
    """Reads the results of one run; `what` names a result in notices."""

    def __init__(self, *, rules: Rules, places: Places, notices: Notices) -> None:
        self._rules = rules
        self._places = places
        self._notices = notices

    def read(self, result: Result, *, what: str) -> tuple[Standing, Finding | None]:
        """The finding is None exactly where the result is open or nothing."""
        rule_id, rule = self._rules.find(rule_id=result.rule_id, rule_index=result.rule_index, reference=result.rule)
        level_name, known = level(result.level, rule)
        standing = self._standing(result, level_name=level_name, what=what)
        if standing in (Standing.OPEN, Standing.NOTHING):
            return standing, None
        if not known:
            self._notices.add(NoticeId.UNKNOWN_LEVEL, f"{what}: the level {quoted(result.level)} counts as warning")
        if len(rule_id) > _LONGEST_RULE_ID:
            self._notices.add(NoticeId.RULE_ID_TOO_LONG, f"{what}: its rule id was dropped, it is too long")
            rule_id = ""
        place, related = self._places.primary(result.locations, what=what)
        properties = loose.mapping(result.properties)
        words = message_text(result.message, rule=rule, rules=self._rules)
        return standing, Finding(
            category=sys.intern(category(tool=self._rules.tool, rule=rule_id)),
            tool=self._rules.tool,
            rule=sys.intern(rule_id),
            path=place.path,
            line=place.line,
            end_line=place.end_line,
            severity=severity(level_name, properties, rule),
            message=readable(words, what=what, notices=self._notices) or rule_id or "(no message)",
            secret=is_secret(properties, rule),
            related=related,
        )

    def _standing(self, result: Result, *, level_name: str, what: str) -> Standing:
        kind = result.kind.strip().lower() if isinstance(result.kind, str) else "fail"
        if result.baseline_state == "absent" or kind in _QUIET_KINDS:
            return Standing.NOTHING
        if kind not in _OPEN_KINDS and level_name == "none":  # other kinds than fail have no level of their own
            return Standing.NOTHING
        if suppressed(result.suppressions):
            return Standing.HIDDEN
        if kind in _OPEN_KINDS:
            return Standing.OPEN
        if kind != "fail":
            self._notices.add(NoticeId.UNKNOWN_KIND, f"{what}: the kind {quoted(result.kind)} counts as fail")
        return Standing.FINDING


def suppressed(suppressions: object) -> bool:
    """Whether the tool hid the result: by any entry, unless one was rejected (FIND-11).

    No status means accepted; one under review hides until it is rejected. An unreadable entry hides nothing.
    """
    entries = [entry for entry in loose.sequence(suppressions) if isinstance(entry, dict) and entry]
    states = [str(entry.get("status") or "accepted").strip().lower() for entry in entries]
    return "rejected" not in states and any(state in ("accepted", "underreview") for state in states)
