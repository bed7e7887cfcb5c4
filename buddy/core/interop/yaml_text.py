"""YAML files of other tools, read with the lines of their nodes, and changed by whole lines only.

A YAML writer would lose comments or lay the file out anew. What Buddy puts in stands between two comments of its own,
so that it can be replaced; wherever the file is written in a way that lines cannot be added to, it is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from buddy.core.interop.conversion import Unusable
from buddy.core.interop.foreign_text import text_of, unusable

LARGEST_YAML = 2 * 1024 * 1024
"""Bytes; the parser is slow, and nobody writes such a file by hand (P11)."""
BEGIN = "# buddy:begin (written by `buddy learnings export`; change the learnings instead)"
END = "# buddy:end"


def compose(path: str, data: bytes) -> yaml.Node | Unusable | None:
    """The top node, None for a file of comments, or why there is none."""
    if len(data) > LARGEST_YAML:
        return unusable(path, "too-large", f"the file is larger than {LARGEST_YAML >> 20} MiB")
    text = text_of(path, data)
    if isinstance(text, Unusable):
        return text
    try:
        return _compose(text)
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else None
        return unusable(path, "invalid-yaml", "the file is not valid YAML from here on", line=line)
    except (yaml.YAMLError, RecursionError):
        return unusable(path, "invalid-yaml", "the file is not valid YAML")


def pairs(node: yaml.Node | None) -> Iterator[tuple[str, yaml.Node]]:
    """The keys of a mapping with their nodes; nothing for any other node."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield key.value, value


def at(node: yaml.Node | None, *keys: str) -> yaml.Node | None:
    """The node below these keys, None where there is none."""
    for key in keys:
        node = next((value for name, value in pairs(node) if name == key), None)
    return node


def scalar(node: yaml.Node | None) -> str | None:
    """The text of a scalar as written, None for null, blank and any other node."""
    if not isinstance(node, yaml.ScalarNode) or node.tag == "tag:yaml.org,2002:null":
        return None
    return node.value if node.value.strip() else None


def line_of(node: yaml.Node) -> int:
    """Where it begins, from 1."""
    return int(node.start_mark.line) + 1


def with_block(text: str, *, below: Sequence[str], lines: Sequence[str]) -> str | None:
    """The text with these lines, unindented, between Buddy's comments below the keys; None where that cannot be done.

    An earlier block goes. The result is read again: it has to say what the text said, and the lines more.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    bare = without_block(text)
    try:
        changed = _inserted(bare, below, lines, newline) if lines else bare
        if changed is None or _but(changed, below) != _but(bare, below):
            return None
    except (yaml.YAMLError, RecursionError):
        return None
    return changed


def without_block(text: str) -> str:
    """The text without what an earlier export put there."""
    kept, inside = [], False
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if stripped.startswith("# buddy:begin"):
            inside = True
        elif inside and stripped.startswith(END):
            inside = False
        elif not inside:
            kept.append(line)
    return text if inside else "".join(kept)


def _compose(text: str) -> yaml.Node | None:
    return yaml.compose(text, Loader=yaml.SafeLoader)


def _but(text: str, keys: Sequence[str]) -> Any:
    """What the text says apart from the place of the block."""
    value = yaml.safe_load(text) or {}
    inner = value
    for key in keys[:-1]:
        inner = (inner.get(key) if isinstance(inner, dict) else None) or {}
    if isinstance(inner, dict):
        inner.pop(keys[-1], None)
    for depth in range(len(keys) - 1, 0, -1):  # a parent that was made for the block is empty without it
        parent = value
        for key in keys[: depth - 1]:
            parent = parent.get(key) or {} if isinstance(parent, dict) else {}
        if isinstance(parent, dict) and not parent.get(keys[depth - 1]):
            parent.pop(keys[depth - 1], None)
    return value


def _inserted(text: str, below: Sequence[str], lines: Sequence[str], newline: str) -> str | None:
    node = _compose(text)
    if node is None:
        return _appended(text, below, lines, newline)
    for depth, key in enumerate(below):
        if not isinstance(node, yaml.MappingNode) or node.flow_style:
            return None
        value = at(node, key)
        rest = below[depth + 1 :]
        if value is None:
            if depth == 0:
                return _appended(text, below, lines, newline)
            first = node.value[0][0].start_mark
            return _before(text, first, _chain(below[depth:], lines), newline)
        if _is_empty(value):
            column = next(k.start_mark.column for k, v in node.value if v is value)
            return _instead(text, value, _chain(rest, lines), column + 2, newline)
        if not rest:
            fits = isinstance(value, yaml.CollectionNode) and not value.flow_style
            return _before(text, value.start_mark, _chain((), lines), newline) if fits else None
        node = value
    return None


def _is_empty(node: yaml.Node) -> bool:
    if isinstance(node, yaml.ScalarNode):
        return node.tag == "tag:yaml.org,2002:null"
    return isinstance(node, yaml.CollectionNode) and not node.value


def _chain(keys: Sequence[str], lines: Sequence[str]) -> list[str]:
    made = [f"{'  ' * depth}{key}:" for depth, key in enumerate(keys)]
    indent = "  " * len(keys)
    return [*made, *(f"{indent}{line}" if line else "" for line in (BEGIN, *lines, END))]


def _appended(text: str, below: Sequence[str], lines: Sequence[str], newline: str) -> str | None:
    if text.rstrip().endswith(("\n...", "\n---")):
        return None
    gap = newline if text and not text.endswith("\n") else ""
    return text + gap + "".join(f"{line}{newline}" for line in _chain(below, lines))


def _before(text: str, mark: Any, lines: Sequence[str], newline: str) -> str | None:
    rows = text.splitlines(keepends=True)
    if rows[mark.line][: mark.column].strip():
        return None
    indent = " " * mark.column
    rows[mark.line : mark.line] = [f"{indent}{line}{newline}" if line else newline for line in lines]
    return "".join(rows)


def _instead(text: str, value: yaml.Node, lines: Sequence[str], column: int, newline: str) -> str:
    start, end = value.start_mark.index, value.end_mark.index
    head, tail = text[:start].rstrip(" "), text[end:]
    rest, _, behind = tail.partition("\n")
    indent = " " * column
    block = "".join(f"{indent}{line}{newline}" if line else newline for line in lines)
    return f"{head}{rest.rstrip(chr(13))}{newline}{block}{behind}"
