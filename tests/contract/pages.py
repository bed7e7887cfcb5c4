"""The project's Markdown pages, as tests read them."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True, kw_only=True)
class Fence:
    """A block of code; `info` is what stands behind its backticks, `body` has no indentation of the fence's own."""

    info: str
    body: str


def pages() -> list[Path]:
    """Every Markdown page that is, or is about to be, committed; none of the fixtures."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [ROOT / name for name in sorted(set(names)) if not name.startswith("fixtures/") and (ROOT / name).exists()]


def fences(text: str) -> Iterator[Fence]:
    for indent, info, body in _FENCE.findall(text):
        yield Fence(info=info.strip(), body=re.sub(rf"(?m)^{indent}", "", body))


def prose(text: str) -> str:
    """The page without its blocks of code."""
    return _FENCE.sub("", text)


def links(text: str) -> list[str]:
    """The targets of all links and pictures outside blocks and spans of code."""
    return _LINK.findall(re.sub(r"`[^`\n]*`", "", prose(text)))


def anchors(text: str) -> set[str]:
    """Where a link may lead within the page: headings as GitHub names them, and places that name themselves."""
    headings = re.findall(r"(?m)^#{1,6} +(.+?) *$", prose(text))
    names = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return names | set(re.findall(r'<a id="([^"]+)">', text))


def table(text: str) -> list[list[str]]:
    """The cells of every row of a page's tables, without the lines below their heads."""
    rows = re.findall(r"(?m)^ *\|(.+)\| *$", text)
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)] for row in rows]
    return [row for row in cells if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
