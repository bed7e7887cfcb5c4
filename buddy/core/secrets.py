"""Secrets in text (P10): known shapes only, found and redacted by one list, never guessed by entropy.

A reference (`$TOKEN`, `${{ secrets.X }}`, `<token>`) or a blank (`xxxx`, `***`) names a secret and holds none.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass

from buddy.core.text import invisible


class SecretKind(enum.Enum):
    """What was found, in words that follow "this looks like a …"."""

    GITHUB = "GitHub token"
    GITLAB = "GitLab token"
    MODEL_PROVIDER = "model provider key"
    SLACK = "Slack token"
    CHAT_HOOK = "chat webhook"
    AWS = "AWS key"
    GOOGLE = "Google key"
    AZURE = "Azure key"
    STRIPE = "Stripe key"
    PACKAGE_REGISTRY = "package registry token"
    SERVICE = "service API key"
    PRIVATE_KEY = "private key"
    JWT = "JSON web token"
    URL_PASSWORD = "URL with a password"  # noqa: S105 - the name of a kind
    AUTHORIZATION = "authorization header"
    PASSWORD = "password or key in an assignment"  # noqa: S105 - the name of a kind


@dataclass(frozen=True, kw_only=True, slots=True)
class SecretHit:
    """One secret at `text[start:end]`; the value itself is deliberately no part of it."""

    kind: SecretKind
    start: int
    end: int


def find(text: str) -> tuple[SecretHit, ...]:
    """Every secret in `text`, in order, without overlap; also one that invisible characters take apart."""
    hits = list(_hits(text))
    if (uncovered := invisible.visible_offsets(text)) is not None:
        visible, at = uncovered
        hits += [SecretHit(kind=hit.kind, start=at[hit.start], end=at[hit.end - 1] + 1) for hit in _hits(visible)]
    return tuple(_without_overlap(hits))


def redact(text: str) -> str:
    """`text` with `[redacted: KIND]` for every secret; what comes out holds none that `find` would find."""
    while hits := find(text):
        parts, at = [], 0
        for hit in hits:
            parts += [text[at : hit.start], f"[redacted: {hit.kind.value}]"]
            at = hit.end
        text = "".join([*parts, text[at:]])
    return text


@dataclass(frozen=True, slots=True)
class _Shape:
    """A pattern and the words (lower case) of which a text must hold one to be searched at all.

    Where the pattern has a group `secret` only that is the secret. All repetitions are bounded or end the pattern,
    so that no input makes the search more than linear.
    """

    kind: SecretKind
    words: tuple[str, ...]
    pattern: re.Pattern[str]


def _hits(text: str) -> Iterator[SecretHit]:
    lowered = text.lower()
    for shape in _SHAPES:
        if not any(word in lowered for word in shape.words):
            continue
        for found in shape.pattern.finditer(text):
            group = "secret" if "secret" in shape.pattern.groupindex else 0
            if not _NO_SECRET.match(found[group]):
                yield SecretHit(kind=shape.kind, start=found.start(group), end=found.end(group))


def _without_overlap(hits: list[SecretHit]) -> Iterator[SecretHit]:
    hits.sort(key=lambda hit: (hit.start, -hit.end))
    current: SecretHit | None = None
    for hit in hits:
        if current is None or hit.start >= current.end:
            if current is not None:
                yield current
            current = hit
        elif hit.end > current.end:
            current = SecretHit(kind=current.kind, start=current.start, end=hit.end)
    if current is not None:
        yield current


def _token(kind: SecretKind, words: str, pattern: str) -> _Shape:
    return _Shape(kind, tuple(words.split()), re.compile(r"(?<![A-Za-z0-9])(?:" + pattern + r")(?![A-Za-z0-9])"))


def _assigned(kind: SecretKind, words: str, names: str, operator: str, value: str) -> _Shape:
    return _Shape(kind, tuple(words.split()), re.compile(rf"(?i:(?:{names}))[\"'\]]?{operator}(?:{value})"))


_REFERENCES = r"[$%{<]|\[redacted|(?:os|process|env|secrets|vars|github|config|settings|self|this)\."
_BLANK = r"(?:[A-Za-z]{2,10}[-_])*[xX*.•…_-]+\Z"
_NO_SECRET = re.compile(f"{_REFERENCES}|{_BLANK}")

_GAP = r"\s{0,4}(?::=|=>|[:=])\s{0,4}"
_MIXED = r"(?=[^\s\"'`]{0,199}[A-Za-z])(?=[^\s\"'`]{0,199}[0-9!@#^&*+?])"
_QUOTED = rf"(?P<quote>[\"'`]){_MIXED}(?P<secret>[^\s\"'`]{{6,200}})(?P=quote)"
_PLAIN = (
    r"(?!(?i:sha|md|utf|aes|rsa|base|bcrypt|scrypt|argon|pbkdf|oauth|http|tls|ed|v|token|password|secret)"
    r"-?[0-9]{1,5}(?![\w-]))"  # the name of a method or a variable
    r"(?=[^\s]{0,199}[A-Za-z])(?=[^\s]{0,199}[0-9])(?P<secret>[A-Za-z0-9!@#^&*+_~-]{6,200}+)(?![\w/(\[]|\.\w)"
)
_SAID = r"(?:[ \t]{1,3}(?:for|of|to|in|on)(?:[ \t]{1,3}[\w'-]{1,20}){1,4})?[ \t]{1,3}(?:is|was)[ \t]{1,3}[\"'`]?"
_BESIDE = r"[ \t]{1,3}[\"'`]?(?=[^\s\"'`]{10})(?=[^\s\d]{0,60}\d[^\s\d]{0,60}\d)"
_PASSWORDS = "password|passwd|passphrase|pwd"
_NAMES = _PASSWORDS + "|secret|token|credential|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key"
_NAME_WORDS = "password passwd passphrase pwd secret token credential key"
_PEM_END = r"PRIVATE KEY(?: BLOCK)?-----"
_BASE64_LINES = r"(?>(?:(?:\s|\\[nr]){1,8}[A-Za-z0-9+/=]{16,}+)*)"

_SHAPES = (
    _token(SecretKind.GITHUB, "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9_.-]{29,}[A-Za-z0-9]"),
    _token(SecretKind.GITHUB, "github_pat_", r"github_pat_[A-Za-z0-9_]{22,}"),
    _token(
        SecretKind.GITLAB,
        "glpat- glptt- gldt- glrt- glsoat- glcbt- glft- glimt- glagent- gloas-",
        r"gl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas)-[A-Za-z0-9_.-]{19,}[A-Za-z0-9_-]",
    ),
    _token(
        SecretKind.MODEL_PROVIDER,
        "sk- gsk_ xai- hf_",
        r"sk-[A-Za-z0-9]{20,}|sk-(?:ant|proj|svcacct|admin|or|None)-[A-Za-z0-9_-]{20,}"
        r"|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|hf_[A-Za-z0-9]{30,}",
    ),
    _token(
        SecretKind.SLACK,
        "xox xapp-",
        r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,}",
    ),
    _token(
        SecretKind.CHAT_HOOK,
        "hooks.slack.com api/webhooks/ webhook.office.com",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}"
        r"|discord(?:app)?\.com/api/webhooks/[0-9]{5,25}/[A-Za-z0-9_-]{20,}"
        r"|webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{40,}",
    ),
    _token(SecretKind.AWS, "akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    _assigned(
        SecretKind.AWS,
        "secret",
        r"aws_?-?secret_?-?(?:access)?_?-?key|secret_?access_?key",
        _GAP,
        r"[\"'`]?(?P<secret>[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+]))",
    ),
    _token(
        SecretKind.GOOGLE,
        "aiza ya29. gocspx-",
        r"AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}",
    ),
    _assigned(
        SecretKind.AZURE,
        "accountkey sharedaccesskey",
        "AccountKey|SharedAccessKey",
        "=",
        r"(?P<secret>[A-Za-z0-9+/]{30,}={0,2})",
    ),
    _token(SecretKind.AZURE, "8q~ 7q~", r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{30,}"),
    _token(SecretKind.STRIPE, "_live_ _test_ whsec_", r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}"),
    _token(
        SecretKind.PACKAGE_REGISTRY,
        "npm_ pypi- rubygems_ dckr_ cio oy2",
        r"npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|rubygems_[a-f0-9]{48}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"
        r"|cio[A-Za-z0-9]{32}|oy2[a-z0-9]{43}",
    ),
    _token(
        SecretKind.SERVICE,
        "sg. sk dop_ doo_ dor_ dapi shp key- hvs. atlasv1 lin_api_ :aa age-secret-key- sntrys_ pul-",
        r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}|SK[0-9a-f]{32}|do[opr]_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}"
        r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|key-[0-9a-f]{32}|hvs\.[A-Za-z0-9_-]{20,}"
        r"|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,}|lin_api_[A-Za-z0-9]{30,}|[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}"
        r"|AGE-SECRET-KEY-1[A-Z0-9]{50,}|sntrys_[A-Za-z0-9+/=_]{40,}|pul-[a-f0-9]{40}",
    ),
    _Shape(
        SecretKind.PRIVATE_KEY,
        ("private key",),
        re.compile(
            rf"-----BEGIN (?:[A-Z0-9]{{1,12}} ){{0,4}}{_PEM_END}"
            rf"(?:(?:(?!-----BEGIN )[\s\S]){{0,16000}}?-----END (?:[A-Z0-9]{{1,12}} ){{0,4}}{_PEM_END}|{_BASE64_LINES})"
        ),
    ),
    _token(
        SecretKind.JWT,
        "eyj",
        r"(?<![\w-])eyJ[A-Za-z0-9_-]{10,4000}+\.eyJ[A-Za-z0-9_-]{10,8000}+\.[A-Za-z0-9_-]{10,}",
    ),
    _Shape(
        SecretKind.URL_PASSWORD,
        ("://",),
        re.compile(r"://[^\s/?#:@\"'<>`]{0,200}:(?P<secret>[^\s/?#@\"'<>`]{1,300})@(?=[\w\[.$<{%-])"),
    ),
    _Shape(
        SecretKind.AUTHORIZATION,
        ("bearer",),
        re.compile(r"(?i:\bbearer)\s{1,4}(?=[A-Za-z_.~+/-]{0,200}[0-9])(?P<secret>[A-Za-z0-9._~+/-]{16,}={0,2})"),
    ),
    _assigned(
        SecretKind.AUTHORIZATION,
        "authorization",
        "authorization",
        _GAP + r"[\"'`]?(?i:basic|token|apikey)\s{1,4}",
        r"(?P<secret>[A-Za-z0-9+/._~-]{8,}={0,2})",
    ),
    _assigned(SecretKind.PASSWORD, _NAME_WORDS, _NAMES, _GAP, _QUOTED),
    _assigned(SecretKind.PASSWORD, _NAME_WORDS, _NAMES, "=", _PLAIN),
    _assigned(SecretKind.PASSWORD, "password passwd passphrase pwd", _PASSWORDS, r":[ \t]{1,4}", _PLAIN),
    _assigned(SecretKind.PASSWORD, "password passwd passphrase pwd", _PASSWORDS, _SAID, _PLAIN),
    _assigned(SecretKind.PASSWORD, "password passwd passphrase pwd", _PASSWORDS, _BESIDE, _PLAIN),
)
