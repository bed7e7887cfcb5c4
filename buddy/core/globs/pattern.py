"""One normalised glob, ready to be asked about paths.

The shapes that nearly all globs have are answered with string comparisons; the rest becomes a regular expression,
built when it is first needed. Both give what `pathspec.GitIgnoreSpec` gives, which a property test holds.
"""

from __future__ import annotations

import enum
import re
from functools import lru_cache

import msgspec

from buddy.core.globs import dialect, gitignore, segment


class Level(enum.IntEnum):
    """What of a path a glob matches. In a list a match of the file outranks one of a folder above it, as in git."""

    NONE = 0
    FOLDER = 1
    FILE = 2


class Shape(enum.Enum):
    """How a glob is answered. `folder` and `tail` of the pattern are the letters F and T here."""

    EVERYTHING = "**"
    BELOW = "F/**"
    AT = "F, a file or a folder at this place"
    FOLDER = "F/, a folder at this place"
    NAMED = "T, at any depth"
    ENDING_IN = "F/*T"
    ENDING_BELOW = "F/**/*T"
    EXPRESSION = "anything else"


class Pattern(msgspec.Struct, frozen=True, gc=False):
    """A compiled glob. `folder` is the literal folder that holds all it can match, empty for the root.

    `glob` is the normalised text without its `!`.
    """

    glob: str
    shape: Shape
    folder: str = ""
    tail: str = ""
    negated: bool = False

    @property
    def depth(self) -> int:
        """How many folders of a matching path the glob spells out."""
        return self.folder.count("/") + 1 if self.folder else 0

    def level(self, path: str) -> Level:
        """What it matches of this path (repository-relative, `/`, NFC)."""
        return _LEVEL[self.shape](self, path)


def compile_glob(raw: str) -> tuple[Pattern, ...]:
    """The patterns of a glob as it stands in a record, one for each alternative; raises `BadGlob`."""
    plain = plain_pattern(raw)
    return (plain,) if plain else _compile(raw)


# Names of plain characters; `.` and `..` alone are none.
_NAME = r"(?:\.?[A-Za-z0-9_@+-][A-Za-z0-9_@+.-]*)"
_PLAIN = re.compile(
    rf"(?P<folder>{_NAME}(?>(?:/{_NAME})*))(?:/\*\*(?P<rest>/\*(?P<below>[A-Za-z0-9_@+.-]*))?|/\*(?P<ending>[A-Za-z0-9_@+.-]*))"
)


def plain_pattern(raw: str) -> Pattern | None:
    """The pattern of a glob that is in its normal form already and has one of the frequent shapes."""
    found = _PLAIN.fullmatch(raw) if len(raw) <= dialect.MAX_CHARACTERS else None
    if found is None:
        return None
    folder, rest, below, ending = found.groups()
    if ending is not None:
        return Pattern(raw, Shape.ENDING_IN, folder, ending)
    if rest is not None:
        return Pattern(raw, Shape.ENDING_BELOW, folder, below)
    return Pattern(raw, Shape.BELOW, folder)


@lru_cache(maxsize=4096)
def _compile(raw: str) -> tuple[Pattern, ...]:
    return tuple(_classify(glob) for glob in dialect.normalise(raw))


def _classify(glob: str) -> Pattern:
    negated = glob.startswith("!")
    body = glob[1:] if negated else glob
    if body in ("**", "*", "**/*", "/**"):
        return Pattern(body, Shape.EVERYTHING, negated=negated)
    folder, tail = _literal_folder(body)
    shape, tail = _shape(body, folder, tail)
    return Pattern(body, shape, "" if shape is Shape.NAMED else folder, tail, negated)


def _shape(body: str, folder: str, rest: str) -> tuple[Shape, str]:
    """The shape and its tail, where `rest` is what follows the literal folder."""
    if rest == "":
        return (Shape.AT, "") if "/" in body else (Shape.NAMED, folder)
    if folder and rest in ("/", "**"):
        return (Shape.FOLDER if rest == "/" else Shape.BELOW), ""
    name = segment.literal_text(rest.removeprefix("**/"))
    if not folder and rest.startswith("**/") and name and "/" not in name:
        return Shape.NAMED, name
    ending = re.fullmatch(r"(?:\*\*/)?\*([^*?\[\\/]+)", rest)
    if ending:
        anywhere = rest.startswith("**/") or "/" not in body
        return (Shape.ENDING_BELOW if anywhere else Shape.ENDING_IN), ending[1]
    return Shape.EXPRESSION, ""


def _literal_folder(body: str) -> tuple[str, str]:
    """The leading names without a wildcard, unescaped, and what follows them (`/` if only that does)."""
    anchored = "/" in body.removesuffix("/")
    segments = body.removeprefix("/").split("/")
    names: list[str] = []
    for at, one in enumerate(segments):
        rest = segments[at:]
        if rest == [""]:
            return ("/".join(names), "/") if anchored else ("", body)
        name = segment.literal_text(one)
        if name is None:
            return "/".join(names), "/".join(rest)
        names.append(name)
    return "/".join(names), ""


def _everything(_pattern: Pattern, _path: str) -> Level:
    return Level.FILE


def _below(pattern: Pattern, path: str) -> Level:
    return Level.FILE if path.startswith(pattern.folder + "/") else Level.NONE


def _at(pattern: Pattern, path: str) -> Level:
    if path == pattern.folder:
        return Level.FILE
    return Level.FOLDER if path.startswith(pattern.folder + "/") else Level.NONE


def _folder(pattern: Pattern, path: str) -> Level:
    return Level.FOLDER if path.startswith(pattern.folder + "/") else Level.NONE


def _named(pattern: Pattern, path: str) -> Level:
    *folders, name = path.split("/")
    if name == pattern.tail:
        return Level.FILE
    return Level.FOLDER if pattern.tail in folders else Level.NONE


def _ending_in(pattern: Pattern, path: str) -> Level:
    start = len(pattern.folder) + 1 if pattern.folder else 0
    if start and not path.startswith(pattern.folder + "/"):
        return Level.NONE
    name, slash, _ = path[start:].partition("/")
    if not name.endswith(pattern.tail):
        return Level.NONE
    return Level.FOLDER if slash else Level.FILE


def _ending_below(pattern: Pattern, path: str) -> Level:
    start = len(pattern.folder) + 1 if pattern.folder else 0
    if start and not path.startswith(pattern.folder + "/"):
        return Level.NONE
    if path.endswith(pattern.tail):
        return Level.FILE
    return Level.FOLDER if pattern.tail + "/" in path[start:] else Level.NONE


def _by_expression(pattern: Pattern, path: str) -> Level:
    if gitignore.is_tame(pattern.glob):
        names_file = gitignore.decides(pattern.glob, path)
        return Level.NONE if names_file is None else Level.FILE if names_file else Level.FOLDER
    whole, folder = _expressions(pattern.glob)
    if whole is not None and whole.match(path):
        return Level.FILE
    return Level.FOLDER if folder is not None and folder.match(path) else Level.NONE


_LEVEL = {
    Shape.EVERYTHING: _everything,
    Shape.BELOW: _below,
    Shape.AT: _at,
    Shape.FOLDER: _folder,
    Shape.NAMED: _named,
    Shape.ENDING_IN: _ending_in,
    Shape.ENDING_BELOW: _ending_below,
    Shape.EXPRESSION: _by_expression,
}


@lru_cache(maxsize=4096)
def _expressions(body: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """The expressions for a match of the file and of a folder above it, None where there can be none."""
    segments = _anchored(body)
    only_folders = segments[-1] == ""
    if only_folders:
        segments.pop()
    if segments == ["**"]:
        return (None, re.compile("[^/]+/")) if only_folders else (re.compile(""), None)
    if segments[-1] == "**":
        everything_below = _path_expression(segments[:-1], end="/")
        return (None, everything_below) if only_folders else (everything_below, None)
    folder = _path_expression(segments, end="(?=/)")
    return (None if only_folders else _path_expression(segments, end=r"\Z"), folder)


def _anchored(body: str) -> list[str]:
    """Segments counted from the root: a glob of one name may stand anywhere, as in gitignore."""
    segments = body.removeprefix("/").split("/")
    if not body.startswith("/") and len([one for one in segments if one]) == 1:
        segments.insert(0, "**")
    return [one for at, one in enumerate(segments) if not (one == "**" and segments[at - 1 : at] == ["**"])]


def _path_expression(segments: list[str], *, end: str) -> re.Pattern[str]:
    """Runs of segments between `**`. Each takes its leftmost place, which is never wrong but for the last one."""
    runs: list[list[str]] = [[]]
    for one in segments:
        if one == "**":
            runs.append([])
        else:
            runs[-1].append(segment.to_regex(one))
    expression, slash = "/".join(runs[0]), "/" if runs[0] else ""
    for at, run in enumerate(runs[1:], start=2):
        stop = end if at == len(runs) else "(?=/)"
        expression += rf"{slash}(?>(?:[^/]+/)*?{'/'.join(run)}{stop})"
        slash = "/"
    return re.compile(expression + (end if len(runs) == 1 else ""))
