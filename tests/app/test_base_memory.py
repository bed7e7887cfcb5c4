"""P1: configuration and learnings come from the tip of the base as git objects, and from nowhere else."""

from __future__ import annotations

import json

import pytest

from buddy.app.base_memory import load_base_memory, load_draft_config
from buddy.app.memory_reading import CONFIG_FILE
from buddy.app.ports import Refusal, RefusalKind
from tests.fakes.host import FakeHost, File

LEARNINGS = ".buddy/learnings.jsonl"
LINE = json.dumps({"id": "l_base000001", "text": "stay free of I/O"}) + "\n"
CONFIG = "review: {maxComments: 3}\n"


def host_with(files, **branches):
    host = FakeHost()
    host.push("main", {"README.md": "hello\n", **files})
    for name, content in branches.items():
        host.push(name, content)
    return host


def load(host, base="main", **kwargs):
    return load_base_memory(host, base=base, default_branch="main", **kwargs)


def ids(memory):
    return [record.id for record in memory.document.records]


def notices(memory):
    return [notice.id for notice in memory.notices]


def problems(memory):
    return [problem.reason.value for problem in memory.document.problems]


def test_p1_both_files_are_read_at_the_tip_of_the_base_and_both_modes_of_a_file_count():
    host = host_with({LEARNINGS: File(LINE.encode(), "100755"), CONFIG_FILE: CONFIG})
    memory = load(host)
    assert ids(memory) == ["l_base000001"]
    assert memory.config.review.max_comments == 3
    assert (memory.trusted, memory.loaded_from, memory.sha) == (True, "main", host.branches["main"])
    assert memory.own_files == (CONFIG_FILE, LEARNINGS)
    assert host.calls == ["branch", "tree", "blob", "blob"]


def test_p1_what_is_missing_on_base_is_empty_without_a_fallback_to_the_head():
    host = host_with({}, topic={LEARNINGS: LINE, CONFIG_FILE: CONFIG})
    memory = load(host)
    assert ids(memory) == []
    assert memory.config.review.max_comments == 25
    assert memory.notices == ()
    assert host.calls == ["branch", "tree"]


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (File(b"../../etc/passwd", "120000"), "a symbolic link"),
        (File(b"0" * 40, "160000"), "a submodule"),
    ],
)
def test_p1_what_is_no_regular_file_is_not_read_and_is_named(entry, what):
    host = host_with({LEARNINGS: entry, CONFIG_FILE: entry})
    memory = load(host)
    assert ids(memory) == []
    assert memory.config.review.max_comments == 25
    assert notices(memory) == ["config-unreadable"]
    assert what in memory.notices[0].message
    assert what in memory.document.problems[0].message
    assert "blob" not in host.calls


def test_p1_a_folder_in_the_place_of_a_file_is_named():
    memory = load(host_with({f"{LEARNINGS}/x": "x", f"{CONFIG_FILE}/x": "x"}))
    assert "a folder" in memory.notices[0].message
    assert "a folder" in memory.document.problems[0].message


def test_p1_a_link_or_submodule_in_the_place_of_the_folder_means_missing():
    for entry in (File(b"elsewhere", "120000"), File(b"0" * 40, "160000")):
        memory = load(host_with({".buddy": entry, "elsewhere/learnings.jsonl": LINE}))
        assert ids(memory) == []
        assert memory.notices == ()


def test_p1_the_learnings_are_where_the_config_of_base_says_whatever_a_head_says():
    elsewhere = "ai: {learnings: {file: docs/memory.jsonl}}\n"
    host = host_with(
        {CONFIG_FILE: elsewhere, "docs/memory.jsonl": LINE},
        topic={CONFIG_FILE: "ai: {learnings: {file: evil.jsonl}}\n", "evil.jsonl": LINE.replace("base", "evil")},
    )
    assert ids(load(host)) == ["l_base000001"]


def test_p1_the_config_file_may_stand_elsewhere_on_base():
    memory = load(
        host_with({"ci/buddy.yml": CONFIG, CONFIG_FILE: "review: {maxComments: 9}\n"}), config_file="ci/buddy.yml"
    )
    assert memory.config.review.max_comments == 3


def test_learnings_that_are_switched_off_are_not_read():
    host = host_with({CONFIG_FILE: "ai: {learnings: {enabled: false}}\n", LEARNINGS: LINE})
    memory = load(host)
    assert ids(memory) == []
    assert host.calls.count("blob") == 1


def test_a_base_that_is_gone_leaves_the_default_branch_and_says_so():
    memory = load(host_with({LEARNINGS: LINE}), base="release")
    assert (memory.ref, memory.trusted, memory.loaded_from) == ("release", False, "main")
    assert ids(memory) == ["l_base000001"]
    assert "does not exist any more" in memory.notices[0].message


def test_without_any_branch_it_is_refused_and_says_which_were_tried():
    with pytest.raises(Refusal, match=r"`release`.*`main`") as caught:
        load_base_memory(FakeHost(), base="release", default_branch="main")
    assert caught.value.kind is RefusalKind.NOT_FOUND


OTHER = {LEARNINGS: LINE.replace("base", "next"), CONFIG_FILE: "review: {maxComments: 7}\n"}


@pytest.mark.parametrize(
    ("trusted_bases", "protected", "trusted"),
    [
        (None, False, False),
        (None, True, True),
        ("[default]", True, False),
        ("[protected]", True, True),
        ("[release/1.x]", False, True),
        ("['release/*']", False, True),
        ("['*']", False, False),
        ("['release/1.*', other]", False, True),
        ("[]", True, False),
        ("[RELEASE/1.x]", False, False),
    ],
)
def test_p1_a_base_brings_its_own_memory_only_where_the_default_branch_trusts_it(trusted_bases, protected, trusted):
    config = "" if trusted_bases is None else f"trustedBases: {trusted_bases}\n"
    host = host_with({LEARNINGS: LINE, CONFIG_FILE: config}, **{"release/1.x": OTHER})
    if protected:
        host.protected.add("release/1.x")
    memory = load(host, base="release/1.x")
    assert memory.trusted is trusted
    assert memory.loaded_from == ("release/1.x" if trusted else "main")
    assert ids(memory) == ["l_next000001" if trusted else "l_base000001"]
    assert ("base-not-trusted" in notices(memory)) is not trusted


def test_p1_a_base_cannot_declare_itself_trusted():
    evil = {**OTHER, CONFIG_FILE: "trustedBases: ['*', 'release/*', evil]\n"}
    memory = load(host_with({LEARNINGS: LINE}, evil=evil), base="evil")
    assert ids(memory) == ["l_base000001"]


def test_a_config_that_two_branches_share_is_read_once():
    host = host_with({CONFIG_FILE: "trustedBases: [release]\n"}, release={"a": "b"})
    assert load(host, base="release").trusted
    assert host.calls == ["branch", "tree", "blob", "tree"]


def test_a_list_that_the_host_cut_is_walked_folder_by_folder():
    files = {f"src/{n}": "x" for n in range(20)}
    host = host_with({**files, LEARNINGS: LINE, CONFIG_FILE: CONFIG, "CODEOWNERS": "* @a\n"})
    host.most_entries = 3
    memory = load(host)
    assert ids(memory) == ["l_base000001"]
    assert memory.config.review.max_comments == 3
    assert memory.codeowners is not None
    assert memory.codeowners.path == "CODEOWNERS"
    assert host.calls.count("tree") <= 4


def test_a_cut_list_does_not_make_a_link_a_folder():
    host = host_with({**{f"a{n}": "x" for n in range(20)}, ".buddy": File(b"elsewhere", "120000")})
    host.most_entries = 1
    assert ids(load(host)) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n", "lfs"),
        (b"<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", "html"),
    ],
)
def test_p5_a_pointer_or_a_page_in_the_place_of_the_learnings_is_one_clear_problem(content, reason):
    memory = load(host_with({LEARNINGS: content}))
    assert ids(memory) == []
    assert len(memory.document.problems) == 1
    assert reason in (problems(memory)[0] + memory.document.problems[0].message).casefold()


def test_p11_learnings_beyond_the_bound_are_refused_unread():
    host = host_with({LEARNINGS: LINE})
    sha = host.branches["main"]
    entry = host.trees[sha][LEARNINGS]
    host.trees[sha] = {
        **host.trees[sha],
        LEARNINGS: type(entry)(path=LEARNINGS, mode="100644", sha=entry.sha, size=2**30),
    }
    memory = load(host)
    assert ids(memory) == []
    assert "larger than 64 MiB" in memory.document.problems[0].message
    assert "blob" not in host.calls


@pytest.mark.parametrize(
    "bomb",
    [
        "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
        "[" * 5_000,
        "x: " + "{a: " * 3_000,
        "review: {maxComments: " + "9" * 60_000 + "}\n",
        "\x00\x01",
        "!!python/object/apply:os.system ['true']\n",
        "review: [1]\nai: yes\n",
        "x" * 70_000,
    ],
)
def test_p4_a_hostile_config_is_a_notice_and_the_defaults(bomb):
    memory = load(host_with({CONFIG_FILE: bomb}))
    assert memory.config.review.max_comments == 25
    assert memory.notices


def test_codeowners_is_looked_for_where_github_looks():
    every = {".github/CODEOWNERS": "* @a\n", "CODEOWNERS": "* @b\n", "docs/CODEOWNERS": "* @c\n"}
    for gone, expected in (
        (None, ".github/CODEOWNERS"),
        (".github/CODEOWNERS", "CODEOWNERS"),
        ("CODEOWNERS", "docs/CODEOWNERS"),
    ):
        every.pop(gone, None)
        found = load(host_with(every)).codeowners
        assert found is not None
        assert found.path == expected


def test_codeowners_as_a_link_does_not_count():
    assert load(host_with({"CODEOWNERS": File(b"x", "120000")})).codeowners is None


def test_whether_drafts_are_reviewed_takes_two_reads_even_where_the_list_is_cut():
    for files, cut, drafts in (
        ({}, None, False),
        ({CONFIG_FILE: "review: {drafts: true}\n"}, None, True),
        ({**{f"a{n}": "x" for n in range(20)}, "ci/x/buddy.yml": "review: {drafts: true}\n"}, 2, False),
    ):
        host = host_with(files)
        host.most_entries = cut
        config = load_draft_config(host, base="main", config_file="ci/x/buddy.yml" if cut else CONFIG_FILE)
        assert config.review.drafts is drafts
        assert len(host.calls) <= 2


def test_p11_a_config_beyond_the_bound_is_refused_unread():
    host = host_with({CONFIG_FILE: "# " + "x" * 70_000 + "\n"})
    memory = load(host)
    assert notices(memory) == ["config-unreadable"]
    assert "blob" not in host.calls
