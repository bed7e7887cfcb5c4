"""Objects have true SHA-1 names, refs move forward only, and large files come without content."""

from __future__ import annotations

import base64
import hashlib
import subprocess

import pytest
from github import GithubException, InputGitTreeElement

from buddy.sandbox import EXECUTABLE, SUBMODULE, SYMLINK, File

REPO = "/repos/octo/widgets"


def git(repo, *args):
    return subprocess.run(
        ["git", "--git-dir", str(repo.path), *args], capture_output=True, check=True, text=True
    ).stdout


def test_blobs_have_the_names_that_git_gives_them(repo, github):
    content = b"caf\xc3\xa9\r\nno newline"
    made = github.get_repo("octo/widgets").create_git_blob(base64.b64encode(content).decode(), "base64")
    assert made.sha == hashlib.sha1(b"blob %d\0%s" % (len(content), content)).hexdigest()
    again = github.get_repo("octo/widgets").get_git_blob(made.sha)
    assert base64.b64decode(again.content) == content


def test_a_commit_through_the_api_is_a_commit_that_git_understands(repo, github):
    there = github.get_repo("octo/widgets")
    tip = there.get_git_commit(repo.tip("main"))
    tree = there.create_git_tree(
        [
            InputGitTreeElement(".buddy/learnings.jsonl", "100644", "blob", content='{"v":1}\n'),
            InputGitTreeElement("docs/guide.md", "100644", "blob", sha=None),
        ],
        base_tree=tip.tree,
    )
    commit = there.create_git_commit("Record", tree, [tip])
    there.create_git_ref("refs/heads/buddy/learnings", commit.sha)
    assert git(repo, "ls-tree", "-r", "--name-only", "buddy/learnings").split() == [
        ".buddy/learnings.jsonl",
        "app.py",
    ]
    assert git(repo, "log", "-1", "--format=%an|%s|%P", "buddy/learnings").strip() == (
        f"github-actions[bot]|Record|{tip.sha}"
    )
    git(repo, "fsck", "--strict")


def test_a_tree_without_a_base_holds_only_what_is_given(repo, http_client):
    row = {"path": "a/b.txt", "mode": "100644", "type": "blob", "content": "x"}
    made = http_client("POST", f"{REPO}/git/trees", {"tree": [row]}).body
    got = http_client("GET", f"{REPO}/git/trees/{made['sha']}?recursive=1").body
    assert [each["path"] for each in got["tree"]] == ["a", "a/b.txt"]


@pytest.mark.parametrize(
    "row",
    [
        {"path": "x", "mode": "100644", "type": "blob", "sha": "0" * 40},
        {"path": "missing.txt", "mode": "100644", "type": "blob", "sha": None},
        {"path": ".git/config", "mode": "100644", "type": "blob", "content": "x"},
        {"path": "../up", "mode": "100644", "type": "blob", "content": "x"},
        {"path": "lone \ud800", "mode": "100644", "type": "blob", "content": "x"},
        {"path": "/abs", "mode": "100644", "type": "blob", "content": "x"},
        {"path": "x", "mode": "100600", "type": "blob", "content": "x"},
    ],
)
def test_a_tree_that_git_would_not_have_is_refused(repo, http_client, row):
    body = {"base_tree": repo.tip("main"), "tree": [row]}
    assert http_client("POST", f"{REPO}/git/trees", body).status == 422


def test_a_tree_says_when_it_was_cut_and_lists_folders_only_when_asked_deeply(repo, http_client):
    path = f"{REPO}/git/trees/{repo.tip('main')}"
    flat = http_client("GET", path).body
    deep = http_client("GET", path + "?recursive=true").body
    assert [each["path"] for each in flat["tree"]] == ["app.py", "docs"]
    assert [each["path"] for each in deep["tree"]] == ["app.py", "docs", "docs/guide.md"]
    assert (flat["truncated"], deep["tree"][2]["size"]) == (False, 8)
    repo.settings.max_tree_entries = 2
    cut = http_client("GET", path + "?recursive=1").body
    assert (cut["truncated"], len(cut["tree"])) == (True, 2)


def test_modes_of_links_programs_and_submodules_are_told(repo, http_client):
    repo.commit(
        "main",
        {
            "run.sh": File(content=b"#!/bin/sh\n", mode=EXECUTABLE),
            "link": File(content=b"app.py", mode=SYMLINK),
            "sub": File(content=b"1" * 40, mode=SUBMODULE),
        },
    )
    got = http_client("GET", f"{REPO}/git/trees/main").body["tree"]
    assert {each["path"]: (each["mode"], each["type"]) for each in got} == {
        "app.py": ("100644", "blob"),
        "docs": ("040000", "tree"),
        "link": ("120000", "blob"),
        "run.sh": ("100755", "blob"),
        "sub": ("160000", "commit"),
    }


def test_a_ref_moves_forward_and_back_only_by_force(repo, http_client):
    old = repo.tip("main")
    new = repo.commit("topic", {"a": "1"})
    path = f"{REPO}/git/refs/heads/topic"
    back = http_client("PATCH", path, {"sha": old})
    assert (back.status, back.body["message"]) == (422, "Update is not a fast forward")
    assert repo.tip("topic") == new
    assert http_client("PATCH", path, {"sha": old, "force": True}).status == 200
    assert http_client("PATCH", path, {"sha": new, "force": False}).body["object"]["sha"] == new


@pytest.mark.parametrize(
    ("ref", "sha", "message"),
    [
        ("refs/heads/main", None, "Reference already exists"),
        ("refs/heads/new", "0" * 40, "Object does not exist"),
        ("refs/new", None, "Reference name is invalid"),
        ("heads/new", None, "Reference name is invalid"),
        ("refs/heads/a..b", None, "Reference name is invalid"),
        ("refs/heads/main/below", None, "Reference update failed"),
        ("refs/pull/1/head", None, "Reference cannot be updated"),
    ],
)
def test_a_ref_that_cannot_be_is_refused(repo, http_client, ref, sha, message):
    reply = http_client("POST", f"{REPO}/git/refs", {"ref": ref, "sha": sha or repo.tip("main")})
    assert reply.status == 422
    assert reply.body["message"].startswith(message)


def test_a_branch_is_no_place_for_a_blob(repo, http_client):
    blob = http_client("POST", f"{REPO}/git/blobs", {"content": "x"}).body["sha"]
    assert http_client("POST", f"{REPO}/git/refs", {"ref": "refs/heads/b", "sha": blob}).status == 422


def test_refs_are_found_by_name_or_by_what_they_begin_with(repo, http_client, github):
    for name in ("buddy/learnings", "buddy/learnings-2", "other"):
        repo.branch(name, at="main")
    got = http_client("GET", f"{REPO}/git/matching-refs/heads/buddy/learnings").body
    assert [each["ref"] for each in got] == ["refs/heads/buddy/learnings", "refs/heads/buddy/learnings-2"]
    assert http_client("GET", f"{REPO}/git/matching-refs/heads/none").body == []
    assert http_client("GET", f"{REPO}/git/ref/heads/buddy").status == 404
    there = github.get_repo("octo/widgets")
    assert [each.ref for each in there.get_git_matching_refs("heads/other")] == ["refs/heads/other"]
    there.get_git_ref("heads/other").delete()
    assert "other" not in repo.branches()
    assert http_client("DELETE", f"{REPO}/git/refs/heads/other").status == 422


def test_a_protected_branch_says_so_and_refuses_the_job(repo, http_client, github):
    repo.protect("main")
    new = repo.commit("topic", {"a": "1"})
    assert github.get_repo("octo/widgets").get_branch("main").protected is True
    assert [each["name"] for each in http_client("GET", f"{REPO}/branches?protected=true").body] == ["main"]
    assert http_client("PATCH", f"{REPO}/git/refs/heads/main", {"sha": new}).status == 422
    assert http_client("DELETE", f"{REPO}/git/refs/heads/main").status == 422


def test_branches_with_slashes_are_found(repo, github):
    repo.branch("release/1.x", at="main")
    assert github.get_repo("octo/widgets").get_branch("release/1.x").name == "release/1.x"
    with pytest.raises(GithubException, match="Branch not found"):
        github.get_repo("octo/widgets").get_branch("release/2.x")


def test_an_empty_repository_answers_409_or_404(box, http_client):
    empty = box.repo("octo/void")
    token = box.job_token(empty)
    for path in ("/git/ref/heads/main", "/git/matching-refs/heads/", "/commits"):
        assert http_client("GET", f"/repos/octo/void{path}", token=token).status == 409
    assert http_client("POST", "/repos/octo/void/git/blobs", {"content": "x"}, token=token).status == 409
    assert http_client("GET", "/repos/octo/void/contents/a", token=token).status == 404


def test_a_file_above_one_megabyte_comes_without_content_but_its_blob_has_it(repo, github, http_client):
    large = b"x" * (1024 * 1024 + 1)
    repo.commit("main", {"large.bin": large, "edge.bin": large[:-1]})
    got = http_client("GET", f"{REPO}/contents/large.bin").body
    assert (got["encoding"], got["content"], got["size"]) == ("none", "", len(large))
    assert http_client("GET", f"{REPO}/contents/edge.bin").body["encoding"] == "base64"
    blob = github.get_repo("octo/widgets").get_git_blob(got["sha"])
    assert base64.b64decode(blob.content) == large


def test_contents_come_in_five_forms(repo, http_client, github):
    repo.commit(
        "main",
        {
            "to-file": File(content=b"app.py", mode=SYMLINK),
            "to-nowhere": File(content=b"../../etc/passwd", mode=SYMLINK),
            "sub": File(content=b"1" * 40, mode=SUBMODULE),
        },
    )
    there = f"{REPO}/contents"
    assert [each["path"] for each in http_client("GET", f"{there}/docs").body] == ["docs/guide.md"]
    link = http_client("GET", f"{there}/to-nowhere").body
    assert (link["type"], link["target"]) == ("symlink", "../../etc/passwd")
    followed = http_client("GET", f"{there}/to-file").body
    assert (followed["type"], followed["path"]) == ("file", "to-file")
    assert base64.b64decode(followed["content"]).startswith(b"line 1\n")
    assert http_client("GET", f"{there}/sub").body["type"] == "submodule"
    assert http_client("GET", f"{there}/nothing").status == 404
    assert http_client("GET", f"{there}/app.py?ref=nowhere").status == 404
    assert github.get_repo("octo/widgets").get_contents("docs/guide.md").decoded_content == b"# Guide\n"


def test_contents_below_a_symlinked_folder_are_not_followed(repo, http_client):
    repo.commit("main", {".buddy": File(content=b"docs", mode=SYMLINK)})
    assert http_client("GET", f"{REPO}/contents/.buddy/guide.md").status == 404


def test_a_file_is_written_with_the_right_sha_only(repo, github, http_client):
    there = github.get_repo("octo/widgets")
    made = there.create_file("notes.md", "Add notes", "one\n", branch="main")
    there.update_file("notes.md", "Change notes", "two\n", made["content"].sha, branch="main")
    assert repo.read("main", "notes.md") == b"two\n"
    stale = {"message": "x", "content": "eA==", "sha": made["content"].sha}
    assert http_client("PUT", f"{REPO}/contents/notes.md", stale).status == 409
    new = {"message": "x", "content": "eA=="}
    assert http_client("PUT", f"{REPO}/contents/notes.md", new).status == 422
    assert http_client("PUT", f"{REPO}/contents/.git/config", new).status == 422


def test_a_comparison_counts_both_sides_from_the_merge_base(repo, pull, github):
    repo.commit("main", {"later.py": "x\n"})
    got = github.get_repo("octo/widgets").compare("main", "topic")
    assert (got.status, got.ahead_by, got.behind_by, got.total_commits) == ("diverged", 1, 1, 1)
    assert [each.filename for each in got.files] == ["app.py"]
    assert got.merge_base_commit.sha != repo.tip("main")


def test_commits_are_listed_newest_first_and_by_path(repo, http_client):
    second = repo.commit("main", {"docs/guide.md": "# New\n"}, by="maintainer")
    got = http_client("GET", f"{REPO}/commits").body
    assert got[0]["sha"] == second
    assert got[0]["author"]["login"] == "maintainer"
    assert len(http_client("GET", f"{REPO}/commits?path=app.py").body) == 1
    one = http_client("GET", f"{REPO}/commits/{second}").body
    assert [each["filename"] for each in one["files"]] == ["docs/guide.md"]


def test_a_checkout_has_the_files_of_a_branch(repo, tmp_path):
    repo.commit("main", {"run.sh": File(content=b"#!/bin/sh\n", mode=EXECUTABLE)})
    repo.checkout(tmp_path / "work", at="main")
    assert (tmp_path / "work" / "docs" / "guide.md").read_bytes() == b"# Guide\n"
    assert (tmp_path / "work" / "run.sh").stat().st_mode & 0o111


def test_the_branches_of_forks_are_not_among_those_of_the_parent(repo, http_client):
    repo.fork(by="mallory").commit("secret-plan", {"x": "1"}, by="mallory")
    for path in ("/git/matching-refs/n", "/git/matching-refs/s", "/git/matching-refs/heads/secret"):
        assert http_client("GET", REPO + path).body == []
    assert http_client("GET", "/repos/mallory/widgets/branches/secret-plan").status == 200


def test_lone_surrogates_are_no_trouble(repo, http_client):
    assert http_client("POST", f"{REPO}/git/blobs", {"content": "\ud800"}).status == 201


def test_a_commit_may_name_its_author_and_date(repo, http_client):
    body = {
        "message": "By hand",
        "tree": http_client("GET", f"{REPO}/git/trees/main").body["sha"],
        "parents": [repo.tip("main")],
        "author": {"name": "Ada <x>\n", "email": "ada@example.com", "date": "2026-01-02T03:04:05+02:00"},
    }
    made = http_client("POST", f"{REPO}/git/commits", body).body
    assert made["author"] == {"name": "Ada x", "email": "ada@example.com", "date": "2026-01-02T01:04:05Z"}
    assert made["committer"] == made["author"]
    body["author"] = {"name": "Ada", "email": "ada@example.com", "date": "yesterday"}
    assert http_client("POST", f"{REPO}/git/commits", body).status == 422


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tree": "0" * 40}, "Tree SHA does not exist"),
        ({"parents": ["0" * 40]}, "Parent SHA does not exist"),
    ],
)
def test_a_commit_of_what_is_not_there_is_refused(repo, http_client, change, message):
    tree = http_client("GET", f"{REPO}/git/trees/main").body["sha"]
    reply = http_client("POST", f"{REPO}/git/commits", {"message": "x", "tree": tree, "parents": [], **change})
    assert reply.status == 422
    assert reply.body["message"].startswith(message)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"content": "eA==", "encoding": "base64"}, 201),
        ({"content": "not base64", "encoding": "base64"}, 422),
        ({"content": "x", "encoding": "utf-16"}, 422),
    ],
)
def test_a_blob_comes_as_text_or_base64(repo, http_client, body, status):
    assert http_client("POST", f"{REPO}/git/blobs", body).status == status


@pytest.mark.parametrize("path", ["blobs", "trees", "commits"])
def test_an_object_that_is_not_there_is_404(repo, http_client, path):
    assert http_client("GET", f"{REPO}/git/{path}/{'0' * 40}").status == 404


@pytest.mark.parametrize(
    "body",
    [
        {"tree": []},
        {"tree": [{"path": "x", "mode": "100644", "type": "blob"}]},
        {"tree": [{"path": "x", "mode": "100644", "type": "blob", "sha": "0" * 40, "content": "y"}]},
        {"tree": [{"path": "x", "mode": "100644", "type": "blob", "content": "y"}], "base_tree": "0" * 40},
    ],
)
def test_a_tree_that_says_nothing_or_too_much_is_refused(repo, http_client, body):
    assert http_client("POST", f"{REPO}/git/trees", body).status in (404, 422)


def test_a_whole_folder_is_put_into_a_tree_by_its_sha(repo, http_client):
    docs = next(each for each in http_client("GET", f"{REPO}/git/trees/main").body["tree"] if each["path"] == "docs")
    row = {"path": "copy/deep", "mode": "040000", "type": "tree", "sha": docs["sha"]}
    made = http_client("POST", f"{REPO}/git/trees", {"base_tree": repo.tip("main"), "tree": [row]}).body
    got = http_client("GET", f"{REPO}/git/trees/{made['sha']}?recursive=1").body["tree"]
    assert "copy/deep/guide.md" in [each["path"] for each in got]
    empty = http_client("POST", f"{REPO}/git/trees", {"tree": [{**row, "path": "x"}]}).body["sha"]
    over = {"base_tree": repo.tip("main"), "tree": [{**row, "path": "docs", "sha": empty}]}
    made = http_client("POST", f"{REPO}/git/trees", over).body
    got = http_client("GET", f"{REPO}/git/trees/{made['sha']}?recursive=1").body["tree"]
    assert [each["path"] for each in got if each["type"] == "blob"] == ["app.py", "docs/x/guide.md"]


def test_comparisons_reach_forks_and_refuse_what_has_no_common_past(repo, http_client):
    repo.fork(by="mallory").commit("theirs", {"x": "1"}, by="mallory")
    got = http_client("GET", f"{REPO}/compare/main...mallory:theirs").body
    assert [each["filename"] for each in got["files"]] == ["x"]
    assert http_client("GET", f"{REPO}/compare/main...main").body["status"] == "identical"
    assert http_client("GET", f"{REPO}/compare/main...nowhere").status == 404
    assert http_client("GET", f"{REPO}/compare/main..topic").status == 404


def test_commits_of_one_author(repo, http_client):
    repo.commit("main", {"a": "1"}, by="alice")
    got = http_client("GET", f"{REPO}/commits?author=alice").body
    assert [each["author"]["login"] for each in got] == ["alice"]
    assert http_client("GET", f"{REPO}/commits?sha=nowhere").status == 404
    assert http_client("GET", f"{REPO}/commits/nowhere").status == 404


def test_the_first_file_of_an_empty_repository_makes_its_branch(box, http_client):
    empty = box.repo("octo/void")
    token = box.job_token(empty)
    path, new = "/repos/octo/void/contents/a.txt", {"message": "x", "content": "eA=="}
    assert http_client("PUT", path, {**new, "branch": "other"}, token=token).status == 404
    assert http_client("PUT", path, {**new, "content": "?"}, token=token).status == 422
    assert http_client("PUT", path, new, token=token).status == 201
    assert empty.read("main", "a.txt") == b"x"
