"""What a review reads, in which order, and when it ends before it has begun."""

from __future__ import annotations

import json

import pytest

from buddy.app.ports import RefusalKind
from buddy.app.review import ReviewOptions
from buddy.core.findings.finding import Severity
from tests.app.stage import BASE, HEAD, sarif

S101 = ("S101", "src/app.py", 8)
MEMORY = {
    ".buddy/config.yml": "review: {maxComments: 5}\n",
    ".buddy/learnings.jsonl": json.dumps({"id": "l_note000001", "text": "stay free of I/O"}) + "\n",
    "CODEOWNERS": "* @alice\n",
}


def test_a_first_review_of_a_busy_pull_request_takes_twelve_requests_and_one_a_file_with_findings(stage):
    it = stage(base=MEMORY)
    for n in range(90):
        it.host.comment_as(it.number, "alice", f"comment {n}")
        it.host.review_comment_as(it.number, "alice", f"line {n}", path="src/app.py", line=8)
    it.review(S101)
    assert it.host.requests()[0] <= 12 + 1


def test_the_pull_request_whose_head_vouches_for_the_rest_is_read_last(stage):
    it = stage()
    it.review(S101)
    at = it.host.calls.index("pull_request")
    assert {"changed_files", "comments", "review_comments"} <= set(it.host.calls[:at])


def test_a_workspace_with_the_very_same_content_spares_every_blob(stage):
    it = stage(base={"CODEOWNERS": "* @alice\n"})
    it.workspace.files = {"src/app.py": HEAD.encode(), "CODEOWNERS": b"* @alice\n"}
    it.review(S101)
    assert "blob" not in it.host.calls
    assert it.outcomes == ["inline"]


def test_a_workspace_with_other_content_is_not_believed(stage):
    it = stage()
    it.workspace.files = {"src/app.py": b"something else\n"}
    it.review(S101)
    assert it.host.calls.count("blob") == 1


@pytest.mark.parametrize("drafts", [False, True])
def test_a_draft_costs_two_reads_and_no_write_unless_the_config_wants_it(stage, drafts):
    it = stage(base={".buddy/config.yml": f"review: {{drafts: {str(drafts).lower()}}}\n"})
    assert it.review(S101, draft=True) == 0
    if drafts:
        assert it.host.writes
    else:
        assert it.host.calls == ["tree", "blob"]
        assert "draft" in it.log.of("notice")[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"state": "closed"}, "closed"),
        ({"base": "other"}, "base was changed"),
    ],
)
def test_what_the_event_said_and_is_no_longer_true_ends_the_run_in_silence_on_the_host(stage, change, said):
    it = stage()
    it.host.change_pull(it.number, **change)
    it.host.push("other", {"x": "y"})
    assert it.review(S101) == 0
    assert said in it.log.of("notice")[0]
    assert it.host.writes == []


def test_a_moved_head_leaves_the_review_to_the_newer_run(stage):
    it = stage()
    old = it.host.branches["topic"]
    it.host.push("topic", {"src/app.py": HEAD + "# more\n"})
    assert it.review(S101, head_sha=old) == 0
    assert "newer push" in it.log.of("notice")[0]
    assert it.host.writes == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("is larger than 50 MB", "is larger than 50 MB"),
        ("cannot be read: Permission denied", "Permission denied"),
        (b"", "r.sarif"),
        (b"{}", "r.sarif"),
        (b"\xff\xfe\x00", "r.sarif"),
        (b"[" * 100_000, "r.sarif"),
        (b'{"version": "2.1.0", "runs": 7}', "r.sarif"),
    ],
)
def test_p5_a_report_that_cannot_be_used_is_named_and_the_others_count(stage, content, reason):
    it = stage()
    it.workspace.reports = {"r.sarif": content, "good.sarif": sarif(S101)}
    assert it.review(reports=("r.sarif", "good.sarif")) == 0
    assert it.outcomes == ["inline"]
    assert reason in it.warnings["report-unreadable"]
    assert reason in it.summary
    assert any("report-unreadable" in text for text in it.log.of("error"))


def test_a_report_that_cannot_be_used_never_passes_fail_on(stage):
    it = stage()
    it.workspace.reports = {"r.sarif": b"{"}
    assert it.review(options=ReviewOptions(fail_on=Severity.CRITICAL)) == 2
    assert "nobody knows" in it.log.of("error")[-1]


def test_a_report_that_was_never_written_is_a_warning_of_its_own(stage):
    it = stage()
    assert it.review(reports=("missing.sarif",), options=ReviewOptions(fail_on=Severity.NIT)) == 0
    assert "missing.sarif" in it.warnings["report-missing"]


def test_without_any_report_the_memory_is_kept_all_the_same(stage):
    it = stage()
    assert it.review(reports=()) == 0
    assert "**No findings**" in it.summary


def test_more_files_than_the_host_lists_are_told_by_their_number(stage):
    """RET-04: the list stops at 3,000 files."""
    it = stage(head={f"src/{n:04}.py": "x = 1\n" for n in range(3_005)})
    assert it.review(("E1", "src/3004.py", 1), ("E1", "src/0001.py", 1)) == 0
    assert "3000 of 3005" in it.warnings["files-cut"]
    assert it.outcomes == ["inline", "unchanged-file"]


def test_p10_two_secrets_that_read_alike_once_redacted_are_one_finding(stage):
    it = stage()
    tokens = ["ghp_" + letter * 36 for letter in "aB"]
    report = json.loads(sarif(S101, S101))
    for result, token in zip(report["runs"][0]["results"], tokens, strict=True):
        result["message"]["text"] = f"found {token}"
    it.workspace.reports["r.sarif"] = json.dumps(report).encode()
    for _ in range(2):
        it.review()
        assert len(it.outcomes) == 1
    everything = it.summary + str(it.host.pull_requests) + str(it.log.said) + str(it.workspace.written)
    assert not any(token in everything for token in tokens)


def test_a_path_that_a_tool_spells_with_decomposed_accents_is_the_file_that_git_has(stage):
    it = stage(head={"src/caf\u00e9.py": "x = 1\n"})
    it.review(("E1", "src/cafe\u0301.py", 1))
    assert it.outcomes == ["inline"]
    assert it.workspace.transcript["findings"][0]["path"] == "src/caf\u00e9.py"


def test_findings_below_buddys_folder_and_in_excluded_files_are_counted_and_not_posted(stage):
    it = stage(head={"src/app.py": HEAD, "uv.lock": "x\n", ".buddy/learnings.jsonl": "{}\n"})
    it.review(S101, ("E1", "uv.lock", 1), ("E2", ".buddy/learnings.jsonl", 1))
    assert it.outcomes == ["inline"]
    assert "**/*.lock" in it.summary
    assert "1 finding in files that match" in it.summary


def test_codeowners_name_what_the_change_touches(stage):
    it = stage(base={"CODEOWNERS": "/src/ @octo/core\n"})
    it.review(S101)
    assert "octo/core" in str(it.workspace.transcript["memory"]["after"])


def test_codeowners_beyond_its_bound_are_left_unread(stage):
    it = stage(base={"CODEOWNERS": "# " + "x" * 600_000 + "\n"})
    it.review()
    assert "blob" not in it.host.calls


def test_a_file_that_is_no_text_has_findings_all_the_same(stage):
    it = stage(base={"a.bin": b"\0a"}, head={"a.bin": b"\0b\0", "src/app.py": BASE})
    it.review(("E1", "a.bin", 1))
    assert it.outcomes == ["summary"]


@pytest.mark.parametrize("kind", [RefusalKind.NOT_FOUND, RefusalKind.UNPROCESSABLE, RefusalKind.MISSING_PERMISSION])
def test_p5_a_content_that_the_host_does_not_give_costs_only_the_text(stage, kind):
    """GitHub gives no blob of more than 100 MB, and a submodule has none."""
    it = stage()
    it.host.refuse(kind, method="blob", times=9)
    assert it.review(S101) == 0
    assert it.outcomes == ["inline"]


def test_a_second_run_over_hundreds_of_findings_still_reads_no_text(stage):
    """Their places fit the memory even where their anchors do not."""
    files = {f"src/m{n % 10}/file_{n}.py": "".join(f"v{n}_{k} = f({k})\n" for k in range(9)) for n in range(100)}
    it = stage(head=files)
    findings = [(f"S{k}", path, 1 + k * 2) for path in files for k in range(3)]
    it.review(*findings)
    before = it.host.requests()[0]
    it.review(*findings)
    assert it.host.requests()[0] - before <= 9
    assert it.host.writes == []
