"""Statements that ask for something: prohibitions, requirements, preferences, permissions, exemptions."""

from __future__ import annotations

from buddy.core.capture.fragments import (
    ASK,
    ATTACHED,
    BAN,
    CONTRAST,
    HABIT,
    IMPERATIVE,
    LEAD_IN,
    MODAL,
    NOUNS,
    PLURAL,
    QUANTIFIED,
    THING,
)
from buddy.core.capture.rule import Rule

_NOT_THINGS = (
    r"idea|ideas|problem|problems|worries|worry|need|objections?|issues?|difference|doubt|doubts|change|changes"
    r"|longer|one|reason|way|chance|rush|hurry|comments?|bug|bugs|harm|wonder|more|other|clue|luck"
    r"|surprise|preference|opinion|matter|point|questions?|thanks|further"
    r"|real|big|strong|particular|action|regression|impact|effect|sign|trace|evidence|difference|offen[cs]e"
    r"|kidding|joke|news|progress|blocker|blockers|concerns?|complaints?|reply|answer|numbers|time|good"
    r"|user-visible|functional|test for|callers?|such"
)
_FINITE = (
    r"\b(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|covers?|calls?|uses?|needs?"
    r"|exists?|reads?|writes?|depends?|seems?|gets?|goes|changed|happens?|knows?|thinks?|expects?|sees?|says?"
    r"|works?)\b"
)
DEMANDS: tuple[tuple[Rule, str], ...] = (
    (
        Rule.EXEMPTION,
        r"\b(?:rule|check|lint|warning|convention|requirement|limit|policy|guideline|CODE"
        r"|NAME) (?:doesn't|does not|don't|do not|only|also|never) (?:apply|applies|count|counts|concern"
        r"|hold)\b",
    ),
    (
        Rule.EXEMPTION,
        rf"^(?:{QUANTIFIED} )?{NOUNS}{ATTACHED} (?:is|are) (?:always )?(?:exempt|excluded"
        rf"|excepted|not subject)\b",
    ),
    (Rule.PROHIBITION, rf"^{LEAD_IN}(?:we |you )?{BAN} (?!mind\b)"),
    (
        Rule.PROHIBITION,
        rf"(?:^|[,;:–—] |\b(?:so|and|but|therefore|hence|which is why|that's why"
        rf"|,) )(?:please )?(?:never|do not|don't) (?:ever )?(?!mind\b|know\b|think\b|see\b|worry\b|have\b"
        rf"|need\b|care\b|want\b|like\b|believe\b){THING}",
    ),
    (
        Rule.PROHIBITION,
        rf"^{LEAD_IN}no (?!(?:{_NOT_THINGS})\b)(?:(?!{_FINITE})[^.!?]){{3,160}}?\b(?:in|without"
        rf"|from|for|on|before|after|outside|inside|under|at|to|until|unless|anywhere|please|allowed|with|into"
        rf"|except|other than|by|during|between)\b(?:(?!{_FINITE})[^.!?]){{0,200}}[.!]?$",
    ),
    (
        Rule.PROHIBITION,
        rf"^{LEAD_IN}no (?!(?:{_NOT_THINGS})\b)[\w/+ -]{{2,60}} (?:is|are|gets?|goes|lands?|may"
        rf"|must|should|can) (?:ever )?(?:be |to )?(?:merged|allowed|released|deployed|shipped|committed"
        rf"|accepted|added|created|written|used|in|out|live|stored|logged)\b",
    ),
    (Rule.REQUIREMENT, rf"^{LEAD_IN}{ASK}\b"),
    (Rule.PREFERENCE, rf"^{LEAD_IN}{IMPERATIVE} [^;]{{1,200}}?{CONTRAST}"),
    (Rule.PREFERENCE, rf"^(?:instead of|rather than) [^,;]{{2,80}}?,? (?:always |please )?{IMPERATIVE}\b"),
    (
        Rule.REQUIREMENT,
        rf"^(?:when|whenever|before|after|if|once|for (?:every|each|all"
        rf"|any)) [^;:]{{3,120}}?, (?:please |also |then |first )*{IMPERATIVE} (?!(?:it|this|that)[.!]?$)",
    ),
    (
        Rule.PREFERENCE,
        r"^(?:CODE|NAME|[\w/+-]+(?: [\w/+-]+){0,4}) over (?:CODE|NAME"
        r"|[\w/+-]+(?: [\w/+-]+){0,4})(?: (?:in|for|when|unless|where)\b[^.]*)?[.!]?$",
    ),
    (Rule.PREFERENCE, r"^(?:CODE|NAME)(?: [\w/+-]+){0,3},? not (?:CODE|NAME)\b"),
    (
        Rule.PREFERENCE,
        r"\b(?:is|are) (?:always |strongly )?(?:preferred|favou?red|preferable|better"
        r"|recommended)\b.{0,40}\b(?:over|to|in|for|than)\b",
    ),
    (
        Rule.REQUIREMENT,
        rf"^{LEAD_IN}{IMPERATIVE} (?!(?:it|this|that|these|those|them|the) ?(?:[.,!]"
        rf"|{HABIT}))[^;]{{2,200}}?{HABIT}",
    ),
    (
        Rule.REQUIREMENT,
        rf"\b(?!(?:i|he|she|it|that|this|these|those|there) )(?:{THING}|CODE|NAME|PATH|URL"
        rf"|\)) (?:also |always |still |then |now |all |both |each |only |really )*{MODAL}\b",
    ),
    (
        Rule.REQUIREMENT,
        rf"^(?:if|when|whenever|once|for|in|as) [^,]{{3,160}}?,? (?:then )?(?:it|they|there|this"
        rf"|that|you|we) (?:also |always |only )*{MODAL}\b",
    ),
    (
        Rule.REQUIREMENT,
        r"^(?:anything|nothing|everything|anyone|anybody|everyone|everybody|nobody|no one|whoever"
        r"|whatever)\b[^,;:!?]{0,120}? (?:must|should|may|needs?|requires?|has to|have to|goes|gets?|is|are"
        r"|belongs?|can|stays?|pushes|commits|merges|writes|reads|depends|imports)\b",
    ),
    (
        Rule.REQUIREMENT,
        rf"^(?:(?:whenever|wherever|where|if) possible,? |wherever [^,;:]{{3,80}}, )(?:please )?{IMPERATIVE}\b",
    ),
    (Rule.REQUIREMENT, rf"^to \w+ [^,;:]{{2,60}}?,? (?:you (?:always )?(?:need|must|have)\b|{IMPERATIVE}\b)"),
    (
        Rule.PROHIBITION,
        rf"^(?:{NOUNS}|CODE|NAME|\w+ing \w+){ATTACHED} (?:is|are) (?:not|never) (?:ok|okay|fine|acceptable|welcome)\b",
    ),
    (Rule.REQUIREMENT, r"^not (?:every|all|any)\b[^,;:!?]{2,120}? (?:must|may|should|can|needs?|has to|have to)\b"),
    (Rule.PREFERENCE, r"^we(?:'d| would) rather\b|^we(?:'d| would) (?:much )?prefer\b"),
    (
        Rule.CONVENTION,
        rf"^(?:only |exactly |at most |at least )?(?:one|two|three|1|2"
        rf"|3) (?:{THING} ){{1,4}}per {THING}",
    ),
    (Rule.REQUIREMENT, r"^there (?:must|should|shall|has to|have to|needs to|may) (?:not |never |only |always )?be\b"),
    (Rule.REQUIREMENT, rf"^only {IMPERATIVE} (?!(?:it|this|that|the)\b)"),
    (
        Rule.PREFERENCE,
        rf"^{LEAD_IN}use (?:the )?(?:CODE|NAME|{THING})(?: {THING})? for (?!(?:this|that|it|the"
        rf"|these|those|now)\b)(?:{THING} ){{0,3}}?(?:{PLURAL})\b",
    ),
    (Rule.PREFERENCE, rf"^{LEAD_IN}use [^;:]{{2,90}}? for (?:all|any|every|each|new)\b"),
    (
        Rule.REQUIREMENT,
        r"^keep (?!(?:it|this|that)\b)[^,;]{2,60}? (?:free of|out of|in sync with|independent of"
        r"|free from)\b",
    ),
    (
        Rule.CONVENTION,
        rf"^(?!(?:the|this|that|it|these|those|there|what|i|he|she|my"
        rf"|your) )(?:{THING} ){{1,3}}(?:is|are) (?:never|always) \w+",
    ),
    (
        Rule.CONVENTION,
        r"^the (?:\w+ ){0,2}?(?:front-?end|back-?end|client|server|core|api|ui|cli|service|app"
        r"|gateway|domain|sdk|library|layer|package|module|plugin|adapter|model|view|crate|kernel"
        r"|platform) never (?:talks|calls|imports|depends|reads|writes|touches|knows|accesses|uses|queries"
        r"|exposes|blocks|opens)\b",
    ),
    (
        Rule.REQUIREMENT,
        rf"^only (?!the (?:last|first|latest|other)|this|that|one\b|two\b|a\b)(?:{THING}|CODE"
        rf"|NAME|PATH)(?: (?:{THING}|CODE|NAME|PATH|URL)){{0,8}}? (?:may|can|should|must|are|is|gets?|has"
        rf"|have|go|goes)\b",
    ),
    (
        Rule.PERMISSION,
        rf"^(?:in|for|inside|within|under) [^,;:]{{2,60}}, (?:{QUANTIFIED} )?(?:{NOUNS}|CODE"
        rf"|NAME) (?:is|are) (?:perfectly |totally |also )?(?:fine|ok|okay|allowed|acceptable|welcome)[.!]?$",
    ),
    (
        Rule.PERMISSION,
        r"^(?!(?:something|nothing|everything|anything|thing)\b)\w+ing (?!(?:it|this"
        r"|that)\b)[^,;:]{2,80}? (?:in|for|from|under|inside|within) [^,;:]{2,60}? is (?:perfectly |totally "
        r"|also )?(?:fine|ok|okay|allowed|acceptable|welcome)\b",
    ),
    (Rule.PERMISSION, rf"^(?:but )?{LEAD_IN}(?:{QUANTIFIED} )?{NOUNS}{ATTACHED} may\b"),
    (
        Rule.PERMISSION,
        rf"^{LEAD_IN}(?:{QUANTIFIED} )?(?:{NOUNS}|CODE|NAME"
        rf"|{THING}ing(?: {THING}){{0,3}}){ATTACHED} (?:is|are) (?:perfectly |totally |always |only |also "
        rf"|just )?(?:fine|ok|okay|allowed|acceptable|welcome|good enough|permitted|legal) (?:in|for|under"
        rf"|when|inside|within|if|as long|only|below|on|at|everywhere|outside)\b",
    ),
    (
        Rule.REQUIREMENT,
        rf"^(?:an? |any |every |each )(?:{THING}|CODE"
        rf"|NAME)(?: {THING}){{0,4}}?{ATTACHED} (?:always |also )?(?:needs?|requires?|gets?|has|belongs?"
        rf"|goes|stays?|never|always)\b",
    ),
)
"""Patterns over the core of a sentence, the first that fits counts."""
