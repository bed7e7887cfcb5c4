"""The forms in which people state what holds in a project; each is a kind of sentence, none knows a subject matter.

They are looked for in a sentence's core (see `sentences`); whether the speaker stands by it, and whether it reaches
beyond the change at hand, is judged elsewhere.
"""

from __future__ import annotations

import re

from buddy.core.capture.demands import DEMANDS
from buddy.core.capture.fragments import ASK, BAN, CONTRAST, HOLDS, IMPERATIVE, MODAL
from buddy.core.capture.plain_present import PLAIN_PRESENT
from buddy.core.capture.rule import Rule

_COMPILED = tuple((rule, re.compile(pattern)) for rule, pattern in (*DEMANDS, *PLAIN_PRESENT))

_NO_SUBJECT = re.compile(
    r"^(?:(?:it|this|that|these|those|they|he|she|i|both|neither|something|someone)(?:'s|'ll|'d|'ve|'m|'re)?"
    r"|here|there (?:is|are|was)|what|which|who|how|why|where|thanks|sounds?|looks?|seems?|guess|works?"
    r"|good|nice|great|partners|thoughts|lots|tests? (?:pass|fail|now)|sounds)\b"
)
_ANAPHORA = re.compile(
    r"\b(?:this|these|those|it|that one|for us|him|them)\b(?! (?:repo|repository|project"
    r"|package|module|codebase|code|app|service|directory|folder|team|library|layer|crate)\b)"
)
_CONDITIONED = re.compile(r"^(?:if|when|whenever|once|for|as|in) [^,]{3,160},")


def form_of(core: str) -> Rule | None:
    """The first form that the sentence has, None if it has none."""
    if core.endswith(":"):
        return None
    for rule, pattern in _IMPERSONAL:
        if pattern.search(core):
            return rule
    if _NO_SUBJECT.match(core) and not _IMPERATIVE_START.match(core):
        return None
    for rule, pattern in _COMPILED:
        if (found := pattern.search(core)) and not _explains(rule, core, found):
            return rule
    return None


_CONTRASTED = re.compile(rf"{CONTRAST}|\b(?:never|always|only|every|each|all|generally|usually|whenever)\b")
_STATUS = re.compile(
    r"^(?:most|some|many|other|both|several|few)\b"
    r"|^(?:all |the )?(?:users|people|customers|reviewers|visitors|readers|commenters|callers|threads|floats|integers"
    r"|promises|closures|regexes|generators|pointers|maps|dicts|arrays|slices|coroutines|tuples|names are)\b"
    r"|\b(?:are|is) (?:now |all |still )*\w+ed[.!]?$"
    r"|\b(?:are|is) (?:not |now |all |still )*(?:done|gone|hard|easy|slow|fast|fine|mechanical|immutable"
    r"|different|big|small"
    r"|new|old|wrong|right|good|bad|nice|ready|here|there|ok|okay|attached|below|above|unclear|rare|cheap"
    r"|expensive)[.!]?$"
    r"|\b(?:don't|do not|doesn't|does not) (?:match|work|matter|exist|help|fit|compile|build|agree)[.!]?$"
    r"|\b(?:do|does) the same\b|\b(?:now|that|below|inline)[.!]?$"
    r"|\bin the (?:loop|table|description|diff|thread|pr|file|log|logs|comment|caller|first|second|other|test)[.!]?$"
    r"|^(?:all |the |both )?(?:"
    r"screenshots|logs attached|commits|conflicts|suggestions"
    r"|tests? (?:pass|passed|are (?:green|passing|fine))|checks (?:pass|are))\b|\bare resolved[.!]?$"
    r"|\b(?:again|addressed|passing|green|at the end|unrelated|anyway|already|first and then|first, then"
    r"|at this point|upstream|broken|flaky|confus\w*)\b"
    r"|\b(?:are|is) \w+ed by the\b|\b(?:in order|in (?:js|javascript|typescript|python|go|java|rust|ruby|c\+\+"
    r"|kotlin|swift|sql|css|html|node|jvm|postgres|linux))[.!]?$"
)
_IMPERATIVE_START = re.compile(rf"^(?:{BAN}|{ASK}|{IMPERATIVE}) ")
_IMPERSONAL = (
    (
        Rule.CONVENTION,
        re.compile(r"^(?:it's|it is) (?:our|a|the) (?:policy|convention|rule|practice|custom) (?:to|that|not)\b"),
    ),
    (Rule.REQUIREMENT, re.compile(r"^neither [^,;:]{2,80}? (?:may|must|should|shall|can)\b")),
    (
        Rule.EXEMPTION,
        re.compile(
            r"^this (?:rule|check|lint|warning|convention|policy) (?:doesn't|does not) apply (?:to|in|under|for"
            r"|below|outside)\b"
        ),
    ),
    (
        Rule.PERMISSION,
        re.compile(
            r"^(?:it's|it is) (?:perfectly |totally |always )?(?:fine|ok|okay|allowed"
            r"|acceptable|permitted) to \w+ .{2,80}? (?:in|for|when|if|under|inside|within|from|as long as)\b"
        ),
    ),
    (
        Rule.PROHIBITION,
        re.compile(
            r"^(?:it's|it is) (?:strictly |never |explicitly )?(?:not (?:allowed|permitted"
            r"|ok|okay|acceptable)|forbidden|prohibited|never (?:allowed|ok|okay|acceptable)) (?:to|for)\b"
        ),
    ),
    (
        Rule.REQUIREMENT,
        re.compile(
            r"^(?:it's|it is) (?:required|mandatory|compulsory|a (?:hard "
            r"|strict )?(?:requirement|rule|convention|policy)) (?:to|that|for)\b"
        ),
    ),
    (
        Rule.CONVENTION,
        re.compile(
            rf"^this (?:\w+ )?(?:repo|repository|project|package|module|code ?base|crate"
            rf"|app|library|service|monorepo|organi[sz]ation|team|company) (?:{HOLDS}|{MODAL})\b(?! (?:now|here"
            rf"|a restart|a rebase)\b)"
        ),
    ),
)
_STATED_PLAINLY = {Rule.CONVENTION, Rule.LOCATION}


def _explains(rule: Rule, core: str, found: re.Match[str]) -> bool:
    """A plain statement that leans on something said before explains the code at hand, and is no convention."""
    if re.match(
        r"^we (?:\w+ )?(?:open|call|read|load|set|pass|give|make|send|create|parse|start|end|copy|check"
        r"|catch|handle|lock|split|return|throw|wrap|get|need|want|have) (?:the|both|two) ",
        core,
    ) and not _CONTRASTED.search(core):
        return True
    if re.match(
        r"^we (?:\w+ )?\w+ (?:it|this|that|them|these|those)\b(?! (?:repo|project|way))", core
    ) and not re.search(r"\b(?:never|always|don't|do not)\b", core):
        return True
    if rule not in _STATED_PLAINLY or re.search(r"\b(?:we|our)\b", found[0]):
        return False
    if rule is Rule.CONVENTION and _STATUS.search(core):
        return True
    lean = _ANAPHORA.search(core)
    return (
        lean is not None
        and (lean.start() < found.end() + 24 or not _CONDITIONED.match(core))
        and lean.start() < found.end() + 30
    )
