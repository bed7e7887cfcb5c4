"""Plain requirements, prohibitions and thanks in a few languages besides English.

Only the unmistakable forms; a convention in the plain present of another language is not reached without a model.
"""

from __future__ import annotations

import re

from buddy.core.capture.rule import Rule

_RULES = (
    # German
    r"\b(?:muss|müssen|soll|sollen|sollten|sollte|darf|dürfen)\b.*\b(?:immer|nie|niemals|nicht|nur|kein\w*|stets"
    r"|sein|werden|haben)\b|^(?:bitte )?(?:nie|niemals|immer|keine?)\b.{8,}"
    r"|\b(?:ist|sind) (?:verboten|nicht erlaubt|nicht zulässig|pflicht)\b|\bmüssen\b.{4,}\w+en\b",
    # French
    r"\b(?:doit|doivent|faut)\b.{4,}|^(?:ne|n')\b.*\b(?:jamais|pas)\b|^(?:toujours|jamais)\b.{6,}|\b(?:est"
    r"|sont) (?:interdit|interdite|interdits|interdites|obligatoire|obligatoires)\b",
    # Spanish and Portuguese
    r"\b(?:debe|deben|deve|devem|hay que|tiene que|tienen que|é preciso|precisam)\b.{4,}|^(?:nunca|siempre"
    r"|sempre|no (?:uses|usar|usen|hagas)|não (?:use|usar|usem))\b.{4,}"
    r"|\b(?:está|están|estão) (?:prohibid|proibid)\w+",
    # Italian, Dutch
    r"\b(?:devono|deve essere|mai usare|non usare)\b.{4,}|\b(?:moet|moeten|mag niet|mogen niet)\b.{4,}",
    # Chinese, Japanese
    r"(?:必须|不得|禁止|请勿|不要|总是|永远不|应该使用|しなければ|してはいけ|しないこと|必ず|使わないで)",
)
_RULE = re.compile("|".join(_RULES))
_NEAR = re.compile(
    r"\b(?:diese[rsnm]?|hier|dieser pr|dein\w*|deine\w*|jetzt|heute|morgen|später|vielleicht|ich|cette|ce|cet"
    r"|ici|ton|ta|tes|maintenant|demain|plus tard|peut-être|je|este|esta|esto|aquí|aqui|tu|ahora|mañana"
    r"|luego|después|quizás|talvez|isso|este pr|questo|questa|qui|deze|dit|ikzelf|wenn wir|dachte"
    r"|früher)\b"
    r"|(?:这个|这里|本次|也许|可能|この|ここ|たぶん)"
)
_ASKS = re.compile(r"(?:吗|呢|か)[。.]?\Z")


def form_of(core: str) -> Rule | None:
    """The form of a rule in one of these languages, None if there is none or it is about what is at hand."""
    found = _RULE.search(core)
    if found is None or _NEAR.search(core) or _ASKS.search(core):
        return None
    negated = re.search(
        r"\b(?:nie|niemals|nicht|kein\w*|jamais|pas|nunca|não|mai|niet|verboten)\b|不|禁止|勿|いけ|ない", core
    )
    return Rule.PROHIBITION if negated else Rule.REQUIREMENT
