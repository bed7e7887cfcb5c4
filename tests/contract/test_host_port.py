"""The same questions to the fake host and to the GitHub adapter on the sandbox: what app tests rely on is true."""

from __future__ import annotations

import pytest

from buddy.app.ports import RefusalKind
from buddy.core.change import FileStatus
from buddy.core.effects import InlineComment
from tests.contract.stages import BASE, NEW, Stage, refused


def inline(path: str, line: int, *, start: int | None = None, body: str = "x") -> InlineComment:
    return InlineComment(path=path, line=line, start_line=start, body=body, fingerprint="v1:000000000000")


def test_a_pull_request_is_told_as_it_is_now(stage: Stage) -> None:
    pull = stage.host.pull_request(1)
    assert (pull.number, pull.title, pull.body, pull.author) == (1, "T", "B", "alice")
    assert (pull.state, pull.draft, pull.locked) == ("open", False, False)
    assert (pull.base_ref, pull.base_repo, pull.default_branch) == ("main", "octo/widgets", "main")
    assert (pull.head_repo, pull.from_fork) == ("octo/widgets", False)
    assert (pull.comments, pull.review_comments, pull.changed_files) == (0, 0, 5)
    pushed = stage.commit("topic", {"more.py": "m\n"})
    assert stage.host.pull_request(1).head_sha == pushed != pull.head_sha


def test_a_fork_is_told_as_one(stage: Stage) -> None:
    pull = stage.host.pull_request(stage.pull_from_fork())
    assert (pull.head_repo, pull.author, pull.from_fork) == ("mallory/widgets", "mallory", True)


def test_what_does_not_exist_is_refused_or_none(stage: Stage) -> None:
    for ask in (stage.host.pull_request, stage.host.changed_files, stage.host.comments, stage.host.review_comments):
        refused(RefusalKind.NOT_FOUND, lambda ask=ask: ask(99))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.blob("0" * 40))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.create_comment(99, "x"))
    refused(RefusalKind.NOT_FOUND, lambda: stage.host.update_comment(99, "x"))
    assert stage.host.branch("nowhere") is None
    assert stage.host.tree("0" * 40) is None


def test_changed_files_are_those_since_the_merge_base(stage: Stage) -> None:
    change = stage.host.changed_files(1)
    assert {file.path: (file.status, file.previous_path) for file in change.files} == {
        "app.py": (FileStatus.MODIFIED, None),
        "gone.py": (FileStatus.REMOVED, None),
        "new.py": (FileStatus.ADDED, None),
        "pic.bin": (FileStatus.ADDED, None),
        "renamed.py": (FileStatus.RENAMED, "moved.py"),
    }
    assert change.total == 5
    assert stage.host.changed_files(1, total=4_000).total == 4_000
    files = {file.path: file for file in change.files}
    app, gone = files["app.py"], files["gone.py"]
    assert (app.patch or "").split("\n")[0].startswith("@@ -2,7 +2,7 @@")
    assert [line for line in (app.patch or "").split("\n") if line[0] in "+-"] == [
        "-line 5", "+line five", "-line 30", "+line thirty",
    ]  # fmt: skip
    assert (app.additions, app.deletions, gone.blob) == (2, 2, None)
    assert files["new.py"].patch == "@@ -0,0 +1 @@\n+n"
    assert (files["pic.bin"].patch, files["renamed.py"].patch) == (None, None)
    assert stage.host.blob(app.blob or "") == NEW.encode()


def test_branches_have_tips_and_may_be_protected(stage: Stage) -> None:
    tip = stage.commit("release/1.x", {"r": "r\n"})
    branch = stage.host.branch("release/1.x")
    assert branch is not None
    assert (branch.name, branch.sha, branch.protected) == ("release/1.x", tip, False)
    stage.protect("release/1.x")
    protected = stage.host.branch("release/1.x")
    assert protected is not None
    assert protected.protected


def test_trees_can_be_walked_by_branch_commit_and_folder(stage: Stage) -> None:
    tip = stage.host.branch("main")
    assert tip is not None
    whole = stage.host.tree(tip.sha)
    assert whole is not None
    assert whole == stage.host.tree("main")
    assert not whole.truncated
    assert set(whole.entries) == {*BASE, "later.py", ".buddy", "docs", "docs/a"}
    learnings, folder = whole.entries[".buddy/learnings.jsonl"], whole.entries[".buddy"]
    assert (learnings.mode, learnings.size, learnings.is_regular_file) == ("100644", 3, True)
    assert (folder.mode, folder.size, folder.is_regular_file) == ("040000", None, False)
    assert stage.host.blob(learnings.sha) == b"{}\n"
    below = stage.host.tree(folder.sha, recursive=False)
    assert below is not None
    assert below.entries["learnings.jsonl"].sha == learnings.sha
    top = stage.host.tree("main", recursive=False)
    assert top is not None
    assert set(top.entries) == {"app.py", ".buddy", "docs", "moved.py", "gone.py", "later.py"}


def test_comments_are_created_edited_and_deleted(stage: Stage) -> None:
    stage.comment("bob", "hello")
    mine = stage.host.create_comment(1, "mine")
    assert (mine.author, mine.author_type, mine.body) == ("github-actions[bot]", "Bot", "mine")
    assert [(each.author, each.author_type, each.body) for each in stage.host.comments(1)] == [
        ("bob", "User", "hello"),
        ("github-actions[bot]", "Bot", "mine"),
    ]
    stage.host.update_comment(mine.id, "edited")
    edited = stage.host.comments(1)[1]
    assert (edited.id, edited.body) == (mine.id, "edited")
    assert edited.updated_at >= edited.created_at
    assert stage.host.pull_request(1).comments == 2
    stage.host.delete_comment(mine.id)
    stage.host.delete_comment(mine.id)
    assert [each.body for each in stage.host.comments(1)] == ["hello"]


def test_lists_are_whole_and_cost_a_request_for_each_hundred(stage: Stage) -> None:
    for number in range(150):
        stage.comment("bob", f"c{number}")
    before = stage.host.requests()[0]
    assert [each.body for each in stage.host.comments(1)] == [f"c{number}" for number in range(150)]
    assert stage.host.requests() == (before + 2, 0)


def test_a_review_puts_its_comments_on_the_heads_lines(stage: Stage) -> None:
    head = stage.host.pull_request(1).head_sha
    stage.host.create_review(
        1, commit=head, comments=[inline("app.py", 5), inline("app.py", 31, start=29, body="y"), inline("new.py", 1)]
    )
    found = stage.host.review_comments(1)
    assert [(each.path, each.line, each.original_line, each.body) for each in found] == [
        ("app.py", 5, 5, "x"),
        ("app.py", 31, 31, "y"),
        ("new.py", 1, 1, "x"),
    ]
    assert {(each.author, each.author_type, each.in_reply_to) for each in found} == {
        ("github-actions[bot]", "Bot", None)
    }
    stage.host.delete_review_comment(found[0].id)
    stage.host.delete_review_comment(found[0].id)
    assert [each.id for each in stage.host.review_comments(1)] == [each.id for each in found[1:]]


def test_a_start_line_that_says_nothing_new_is_left_out(stage: Stage) -> None:
    head = stage.host.pull_request(1).head_sha
    stage.host.create_review(1, commit=head, comments=[inline("app.py", 5, start=5)])
    assert len(stage.host.review_comments(1)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        inline("app.py", 15),
        inline("app.py", 400),
        inline("app.py", 31, start=5),
        inline("later.py", 1),
        inline("nowhere.py", 1),
        inline("app.py", 5, body=""),
        inline("app.py", 5, body="x" * 65_537),
    ],
    ids=["between hunks", "beyond the end", "across hunks", "not changed", "not there", "empty", "too long"],
)
def test_one_comment_in_the_wrong_place_costs_the_whole_review(stage: Stage, wrong: InlineComment) -> None:
    head = stage.host.pull_request(1).head_sha
    refused(
        RefusalKind.UNPROCESSABLE,
        lambda: stage.host.create_review(1, commit=head, comments=[inline("app.py", 5), wrong]),
    )
    assert list(stage.host.review_comments(1)) == []


def test_a_review_without_words_or_of_a_foreign_commit_is_refused(stage: Stage) -> None:
    head = stage.host.pull_request(1).head_sha
    refused(RefusalKind.UNPROCESSABLE, lambda: stage.host.create_review(1, commit=head, comments=[]))
    refused(
        RefusalKind.UNPROCESSABLE,
        lambda: stage.host.create_review(1, commit="0" * 40, comments=[inline("app.py", 5)]),
    )


def test_a_push_that_changes_the_line_leaves_the_comment_without_one(stage: Stage) -> None:
    head = stage.host.pull_request(1).head_sha
    stage.host.create_review(1, commit=head, comments=[inline("app.py", 5), inline("new.py", 1)])
    stage.commit("topic", {"app.py": NEW.replace("line five\n", "line 5.0\n")})
    assert [(each.path, each.line, each.original_line) for each in stage.host.review_comments(1)] == [
        ("app.py", None, 5),
        ("new.py", 1, 1),
    ]


def test_a_locked_conversation_refuses_comments_and_not_reading(stage: Stage) -> None:
    stage.lock()
    assert stage.host.pull_request(1).locked
    refused(RefusalKind.LOCKED, lambda: stage.host.create_comment(1, "x"))
    assert list(stage.host.comments(1)) == []


def test_a_read_only_token_reads_everything_and_writes_nothing(stage: Stage) -> None:
    mine = stage.host.create_comment(1, "mine")
    reader = stage.reader()
    head = reader.pull_request(1).head_sha
    assert len(reader.changed_files(1).files) == 5
    for write in (
        lambda: reader.create_comment(1, "x"),
        lambda: reader.update_comment(mine.id, "x"),
        lambda: reader.create_review(1, commit=head, comments=[inline("app.py", 5)]),
    ):
        refused(RefusalKind.READ_ONLY, write)
    assert [each.body for each in reader.comments(1)] == ["mine"]


def test_each_call_is_one_request_and_writes_are_counted(stage: Stage) -> None:
    assert stage.host.requests() == (0, 0)
    pull = stage.host.pull_request(1)
    stage.host.changed_files(1)
    stage.host.branch("main")
    stage.host.tree("main")
    stage.host.comments(1)
    stage.host.review_comments(1)
    assert stage.host.requests() == (6, 0)
    made = stage.host.create_comment(1, "x")
    stage.host.update_comment(made.id, "y")
    stage.host.delete_comment(made.id)
    stage.host.create_review(1, commit=pull.head_sha, comments=[inline("app.py", 5)])
    assert stage.host.requests() == (10, 4)
