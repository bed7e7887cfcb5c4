"""Who may do what: the map a job or app token carries, and the role a person has."""

from __future__ import annotations

from collections.abc import Iterable

from buddy.sandbox.records import Repo, Role, Token, TokenKind, User
from buddy.sandbox.refusal import RefusedError, forbidden, not_found

NOT_BY_INTEGRATION = "Resource not accessible by integration"

_LEVELS = {"none": 0, "read": 1, "write": 2}


def role_of(user: User, repo: Repo) -> Role:
    """The owner administers; everybody reads what is public; bots have no role of their own."""
    if user.login == repo.owner.login:
        return Role.ADMIN
    given = repo.roles.get(user.login.lower(), Role.NONE)
    return max(given, Role.NONE if repo.private else Role.READ)


def association(user: User | None, repo: Repo) -> str:
    """`author_association`: says who somebody is, not what they may do."""
    if user is None:
        return "NONE"
    if user.login == repo.owner.login:
        return "OWNER"
    return "COLLABORATOR" if user.login.lower() in repo.roles else "NONE"


def require(token: Token | None, repo: Repo, scopes: Iterable[str], level: str, *, role: Role) -> None:
    """Refuses where the token has none of `scopes` at `level`, or the person behind it not the `role`.

    Public repositories are read by everybody; a private one does not exist for who may not read it.
    """
    if level == "read" and not repo.private:
        return
    if token is None:
        raise RefusedError(401, "Requires authentication") if not repo.private else not_found()
    accepted = "; ".join(f"{scope}={level}" for scope in scopes)
    if token.permissions is not None:
        elsewhere = token.repo is not None and token.repo is not repo
        if elsewhere or not any(_LEVELS[token.permissions.get(scope, "none")] >= _LEVELS[level] for scope in scopes):
            raise forbidden(NOT_BY_INTEGRATION, accepted=accepted)
    elif role_of(token.user, repo) < role:
        raise (
            not_found()
            if repo.private and role_of(token.user, repo) < Role.READ
            else forbidden("Must have push access to repository." if level == "write" else "Must have read access.")
        )


def require_settings(token: Token, repo: Repo, *, otherwise: RefusedError) -> None:
    """Settings are for administrators and for tokens with `administration: read`, which no job's token can have.

    An integration without it hears 403, also of a public repository
    (https://github.com/renovatebot/renovate/pull/23885); a person hears `otherwise`.
    """
    if token.permissions is not None:
        elsewhere = token.repo is not None and token.repo is not repo
        if elsewhere or token.permissions.get("administration", "none") == "none":
            raise forbidden(NOT_BY_INTEGRATION, accepted="administration=read")
    elif role_of(token.user, repo) < Role.ADMIN:
        raise otherwise


def scopes_told(token: Token | None) -> dict[str, str]:
    """The header that tells a classic token's scopes
    (https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps); other tokens get none.
    """
    return {} if token is None or token.scopes is None else {"X-OAuth-Scopes": ", ".join(token.scopes)}


def may_push(token: Token, repo: Repo) -> bool:
    """Push access, as the permission look-up and the editing of others' comments ask for it."""
    if token.permissions is not None:
        here = token.repo is None or token.repo is repo
        return here and "write" in token.permissions.values()
    return role_of(token.user, repo) >= Role.WRITE


def may_moderate(token: Token, repo: Repo) -> bool:
    """May edit and delete what others wrote."""
    if token.permissions is not None:
        return "write" in (token.permissions.get("issues"), token.permissions.get("pull_requests"))
    return role_of(token.user, repo) >= Role.WRITE


def may_resolve(token: Token, repo: Repo) -> bool:
    """May resolve a thread: of an app's token GitHub wants `contents: write` beside the right to moderate."""
    if token.permissions is not None and token.permissions.get("contents") != "write":
        return False
    return may_moderate(token, repo)


def is_integration(token: Token) -> bool:
    return token.kind is not TokenKind.PERSONAL


def permission_word(role: Role) -> str:
    """The four words of the permission look-up: maintain counts as write, triage as read."""
    folded = {Role.MAINTAIN: Role.WRITE, Role.TRIAGE: Role.READ}
    return folded.get(role, role).word
