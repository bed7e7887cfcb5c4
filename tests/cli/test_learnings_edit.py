"""`buddy learnings add`, `remove`, `pin`, `unpin` and `fmt` on the file of a work tree, as their user sees them."""

import json
import os
import re
import subprocess
import sys

import pytest

FILE = ".buddy/learnings.jsonl"
TEXT = "Integration tests need TEST_DB_URL"
NOW = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


@pytest.fixture
def memory(repo, lines):
    """A repository whose memory has these lines; gives the path of the file."""

    def written(*made, **more):
        content = "".join(made) if all(isinstance(one, str) for one in made) else b"".join(made)
        repo.write(**{FILE: content})
        return repo.top / FILE

    return written


def records(path):
    return [json.loads(line) for line in path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()]


def added_id(ran):
    return re.search(r"l_[a-z2-7]{10,}", ran.out)[0]


# add


def test_add_makes_the_file_with_one_line_of_the_authors_words(buddy, repo):
    ran = buddy("learnings", "add", TEXT, "--paths", "tests/**,it/**", "--reason", "they open it", "--keywords", "db")
    (record,) = records(repo.top / FILE)
    assert ran.code == 0
    assert re.fullmatch(NOW, record.pop("createdAt"))
    assert record == {
        "v": 1,
        "id": added_id(ran),
        "kind": "fact",
        "scope": "repo",
        "text": TEXT,
        "paths": ["tests/**", "it/**"],
        "status": "active",
        "trust": "stated",
        "reason": "they open it",
        "keywords": ["db"],
        "source": {"via": "cli"},
    }


def test_add_says_where_it_stands_and_what_has_to_happen(buddy, repo):
    ran = buddy("learnings", "add", TEXT)
    assert "on the branch main, not committed" in ran.err
    assert "once a pull request with it is merged" in ran.err


def test_add_answers_as_the_contract_says(buddy, repo):
    ran = buddy("learnings", "add", TEXT, "--format", "json")
    assert (
        ran.json.items() >= {"schema": 1, "outcome": "added", "reason": None, "written": True, "branch": "main"}.items()
    )
    again = buddy("learnings", "add", TEXT + ".", "--format", "json")
    assert (again.code, again.json["outcome"], again.json["reason"]) == (0, "refused", "duplicate")
    assert again.json["id"] == ran.json["id"]


def test_the_id_comes_from_what_is_said_and_from_nothing_else(buddy, repo):
    first = buddy("learnings", "add", TEXT, "--format", "json").json["id"]
    (repo.top / FILE).unlink()
    assert buddy("learnings", "add", f"  {TEXT.upper()}! ", "--format", "json").json["id"] == first


def test_an_addition_leaves_every_other_byte(buddy, memory):
    odd = (
        b'\xef\xbb\xbf{"id":"l_one1","text":"first one here", "x":1.0}\r\n\r\nnot json\n{"id":"l_two2","text":"no end"}'
    )
    path = memory(odd)
    assert buddy("learnings", "add", TEXT).code == 0
    content = path.read_bytes()
    assert content.startswith(odd + b"\n")
    assert content[len(odd) + 1 :].count(b"\n") == 1


REFUSED = [
    (["short"], "too-short"),
    (["should we use tabs here?"], "question"),
    (["x" * 601], "too-long"),
    (["TEST_DB_URL"], "bare-identifier"),
    (["do not do that in this PR please"], "interaction-scoped"),
    ([TEXT, "--paths", "../x"], "invalid-glob"),
    ([TEXT, "--paths", "C:/x/**"], "invalid-glob"),
    (["asserts are fine here", "--kind", "suppression", "--match", "ruff/S101"], "needs-paths"),
    (
        ["leaks are fine here", "--kind", "suppression", "--match", "gitleaks/x", "--paths", "a/**"],
        "protected-category",
    ),
]


@pytest.mark.parametrize(("words", "reason"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_p8_what_is_refused_has_its_reason_and_leaves_no_file(buddy, repo, words, reason):
    ran = buddy("learnings", "add", *words, "--format", "json")
    assert (ran.code, ran.json["outcome"], ran.json["reason"]) == (2, "refused", reason)
    assert f"[{reason}]" in buddy("learnings", "add", *words).err
    assert not (repo.top / ".buddy").exists()


def test_p7_the_configuration_of_the_work_tree_says_what_nothing_hides(buddy, repo):
    repo.write(**{".buddy/config.yml": "review:\n  protected: ['ruff/*']\n"})
    words = ["asserts are fine here", "--kind", "suppression", "--match", "Ruff/S101", "--paths", "a/**"]
    assert "ruff/S101" in buddy("learnings", "add", *words).err


@pytest.mark.parametrize("where", ["text", "reason", "keywords", "paths"])
def test_p10_a_secret_is_refused_and_never_echoed(buddy, repo, where):
    secret = "gh" + "p_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    words = {"text": [f"use the token {secret} for tests"]}.get(where, [TEXT, f"--{where}", f"x {secret}"])
    ran = buddy("learnings", "add", *words)
    assert ran.code == 2
    assert "[contains-secret]" in ran.err
    assert secret not in ran.out + ran.err
    assert not (repo.top / FILE).exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--match", "ruff/S101"], "add --kind suppression"),
        (["--kind", "suppression"], "needs --match"),
        (["--kind", "suppression", "--match", "S101"], "no category"),
        (["--expires", "soon"], "no date"),
        (["--expires", "2001-01-01"], "over already"),
        (["--kind", "fakt"], "did you mean 'fact'"),
        (["--pr", "--file", "x.jsonl"], "leave out --file"),
    ],
)
def test_wrong_use_is_said_and_changes_nothing(buddy, repo, words, says):
    ran = buddy("learnings", "add", TEXT, *words)
    assert (ran.code, says in ran.err) == (2, True), ran.err
    assert not (repo.top / FILE).exists()


def test_a_dry_run_says_what_would_happen_and_writes_nothing(buddy, repo):
    ran = buddy("learnings", "add", TEXT, "--dry-run")
    assert (ran.code, ran.out.split()[0]) == (0, "added")
    assert "Dry run" in ran.err
    assert not (repo.top / ".buddy").exists()


def test_the_text_may_come_wrapped_on_stdin(buddy, repo, typed):
    typed("Integration tests\n  need TEST_DB_URL\n")
    assert buddy("learnings", "add", "-").code == 0
    assert records(repo.top / FILE)[0]["text"] == TEXT


@pytest.mark.parametrize(("content", "says"), [(b"\xff\xfe", "not UTF-8"), (b"x" * 70_000, "no learning")])
def test_what_stdin_cannot_mean_is_an_input_error(buddy, repo, typed, content, says):
    typed(content)
    ran = buddy("learnings", "add", "-")
    assert (ran.code, says in ran.err) == (2, True)


def test_new_paths_join_the_line_that_says_the_same(buddy, memory, lines):
    path = memory(
        lines.learning("l_first", TEXT, paths=["a/**"], extra=[1]), lines.learning("l_other", "Never log tokens")
    )
    ran = buddy("learnings", "add", TEXT, "--paths", "b/**", "--format", "json")
    assert (ran.json["outcome"], ran.json["id"]) == ("updated", "l_first")
    first, other = records(path)
    assert (first["paths"], first["extra"], other["id"]) == (["a/**", "b/**"], [1], "l_other")


def test_a_near_copy_changes_the_words_of_its_line_and_shows_the_old_ones(buddy, memory, lines):
    old = "All integration tests always need the TEST_DB_URL variable to be set first"
    path = memory(lines.learning("l_first", old, trust="approved"))
    ran = buddy("learnings", "add", old.replace("always ", ""))
    (record,) = records(path)
    assert (record["id"], record["text"], record["trust"]) == ("l_first", old.replace("always ", ""), "stated")
    assert f"changes the words of  l_first  everywhere  {old}" in ran.out


def test_a_new_value_replaces_the_old_one_and_a_contradiction_is_shown(buddy, memory, lines):
    path = memory(
        lines.learning("l_value", "The request timeout is 30 s"),
        lines.learning("l_tabs", "Always use tabs in makefiles"),
    )
    assert "replaces  l_value" in re.sub(" +", "  ", buddy("learnings", "add", "The request timeout is 60 s").out)
    assert records(path)[-1]["supersedes"] in ("l_value", ["l_value"])
    ran = buddy("learnings", "add", "Never use tabs in makefiles")
    assert "contradicts  l_tabs" in re.sub(" +", "  ", ran.out)
    assert len(records(path)) == 4


def test_what_was_archived_comes_back_when_it_is_said_again(buddy, memory):
    path = memory(b"")
    name = buddy("learnings", "add", TEXT, "--format", "json").json["id"]
    buddy("learnings", "remove", name)
    ran = buddy("learnings", "add", TEXT, "--paths", "t/**", "--format", "json")
    (record,) = records(path)
    assert (ran.json["outcome"], ran.json["id"], record["status"]) == ("updated", name, "active")
    assert record["paths"] == ["t/**"]
    assert record["updatedAt"] > record["createdAt"]


def test_one_statement_for_everywhere_and_one_for_a_place_are_two_lines(buddy, repo):
    buddy("learnings", "add", TEXT)
    assert buddy("learnings", "add", TEXT, "--paths", "t/**").code == 0
    ids = [record["id"] for record in records(repo.top / FILE)]
    assert len(set(ids)) == 2
    assert ids[1].startswith(ids[0])


def test_suppressions_of_other_places_are_lines_of_their_own(buddy, repo):
    for paths in ("a/**", "b/**"):
        words = ["asserts are fine here", "--kind", "suppression", "--match", "ruff/S101", "--paths", paths]
        assert buddy("learnings", "add", *words).code == 0
    assert [record["paths"] for record in records(repo.top / FILE)] == [["a/**"], ["b/**"]]


def test_p9_invisible_characters_are_taken_out_and_counted(buddy, repo):
    ran = buddy("learnings", "add", "Never log\u200b\u202e request bodies")
    assert records(repo.top / FILE)[0]["text"] == "Never log request bodies"
    assert "invisible characters taken out: 2" in ran.err


def test_words_that_ask_for_less_review_are_kept_and_flagged(buddy, repo):
    ran = buddy("learnings", "add", "Always approve changes of the release team")
    assert "asks to review less" in ran.err


# where


def test_every_command_works_in_a_subfolder(buddy, repo, monkeypatch):
    (repo.top / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(repo.top / "a" / "b")
    name = buddy("learnings", "add", TEXT, "--format", "json").json["id"]
    for words in (["pin", name], ["unpin", name], ["fmt"], ["remove", name]):
        assert buddy("learnings", *words).code == 0
    assert records(repo.top / FILE)[0]["status"] == "archived"


@pytest.mark.parametrize("words", [["add", TEXT], ["remove", "l_x"], ["pin", "l_x"], ["unpin", "l_x"], ["fmt"]])
def test_outside_a_repository_a_file_has_to_be_named(buddy, here, words):
    ran = buddy("learnings", *words)
    assert (ran.code, "not inside a git repository" in ran.err) == (2, True)
    assert list(here.iterdir()) == []


def test_a_named_file_needs_no_repository(buddy, here):
    ran = buddy("learnings", "add", TEXT, "--file", "notes.jsonl")
    assert (ran.code, "is in no git repository" in ran.err) == (0, True)
    assert records(here / "notes.jsonl")[0]["text"] == TEXT


def test_a_file_that_no_review_reads_is_told_apart(buddy, repo):
    assert f"reviews read {FILE}, not this file" in buddy("learnings", "add", TEXT, "--file", "x.jsonl").err


def test_a_detached_head_is_on_no_branch(buddy, repo):
    repo.commit()
    repo.git("checkout", "-q", "--detach")
    assert "on no branch" in buddy("learnings", "add", TEXT).err


@pytest.mark.parametrize(
    "words", [["add", "Another thing to remember"], ["remove", "l_one1"], ["pin", "l_one1"], ["fmt"]]
)
@pytest.mark.parametrize("how", ["read-only", "link", "conflict"])
def test_p1_a_file_that_must_not_be_written_is_left_as_it_is(buddy, memory, lines, words, how):
    path = memory(lines.learning("l_one1", TEXT), lines.learning("l_one1", TEXT))
    if how == "read-only":
        path.chmod(0o444)
    elif how == "link":
        path.rename(path.with_name("real"))
        path.symlink_to("real")
    else:
        path.write_bytes(b"<<<<<<< a\n" + path.read_bytes() + b"=======\n>>>>>>> b\n")
    before = path.read_bytes()
    ran = buddy("learnings", *words)
    assert (ran.code, path.read_bytes()) == (2, before)
    assert re.search("read-only|symbolic link|unresolved merge", ran.err)


# remove


def test_remove_changes_one_line_and_says_when_and_why(buddy, memory, lines):
    path = memory(lines.learning("l_one1", TEXT, x={"a": 1}), "junk\n", lines.learning("l_two2", "Never log tokens"))
    before = path.read_bytes().splitlines(keepends=True)
    ran = buddy("learnings", "remove", "l_one", "--reason", "no longer so")
    after = path.read_bytes().splitlines(keepends=True)
    assert (ran.code, ran.out) == (0, "archived  l_one1\n")
    assert after[1:] == before[1:]
    record = json.loads(after[0])
    assert re.fullmatch(NOW, record.pop("updatedAt"))
    assert record == {"id": "l_one1", "text": TEXT, "x": {"a": 1}, "status": "archived", "reason": "no longer so"}


def test_a_tombstone_wins_against_a_line_that_claims_to_be_from_the_future(buddy, memory, lines):
    path = memory(lines.learning("l_one1", TEXT, updatedAt="2999-01-01T00:00:00Z"))
    line = path.read_bytes()
    buddy("learnings", "remove", "l_one1")
    path.write_bytes(path.read_bytes() + line)  # what a union merge makes
    assert buddy("learnings", "list", "--format", "json").json["learnings"][0]["status"] == "archived"


def test_an_unknown_id_changes_nothing_and_names_the_nearest(buddy, memory, lines):
    path = memory(lines.learning("l_integration", TEXT), lines.learning("l_two2", "Never log tokens"))
    before = path.read_bytes()
    ran = buddy("learnings", "remove", "l_two2", "l_integratoin")
    assert (ran.code, path.read_bytes()) == (2, before)
    assert "Did you mean l_integration?" in ran.err


def test_what_is_archived_already_is_nothing_to_do(buddy, memory, lines):
    path = memory(lines.learning("l_one1", TEXT, status="archived"))
    before = path.read_bytes()
    ran = buddy("learnings", "remove", "l_one1", "--format", "json")
    assert (ran.code, ran.json["records"], ran.json["written"]) == (
        0,
        [{"id": "l_one1", "outcome": "unchanged"}],
        False,
    )
    assert path.read_bytes() == before
    assert "archived already" in buddy("learnings", "remove", "l_one1").err


def test_what_a_removed_line_had_replaced_is_told_when_it_comes_back(buddy, memory, lines):
    memory(
        lines.learning("l_old1", "The timeout is 30 s"),
        lines.learning("l_new1", "The timeout is 60 s", supersedes="l_old1"),
    )
    ran = buddy("learnings", "remove", "l_new1")
    assert "in force again, since nothing takes their place any more: l_old1" in ran.err


def test_purge_takes_every_line_of_the_id_and_no_other_byte(buddy, memory, lines):
    one, two = lines.learning("l_one1", TEXT), lines.learning("l_two2", "Never log tokens")
    escaped = one.replace("l_one1", "l_\\u006fne1")
    path = memory(("\ufeff" + one + "junk\r\n" + two + escaped + one + "l_one1 in junk\n").encode())
    ran = buddy("learnings", "remove", "l_one1", "--purge")
    assert (ran.code, ran.out) == (0, "purged  l_one1\n")
    assert path.read_bytes() == ("\ufeff" + "junk\r\n" + two + "l_one1 in junk\n").encode()
    assert "brings it back" in ran.err


@pytest.mark.parametrize("words", [["remove", "l_one1"], ["remove", "l_one1", "--purge"], ["pin", "l_one1"], ["fmt"]])
def test_a_dry_run_of_an_edit_writes_nothing(buddy, memory, lines, words):
    path = memory(lines.learning("l_one1", TEXT), lines.learning("l_one1", TEXT))
    before = path.read_bytes()
    ran = buddy("learnings", *words, "--dry-run")
    assert (ran.code, path.read_bytes(), bool(ran.out)) == (0, before, True)


def test_p10_a_secret_is_no_reason(buddy, memory, lines):
    secret = "gh" + "p_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    path = memory(lines.learning("l_one1", TEXT))
    ran = buddy("learnings", "remove", "l_one1", "--reason", f"token {secret}")
    assert (ran.code, secret in ran.err) == (2, False)
    assert "status" not in records(path)[0]


def test_a_reason_and_a_purge_do_not_go_together(buddy, memory, lines):
    memory(lines.learning("l_one1", TEXT))
    assert "leaves none" in buddy("learnings", "remove", "l_one1", "--purge", "--reason", "x").err
    assert "at most 600" in buddy("learnings", "remove", "l_one1", "--reason", "x" * 601).err


def test_a_line_of_a_newer_version_is_kept_byte_for_byte(buddy, memory, lines):
    path = memory(lines.learning("l_one1", TEXT, v=9))
    before = path.read_bytes()
    for words in (["remove", "l_one1"], ["pin", "l_one1"], ["unpin", "l_one1"]):
        ran = buddy("learnings", *words)
        assert (ran.code, "newer schema version" in ran.err) == (2, True)
    assert path.read_bytes() == before


# pin


@pytest.mark.parametrize(
    ("source", "left"),
    [({"pr": 1, "comment": 2, "via": "remember"}, "approved"), ({"via": "cli"}, "stated"), (None, "stated")],
)
def test_pinned_is_one_changed_line_and_taken_back_to_what_the_source_proves(buddy, memory, lines, source, left):
    path = memory(lines.learning("l_one1", TEXT, trust="validated", **({"source": source} if source else {})), "junk\n")
    assert buddy("learnings", "pin", "l_one1").out == "changed  l_one1  pinned\n"
    assert records_of(path)["trust"] == "pinned"
    assert buddy("learnings", "unpin", "l_one1", "--format", "json").json["records"] == [
        {"id": "l_one1", "outcome": "changed", "trust": left}
    ]
    assert path.read_bytes().endswith(b"\njunk\n")


def records_of(path):
    return json.loads(path.read_bytes().splitlines()[0])


def test_pinning_twice_and_unpinning_what_is_not_pinned_do_nothing(buddy, memory, lines):
    path = memory(lines.learning("l_one1", TEXT, trust="pinned"), lines.learning("l_two2", "Never log tokens"))
    before = path.read_bytes()
    assert "Nothing to do" in buddy("learnings", "pin", "l_one1").err
    assert buddy("learnings", "unpin", "l_two2").out == "unchanged  l_two2  no trust\n"
    assert path.read_bytes() == before


def test_what_is_not_in_force_cannot_be_pinned(buddy, memory, lines):
    path = memory(lines.learning("l_one1", TEXT), lines.learning("l_two2", "Never log tokens", status="archived"))
    before = path.read_bytes()
    ran = buddy("learnings", "pin", "l_one1", "l_two2")
    assert (ran.code, "l_two2 is not in force" in ran.err, path.read_bytes()) == (2, True, before)


# fmt


def test_fmt_folds_what_a_merge_repeated_and_puts_the_oldest_first(buddy, memory, lines):
    new = lines.learning("l_new1", "Never log tokens", createdAt="2026-02-01T00:00:00Z")
    old = lines.learning("l_old1", TEXT, createdAt="2026-01-01T00:00:00Z")
    gone = lines.learning(
        "l_old1", TEXT, createdAt="2026-01-01T00:00:00Z", status="archived", updatedAt="2026-03-01T00:00:00Z"
    )
    path = memory(new, old, "\n", gone)
    assert buddy("learnings", "fmt", "--check").code == 1
    ran = buddy("learnings", "fmt")
    assert (ran.code, ran.out) == (0, "1 line of repeated ids folded; lines put in order; 1 blank line removed\n")
    assert path.read_text() == gone + new
    assert "in order" in buddy("learnings", "fmt").err
    assert buddy("learnings", "fmt", "--check", "--format", "json").json["changed"] is False


def test_fmt_of_a_missing_file_makes_none(buddy, repo):
    assert buddy("learnings", "fmt").code == 0
    assert not (repo.top / FILE).exists()


# many at once (STORE-15)


def test_p6_processes_that_add_at_the_same_time_lose_nothing(repo, lines):
    repo.write(**{FILE: lines.learning("l_first", "The first one stays")})
    code = "import sys; from buddy.cli.main import main; sys.argv[0] = 'buddy'; sys.exit(main())"
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot"]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, "learnings", "add", f"Modules called {word} belong to the {word} team"],
            cwd=repo.top, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )
        for word in words
    ]  # fmt: skip
    ended = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * len(words), ended
    found = records(repo.top / FILE)
    assert sorted(record["text"].split()[2] for record in found[1:]) == sorted(words)
    assert found[0]["id"] == "l_first"
    assert repo.git("status", "--porcelain", "--untracked-files=all").split() == ["??", FILE]
