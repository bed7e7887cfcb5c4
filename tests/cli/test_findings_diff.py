"""`buddy findings diff`: kept, new and gone, by roots, with renames."""

import pytest

OLD = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"
NEW = "import os\n\n\ndef one():\n    return 1\n\n\ndef two():\n    return 22\n"


@pytest.fixture
def scans(sarif, files):
    files(**{"old/a.py": OLD, "new/b.py": NEW})
    sarif("old.sarif", ("R1", "a.py", 2), ("R2", "a.py", 6))
    sarif("new.sarif", ("R1", "b.py", 5), ("R3", "b.py", 9))


def test_findings_are_followed_through_moved_lines_and_a_rename(buddy, scans):
    roots = ("--old-root", "old", "--new-root", "new", "--rename", "a.py=b.py")
    ran = buddy("findings", "diff", "old.sarif", "--new", "new.sarif", *roots, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"schema", "kept", "new", "gone"}
    assert [(pair["old"]["line"], pair["new"]["line"], pair["how"]) for pair in ran.json["kept"]] == [(2, 5, "aligned")]
    assert [finding["rule"] for finding in ran.json["new"]] == ["R3"]
    assert [finding["rule"] for finding in ran.json["gone"]] == ["R2"]


def test_text_names_what_became_of_each(buddy, scans):
    roots = ("--old-root", "old", "--new-root", "new", "--rename", "a.py=b.py")
    ran = buddy("findings", "diff", "old.sarif", "--new", "new.sarif", *roots)
    assert [line.split()[0] for line in ran.out.splitlines()] == ["new", "gone", "kept"]
    assert "1 new, 1 gone, 1 kept." in ran.err


def test_without_the_old_source_it_says_what_is_lost(buddy, scans):
    ran = buddy("findings", "diff", "old.sarif", "--new", "old.sarif", "--format", "json")
    assert ran.code == 0
    assert len(ran.json["kept"]) == 2
    assert "--old-root" in ran.err


@pytest.mark.parametrize("rename", ["a.py", "=b.py", "a.py=", ""])
def test_a_rename_that_is_none_is_a_usage_error(rename, buddy, scans):
    ran = buddy("findings", "diff", "old.sarif", "--new", "new.sarif", "--rename", rename)
    assert ran.code == 2
    assert "OLD=NEW" in ran.err


def test_a_missing_file_is_named_and_the_rest_is_compared(buddy, scans):
    ran = buddy(
        "findings", "diff", "old.sarif", "gone.sarif", "--new", "new.sarif", "--old-root", "old", "--format", "json"
    )
    assert ran.code == 2
    assert "gone.sarif" in ran.err
    assert len(ran.json["gone"]) == 2


@pytest.mark.parametrize("to", [["--to", "HEAD"], []])
def test_git_gives_both_texts_and_the_renames(to, buddy, repo, sarif):
    repo.commit("old", **{"a.py": OLD * 3})
    repo.git("mv", "a.py", "b.py")
    repo.commit("new", **{"b.py": "import os\n" + OLD * 3})
    sarif("old.sarif", ("R1", "a.py", 2), ("R2", "a.py", 6))
    sarif("new.sarif", ("R1", "b.py", 3))
    ran = buddy("findings", "diff", "old.sarif", "--new", "new.sarif", "--from", "HEAD~1", *to, "--format", "json")
    assert [(pair["old"]["path"], pair["new"]["path"], pair["how"]) for pair in ran.json["kept"]] == [
        ("a.py", "b.py", "aligned")
    ]
    assert [finding["rule"] for finding in ran.json["gone"]] == ["R2"]
    assert ran.err == ""
