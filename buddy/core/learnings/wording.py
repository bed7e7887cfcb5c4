"""A statement taken apart for comparison: which way it points, how strongly, under which conditions, about what.

No similarity is judged here, and no meaning is looked up but that of the small words that turn a rule round.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """A word in its folded form. A `value` is a number, an identifier, a path, an address or a name.

    `proper` is a name that only its capital letter tells.
    """

    text: str
    value: bool = False
    number: bool = False
    proper: bool = False


@dataclass(frozen=True, kw_only=True)
class Wording:
    """What `take_apart` found; `tokens` holds everything but the words that carry polarity and force, in order."""

    tokens: tuple[Token, ...]
    negative: bool
    permission: bool
    conditions: frozenset[str]
    renewed: bool

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """Without the words that every sentence has."""
        return tuple(one for one in self.tokens if one.value or not is_small(one))

    @cached_property
    def subject_matter(self) -> frozenset[str]:
        """The content as a set, inflection and synonyms levelled."""
        return frozenset(level(one) for one in self.content)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values, in alphabetical order."""
        return tuple(sorted(one.text for one in self.tokens if one.value))


@lru_cache(maxsize=256)
def take_apart(text: str) -> Wording:
    """Read a statement; any text will do."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").strip()
    folded = plain.casefold()
    negations = len(_NEGATIONS.findall(_NOT_NEGATIVE.sub(" ", folded)))
    bare = _FORCE.sub(" ", _NEGATIONS.sub(" ", _REQUIRED.sub(" must ", plain)))
    return Wording(
        tokens=tuple(_tokens(bare)),
        negative=negations % 2 == 1,
        permission=bool(_PERMISSION.search(folded)) and not _OBLIGATION.search(folded),
        conditions=frozenset(_CONDITIONS.findall(folded)),
        renewed=bool(_RENEWED.search(folded)),
    )


def level(token: Token) -> str:
    """One spelling for a word in all its endings, and for the words that mean the same."""
    return token.text if token.value else _levelled(token.text)


@lru_cache(maxsize=4096)
def _levelled(word: str) -> str:
    word = _SAME.get(word, word)
    for ending, kept in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + kept
            break
    return _SAME.get(word, word).rstrip("e")


def is_small(token: Token) -> bool:
    """Whether it is a word that any sentence may have."""
    return token.text in _SMALL


_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a an the this that these those of in on at to for from by with as is are be been was were it its "
        "they them their we us our you your i my and or but so then also all each every any some both own do "
        "does did has have had will would there here which who what where how if when than into out up down "
        "about now please just only very too more most such one prefer use using favour favor choose get gets "
        "got make makes made ",
    )
)

_NOT_NEGATIVE = re.compile(r"\bnot only\b|\bno\.\s|\bif not\b|\bwhether or not\b|\bdon't forget\b|\bnever forget\b")
_NEGATIONS = re.compile(
    r"\b(?:never|not|cannot|no longer|no|nobody|none|nothing|avoid|forbidden|forbids?|prohibit(?:ed|s)?|banned"
    r"|disallowed"
    r"|refrain from|stop|unnecessary|optional|nie|niemals|nicht|keine?[nrm]?|jamais|nunca|não)\b|(?<=\w)n't\b",
    re.IGNORECASE,
)
_REQUIRED = re.compile(
    r"\b(?:is|are) (?:not )?(?:strictly |always )?(?:required|mandatory|obligatory)\b", re.IGNORECASE
)
_FORCE = re.compile(
    r"\b(?:must|should|shall|always|please|ha(?:s|ve) to|needs? to|ought to|make sure(?: that| to)?"
    r"|ensure(?: that)?|be sure to"
    r"|remember to|may|can|ca|wo|might|(?:is|are) (?:always |still |also )?(?:allowed|permitted|fine|ok|okay"
    r"|required|mandatory|expected)(?: to)?"
    r"|allowed|permitted|required|mandatory|do(?=n't)|does(?=n't)|it is|now|currently|from now on|nowadays"
    r"|these days)\b",
    re.IGNORECASE,
)
_PERMISSION = re.compile(r"\b(?:may|can|allowed|permitted|fine|ok|okay|acceptable|optional)\b")
_OBLIGATION = re.compile(r"\b(?:must|should|shall|always|ha(?:s|ve) to|needs? to|required|mandatory)\b")
_CONDITIONS = re.compile(
    r"\b(?:only|except|unless|until|without|if|when|before|after|other than|while|at least|at most|up to|outside"
    r"|inside)\b"
)
_RENEWED = re.compile(r"\b(?:now|from now on|no longer|any more|anymore|instead|these days|since)\b")

_WORD = re.compile(
    r"(?P<code>`+[^`]+`+)|(?P<url>[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'`]+)"
    r"|(?P<number>(?<![\w.])[<>=~]?\d+(?:[.,:]\d+)*(?![\w-]))"
    r"|(?P<name>[\w@*~#$.-]*(?:[/_]|\w\.\w|\w-\d|\d)[\w@*~{},/.()-]*)|(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*)"
    r"|(?P<sign>%)",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august"
    r"|(?:septem|octo|novem|decem)ber"
)
_COUNTS = re.compile(
    r"one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|hundred|once"
    r"|twice|daily|weekly|monthly|yearly|hourly|nightly"
)


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    for match in _WORD.finditer(text):
        raw = match[0].strip("`").rstrip(".,;:!?)") if match.lastgroup != "number" else match[0]
        if not raw:
            continue
        folded = raw.casefold()
        if match.lastgroup in ("number", "sign") or _COUNTS.fullmatch(folded):
            found.append(_token(folded, True, True, False))
        else:
            inner = bool(found) and raw[0].isupper()
            named = match.lastgroup in ("code", "url", "name") or bool(_DAYS.fullmatch(folded))
            found.append(_token(folded, named or inner, False, inner and not named))
    return found


@lru_cache(maxsize=4096)
def _token(text: str, value: bool, number: bool, proper: bool) -> Token:
    """One object for a word wherever it stands: a memory of thousands of lines has few words."""
    return Token(text=text, value=value, number=number, proper=proper)


_GROUPS = (
    "check validate verify",
    "delete remove drop",
    "create add make",
    "begin start",
    "end finish stop",
    "function method",
    "folder directory dir",
    "developer engineer",
    "merge land",
    "utilise utilize",
    "colour color",
    "repo repository",
    "config configuration setting",
    "doc documentation",
    "test spec",
    "error exception",
    "show display",
    "need require",
    "store keep save",
    "put place",
    "fetch retrieve",
    "call invoke",
    "throw raise",
    "change modify alter",
    "big large",
    "quick fast",
    "fix repair",
    "name call",
    "build compile",
    "deploy release ship",
    "launch run execute",
    "param parameter",
    "arg argument",
    "env environment",
    "db database",
    "prod production",
    "team group",
    "finish complete",
    "live reside",
    "write author",
    "log record",
    "sort order",
    "ask request",
    "tell inform",
    "contain hold include",
    "mark flag",
    "own belong",
)
_SAME = {word: group.split()[0] for group in _GROUPS for word in group.split()}
