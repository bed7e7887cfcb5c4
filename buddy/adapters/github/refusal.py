"""What GitHub's refusals mean: one table from an answer to a kind and a sentence that says what to change.

Status and headers decide first, wording last: the wording of limits has changed before (PyGithub#2127).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from buddy.app.ports import RefusalKind


def classify(status: int, headers: Mapping[str, str], body: object) -> tuple[RefusalKind, str]:
    """The kind of a refusal and what to do about it; `headers` have lower-case names, `body` is the decoded answer."""
    answer = _Answer(status=status, headers=headers, words=_words(body))
    return next((kind, sentence(answer)) for applies, kind, sentence in _TABLE if applies(answer))


def is_rate_limit(status: int, headers: Mapping[str, str], body: object) -> bool:
    """True for the primary limit, the secondary one, and the 422 of posting too quickly: the request did not happen."""
    return _is_rate_limit(_Answer(status=status, headers=headers, words=_words(body)))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    words: str

    def says(self, *phrases: str) -> bool:
        return any(phrase in self.words.casefold() for phrase in phrases)

    @property
    def quoted(self) -> str:
        """GitHub's own words, short and on one line."""
        return f'GitHub said {self.status}: "{self.words}"' if self.words else f"GitHub said {self.status}"


_LONGEST_QUOTE: Final = 300


def _words(body: object) -> str:
    """The answer's message and detailed errors; empty where there are none (a proxy's HTML page is not words)."""
    if not isinstance(body, Mapping):
        return ""
    details = body.get("errors")
    parts = [body.get("message"), *(details if isinstance(details, list) else [details])]
    words = "; ".join(text for part in parts if (text := _text(part)))
    words = re.sub(r"\s+", " ", words).strip()
    return words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1] + "…"


def _text(part: object) -> str:
    if isinstance(part, Mapping):
        chosen = [part.get("message")] if part.get("message") else [part.get(key) for key in ("field", "code")]
        return " ".join(str(item) for item in chosen if item)
    return part if isinstance(part, str) else ""


def _is_rate_limit(answer: _Answer) -> bool:
    if answer.status == 429:
        return True
    if answer.status == 422:
        return answer.says("submitted too quickly")
    if answer.status != 403:
        return False
    if "retry-after" in answer.headers or answer.says("rate limit", "abuse detection mechanism"):
        return True
    # The last request of the hour may be refused for a reason of its own.
    spent = answer.headers.get("x-ratelimit-remaining") == "0"
    return spent and not any(
        other(answer) for other in (_is_sso, _is_locked, _is_setting, _is_branch_rule, _is_job_token)
    )


def _is_sso(answer: _Answer) -> bool:
    return answer.status == 403 and ("x-github-sso" in answer.headers or answer.says("saml enforcement"))


def _is_locked(answer: _Answer) -> bool:
    return answer.status in {403, 422, 423} and answer.says("is locked", "conversation locked", "lock prevents")


def _is_setting(answer: _Answer) -> bool:
    return answer.status in {403, 422} and answer.says("not permitted to create or approve pull requests")


def _is_job_token(answer: _Answer) -> bool:
    return answer.status == 403 and answer.says("not accessible by integration")


def _is_branch_rule(answer: _Answer) -> bool:
    """Rulesets and classic protection; a pull request may be demanded in words of its own."""
    return answer.status in {403, 409, 422} and answer.says(
        "rule violations", "protected branch", "through a pull request", "not authorized to push to this branch"
    )


def _unprocessable(*phrases: str) -> Callable[[_Answer], bool]:
    return lambda answer: answer.status == 422 and answer.says(*phrases)


def _status(*statuses: int) -> Callable[[_Answer], bool]:
    return lambda answer: answer.status in statuses


def _needed(answer: _Answer) -> str:
    """The permissions GitHub would accept, spelled as in a workflow; they come as `a=write,b=read; c=write`."""
    accepted = answer.headers.get("x-accepted-github-permissions", "")
    choices = [
        " and ".join(f"`{name.strip().replace('_', '-')}: {level.strip()}`" for name, _, level in pairs)
        for choice in accepted.split(";")
        if (pairs := [pair.partition("=") for pair in choice.split(",") if "=" in pair])
    ]
    return " or ".join(choices)


def _read_only(answer: _Answer) -> str:
    needed = _needed(answer) or "the permission for this"
    return (
        f"the job's token may not do this. Give the job {needed} under `permissions:` in the workflow; on pull "
        f"requests from forks and from dependabot the token is read-only whatever it says. {answer.quoted}"
    )


def _missing(answer: _Answer) -> str:
    needed = _needed(answer)
    return f"the token lacks {needed or 'the rights for this'}: give it to the token or the app. {answer.quoted}"


def _sso(answer: _Answer) -> str:
    url = re.search(r"url=(\S+)", answer.headers.get("x-github-sso", ""))
    where = f" at {url[1]}" if url else ""
    return f"the organization wants single sign-on: authorise the token{where}. {answer.quoted}"


def _limited(answer: _Answer) -> str:
    return f"the rate limit is used up: run the job again later, it goes on where this one stopped. {answer.quoted}"


_TABLE: Final[tuple[tuple[Callable[[_Answer], bool], RefusalKind, Callable[[_Answer], str]], ...]] = (
    (_is_rate_limit, RefusalKind.RATE_LIMIT, _limited),
    (
        _status(401),
        RefusalKind.BAD_TOKEN,
        lambda a: f"the token is not accepted (wrong, expired or revoked): check the input github-token. {a.quoted}",
    ),
    (_is_sso, RefusalKind.SINGLE_SIGN_ON, _sso),
    (
        _is_setting,
        RefusalKind.NO_PULL_REQUESTS,
        lambda a: (
            "switch on 'Allow GitHub Actions to create and approve pull requests' in the repository's (or the "
            f"organization's) settings under Actions > General, or give the input record-token. {a.quoted}"
        ),
    ),
    (
        _is_locked,
        RefusalKind.LOCKED,
        lambda a: f"the conversation is locked: unlock it if Buddy should answer there. {a.quoted}",
    ),
    (
        _is_branch_rule,
        RefusalKind.BRANCH_RULES,
        lambda a: (
            "a branch protection rule or a ruleset forbids it: let the account of the token bypass it, or leave "
            f"`buddy/**` out of it. {a.quoted}"
        ),
    ),
    (_is_job_token, RefusalKind.READ_ONLY, _read_only),
    (_status(403), RefusalKind.MISSING_PERMISSION, _missing),
    (
        _status(404, 410, 451),
        RefusalKind.NOT_FOUND,
        lambda a: f"it does not exist, or the token cannot see it (GitHub answers both alike). {a.quoted}",
    ),
    (
        _status(301, 302, 307, 308),
        RefusalKind.NOT_FOUND,
        lambda a: f"it has moved: run the job anew from the repository's present name. {a.quoted}",
    ),
    (
        _unprocessable("reference does not exist", "no commit found"),
        RefusalKind.NOT_FOUND,
        lambda a: f"it does not exist any more: run the job again if it should be there. {a.quoted}",
    ),
    (
        lambda a: a.status == 409 and a.says("repository is empty"),
        RefusalKind.NOT_FOUND,
        lambda a: f"the repository has no commit yet: push a first one. {a.quoted}",
    ),
    (
        _unprocessable("pull request already exists", "reference already exists"),
        RefusalKind.ALREADY_EXISTS,
        lambda a: (
            f"it is there already, another run was faster: run the job again, it takes up what is there. {a.quoted}"
        ),
    ),
    (
        _unprocessable("not a fast forward", "not a fast-forward"),
        RefusalKind.NOT_FAST_FORWARD,
        lambda a: f"the branch got other commits meanwhile and is never forced: run the job again. {a.quoted}",
    ),
    (
        _unprocessable("no commits between"),
        RefusalKind.NOTHING_TO_MERGE,
        lambda a: f"the target has all of it already: there is nothing to do. {a.quoted}",
    ),
    (
        _unprocessable("reference update failed"),
        RefusalKind.UNPROCESSABLE,
        lambda a: f"a branch named like a folder of it (`buddy`) may stand in the way: rename that one. {a.quoted}",
    ),
    (_status(409, 412), RefusalKind.CONFLICT, lambda a: f"somebody else was faster: run it again. {a.quoted}"),
    (
        lambda a: 400 <= a.status < 500 and a.status != 408,
        RefusalKind.UNPROCESSABLE,
        lambda a: f"GitHub does not take the request as it is. {a.quoted}",
    ),
    (
        lambda _: True,
        RefusalKind.UNAVAILABLE,
        lambda a: f"GitHub could not answer: run the job again, it goes on where this one stopped. {a.quoted}",
    ),
)
