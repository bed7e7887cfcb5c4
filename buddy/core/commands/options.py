"""A command's words apart from its options. What is not understood is refused, never taken for text (CMD-11)."""

from __future__ import annotations

import difflib
import enum
import re
from dataclasses import dataclass, field

from buddy.core.commands.quoting import DASHES, code_ranges, unquoted
from buddy.core.secrets import redact
from buddy.core.text.markdown import code_span


class Option(enum.Enum):
    """Every option of any command; the values are what is typed behind the dashes."""

    PATHS = "paths"
    ONLY_THIS = "only-this"


class Unreadable(ValueError):
    """A command that is refused as a whole; the message is a clause of Markdown: what is wrong, and the right form."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Arguments:
    """What follows a command's name: its words as typed up to the first option, and each option's value as typed."""

    text: str
    options: dict[Option, str] = field(default_factory=dict)


_NAMES = {option.value: option for option in Option}
_NEARLY = ("path", "glob", "globs")
"""What people write for `--paths`."""

_MOST = 20
"""Options a command; there are fewer, and each may only stand there once."""

_KNOWN = "|".join(name.replace("-", f"[{DASHES}]") for name in _NAMES)
_OPTION = re.compile(
    rf"(?:(?<![\w{DASHES}])[{DASHES}]++|--)(?P<known>{_KNOWN})(?![\w-])[=:]?"
    rf"|(?<![\w/{DASHES}])(?P<dashes>[{DASHES}]++)[\"'“”‘’`(,]{{0,3}}(?P<unknown>[^\W\d_]\w*(?:-\w+)*)"
    rf"|--(?P<glued>{'|'.join(_NEARLY)})(?![\w-])"
    rf"|(?<!\S)[{DASHES}]++[^\w/]{{1,4}}(?P<apart>paths(?=\s\S{{0,200}}[/*.])|only[{DASHES}]this)(?!\w)",
    re.IGNORECASE,
)


def arguments(rest: str, *, allowed: frozenset[Option]) -> Arguments:
    """Split what follows a command's name; raises `Unreadable`.

    An option is known whatever dashes its writer's keyboard made. A word behind `--` that is none, one that stands
    twice or that this command does not have, refuses the command; in inline code it is text.
    """
    found = _options(rest)
    text = rest[: found[0].start()].strip() if found else rest.strip()
    plain = unquoted(text)
    if plain != text and not found and _options(plain):
        raise Unreadable("the quotes hold an option too; close them before it, or put it in back-ticks")
    options: dict[Option, str] = {}
    for at, match in enumerate(found):
        option = _known(match, allowed)
        if option in options:
            raise Unreadable(f"`--{option.value}` stands there twice; write it once")
        end = found[at + 1].start() if at + 1 < len(found) else len(rest)
        options[option] = rest[match.end() : end].strip()
    return Arguments(text=plain, options=options)


def shown(words: str) -> str:
    """Foreign words inside a message: short, without secrets, as code."""
    safe = redact(words)
    return code_span(safe if len(safe) <= 80 else f"{safe[:79]}…") or "nothing"


def _options(rest: str) -> list[re.Match[str]]:
    """The options outside of inline code and of quotes around the words before them."""
    matches = [found for found in _OPTION.finditer(rest) if _is_option(found)]
    if len(matches) > _MOST:
        raise Unreadable(f"it has more than {_MOST} options; what belongs to the text goes in back-ticks")
    ignored = [*code_ranges(rest), *_leading_quote(rest, matches)]
    return [found for found in matches if not any(start <= found.start() < end for start, end in ignored)]


def _leading_quote(rest: str, matches: list[re.Match[str]]) -> list[tuple[int, int]]:
    """The quotes around the whole text, where an option or nothing follows them."""
    start = len(rest) - len(rest.lstrip())
    for end in [*(found.start() for found in matches), len(rest)]:
        text = rest[start:end].strip()
        if unquoted(text) != text:
            return [(start, start + len(text))]
    return []


def _is_option(found: re.Match[str]) -> bool:
    """A word behind two hyphens is one; behind other dashes, which prose has too, only what nearly is a known one."""
    if not found["unknown"]:
        return True
    name = _plain(found["unknown"][:40])
    near = difflib.get_close_matches(name, [*_NAMES, *_NEARLY], n=1, cutoff=0.8)
    return found["dashes"].startswith("--") or bool(near) or not {*_NAMES, *_NEARLY}.isdisjoint(name.split("-"))


def _known(found: re.Match[str], allowed: frozenset[Option]) -> Option:
    right = " and ".join(f"`--{option.value}`" for option in Option if option in allowed)
    has = f"it has {right}" if right else "it takes none"
    if apart := found["apart"]:
        raise Unreadable(f"something stands between the dashes and `{_plain(apart)}`; write `--{_plain(apart)}`")
    if unknown := found["unknown"] or found["glued"]:
        name = shown(f"--{unknown}")
        raise Unreadable(f"{name} is no option of it; {has}, and what belongs to the text goes in back-ticks")
    option = _NAMES[_plain(found["known"])]
    if option not in allowed:
        raise Unreadable(f"`--{option.value}` is no option of it; {has}")
    return option


def _plain(name: str) -> str:
    return re.sub(f"[{DASHES}]", "-", name).lower()
