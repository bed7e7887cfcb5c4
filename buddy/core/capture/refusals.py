"""Every reason for which something said is not remembered, with one sentence each for people (P8)."""

from __future__ import annotations

import enum


class RefusalReason(enum.Enum):
    """The closed set; the values are what transcripts, replies and machine-readable output say."""

    NOT_AUTHORISED = "not-authorised"
    BOT_AUTHOR = "bot-author"
    EMPTY = "empty"
    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    QUESTION = "question"
    INTERACTION_SCOPED = "interaction-scoped"
    ACKNOWLEDGEMENT = "acknowledgement"
    QUOTED_ONLY = "quoted-only"
    BARE_IDENTIFIER = "bare-identifier"
    CONTAINS_SECRET = "contains-secret"  # noqa: S105 - the name of a reason
    WEAKENS_REVIEW = "weakens-review"
    INVALID_GLOB = "invalid-glob"
    DUPLICATE = "duplicate"
    ALREADY_DECLINED = "already-declined"
    WITHDRAWN = "withdrawn"
    DEFERRED = "deferred"
    NOT_A_RULE = "not-a-rule"

    @property
    def sentence(self) -> str:
        """The reason in words, a whole sentence that holds nothing of what was said."""
        return _SENTENCES[self]


_SENTENCES = {
    RefusalReason.NOT_AUTHORISED: "Only people with write access to this repository can teach Buddy.",
    RefusalReason.BOT_AUTHOR: "It was said by a bot, and only people can teach Buddy.",
    RefusalReason.EMPTY: "There is nothing to remember: no words are left outside quotes, code and hidden text.",
    RefusalReason.TOO_SHORT: "It is too short to mean anything to somebody else; say it as a whole sentence.",
    RefusalReason.TOO_LONG: "It is too long for one learning; split it, or link to a page that says it.",
    RefusalReason.QUESTION: "It is a question; say the answer as a statement.",
    RefusalReason.INTERACTION_SCOPED: (
        "It is about this change or this conversation, and a learning is for the changes that come after it."
    ),
    RefusalReason.ACKNOWLEDGEMENT: "It thanks or agrees, and states nothing that a later change could follow.",
    RefusalReason.QUOTED_ONLY: "It only quotes somebody else; say it in your own words.",
    RefusalReason.BARE_IDENTIFIER: "It is only a name; say what holds for it.",
    RefusalReason.CONTAINS_SECRET: (
        "It holds what looks like a secret, so nothing was stored; rotate the secret and delete the comment."
    ),
    RefusalReason.WEAKENS_REVIEW: "It asks to review less; `ignore-rule` hides one kind of finding in named files.",
    RefusalReason.INVALID_GLOB: "Its paths cannot be read, and a learning must not reach further than was meant.",
    RefusalReason.DUPLICATE: "The same is remembered already.",
    RefusalReason.ALREADY_DECLINED: "The same was declined on this pull request.",
    RefusalReason.WITHDRAWN: "Its comment was deleted or says something else now.",
    RefusalReason.DEFERRED: "This round has enough proposals; it waits for the next one.",
    RefusalReason.NOT_A_RULE: "It states no rule that a later change could follow or break.",
}
