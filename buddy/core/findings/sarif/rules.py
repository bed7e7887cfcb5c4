"""Which rule a result belongs to, and what the rule says about it: identity, severity, tags.

Rules live in the driver or in extensions; indexes are often wrong, so an index counts only if the id agrees.
"""

from __future__ import annotations

from collections.abc import Mapping

from buddy.core.findings import loose
from buddy.core.findings.category import tool_name
from buddy.core.findings.finding import Severity

_BY_LEVEL = {"error": Severity.MAJOR, "warning": Severity.MINOR, "note": Severity.NIT}
_SECRET_TAGS = frozenset({"secret", "secrets"})

Rule = Mapping[str, object]
"""A `reportingDescriptor`; empty where a result's rule is not described."""


class Rules:
    """The rules of one run, by component (the driver, then the extensions) and index, or by id."""

    def __init__(self, tool: Mapping[str, object]) -> None:
        driver = loose.mapping(tool.get("driver"))
        extensions = [loose.mapping(extension) for extension in loose.sequence(tool.get("extensions"))]
        self.tool = tool_name(loose.text(driver.get("name")))
        self._driver = driver
        self._extensions = extensions
        self._listed = {id(part): _described(part) for part in (driver, *extensions)}
        self._by_id: dict[str, Rule] = {}
        for part in (driver, *extensions):
            for rule in self._listed[id(part)]:
                if (rule_id := loose.text(rule.get("id"))) is not None:
                    self._by_id.setdefault(rule_id, rule)

    def find(self, *, rule_id: object, rule_index: object, reference: object) -> tuple[str, Rule]:
        """A result's rule id (empty where it has none) and its rule (FIND-14, FIND-15)."""
        pointer = loose.mapping(reference)
        name = _name(rule_id) or _name(pointer.get("id"))
        number = loose.index(rule_index)
        indexed = self._at(pointer, loose.index(pointer.get("index")) if number is None else number)
        if name is None:
            return loose.text(indexed.get("id")) or "", indexed
        if _same_rule(name, loose.text(indexed.get("id"))):
            return name, indexed
        return name, self._by_id.get(name) or self._by_id.get(name.rpartition("/")[0], {})

    def shared_message(self, message_id: str) -> object:
        """The tool-wide message string of this id, None where there is none."""
        for part in (self._driver, *self._extensions):
            found = loose.mapping(part.get("globalMessageStrings")).get(message_id)
            if found is not None:
                return found
        return None

    def _at(self, pointer: Mapping[str, object], index: int | None) -> Rule:
        listed = self._listed[id(self._component(loose.mapping(pointer.get("toolComponent"))))]
        return listed[index] if index is not None and index < len(listed) else {}

    def _component(self, pointer: Mapping[str, object]) -> Mapping[str, object]:
        index = loose.index(pointer.get("index"))
        if index is not None:
            return self._extensions[index] if index < len(self._extensions) else self._driver
        for key in ("guid", "name"):
            if (wanted := loose.text(pointer.get(key))) is not None:
                return next((part for part in self._extensions if part.get(key) == wanted), self._driver)
        return self._driver


def level(stated: object, rule: Rule) -> tuple[str, bool]:
    """The level of a result and whether it is one that SARIF knows; a missing one is the rule's, else warning.

    An unknown level counts as warning: read as "no severity" it would let a gate pass (FIND-12).
    """
    for value in (stated, loose.mapping(rule.get("defaultConfiguration")).get("level")):
        if value is not None and value != "":
            known = value.strip().lower() if isinstance(value, str) else ""
            return (known, True) if known in _BY_LEVEL or known == "none" else ("warning", False)
    return "warning", True


def severity(level_name: str, properties: Mapping[str, object], rule: Rule) -> Severity:
    """`security-severity` (the result's, else the rule's) from 7 on decides, below that the level (DESIGN 4.4)."""
    for holder in (properties, loose.mapping(rule.get("properties"))):
        score = loose.number(holder.get("security-severity"))
        if score is not None and 0 <= score <= 10:
            if score >= 7:
                return Severity.CRITICAL if score >= 9 else Severity.MAJOR
            break
    return _BY_LEVEL.get(level_name, Severity.MINOR)


def is_secret(properties: Mapping[str, object], rule: Rule) -> bool:
    """Whether the result or its rule is tagged `secret`: no suppression hides such a finding (P7)."""
    return any(_secret_tag(holder.get("tags")) for holder in (properties, loose.mapping(rule.get("properties"))))


def _secret_tag(tags: object) -> bool:
    listed = tags.split(",") if isinstance(tags, str) else loose.sequence(tags)
    return any(isinstance(tag, str) and tag.strip().lower() in _SECRET_TAGS for tag in listed)


def _described(component: Mapping[str, object]) -> list[Rule]:
    return [loose.mapping(rule) for rule in loose.sequence(component.get("rules"))]


def _name(rule_id: object) -> str | None:
    if isinstance(rule_id, int) and not isinstance(rule_id, bool):
        return str(rule_id)
    return loose.text(rule_id)


def _same_rule(name: str, described: str | None) -> bool:
    """Equal, or a hierarchical id below the described one: `CA1000/1` (SARIF 2.1.0, section 3.27.5)."""
    return described is not None and (name == described or name.startswith(f"{described}/"))
