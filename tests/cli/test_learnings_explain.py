"""`buddy learnings explain`: for a change, what becomes of every learning and why, as the review decides it."""

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
