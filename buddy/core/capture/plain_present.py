"""Conventions and places in the plain present: "we use …", "our … is", "fixtures live in …"."""

from __future__ import annotations

from buddy.core.capture.fragments import ATTACHED, HOLD, HOLDS, LEAD_IN, NOUNS, QUANTIFIED, THING, WE_HOLD
from buddy.core.capture.rule import Rule

PLAIN_PRESENT: tuple[tuple[Rule, str], ...] = (
    (
        Rule.CONVENTION,
        rf"^(?:{LEAD_IN}|(?:for|in|on|within|inside|since|because of|with|by|due to|across"
        rf"|throughout) [^,;:]{{2,60}}? |(?:historically|deliberately|intentionally|as a team|around here"
        rf"|here),? )we {WE_HOLD}",
    ),
    (
        Rule.CONVENTION,
        rf"^{LEAD_IN}our [\w/ +-]{{2,60}}? (?:is|are|requires?|says?|lives?|uses?|needs?|runs?"
        rf"|follows?|supports?|targets?|forbids?|allows?|expects?|has|have|go|goes|starts?|contains?|only"
        rf"|always|never|must|should|builds?|deploys?|ships?)\b",
    ),
    (
        Rule.CONVENTION,
        r"^(?:the )?(?:policy|convention|rule|agreement|standard|deal|norm|house style"
        r"|house rule)s?(?: (?:here|in|for|on|of)[^,.;]{0,60})? (?:is|are|says)\b",
    ),
    (
        Rule.CONVENTION,
        r"^(?:by convention|by policy|as a matter of policy|as a rule|per our (?:policy"
        r"|guidelines?|conventions?)|as agreed|project-wide)\b",
    ),
    (
        Rule.CONVENTION,
        rf"^(?:in|inside|within|across|throughout|under) (?:this|our|these|the whole|the entire"
        rf"|all our) [\w ]{{2,40}}?,? (?:we |all |every |each )?{NOUNS}{ATTACHED} (?:{HOLD}|{HOLDS})\b",
    ),
    (
        Rule.CONVENTION,
        r"^the (?:\w+ )?(?:changelog|api|schema|documentation|docs|website|wire format|file format"
        r"|release notes|lock ?file|licen[cs]e header|version number|version|build|pipeline|roadmap|glossary"
        r"|production database|main branch|default branch|release branch|style guide|release"
        r"|deployment) (?:is|are) (?:only |always |never )?\w+(?:ed|en|t|n) (?:by|from|with|in|on|to|at|per"
        r"|using|under|through|via|automatically|manually|once)\b",
    ),
    (
        Rule.CONVENTION,
        rf"^(?:normally|usually|generally|typically|by default),? (?:a|an|the|each"
        rf"|every) (?:{THING} ){{1,4}}?(?:{HOLDS})\b",
    ),
    (
        Rule.LOCATION,
        rf"^{LEAD_IN}(?!(?:it|this|that|he|she|they) )(?:{THING}|CODE|NAME"
        rf"|PATH)(?: [^\s;:!?]+){{0,14}}? (?:lives?|goes?|belongs?|resides?|sits?|(?:is|are) (?:kept|stored"
        rf"|defined|documented|maintained|generated|found|located|collected|written|declared|registered"
        rf"|configured|listed|described))"
        r" (?:only |always |all |both )?(?:in|under|at|on|into|to|from|inside|below|next to|beside"
        r"|by|with|through|via)\b",
    ),
    (
        Rule.LOCATION,
        rf"^{LEAD_IN}(?!the )(?:{QUANTIFIED} )?{NOUNS}{ATTACHED} (?:is|are) (?:in|under|at"
        rf"|below) (?:CODE|PATH|NAME|URL)",
    ),
    (
        Rule.CONVENTION,
        rf"^{LEAD_IN}(?:all |every |each |any |no |most |only |both |new |other |public |private "
        rf"|internal )*(?!(?:the|a|an|this|that|these|those|my|your|his|her|it|its|i|you|he|she|we|they|there"
        rf"|here|what|which|who|how|why|if|some|many|another|thanks|sorry|good|nice|great|both|not) )"
        rf"{NOUNS}{ATTACHED} (?:all |both |each |usually |generally |normally |deliberately "
        rf"|now |still |therefore |thus |hence )?(?:{HOLD})\b",
    ),
    (
        Rule.CONVENTION,
        rf"^{LEAD_IN}(?:every|each|any|no|all) (?:{THING}|CODE"
        rf"|NAME)(?: {THING}){{0,4}}?{ATTACHED} (?:usually |generally |normally |also |still )?(?:{HOLDS})\b",
    ),
    (
        Rule.REQUIREMENT,
        rf"^{LEAD_IN}(?!(?:it|this|that|he|she|they|i|we|you|there) )(?:(?:{THING}|CODE"
        rf"|NAME) ){{1,5}}(?:needs?|requires?|expects?|wants?) (?:an? |the |at least |at most "
        rf"|[\w-]+ )?(?:CODE|NAME|PATH|URL|[\w-]*\d[\w.-]*|own|explicit|separate|approval|sign-off)\b",
    ),
)
"""Patterns over the core of a sentence, looked for after those that demand something."""
