"""`ignore-rule`: what to hide, where, and why. An incomplete one is refused, never completed by guessing (P4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from buddy.core.commands import subjects
from buddy.core.commands.command import IgnoreRule
from buddy.core.commands.options import Option, Unreadable, arguments, shown
from buddy.core.commands.paths import paths
from buddy.core.commands.quoting import bare, code_ranges

_USAGE = (
    "write `ignore-rule 0123456789ab`, or `ignore-rule tool/rule --paths src/**`, "
    "or in a finding's thread only `ignore-rule because …`"
)
_ALLOWED = frozenset({Option.PATHS, Option.ONLY_THIS})
_BECAUSE = re.compile(r"(?<!\S)because:?(?!\S)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    """The words of one part of the command, and the reason that begins in it."""

    words: str
    because: str | None


def ignore_rule(rest: str, *, n: int, line: int) -> IgnoreRule:
    """Read what follows the name; raises `Unreadable`."""
    found = arguments(rest, allowed=_ALLOWED)
    head = _part(found.text)
    options = {option: _part(value) for option, value in found.options.items()}
    target, fingerprint, rule = _target(head.words)
    globs = paths(options[Option.PATHS].words) if Option.PATHS in options else ()
    only_this = Option.ONLY_THIS in options
    if only_this and options[Option.ONLY_THIS].words:
        raise Unreadable(f"`--only-this` takes no value, and {shown(options[Option.ONLY_THIS].words)} follows it")
    if rule and not globs:
        raise Unreadable(f"a rule needs paths: write `ignore-rule {rule} --paths src/**`")
    if rule and only_this:
        raise Unreadable("`--only-this` needs the fingerprint of one finding, not a rule")
    return IgnoreRule(
        n=n,
        line=line,
        target=target,
        fingerprint=fingerprint,
        rule=rule,
        paths=globs,
        only_this=only_this,
        because=_reason([head, *options.values()]),
    )


def _part(text: str) -> _Part:
    code = code_ranges(text)
    for found in _BECAUSE.finditer(text):
        if not any(start <= found.start() < end for start, end in code):
            return _Part(words=text[: found.start()].strip().rstrip(",;"), because=text[found.end() :].strip())
    return _Part(words=text.strip(), because=None)


def _reason(parts: list[_Part]) -> str | None:
    reasons = [part.because for part in parts if part.because is not None]
    if len(reasons) > 1:
        raise Unreadable("`because` stands on both sides of an option; write the reason once, at the end")
    if "" in reasons:
        raise Unreadable("nothing follows `because`; write the reason behind it, or leave it out")
    return reasons[0] if reasons else None


def _target(words: str) -> tuple[str, str | None, str | None]:
    """The target as written, and the fingerprint or rule that it is."""
    if not words:
        return "", None, None
    first, *more = words.split()
    target = bare(first.rstrip(",;:")) if not more or first[:1] != "`" else bare(first)
    fingerprint, rule = subjects.fingerprint(target), subjects.rule(target)
    if fingerprint is None and rule is None:
        raise Unreadable(f"{shown(target)} is neither a full fingerprint nor a rule; {_USAGE}")
    if more:
        others = [subjects.fingerprint(bare(word)) or subjects.rule(bare(word)) for word in more]
        if any(others):
            raise Unreadable("it names more than one finding; write one `ignore-rule` a line")
        raise Unreadable(f"{shown(' '.join(more))} is not understood; put a reason behind `because`")
    return target, fingerprint, rule
