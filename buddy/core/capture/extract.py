"""What a comment teaches: its durable statements word for word, and why each other sentence was not taken (6.6).

By rules alone, sentence by sentence; who may teach, and whether it is known already, is asked later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from buddy.core import secrets
from buddy.core.capture import doubt, names, other_languages, replies, scope
from buddy.core.capture.forms import form_of
from buddy.core.capture.own_words import OwnBlock, own_blocks, quoted_words
from buddy.core.capture.refusals import RefusalReason
from buddy.core.capture.rule import Rule
from buddy.core.capture.sentences import Sentence, sentences
from buddy.core.capture.weakening import weakens_review
from buddy.core.learnings.record import MAX_TEXT
from buddy.core.prose.visible import LONGEST
from buddy.core.text.invisible import clean


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """A statement to keep, as it stands in the comment, and the form by which it was taken."""

    text: str
    rule: Rule


@dataclass(frozen=True, kw_only=True, slots=True)
class Skipped:
    """A sentence that is not kept (secrets in it redacted), and why."""

    text: str
    reason: RefusalReason


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """Everything that was said, in order. `disagreement`: read as a reply to a finding, it rejects that finding."""

    stored: tuple[Stored, ...]
    skipped: tuple[Skipped, ...]
    disagreement: bool


def extract(comment: str) -> Extraction:
    """Judge a comment of any text; never raises. One longer than GitHub allows is refused as a whole."""
    if len(comment) > LONGEST:
        return Extraction(stored=(), skipped=(Skipped(text="", reason=RefusalReason.TOO_LONG),), disagreement=False)
    body = _squash(clean(comment).text)
    judged = [_verbatim(one, body) for block in own_blocks(comment) for one in _judge_block(block)]
    quotes = quoted_words(comment).strip()
    skipped = [_refused(one.text, one.verdict) for one in judged if isinstance(one.verdict, RefusalReason)]
    if not judged:
        reason = RefusalReason.QUOTED_ONLY if quotes else RefusalReason.EMPTY
        skipped.append(_refused(quotes[:MAX_TEXT], reason))
    return Extraction(
        stored=tuple(Stored(text=one.text, rule=one.verdict) for one in judged if isinstance(one.verdict, Rule)),
        skipped=tuple(skipped),
        disagreement=_disagrees(judged, answers_quote=bool(quotes)),
    )


def unsure(comment: str) -> tuple[str, ...]:
    """The sentences that passed every refusal and have no form that the rules know: somebody else may see a rule there.

    Whole and word for word, an exception in the next sentence with it, in order; what the next sentence takes back is
    none of them, nor what hides something.
    """
    if len(comment) > LONGEST:
        return ()
    body = _squash(clean(comment).text)
    return tuple(text for block in own_blocks(comment) for text in _unsure_in(block) if _squash(text) in body)


def _unsure_in(block: OwnBlock) -> Iterator[str]:
    found = list(sentences(block.text))
    leaks = secrets.find(block.text)
    if any(_governs(line) for line in block.lead.split("\n")):
        return
    for at, sentence in enumerate(found):
        known = _form(sentence) is not None or sentence.partly_hidden or replies.disputes([sentence.reading])
        if known or _judge(sentence, governed=False) is not RefusalReason.NOT_A_RULE or _excepts(sentence):
            continue
        following = found[at + 1 : at + 2]
        if following and doubt.cancels(following[0].core):
            continue
        end = following[0].end if following and _excepts(following[0]) else sentence.end
        leaking = any(hit.start < end and sentence.start < hit.end for hit in leaks)
        text = block.text[sentence.start : end]
        if not leaking and len(text) <= MAX_TEXT:
            yield text


@dataclass(frozen=True, kw_only=True, slots=True)
class _Judged:
    text: str
    reading: str
    verdict: Rule | RefusalReason
    postponed: bool = False


def _judge_block(block: OwnBlock) -> Iterator[_Judged]:
    found = list(sentences(block.text))
    leaks = secrets.find(block.text)
    governed = any(_governs(line) for line in block.lead.split("\n"))
    at = 0
    while at < len(found):
        sentence, following = found[at], found[at + 1 : at + 2]
        leaking = any(hit.start < sentence.end and sentence.start < hit.end for hit in leaks)
        verdict = RefusalReason.CONTAINS_SECRET if leaking else _judge(sentence, governed=governed)
        end = sentence.end
        if isinstance(verdict, Rule) and following and doubt.cancels(following[0].core):
            verdict = RefusalReason.NOT_A_RULE
        elif isinstance(verdict, Rule) and following and _excepts(following[0]):
            end, at = following[0].end, at + 1
            leaking = any(hit.start < end and sentence.start < hit.end for hit in leaks)
            verdict = RefusalReason.CONTAINS_SECRET if leaking else verdict
        text = block.text[sentence.start : end]
        if isinstance(verdict, Rule) and len(text) > MAX_TEXT:
            verdict = RefusalReason.TOO_LONG
        postponed = verdict is RefusalReason.INTERACTION_SCOPED and scope.put_off(sentence.core)
        yield _Judged(text=text, reading=sentence.reading[:MAX_TEXT], verdict=verdict, postponed=postponed)
        at += 1


def _judge(sentence: Sentence, *, governed: bool) -> Rule | RefusalReason:
    if len(sentence.text) > MAX_TEXT:
        return RefusalReason.TOO_LONG
    if sentence.asks:
        return RefusalReason.QUESTION
    core, reading = sentence.core, sentence.reading
    if _asks_without_mark(core):
        return RefusalReason.QUESTION
    if weakens_review(core):
        return RefusalReason.WEAKENS_REVIEW
    if (bare := _says_nothing(reading)) is not None:
        return bare
    if scope.put_off(core):
        return RefusalReason.INTERACTION_SCOPED
    return _judge_form(sentence, governed=governed)


def _judge_form(sentence: Sentence, *, governed: bool) -> Rule | RefusalReason:
    core, reading = sentence.core, sentence.reading
    rule = _form(sentence)
    if rule is not None and doubt.doubted(core, reading=reading):
        rule = None
    elif rule is not None and scope.near(core):
        return RefusalReason.INTERACTION_SCOPED
    elif rule is not None and not governed and not sentence.partly_hidden:
        return rule
    if scope.request(core) and not doubt.hoped_or_regretted(core):
        return RefusalReason.INTERACTION_SCOPED
    return RefusalReason.ACKNOWLEDGEMENT if replies.acknowledges(reading) else RefusalReason.NOT_A_RULE


def _form(sentence: Sentence) -> Rule | None:
    core = sentence.core
    if names.points(core, text=sentence.text):
        return Rule.POINTER
    if names.assigns(core):
        return Rule.ASSIGNMENT
    return form_of(core) or other_languages.form_of(core)


_BARE = re.compile(
    r"^(?:[\s,;|&+]*(?:CODE|URL|PATH|NAME|@[\w/-]+|#\d+|v?\d[\d.:,-]*"
    r"|[0-9a-f]{7,40})(?::\d+(?:-\d+)?)?)+[\s.:!]*$"
)
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u4e00-\u9fff]")
_ASKING = re.compile(
    r"^(?:why|what|how|where|who|which|when) (?:is|are|do|does|did|would|should|can|could|about|if|was|were|will)\b"
    r"|^(?:should|can|could|shall|would|may|must|do|does|did|is|are|was|were|have|has|will|won't|isn't|aren't"
    r"|don't|doesn't|shouldn't|can't|couldn't|wouldn't) (?:we|you|i|they|it|there)\b"
)
_OPEN_QUESTION = re.compile(r"^(?:why|what|how|where|who) (?!a |an |i |we |you |the )\w+")
_EXCEPTION = re.compile(
    r"^(?:(?:the |an |one |our |its |only )*(?:only |one |single |sole )?exceptions?\b|except(?:ion|ions|ing)?\b"
    r"|unless\b|other than\b|apart from\b|aside from\b|with the exception\b|save for\b|excluding\b"
    r"|but (?:not )?(?:in|for|when|if|not)\b|but never\b|only (?:in|for|when|if|on|at|under|with|inside"
    r"|during|by)\b|not (?:for|in|on) "
    r"|ausnahme|außer|sauf\b|exception :|excepto\b|salvo\b|exceto\b)"
    r"|\b(?:is|are) (?:the|our|an|a) (?:only |one |sole |single )?exceptions?(?: to (?:that|this|the rule))?\b"
    r"|\b(?:is|are) (?:exempt|excepted|excluded)(?: from (?:that|this|it))?[.!]?$"
)
_TAKES_BACK = re.compile(
    r"\b(?:don'ts?|do not|never|not|no|avoid|stop|without|bad|wrong|old|former|outdated|forbid\w*|prohibit\w*"
    r"|mistakes?|anti-?patterns?|instead of|rather than|nobody|no-?gos?|unless|except|rejected|ideas"
    r"|options|alternatives|proposals?|could|would|might|maybe|if|used to|suggest\w*|said|says|claims?"
    r"|todo|left|still|next|this pr|plan)\b"
)


def _says_nothing(reading: str) -> RefusalReason | None:
    if replies.acknowledges(reading):
        return None
    if _BARE.match(reading):
        return RefusalReason.BARE_IDENTIFIER
    words = _WORD.findall(reading)
    return RefusalReason.TOO_SHORT if len(reading) < 8 or len(words) < 2 else None


def _asks_without_mark(core: str) -> bool:
    if core.endswith(("!", ":")):
        return False
    return bool(_ASKING.match(core) or (_OPEN_QUESTION.match(core) and not core.endswith(".")))


def _excepts(sentence: Sentence) -> bool:
    return not sentence.asks and not sentence.partly_hidden and bool(_EXCEPTION.search(sentence.core))


def _governs(lead: str) -> bool:
    """Whether the words before a list decide what its items mean: "We never:", "What the bot suggested:"."""
    last = list(sentences(lead))[-1:]
    return bool(last and _TAKES_BACK.search(last[0].reading))


def _verbatim(judged: _Judged, body: str) -> _Judged:
    """What reads differently from what was written, because something in it is hidden, is not taken."""
    if isinstance(judged.verdict, Rule) and _squash(judged.text) not in body:
        return replace(judged, verdict=RefusalReason.NOT_A_RULE)
    return judged


def _squash(text: str) -> str:
    return " ".join(text.split())


def _refused(text: str, reason: RefusalReason) -> Skipped:
    return Skipped(text=secrets.redact(text), reason=reason)


_NO = re.compile(r"^(?:no|nope|nah)[,.!:;]? ")


def _disagrees(judged: Sequence[_Judged], *, answers_quote: bool) -> bool:
    """For the comment as a whole; an order to review less or a secret in it makes it none.

    A "no" below a quotation answers that one, and what is said of quoted words is said of them.
    """
    if any(one.verdict in (RefusalReason.WEAKENS_REVIEW, RefusalReason.CONTAINS_SECRET) for one in judged):
        return False
    said = [
        one.reading
        for one in judged
        if not (one.postponed or one.verdict is RefusalReason.QUESTION) and not one.reading.startswith("QUOTE")
    ]
    if replies.disputes([_NO.sub("", one) for one in said] if answers_quote else said):
        return True
    asked = [one.reading for one in judged if one.verdict is RefusalReason.QUESTION]
    return replies.wonders_why_reported(asked) and len(asked) < len(judged)
