"""What a reply does in its conversation: it thanks and agrees, or it disputes the finding that it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ACK = re.compile(
    r"^(?:(?:ah|oh|hm+|ok|okay|yes|yep|yeah|yup|right|true|well|and|but|so|also|no|actually|wow|hey|@\S+),?[ !.]*)*"
    r"(?:thanks|thank you|thx|ty\b|tysm|cheers|great|nice(?!ly)|good (?:catch|point|spot|find|idea|call|question"
    r"|job|work|one|eye|thinking|stuff|to know|suggestion|observation)|lgtm|lovely|awesome|perfect"
    r"|excellent|brilliant|well (?:done|spotted)"
    r"|fair(?: point| enough|,|\.)?|makes (?:total |perfect |a lot of )?sense|agreed?\b|i (?:fully |totally "
    r"|completely )?agree|you(?:'re| are) (?:absolutely |quite |totally |completely )?(?:right|correct)"
    r"|that(?:'s| is| was) (?:right|true|wrong|a good|fair|much better|better|my (?:bad|mistake|fault)"
    r"|great|a mistake|embarrassing|correct)"
    r"|(?:right|true|correct|yes|yep|yeah|yup|ok|okay|okey|k|sure|ack|absolutely|indeed|exactly|definitely"
    r"|totally)(?:[.,!]|$| thanks| thank you)|done|fixed|addressed|resolved|updated|changed"
    r"|corrected|removed|renamed|pushed|applied|reverted|rebased|squashed|amended|adjusted|reworded"
    r"|will (?:do|fix|change|update|remove|add)|on it|got it|gotcha|understood"
    r"|my (?:bad|mistake|fault|apologies)|sorry|oops|whoops|\+1|:\+1:|👍|🎉|❤|🙏|✅|looks (?:good|great|fine"
    r"|much better|better|ok|okay)|sounds (?:good|great|fine|reasonable|like a plan)|works for me"
    r"|fine (?:by|with|for) me|happy (?:with|to)|ship it|approved|noted|(?:much )?(?:appreciated?|better)"
    r"|i appreciate|i (?:really |do )?(?:like|love) (?:the|this|it|how|that|your)|impressive|love (?:it"
    r"|this|how|the)|neat|sweet|cool|yay|solid|clean work"
    r"|great (?:work|job|catch|point)|i (?:see|stand corrected|missed (?:that|it|this)|overlooked|forgot)"
    r"|should be (?:fixed|done|good) now|fixed in|done in|i've (?:fixed|changed|added|removed|updated"
    r"|pushed|applied|addressed|renamed|corrected)|all (?:good|done|fixed|set)|no (?:further"
    r"|more) (?:comments|questions|remarks|complaints)|beautiful|congrat\w*|welcome|hear hear|same here"
    r"|added (?:a|an|the|some|one|it|that|tests?)|merci|danke|gracias|obrigad[oa]|grazie|bedankt|erledigt"
    r"|behoben|corrigé|arreglado|hecho|corrigido|feito|fatto|c'est (?:corrigé|fait|bon)|gut gesehen"
    r"|stimmt|bien vu|bien visto|tienes razón|ありがとう|谢谢|感谢|已修复|好的|修正しました|спасибо|исправил)"
)
_ACK_INSIDE = re.compile(
    r"\b(?:(?:is|are|looks?|was) (?:fine|good|ok|okay|great|perfect) (?:by|with|for|to) me"
    r"|rest (?:is|looks) (?:fine|good|great|ok)|as (?:you )?suggested|thank you|thanks|you(?:'re| are) right"
    r"|fixed in [0-9a-f]{6,}|with your suggestion|happy to (?:merge|approve))\b"
)

_DISPUTES = re.compile(
    r"\bfalse (?:positive|alarm)|\bnot (?:a|an|really a|actually a) (?:\w+ )?(?:bug|issue|problem|leak|risk"
    r"|vulnerability|secret|concern|error|mistake|duplicate|violation|race|typo|finding|typo)\b"
    r"|\b(?:intended|intentional(?:ly)?|(?<!we )deliberate(?:ly)?|on purpose|by design|as designed"
    r"|by intent|wanted that way|works as)\b"
    r"|\bwon't ?fix|\bnot (?:applicable|relevant|needed here|necessary here|an issue here)\b|\bdoes(?:n't"
    r"| not) (?:apply|matter|hold)\b|\b(?:can't|cannot|can never|could never|will never"
    r"|won't) (?:ever )?(?:happen|occur|be (?:null|none|nil|empty|negative|zero|reached|undefined|called"
    r"|user|attacker|larger|more|longer|concurrent|shared))\b|\bi (?:strongly |respectfully "
    r"|have to )?disagree\b"
    r"|\bi (?:don't|do not) (?:think|agree|believe|see (?:a|the|any) (?:problem|issue|risk|bug|leak|point"
    r"|harm))\b|\b(?:that's|this is|that is|it's|which is|this one is|is) (?:simply |just |plain "
    r"|actually |factually |not )?(?:not true|wrong|incorrect|nonsense|not the case|not correct|mistaken"
    r"|unfounded|not right|a misunderstanding|misleading|bogus|noise)\b|^(?:wrong|incorrect|nope|nah"
    r"|no)(?:[.,:;!]| [–—-] )|\bso (?:it|this|that)(?:'s| is)\b|\b(?:bot|linter|checker|tool|model"
    r"|scanner) (?:says|claims|thinks|believes|assumes|wants)\b.*\bbut\b|^we (?:want|need) .*\b(?:here"
    r"|there|because|since)\b|^thanks,? but\b|\bpart of (?:the|our) (?:public|documented) \w+|^(?:it|this"
    r"|that) (?:doesn't|does not|isn't|is not|never|is never) (?!(?:work|build|compile|look|feel|clear"
    r"|sure|help|seem))\w+|\b(?:is|are) (?:a |an |just )?dumm(?:y|ies)\b|\b(?:can't|cannot"
    r"|can never) (?:\w+ )?(?:overflow|leak|race|block|deadlock|throw|collide|grow|underflow|escape)\b"
    r"|^we keep (?:this|it|these|that|them|the)\b"
    r"|\b(?:harmless|unnecessary|superfluous|overkill|by construction|impossible|unreachable|legitimate"
    r"|benign)\b|\bplease (?:ignore|disregard|dismiss)\b|^(?:ignore|disregard)\b|\bleav(?:e|ing) (?:it"
    r"|this|that|them|these) (?:as|like|alone|in|here|there|the way)|\b(?:keep|keeping) (?:it|this|these"
    r"|that|them)\b|\bstays?\b(?: as| here| in|[.,]|$)|\bmakes no sense\b"
    r"|\b(?:the |this )?(?:checker|tool|linter|bot|analy[sz]er|scanner|rule|finding|warning|report|suggestion"
    r"|heuristic|type ?checker|model|compiler|parser) (?:just |simply |clearly |only |probably "
    r"|here )?(?:can't|cannot|doesn't|does not|misses|missed|misreads|misread|is (?:wrong|mistaken"
    r"|confused|too strict|not aware|unaware)|has no way|fails to|didn't|did not|isn't|gets it wrong"
    r"|got (?:it|this) wrong)\b"
    r"|\b(?:already|all) (?:\w+ )?(?:handled|checked|validated|guarded|covered|escaped|sanitised|sanitized"
    r"|locked|closed|done|taken care|ensured|verified|protected|enforced|guaranteed|caught|bounded"
    r"|filtered)\b|\b(?:is|are|it's) (?:auto-?|machine )?generated\b|\b(?:is|are) (?:only |just "
    r"|merely )?(?:a |an )?(?:test|fake|dummy|example|sample|placeholder|mock|demo|public|vendored"
    r"|fixture)s? (?:key|token|value|data|password|credential|secret|code|file|string)?s?\b"
    r"|\bso (?:this|that|it|the \w+)(?: \w+)? (?:is|are|'s)? ?(?:fine|ok|okay|safe|correct|enough|right|valid"
    r"|needed|not needed)\b|\b(?:this|that|it|which) (?:is|'s) (?:perfectly |totally |actually "
    r"|completely )?(?:fine|ok|okay|safe|correct|expected|required|needed|harmless|valid|legal|wanted"
    r"|the point|the idea)\b|\bthis is (?:only|just)\b|\b(?:it's|it is|that's|that is|this is"
    r"|this one is) (?:perfectly |totally |quite )?(?:fine|expected|wanted|intended|required"
    r"|needed)(?:[,.:;!]| here| because| since|$)|\bno (?:race|leak|overflow|injection|risk|bug|issue"
    r"|harm|danger) (?:here|possible|in|at|because|since)\b"
    r"|\bi(?:'d| would) (?:rather |like to |prefer to |really )?(?:keep|leave|not|stay)\b|\bprefer to (?:keep"
    r"|leave)\b|\bwe (?:want|need|keep|accept|know|rely on|depend on|tolerate) (?:it|this|that|these|them"
    r"|both)\b|\bwe (?:do|did) (?:want|mean) (?:this|that|it)\b|\bwe had this discussion\b"
    r"|\bwe've been through\b|\bthere is no\b.*\bon purpose\b|\bdisagree\b|\bnot going to (?:change|fix"
    r"|do|add)\b|\bcan be ignored\b|\bno (?:need|reason) (?:to (?:change|fix|add|guard|check|lock|escape"
    r"|validate)|for (?:a|an|that|this))\b"
    r"|\b(?:has|have) to (?:be|stay) (?:public|here|like this|this way|that way|mutable|global|broad)\b"
    r"|\bcaches this for us\b|\b(?:handles?|does|takes care of|checks?|guards?|covers?|enforces?"
    r"|guarantees?|ensures?) (?:this|that|it) (?:for us|already|upstream|before|anyway|elsewhere)\b"
)
_WHY_REPORTED = re.compile(
    r"\bwhy (?:is|was|does|would|are) (?:this|that|it|the bot|these)\b.*\b(?:reported"
    r"|flagged|complain|a problem|an issue|a finding|wrong|bad|raised)\b"
)
_CONCEDES = re.compile(
    r"^(?:(?:ah|oh|hm+|ok|okay|wow),? )?(?:good (?:catch|point|spot|find|call|idea)"
    r"|nice (?:catch|find|spot)|great (?:catch|find|point)|fixed|done|you(?:'re| are) (?:absolutely |quite "
    r"|totally )?right|agreed|well spotted|my (?:bad|mistake)|oops|whoops|i stand corrected|will (?:do|fix)"
    r"|thanks,? (?:fixed|done|good)|true,|yes,|addressed|i agree)\b"
)


def acknowledges(reading: str) -> bool:
    """Whether a sentence only thanks, praises, agrees or reports that something was done."""
    return bool(_ACK.match(reading) or _ACK_INSIDE.search(reading))


def disputes(readings: Sequence[str]) -> bool:
    """Whether a reply as a whole rejects the finding; `readings` are its sentences that neither ask nor postpone."""
    if readings and _CONCEDES.match(readings[0]) and not any(" but " in f" {one} " for one in readings[:2]):
        return False
    return any(_DISPUTES.search(reading) for reading in readings)


def wonders_why_reported(readings: Sequence[str]) -> bool:
    """Whether a question among them doubts that there is anything to report."""
    return any(_WHY_REPORTED.search(reading) for reading in readings)
