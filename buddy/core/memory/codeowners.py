"""GitHub's CODEOWNERS: who owns a path. The last matching line decides, also when it names nobody.

https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from buddy.core.globs import GlobSet
from buddy.core.globs.pattern import Shape

MAX_LINES = 20_000
MAX_EXPRESSIONS = 500
"""Rules with wildcards inside that are heeded, the first ones; paths, folders and endings cost next to nothing."""

_FIELD = re.compile(r"(?:\\.|[^\s\\#]|(?<=\S)#)+")
_OWNER = re.compile(r"@[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:/[A-Za-z0-9._-]{1,100})?")
_UNSUPPORTED = re.compile(r"!|\[|\\#|\*{3}")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Rule:
    line: int
    globs: GlobSet
    owners: tuple[str, ...]
    files_of: int | None  # `docs/*` means the files of that folder, not those below: how many slashes these have

    @property
    def costly(self) -> bool:
        return any(pattern.shape is Shape.EXPRESSION for pattern in self.globs.patterns)

    def matches(self, path: str) -> bool:
        return self.files_of in (None, path.count("/")) and self.globs.matches(path) is not None


class CodeOwners:
    """The rules of one file; a line that GitHub would not accept costs that line.

    Owners are logins and teams; an e-mail address is no owner here, since it would end up in a comment.
    """

    __slots__ = ("_below",)

    def __init__(self, text: str) -> None:
        self._below: dict[str, list[_Rule]] = {}
        expressions = 0
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines()[:MAX_LINES]):
            rule = _rule(line, number=number)
            if rule is None or (rule.costly and expressions == MAX_EXPRESSIONS):
                continue
            expressions += rule.costly
            for folder in {pattern.folder for pattern in rule.globs.patterns}:
                self._below.setdefault(folder, []).append(rule)

    @property
    def anywhere(self) -> int:
        """How many rules must be asked about every path, since they name no folder."""
        return len(self._below.get("", ()))

    def of(self, path: str) -> tuple[str, ...]:
        """The owners of a path, empty where it has none."""
        deciding: _Rule | None = None
        for folder in ("", path, *_folders(path)):
            for rule in reversed(self._below.get(folder, ())):
                if deciding is not None and rule.line <= deciding.line:
                    break
                if rule.matches(path):
                    deciding = rule
                    break
        return deciding.owners if deciding else ()


def _folders(path: str) -> Iterator[str]:
    return (path[:at] for at, character in enumerate(path) if character == "/")


def _rule(line: str, *, number: int) -> _Rule | None:
    fields = [field[0] for field in _FIELD.finditer(_without_comment(line))]
    if not fields or _UNSUPPORTED.search(fields[0]):
        return None
    glob = re.sub(r"(?<!\\)([{}])", r"\\\1", fields[0])  # braces are plain characters there
    globs = GlobSet([glob])
    if not globs:
        return None
    owners = tuple(dict.fromkeys(field for field in fields[1:] if _OWNER.fullmatch(field)))
    slashes = glob.strip("/").count("/") if glob.endswith("/*") and "**" not in glob else None
    return _Rule(line=number, globs=globs, owners=owners, files_of=slashes)


def _without_comment(line: str) -> str:
    return re.sub(r"(?:^|(?<=\s))#.*", "", line)
