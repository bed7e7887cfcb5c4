"""`buddy learnings list|show`: all records after folding, with the reason for those that do not apply."""

import json
import re

import pytest

MEMORY = ".buddy/learnings.jsonl"


@pytest.fixture
def memory(lines):
    return (
        lines.learning("l_fact001", "never log tokens", paths=["src/**"], myKey={"kept": [1, 2]})
        + lines.learning("l_old0001", "the old way", status="archived", kind="convention")
        + lines.suppression("l_hide001", "lint/R1", "src/**", fingerprint="v1:3f9c2a7be012")
        + lines.learning("l_late001", "until yesterday", expiresAt="2020-01-01T00:00:00Z")
        + lines.learning("l_new0001", "the new way", supersedes="l_fact002")
        + lines.learning("l_fact002", "the replaced way")
        + "{broken\n"
        + lines.learning("l_fact003", "last")
    )


@pytest.fixture
def listed(buddy, files, memory):
    files(**{"notes.jsonl": memory})

    def ran(*args):
        return buddy("learnings", "list", "--file", "notes.jsonl", "--format", "json", *args)

    return ran


def ids(ran):
    return [record["id"] for record in ran.json["learnings"]]


def test_json_has_exactly_the_keys_of_the_contract(listed):
    ran = listed()
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"schema", "learnings", "problems"}
    assert ran.json["problems"] == [{"line": 7, "reason": "invalid-json"}]
    assert [(record["applies"], bool(record["why"])) for record in ran.json["learnings"]] == [
        (True, True),
        (False, True),
        (True, True),
        (False, True),
        (True, True),
        (False, True),
        (True, True),
    ]
    first = ran.json["learnings"][0]
    assert first["myKey"] == {"kept": [1, 2]}
    assert (first["kind"], first["scope"], first["status"], first["paths"]) == ("fact", "repo", "active", ["src/**"])


def test_the_reason_is_a_sentence(listed):
    why = {record["id"]: record["why"] for record in listed().json["learnings"]}
    assert why["l_fact001"] == "applies to src/**"
    assert why["l_fact003"] == "applies everywhere"
    assert why["l_old0001"] == "archived"
    assert why["l_late001"] == "expired"
    assert why["l_fact002"] == "superseded by l_new0001"
    assert why["l_hide001"] == "hides lint/R1 (v1:3f9c2a7be012 alone) in src/**"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--kind", "suppression"], ["l_hide001"]),
        (["--status", "archived"], ["l_old0001"]),
        (["--query", "WAY the"], ["l_old0001", "l_new0001", "l_fact002"]),
        (["--query", "lint/r1"], ["l_hide001"]),
        (
            ["--path", "src/deep/a.py", "--status", "active", "--kind", "fact"],
            ["l_fact001", "l_late001", "l_new0001", "l_fact002", "l_fact003"],
        ),
        (["--path", "docs/a.md", "--query", "never"], []),
    ],
)
def test_options_narrow_the_list(args, expected, listed):
    assert ids(listed(*args)) == expected


def test_the_latest_of_a_repeated_id_is_the_one_that_is_listed(buddy, files, lines):
    old = lines.learning("l_same001", "old", createdAt="2026-01-01T00:00:00Z")
    new = lines.learning("l_same001", "new", createdAt="2026-02-01T00:00:00Z")
    files(**{"notes.jsonl": new + old})
    ran = buddy("learnings", "list", "--file", "notes.jsonl", "--format", "json")
    assert [record["text"] for record in ran.json["learnings"]] == ["new"]


def test_the_line_of_the_seed_loads_as_it_stands(buddy, files):
    line = (
        '{"id":"l_142","scope":"repo","text":"integration tests need TEST_DB_URL","source":{"pr":142,"comment":98123,'
        '"by":"octocat"},"createdAt":"2026-11-29T10:00:00Z","paths":["test/**"],"status":"active"}\n'
    )
    files(**{"notes.jsonl": line})
    ran = buddy("learnings", "list", "--file", "notes.jsonl", "--format", "json")
    assert ran.json["learnings"] == [
        {
            "v": 1,
            "kind": "fact",
            **json.loads(line),
            "applies": True,
            "why": "applies to test/**",
            "matches": None,
        }
    ]


def test_numbers_that_json_cannot_write_do_not_break_the_output(buddy, files):
    line = '{"id":"l_odd0001","text":"odd","y":1e999}\n{"id":"l_odd0002","text":"odd","y":' + "9" * 5000 + "}\n"
    files(**{"notes.jsonl": line})
    ran = buddy("learnings", "list", "--file", "notes.jsonl", "--format", "json")
    assert "Infinity" not in ran.out
    assert [record["id"] for record in ran.json["learnings"]] == ["l_odd0001", "l_odd0002"]


def test_half_a_character_is_written_as_a_whole_one(buddy, files):
    files(**{"notes.jsonl": '{"id":"l_odd0001","text":"half \\ud83d","owner":"\\ud83d"}\n'})
    ran = buddy("learnings", "list", "--file", "notes.jsonl", "--format", "json")
    assert ran.json["learnings"][0]["text"] == "half \ufffd"
    assert "\\ud83d" not in ran.out


def test_text_has_a_row_a_record_and_the_problems_on_stderr(buddy, files, memory):
    files(**{"notes.jsonl": memory})
    ran = buddy("learnings", "list", "--file", "notes.jsonl")
    assert len(ran.out.splitlines()) == 7
    assert "not applied: archived" in ran.out
    assert "line 7" in ran.err
    assert "7 learnings in notes.jsonl, 4 in force." in ran.err


@pytest.fixture
def placed(repo, lines):
    """Records that match some, all and none of the files, one of them out of force."""
    memory = (
        lines.learning("l_some0001", "some", paths=["src/**"], trust="pinned", createdAt="2020-01-01T00:00:00Z")
        + lines.learning("l_all00001", "all")
        + lines.learning("l_dead0001", "none", paths=["gone/**"])
        + lines.learning("l_out00001", "out", paths=["gone/**"], status="archived")
    )
    repo.commit("base", **{MEMORY: memory, "src/a.py": "", "src/b.py": "", "docs/c.md": ""})
    return repo


def test_each_record_says_how_many_files_it_matches_now_and_dead_ones_stand_out(buddy, placed):
    ran = buddy("learnings", "list", "--format", "json")
    assert [one["matches"] for one in ran.json["learnings"]] == [2, 4, 0, 0]
    ran = buddy("learnings", "list")
    assert [line.split()[4] for line in ran.out.splitlines()] == ["2", "all", "dead", "0"]
    assert "4 learnings in " in ran.err
    assert "3 in force, 1 dead: their paths match no file." in ran.err


def test_the_files_are_those_of_the_state_whose_memory_is_listed(buddy, placed):
    placed.write(**{"gone/x.py": ""})
    assert buddy("learnings", "list", "--format", "json").json["learnings"][2]["matches"] == 1
    assert buddy("learnings", "list", "--base", "HEAD", "--format", "json").json["learnings"][2]["matches"] == 0


def test_a_row_has_kind_trust_and_age(buddy, placed):
    first, second, *_ = buddy("learnings", "list").out.splitlines()
    assert first.split()[:3] == ["l_some0001", "fact", "pinned"]
    assert re.fullmatch(r"[0-9]{4,}d", first.split()[3])
    assert second.split()[2:4] == ["-", "-"]
    assert ids(buddy("learnings", "list", "--trust", "pinned", "--format", "json")) == ["l_some0001"]


@pytest.mark.parametrize("spelling", ["src/a.py", "./a.py", "a.py", "../src/a.py", "{top}/src/a.py"])
def test_a_file_is_named_from_a_subfolder_as_one_likes(spelling, buddy, placed, monkeypatch):
    monkeypatch.chdir(placed.top / "src")
    ran = buddy("learnings", "list", "--path", spelling.format(top=placed.top), "--format", "json")
    assert ids(ran) == ["l_some0001", "l_all00001"]


def test_strict_exits_with_1_when_there_are_problems(listed):
    assert listed("--strict").code == 1


def test_the_default_file_is_found_upwards_and_named(buddy, repo, memory, monkeypatch):
    repo.write(**{MEMORY: memory, "deep/er/x": ""})
    monkeypatch.chdir(repo.top / "deep/er")
    ran = buddy("learnings", "list")
    assert str(repo.top / MEMORY) in ran.err
    assert "never log tokens" in ran.out


def test_a_repository_without_a_memory_says_so(buddy, repo):
    ran = buddy("learnings", "list", "--format", "json")
    assert (ran.code, ran.json["learnings"]) == (0, [])
    assert "nothing is remembered here" in ran.err


def test_outside_a_repository_a_file_has_to_be_named(buddy):
    """CLI-06"""
    ran = buddy("learnings", "list")
    assert ran.code == 2
    assert "--file FILE" in ran.err


@pytest.mark.parametrize(
    "content", ["<!DOCTYPE html><html></html>", "version https://git-lfs.github.com/spec/v1\noid sha256:x\nsize 1\n"]
)
def test_a_file_that_is_something_else_is_one_clear_message(content, buddy, files):
    files(**{"notes.jsonl": content})
    ran = buddy("learnings", "list", "--file", "notes.jsonl", "--format", "json")
    assert (ran.code, ran.json["learnings"], len(ran.json["problems"])) == (2, [], 1)
    assert ran.err.startswith("Error: notes.jsonl: ")
    assert len(ran.err.splitlines()) == 1
    assert buddy("learnings", "show", "l_x", "--file", "notes.jsonl").code == 2


def test_what_costs_nothing_is_said_and_is_no_problem(buddy, files, lines):
    content = "\ufeff" + (lines.learning("l_same001", "one") * 2).replace("\n", "\r\n")
    files(**{"notes.jsonl": content})
    ran = buddy("learnings", "list", "--file", "notes.jsonl", "--strict", "--format", "json")
    assert (ran.code, ran.json["problems"], len(ran.json["learnings"])) == (0, [], 1)
    assert buddy("learnings", "list", "--file", "notes.jsonl").err.count("Note: ") == 3


def test_a_base_is_read_from_git_objects(buddy, repo, memory, lines):
    """P1"""
    repo.commit(
        "base", **{MEMORY: memory, ".buddy/config.yml": "", "other.jsonl": lines.learning("l_other01", "other")}
    )
    repo.write(**{MEMORY: lines.learning("l_tree001", "only in the tree")})
    assert "l_tree001" not in buddy("learnings", "list", "--base", "HEAD").out
    assert ids(buddy("learnings", "list", "--base", "HEAD", "--file", "other.jsonl", "--format", "json")) == [
        "l_other01"
    ]


def test_show_takes_an_id_or_its_only_beginning(buddy, files, memory):
    files(**{"notes.jsonl": memory})
    for given in ("l_hide001", "l_hi"):
        ran = buddy("learnings", "show", given, "--file", "notes.jsonl", "--format", "json")
        assert (ran.code, set(ran.json), ran.json["line"]) == (0, {"schema", "learning", "line"}, 3)
        assert ran.json["learning"]["id"] == "l_hide001"
    ran = buddy("learnings", "show", "l_fact001", "--file", "notes.jsonl")
    assert "never log tokens" in ran.out
    assert "line       1 of notes.jsonl" in ran.out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("l_", "begins 7 ids in notes.jsonl: l_fact001, l_old0001, l_hide001, l_late001, l_new0001 …"),
        ("l_fact", "begins 3 ids"),
        ("l_fcat001", "Did you mean l_fact001"),
        ("zzz", "`buddy learnings list`"),
        ("L_FACT001", "no learning"),
    ],
)
def test_an_unknown_or_ambiguous_id_is_answered_with_the_nearest(given, said, buddy, files, memory):
    """CLI-04"""
    files(**{"notes.jsonl": memory})
    ran = buddy("learnings", "show", given, "--file", "notes.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_p9_a_text_cannot_steer_the_terminal(buddy, files, lines):
    files(**{"notes.jsonl": lines.learning("l_evil001", "a\x1b[2Jb\u202ec\nd [red]e[/red]", paths=["\x9b2J/**"])})
    for args in (["list"], ["show", "l_evil001"]):
        ran = buddy("learnings", *args, "--file", "notes.jsonl")
        assert all(character.isprintable() or character == "\n" for character in ran.out + ran.err)
        assert "[red]e[/red]" in ran.out


def test_p10_a_committed_secret_is_named_and_never_printed(buddy, files, lines):
    token = "ghp_" + "a1B2c3D4e5" * 4
    files(**{"notes.jsonl": lines.learning("l_leak001", f"log in with {token}", myKey=[{"x": token}])})
    for args in (
        ["list"],
        ["list", "--format", "json"],
        ["show", "l_leak001"],
        ["show", "l_leak001", "--format", "json"],
    ):
        ran = buddy("learnings", *args, "--file", "notes.jsonl")
        assert ran.code == 0
        assert "l_leak001" in ran.out
        assert token not in ran.out + ran.err
    assert "[learnings-contains-secret]" in buddy("learnings", "list", "--file", "notes.jsonl").err
    ran = buddy("context", "--learnings", "notes.jsonl", "--path", "a.py", "--format", "json")
    assert token not in ran.out + ran.err
