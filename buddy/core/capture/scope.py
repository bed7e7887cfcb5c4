"""How far a statement reaches: is it about the change, the lines, the thread or the week at hand, or put off?"""

from __future__ import annotations

import re

_PLACES = (
    "repo|repository|project|package|module|code ?base|codebase|crate|app|application|service|library|directory"
    "|folder|team|org|organi[sz]ation|company|component|workspace|layer|subsystem|product|tree|monorepo|stack"
    "|area|plugin|sdk|cluster"
)
_NEAR = (
    rf"(?:this|these|those(?! (?:\w+ed|in|that|which|of|with|from|who|under|on"
    rf"|for)\b))(?! (?:\w+ )?(?:{_PLACES}|rules?|checks?|conventions?|polic(?:y|ies)|lints?|warnings?)\b)"
)
_THAT = (
    r"(?<![a-z]s )that (?:one|pr|change|line|file|function|method|class|test|block|loop|part|comment|name|thing"
    r"|case|call|branch|commit"
    r"|variable|import|section|bit|way|ticket|issue)"
)
_MINE = (
    r"(?:your|my|his|her) (?:\w+ )?(?:fix|change|changes|branch|pr|patch|commit|commits|approach|code|suggestion"
    r"|comment|version"
    r"|test|tests|editor|description|descriptions|diff|implementation|refactoring|idea|proposal|question|point|review)"
)
_POINTED = (
    r"the (?:second|third|fourth|fifth|other|remaining|rest|two|three|four|above|following|latest|previous|extra)"
    r" (?:\w+ )?(?:test|tests|one|ones|line|lines|file|files|function|method|class|commit|commits|block|loop"
    r"|branch|part|case|cases"
    r"|comment|comments|call|version|name|names|paragraph|section|import|imports|variable|argument|change"
    r"|changes|condition)\b"
    r"|the (?:diff|patch|typo|numbers in the table)\b|line \d+|lines \d+|\bl\d+\b|(?<!as )\b(?:see|as|comment"
    r"|mentioned|noted) (?:above|below)"
)
_TIMES = (
    r"for now|right now|at the moment|for the moment|today|tomorrow|tonight|(?:this|next) (?:week|sprint|month"
    r"|time|round|morning)"
    r"|(?:by|until|on|before) (?:next )?(?:monday|tuesday|wednesday|thursday|friday|then|tonight|tomorrow)(?!s)"
    r"|before (?:i|we) (?:can )?(?:merge|approve|review|ship|land|release|continue|look)|when you(?:'re"
    r"| are) done|as discussed"
    r"|once more|one more time|one last time|this time|while you(?:'re| are) (?:at it|here|there)|after (?:your"
    r"|the) (?:fix|rebase)|yet"
)
_HERE_AND_NOW = re.compile(rf"\b(?:{_NEAR}|{_THAT}|{_MINE}|{_POINTED}|{_TIMES})\b")
_IN_THIS = re.compile(rf"\bin (?:this|that|the present|the same) (?:{_PLACES})\b|\b(?:this|our) (?:{_PLACES})\b")
_HERE = re.compile(
    r"\b(?:(?<!only )here|(?<!is )(?<!are )(?<!from )there (?!is|are|must|should|may|can|will|has"
    r"|have))\b"
)
_GENERAL_HERE = re.compile(
    r"\b(?:we (?:\w+ )?(?:don't|do not|never|always|only|use|prefer|avoid|follow|usually"
    r"|generally|write|name|allow)|nobody|no one)\b.*\bhere\b|\b(?:forbidden|allowed|banned|required|standard"
    r"|used|welcome) here\b"
)
_REASON = re.compile(
    r"(?:[,;:–—(]|\s-)\s*(?:as|since|because|so|and|that|this|it|otherwise|or|else)\b"
    r"|\b(?:because|since|so that|otherwise)\b"
)

_CODE_ELEMENT = (
    r"variable|parameter|argument|name|docstring|comment|line|condition|loop|check|title|heading|typo"
    r"|indentation|import|diff"
    r"|branch|bug|fix|patch|message|caller|wording|paragraph|sentence|screenshot|description|assertion"
    r"|return type|signature|test|cast"
    r"|type|constant|expression|block|if|else|spacing|newline|import order|todo|changelog entry|commit message"
    r"|rebase|conflict|conflicts"
)
_ONE_ELEMENT = re.compile(
    rf"^(?:the (?:\w+ )?(?:{_CODE_ELEMENT})|(?:it|this|that|he|she|they|both|one|mine|yours|either)|something|someone)"
    r" (?:also |still |then |really |probably |just )?(?:must|should|needs?|has|have|ought|shall|mustn't"
    r"|shouldn't|doesn't need)\b"
)
_TASK_VERB = (
    "add|fix|rename|remove|delete|change|move|update|split|revert|refactor|investigate|wait|merge|discuss|rework"
    "|drop|extract|rebase|squash|resolve|address|clean|look|try|take|get|put|do|go|make it|make this|check|re-run"
    "|rerun|retry|push|bump|close|reopen|open|decide|think|talk|sync|finish|figure|keep an eye|double-check|see"
    "|consider|apply|restore|leave|reword|mention|explain|add"
)
_TASK = re.compile(
    rf"^(?:(?:we|you|i) (?:also |still |really |just |then )?(?:should|must|need to|have to|ought to|can|could"
    rf"|will|shall)"
    rf" (?:also |still |really |just |then )?(?:{_TASK_VERB})\b|(?:make sure|be sure|ensure)(?: that)? (?:you "
    rf"|to )(?:{_TASK_VERB})\b|let's\b|let us\b|let me\b)"
)
_GENERAL = re.compile(
    r"\b(?:always|never|every|each|any|all|whenever|everywhere|nobody|when (?:you|we|a|an|adding|changing)"
    r"|before (?:you|a|every)"
    r"|in general|if (?:you|a|an|we))\b"
)
_REQUEST = re.compile(
    rf"^(?!(?:see|close|open|clean|update)[.!]?$)(?:{_TASK_VERB}|never mind|use|call|wrap|write|run|rewrite"
    rf"|replace|pass|return|set|make|test|document|simplify|inline|ignore|skip|note|don't|do not|make sure"
    r"|ensure|no need|no reason|be careful|verify|keep)\b"
)
_NEAR_SUBJECT = re.compile(
    rf"(?:^|[:;] )(?:here|the (?:second|third|fourth|other|two|three|remaining) \w+|that|{_NEAR}|{_MINE}"
    rf"|{_POINTED})\b[^,;]{{0,80}}\b(?:must|should|shouldn't|mustn't|needs?|has to|have to|ought to"
    rf"|doesn't need|don't need)\b"
)
_SOME = re.compile(r"^(?:some|most|many|several|both|a few|half|a couple|two|three) (?:of )?")
_WEIGHED = re.compile(r"\b(?:rather than|instead of)\b")
_ON_THE_ONE = re.compile(
    r"^(?:call|put|wrap|return|move|add|set|pass|check|store|read|write|open|close|inline|extract|assert|test)"
    r" (?:it|this|that|them|the)\b"
)
_NO_NEED = re.compile(
    r"^(?:no need|no reason|you (?:don't|do not) (?:need|have) to|don't bother|not necessary"
    r"|not needed|don't worry)\b"
)

_LATER = re.compile(
    r"\bfollow[- ]?ups?\b|\bfollow(?:ing)? up\b|\b(?:do|done|handle|fix|address|tackle|revisit|come back|rename"
    r"|clean|look|add|change"
    r"|get|move|remove|sort|deal|ones|it|that|this|them)\b[\w ,']{0,40}\b(?:later|separately|afterwards"
    r"|another time|some other time)\b"
    r"|\blater[.!]?$|^later\b|\bnot (?:now|yet)\b|\bnot (?:in|for|part of|in scope of) this (?:pr|change|patch"
    r"|commit|release|one)\b"
    r"|\bout of scope\b|\b(?:in|as|into|for|with) (?:a|an|another|the next|the follow\w*|a (?:separate|different"
    r"|later|future|new|second))"
    r" (?:separate |different |later |future |new |second |own )?(?:pr|pull request|patch|change|issue|ticket"
    r"|iteration|release|sprint|step|commit|pass|round|mr)\b"
    r"|\b(?:next|after the|before the|until after the) (?:release|sprint|quarter|milestone|iteration|freeze|launch)\b"
    r"|\b(?:i'll|i will|i've|i have|we'll|let's|i|will|can you|have) ?(?:just )?(?:open|opened|file|filed|create"
    r"|created|raise|raised|make|log|logged)"
    r" (?:a |an |another |the |up )?(?:\w+ )?(?:issue|ticket|task|card|story|pr|bug)\b"
    r"|\btrack(?:ed|ing)?(?: (?:it|this|that))? (?:in|as|by|with|under|separately)\b|\bbacklog\b|\b(?:can|could"
    r"|has to|will have to|must|may) wait\b"
    r"|\bpostpone|\bdown the (?:road|line)\b|\bput(?:ting)? (?:it|this|that) off\b|\bpark (?:it|this|that)\b"
    r"|\bon my (?:list|todo)\b"
    r"|\bnext (?:week|month|quarter|year|sprint)\b|\bwill follow\b|\bsome ?day\b|\bone day\b|\beventually\b"
    r"|\bsooner or later\b"
)
_AFTER_EVENT = re.compile(r"\b(?:once|after|when|until|as soon as) (?:the|we|that|our|it|this)\b")
_LATER_EVENT = re.compile(
    r"^(?:we|you|i) (?:should|must|need to|have to|can|could) .*\b(?:(?:once|as soon as"
    r"|until) (?:the|we|that|our|it|this)|when (?:the|our|we|it|this) .{2,40}(?:over|ready|done|live|stable"
    r"|out|merged|released|finished|available))\b"
)
_LASTING = re.compile(r"\b(?:always|never|must not|mustn't|is forbidden|are forbidden|every)\b")


def put_off(core: str) -> bool:
    """Whether the speaker postpones the matter."""
    if _LATER.search(core):
        return not _LASTING.search(core)
    return bool(
        (_LATER_EVENT.match(core) or _TASK.match(core)) and _AFTER_EVENT.search(core) and not _GENERAL.search(core)
    )


def near(core: str) -> bool:
    """Whether a statement in the form of a rule is about what is at hand only.

    What merely follows as its reason ("…, because this breaks") does not count.
    """
    reason = _REASON.search(core, 12)
    main = core[: reason.start()] if reason else core
    if _HERE_AND_NOW.search(_IN_THIS.sub("", main)) or _ONE_ELEMENT.match(core):
        return True
    if _HERE.search(main) and not _GENERAL_HERE.search(main):
        return True
    if _SOME.match(core) or (_ON_THE_ONE.match(core) and not _GENERAL.search(core) and not _WEIGHED.search(core)):
        return True
    return bool(_NO_NEED.match(core) or (_TASK.match(core) and not _GENERAL.search(core)))


def request(core: str) -> bool:
    """Whether it asks for one thing to be done, or left, in the change at hand."""
    return bool(
        _REQUEST.match(core)
        or _NO_NEED.match(core)
        or _NEAR_SUBJECT.search(core)
        or re.match(r"^(?:for|in) this (?:pr|change|patch|branch|commit|file|case|one)\b", core)
    )
