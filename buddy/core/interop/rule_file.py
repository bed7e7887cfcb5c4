"""What a Markdown file of rules says: Buddy's own block, and the statements of its authors."""

from __future__ import annotations

from collections.abc import Iterator

from buddy.core.interop import managed_block
from buddy.core.interop.conversion import Entry, Found, Loss, Place, Unusable
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.instructions import statements


def read_rules(path: str, data: bytes, *, paths: tuple[str, ...] = ()) -> Iterator[Found]:
    """Everything in the file; `paths` are the globs that its place gives what does not say its own."""
    text = text_of(path, data)
    if isinstance(text, Unusable):
        yield text
        return
    yield from rules_in(path, text, paths=paths)


def rules_in(path: str, text: str, *, paths: tuple[str, ...], first: int = 1) -> Iterator[Found]:
    """As `read_rules`, of a part of a file that begins at line `first`."""
    taken = managed_block.split(text)
    if taken.unclosed:
        yield unusable(path, "unclosed-block", "Buddy's part of the file has no end; put its last line back")
        return
    for item in taken.items:
        scope = paths if item.paths is None else item.paths
        place = Place(path=path, line=item.line + first - 1)
        yield Entry(place=place, text=item.text, id=item.id, kind=item.kind, paths=scope or None)
    for offset, statement in statements(taken.rest.replace("\r\n", "\n")):
        line = offset + first
        if statement.lead or statement.text.startswith(("|", "@")):
            yield Loss(item=f"{path}:{line}", field=_what(statement.text), why=_WHY[_what(statement.text)])
        else:
            yield Entry(place=Place(path=path, line=line), text=statement.text, paths=paths or None)


_WHY = {
    "table": "a table is no statement",
    "import": "what it imports is not followed; import that file by its name",
    "context": "a heading, a lead or a block of code is no statement",
}


def _what(text: str) -> str:
    return {"|": "table", "@": "import"}.get(text[:1], "context")
