"""`reviews.path_instructions` of `.coderabbit.yaml`: prose for a glob, read and written beside what stands there.

An instruction of more than one statement is taken apart: each item of a list, each paragraph, is a learning.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import yaml

from buddy.core.interop import yaml_text
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.instructions import statements
from buddy.core.interop.loss import lost
from buddy.core.learnings.record import Kind, Learning

BELOW = ("reviews", "path_instructions")
LONGEST = 20_000
"""Characters of one instruction that CodeRabbit reads (its public schema)."""
_EVERYWHERE = ("**", "**/*", "*", "/**")
_MARK = re.compile(r"#\s*buddy (?P<id>[A-Za-z]_[A-Za-z0-9_.-]{2,64})\s*$")
_CARRIED = {"id", "text", "paths"}


class CodeRabbitYaml:
    """CodeRabbit's configuration."""

    name = "coderabbit-yaml"
    title = "CodeRabbit configuration"
    patterns = ("/.coderabbit.yaml", "/.coderabbit.yml")
    file = ".coderabbit.yaml"

    def recognises(self, path: str, content: bytes) -> bool:
        """By its name."""
        return path.rpartition("/")[2] in (".coderabbit.yaml", ".coderabbit.yml")

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in _found(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        path = next((one for one in existing if self.recognises(one, b"")), self.file)
        data = existing.get(path, existing.get(self.file, b""))
        items: list[str] = []
        losses: list[Loss] = []
        left_out: list[Loss] = []
        for record in records:
            why = _unfit(record)
            if why is not None:
                left_out.append(Loss(item=record.id, field="*", why=why))
                continue
            items += _item(record)
            losses += lost(record, carried=_CARRIED, because="CodeRabbit's path instructions have no place for it")
            losses += _rewritten(record)
        content = _changed(path, data, items)
        if content is None:
            why = f"{path} is not written in a way that Buddy can add to; add `reviews.path_instructions:` as a list"
            return Written(files={}, left_out=[*left_out, *(Loss(item=one.id, field="*", why=why) for one in records)])
        return Written(files={path: content}, losses=losses, left_out=left_out)


def _found(path: str, data: bytes) -> Iterator[Found]:
    top = yaml_text.compose(path, data)
    if isinstance(top, Unusable):
        yield top
        return
    if top is not None and not isinstance(top, yaml.MappingNode):
        yield unusable(path, "unknown-schema", "the file is no configuration of CodeRabbit", line=1)
        return
    section = yaml_text.at(top, *BELOW)
    text = text_of(path, data)
    rows = text.splitlines() if isinstance(text, str) else []
    if isinstance(section, yaml.SequenceNode):
        for item in section.value:
            yield from _of_item(path, item, rows)
    elif section is not None and yaml_text.scalar(section) is not None:
        line = yaml_text.line_of(section)
        yield unusable(path, "wrong-type", "`path_instructions` is no list", line=line)
    for key, _ in yaml_text.pairs(top):
        if key not in ("reviews", "language"):
            yield Loss(item=path, field=key, why="it configures CodeRabbit and says nothing to remember")


def _of_item(path: str, item: yaml.Node, rows: Sequence[str]) -> Iterator[Found]:
    line = yaml_text.line_of(item)
    glob = yaml_text.scalar(yaml_text.at(item, "path"))
    instructions = yaml_text.at(item, "instructions")
    text = yaml_text.scalar(instructions)
    if text is None or instructions is None:
        yield unusable(path, "no-text", "the item has no `instructions`", line=line)
        return
    paths = _paths(glob)
    marked = _MARK.search(rows[line - 1]) if line <= len(rows) else None
    if marked is not None:
        yield Entry(place=Place(path=path, line=line), text=text.strip(), id=marked["id"], paths=paths)
        return
    for offset, statement in statements(text):
        place = Place(path=path, line=_line(instructions, offset))
        if statement.lead:
            yield Loss(item=f"{path}:{place.line}", field="heading", why="it only introduces what follows")
        else:
            yield Entry(place=place, text=statement.text, paths=paths or None)


def _line(node: yaml.Node, offset: int) -> int:
    """Lines of a literal block can be counted; any other scalar begins where it begins."""
    literal = isinstance(node, yaml.ScalarNode) and node.style == "|"
    return yaml_text.line_of(node) + (offset + 1 if literal else 0)


def _paths(glob: str | None) -> tuple[str, ...]:
    """Nothing for everywhere. `{a,b}` around all of it is how several globs are written."""
    glob = (glob or "").strip()
    if not glob or glob in _EVERYWHERE:
        return ()
    if glob.startswith("{") and glob.endswith("}") and not re.search(r"[{}]", glob[1:-1]):
        return tuple(part.strip() for part in glob[1:-1].split(",") if part.strip())
    return (glob,)


def _unfit(record: Learning) -> str | None:
    if record.kind is Kind.SUPPRESSION:
        return "path instructions hide no findings"
    paths = record.paths or ()
    if any(glob.startswith("!") for glob in paths):
        return "a path instruction has one glob, which cannot take files out; it would reach further than meant"
    if len(paths) > 1 and any(set("{},") & set(glob) for glob in paths):
        return "its globs cannot be written as one"
    return "CodeRabbit reads no longer instructions" if len(record.text) > LONGEST else None


def _rewritten(record: Learning) -> Iterator[Loss]:
    paths = record.paths or ()
    if paths and _paths(_glob(record)) != paths:
        yield Loss(item=record.id, field="paths", why="it is read back in another spelling that matches the same files")


def _glob(record: Learning) -> str:
    paths = record.paths or ("**",)
    return paths[0] if len(paths) == 1 else "{" + ",".join(paths) + "}"


def _item(record: Learning) -> list[str]:
    """JSON's strings are YAML's, so nothing in a text can end its own quotes."""
    return [
        f"- path: {json.dumps(_glob(record))}  # buddy {record.id}",
        f"  instructions: {_quoted(record.text)}",
    ]


def _quoted(text: str) -> str:
    """ASCII only: an escape stands for every other character, also for those that end a line in YAML alone."""
    encoded = json.dumps(text, ensure_ascii=False)
    return re.sub(r"[^\x20-\x7e]", lambda found: _escape(found[0]) if _is_odd(found[0]) else found[0], encoded)


def _is_odd(character: str) -> bool:
    return not character.isprintable() or character in "\u0085\u2028\u2029\ufeff\u00a0"


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"


def _changed(path: str, data: bytes, items: Sequence[str]) -> bytes | None:
    text = text_of(path, data) if data.strip() else ""
    if isinstance(text, Unusable):
        return None
    changed = yaml_text.with_block(text, below=BELOW, lines=items)
    if changed is None:
        return None
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    return mark + changed.encode()


FORMAT = CodeRabbitYaml()
