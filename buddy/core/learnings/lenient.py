"""Reading the line that the fast decoder refuses: with the standard library, field by field, failing narrow (P4).

What a field says wrongly costs the field where that is harmless (a source, a keyword) and the record where it could
widen it (its paths, its status). Null means absent everywhere.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

import msgspec

from buddy.core.learnings.problems import Problem, ProblemReason, Severity
from buddy.core.learnings.record import (
    VERSION,
    About,
    FaultyLearning,
    InertReason,
    Kind,
    Learning,
    Match,
    Scope,
    Source,
    Status,
    Trust,
    Verify,
)

_MAX_DIGITS = 100
_SURROGATE = re.compile("[\ud800-\udfff]")
_ENUM = TypeVar("_ENUM", Kind, Scope, Status, Trust)
_STRUCT = TypeVar("_STRUCT", Source, Match, About, Verify)


@dataclass(kw_only=True, slots=True)
class LineReading:
    """What one line gave: a record, or None, and the problems found on it."""

    line: int
    id: str | None = None
    learning: Learning | None = None
    problems: list[Problem] = field(default_factory=list)

    def add(self, reason: ProblemReason, message: str, severity: Severity = Severity.WARNING) -> None:
        """Note a problem of this line."""
        problem = Problem(line=self.line, reason=reason, message=message, severity=severity, id=self.id)
        self.problems.append(problem)


def read_line(raw: bytes, *, line: int) -> LineReading:
    """Read one line that is not blank; `line` is its number in the file."""
    reading = LineReading(line=line)
    value = _decode(raw, reading)
    if reading.problems:
        return reading
    if not isinstance(value, dict):
        reading.add(ProblemReason.NOT_AN_OBJECT, "the line is JSON but no object")
        return reading
    value = _without_surrogates(value, reading)
    if not isinstance(value.get("id"), str):
        reading.add(ProblemReason.INVALID_ID, "the record has no id")
        return reading
    reading.id = value["id"]
    reading.learning = _Fields(value, reading).learning()
    return reading


def as_written(raw: bytes) -> dict[str, Any] | None:
    """The object on a line that gave a record, with all its keys, safe to encode.

    None for a line that only the fast decoder can read, such as one that nests too deeply.
    """
    try:
        text = json.dumps(_loads(raw), ensure_ascii=False)
        record: dict[str, Any] = json.loads(_SURROGATE.sub("\ufffd", text), parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None
    return record


def _loads(raw: bytes) -> Any:
    return json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant, parse_int=_bounded_int)


def _decode(raw: bytes, reading: LineReading) -> object:
    try:
        return _loads(raw)
    except UnicodeDecodeError:
        reading.add(ProblemReason.INVALID_UTF8, "the line is not valid UTF-8")
    except RecursionError:
        reading.add(ProblemReason.TOO_DEEP, "the line is nested too deeply")
    except ValueError:
        reading.add(ProblemReason.INVALID_JSON, "the line is not valid JSON")
    return None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _bounded_int(digits: str) -> int | float:
    """A number of thousands of digits is legal JSON that `int` refuses; it is no id and no version either."""
    return int(digits) if len(digits) <= _MAX_DIGITS else math.inf


def _without_surrogates(record: dict[str, Any], reading: LineReading) -> dict[str, Any]:
    """Half a surrogate pair cannot be written or posted: each becomes U+FFFD."""
    text = json.dumps(record, ensure_ascii=False)
    if not _SURROGATE.search(text):
        return record
    reading.add(ProblemReason.LONE_SURROGATE, "half of a character (a lone surrogate) is read as U+FFFD")
    cleaned: dict[str, Any] = json.loads(_SURROGATE.sub("\ufffd", text))
    return cleaned


class _Fields:
    """The fields of one object, read one by one; the first fault that is found stays."""

    def __init__(self, record: Mapping[str, Any], reading: LineReading) -> None:
        self._record = record
        self._reading = reading
        self._fault: InertReason | None = None

    def learning(self) -> Learning:
        self._read_version()
        fields: dict[str, Any] = {
            "id": self._record["id"],
            "kind": self._choice("kind", Kind.FACT, InertReason.UNKNOWN_KIND),
            "scope": self._choice("scope", Scope.REPO, InertReason.UNKNOWN_SCOPE),
            "status": self._choice("status", Status.ACTIVE, InertReason.UNKNOWN_STATUS),
            "text": self._text(),
            "paths": self._paths(),
            "trust": self._choice("trust", Trust.STATED, None),
            "match": self._struct("match", Match, self._fault_of_match()),
            "reason": self._string("reason"),
            "about": self._struct("about", About, None),
            "keywords": self._strings("keywords"),
            "expires_at": self._string("expiresAt", InertReason.UNREADABLE_EXPIRY),
            "supersedes": self._strings("supersedes"),
            "verify": self._struct("verify", Verify, None),
            "source": self._struct("source", Source, None),
            "created_at": self._string("createdAt"),
            "updated_at": self._string("updatedAt"),
        }
        return FaultyLearning(**fields, fault=self._fault) if self._fault else Learning(**fields)

    def _fault_of_match(self) -> InertReason | None:
        hides = self._record.get("kind") == Kind.SUPPRESSION.value
        return InertReason.INCOMPLETE_SUPPRESSION if hides else None

    def _fail(self, fault: InertReason | None) -> None:
        self._fault = self._fault or fault

    def _wrong(self, key: str, fault: InertReason | None = None) -> None:
        self._fail(fault)
        self._reading.add(ProblemReason.WRONG_TYPE, f"`{key}` has the wrong type and is not used")

    def _read_version(self) -> None:
        version = self._record.get("v")
        number = _whole_number(version)
        if version is None or number == VERSION:
            return
        if number is not None and number > VERSION:
            self._fail(InertReason.NEWER_VERSION)
            message = f"written for schema version {min(number, 10**9)}, which this Buddy does not read; kept as it is"
            self._reading.add(ProblemReason.NEWER_VERSION, message, Severity.NOTICE)
        else:
            self._fail(InertReason.UNKNOWN_VERSION)
            self._reading.add(ProblemReason.UNKNOWN_VERSION, "`v` is no version number; kept, not applied")

    def _choice(self, key: str, default: _ENUM, fault: InertReason | None) -> _ENUM:
        value = self._record.get(key)
        if value is None:
            return default
        try:
            return type(default)(value)
        except ValueError:
            self._fail(fault)
            used = f"; read as `{default.value}`" if fault is None else "; kept, not applied"
            reason = ProblemReason(f"unknown-{key}")
            self._reading.add(reason, f"`{key}` has a value that this Buddy does not know{used}", Severity.NOTICE)
            return default

    def _text(self) -> str:
        value = self._record.get("text")
        if isinstance(value, str):
            return value
        if value is not None:
            self._wrong("text", InertReason.NO_TEXT)
        return ""

    def _paths(self) -> tuple[str, ...] | None:
        value = self._record.get("paths")
        if isinstance(value, str):
            return (value,)
        if value is None or value == []:
            return None
        globs = tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
        if not globs:
            self._fail(InertReason.NO_USABLE_PATH)
            self._reading.add(ProblemReason.NO_USABLE_PATH, "`paths` holds no text; kept, not applied")
        elif len(globs) < len(value):
            self._reading.add(ProblemReason.BAD_GLOB, "an item of `paths` is no text and is not used")
        return globs

    def _string(self, key: str, fault: InertReason | None = None) -> str | None:
        value = self._record.get(key)
        if value is None or isinstance(value, str):
            return value
        self._wrong(key, fault)
        return None

    def _strings(self, key: str) -> tuple[str, ...] | None:
        value = self._record.get(key)
        items = [value] if isinstance(value, str) else value
        if items is None:
            return None
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            self._wrong(key)
            return tuple(item for item in items if isinstance(item, str)) if isinstance(items, list) else None
        return tuple(items)

    def _struct(self, key: str, kind: type[_STRUCT], fault: InertReason | None) -> _STRUCT | None:
        value = self._record.get(key)
        if value is None:
            return None
        try:
            return msgspec.convert(value, kind, strict=False)
        except (msgspec.ValidationError, OverflowError):
            self._wrong(key, fault)
            return None


def _whole_number(version: object) -> int | None:
    """The version as a number; text such as "1" counts, true and 1.5 do not."""
    if isinstance(version, bool):
        return None
    if isinstance(version, str) and re.fullmatch(r"\s*[0-9]{1,9}\s*", version):
        return int(version)
    if isinstance(version, float) and version.is_integer():
        return int(version)
    return version if isinstance(version, int) else None
