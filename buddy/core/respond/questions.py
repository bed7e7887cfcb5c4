"""Questions to Buddy that are no command: replies in the thread of a finding that ask, and ask nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from buddy.core.commands import Ask, Parsed, mentions
from buddy.core.commands.refusal import without_code
from buddy.core.respond.situation import Situation
from buddy.core.respond.source import Source

MOST_A_RUN = 3
"""Threads that one run answers without being called; the next run takes the others (P11)."""

_LONGEST = 4_000
_ASKS = re.compile(r"[?？؟⁇⁈‽][!?？)\]}\"'”’»*_~.…]{0,10}(?=\s|\Z)")
_PERSON = re.compile(r"(?<![\w`/.@])@[A-Za-z0-9][\w-]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Questions:
    """What counts as a question here. `answers` is False where nothing new is answered without being called."""

    situation: Situation
    answers: bool
    latest: frozenset[int]

    def asked(self, source: Source, parsed: Parsed) -> Ask | None:
        """The question of a reply, None for anything else: a command, a disagreement, a word to somebody else."""
        if not source.is_reply or source.thread not in self.situation.threads or parsed.commands:
            return None
        calls = mentions(source.body, mention=self.situation.mention)
        if not calls and not _ASKS.search(source.body):
            return None
        return self._read(source, calls=calls, unread=bool(parsed.problems))

    def fresh(self, source: Source) -> bool:
        """Whether one without an answer is answered now: only the last word, else people talk among themselves."""
        return self.answers and source.key.id in self.latest

    def _read(self, source: Source, *, calls: bool, unread: bool) -> Ask | None:
        from buddy.core.capture.extract import extract  # these take the Markdown library, which is slow to import
        from buddy.core.prose import visible_blocks

        blocks = [block.text for block in visible_blocks(source.body)]
        text = "\n\n".join(blocks).strip()[:_LONGEST]
        plain = [without_code(block) for block in blocks]
        asks = any(_ASKS.search(block) for block in plain)
        own = f"@{self.situation.mention.removeprefix('@').removesuffix('[bot]')}".casefold()
        named = {name.casefold() for block in plain for name in _PERSON.findall(block)}
        if not text or not (asks or (own in named and not unread)) or (named and own not in named):
            return None
        return None if extract(source.body).disagreement else Ask(n=0, line=1, text=text, called=False)


def last_words(said: Iterable[Source]) -> frozenset[int]:
    """The last thing that a person said in each thread, by comment."""
    last = {source.thread: source.key.id for source in said if source.is_reply}
    return frozenset(last.values())
