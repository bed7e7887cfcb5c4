"""Is Buddy mentioned at all? Asked first, at the price of a search: most comments are not for Buddy."""

from __future__ import annotations


def login(mention: str) -> str:
    """`@name` in lower case, of a mention with or without its `@` and `[bot]`."""
    return f"@{mention.removeprefix('@').removesuffix('[bot]')}".casefold()


def mentions(comment: str, *, mention: str) -> bool:
    """Whether the mention stands anywhere in it. Without, it holds no command; with, only `commands.parse` knows."""
    name = login(mention)
    if name in comment.casefold():
        return True
    if comment.isascii():
        return False
    from buddy.core.text.invisible import clean  # only an odd comment may hide it behind invisible characters

    return name in clean(comment).text.casefold()
