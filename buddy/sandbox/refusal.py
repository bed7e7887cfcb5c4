"""How the sandbox says no: the status and body that GitHub sends for each kind of refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DOCS = "https://docs.github.com/rest"

UNDOCUMENTED = 418
"""Status for a request that GitHub does not document: no client retries it or takes it for an answer."""


class RefusedError(Exception):
    """Ends the handling of a request; nothing was written."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        errors: list[Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {message}" + (f" {errors}" if errors else ""))
        self.status = status
        self.headers = dict(headers or {})
        self.body: dict[str, Any] = {"message": message, "documentation_url": DOCS, "status": str(status)}
        if errors is not None:
            self.body["errors"] = errors


def not_found() -> RefusedError:
    return RefusedError(404, "Not Found")


def forbidden(message: str, *, accepted: str | None = None) -> RefusedError:
    """`accepted` names the permissions that would do, as the header of the real answer does."""
    return RefusedError(403, message, headers={"x-accepted-github-permissions": accepted} if accepted else None)


def unresolved(*messages: str) -> RefusedError:
    """The form in which a whole review is refused: the reasons as plain strings."""
    return RefusedError(422, "Unprocessable Entity", errors=list(messages))


def invalid(resource: str, field: str, *, code: str = "custom", message: str | None = None) -> RefusedError:
    """The structured form of 422: which field of which resource, and why."""
    error = {"resource": resource, "code": code, "field": field}
    if message is not None:
        error["message"] = message
    return RefusedError(422, "Validation Failed", errors=[error])


def custom(resource: str, message: str) -> RefusedError:
    """A 422 whose reason is a sentence about the resource as a whole."""
    return RefusedError(422, "Validation Failed", errors=[{"resource": resource, "code": "custom", "message": message}])


def undocumented(message: str) -> RefusedError:
    return RefusedError(UNDOCUMENTED, f"Undocumented request: {message}")
