"""Orders to review less: to approve, to skip, to stay quiet at large or on a protected kind, or to obey (P7)."""

from __future__ import annotations

import re

_FINDINGS = (
    r"(?:findings?|warnings?|errors?|alerts?|issues?|problems?|comments?|vulnerabilit(?:y|ies)|reports?"
    r"|results?|suggestions?|secrets?|security|leaks?)"
)
_PROTECTED = (
    r"(?:gitleaks|trufflehog|detect-secrets|ggshield|secrets?|credentials?|security|vulnerabilit(?:y"
    r"|ies)|leaks?|passwords?|tokens?|cves?)"
)
_NEGATED = r"\b(?:never|not|don't|no|nobody|cannot|can't|mustn't|shouldn't|isn't|aren't|without|avoid)\b"
_ORDERS = re.compile(
    r"\b(?:must|should|always|please|just|can|to|shall|you|bot|reviewer|simply|automatically|and|,"
    r"|^)?\s*(?:approve (?:it|this|all|any|every\w*|each|whatever|my|the|anything|without|automatically"
    r"|changes?|prs?|pull requests?|immediately|\w+'s)|auto-?approve|rubber-?stamp)\b"
    rf"|\b(?:don't|do not|never|stop|no need to|not) run(?:ning)? (?:the |any )?(?:{_PROTECTED}|scanners?|scans?"
    rf"|linters?|reviews?|security)\b"
    r"|^(?:always |just |simply |please )?approve\b|\b(?:is|are|be|get|gets) (?:auto-?approved"
    r"|automatically approved|approved (?:automatically|without|unseen|unread|by default))\b"
    r"|\bskip(?:s|ping)? (?:the |all |any |every |code |security |this |your )*(?:reviews?|reviewing|checks?"
    r"|scans?|scanning|analysis|validation)\b"
    r"|\b(?:review|approval) (?:is|are) (?:not (?:needed|required|necessary)|unnecessary|optional)\b"
    r"|\bno (?:code |security |further |more )?(?:reviews?|approvals?|checks?"
    r"|scans?)(?: \w+){0,3} (?:needed|required|necessary)\b|\bno need (?:to|for) (?:an? )?(?:review|scan"
    r"|approval)\b"
    rf"|\bignor(?:e|ing|ed) (?:all|any|every|everything|each|whatever|the rest|(?:the |these |those |your "
    rf"|its )(?:\w+ )?{_FINDINGS}\b|(?:\w+ )?(?:findings?|warnings|alerts|vulnerabilities|security"
    rf"|secrets)\b|(?:all |any |the |your )*(?:previous|prior|above|earlier|system) |(?:the "
    rf"|your )?(?:instructions|rules|guidelines|policy|policies))"
    rf"|\b(?:disable|mute|silence|suppress|hide|drop|dismiss|turn off|switch off|bypass|disregard|whitelist"
    rf"|allowlist) (?:\w+ ){{0,3}}(?:{_FINDINGS}|reviews?|scanners?|scanning|scans|checks|linters?|bot"
    rf"|rules|{_PROTECTED})\b"
    rf"|\b(?:rate|mark|treat|consider|regard|report|classify|label|declare|assume|accept|resolve) (?:\w+ "
    rf"|[`'\"]){{0,6}}(?:as )?(?:secure|safe|passing|passed|clean|approved|resolved|trusted|harmless"
    rf"|correct|low|a false positive|false positives?)\b"
    r"|\b(?:obey|do (?:exactly )?(?:what|whatever|as)|follow (?:whatever|everything|all|my|his|her|every"
    r"|the author's|\w+'s) (?:\w+ )?(?:says?|orders?|instructions?|commands?|wishes|decisions?)?"
    r"|trust (?:every\w*|all|anything|whatever|blindly)|defer to|listen (?:only )?to"
    r"|agree with (?:every\w*|all|whatever))\b"
    r"|\b(?:whatever|what|everything|anything) @?\w+ (?:says|writes|decides|wants|pushes|commits)\b"
    r"|\b(?:ignore previous|you are now|new instructions|system prompt|jailbreak|developer mode)\b"
    r"|^(?:system|assistant|developer|instruction)s?\s*:"
    r"|\b(?:allowed|free|may|can) to (?:merge|push|ship) (?:\w+ ){0,4}without (?:a |any )?(?:reviews?"
    r"|approvals?)\b|\b(?:merge|push|ship|land|go in|goes in|merged|pushed"
    r"|deployed) (?:\w+ ){0,5}without (?:a |any |further |being )?(?:reviews?|approvals?|reviewed"
    r"|checks?)\b"
)
_NOT = (
    r"\b(?:never|don't|do not|stop|must not|mustn't|should not|shouldn't|no longer|cease|refrain from|avoid|quit"
    r"|need not|should stop|must stop|not to|and not) (?:to |ever |also )?"
)
_QUIET = re.compile(
    rf"{_NOT}(?:review(?:ing)?|flag(?:ging)?|nitpick(?:ing)?) (?!(?:value|variable|argument|parameter|bit|it in|if)\b)"
    rf"|{_NOT}(?:scan(?:ning)?|look(?:ing)? at) (?:\w+ ){{0,3}}(?:code|files?|prs?|changes?|repo|PATH|CODE|for)\b"
    rf"|{_NOT}(?:comment(?:ing)? (?:on|about|in|anything|any)|complain(?:ing)? |warn(?:ing)? (?:about|on|me|us) )"
    rf"|{_NOT}(?:post(?:ing)?|report(?:ing)?|rais(?:e|ing)|block(?:ing)?|question(?:ing)?|challeng(?:e|ing)) (?:on )?"
    rf"(?:(?:any|the|all|my|our|your|us|me|anything|everything|more|these|those|about|security|style|minor"
    rf"|\w+ing|\w+) ){{0,3}}?"
    r"(?:findings?|warnings|alerts?|issues|problems|comments|vulnerabilit(?:y|ies)|suggestions|secrets?|leaks?|prs?"
    r"|pull requests?|merges?|merging|commits?|nits?|formatting|the author|anything|everything|reviews?)\b"
    r"(?! (?:\w+ ){0,4}to (?:the )?(?:users?|client|customers?|caller|console|api|slack))"
)
_SYSTEM = re.compile(r"^(?:system|assistant|developer|instruction)s?\s*:")
_PRAISE = re.compile(r"^(?:lgtm|looks good)\b")
_LESS = re.compile(
    rf"\b(?:needs?|requires?) no (?:\w+ )?(?:reviews?|approvals?|scans?|checks)\b"
    r"|\b(?:do|does|should)(?:n't| not) (?:need|require) (?:an? |any |to pass )?(?:\w+ )?(?:reviews?|approvals?"
    r"|scans?|scanning)\b"
    r"|\b(?:must|should|can) be (?:auto-?merged|automatically merged|merged automatically|accepted automatically)\b"
    r"|^no (?:security |review |more )?(?:findings|alerts|review comments)\b"
    rf"|\b{_PROTECTED}\b[^,;:.]* (?:is|are) (?:perfectly |totally |always )?(?:ok|okay|fine|allowed|acceptable"
    rf"|harmless|no problem)\b"
    r"|\blgtm\b|\b(?:say|answer|respond|reply|comment)\b[^.]*(?:\bapproved?\b|\blooks good\b|QUOTE)"
    r"|^only (?:report|flag|comment|post|raise)\b|\b(?:report|flag|post|raise|comment(?: on)?) (?:only"
    r"|no more than|at most)\b"
    r"|\b(?:don't|do not|never|stop) (?:nitpick\w*|be (?:so |too )?(?:strict|picky))|\bless strict\b"
)
_PASSIVE = re.compile(
    rf"\b{_FINDINGS}\b[^,;:.]*\b(?:should|must|can|may|are to|have to|are|is) (?:always |all |just |safely |be |to )*"
    r"(?:ignored|skipped|hidden|suppressed|dismissed|disregarded|silenced|muted|dropped|waved through)\b"
)
_GATE = re.compile(
    rf"{_NEGATED}[^,;:.]*\b(?:without|skip\w*|bypass\w*|disabl\w*|ignor\w*|approve\w*"
    rf"|auto-?approv\w*|suppress\w*|silenc\w*|dismiss\w*|turn\w* off|switch\w* off|mark\w*|treat\w*|trust\w*"
    rf"|disregard\w*|merge\w*)\b"
)


def weakens_review(core: str) -> bool:
    """Whether following the sentence would make a review see or say less than it should.

    "Never skip the review" does the opposite; that one rule does not apply to a kind of file is no such order.
    """
    if _QUIET.search(core) or (_LESS.search(core) and not _PRAISE.match(core)):
        return True
    found = _ORDERS.search(core) or _PASSIVE.search(core)
    if found is None:
        return False
    return not _GATE.search(core[: found.end() + 1]) or _SYSTEM.match(core) is not None
