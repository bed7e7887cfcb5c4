"""Durable names: an assignment of an identifier-shaped value, and a pointer to where a policy stands."""

from __future__ import annotations

import re

_VALUE = (
    r"(?:CODE|NAME|PATH|URL|#[\w-]+|@[\w/-]+|v?\d[\w.,]*(?: ?(?:%|[a-z]{1,12}))?(?: (?:per|a|an) \w+)?"
    r"|[\w]+(?:[-_.:/][\w]+)*[-_.:/]?\d[\w.:/-]*|(?!(?:re|non|un|self|well|over|pre|multi|single|one|two"
    r"|read|write|thread|case|type|null|up|out|in|off|on|so|long|short|high|low|half|full|hand|built|user"
    r"|copy|best|on|cross|work|first|last|real|open|state)-)"
    r"[a-z]+(?:-[a-z0-9]+)*-(?!\w*(?:ed|ing|ly|able|ible|ive|ful|less|like)\b|(?:only|safe|free|side|time|level"
    r"|wide|aware|case|off|on|up|in|out|to|by|of|bit|end|date|friendly|proof|agnostic|insensitive"
    r"|specific)\b)[a-z0-9]+(?=[.!]?$))"
)
_ASSIGNED = re.compile(
    rf"^(?:the|our|a|an|default|\w+) (?P<subject>[\w/+' -]{{2,90}}?|CODE|[\w/ +'-]{{0,40}}(?:CODE"
    rf"|NAME)[\w/ +'-]{{0,40}}) (?:is|are|is called|is named|is set to|is now|=|equals|is limited to"
    rf"|is fixed at|is pinned to|is pinned at|stays at|is always|listens on|runs on|points to|resolves to)"
    rf" (?:called |named |now |always |currently |at |port |on |version )*{_VALUE}(?:(?:,| and| or|/| in| on"
    rf"| for| per| everywhere| since| as of| \()[^;:?!]{{0,80}})?[.!]?$"
)
_CODE_TALK = re.compile(
    r"\b(?:issue|problem|bug|error|cause|culprit|result|output|answer|line|commit|fix|reason|difference|type"
    r"|return|variable|argument|parameter|method|function|class|caller|loop|value|index|length|count"
    r"|number|pr|patch|branch name|typo|condition|change|idea|point|case|question|diff|trick|one"
    r"|new|old|correct|right|wrong|expected|actual|failing|intent|same|best|first|second|last|previous|call"
    r"|offset|size here|duplicate|review|discussion|ticket|run|build number|test|rest|alternative"
    r"|suggestion|next|default|code|flag|option|field|attribute|property|selector|regex|pattern|message"
    r"|exception|signature|token|status|word|key here|parent|child|base|target|source|caller)$"
)
_GUIDE = re.compile(
    r"\b(?:guides?|guidelines?|polic(?:y|ies)|forms?|templates?|runbooks?|handbook|checklists?|wiki|standards?"
    r"|conventions?|style ?guide|contributing|rules?|processe?s?|playbooks?|manual|docs|documentation"
    r"|glossary|schema|registry|dashboard|calendar|roadmap|catalogue|catalog"
    r"|specs?|specification|adrs?|decision records?|instructions|faq|portal|onboarding|matrix|inventory|tracker"
    r"|board|page|list of|request(?:s|ed)?|reference|list|directory|index|terms|agreement|cla)\b"
)
_EVIDENCE = re.compile(
    r"/(?:pull|pulls|issues?|commit|commits|compare|runs?|jobs?|builds?|actions|merge_requests|discussions|blob"
    r"|blame|tree|permalink|status|questions|gist|logs?|artifacts?|pipelines?|checks|bugs?|show_bug"
    r"|browse|tickets?)(?:/|\.cgi|\?|$)"
    r"|#(?:l\d|issuecomment|discussion_r|diff-)|\b[0-9a-f]{7,40}\b|stackoverflow\.com|//gist\.|playground"
    r"|godbolt|crbug|bugzilla|/t/\d|\bjira\b|/\d{3,}(?:/|$|\))",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:it|this|that|these|those|here|i|you|was|were|failed|failing|reported|upstream|happened"
    r"|tested|discussed|discussion|thread|run|log|logs|build|bug|fixed|seen|according|just|found)\b"
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s<>\"'`]+", re.IGNORECASE)


def assigns(core: str) -> bool:
    """Whether it gives a durable name or value: "the build pool is `b-7`", never "this is fine"."""
    found = _ASSIGNED.match(core)
    return (
        found is not None
        and not _CODE_TALK.search(found["subject"].rstrip())
        and "this" not in found["subject"].split()
    )


def points(core: str, *, text: str) -> bool:
    """Whether it names a guide, policy or form by its address; runs, commits, bugs and permalinks are evidence."""
    if "URL" not in core or not _GUIDE.search(core.replace("URL", "")) or _TALK.search(core):
        return False
    return not any(_EVIDENCE.search(found[0]) for found in _ADDRESS.finditer(text))
