"""How two statements relate: the same, nearly, one replaces the other, they contradict, or they are different (6.4).

Where it is not certain the answer is `DIFFERENT`: both stay, and nothing is lost. Ranking scores play no part.
"""

from __future__ import annotations

import enum
import re
from difflib import SequenceMatcher

from buddy.core.learnings.identity import normal_form
from buddy.core.learnings.new_value import new_value, same_start
from buddy.core.learnings.record import MAX_TEXT, Kind, Learning, Scope
from buddy.core.learnings.wording import Token, Wording, is_small, level, take_apart

NEAR = 0.8
"""Share of words that near-copies have in common, of the longer one's."""

OPPOSED = 0.75
"""Share of the subject matter that a statement and its opposite have in common."""


class Relation(enum.Enum):
    """What the later statement is to the earlier one."""

    SAME = "same"
    NEAR_COPY = "near-copy"
    SUPERSEDES = "supersedes"
    CONTRADICTION = "contradiction"
    DIFFERENT = "different"


def compare(earlier: Learning, later: Learning) -> Relation:
    """Compare two records with their kind, scope and paths.

    Suppressions are the same or different, nothing between. Exactly one side without paths: both stay, but a
    contradiction is still one. Statements about places that have nothing in common are different.
    """
    if earlier.scope is not later.scope or (earlier.kind is Kind.SUPPRESSION) is not (later.kind is Kind.SUPPRESSION):
        return Relation.DIFFERENT
    if earlier.kind is Kind.SUPPRESSION:
        return _suppressions(earlier, later)
    relation = compare_texts(earlier.text, later.text)
    if relation is Relation.SAME and earlier.kind is not later.kind:
        return Relation.DIFFERENT
    if bool(earlier.paths) is not bool(later.paths):
        return relation if relation is Relation.CONTRADICTION else Relation.DIFFERENT
    if relation is not Relation.SAME and earlier.paths and later.paths and not _meet(earlier.paths, later.paths):
        return Relation.DIFFERENT
    return relation


def compare_texts(earlier: str, later: str) -> Relation:
    """Compare by words alone; of a text that is too long for a learning only its equal is known."""
    if normal_form(earlier) == normal_form(later):
        return Relation.SAME
    if max(len(earlier), len(later)) > MAX_TEXT:
        return Relation.DIFFERENT
    one, other = take_apart(earlier), take_apart(later)
    if _turned_round(one, other, earlier, later):
        return Relation.CONTRADICTION
    if one.negative is not other.negative:
        return Relation.CONTRADICTION if _same_matter(one, other) else Relation.DIFFERENT
    if one.permission is not other.permission:
        return Relation.DIFFERENT
    if _same_values(one, other):
        return _by_words(one, other)
    return Relation.SUPERSEDES if new_value(one, other) else Relation.DIFFERENT


def statement(text: str) -> Learning:
    """A bare text as a record, for comparing."""
    return Learning(id="-", text=text, kind=Kind.FACT, scope=Scope.REPO)


def _suppressions(earlier: Learning, later: Learning) -> Relation:
    same = (
        normal_form(earlier.text) == normal_form(later.text)
        and earlier.match == later.match
        and set(earlier.paths or ()) == set(later.paths or ())
    )
    return Relation.SAME if same else Relation.DIFFERENT


def _meet(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether some glob of one may match what a glob of the other matches, by the folders they begin with."""
    stems = [[re.split(r"[*?\[{]", glob.removeprefix("./").lstrip("/"))[0] for glob in globs] for globs in (one, other)]
    return any(a.startswith(b) or b.startswith(a) for a in stems[0] for b in stems[1])


_CONTRAST = re.compile(
    r"\b(?:over|instead of|rather than|before|after)\b"
    r"|(?:,\s?|(?<!must)(?<!should)(?<!shall)(?<!do)(?<!does)(?<!is)(?<!are)(?<!may)(?<!can)(?<!need)(?<!will)\s)not\b",
    re.IGNORECASE,
)
FLIPPED = (
    ("before", "after"),
    ("at least", "at most"),
    ("with", "without"),
    ("enable", "disable"),
    ("allow", "forbid"),
)


def _turned_round(one: Wording, other: Wording, earlier: str, later: str) -> bool:
    """X over Y against Y over X, before against after, and "use Y" where Y was what not to use."""
    first, second = sides(earlier), sides(later)
    if first and second:
        (chosen, rejected), (other_chosen, other_rejected) = first, second
        if chosen & other_rejected and rejected & other_chosen and one.subject_matter == other.subject_matter:
            return True
    for text, against, against_wording in ((earlier, later, other), (later, earlier, one)):
        if (cut := sides(text)) and not _CONTRAST.search(against) and not _is_order(text):
            chosen, rejected = cut
            left = against_wording.subject_matter
            if left & rejected and not left & (chosen - rejected) - _frame(text) and left <= chosen | rejected:
                return not against_wording.negative
    return _flipped(normal_form(earlier), normal_form(later))


def sides(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """What stands before and behind the word that weighs two things; None without exactly one such word."""
    found = list(_CONTRAST.finditer(text))
    if len(found) != 1 or not text[: found[0].start()].strip():
        return None
    before, behind = take_apart(text[: found[0].start()]), take_apart(text[found[0].end() :])
    return (before.subject_matter, behind.subject_matter) if before.subject_matter and behind.subject_matter else None


def _frame(text: str) -> frozenset[str]:
    """The verb and whatever else stands before the thing that is chosen."""
    cut = _CONTRAST.search(text)
    words = take_apart(text[: cut.start()] if cut else text).content
    return frozenset(level(one) for one in words[:-1])


def _is_order(text: str) -> bool:
    return bool(re.search(r"\b(?:before|after)\b", text, re.IGNORECASE))


def _flipped(one: str, other: str) -> bool:
    """The same sentence with one word for its opposite."""
    return any(
        re.sub(rf"\b{a}\b", b, one) == other != one or re.sub(rf"\b{a}\b", b, other) == one != other for a, b in FLIPPED
    )


def _same_matter(one: Wording, other: Wording) -> bool:
    """Whether two statements that point opposite ways are about the same act on the same thing."""
    a, b = one.subject_matter, other.subject_matter
    if one.values != other.values or not a & b:
        return False
    if one.conditions == other.conditions and min(len(a), len(b)) >= 2 and (a <= b or b <= a) and len(a ^ b) <= 1:
        return True
    return len(a & b) / len(a | b) >= OPPOSED


def _by_words(one: Wording, other: Wording) -> Relation:
    if one.conditions != other.conditions:
        return Relation.DIFFERENT
    a, b = [token.text for token in one.tokens], [token.text for token in other.tokens]
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    shared = sum(block.size for block in matcher.get_matching_blocks())
    if one.subject_matter == other.subject_matter and shared >= NEAR * max(len(one.content), 1):
        return Relation.NEAR_COPY
    renewed = other.renewed and not one.renewed
    if _exchanged(one, other, matcher) and not renewed:
        return Relation.DIFFERENT
    if shared >= NEAR * max(len(a), len(b)) and not renewed:
        return Relation.NEAR_COPY
    return Relation.SUPERSEDES if renewed and same_start(one, other) else Relation.DIFFERENT


def _same_values(one: Wording, other: Wording) -> bool:
    """Whether no value is on one side only; a word that is set as code on one side counts as the same word."""
    if one.values == other.values:
        return True
    texts = [sorted(token.text for token in wording.tokens) for wording in (one, other)]
    return texts[0] == texts[1]


def _exchanged(one: Wording, other: Wording, matcher: SequenceMatcher[str]) -> bool:
    """Whether a word that carries meaning stands in the place of another one that means something else."""
    for kind, a, b, c, d in matcher.get_opcodes():
        gone, come = _matter(one.tokens[a:b]), _matter(other.tokens[c:d])
        if kind == "replace" and gone and come and gone != come:
            return True
    gone_all = one.subject_matter - other.subject_matter
    come_all = other.subject_matter - one.subject_matter
    return bool(gone_all and come_all)


def _matter(tokens: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(level(one) for one in tokens if one.value or not is_small(one))
