"""Texts that ask for less review, judged as the record pull request judges them (6.6, P7)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from buddy.core.capture.extract import extract
from buddy.core.capture.refusals import RefusalReason
from buddy.core.learnings.record import Kind
from buddy.core.lint.codes import Code
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Subject

# Every order to review less has one of these; looking closely costs a hundred times as much.
_ORDERS = re.compile(
    r"approv|rubber|skip|ignor|disabl|mute|silenc|suppress|hide|hidden|drop|dismiss|bypass|disregard|whitelist"
    r"|allowlist|rate|mark|treat|consider|regard|classify|label|declare|assume|accept|resolve|obey|exactly|follow"
    r"|trust|defer|listen|agree|instruction|assistant|developer|system|jailbreak|previous|without|lgtm|looks|respond"
    r"|answer|reply|strict|nitpick|waved|harmless|acceptable|allowed|optional|unnecessary|what|automatic|auto-"
    r"|turn(?:ing)? off|switch off|you are now|no problem| fine| ok|only |(?:every|any)thing "
)
_NEGATIONS = re.compile(r"\b(?:never|not|no|stop|cease|avoid|quit|refrain)\b|n't\b")
_REVIEWS = re.compile(
    r"review|flag|scan|look|comment|complain|warn|post|report|rais|block|question|challeng|run|check|finding|alert"
)


def check(subject: Subject) -> Iterator[LintProblem]:
    """Statements in force; a suppression's words switch nothing off and say what it hides."""
    for record in subject.in_force:
        if record.kind is not Kind.SUPPRESSION and weakens(record.text):
            message = "the text asks for less review; it switches nothing off, but whoever reads it may obey"
            yield LintProblem(code=Code.WEAKENS_REVIEW, message=message, line=subject.line(record), id=record.id)


def weakens(text: str) -> bool:
    """Whether a sentence of the text is an order to review less."""
    return _worth_a_look(text) and any(each.reason is RefusalReason.WEAKENS_REVIEW for each in extract(text).skipped)


def _worth_a_look(text: str) -> bool:
    plain = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return bool(_ORDERS.search(plain) or (_REVIEWS.search(plain) and _NEGATIONS.search(plain)))
