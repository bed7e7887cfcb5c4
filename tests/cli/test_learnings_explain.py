"""`buddy learnings explain`: for a change, what becomes of every learning and why, as the review decides it."""

import json

import pytest

MEMORY = ".buddy/learnings.jsonl"


@pytest.fixture
def memory(lines):
    return (
        lines.learning("l_src001", "never log tokens in src", paths=["src/**"], trust="approved")
        + lines.learning("l_all001", "tests need a database")
        + lines.learning("l_doc001", "docs are British", paths=["docs/**"])
        + lines.learning("l_old001", "the old way", status="archived")
        + lines.suppression("l_hide001", "lint/R1", "src/**")
    )


def entries(ran):
    return {one["id"]: one for one in ran.json["learnings"]}


@pytest.mark.parametrize("limits", ["", "maxPromptEntries: 3", "maxPromptTokens: 150", "enabled: false"])
def test_the_block_is_that_of_review_and_context_for_the_same_change(limits, buddy, repo, lines):
    """P8 and DESIGN 6.2: the same ids in the same order with the same tokens, and the same reasons for the others."""
    many = "".join(
        lines.learning(
            f"l_n{n:05d}",
            f"note {n} on {['retry', 'cache', 'lint'][n % 3]}",
            createdAt=f"2026-0{1 + n % 9}-01T00:00:00Z",
            **({"paths": [["src/**"], ["*.py"], ["docs/**"], ["src/a.py"]][n % 4]} if n % 5 else {}),
        )
        for n in range(40)
    )
    config = f"ai:\n  learnings:\n    {limits}\n" if limits else ""
    repo.commit("base", **{MEMORY: many, ".buddy/config.yml": config, "src/a.py": "x = 1\n"})
    repo.git("switch", "-q", "-c", "topic")
    repo.commit("Retry the cache", **{"src/a.py": "x = retry()\n", MEMORY: ""})
    change = ("--base", "main", "--head", "topic", "--format", "json")
    explained = buddy("learnings", "explain", *change).json
    chosen = [(one["id"], one["tokens"], one["why"]) for one in explained["learnings"] if one["in"]]
    left = {one["id"]: one["why"] for one in explained["learnings"] if not one["in"]}
    for other in (buddy("review", *change).json["learnings"], buddy("context", *change).json):
        assert chosen == [(one["id"], one["tokens"], one["why"]) for one in other["selected"]]
        assert left == {one["id"]: one["why"] for one in other["leftOut"]}
        assert (explained["tokens"], explained["budget"]) == (other["tokens"], other["budget"])
    assert bool(chosen) is (limits != "enabled: false")
    assert sum(explained["leftOutCounts"].values()) == explained["loaded"] - len(chosen)


def test_json_has_the_parts_of_the_score_and_the_reason_for_everything(buddy, files, memory):
    files(**{"notes.jsonl": memory})
    ran = buddy("learnings", "explain", "--learnings", "notes.jsonl", "--path", "src/a.py", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"schema", "files", "learnings", "leftOutCounts", "loaded", "tokens", "budget"}
    found = entries(ran)
    assert found["l_src001"] | {"score": None} == {
        "id": "l_src001",
        "text": "never log tokens in src",
        "paths": ["src/**"],
        "in": True,
        "reason": None,
        "why": "path src/** matched 1 file",
        "rank": 1,
        "place": 1,
        "tier": "path",
        "glob": "src/**",
        "files": 1,
        "score": None,
        "tokens": found["l_src001"]["tokens"],
    }
    assert found["l_src001"]["score"] == {
        "specificity": 1, "recency": 0.0, "relevance": 0.0, "trust": 0.05, "total": 0.05,
    }  # fmt: skip
    assert {name: one["reason"] for name, one in found.items() if not one["in"]} == {
        "l_doc001": "no-path-matches",
        "l_old001": "archived",
        "l_hide001": "suppression",
    }


def test_text_tells_place_tokens_glob_score_and_the_reason_for_what_is_out(buddy, files, memory):
    files(**{"notes.jsonl": memory})
    ran = buddy("learnings", "explain", "--learnings", "notes.jsonl", "--path", "src/a.py")
    rows = [line for line in ran.out.splitlines() if "l_" in line]
    assert " ".join(rows[0].split()) == (
        "1 l_src001 21 path src/** matched 1 file depth 1, recency 0.00 + relevance 0.00 + trust 0.05 "
        "never log tokens in src"
    )
    assert "In: 2 learnings" in ran.out
    assert "no changed path matches" in ran.out
    assert "1 changed file: 2 of 5 learnings from notes.jsonl" in ran.err


def test_of_many_left_out_the_closest_are_shown_and_the_rest_is_counted_by_reason(buddy, files, lines):
    """P8"""
    far = "".join(lines.learning(f"l_far{n:03d}", f"far {n}", paths=["docs/**"]) for n in range(40))
    files(**{"notes.jsonl": far + lines.learning("l_src001", "near", paths=["src/a.py"])})
    args = ("learnings", "explain", "--learnings", "notes.jsonl", "--path", "src/a.py")
    ran = buddy(*args)
    assert "… and 20 more: no-path-matches" in ran.out
    assert "exact file" in ran.out
    everything = buddy(*args, "--all")
    assert "more:" not in everything.out
    assert everything.out.count("l_far") == 40


def test_p10_a_secret_in_a_record_is_not_printed(buddy, files, lines):
    secret = "AKIA" + "QYLPMN5HHHFPZAM2"
    files(**{"notes.jsonl": lines.learning("l_sec001", f"the key is {secret}")})
    for form in ("text", "json"):
        ran = buddy("learnings", "explain", "--learnings", "notes.jsonl", "--path", "a", "--format", form)
        assert secret not in ran.out + ran.err
        assert "contains-secret" in ran.out or "looks like a secret" in ran.out


@pytest.mark.parametrize("spelling", ["src/a.py", "./a.py", "a.py", "../src/a.py", "{top}/src/a.py"])
def test_a_path_is_found_however_it_is_named_from_a_subfolder(spelling, buddy, repo, memory, monkeypatch):
    repo.commit("base", **{MEMORY: memory, "src/a.py": "x\n"})
    monkeypatch.chdir(repo.top / "src")
    path = spelling.format(top=repo.top)
    ran = buddy("learnings", "explain", "--path", path, "--format", "json")
    assert entries(ran)["l_src001"]["in"]


def test_a_path_outside_of_the_repository_is_refused(buddy, repo, memory):
    repo.commit("base", **{MEMORY: memory})
    ran = buddy("learnings", "explain", "--path", "../elsewhere.py")
    assert ran.code == 2
    assert "../elsewhere.py is not in the repository" in ran.err


def test_a_deleted_file_is_still_a_path_of_the_repository(buddy, repo, memory):
    repo.commit("base", **{MEMORY: memory})
    ran = buddy("learnings", "explain", "--path", "src/gone.py", "--format", "json")
    assert entries(ran)["l_src001"]["in"]


# One learning


@pytest.fixture
def storied(repo, lines):
    """A record with neighbours, whose line was added, changed and, for another one, removed."""
    more = {"paths": ["src/**"], "source": {"pr": 7, "comment": 9, "by": "octocat", "via": "remember"}}
    gone = lines.learning("l_gone001", "this was said once")
    repo.commit("Record (#3)\n\nBuddy-Ids: l_tests01", **{MEMORY: gone + lines.learning("l_tests01", "old", **more)})
    memory = (
        lines.learning("l_tests01", "the timeout is 30 s", createdAt="2026-01-01T00:00:00Z", **more)
        + lines.learning("l_newer01", "the timeout is 60 s", createdAt="2026-02-01T00:00:00Z", paths=["src/**"])
        + lines.learning("l_super01", "another thing", supersedes="l_tests01", status="archived")
        + lines.suppression("l_hide001", "lint/R1", "src/**")
    )
    repo.commit("Edit", **{MEMORY: memory, "src/a.py": "x = 1\n"})
    return repo


def test_the_story_of_one_tells_source_history_neighbours_and_files(buddy, storied):
    ran = buddy("learnings", "explain", "l_tests01", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {
        "schema", "id", "gone", "learning", "line", "history", "related", "files", "hidden", "uses", "acts", "change",
    }  # fmt: skip
    assert [(one["change"], one["pull"], one["recorded"]) for one in ran.json["history"]] == [
        ("added", 3, True),
        ("changed", None, False),
    ]
    assert [(one["how"], one["id"]) for one in ran.json["related"]] == [
        ("superseded-by", "l_super01"),
        ("older-than", "l_newer01"),
    ]
    assert (ran.json["files"], ran.json["learning"]["matches"]) == (["src/a.py"], 1)
    text = buddy("learnings", "explain", "l_te").out
    assert "by octocat, in #7, comment 9, through remember, on 2026-01-01T00:00:00Z" in text
    assert "recorded by Buddy" in text
    assert "has an older value than  l_newer01" in text


def test_what_is_gone_still_has_its_story(buddy, storied):
    ran = buddy("learnings", "explain", "l_gone001", "--format", "json")
    assert (ran.code, ran.json["gone"], ran.json["line"]) == (0, True, None)
    assert ran.json["learning"]["text"] == "this was said once"
    assert ran.json["learning"]["applies"] is False
    assert [one["change"] for one in ran.json["history"]] == ["added", "removed"]
    assert "nothing any more" in buddy("learnings", "explain", "l_gone001").out


@pytest.mark.parametrize(
    ("given", "said"), [("l_", "begins 4 ids"), ("l_tsets01", "Did you mean l_tests01"), ("?", "no learning")]
)
def test_an_id_that_nobody_knows_is_answered_with_the_nearest(given, said, buddy, storied):
    ran = buddy("learnings", "explain", given)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_for_a_change_the_story_says_whether_it_is_given_and_why_not(buddy, storied):
    ran = buddy("learnings", "explain", "l_tests01", "--path", "docs/a.md", "--format", "json")
    assert ran.json["change"]["reason"] == "no-path-matches"
    assert "out: no changed path matches" in buddy("learnings", "explain", "l_tests01", "--path", "docs/a.md").out
    assert "in, as number 2 of the block" in buddy("learnings", "explain", "l_tests01", "--path", "src/a.py").out


def test_without_a_repository_the_story_has_no_history(buddy, files, memory):
    files(**{"notes.jsonl": memory})
    ran = buddy("learnings", "explain", "l_src001", "--learnings", "notes.jsonl", "--format", "json")
    assert (ran.json["history"], ran.json["learning"]["matches"]) == (None, None)
    assert "History" not in buddy("learnings", "explain", "l_src001", "--learnings", "notes.jsonl").out


def test_findings_files_show_what_it_hides_now_and_what_it_may_not(buddy, storied, lines, sarif):
    report = sarif("x.sarif", ("R1", "src/a.py", 1), ("R2", "src/a.py", 1), ("R1", "docs/a.md", 1))
    ran = buddy("learnings", "explain", "l_hide001", "--findings", report, "--format", "json")
    assert [(one["from"], one["category"], one["path"], one["spared"]) for one in ran.json["hidden"]] == [
        ("x.sarif", "lint/R1", "src/a.py", None)
    ]
    storied.write(**{".buddy/config.yml": "review:\n  protected: [lint/*]\n"})
    (spared,) = buddy("learnings", "explain", "l_hide001", "--findings", report, "--format", "json").json["hidden"]
    assert spared["spared"]
    assert "not hidden: " in buddy("learnings", "explain", "l_hide001", "--findings", report).out
    assert buddy("learnings", "explain", "l_tests01", "--findings", report, "--format", "json").json["hidden"] == []


def test_transcripts_show_what_it_hid_and_where_it_was_given(buddy, storied, files):
    transcript = {
        "findings": [
            {"category": "lint/R1", "path": "src/a.py", "line": 3, "fingerprint": "v1:0", "suppressedBy": "l_hide001"},
            {"category": "lint/R1", "path": "src/b.py", "suppressedBy": "l_other01"},
            "nonsense",
        ],
        "learnings": {
            "selected": [{"id": "l_tests01", "why": "path src/** matched 1 file"}],
            "leftOut": [{"id": "l_hide001", "why": "suppression"}, 3],
        },
    }
    files(**{"one.json": json.dumps(transcript), "two.json": json.dumps({"findings": [], "learnings": None})})
    args = ("--transcript", "one.json", "--transcript", "two.json")
    ran = buddy("learnings", "explain", "l_hide001", *args, "--format", "json").json
    assert [(one["path"], one["line"]) for one in ran["hidden"]] == [("src/a.py", 3)]
    assert ran["uses"] == [{"from": "one.json", "in": False, "why": "suppression"}]
    text = buddy("learnings", "explain", "l_tests01", *args).out
    assert "one.json  in  path src/** matched 1 file" in text


@pytest.mark.parametrize("content", ["{", "[]", '{"x": 1}', "[" * 100_000])
def test_what_is_no_transcript_is_named(content, buddy, storied, files):
    files(**{"one.json": content})
    ran = buddy("learnings", "explain", "l_hide001", "--transcript", "one.json")
    assert (ran.code, ran.out) == (2, "")
    assert "one.json is no transcript" in ran.err


def test_a_findings_file_that_is_none_is_an_error_and_both_need_an_id(buddy, storied, files):
    files(**{"x.sarif": "{"})
    assert buddy("learnings", "explain", "l_hide001", "--findings", "x.sarif").code == 2
    assert "need the ID" in buddy("learnings", "explain", "--findings", "x.sarif").err
