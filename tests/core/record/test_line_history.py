"""The story of a line, from commits: added, changed, removed, merged, and by which pull request."""

import json

import pytest

from buddy.core.record.line_history import LineChange, LineCommit, last_line, line_events, pull_of


def line(record_id: str, text: str = "x") -> bytes:
    return json.dumps({"id": record_id, "text": text}).encode()


def commit(*, added: tuple[bytes, ...] = (), removed: tuple[bytes, ...] = (), message: str = "Change", **more: bool):
    return LineCommit(
        sha="a" * 40,
        date="2026-11-29T10:00:00Z",
        author="octocat",
        message=message,
        merges=more.get("merges", False),
        added=added,
        removed=removed,
    )


def test_each_commit_says_what_it_did_to_the_line_and_others_do_not_count() -> None:
    commits = [
        commit(added=(line("l_a1x"),)),
        commit(added=(line("l_b1x", "supersedes l_a1x"), b"not json l_a1x")),
        commit(removed=(line("l_a1x"),), added=(line("l_a1x", "y"),), merges=True),
        commit(removed=(line("l_a1x", "y"),)),
    ]
    events = line_events("l_a1x", commits)
    assert [(event.change, event.merge) for event in events] == [
        (LineChange.ADDED, False),
        (LineChange.CHANGED, True),
        (LineChange.REMOVED, False),
    ]
    assert last_line("l_a1x", commits) == line("l_a1x", "y")
    assert last_line("l_zzz", commits) is None


def test_buddys_own_commit_is_known_by_its_trailer() -> None:
    words = "chore(buddy): record learnings\n\nLearnings against the target branch: 1 added.\n\nBuddy-Ids: {}\n"
    events = line_events(
        "l_a1x",
        [commit(added=(line("l_a1x"),), message=words.format(ids)) for ids in ("l_a1x l_b1x", "l_b1x", "none")],
    )
    assert [event.recorded for event in events] == [True, False, False]


@pytest.mark.parametrize(
    ("message", "pull"),
    [
        ("Merge pull request #12 from octo/buddy/learnings\n\nchore", 12),
        ("chore(buddy): record learnings (#34)\n\nBuddy-Ids: l_a1x", 34),
        ("chore(buddy): record learnings (#34)", 34),
        ("Fix #12", None),
        ("See (#3) for more", None),
        ("Title\n\nMerge pull request #12 from x", None),
        ("", None),
    ],
)
def test_the_pull_request_is_the_one_github_names_in_the_first_line(message: str, pull: int | None) -> None:
    assert pull_of(message) == pull
