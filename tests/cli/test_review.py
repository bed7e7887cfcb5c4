"""`buddy review` in real repositories: the memory is the base's, and every odd repository gets a sensible answer."""

import json
import os
import subprocess
from pathlib import Path

import pytest

MEMORY = ".buddy/learnings.jsonl"
CODE = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"


def changed(repo, lines, **more):
    """main with a memory, and a branch that changes two files; gives the base commit."""
    memory = lines.suppression("l_hides1", "lint/R1", "src/**") + lines.learning(
        "l_fact1", "two is never three", paths=["src/a.py"]
    )
    base = repo.commit("base", **{MEMORY: memory, "src/a.py": CODE, "b.py": CODE, "c.py": CODE, **more})
    repo.git("checkout", "-q", "-b", "topic")
    repo.commit("topic", **{"src/a.py": CODE + "three = 3\n", "b.py": CODE + "three = 3\n"})
    return base


def by_rule(ran):
    return {finding["rule"]: (finding["outcome"], finding["suppressedBy"]) for finding in ran.json["findings"]}


def test_json_has_exactly_the_keys_of_the_contract(buddy, repo, lines, sarif):
    base = changed(repo, lines)
    name = sarif(
        "x.sarif", ("R1", "src/a.py", 7), ("R2", "b.py", 7), ("R3", "b.py", 1), ("R4", "c.py", 1), ("R5", None, None)
    )
    ran = buddy("review", "--base", "main", "--findings", name, "--format", "json")
    assert ran.code == 1
    assert set(ran.json) == {"schema", "base", "head", "learnings", "findings", "reviewer"}
    assert ran.json["base"] == {"ref": "main", "sha": base}
    assert ran.json["head"] == {"sha": None}
    assert by_rule(ran) == {
        "R1": ("suppressed", "l_hides1"),
        "R2": ("inline", None),
        "R3": ("summary", None),
        "R5": ("summary", None),
    }
    memory = ran.json["learnings"]
    assert memory["loaded"] == 2
    assert [one["id"] for one in memory["selected"]] == ["l_fact1"]
    assert memory["selected"][0]["paths"] == ["src/a.py"]
    assert [one["id"] for one in memory["leftOut"]] == ["l_hides1"]
    assert memory["tokens"] <= memory["budget"]


def test_a_recorded_suppression_prevents_the_same_category_and_path_from_re_posting(buddy, repo, lines, sarif):
    changed(repo, lines)
    name = sarif("x.sarif", ("R1", "src/a.py", 7), ("R1", "b.py", 7))
    ran = buddy("review", "--base", "main", "--findings", name, "--format", "json")
    outcomes = {finding["path"]: finding["outcome"] for finding in ran.json["findings"]}
    assert outcomes == {"src/a.py": "suppressed", "b.py": "inline"}
    assert ran.code == 1
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R1", "src/a.py", 7)))
    assert ran.code == 0
    assert "l_hides1" in ran.out


def test_p1_head_branch_tampering_is_inert(buddy, repo, lines, sarif):
    changed(repo, lines)
    hostile = lines.suppression("l_evil99", "lint/R2", "**")
    config = "ai: {learnings: {file: evil.jsonl}}\nreview: {protected: []}\n"
    repo.commit("evil", **{MEMORY: hostile, "evil.jsonl": hostile, ".buddy/config.yml": config})
    repo.write(**{MEMORY: hostile})
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R2", "b.py", 7)), "--format", "json")
    assert by_rule(ran) == {"R2": ("inline", None)}
    assert ran.json["learnings"]["loaded"] == 2
    assert "[memory-edited]" in ran.err


@pytest.mark.parametrize("kind", ["symlink", "folder", "submodule"])
def test_p1_only_a_regular_file_on_base_counts(kind, buddy, repo, lines, sarif):
    repo.commit("start", **{"a.py": CODE, "elsewhere.jsonl": lines.suppression("l_evil99", "lint/R2", "**")})
    (repo.top / ".buddy").mkdir()
    if kind == "symlink":
        (repo.top / MEMORY).symlink_to("../elsewhere.jsonl")
    elif kind == "folder":
        repo.write(**{f"{MEMORY}/x": "y"})
    else:
        sha = repo.git("rev-parse", "HEAD")
        repo.git("update-index", "--add", "--cacheinfo", f"160000,{sha},{MEMORY}")
        repo.git("commit", "-q", "-m", "submodule")
    if kind != "submodule":
        repo.commit("base")
    repo.write(**{"a.py": CODE + "x = 1\n"})
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R2", "a.py", 7)), "--format", "json")
    assert ran.json["learnings"]["loaded"] == 0
    assert by_rule(ran) == {"R2": ("inline", None)}


def test_p7_a_protected_category_is_never_hidden_and_it_says_so(buddy, repo, lines, sarif, here):
    repo.commit("base", **{MEMORY: lines.suppression("l_hides1", "gitleaks/key", "**"), "a.py": CODE})
    repo.write(**{"a.py": CODE + "x = 1\n"})
    sarif("x.sarif", ("key", "a.py", 7))
    (here / "x.sarif").write_text((here / "x.sarif").read_text().replace('"Lint"', '"gitleaks"'))
    ran = buddy("review", "--base", "main", "--findings", "x.sarif", "--format", "json")
    assert by_rule(ran) == {"key": ("inline", None)}
    assert "l_hides1 does not hide gitleaks/key" in ran.err


def test_an_explicit_file_wins_over_the_base(buddy, repo, lines, sarif):
    changed(repo, lines)
    repo.write(
        **{
            "mine.jsonl": lines.suppression("l_mine99", "lint/R2", "b.py"),
            "mine.yml": "review: {exclude: ['src/**']}\n",
        }
    )
    name = sarif("x.sarif", ("R1", "src/a.py", 7), ("R2", "b.py", 7))
    options = ("--learnings", "mine.jsonl", "--config", "mine.yml", "--format", "json")
    ran = buddy("review", "--base", "main", "--findings", name, *options)
    assert by_rule(ran) == {"R2": ("suppressed", "l_mine99")}
    assert "`src/**`" in ran.err


@pytest.mark.parametrize(
    ("level", "threshold", "code"),
    [
        ("error", None, 1),
        ("error", "critical", 0),
        ("error", "none", 0),
        ("error", "MAJOR", 1),
        ("warning", None, 0),
        ("warning", "minor", 1),
        ("note", "minor", 0),
        ("note", "nit", 1),
    ],
)
def test_fail_on_decides_the_exit_code(level, threshold, code, buddy, repo, lines, sarif):
    changed(repo, lines)
    name = sarif("x.sarif", ("R2", "b.py", 7), ("R4", "c.py", 1), level=level)
    option = ("--fail-on", threshold) if threshold else ()
    assert buddy("review", "--base", "main", "--findings", name, *option).code == code


def test_findings_on_unchanged_files_and_without_a_file_never_fail(buddy, repo, lines, sarif):
    changed(repo, lines)
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R4", "c.py", 1), ("R5", None, None)))
    assert ran.code == 0
    assert "1 in unchanged files, not judged: lint/R4 1." in ran.out
    assert "lint/R5" in ran.out


def test_p5_an_unreadable_findings_file_is_named_and_the_others_count(buddy, repo, lines, sarif):
    changed(repo, lines)
    name = sarif("x.sarif", ("R2", "b.py", 7))
    ran = buddy("review", "--base", "main", "--findings", "gone.sarif", "--findings", name, "--format", "json")
    assert ran.code == 2
    assert set(by_rule(ran)) == {"R2"}
    assert "gone.sarif cannot be read: No such file" in ran.err


@pytest.mark.parametrize("option", ["--findings", "--learnings", "--config"])
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no file without an end")
def test_p11_a_file_without_an_end_is_refused(buddy, repo, lines, option):
    changed(repo, lines)
    ran = buddy("review", "--base", "main", option, "/dev/zero")
    assert ran.code == 2
    assert "/dev/zero cannot be read: it is larger than 100 MiB." in ran.err


@pytest.mark.parametrize("form", ["text", "json", "markdown", "sarif", "github"])
def test_every_format_prints_the_finding_and_ends_with_the_same_code(form, buddy, repo, lines, sarif):
    changed(repo, lines)
    name = sarif("x.sarif", ("R1", "src/a.py", 7), ("R2", "b.py", 7))
    ran = buddy("review", "--base", "main", "--findings", name, "--format", form)
    assert ran.code == 1
    assert "R2" in ran.out
    assert "l_hides1" in ran.out
    if form == "sarif":
        assert "schema" not in ran.json


def test_a_review_without_findings_shows_what_is_remembered(buddy, repo, lines):
    changed(repo, lines)
    ran = buddy("review", "--base", "main")
    assert ran.code == 0
    assert "two is never three" in ran.out
    assert "No findings on this change." in ran.out


# --- odd repositories


def test_the_default_base_is_the_merge_base_with_the_upstream_default_branch_and_is_named(
    repo, lines, process, sarif, here
):
    upstream = here / "upstream"
    upstream.mkdir()
    origin = type(repo)(upstream)
    origin.git("init", "-q", "-b", "trunk")
    base = origin.commit("base", **{MEMORY: lines.suppression("l_hides1", "lint/R1", "**"), "a.py": CODE})
    repo.git("clone", "-q", str(upstream), "clone")
    clone = type(repo)(here / "clone")
    clone.git("checkout", "-q", "-b", "topic")
    clone.commit("topic", **{"a.py": CODE + "x = 1\n"})
    origin.commit("later", **{"later.py": CODE})
    clone.git("fetch", "-q")
    sarif("clone/x.sarif", ("R1", "a.py", 7))
    ran = process("review", "--findings", "x.sarif", "--format", "json", cwd=clone.top)
    assert ran.json["base"] == {"ref": "origin/trunk", "sha": base}
    assert by_rule(ran) == {"R1": ("suppressed", "l_hides1")}
    ran = process("review", cwd=clone.top)
    assert f"merge base {base[:12]} with origin/trunk" in ran.out


def test_a_newer_memory_on_the_upstream_branch_is_pointed_out(repo, lines, process, here):
    upstream = here / "upstream"
    upstream.mkdir()
    origin = type(repo)(upstream)
    origin.git("init", "-q", "-b", "trunk")
    origin.commit("base", **{MEMORY: lines.learning("l_fact1", "old"), "a.py": CODE})
    repo.git("clone", "-q", str(upstream), "clone")
    clone = type(repo)(here / "clone")
    clone.commit("mine", **{"a.py": CODE + "x = 1\n"})
    origin.commit("later", **{MEMORY: lines.learning("l_fact1", "new")})
    clone.git("fetch", "-q")
    ran = process("review", cwd=clone.top)
    assert "[newer-memory]" in ran.err
    assert "--base origin/trunk" in ran.err
    ran = process("review", "--base", "origin/trunk", cwd=clone.top)
    assert "[newer-memory]" not in ran.err
    assert "new" in ran.out


def test_p1_a_configuration_that_is_a_link_on_base_does_not_count(buddy, repo, sarif):
    repo.write(**{"elsewhere.yml": "review: {exclude: ['**']}\n", "a.py": CODE, ".buddy/x": ""})
    (repo.top / ".buddy/config.yml").symlink_to("../elsewhere.yml")
    repo.commit("base")
    repo.write(**{"a.py": CODE + "x = 1\n"})
    ran = buddy("review", "--findings", sarif("x.sarif", ("R2", "a.py", 7)), "--format", "json")
    assert by_rule(ran) == {"R2": ("inline", None)}
    assert "[config-unreadable]" in ran.err


def test_p8_what_is_left_out_is_counted(buddy, repo, sarif):
    repo.commit("base", **{".buddy/config.yml": "review: {exclude: ['gen/**']}\n", "gen/a.py": CODE, "b.py": CODE})
    repo.write(**{"gen/a.py": CODE + "x = 1\n", "b.py": CODE + "x = 1\n"})
    excluded = sarif("x.sarif", ("R1", "gen/a.py", 7), ("R1", "gen/a.py", 1))
    open_ = sarif("y.sarif", ("R2", "b.py", 7), kind="review")
    ran = buddy("review", "--findings", excluded, "--findings", open_, "--format", "json")
    assert (ran.code, ran.json["findings"]) == (0, [])
    assert "2 findings" in ran.err
    assert "[excluded]" in ran.err
    assert "[open-results]" in ran.err


def test_a_long_memory_is_cut_on_screen_and_counted(buddy, repo, lines):
    memory = "".join(lines.learning(f"l_fact{number:03d}", f"note {number}", paths=["a.py"]) for number in range(14))
    repo.commit("base", **{MEMORY: memory, "a.py": CODE})
    repo.write(**{"a.py": CODE + "x = 1\n"})
    ran = buddy("review")
    assert ran.out.count("l_fact0") == 10
    assert "… and 4 more; `buddy context` prints them all." in ran.out


def test_non_ascii_and_odd_paths_are_reviewed_under_their_own_names(buddy, repo, lines, sarif):
    names = ["füße/é ü.py", 'quo"te.py', "tab\there.py", "日本/語.py", "back\\slash.py"]
    repo.commit("base", **{MEMORY: lines.suppression("l_hides1", "lint/R1", "füße/**"), **dict.fromkeys(names, CODE)})
    repo.write(**dict.fromkeys(names, CODE + "x = 1\n"))
    encoded = {
        name: name.replace("\t", "%09").replace("\\", "%5C").replace('"', "%22").replace(" ", "%20") for name in names
    }
    results = [("R1" if name.startswith("f") else "R2", encoded[name], 7) for name in names[:2] + names[3:4]]
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", *results), "--format", "json")
    assert {f["path"]: f["outcome"] for f in ran.json["findings"]} == {
        "füße/é ü.py": "suppressed",
        'quo"te.py': "inline",
        "日本/語.py": "inline",
    }


def test_a_name_that_is_not_utf_8_breaks_nothing(buddy, repo, sarif):
    name = os.fsdecode(b"caf\xe9.py")
    repo.commit("base", **{"a.py": CODE})
    try:
        repo.write(**{name: CODE, "a.py": CODE + "x = 1\n"})
    except OSError:
        pytest.skip("this file system only takes UTF-8 names")  # macOS's; such a name cannot come up there
    for form in ("json", "text", "markdown", "sarif", "github"):
        ran = buddy(
            "review", "--findings", sarif("x.sarif", ("R2", "a.py", 7), ("R3", "caf%E9.py", 1)), "--format", form
        )
        assert ran.code == 1
        assert "R2" in ran.out


def test_a_suppression_follows_a_renamed_file_under_its_old_name(buddy, repo, lines, sarif):
    repo.commit("base", **{MEMORY: lines.suppression("l_hides1", "lint/R1", "old/**"), "old/a.py": CODE * 5})
    repo.git("checkout", "-q", "-b", "topic")
    (repo.top / "new").mkdir()
    repo.git("mv", "old/a.py", "new/a.py")
    repo.commit("move")
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R1", "new/a.py", 2)), "--format", "json")
    assert by_rule(ran) == {"R1": ("suppressed", "l_hides1")}


def test_crlf_files_are_reviewed_like_others(buddy, repo, lines, sarif):
    crlf = CODE.replace("\n", "\r\n")
    memory = (lines.suppression("l_hides1", "lint/R1", "a.py")).replace("\n", "\r\n")
    repo.commit("base", **{MEMORY: memory, "a.py": crlf, "b.py": crlf})
    repo.write(**{"a.py": crlf + "x = 1\r\n", "b.py": crlf + "x = 1\r\n"})
    name = sarif("x.sarif", ("R1", "a.py", 7), ("R2", "b.py", 7))
    ran = buddy("review", "--base", "main", "--findings", name, "--format", "json")
    assert by_rule(ran) == {"R1": ("suppressed", "l_hides1"), "R2": ("inline", None)}


def test_a_shallow_clone_without_a_merge_base_says_what_to_fetch(repo, lines, process, here):
    changed(repo, lines)
    repo.git("checkout", "-q", "main")
    repo.commit("on", **{"d.py": CODE})
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{repo.top}", str(here / "shallow")],
        check=True,
        capture_output=True,
    )
    ran = process("review", "--base", "origin/topic", cwd=here / "shallow")
    assert (ran.code, ran.out) == (2, "")
    assert "no common commit" in ran.err
    assert "git fetch --unshallow" in ran.err
    assert "Traceback" not in ran.err


def test_a_detached_head_is_a_head(buddy, repo, lines, sarif):
    changed(repo, lines)
    repo.git("checkout", "-q", "--detach")
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R2", "b.py", 7)), "--format", "json")
    assert by_rule(ran) == {"R2": ("inline", None)}


def test_a_named_head_is_read_from_git_and_not_from_the_work_tree(buddy, repo, lines, sarif):
    changed(repo, lines)
    head = repo.git("rev-parse", "HEAD")
    name = sarif("x.sarif", ("R2", "b.py", 7))
    committed = buddy("review", "--base", "main", "--head", "HEAD", "--findings", name, "--format", "json")
    repo.write(**{"b.py": "nothing = 0\n"})
    again = buddy("review", "--base", "main", "--head", "HEAD", "--findings", name, "--format", "json")
    assert committed.json["head"] == {"sha": head}
    assert committed == again


def test_a_dirty_tree_counts_with_its_untracked_files_and_is_left_alone(buddy, repo, lines, sarif):
    changed(repo, lines)
    repo.write(**{"fresh.py": CODE, "c.py": CODE + "x = 1\n"})
    repo.git("add", "c.py")
    before = repo.git("status", "--porcelain")
    name = sarif("../x.sarif", ("R2", "fresh.py", 1), ("R3", "c.py", 7))
    ran = buddy("review", "--base", "main", "--findings", name, "--format", "json")
    assert set(by_rule(ran)) == {"R2", "R3"}
    assert repo.git("status", "--porcelain") == before


def test_a_subfolder_is_inside_the_repository(repo, lines, process, sarif):
    """CLI-06"""
    changed(repo, lines)
    sarif("x.sarif", ("R1", "src/a.py", 7), ("R2", "b.py", 7))
    ran = process("review", "--base", "main", "--findings", "../x.sarif", "--format", "json", cwd=repo.top / "src")
    assert by_rule(ran) == {"R1": ("suppressed", "l_hides1"), "R2": ("inline", None)}


@pytest.mark.parametrize("args", [["review"], ["review", "--base", "main"], ["context"], ["context", "--path", "a.py"]])
def test_outside_a_repository_it_says_where_to_run(args, buddy):
    """CLI-06"""
    ran = buddy(*args)
    assert (ran.code, ran.out) == (2, "")
    assert "git repository" in ran.err


def test_an_unborn_branch_says_to_commit_first(buddy, repo):
    ran = buddy("review")
    assert ran.code == 2
    assert "has no commit yet" in ran.err


@pytest.mark.parametrize("ref", ["nonsense", "--help", "-x", "main..topic", "HEAD~99", "", "a\nb", "main:b.py"])
def test_a_ref_that_is_none_is_named_and_never_an_option_to_git(ref, buddy, repo, lines):
    changed(repo, lines)
    ran = buddy("review", f"--base={ref}")
    assert ran.code == 2
    assert "is no commit in" in ran.err


def test_a_repository_without_a_default_branch_asks_for_a_base(buddy, repo):
    repo.git("checkout", "-q", "-b", "odd")
    repo.commit("one", **{"a.py": CODE})
    ran = buddy("review")
    assert ran.code == 2
    assert "--base REF" in ran.err


def test_nothing_changed_is_a_fine_answer(buddy, repo):
    repo.commit("one", **{"a.py": CODE})
    ran = buddy("review")
    assert ran.code == 0
    assert "0 files changed" in ran.out
    assert "remembers nothing yet" in ran.out


def test_a_broken_base_configuration_costs_its_keys_and_is_said(buddy, repo, lines, sarif):
    """P4"""
    changed(repo, lines, **{".buddy/config.yml": "review: {maxComments: many}\nnonsense: 1\n"})
    ran = buddy("review", "--base", "main", "--findings", sarif("x.sarif", ("R2", "b.py", 7)))
    assert ran.code == 1
    assert "[config-bad-value]" in ran.err
    assert "[config-unknown-key]" in ran.err


def test_a_broken_file_of_the_user_is_refused_with_all_problems(buddy, repo, lines):
    changed(repo, lines)
    repo.write(
        **{"mine.yml": "review: {maxComments: many, drafts: 3}\n", "page.jsonl": "<!DOCTYPE html>\n<html></html>\n"}
    )
    ran = buddy("review", "--base", "main", "--config", "mine.yml")
    assert ran.code == 2
    assert "review.maxComments" in ran.err
    assert "review.drafts" in ran.err
    ran = buddy("review", "--base", "main", "--learnings", "page.jsonl")
    assert ran.code == 2
    assert "page.jsonl" in ran.err


def test_p12_a_second_review_says_the_same_bytes(buddy, repo, lines, sarif):
    changed(repo, lines)
    name = sarif("x.sarif", ("R1", "src/a.py", 7), ("R2", "b.py", 7), ("R2", "b.py", 7), ("R3", "b.py", 2))
    runs = [buddy("review", "--base", "main", "--findings", name, "--format", "json") for _ in range(2)]
    assert runs[0] == runs[1]
    assert "1 exact repeat" in runs[0].err
    assert json.loads(runs[0].out)
