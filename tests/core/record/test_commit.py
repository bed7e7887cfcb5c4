"""What a record branch's commits say, and what can be told from them."""

import pytest

from buddy.core.hosting import Commit
from buddy.core.record.commit import Counts, history, keys_of, message

OWN = "github-actions[bot]"


def commit(sha, *parents, keys=None, author=OWN):
    text = "by hand" if keys is None else message(Counts(added=1), keys)
    return Commit(sha=sha, tree=f"tree-{sha}", parents=parents, author=author, message=text)


def test_a_message_holds_counts_and_keys_and_nothing_that_people_wrote():
    """REC-10"""
    text = message(Counts(added=2, changed=1, archived=3, removed=1), ["l_bb", "l_aa"])
    assert text.split("\n") == [
        "chore(buddy): record learnings",
        "",
        "Learnings against the target branch: 2 added, 1 changed, 3 archived, 1 gone.",
        "",
        "Buddy-Ids: l_aa l_bb",
    ]
    assert keys_of(text) == {"l_aa", "l_bb"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (message(Counts(), []), set()),
        ("x\r\n\r\nBuddy-Ids: l_aa\tl_bb\r\n", {"l_aa", "l_bb"}),
        ("Buddy-Ids: l_aa; rm -rf @x #1", set()),
        ("a\nBuddy-Ids: l_aa\nBuddy-Ids: l_bb", {"l_aa", "l_bb"}),
        ("Mentions Buddy-Ids: l_aa", None),
        ("", None),
    ],
)
def test_keys_are_read_back(text, keys):
    assert keys_of(text) == keys


def test_the_base_is_the_target_commit_that_was_merged_last():
    story = history(
        [
            commit("h1", "t0", keys=["l_aa"]),
            commit("h2", "h1", "t1", keys=["l_aa", "l_bb"]),
            commit("h3", "h2", keys=[]),
        ],
        own_logins={OWN},
    )
    assert (story.tip, story.tree, story.base) == ("h3", "tree-h3", "t1")
    assert (story.written, story.foreign) == ({"l_aa", "l_bb"}, False)


def test_what_a_merge_pushed_off_the_branch_counts_as_never_written():
    text = message(Counts(), ["l_aa"], again=["l_bb"])
    assert keys_of(text) == {"l_aa"}
    pushed_off = Commit(sha="h2", tree="t", parents=("h1", "t1"), author=OWN, message=text)
    story = history([commit("h1", "t0", keys=["l_aa", "l_bb"]), pushed_off], own_logins={OWN})
    assert (story.written, story.foreign) == ({"l_aa"}, False)


@pytest.mark.parametrize("last", [commit("h2", "h1"), commit("h2", "h1", keys=["l_xx"], author="alice")])
def test_commits_of_others_are_foreign_and_their_trailers_count_for_nothing(last):
    story = history([commit("h1", "t0", keys=["l_aa"]), last], own_logins={OWN})
    assert (story.written, story.foreign) == ({"l_aa"}, True)


def test_where_buddys_login_is_not_known_the_trailer_decides():
    assert not history([commit("h1", "t0", keys=["l_aa"], author="somebody")], own_logins=None).foreign


def test_what_belonged_to_a_closed_pull_request_counts_as_nobodys():
    story = history(
        [commit("h1", "t0", keys=["l_aa"]), commit("h2", "h1", "t1", keys=["l_bb"])], own_logins={OWN}, before={"h1"}
    )
    assert (story.written, story.foreign) == ({"l_bb"}, False)


def test_a_list_that_was_cut_may_hide_foreign_commits():
    assert history([commit("h1", "t0", keys=["l_aa"])], own_logins={OWN}, cut=True).foreign


def test_a_branch_without_commits_of_its_own_tells_nothing():
    story = history([], own_logins={OWN})
    assert (story.tip, story.base, story.written, story.foreign) == (None, None, frozenset(), False)
