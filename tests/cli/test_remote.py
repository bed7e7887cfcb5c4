"""Which repository on which host a command is about, and that a token goes nowhere else."""

import pytest

from buddy.cli.remote import parsed_remote, remote_of, token_of
from buddy.core.errors import InputError


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("https://github.com/octo/widgets.git", ("github.com", "octo/widgets")),
        ("https://github.com/octo/widgets/", ("github.com", "octo/widgets")),
        ("https://user:pass@github.com/octo/widgets", ("github.com", "octo/widgets")),
        ("git@github.com:octo/widgets.git", ("github.com", "octo/widgets")),
        ("github.com:octo/wid.gets", ("github.com", "octo/wid.gets")),
        ("ssh://git@ghe.example.com:2222/octo/widgets.git", ("ghe.example.com", "octo/widgets")),
        ("http://localhost:8080/octo/widgets", ("localhost:8080", "octo/widgets")),
        ("https://github.com/octo", None),
        ("https://github.com:port/octo/widgets", None),
        ("https://[github.com/octo/widgets", None),
        ("../widgets", None),
        ("/srv/octo/widgets", None),
        ("", None),
    ],
)
def test_a_remote_is_read_in_each_way_git_writes_it(address, found):
    assert parsed_remote(address) == found


def test_variables_come_before_the_remote(here):
    environ = {"GITHUB_REPOSITORY": "octo/widgets", "GITHUB_SERVER_URL": "https://ghe.example.com/"}
    remote = remote_of(environ)
    assert (remote.name, remote.api) == ("octo/widgets", "https://ghe.example.com/api/v3")
    assert remote_of({"GITHUB_REPOSITORY": "octo/widgets"}).api == "https://api.github.com"
    assert remote_of({**environ, "GITHUB_API_URL": "http://localhost:1/"}).api == "http://localhost:1"
    assert token_of({"GH_TOKEN": " ", "GITHUB_TOKEN": "one"}) == "one"
    assert token_of({"GH_TOKEN": "two", "GITHUB_TOKEN": "one"}) == "two"
    assert token_of({}) is None


def test_without_variables_the_remote_origin_counts_on_github_alone(repo):
    repo.git("remote", "add", "origin", "git@github.com:octo/widgets.git")
    assert (remote_of({}).name, remote_of({}).server) == ("octo/widgets", "https://github.com")
    repo.git("remote", "set-url", "origin", "https://elsewhere.example.com/octo/widgets.git")
    with pytest.raises(InputError, match=r"is on elsewhere\.example\.com, which gets no token unasked"):
        remote_of({})
    assert remote_of({"GITHUB_SERVER_URL": "https://elsewhere.example.com"}).name == "octo/widgets"


@pytest.mark.parametrize("name", ["octo", "octo/../widgets", "octo/..", "a b/c"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(InputError, match="owner/name"):
        remote_of({"GITHUB_REPOSITORY": name})


def test_a_repository_without_a_remote_says_what_to_set(repo):
    with pytest.raises(InputError, match="Set GITHUB_REPOSITORY"):
        remote_of({})
