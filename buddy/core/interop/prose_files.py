"""Plain Markdown that other agents read whole: AGENTS.md, CLAUDE.md, style guides and the like.

A learning whose files all lie below a folder that has such a file of its own goes there, every other one to the top;
what stands in the file already stays as it is, byte for byte.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.interop import managed_block
from buddy.core.interop.conversion import Found, Loss, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.loss import lost
from buddy.core.interop.rule_file import read_rules
from buddy.core.learnings.record import Kind, Learning
from buddy.core.text.invisible import clean

_CARRIED = frozenset({"id", "kind", "text", "paths"})
_WILD = frozenset("*?[{\\!")


@dataclass(frozen=True, kw_only=True, slots=True)
class ProseFile:
    """One such format. `most` bounds the file: characters or lines, as `counts` says, None for no bound."""

    name: str
    title: str
    file: str
    nested: bool = False
    most: int | None = None
    counts: str = "characters"

    @property
    def patterns(self) -> Sequence[str]:
        """The file at the top, and below every folder where nested ones count."""
        return (f"**/{self.file}",) if self.nested else (f"/{self.file}",)

    def recognises(self, path: str, content: bytes) -> bool:
        """By its name."""
        return path == self.file or path.endswith(f"/{self.file}")

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in self._found(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        left_out: list[Loss] = []
        fitting: dict[str, list[Learning]] = {path: [] for path in (self.file, *sorted(existing))}
        for record in records:
            why = unfit(record)
            if why is not None:
                left_out.append(Loss(item=record.id, field="*", why=why))
            else:
                fitting[self._home(record, existing)].append(presentable(record))
        files: dict[str, bytes] = {}
        written: list[Learning] = []
        for path, here in fitting.items():
            content, kept, dropped = self._file(path, here, existing.get(path, b""))
            left_out += dropped
            written += kept
            if content is not None and (kept or path in existing):
                files[path] = content
        taken = {record.id for record in written}
        losses = [loss for record in records if record.id in taken for loss in prose_losses(record, self.title)]
        return Written(files=files, losses=losses, left_out=left_out)

    def _found(self, path: str, data: bytes) -> Iterator[Found]:
        folder = self._folder(path)
        return read_rules(path, data, paths=(f"{_literal(folder)}/**",) if folder else ())

    def _file(
        self, path: str, records: list[Learning], before: bytes
    ) -> tuple[bytes | None, list[Learning], list[Loss]]:
        """The file with as many of the records, in their order, as its bound lets in."""
        text = text_of(path, before) if before.strip() else before.decode("utf-8", "replace")
        if before.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = unusable(path, "encoding", "it is no UTF-8, and would have to be written anew as a whole")
        if isinstance(text, Unusable) or managed_block.with_block(text, "") is None:
            why = f"{path} cannot be changed: {text.message if isinstance(text, Unusable) else 'its block has no end'}"
            return None, [], [Loss(item=record.id, field="*", why=why) for record in records]
        by_hand = [item for item in managed_block.split(text).items if item.id is None]
        if by_hand:
            why = f"{path} has items of somebody else's in Buddy's part; import them, or move them out of it"
            return None, [], [Loss(item=record.id, field="*", why=why) for record in records]
        mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
        kept: list[Learning] = []
        dropped: list[Loss] = []
        if self.most is None:
            kept = records
        for record in records if self.most is not None else ():
            if self._fits(managed_block.with_block(text, managed_block.block([*kept, record])) or ""):
                kept.append(record)
            else:
                why = f"{path} would have more than the {self.most} {self.counts} that are read"
                dropped.append(Loss(item=record.id, field="*", why=why))
        content = managed_block.with_block(text, managed_block.block(kept) if kept else "")
        assert content is not None
        same = content == text and not kept
        return before if same else mark + content.encode(), kept, dropped

    def _fits(self, text: str) -> bool:
        if self.most is None:
            return True
        return (len(text) if self.counts == "characters" else text.count("\n")) <= self.most

    def _home(self, record: Learning, existing: Mapping[str, bytes]) -> str:
        """The nearest file that stands above everything the record is about."""
        if not self.nested or not record.paths:
            return self.file
        folders = [_literal_folder(glob) for glob in record.paths]
        above = [
            path for path in existing if (top := self._folder(path)) and all(_is_below(one, top) for one in folders)
        ]
        return max(above, key=lambda path: (len(path), path), default=self.file)

    def _folder(self, path: str) -> str:
        """The folder that the file speaks for; empty at the top."""
        return path.removesuffix(self.file).rstrip("/") if path.endswith(f"/{self.file}") else ""


def unfit(record: Learning) -> str | None:
    """Why a record cannot stand in prose at all."""
    if record.kind is Kind.SUPPRESSION:
        return "prose hides no findings"
    return None if managed_block.writable_globs(record) else "its globs cannot be written between back-ticks"


def below(folder: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Globs that a file below a folder gives, as globs from the top; everywhere is everything below that folder."""
    if not folder:
        return paths
    top = _literal(folder)
    return tuple(f"{top}/{_deep(glob)}" for glob in paths) or (f"{top}/**",)


def _deep(glob: str) -> str:
    """A name alone means that name in every folder."""
    anchored = glob.removeprefix("/")
    return anchored if "/" in anchored.rstrip("/") or glob.startswith("/") else f"**/{anchored}"


def presentable(record: Learning) -> Learning:
    """The record with what can be seen of its text."""
    text = clean(record.text).text.strip()
    return record if text == record.text else _with_text(record, text)


def prose_losses(record: Learning, title: str) -> Iterator[Loss]:
    """What prose does not say of a record."""
    yield from lost(record, carried=_CARRIED, because=f"{title} has no place for it")
    if presentable(record).text != record.text:
        yield Loss(item=record.id, field="text", why="what cannot be seen, and blanks at its ends, are left out")


def _with_text(record: Learning, text: str) -> Learning:
    import msgspec

    return msgspec.structs.replace(record, text=text)


def _literal_folder(glob: str) -> str:
    """The folders that a glob names before its first pattern; empty where it reaches further."""
    anchored = glob.removeprefix("/")
    if glob.startswith("!") or ("/" not in anchored.rstrip("/") and not glob.startswith("/")):
        return ""
    parts = anchored.split("/")
    known = []
    for part in parts[:-1]:
        if _WILD & set(part):
            break
        known.append(part)
    return "/".join(known)


def _is_below(folder: str, top: str) -> bool:
    return folder == top or folder.startswith(f"{top}/")


def _literal(folder: str) -> str:
    """A folder's name as a glob that matches nothing else."""
    return "".join(f"\\{char}" if char in "*?[]\\!#" else char for char in posixpath.normpath(folder))


AGENTS = ProseFile(name="agents", title="AGENTS.md", file="AGENTS.md", nested=True)
CLAUDE = ProseFile(name="claude", title="CLAUDE.md", file="CLAUDE.md", nested=True)
GEMINI = ProseFile(name="gemini", title="Gemini style guide", file=".gemini/styleguide.md")
COPILOT = ProseFile(name="copilot", title="Copilot instructions", file=".github/copilot-instructions.md", most=4_000)
CURSORRULES = ProseFile(name="cursorrules", title="Cursor rules, one file", file=".cursorrules")
BUGBOT = ProseFile(name="bugbot", title="Bugbot rules", file=".cursor/BUGBOT.md", nested=True)
BEST_PRACTICES = ProseFile(
    name="best-practices", title="Qodo best practices", file="best_practices.md", most=800, counts="lines"
)
