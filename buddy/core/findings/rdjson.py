"""reviewdog's diagnostics: rdjson, one object for all, and rdjsonl, one a line.

The format is a protobuf message in JSON form, so names may come in camel or snake case and enums as numbers
(https://github.com/reviewdog/reviewdog/tree/master/proto/rdf).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from buddy.core.errors import InputError
from buddy.core.findings import loose
from buddy.core.findings.category import category, tool_name
from buddy.core.findings.encoded import decode
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.notices import NoticeId, Notices
from buddy.core.findings.paths import normalise_path
from buddy.core.findings.plain_text import readable
from buddy.core.findings.regions import lines

Raw = msgspec.Raw

_BY_NAME = {"ERROR": Severity.MAJOR, "WARNING": Severity.MINOR, "INFO": Severity.NIT}
_BY_NUMBER = {1: "ERROR", 2: "WARNING", 3: "INFO"}
_LONGEST_RULE = 500
_LONGEST_NAME = 200


def read_result(name: str, top: dict[str, Raw], *, roots: Sequence[str], notices: Notices) -> Iterator[Finding]:
    """The findings of an rdjson document; source and severity of the document stand in for missing ones."""
    try:
        diagnostics = decode(top["diagnostics"], list[Raw])
    except msgspec.DecodeError:
        raise InputError(f"{name}: `diagnostics` is not a list; was this rdjson written completely?") from None
    defaults: dict[str, object] = {key: decode(top[key], object) for key in ("source", "severity") if key in top}
    for number, raw in enumerate(diagnostics, start=1):
        finding = _read(raw, defaults=defaults, what=f"diagnostic {number}", roots=roots, notices=notices)
        if finding is None:
            notices.add(NoticeId.BAD_RESULT, f"diagnostic {number} cannot be read and was left out")
        else:
            yield finding


def tool_of(top: dict[str, Raw]) -> str | None:
    """The tool that an rdjson document names for all its diagnostics, None where it names none."""
    name = _name(decode(top["source"], object), "name") if "source" in top else None
    return None if name is None else tool_name(name)


def read_lines(data: bytes, *, roots: Sequence[str], notices: Notices) -> Iterator[Finding]:
    """The findings of an rdjsonl file; a line that is no diagnostic costs itself."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        finding = _read(line, defaults={}, what=f"line {number}", roots=roots, notices=notices)
        if finding is None:
            notices.add(NoticeId.BAD_LINE, f"line {number} is no diagnostic and was left out")
        else:
            yield finding


def is_diagnostic(fields: Mapping[str, object]) -> bool:
    """Whether an object looks like one diagnostic: words or a place, and not another format's."""
    return isinstance(fields.get("message"), str) or isinstance(fields.get("location"), dict)


def _read(
    raw: Raw | bytes, *, defaults: Mapping[str, object], what: str, roots: Sequence[str], notices: Notices
) -> Finding | None:
    try:
        fields = {**defaults, **_stated(decode(raw, dict[str, object]))}
    except (msgspec.DecodeError, RecursionError):
        return None
    if not is_diagnostic(fields):
        return None
    tool = tool_name(_name(fields.get("source"), "name"))
    rule = _name(fields.get("code"), "value") or ""
    if len(rule) > _LONGEST_RULE:
        notices.add(NoticeId.RULE_ID_TOO_LONG, f"{what}: its code was dropped, it is too long")
        rule = ""
    location = loose.mapping(fields.get("location"))
    path = loose.text(location.get("path"))
    line, end_line = _lines(loose.mapping(location.get("range")), what=what, notices=notices)
    inside = None if path is None else normalise_path(path, roots)
    words = loose.text(fields.get("message")) or rule
    return Finding(
        category=category(tool=tool, rule=rule),
        tool=tool,
        rule=rule,
        path=inside,
        line=None if inside is None else line,
        end_line=None if inside is None else end_line,
        severity=_severity(fields.get("severity"), what=what, notices=notices),
        message=readable(words, what=what, notices=notices) or "(no message)",
        related=(path[:_LONGEST_NAME],) if path is not None and inside is None else (),
    )


def _stated(fields: Mapping[str, object]) -> Mapping[str, object]:
    """Without the fields that are null or say nothing, so that the document's defaults show through."""
    return {key: value for key, value in fields.items() if value not in (None, "", {}, "UNKNOWN_SEVERITY", 0)}


def _name(value: object, key: str) -> str | None:
    inner = loose.mapping(value).get(key) if isinstance(value, dict) else value
    return str(inner) if isinstance(inner, int) and not isinstance(inner, bool) else loose.text(inner)


def _severity(stated: object, *, what: str, notices: Notices) -> Severity:
    number = loose.whole(stated)
    name = _BY_NUMBER.get(number, "") if number is not None else stated
    if isinstance(name, str) and name.strip().upper() in _BY_NAME:
        return _BY_NAME[name.strip().upper()]
    if stated is not None:
        notices.add(NoticeId.UNKNOWN_LEVEL, f"{what}: its severity is not known and counts as WARNING")
    return Severity.MINOR


def _lines(range_: Mapping[str, object], *, what: str, notices: Notices) -> tuple[int | None, int | None]:
    start, end = loose.mapping(range_.get("start")).get("line"), loose.mapping(range_.get("end")).get("line")
    return lines(start, end or None, what=what, notices=notices)
