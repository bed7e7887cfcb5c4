"""Whether two statements say the same of one subject, but for the value: "the timeout is 30 s" and "… is 60 s".

A value in the subject ("coverage of `core/`") or in what an order is about ("run `make lint`") makes another statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from buddy.core.learnings.wording import Token, Wording, is_small


def new_value(one: Wording, other: Wording) -> bool:
    """Whether all is the same but a value, and that value is what the statement says of its subject."""
    a, b = list(one.tokens), list(other.tokens)
    matcher = SequenceMatcher(None, [x.text for x in a], [x.text for x in b], autojunk=False)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    if other.renewed and (same_start(one, other) or _same_use(one, other, changes)):
        return True
    if one.conditions != other.conditions or not changes:
        return False
    if one.negative and not all(_only_numbers(a[i:j]) for _, i, j, _, _ in changes):
        return False
    return all(_value_changed(a, b, change) for change in changes) and (
        len(changes) == 1 or all(_only_numbers(a[i:j]) and _only_numbers(b[k:m]) for _, i, j, k, m in changes)
    )


def same_start(one: Wording, other: Wording) -> bool:
    """Whether both begin with the same subject and verb."""
    common = 0
    for a, b in zip(one.tokens, other.tokens, strict=False):
        if a.text != b.text:
            break
        common += 1
    return common >= 3 and sum(not is_small(x) for x in one.tokens[:common]) >= 2


_VERB = re.compile(
    r"is|are|be|equals|lives|live|goes|go|happens|happen|starts|start|ends|end|ships|ship|deploys|deploy"
    r"|releases|release|come|comes|named|called|set|uses|use|runs|run|targets|target|supports|support|needs|need"
    r"|requires|require|takes|take|has|have|keeps|keep|contain|contains|than|least|most|within|every|after"
    r"|listens|points|builds|build"
)
_PREPOSITION = re.compile(r"as|at|by|for|from|in|into|on|through|to|under|up|with")
MEASURES = re.compile(
    r"%|times?|m?s|seconds?|minutes?|hours?|days?|weeks?|months?|lines?|characters?|[kmgt]i?b"
    r"|bytes|columns?|per|reviewers?|approvals?|spaces"
)


def _value_changed(a: list[Token], b: list[Token], change: tuple[str, int, int, int, int]) -> bool:
    kind, i, j, k, m = change
    if kind != "replace" or i == 0:
        return False
    gone, come, before = a[i:j], b[k:m], a[:i]
    if not (_is_value(gone) and _is_value(come)):
        return False
    if any(one.proper for one in (*gone, *come)) and not _proper_place(before, a[j:]):
        return False
    subject = [one for one in before if one.value or not is_small(one)]
    if not subject or before[-1].value:
        return bool(subject) and _only_numbers(gone) and any(map(links, before))
    linked = any(map(links, before))
    if len(before) > 1 and linked and _states(before):
        return True
    measured = bool(a[j:] and MEASURES.fullmatch(a[j].text)) or before[-1].text in {
        "most",
        "least",
        "to",
        "than",
        "within",
        "every",
    }
    return _only_numbers(gone) and _only_numbers(come) and measured


def _proper_place(before: list[Token], behind: list[Token]) -> bool:
    """Whether a name is what the statement is about, and no mere attribute: "alerts go to X", not "in X code"."""
    return before[-1].text in {"to", "with", "by", "via", "use", "uses"} and all(map(is_small, behind))


def links(token: Token) -> bool:
    return bool(_VERB.fullmatch(token.text) or _PREPOSITION.fullmatch(token.text))


def _states(before: list[Token]) -> bool:
    """Whether what stands before the value has a subject and a verb of its own, so that the value is said of it."""
    texts = [one.text for one in before]
    if (
        texts[0] in {"we", "our", "the", "a", "an", "all", "every", "each"}
        or len(texts) >= 3
        or texts[-1] in {"is", "are", "be"}
    ):
        verb = next((at for at, text in enumerate(texts) if at and _VERB.fullmatch(text)), None)
        return verb is not None
    return len(texts) >= 2 and texts[0].endswith("s")


def _is_value(tokens: list[Token]) -> bool:
    return (
        bool(tokens)
        and all(one.value or MEASURES.fullmatch(one.text) or is_small(one) for one in tokens)
        and any(one.value for one in tokens)
    )


def _only_numbers(tokens: list[Token]) -> bool:
    return bool(tokens) and all(one.number or MEASURES.fullmatch(one.text) for one in tokens)


def _same_use(one: Wording, other: Wording, changes: Sequence[tuple[str, int, int, int, int]]) -> bool:
    """ "We use X for Z", "we now use Y for Z": one name changed, and all the rest is there."""
    if len(changes) != 1 or changes[0][0] != "replace" or changes[0][1] < 2:
        return False
    _, i, j, k, m = changes[0]
    return one.tokens[0].text == "we" and _is_value(list(one.tokens[i:j])) and _is_value(list(other.tokens[k:m]))
