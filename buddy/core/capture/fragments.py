"""Pieces of patterns that the forms are put together from: kinds of words and turns of phrase, no subject matter."""

from __future__ import annotations

LEAD_IN = (
    r"(?:(?:in|for|when|whenever|if|on|under|with|inside|within|before|after|as|to|at|unless|since|by|once|from"
    r"|where|until|outside|during|except|generally|usually|normally|in general|by convention|by default"
    r"|today|nowadays|now|"
    r"as (?:the|our)|per)\b[^,;:]{0,160}[,:] (?:please |then )?|(?:generally|usually|normally|typically|also"
    r"|please|just|now|still)\b,? )?"
)
THING = r"[\w'/+#.-]+"
PLURAL = (
    r"(?!(?:this|thus|is|was|has|does|it's|that's|there's|here's|what's|let's|always|sometimes|perhaps"
    r"|besides|unless|yes|his|its|us|as|plus|versus|\w*ss|\w*us|\w*ous)\b)[\w/+#-]{2,}s|people|children|data"
    r"|indices|schemas|criteria|metadata|code|middleware|software|everything|nothing|everybody|everyone"
    r"|nobody|anything|logs?"
)
NOUNS = rf"(?:(?:{THING}|CODE|NAME|PATH) ){{0,4}}?(?:{PLURAL}|CODE|NAME)"
ATTACHED = (
    r"(?: (?:in|of|for|under|from|with|without|that|which|who|at|on|outside|inside|below|to|between"
    r"|whose|by|across|behind)\b(?: [^\s,;:]+){1,8}?)?"
)
QUANTIFIED = r"(?:all|every|each|any|no|most|both|only|new|some|a|an|the|our|many|other)"
HOLD = (
    "are|aren't|have|go|live|use|need|require|come|belong|stay|keep|carry|contain|start|begin|end|follow|return"
    "|throw|raise|take|get|run|send|mirror|inherit|extend|implement|expose|accept|reject|log|write|read|own|share"
    "|sit|ship|sort|sign|match|import|export|call|emit|publish|subscribe|depend|target|support|validate|register"
    "|declare|define|describe|document|bump|land|happen|work|wait|retry|fail|close|open|lock|store|load|save"
    "|build|deploy|test|cover|mock|assert|hold|point|link|refer|name|wrap|compile|render|format|don't|do not"
    "|never|always|only|usually|generally|normally|also|do|apply|count|pass|map|group|include|exclude|skip|ignore"
    "|receive|respond|answer|report|escape|encode|decode|parse|print|check|cache|copy|freeze|pin|track|branch"
    "|merge|release|publish|sync|default|resolve|translate|convert|speak|talk|hide|create|delete|update|set"
    "|derive|list|rely|produce|consume|handle|leave|expire|rotate|migrate|spell|remain|exist|live|treat|begin"
    "|span|differ|honou?r|respect|adopt|conform|comply|adhere|correspond|block|flush|drain|commit|compute|record"
    "|collect|aggregate|sample|poll|listen|connect|authenticate|encrypt|hash|verify|compress|batch|queue|trigger"
    "|execute|invoke|dispatch|route|forward|replicate|restore|archive|purge|rename|reserve|enforce|limit|bundle"
    "|vendor|stream|paginate|mean|go through|may|can only|must"
)
HOLDS = (
    "is|isn't|has|goes|lives|uses|needs|requires|comes|belongs|stays|keeps|carries|contains|starts|begins|ends"
    "|follows|returns|throws|raises|takes|gets|runs|sends|mirrors|inherits|extends|implements|exposes|accepts"
    "|rejects|logs|writes|reads|owns|shares|sits|ships|sorts|signs|matches|imports|exports|calls|emits|publishes"
    "|depends|targets|supports|validates|registers|declares|defines|describes|documents|works|waits|retries|fails"
    "|closes|opens|locks|stores|loads|saves|builds|deploys|tests|covers|holds|points|links|refers|names|wraps"
    "|doesn't|does not|never|always|only|applies|counts|passes|maps|includes|excludes|receives|responds|answers"
    "|reports|creates|deletes|updates|sets|lists|relies|produces|consumes|handles|leaves|expires|imports|speaks"
    "|may|must|gets|pins|bumps"
)
STANCE = (
    r"(?:always|never|only|usually|generally|normally|typically|deliberately|intentionally|explicitly"
    r"|still|now|also|all|both|do|therefore|strictly|consistently|mostly|try to|currently)"
)
WE_HOLD = (
    rf"(?:{STANCE} )*(?:use|keep|don't|do not|prefer|want|require|support|build|target|follow|write|name|put"
    rf"|store|log|ship|deploy|test|run|pin|avoid|allow|forbid|expect|treat|sort|format|generate|commit"
    rf"|squash|merge|release|tag|document|return|throw|raise|wrap|mock|cache"
    r"|validate|import|export|call|spell|order|group|call|reserve|sign|encrypt|hash|rotate|depend|rely|stick"
    r"|standardi[sz]e|adhere|accept|reject|version|branch|publish|review|vendor|lint|check|escape"
    r"|register|declare|inject|share|track|translate|number|start|end|limit"
    r"|cap|round|read|load|set|pass|give|make|only|never|always|can only|cannot|can't|must|mustn't|should"
    r"|shouldn't|have to|need to|consider|maintain|host|distribute|provide|compile|type|annotate|serve"
    r"|send|parse|rebase|bump|freeze|split|separate|catch|handle|retry|lock|index"
    r"|work|develop|code|go through|go with|ask|tell|leave|mark|describe|prefix|suffix|quote|batch|page|paginate"
    r"|roll|back up|backport|migrate|stop|ban|disallow|have (?:a|an|our|one|two|separate|no)|plan (?:for"
    r"|releases))\b"
)
BAN = r"(?:never(?:,? ever,?)?|do not|don't|avoid|stop|refrain from|nobody|no one)"
ASK = (
    r"(?:always|make sure|ensure|be sure to|remember to|prefer|favou?r|stick to|stick with|limit|restrict"
    r"|default to|opt for|go for|reach for|beware of|take care to|be careful (?:to|with|not))"
)
MODAL = (
    r"(?:must(?:n't| not)?|shall(?: not)?|should(?:n't| not)?|ha(?:s|ve) to|needs? to|ought (?:not )?to|(?:is"
    r"|are) (?:always |also |strictly |now )?(?:required|mandatory|compulsory|obligatory|expected"
    r"|supposed|meant|obliged)\b|required to be"
    r"|(?:is|are) (?:not |never |no longer |strictly |always |explicitly )?(?:allowed|permitted|forbidden"
    r"|prohibited|banned|disallowed|discouraged|off limits|off-limits|verboten|taboo|preferred"
    r"|recommended|reserved|restricted|limited|optional|encouraged|deprecated|accepted|acceptable)"
    r"|(?:is|are) (?:not )?to be|may (?:not|only|never)|can (?:only|never)|mustn't|cannot|can't"
    r"|do(?:es)? not (?:need|have) to"
    r"|do(?:es)?n't (?:need|have) to|need not)"
)
IMPERATIVE = (
    r"(?:use|call|put|raise|return|write|run|pass|take|throw|name|keep|wrap|log|store|add|import|create|define"
    r"|declare|place|read|validate|sort|mock|test|pin|commit|squash|rebase|merge|open|close|escape|encode"
    r"|format|spell|document|catch|handle|check|set|build|deploy|generate|regenerate"
    r"|register|inject|prefix|suffix|group|order|split|limit|round|hash|encrypt|rotate|tag|sign|review|update"
    r"|bump|reach|go|leave|model|express|compare|treat|expose|inherit|compose|derive|annotate|mark|give"
    r"|start|end|send|emit|batch|lock|release|await|ask|announce|report|quote|parse"
    r"|load|depend|rely|count|measure|skip|cache|delete|remove|rename|move|link|describe|mention|list|state"
    r"|indent|align|stick|target|bind|guard|assert|follow|consult|freeze|backport|extend|reuse|override"
    r"|fetch|query|iterate|clone|copy|convert|render|style|scope|configure|enable|disable|apply|provide"
    r"|implement|subscribe|cancel|throttle|cast|choose|pick|separate|isolate|combine|wait|retry|fail"
    r"|propagate|filter|paginate|stream|join|print|map|drop|allocate|instantiate|stub|fake)"
)
CONTRAST = (
    r"(?:\binstead of\b|\brather than\b|\bin preference to\b|\bin favou?r of\b"
    r"|,? (?:and )?not (?!(?:sure|yet|now|really|bad|possible|needed|necessary|only|just|here)\b)|\bnever\b"
    r"| over (?!(?:there|here|again|time|and over|http|https|tcp|the (?:wire|network|years))\b))"
)
HABIT = (
    r"(?:\b(?:before|after|when|if|once|while|until|as soon as) (?:you|we|a|an|any|every|each|committing|pushing"
    r"|merging|releasing|opening|adding|changing|editing|deploying|tagging|publishing|shipping|upgrading"
    r"|reviewing|submitting|touching|modifying|creating|removing)\b"
    r"|\b(?:whenever|unless|for every|for each|for all|for any|everywhere|in all|in every|on every|with every"
    r"|only|at least|at most|per|without|from|so that)\b)"
)
