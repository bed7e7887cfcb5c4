"""What recording asks of a host: the same questions to the fake host and to the adapter on the sandbox."""

from __future__ import annotations

import pytest

from buddy.app.ports import RefusalKind
from tests.contract.stages import BASE, Host, Stage, refused

FILE = ".buddy/learnings.jsonl"
NAME = "buddy/learnings"
ME = "github-actions[bot]"
NOWHERE = "0" * 40


def tip(host: Host, branch: str) -> str:
    found = host.branch(branch)
    assert found is not None
    return found.sha


def record(host: Host, content: bytes, *, onto: str = "main", parents: list[str] | None = None) -> str:
    """A commit on no branch that changes the learnings of `onto`."""
    at = tip(host, onto)
    tree = host.create_tree(host.commit(at).tree, {FILE: host.create_blob(content)})
    return host.create_commit(tree=tree, parents=parents or [at], message="m\n\nBuddy-Ids: l_x")


def opened(host: Host, content: bytes = b"{}\n{}\n", *, branch: str = NAME) -> int:
    host.create_branch(branch, record(host, content))
    return host.create_pull(title="T", body="B", head=branch, base="main").number


def test_a_commit_is_written_and_read_back(stage: Stage) -> None:
    host = stage.host
    main = host.commit(tip(host, "main"))
    made = host.commit(record(host, b"{}\n\xff\n"))
    assert (made.parents, made.message, made.author) == ((main.sha,), "m\n\nBuddy-Ids: l_x", ME)
    before, after = host.tree(main.sha), host.tree(made.sha)
    assert before is not None
    assert after is not None
    assert {path for path, entry in after.entries.items() if before.entries[path].sha != entry.sha} == {FILE, ".buddy"}
    assert after.entries[FILE].mode == "100644"
    assert host.blob(after.entries[FILE].sha) == b"{}\n\xff\n"
    assert host.tree(made.tree) == after


def test_a_commit_tells_whose_it_is(stage: Stage) -> None:
    assert stage.host.commit(stage.commit("topic", {"x": "y"})).author == "alice"
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.commit(NOWHERE))


def test_a_file_that_was_not_there_is_added_with_its_folders(stage: Stage) -> None:
    host = stage.host
    tree = host.create_tree(host.commit(tip(host, "main")).tree, {"a/b/c.jsonl": host.create_blob(b"")})
    found = host.tree(tree)
    assert found is not None
    assert {"a", "a/b", "a/b/c.jsonl", *BASE} <= set(found.entries)


def test_the_same_content_is_the_same_object(stage: Stage) -> None:
    host = stage.host
    assert host.create_blob(b"x") == host.create_blob(b"x")
    base, blob = host.commit(tip(host, "main")).tree, host.create_blob(b"x")
    assert host.create_tree(base, {FILE: blob}) == host.create_tree(base, {FILE: blob})


def test_objects_on_what_is_not_there_are_refused(stage: Stage) -> None:
    host = stage.host
    base = host.commit(tip(host, "main"))
    refused(RefusalKind.NOT_FOUND, lambda: host.create_tree(NOWHERE, {FILE: host.create_blob(b"x")}))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_tree(base.tree, {FILE: NOWHERE}))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_commit(tree=NOWHERE, parents=[base.sha], message="m"))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_commit(tree=base.tree, parents=[NOWHERE], message="m"))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_branch(NAME, NOWHERE))


def test_an_own_branch_is_created_moved_forward_and_deleted(stage: Stage) -> None:
    host = stage.host
    first = record(host, b"1\n")
    host.create_branch(NAME, first)
    assert tip(host, NAME) == first
    second = record(host, b"2\n", parents=[first, tip(host, "main")])
    host.move_branch(NAME, second)
    assert tip(host, NAME) == second
    host.move_branch(NAME, second)
    host.delete_branch(NAME)
    host.delete_branch(NAME)
    assert host.branch(NAME) is None


def test_rec_03_a_branch_that_is_there_already_is_told_as_such(stage: Stage) -> None:
    made = record(stage.host, b"1\n")
    stage.host.create_branch(NAME, made)
    refused(RefusalKind.ALREADY_EXISTS, lambda: stage.host.create_branch(NAME, made))
    refused(RefusalKind.UNPROCESSABLE, lambda: stage.host.create_branch(f"{NAME}/x", made))


def test_rec_04_nobodys_commit_is_lost_when_a_branch_moved(stage: Stage) -> None:
    host = stage.host
    host.create_branch(NAME, first := record(host, b"1\n"))
    theirs = stage.commit(NAME, {FILE: "corrected\n"})
    refused(RefusalKind.NOT_FAST_FORWARD, lambda: host.move_branch(NAME, record(host, b"2\n", parents=[first])))
    assert tip(host, NAME) == theirs
    host.move_branch(NAME, record(host, b"2\n", parents=[theirs]))


def test_a_branch_that_is_gone_cannot_move(stage: Stage) -> None:
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.move_branch(NAME, tip(stage.host, "main")))


def test_rec_11_a_protected_branch_is_left_alone(stage: Stage) -> None:
    host = stage.host
    host.create_branch(NAME, first := record(host, b"1\n"))
    second = record(host, b"2\n", parents=[first])
    stage.protect(NAME)
    refused(RefusalKind.BRANCH_RULES, lambda: host.move_branch(NAME, second))
    refused(RefusalKind.BRANCH_RULES, lambda: host.delete_branch(NAME))
    stage.protect("buddy/other")
    refused(RefusalKind.BRANCH_RULES, lambda: host.create_branch("buddy/other", second))


@pytest.mark.parametrize("name", ["main", "topic", "buddy", "buddyx/a", "Buddy/a", "refs/heads/buddy/a"])
def test_p2_no_branch_outside_buddy_is_written(stage: Stage, name: str) -> None:
    host = stage.host
    made = record(host, b"1\n")
    asked = host.requests()
    for write in (
        lambda: host.create_branch(name, made),
        lambda: host.move_branch(name, made),
        lambda: host.delete_branch(name),
        lambda: host.create_pull(title="T", body="B", head=name, base="main"),
    ):
        with pytest.raises(stage.forbidden):
            write()
    assert host.requests() == asked


@pytest.mark.parametrize("path", ["app.py", ".github/workflows/ci.yml", ".buddy/config.yml", "learnings.jsonl/x"])
def test_p2_no_tree_holds_more_than_learnings(stage: Stage, path: str) -> None:
    base, blob = stage.host.commit(tip(stage.host, "main")).tree, stage.host.create_blob(b"x")
    with pytest.raises(stage.forbidden):
        stage.host.create_tree(base, {FILE: blob, path: blob})


def test_commits_ahead_are_those_that_the_head_alone_has(stage: Stage) -> None:
    host = stage.host
    host.create_branch(NAME, first := record(host, b"1\n"))
    second = stage.commit(NAME, {FILE: "2\n"})
    new_main = stage.commit("main", {"later.py": "m\n"})
    third = record(host, b"3\n", parents=[second, new_main])
    host.move_branch(NAME, third)
    found = host.commits_ahead("main", NAME)
    assert [(each.sha, each.author) for each in found] == [(first, ME), (second, "alice"), (third, ME)]
    assert found[2].parents == (second, new_main)
    assert found[2].tree == host.commit(third).tree
    assert list(host.commits_ahead(NAME, "main")) == []
    assert [each.sha for each in host.commits_ahead(first, second)] == [second]
    for base, head in (("main", "nowhere"), ("nowhere", "main"), ("main", NOWHERE)):
        refused(RefusalKind.NOT_FOUND, lambda base=base, head=head: host.commits_ahead(base, head))


def test_many_commits_ahead_cost_a_request_for_each_hundred(stage: Stage) -> None:
    host = stage.host
    host.create_branch(NAME, record(host, b"1\n"))
    made = [stage.commit(NAME, {FILE: f"{number}\n"}) for number in range(120)]
    asked = host.requests()[0]
    assert [each.sha for each in host.commits_ahead("main", NAME)][1:] == made
    assert host.requests()[0] == asked + 2


def test_a_pull_request_is_opened_read_and_reworded(stage: Stage) -> None:
    host = stage.host
    host.create_branch(NAME, made := record(host, b"1\n"))
    pull = host.create_pull(title="T", body="B", head=NAME, base="main")
    assert (pull.state, pull.merged, pull.head_ref, pull.head_sha) == ("open", False, NAME, made)
    assert (pull.base_ref, pull.title, pull.body, pull.closed_at) == ("main", "T", "B", None)
    assert (pull.author, pull.author_type, pull.from_fork) == (ME, "Bot", False)
    assert pull.url.endswith(f"/pull/{pull.number}")
    assert host.pull(pull.number) == pull
    host.update_pull(pull.number, body="new")
    host.update_pull(pull.number, title="other")
    assert (host.pull(pull.number).title, host.pull(pull.number).body) == ("other", "new")
    host.update_pull(pull.number, body="", title="T")
    assert (host.pull(pull.number).title, host.pull(pull.number).body) == ("T", "")
    asked = host.requests()
    host.update_pull(pull.number)
    assert host.requests() == asked
    refused(RefusalKind.NOT_FOUND, lambda: host.pull(99))
    refused(RefusalKind.NOT_FOUND, lambda: host.update_pull(99, body="x"))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.update_pull(pull.number, body="x" * 65_537))


def test_rec_03_an_open_pull_request_is_not_doubled(stage: Stage) -> None:
    number = opened(stage.host)
    refused(RefusalKind.ALREADY_EXISTS, lambda: stage.host.create_pull(title="T", body="B", head=NAME, base="main"))
    stage.close(number)
    assert stage.host.create_pull(title="T", body="B", head=NAME, base="main").number > number


def test_rec_07_nothing_to_merge_is_told_as_such(stage: Stage) -> None:
    stage.host.create_branch(NAME, tip(stage.host, "main"))
    refused(RefusalKind.NOTHING_TO_MERGE, lambda: stage.host.create_pull(title="T", body="B", head=NAME, base="main"))


def test_a_pull_request_of_what_is_not_there_is_refused(stage: Stage) -> None:
    host = stage.host
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_pull(title="T", body="B", head=NAME, base="main"))
    host.create_branch(NAME, record(host, b"1\n"))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_pull(title="T", body="B", head=NAME, base="nowhere"))
    refused(RefusalKind.UNPROCESSABLE, lambda: host.create_pull(title=" ", body="B", head=NAME, base="main"))


def test_rec_02_the_setting_against_pull_requests_has_a_kind_of_its_own(stage: Stage) -> None:
    host = stage.host
    host.create_branch(NAME, record(host, b"1\n"))
    stage.forbid_pull_requests()
    refused(RefusalKind.NO_PULL_REQUESTS, lambda: host.create_pull(title="T", body="B", head=NAME, base="main"))
    pull = stage.app().create_pull(title="T", body="B", head=NAME, base="main")
    assert (pull.author, pull.author_type) == ("buddy-app[bot]", "Bot")


def test_api_10_what_is_recorded_is_by_whom_the_token_stands_for(stage: Stage) -> None:
    for number, (host, login, kind) in enumerate(
        [(stage.host, ME, "Bot"), (stage.app(), "buddy-app[bot]", "Bot"), (stage.person(), "maria", "User")]
    ):
        branch = f"buddy/learnings-{number}"
        pull = host.pull(opened(host, f"{number}\n".encode(), branch=branch))
        assert (pull.author, pull.author_type) == (login, kind)
        assert host.commit(pull.head_sha).author == login


def test_pull_requests_are_found_by_their_branch_newest_first(stage: Stage) -> None:
    host = stage.host
    stage.pull_from_fork(NAME)
    assert list(host.pulls(head=NAME, state="all")) == []
    declined = opened(host, b"1\n")
    stage.close(declined)
    host.delete_branch(NAME)
    merged = opened(host, b"2\n")
    stage.merge(merged)
    host.delete_branch(NAME)
    now = opened(host, b"3\n")
    opened(host, b"4\n", branch="buddy/learnings-2")
    stage.commit("release", {"r": "r\n"})
    assert [(each.number, each.state, each.merged) for each in host.pulls(head=NAME, state="all")] == [
        (now, "open", False),
        (merged, "closed", True),
        (declined, "closed", False),
    ]
    assert [each.number for each in host.pulls(head=NAME, base="main", state="open")] == [now]
    assert [each.number for each in host.pulls(head=NAME, state="closed")] == [merged, declined]
    assert list(host.pulls(head=NAME, base="release", state="all")) == []
    closed = host.pull(declined)
    assert closed.closed_at is not None
    assert closed.closed_at > closed.created_at


def test_a_fork_may_have_a_branch_of_that_name(stage: Stage) -> None:
    pull = stage.host.pull(stage.pull_from_fork(NAME))
    assert (pull.head_ref, pull.from_fork, pull.author) == (NAME, True, "mallory")
    assert stage.host.branch(NAME) is None


def test_deleting_a_branch_closes_its_pull_request_unmerged(stage: Stage) -> None:
    number = opened(stage.host)
    stage.host.delete_branch(NAME)
    pull = stage.host.pull(number)
    assert (pull.state, pull.merged) == ("closed", False)
    number = opened(stage.host, b"5\n")
    stage.drop(NAME)
    assert stage.host.pull(number).state == "closed"


def test_a_merge_brings_the_lines_to_the_target(stage: Stage) -> None:
    host = stage.host
    number = opened(host, b"{}\nnew\n")
    stage.merge(number)
    tree = host.tree("main")
    assert tree is not None
    assert host.blob(tree.entries[FILE].sha) == b"{}\nnew\n"
    assert set(tree.entries) >= set(BASE)
    assert list(host.commits_ahead("main", NAME)) == []


def test_the_head_of_an_open_pull_request_follows_its_branch_and_that_of_a_closed_one_does_not(stage: Stage) -> None:
    host = stage.host
    number = opened(host)
    first = host.pull(number).head_sha
    second = record(host, b"2\n", parents=[first])
    host.move_branch(NAME, second)
    assert host.pull(number).head_sha == second
    stage.close(number)
    host.move_branch(NAME, record(host, b"3\n", parents=[second]))
    assert host.pull(number).head_sha == second


def test_a_read_only_token_records_nothing(stage: Stage) -> None:
    host = stage.host
    number = opened(host)
    made, tree = host.pull(number).head_sha, host.commit(tip(host, "main")).tree
    blob = host.create_blob(b"x")
    reader = stage.reader()
    assert reader.commit(made).sha == made
    assert len(reader.pulls(head=NAME, state="open")) == 1
    assert len(reader.commits_ahead("main", NAME)) == 1
    for write in (
        lambda: reader.create_blob(b"y"),
        lambda: reader.create_tree(tree, {FILE: blob}),
        lambda: reader.create_commit(tree=tree, parents=[made], message="m"),
        lambda: reader.create_branch("buddy/x", made),
        lambda: reader.move_branch(NAME, made),
        lambda: reader.delete_branch(NAME),
        lambda: reader.create_pull(title="T", body="B", head=NAME, base="topic"),
        lambda: reader.update_pull(number, body="x"),
    ):
        refused(RefusalKind.READ_ONLY, write)


def test_each_step_is_one_request(stage: Stage) -> None:
    host = stage.host
    main = tip(host, "main")
    tree = host.commit(main).tree
    host.pulls(head=NAME, base="main", state="open")
    host.commits_ahead("main", "topic")
    assert host.requests() == (4, 0)
    made = host.create_commit(tree=host.create_tree(tree, {FILE: host.create_blob(b"x")}), parents=[main], message="m")
    host.create_branch(NAME, made)
    number = host.create_pull(title="T", body="B", head=NAME, base="main").number
    host.update_pull(number, body="C", title="U")
    host.move_branch(NAME, made)
    host.delete_branch(NAME)
    assert host.requests() == (12, 8)
