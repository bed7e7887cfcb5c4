"""The front matter of a rule file: strict YAML where it is YAML, else read line by line, as the tools do that wrote it.

Cursor's `globs: **/*.ts, **/*.tsx` is not YAML (`*` begins an alias), and yet is what its editor writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

_PARSER = MarkdownIt("commonmark", {"maxNesting": 20}).use(front_matter_plugin)
_LARGEST = 64 * 1024
"""Characters of front matter that are read."""
_KEY = re.compile(r"(?P<key>[A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(?P<value>.*))?")
_COMMENT = re.compile(r"(?:^|\s+)#.*")
_ENTRY = re.compile(r"[ \t]*-[ \t]+(?P<value>.*)")

Value = str | bool | tuple[str, ...] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FrontMatter:
    """`values` as far as they are texts, switches or lists of texts; `body` begins at line `first`, from 1.

    `odd` are the keys whose values are something else.
    """

    values: Mapping[str, Value] = field(default_factory=dict)
    body: str = ""
    first: int = 1
    odd: tuple[str, ...] = ()

    def text(self, key: str) -> str:
        """A text, trimmed; empty where there is none."""
        value = self.values.get(key)
        return value.strip() if isinstance(value, str) else ""

    def listed(self, key: str) -> tuple[str, ...]:
        """A list, or a text of several with commas between them that stand outside of braces."""
        value = self.values.get(key)
        if isinstance(value, str):
            value = value.strip()
            value = value[1:-1] if value.startswith("[") and value.endswith("]") else value
        parts = value if isinstance(value, tuple) else commas(value) if isinstance(value, str) else ()
        return tuple(part for part in (one.strip().strip("\"'").strip() for one in parts) if part)


def taken_apart(text: str) -> FrontMatter:
    """Never raises; a file without front matter is all body."""
    plain = text.replace("\r\n", "\n")
    tokens = _PARSER.parse(plain[: _LARGEST + 16]) if plain.startswith("---") else []
    if not tokens or tokens[0].type != "front_matter" or tokens[0].map is None:
        return FrontMatter(body=text)
    last = tokens[0].map[1]
    values, odd = _values(tokens[0].content)
    return FrontMatter(values=values, body="\n".join(text.split("\n")[last:]), first=last + 1, odd=odd)


def commas(text: str) -> list[str]:
    """Split at commas outside of braces."""
    parts = [""]
    depth = 0
    for character in text:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def _values(content: str) -> tuple[dict[str, Value], tuple[str, ...]]:
    try:
        loaded = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):
        loaded = None
    if not isinstance(loaded, dict):
        return _by_line(content), ()
    values, odd = _from_yaml(loaded)
    # `globs: {a,b}/**` is a mapping to YAML, and a text to whoever wrote it.
    texts = {key: value for key, value in _by_line(content).items() if key in odd and isinstance(value, str) and value}
    return values | texts, tuple(key for key in odd if key not in texts)


def _from_yaml(loaded: Mapping[object, object]) -> tuple[dict[str, Value], tuple[str, ...]]:
    values: dict[str, Value] = {}
    odd: list[str] = []
    for key, value in loaded.items():
        name = str(key)
        if value is None or isinstance(value, str | bool):
            values[name] = value
        elif isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
            values[name] = tuple(map(str, value))
        elif isinstance(value, int | float):
            values[name] = str(value)
        else:
            odd.append(name)
    return values, tuple(odd)


def _by_line(content: str) -> dict[str, Value]:
    values: dict[str, Value] = {}
    key = ""
    for line in content.split("\n"):
        if (found := _KEY.fullmatch(line.rstrip())) is not None:
            key = found["key"]
            values[key] = _plain(found["value"] or "")
        elif key and (entry := _ENTRY.fullmatch(line.rstrip())) is not None:
            before = values[key]
            values[key] = (*(before if isinstance(before, tuple) else ()), str(_plain(entry["value"])))
    return values


def _plain(value: str) -> str | bool:
    """Without its quotes; a bare true or false is a switch, a quoted one is a text."""
    value = _COMMENT.sub("", value.strip())
    if value in ("true", "false"):
        return value == "true"
    for quote in "\"'":
        if len(value) >= 2 and value[0] == value[-1] == quote and quote not in value[1:-1]:
            return value[1:-1]
    return value
