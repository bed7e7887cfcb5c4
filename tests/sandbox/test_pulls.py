"""Pull requests move with their branches, and are refused where GitHub refuses them."""

from __future__ import annotations

import pytest
from github import GithubException

REPO = "/repos/octo/widgets"


def errors(reply) -> str:
    return str(reply.body.get("errors", reply.body["message"]))


def test_the_head_follows_pushes_and_the_ref_of_the_pull_request_too(repo, pull, github):
    before = pull.head_sha
    pushed = repo.commit("topic", {"new.py": "x\n"}, by="alice")
    seen = github.get_repo("octo/widgets").get_pull(1)
    assert (seen.head.sha, seen.changed_files, seen.commits) == (pushed, 2, 2)
    assert github.get_repo("octo/widgets").get_git_ref("pull/1/head").object.sha == pushed != before


def test_base_sha_is_not_the_tip_of_the_base_branch(repo, pull, github):
    tip = repo.commit("main", {"other.py": "x\n"})
    there = github.get_repo("octo/widgets")
    assert there.get_pull(1).base.sha != tip == there.get_branch("main").commit.sha


def test_a_pull_request_is_an_issue_with_the_same_number_line(repo, pull, github):
    issue = repo.open_issue("A question", by="bob")
    there = github.get_repo("octo/widgets")
    assert issue.number == 2
    assert [(each.number, each.pull_request is not None) for each in there.get_issues()] == [
        (2, False),
        (1, True),
    ]


def test_a_second_open_one_for_the_same_branches_is_refused(pull, http_client):
    reply = http_client("POST", f"{REPO}/pulls", {"head": "topic", "base": "main", "title": "Again"})
    assert reply.status == 422
    assert "A pull request already exists for octo:topic." in errors(reply)


def test_a_branch_without_new_commits_is_refused(repo, http_client):
    repo.branch("same", at="main")
    reply = http_client("POST", f"{REPO}/pulls", {"head": "same", "base": "main", "title": "Nothing"})
    assert reply.status == 422
    assert "No commits between main and same" in errors(reply)


@pytest.mark.parametrize(("head", "base", "field"), [("nowhere", "main", "head"), ("topic", "nowhere", "base")])
def test_an_unknown_branch_is_refused_by_field(pull, http_client, head, base, field):
    reply = http_client("POST", f"{REPO}/pulls", {"head": head, "base": base, "title": "x"})
    assert (reply.status, reply.body["errors"][0]["field"]) == (422, field)


def test_a_fork_is_another_repository_with_branches_of_its_own(repo, github):
    fork = repo.fork(by="mallory")
    fork.commit("topic", {"app.py": "hacked\n"}, by="mallory")
    repo.open_pull(by="mallory", head="mallory:topic")
    seen = github.get_repo("octo/widgets").get_pull(1)
    assert (seen.head.repo.full_name, seen.head.repo.fork, seen.head.user.login) == (
        "mallory/widgets",
        True,
        "mallory",
    )
    assert seen.head.repo.id != seen.base.repo.id
    assert "topic" not in repo.branches()
    assert github.get_repo("octo/widgets").get_contents("app.py", ref=seen.head.sha).decoded_content == b"hacked\n"


def test_a_deleted_fork_leaves_a_head_without_a_repository(repo, github, http_client):
    fork = repo.fork(by="mallory")
    fork.commit("topic", {"app.py": "hacked\n"}, by="mallory")
    repo.open_pull(by="mallory", head="mallory:topic")
    fork.delete()
    assert http_client("GET", f"{REPO}/pulls/1").body["head"]["repo"] is None
    seen = github.get_repo("octo/widgets").get_pull(1)
    assert seen.head.repo is None
    assert [each.filename for each in seen.get_files()] == ["app.py"]


def test_retargeting_changes_base_files_and_the_event_tells_from_what(box, repo, pull, github):
    repo.commit("release", {"app.py": repo.read("topic", "app.py"), "extra.py": "x\n"})
    repo.commit("topic", {"more.py": "y\n"}, by="alice")
    github.get_repo("octo/widgets").get_pull(1).edit(base="release")
    seen = github.get_repo("octo/widgets").get_pull(1)
    assert (seen.base.ref, seen.base.sha) == ("release", repo.tip("release"))
    assert box.event("pull_request", "edited", about=pull)["changes"]["base"]["ref"] == {"from": "main"}


def test_retargeting_to_where_nothing_is_new_is_refused(repo, pull, http_client):
    repo.branch("ahead", at="topic")
    reply = http_client("PATCH", f"{REPO}/pulls/1", {"base": "ahead"})
    assert reply.status == 422
    assert "There are no new commits between base branch 'ahead'" in errors(reply)


def test_merging_moves_the_base_and_keeps_showing_what_was_merged(repo, pull, github):
    there = github.get_repo("octo/widgets")
    there.get_pull(1).merge()
    seen = there.get_pull(1)
    assert (seen.merged, seen.state, seen.merge_commit_sha) == (True, "closed", repo.tip("main"))
    assert [each.filename for each in seen.get_files()] == ["app.py"]
    assert repo.read("main", "app.py") == repo.read("topic", "app.py")


@pytest.mark.parametrize("method", ["merge", "squash"])
def test_merging_two_sides_makes_a_real_merge(repo, pull, method):
    repo.commit("main", {"docs/other.md": "new\n"})
    pull.merge(method=method)
    assert repo.read("main", "docs/other.md") == b"new\n"
    assert b"line five" in repo.read("main", "app.py")


def test_a_conflict_and_a_draft_cannot_be_merged_and_say_so(repo, pull, github, http_client):
    repo.commit("main", {"app.py": "something else\n"})
    assert github.get_repo("octo/widgets").get_pull(1).mergeable is False
    assert http_client("PUT", f"{REPO}/pulls/1/merge").status == 405
    assert http_client("PUT", f"{REPO}/pulls/1/merge", {"sha": "0" * 40}).status == 409
    assert http_client("PUT", f"{REPO}/pulls/1/merge", {"merge_method": "rebase"}).status == 405


def test_closing_keeps_it_closed_until_it_is_reopened_and_then_it_catches_up(repo, pull, github):
    there = github.get_repo("octo/widgets")
    there.get_pull(1).edit(state="closed")
    pushed = repo.commit("topic", {"late.py": "x\n"}, by="alice")
    assert there.get_pull(1).head.sha != pushed
    there.get_pull(1).edit(state="open")
    assert there.get_pull(1).head.sha == pushed


def test_pushing_the_head_to_the_base_counts_as_merged(repo, pull, github):
    repo.branch("main", at="topic")
    assert github.get_repo("octo/widgets").get_pull(1).merged is True


def test_deleting_the_head_branch_closes_it(repo, pull, github):
    repo.delete_branch("topic")
    assert github.get_repo("octo/widgets").get_pull(1).state == "closed"


def test_head_narrows_the_list_only_with_an_owner(repo, pull, http_client):
    repo.commit("other", {"b.py": "1\n"}, by="alice")
    repo.open_pull(by="alice", head="other")
    assert [each["number"] for each in http_client("GET", f"{REPO}/pulls?head=octo:topic").body] == [1]
    assert [each["number"] for each in http_client("GET", f"{REPO}/pulls?head=topic").body] == [2, 1]


def test_actions_may_not_open_pull_requests_where_the_setting_forbids_it(box, repo, http_client):
    repo.commit("topic", {"a.py": "1\n"})
    repo.settings.actions_may_create_pulls = False
    wanted = {"head": "topic", "base": "main", "title": "x"}
    reply = http_client("POST", f"{REPO}/pulls", wanted)
    assert reply.status == 403
    assert reply.body["message"] == "GitHub Actions is not permitted to create or approve pull requests."
    assert http_client("POST", f"{REPO}/pulls", wanted, token=box.app_token("buddy-app")).status == 201


def test_the_files_tell_status_old_name_and_patch(repo, github):
    repo.commit("main", {"old name.py": "1\n2\n3\n4\n5\n6\n", "gone.py": "x\n", "pic.bin": b"\0\1"})
    repo.commit(
        "topic",
        {"gone.py": None, "pic.bin": b"\0\2", "neu é.py": "new\n", "moved.py": "1\n2\n3\n4\n5\nsix\n"},
        moves={"old name.py": "moved.py"},
        by="alice",
    )
    repo.open_pull(by="alice", head="topic")
    files = {each.filename: each for each in github.get_repo("octo/widgets").get_pull(1).get_files()}
    assert {name: each.status for name, each in files.items()} == {
        "gone.py": "removed",
        "moved.py": "renamed",
        "neu é.py": "added",
        "pic.bin": "modified",
    }
    assert files["moved.py"].previous_filename == "old name.py"
    assert files["moved.py"].patch.startswith("@@ -3,4 +3,4 @@")
    assert files["neu é.py"].patch == "@@ -0,0 +1 @@\n+new"
    assert files["pic.bin"].patch is None


@pytest.mark.parametrize(
    "name",
    ["with space.py", 'quote".py', "back\\slash.py", "line\nbreak.py", " b/x.py", "diff --git a/x b/x"],
)
def test_odd_file_names_keep_their_patch_to_themselves(repo, github, name):
    repo.commit("topic", {name: "one\n", "zz.py": "last\n"}, by="alice")
    repo.open_pull(by="alice", head="topic")
    files = {each.filename: each.patch for each in github.get_repo("octo/widgets").get_pull(1).get_files()}
    assert files == {name: "@@ -0,0 +1 @@\n+one", "zz.py": "@@ -0,0 +1 @@\n+last"}


def test_the_list_of_files_stops_at_3000_while_the_count_goes_on(repo, http_client, github):
    repo.commit("topic", {f"gen/{number:04}.py": f"{number}\n" for number in range(3010)}, by="alice")
    repo.open_pull(by="alice", head="topic")
    seen = github.get_repo("octo/widgets").get_pull(1)
    assert seen.changed_files == 3010
    assert len(list(seen.get_files())) == 3000
    assert http_client("GET", f"{REPO}/pulls/1/files?per_page=100&page=31").body == []


def test_a_very_large_patch_is_left_out(repo, github):
    repo.settings.max_patch_lines = 100
    repo.commit("topic", {"big.txt": "x\n" * 200, "small.txt": "x\n"}, by="alice")
    repo.open_pull(by="alice", head="topic")
    files = {each.filename: each for each in github.get_repo("octo/widgets").get_pull(1).get_files()}
    assert (files["big.txt"].patch, files["big.txt"].additions) == (None, 200)
    assert files["small.txt"].patch is not None


def test_a_draft_says_so(repo, github):
    repo.commit("topic", {"a.py": "1\n"}, by="alice")
    repo.open_pull(by="alice", head="topic", draft=True)
    assert github.get_repo("octo/widgets").get_pull(1).draft is True
    with pytest.raises(GithubException, match="not mergeable"):
        github.get_repo("octo/widgets").get_pull(1).merge()


def test_opening_one_by_request_needs_push_access_to_the_head(box, repo, http_client):
    repo.commit("topic", {"a.py": "1\n"})
    repo.fork(by="mallory").commit("theirs", {"a.py": "1\n"}, by="mallory")
    mallory = box.personal_token("mallory")
    wanted = {"base": "main", "title": "x"}
    assert http_client("POST", f"{REPO}/pulls", {"head": "topic", **wanted}, token=mallory).status == 403
    assert http_client("POST", f"{REPO}/pulls", {"head": "mallory:theirs", **wanted}, token=mallory).status == 201


def test_opening_one_for_a_test_gives_nobody_a_role(repo, pull, http_client):
    assert http_client("GET", f"{REPO}/collaborators/alice/permission").body["permission"] == "read"


def test_the_workspace_of_a_job_is_the_merge_of_both_sides(repo, pull, tmp_path, github):
    repo.commit("main", {"later.py": "x\n"})
    sha = pull.test_merge()
    repo.checkout(tmp_path / "work", at=sha)
    assert (tmp_path / "work" / "later.py").exists()
    assert "line five" in (tmp_path / "work" / "app.py").read_text()
    assert github.get_repo("octo/widgets").get_git_ref("pull/1/merge").object.sha == sha
    repo.commit("main", {"app.py": "something else\n"})
    assert pull.test_merge() is None


def test_what_a_pull_request_cannot_become_is_refused(repo, pull, http_client):
    one = f"{REPO}/pulls/1"
    assert http_client("PATCH", one, {"base": "nowhere"}).status == 422
    assert http_client("POST", f"{REPO}/pulls", {"head": "topic", "base": "main"}).status == 422
    assert http_client("POST", f"{REPO}/pulls", {"head": "nobody:topic", "base": "main", "title": "x"}).status == 422
    pull.close()
    assert http_client("PATCH", one, {"base": "main"}).status == 200
    repo.branch("other", at="main")
    assert http_client("PATCH", one, {"base": "other"}).status == 422
    repo.delete_branch("topic")
    assert http_client("PATCH", one, {"state": "open"}).status == 422
    assert http_client("GET", f"{REPO}/pulls/99").status == 404
    repo.open_issue("A question", by="alice")
    assert http_client("GET", f"{REPO}/pulls/2").status == 404


def test_a_stranger_retargets_nothing_and_an_author_their_own(box, repo, pull, http_client):
    repo.commit("release", {"x": "1"})
    wanted = {"base": "release"}
    assert http_client("PATCH", f"{REPO}/pulls/1", wanted, token=box.personal_token("stranger")).status == 403
    assert http_client("PATCH", f"{REPO}/pulls/1", wanted, token=box.personal_token("alice")).status == 200


def test_pulls_are_listed_by_base_state_and_last_change(repo, pull, http_client):
    repo.commit("release", {"x": "1"})
    repo.commit("other", {"b.py": "1\n"}, by="alice")
    repo.open_pull(by="alice", head="other", base="release")
    pull.comment("bump", by="alice")

    def numbers(query):
        return [each["number"] for each in http_client("GET", f"{REPO}/pulls?{query}").body]

    assert numbers("base=release") == [2]
    assert numbers("sort=updated&direction=desc") == [1, 2]
    assert numbers("sort=updated") == [2, 1]
    pull.close()
    assert (numbers("state=closed"), numbers("state=all")) == ([1], [2, 1])
