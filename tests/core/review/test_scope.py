"""Which findings a review is about."""

from __future__ import annotations

import pytest

from buddy.core.change import FileStatus
from buddy.core.review.scope import edits_own_folder, head_files, scope


def paths(findings):
    return [finding.path for finding in findings]


@pytest.mark.parametrize("status", [FileStatus.ADDED, FileStatus.MODIFIED, FileStatus.RENAMED, FileStatus.COPIED])
def test_findings_on_files_that_exist_at_the_head_are_inside(finding, change, status):
    found = scope([finding("a.py")], change=change(**{"a.py": {"status": status}}), exclude=[])
    assert paths(found.inside) == ["a.py"]


def test_findings_on_removed_and_unchanged_files_and_old_names_are_elsewhere(finding, change):
    it = change(
        **{
            "gone.py": {"status": FileStatus.REMOVED},
            "new.py": {"status": FileStatus.RENAMED, "previous_path": "old.py"},
        }
    )
    found = scope([finding("gone.py"), finding("old.py"), finding("else.py"), finding("new.py")], change=it, exclude=[])
    assert paths(found.elsewhere) == ["gone.py", "old.py", "else.py"]
    assert paths(found.inside) == ["new.py"]


def test_p8_what_is_excluded_is_counted_by_the_glob_that_did_it(finding, change):
    it = change(**{"a.lock": "x", "dist/b.js": "x", "c.py": "x", ".buddy/learnings.jsonl": "{}"})
    found = scope([finding(file.path) for file in it.files for _ in range(2)], change=it, exclude=["*.lock", "dist/**"])
    assert paths(found.inside) == ["c.py", "c.py"]
    assert found.excluded == {"*.lock": 2, "dist/**": 2, ".buddy/": 2}


def test_p4_a_glob_that_cannot_be_used_excludes_nothing(finding, change):
    it = change(**{"a.py": "x"})
    assert paths(scope([finding("a.py")], change=it, exclude=["..", "/", "a" * 300, "[", "\\"]).inside) == ["a.py"]


def test_a_path_in_another_composition_is_brought_to_gits(finding, change):
    it = change(**{"caf\u00e9.py": "x"})
    assert paths(scope([finding("cafe\u0301.py")], change=it, exclude=[]).inside) == ["caf\u00e9.py"]


def test_each_finding_is_in_one_place(finding, change):
    it = change(**{"a.py": "x", "b.lock": "x"})
    findings = [finding(path, line) for path in ("a.py", "b.lock", "c.py") for line in range(1, 4)]
    found = scope(findings, change=it, exclude=["*.lock"])
    assert len(found.inside) + len(found.elsewhere) + sum(found.excluded.values()) == len(findings)


def test_p1_edits_below_buddys_folder_are_seen_under_either_name(change):
    it = change(
        **{
            ".buddy/config.yml": "x",
            "moved.jsonl": {"status": FileStatus.RENAMED, "previous_path": ".buddy/learnings.jsonl"},
            ".buddyish/x": "x",
            "src/.buddy/x": "x",
        }
    )
    assert edits_own_folder(it) == (".buddy/config.yml", ".buddy/learnings.jsonl")


def test_p1_a_memory_that_stands_elsewhere_is_buddys_own_too(finding, change):
    it = change(**{"docs/memory.jsonl": "x", "docs/other.jsonl": "x"})
    own_files = ("docs/memory.jsonl", ".github/buddy.yml")
    assert edits_own_folder(it, own_files=own_files) == ("docs/memory.jsonl",)
    found = scope([finding(file.path) for file in it.files], change=it, exclude=[], own_files=own_files)
    assert paths(found.inside) == ["docs/other.jsonl"]
    assert found.excluded == {"docs/memory.jsonl": 1}


def test_p1_a_file_link_or_submodule_in_the_place_of_buddys_folder_is_its_own(finding, change):
    it = change(**{".buddy": "x"})
    assert edits_own_folder(it) == (".buddy",)
    assert scope([finding(".buddy")], change=it, exclude=[]).excluded == {".buddy/": 1}


def test_the_files_of_the_head_are_those_that_were_not_removed(change):
    it = change(a="x", b={"status": FileStatus.REMOVED})
    assert list(head_files(it)) == ["a"]
