"""People and the limits of the token itself."""

from __future__ import annotations

from buddy.sandbox.permissions import NOT_BY_INTEGRATION, is_integration
from buddy.sandbox.refusal import forbidden
from buddy.sandbox.router import Answer, Call, route
from buddy.sandbox.shapes.people import own_profile, profile


@route("GET", "/user")
def own_user(call: Call) -> Answer:
    """No job or app token has a user of its own."""
    if is_integration(call.by):
        raise forbidden(NOT_BY_INTEGRATION)
    return Answer(body=own_profile(call.view, call.by.user))


@route("GET", "/users/{username}")
def get_user(call: Call) -> Answer:
    return Answer(body=profile(call.view, call.state.user(call.params["username"])))


@route("GET", "/rate_limit")
def get_rate_limit(call: Call) -> Answer:
    rate = call.state.limits.rate(call.token)
    other = {"limit": 30, "used": 0, "remaining": 30, "reset": rate["reset"]}
    return Answer(body={"resources": {"core": rate, "search": other, "graphql": rate}, "rate": rate})
