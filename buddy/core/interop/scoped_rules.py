"""Rule files with front matter, one for each set of globs: Copilot's path instructions and Cursor's rules.

A file that Buddy makes is named after its globs, so that the same learnings are always the same files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from buddy.core.interop import managed_block
from buddy.core.interop.conversion import Found, Loss, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.front_matter import FrontMatter, commas, taken_apart
from buddy.core.interop.prose_files import below, presentable, prose_losses, unfit
from buddy.core.interop.rule_file import rules_in
from buddy.core.learnings.record import Learning

_EVERYWHERE = ("**", "**/*", "*")


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopedRules:
    """One such format. `heads` writes the front matter of a set of globs, `scope` reads one.

    `most` bounds a file's characters, None for no bound; what is over goes into one more file.
    """

    name: str
    title: str
    folder: str
    suffix: str
    heads: Callable[[tuple[str, ...]], str]
    scope: Callable[[FrontMatter], tuple[tuple[str, ...], Sequence[str]] | str]
    most: int | None = None
    file: str | None = None

    @property
    def patterns(self) -> Sequence[str]:
        """Everywhere below the folder."""
        return (f"**/{self.folder}/**/*{self.suffix}",)

    def recognises(self, path: str, content: bytes) -> bool:
        """By its ending."""
        return path.endswith(self.suffix)

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return Reading.of(one for path, data in files.items() for one in self._found(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        left_out: list[Loss] = []
        groups: dict[tuple[str, ...], list[Learning]] = {}
        for record in records:
            why = unfit(record) or _unlisted(record) or self._misread(record)
            if why is not None:
                left_out.append(Loss(item=record.id, field="*", why=why))
            else:
                groups.setdefault(record.paths or (), []).append(presentable(record))
        files: dict[str, bytes] = {}
        for paths, group in sorted(groups.items()):
            for number, part in enumerate(self._parts(paths, group, left_out), start=1):
                path = self._path(paths, number)
                if path in existing and not _is_buddys(existing[path]):
                    why = f"{path} is not Buddy's alone any more; take what is yours out of it, or give it another name"
                    left_out += [Loss(item=record.id, field="*", why=why) for record in part]
                else:
                    files[path] = self._content(paths, part).encode()
        for path in sorted(existing):
            if path not in files and self._is_own(path) and _is_buddys(existing[path]):
                files[path] = self._content(self._globs(existing[path]), []).encode()
        gone = {loss.item for loss in left_out}
        losses = [loss for one in records if one.id not in gone for loss in self._lost(one)]
        return Written(files=files, losses=losses, left_out=left_out)

    def _misread(self, record: Learning) -> str | None:
        """Globs are written as the tool writes them, which not every reader of YAML takes for the same text."""
        there = self._globs(self._content(record.paths or (), []).encode())
        return None if there == _paths(record.paths or ()) else "its globs cannot be written as one list"

    def _lost(self, record: Learning) -> Iterator[Loss]:
        yield from prose_losses(record, self.title)
        if record.paths and not _paths(record.paths):
            yield Loss(item=record.id, field="paths", why="it is read back as everywhere, which is the same files")

    def _found(self, path: str, data: bytes) -> Iterator[Found]:
        text = text_of(path, data)
        if isinstance(text, Unusable):
            yield text
            return
        head = taken_apart(text)
        scope = self.scope(head)
        if isinstance(scope, str):
            yield unusable(path, "not-applied", scope, line=1)
            return
        paths, unsaid = scope
        yield from (Loss(item=path, field=key, why="a learning has no place for it") for key in (*unsaid, *head.odd))
        above = path.partition(f"{self.folder}/")[0].rstrip("/") if f"/{self.folder}/" in path else ""
        yield from rules_in(path, head.body, paths=below(above, paths), first=head.first)

    def _parts(
        self, paths: tuple[str, ...], group: Sequence[Learning], left_out: list[Loss]
    ) -> Iterator[list[Learning]]:
        part: list[Learning] = []
        for record in group:
            if self._fits(paths, [*part, record]):
                part.append(record)
            elif part and self._fits(paths, [record]):
                yield part
                part = [record]
            else:
                why = f"it alone is longer than the {self.most} characters of a file that are read"
                left_out.append(Loss(item=record.id, field="*", why=why))
        if part:
            yield part

    def _fits(self, paths: tuple[str, ...], records: Sequence[Learning]) -> bool:
        return self.most is None or len(self._content(paths, records)) <= self.most

    def _content(self, paths: tuple[str, ...], records: Sequence[Learning]) -> str:
        return f"{self.heads(paths)}\n{managed_block.block(records, grouped=False)}"

    def _path(self, paths: tuple[str, ...], number: int) -> str:
        again = f"-{number}" if number > 1 else ""
        if not paths:
            return f"{self.folder}/buddy{again}{self.suffix}"
        words = re.sub(r"[^a-z0-9]+", "-", paths[0].lower()).strip("-")[:30].strip("-") or "files"
        digest = hashlib.sha256("\0".join(paths).encode()).hexdigest()[:6]
        return f"{self.folder}/buddy-{words}-{digest}{again}{self.suffix}"

    def _is_own(self, path: str) -> bool:
        return (
            re.fullmatch(rf"{re.escape(self.folder)}/buddy(?:-[a-z0-9-]+)?{re.escape(self.suffix)}", path) is not None
        )

    def _globs(self, data: bytes) -> tuple[str, ...]:
        scope = self.scope(taken_apart(data.decode("utf-8", "replace")))
        return () if isinstance(scope, str) else scope[0]


def _is_buddys(data: bytes) -> bool:
    """Whether a file is one that Buddy made and nobody added to: it is replaced as a whole."""
    return managed_block.is_only_block(taken_apart(data.decode("utf-8", "replace")).body)


def _unlisted(record: Learning) -> str | None:
    """Globs go into one text with commas between them, and there is no taking files out."""
    for glob in record.paths or ():
        if glob.startswith("!"):
            return "these rules have no globs that take files out; it would reach further than meant"
        if commas(glob) != [glob] or glob != glob.strip() or (glob in _EVERYWHERE and record.paths != (glob,)):
            return "its globs cannot be written as one list"
    return None


def _apply_to(paths: tuple[str, ...]) -> str:
    return f"---\napplyTo: {json.dumps(','.join(paths or ('**',)), ensure_ascii=False)}\n---\n"


def _instructions_scope(head: FrontMatter) -> tuple[tuple[str, ...], Sequence[str]] | str:
    return _paths(head.listed("applyTo")), [key for key in head.values if key != "applyTo"]


def _mdc(paths: tuple[str, ...]) -> str:
    about = f"for {', '.join(paths)}" if paths else "for the whole repository"
    description = json.dumps(f"Learnings {about}", ensure_ascii=False)
    globs = ",".join(paths)
    return f"---\ndescription: {description}\nglobs: {globs}\nalwaysApply: {'false' if paths else 'true'}\n---\n"


def _mdc_scope(head: FrontMatter) -> tuple[tuple[str, ...], Sequence[str]] | str:
    """Cursor applies a rule always, by its globs, when asked, or when its model thinks so; a text is no switch."""
    unsaid = [key for key in head.values if key not in ("globs", "alwaysApply", "description")]
    if head.text("description") and not head.text("description").startswith("Learnings for "):
        unsaid.append("description")
    if head.values.get("alwaysApply") is True:
        return (), unsaid
    paths = head.listed("globs")
    if not paths and head.values:
        return "Cursor applies this rule only when it is asked for; give it globs or `alwaysApply: true` first"
    return _paths(paths), unsaid


def _paths(globs: tuple[str, ...]) -> tuple[str, ...]:
    return () if any(glob in _EVERYWHERE for glob in globs) else globs


COPILOT_INSTRUCTIONS = ScopedRules(
    name="copilot-instructions",
    title="Copilot path instructions",
    folder=".github/instructions",
    suffix=".instructions.md",
    heads=_apply_to,
    scope=_instructions_scope,
    most=4_000,
)
CURSOR = ScopedRules(
    name="cursor", title="Cursor rules", folder=".cursor/rules", suffix=".mdc", heads=_mdc, scope=_mdc_scope
)
