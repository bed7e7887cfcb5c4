"""Users and what others see of them."""

from __future__ import annotations

from buddy.sandbox.clock import stamp
from buddy.sandbox.records import User
from buddy.sandbox.shapes.view import Json, View, node_id

_LINKS = {
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
    "organizations_url": "/orgs",
    "repos_url": "/repos",
    "events_url": "/events{/privacy}",
    "received_events_url": "/received_events",
}


def user(view: View, who: User | None) -> Json | None:
    """None for an account that is gone."""
    return None if who is None else known_user(view, who)


def known_user(view: View, who: User) -> Json:
    url = f"{view.host}/users/{who.login}"
    return {
        "login": who.login,
        "id": who.id,
        "node_id": node_id("BOT" if who.type == "Bot" else "U", who.id),
        "avatar_url": f"{view.host}/avatars/u/{who.id}?v=4",
        "gravatar_id": "",
        "url": url,
        "html_url": f"{view.host}/{who.login}",
        **{key: url + end for key, end in _LINKS.items()},
        "type": who.type,
        "user_view_type": "public",
        "site_admin": False,
    }


def profile(view: View, who: User) -> Json:
    unknown = ("bio", "blog", "company", "email", "hireable", "location", "twitter_username")
    return {
        **known_user(view, who),
        "name": who.login,
        **dict.fromkeys(unknown),
        **dict.fromkeys(("followers", "following", "public_gists", "public_repos"), 0),
        "created_at": stamp(who.created_at),
        "updated_at": stamp(who.created_at),
    }


def own_profile(view: View, who: User) -> Json:
    counts = ("collaborators", "disk_usage", "owned_private_repos", "private_gists", "total_private_repos")
    return {**profile(view, who), **dict.fromkeys(counts, 0), "two_factor_authentication": True}
