"""What a speaker says without standing by it as a rule: hedges, stories, hypotheses, hopes, reports, irony, idioms."""

from __future__ import annotations

import re

_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|presumably|i (?:think|guess|believe|suppose|feel|wonder|assume"
    r"|imagine|doubt|hope|bet)"
    r"|i'd|i would|i'm (?:not sure|tempted|inclined|thinking)|not sure|imo|imho|in my (?:opinion|view)"
    r"|personally|i (?:prefer|like|tend|want|wish)"
    r"|might|could|would be (?:nice|good|great|better|cool)|nice to have|ideally|arguably|no idea|who knows"
    r"|it seems|seems like|looks like|sounds like"
    r"|if you (?:like|want|prefer|feel)|up to you|your call|we may want|one could|just a thought|feel free"
    r"|matter of taste|either (?:way )?is fine"
    r"|we (?:think|hope|believe|guess|wonder|assume)|apparently|supposedly|i always|i never|i usually|i only)\b"
)
_UNREAL = re.compile(
    r"\bif (?:\w+ ){1,6}(?:were|had|could|was|did|wanted)\b.*\b(?:would|could|should|'d)\b|\bwould (?:have"
    r"|always|never|need|be|only|not|also|still|just)\b"
    r"|\bwouldn't\b|\b(?:imagine|suppose|assuming|say) (?:that )?(?:we|you|a|the)\b|\bin theory\b"
    r"|\bin an ideal world\b|^would\b|^if only\b|^what if\b"
)
_REGRET = re.compile(
    r"\b(?:i|you|we|he|she|they|it|that|this|someone|somebody|something|there|one|author) (?:\w+ )?(?:must"
    r"|should|shouldn't|could|might|may|ought to)"
    r"(?: \w+)? have\b|\b(?:must|should|shouldn't|could|ought to) (?:really |probably |never |already )?have been\b"
)
_PAST = re.compile(
    r"\b(?:had to|used to|were (?:supposed|required|expected|allowed|meant)|was (?:supposed|required|expected"
    r"|allowed|meant|forbidden)"
    r"|(?:we|they|it|he|she|you|i|^that|^this|everyone|nobody|somebody|someone|people) (?:\w+ )?(?:had|did"
    r"|didn't|was|were|tried|decided|agreed|moved|switched|found"
    r"|added|removed|kept|used|wrote|changed|introduced|dropped|discussed|went|got|made|broke|ran|hit|forgot"
    r"|spent|started|lost|noticed|saw"
    r"|learned|needed|wanted|thought|told|said|asked|never \w+ed|always \w+ed)|in the (?:old|early) "
    r"|in the past(?=[,.;]| we| it)|back then|back in|years? ago|months? ago|weeks? ago"
    r"|last (?:year|month|week|time|summer|winter|release)|yesterday|previously|at some point|in those days"
    r"|once upon|not any ?more|no longer true"
    r"|(?:before|until|up to) (?:v?\d[\w.]*|version \d\S*))\b"
)
_HOPE = re.compile(
    r"\bshould (?:now |also |still |already |all |then |really |just |hopefully |finally )*(?:be (?:fine|ok|okay"
    r"|enough|good|faster|slower|green|fixed|gone|ready"
    r"|easier|able|possible|rare|clear|all right|better|there|back|done|alright|straightforward|quick|covered"
    r"|resolved|safe now|in place|trivial|harmless|obvious)"
    r"|help|do (?:it|the trick|for now)|suffice|fix|solve|make (?:it|this|that|things|life|sense)|go away|matter"
    r"|catch (?:it|this|that)|give you|get you|clear (?:it|this|that) up"
    r"|look (?:good|fine|better))\b|\bshould (?:now|hopefully|finally) \w+|\b(?:you|it|that|this|ci|everything"
    r"|which|tests?|build|we|users?|i) should (?:all |be able to |also |still |then )*(?:work|pass|see"
    r"|build|compile|happen|cover|land|improve|behave|know|arrive|answer|notice|find|get|feel|run fine)\b"
    r"|^(?:it|that|this|everything|all) (?:should|must|ought to)(?:n't)? (?:now |also |still |not )?(?:be"
    r"|have)\b|(?:^|\b(?:it|that|this|you|he|she) )must be\b|\bmust be (?:wrong|broken|missing|stale"
    r"|mistaken|kidding|joking|because|due|related|why|lost)\b"
    r"|\b(?:can't|cannot|couldn't) (?:wait|believe|reproduce|see|find|tell|say|think|remember|recall|help|agree"
    r"|complain|hurt)\b|^there (?:should|must) be (?:(?:no|some|a) (?:\w+ )?(?:reason|way|bug|difference"
    r"|change|changes|problem|issue|impact|need|effect|regression)|nothing|something)\b"
)
_IDIOM = re.compile(
    r"^(?:never|always) (?:used|true|false|null|none|empty|called|set|been|reached|\w+ed)(?:[.!,;]|$)"
    r"|^we (?:have to|need to|must|should) be (?:careful|sure|ready|patient|honest|fair|able|good|fine|ok)\b"
    r"|^(?:never ?mind|don't (?:worry|mind|know|think|see|get me|have|hesitate|feel|sweat|panic|remember|care"
    r"|believe|want|like|understand|forget to (?:have|enjoy|sleep|eat))"
    r"|do not worry|no (?:worries|problem|problems|rush|hurry|idea|offence|offense|harm|need to)|must say"
    r"|need(?:less)? to say|only kidding|not to worry|keep (?:it up|up|going|in touch|calm)"
    r"|always (?:good|nice|a pleasure|great|happy|fun|glad|love|wondered|thought|wanted)|never (?:say never|knew"
    r"|thought|heard|seen|saw|understood|a dull|again in|too late|hurts?|fails to))\b"
    r"|\b(?:i|we) (?:must|have to|should|need to) (?:say|admit|confess|warn|apologi[sz]e|thank|agree|disagree"
    r"|ask)\b|\bshould i\b|\blast but not least\b|\bhas to do with\b|\bdo(?:es)?n't have to do\b"
    r"|\bnever (?:understood|knew|noticed|realised|realized|saw|thought|heard|liked|been|had|get tired)\b"
    r"|\b(?:(?:was|has|have|had) never (?:\w+ed|been|had|seen|meant|run|called|written|set)"
    r"|is never (?:null|empty|none|called|reached|set|true|false|negative|zero))\b"
)
_SPEAKER = (
    r"(?:the |some |a |this |that |your |his |her )?(?:\w+ )?(?:bot|linter|checker|tool|suggestion|claim|idea"
    r"|advice|message|warning|article|blog|blog post|book|reviewer|copilot|someone|somebody"
    r"|people|they|he|she|you|model|assistant|analy[sz]er|scanner|ai|finding|myth|assumption|argument|premise"
    r"|theory|internet|textbook|everybody|everyone|stack overflow)"
)
_REPORT = re.compile(
    rf"\b{_SPEAKER} (?:that\b|says?\b|said\b|claims?\b|claimed\b|wants?\b|suggests?\b|suggested\b|thinks?\b"
    rf"|told\b|tells?\b|complains?\b|insists?\b|argues?\b|recommends?\b|recommended\b|asks?\b|asked\b"
    rf"|expects?\b|believes?\b|assumes?\b|keeps? saying\b|reads like\b)"
    r"|\baccording to (?:the )?(?:bot|linter|checker|tool|article|blog|copilot|model)\b|\bit says\b|^QUOTE"
    r"|\b(?:word|words|phrase|wording|sentence|docs? say|text says?|reads?) QUOTE|\bso[- ]called\b"
)
_DENIED = re.compile(
    r"^(?:not true|wrong|incorrect|untrue|nonsense|false|disagreed?)\s?[:,–—-]|[-–—,] no,? (?:they|it|that|we|not)\b"
    r"|\b(?:or so (?:i|we|they)|allegedly|so they say|says who)\b|^(?:always|never) \w+ing\b.* is\b"
    r"|\b(?:say|saying|tell|telling|claim|claiming|pretend) (?:people |them |me |us )?(?:that|we|one|you)\b"
    r"|\b(?:instead of|rather than|write|say) QUOTE|"
    r"\b(?:makes? no sense|(?:is|are) (?:not right|not true|wrong|outdated|obsolete|nonsense|a myth|overkill"
    r"|too strict|silly|absurd|ridiculous|history)|not (?:right|true|valid|the case) any ?more"
    r"|doesn't hold|no longer (?:true|holds?|applies|valid)|never made sense|is simply not|not what we"
    r"|where does it say|nobody says|i disagree that|not convinced)\b"
)
_IRONY = re.compile(
    r"^(?:of course|oh (?:sure|yes|yeah|right|great)|yeah,? (?:right|sure)|sure,? (?:because|and|let's|why not)"
    r"|right, because|because (?:obviously|clearly|of course)|obviously|clearly|great,? (?:let's|another)"
    r"|wow|brilliant idea|sure thing)\b"
    r"|\b(?:as if|my favou?rite|what could (?:possibly )?go wrong|because why not|heaven forbid|god forbid|lol"
    r"|haha|rofl|/s)(?:\b|$)|🙄|😏|🙃|😂|🤣|😉|😜|\(sarcasm\)|</?s>|;-?\)"
)
_FOREIGN = re.compile(
    r"^(?:(?:in|per|under|with|by|according to) )?(?:the )?(?:python|java|javascript|typescript|go|golang|rust"
    r"|ruby|php|perl|kotlin|swift|scala|c|c\+\+|c#|html|css|sql|http|https|http/2|tcp|udp|tls|dns|posix"
    r"|unix|linux|windows|macos|unicode|utf-8|json|yaml|xml"
    r"|graphql|ecmascript|es\d+|node|deno|bun|jvm|llvm|gcc|clang|git|github|gitlab|docker|kubernetes|postgres"
    r"|postgresql|mysql|sqlite|redis|kafka|s3|aws|gcp|azure|react|django|rails|spring|browsers?|chrome"
    r"|firefox|safari|rfc ?\d+|the rfc|ieee|oauth|smtp|bash|zsh"
    r"|(?:language|protocol|spec|specification|standard|compiler|interpreter|kernel|runtime|driver|browser"
    r"|garbage collector|jit|borrow checker|type checker|event loop|standard library|w3c"
    r"|rfc))(?:\s+\d[\w.]*)?"
    r"(?:,| (?:spec|specification|standard|docs?|requests?|headers?|has|have|is|are|does|do|doesn't|don't|can"
    r"|cannot|can't|will|won't|must|should|may|guarantees?|requires?|defines?|says?|never|always|only"
    r"|needs?|allows?|forbids?|treats?|evaluates?|keeps?|drops?|"
    r"uses|parses|expects|ignores|supports|strings?|maps?|dicts?|lists?|files?|names?)\b)"
)
_CANCELS = re.compile(
    r"^(?:not any ?more|no longer|no more|at least (?:that|it|they|we) (?:was|were|had|did|used)"
    r"|that was (?:before|true|until|in )|that(?:'s| is| was)? (?:no longer|not (?:true|so|the case)"
    r"|changed"
    r"|over|history|outdated|the old|how it was|what (?:they|the old)|used to)|this (?:no longer|changed"
    r"|is outdated|is no longer)|just kidding|kidding|"
    r"(?:or )?so (?:they|the (?:docs|book)) say|at least (?:that|it) was|but (?:that|this) (?:was|is over"
    r"|changed|no longer)|we dropped (?:that|it)|(?:was|only) joking|i'm joking|/s|ironically|said nobody"
    r"|i disagree with that|those days are)\b"
)


def doubted(core: str, *, reading: str) -> bool:
    """Whether a sentence in the form of a rule is none; `reading` is the sentence with its opening."""
    if any(pattern.search(core) for pattern in (_REGRET, _HOPE, _IDIOM, _UNREAL, _REPORT, _DENIED)):
        return True
    if _FOREIGN.match(core) or _IRONY.search(reading):
        return True
    return bool(_HEDGE.search(_main(core)) or _PAST.search(_main(core)))


def hoped_or_regretted(core: str) -> bool:
    """Whether its modal verb asks for nothing: "that should do it", "I should have seen that"."""
    return bool(_HOPE.search(core) or _REGRET.search(core))


def cancels(core: str) -> bool:
    """Whether a sentence takes back what stands before it."""
    return bool(_CANCELS.match(core))


def _main(core: str) -> str:
    """Without the reason: "always X, because we once lost Y" is a rule with a story, not a story."""
    cut = re.search(
        r"(?:[,;:–—(]|\s-\s)?\s*\b(?:because|since|as|otherwise|so that|or else|or|it|they|which"
        r"|that)\b",
        core[24:],
    )
    return core[: cut.start() + 24] if cut else core
