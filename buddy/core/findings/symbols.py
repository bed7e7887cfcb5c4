"""The names of the symbols around a line, by indentation and headers alone: broken code has names too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from buddy.core.findings.symbols_headers import FAMILIES, Family

Chain = tuple[str, ...]

SUFFIXES: tuple[str, ...] = tuple(sorted(FAMILIES))
"""File name endings whose symbols are known; for every other file the chain is empty."""

MOST_LINES = 200_000
"""Lines of one file that are scanned; the chain is empty beyond."""

_WIDEST = 240  # characters of a line that may be a header
_CLOSER = re.compile(r"[)\]}>|]|\{|(?:end|else|elif|elsif|except|finally|rescue|ensure|catch|fi|done|esac)\b")
_DECORATOR = re.compile(r"@[\w.]+(?:\(|\s*$)|\[[\w.]+.*\]$")
_CONTINUES = re.compile(r"(?:where|throws|extends|implements|requires|with|:|->|=>)")
_OPENS = re.compile(r"(?:[{(\[:]|=>|->|\bdo(?:\s*\|[^|]*\|)?|\bthen)\s*(?://.*|#.*|/\*.*)?$")


def name_chain(text: str, *, suffix: str, line: int) -> Chain:
    """Names around one line (from 1), outermost first; for many lines of a file `chains` is cheaper."""
    found = chains(text.split("\n"), suffix=suffix)
    return found[line - 1] if 1 <= line <= len(found) else ()


def suffix_of(path: str) -> str:
    """The ending of a path's last name in lower case, `.yml` for `a/b.YML`; empty where there is none."""
    name = path.rpartition("/")[2]
    return "." + name.rpartition(".")[2].lower() if "." in name else ""


def chains(lines: Sequence[str], *, suffix: str) -> list[Chain]:
    """For each line the names around it; empty for an unknown suffix. Linear in the text's size.

    The comments and decorators right above a symbol belong to it.
    """
    family = FAMILIES.get(suffix.lower())
    if family is None:
        return []
    scan = _Scan(family=family)
    for line in lines[:MOST_LINES]:
        scan.step(line)
    return scan.chains


@dataclass(slots=True)
class _Scan:
    """Where the scan stands: the open symbols with their indentation, and what may become one."""

    family: Family
    chains: list[Chain] = field(default_factory=list)
    open: list[tuple[int, Chain]] = field(default_factory=list)
    pending: tuple[int, str, list[int]] | None = None
    leading: list[int] = field(default_factory=list)
    decorated: int | None = None
    fence: str | None = None

    def step(self, line: str) -> None:
        """Adds the chain of the next line."""
        body = line.strip()
        head = body[:_WIDEST]
        if self.fence == "`" and line[:1].isalpha() and _named(self.family.headers, head):
            self.fence = None  # a stray backtick somewhere above: a symbol at the margin is code again
        if self.fence is not None or not body:
            self._fences(body)
            self.leading = []
            self.chains.append(self._innermost())
            return
        indent = _indent(line)
        if body.startswith(self.family.comments):
            self.leading.append(len(self.chains))
            self.chains.append(self._around(indent - body.startswith("*")))
            return
        self._code(indent, head)
        self._fences(body)

    def _code(self, indent: int, body: str) -> None:
        closes, opens = _CLOSER.match(body) is not None, _OPENS.search(body) is not None
        if self._inside(indent, body, closes=closes, opens=opens):
            self.chains.append(self._innermost())
            return
        if not self.family.sections:
            self._reach(indent, body, closes=closes, opens=opens)
        self.chains.append(self._innermost())
        leads = not self.family.sections and self._leads(indent, body, closes=closes, opens=opens)
        if leads:
            self.leading.append(len(self.chains) - 1)
        elif closes:
            self._cut(indent if not opens and self.pending is None else indent + 1)
        else:
            self._header(indent, body, opens=opens)
        if not leads:
            self.leading, self.decorated = [], None

    def _inside(self, indent: int, body: str, *, closes: bool, opens: bool) -> bool:
        """A text or a label in a block of braces, further left than the block: it ends nothing."""
        if not self.family.braces or self.pending is not None or not self.open or indent > self.open[-1][0]:
            return False
        return not closes and (not opens or body.endswith(":"))

    def _leads(self, indent: int, body: str, *, closes: bool, opens: bool) -> bool:
        """A decorator or annotation, which may go on over several lines."""
        if _DECORATOR.match(body):
            self.decorated = indent
            return True
        return self.decorated is not None and (indent > self.decorated or (closes and not opens))

    def _innermost(self) -> Chain:
        return self.open[-1][1] if self.open else ()

    def _around(self, indent: int) -> Chain:
        """A comment closes nothing, wherever it stands."""
        return next((chain for depth, chain in reversed(self.open) if depth < indent or self.family.sections), ())

    def _reach(self, indent: int, body: str, *, closes: bool, opens: bool) -> None:
        """Leaves the symbols that end above this line, and enters the one whose block opens only here."""
        self._cut(indent + 1 if closes else indent)
        if self.pending is None:
            return
        depth, name, leading = self.pending
        ends_signature = opens and body.count(")") > body.count("(")
        if indent > depth and not ends_signature:
            return
        if indent > depth or (indent == depth and closes and opens):
            self._cut(depth)
            self._push(depth, name, leading)
        elif indent == depth and not body.endswith(";") and (closes or _CONTINUES.match(body)):
            return
        self.pending = None

    def _cut(self, indent: int) -> None:
        while self.open and self.open[-1][0] >= indent:
            self.open.pop()

    def _push(self, indent: int, name: str, leading: list[int]) -> None:
        chain = (*self._innermost(), name)
        self.open.append((indent, chain))
        for number in leading:
            self.chains[number] = chain

    def _header(self, indent: int, body: str, *, opens: bool) -> None:
        name = _named(self.family.headers, body)
        if self.family.sections:
            if name is not None:
                self.open = [(0, name)]
            return
        certain = name is not None
        name = name or _named(self.family.open_headers, body)
        if name is None or body.endswith(";"):
            return
        if certain or (opens and not body.endswith(("(", "["))):
            self._push(indent, " ".join(name), self.leading)
        if not opens or body.endswith("("):
            self.pending = (indent, " ".join(name), self.leading)

    def _fences(self, body: str) -> None:
        """Follows texts of several lines, whose content is no code whatever it looks like."""
        for mark in self.family.fences.findall(body):
            if self.fence is None:
                self.fence = mark
            elif self.fence == mark:
                self.fence = None


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip())].expandtabs(8))


def _named(patterns: tuple[re.Pattern[str], ...], body: str) -> Chain | None:
    for pattern in patterns:
        if match := pattern.match(body):
            return tuple(" ".join(group.split()) for group in match.groups() if group)
    return None
