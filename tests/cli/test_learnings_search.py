"""`buddy learnings search`: what was found, where, in which order; and what to do where nothing was."""

import pytest


@pytest.fixture
def memory(files, lines):
    files(
        **{
            "notes.jsonl": lines.learning("l_fact001", "retry the retryHelper", paths=["src/**"])
            + lines.learning("l_fact002", "call with care", keywords=["retry"])
            + lines.learning("l_old0001", "retry retry retry", status="archived")
            + lines.learning("l_other01", "docs are British")
        }
    )
    return ("--file", "notes.jsonl")


def test_json_has_the_record_its_score_and_where_the_words_stand(buddy, memory):
    ran = buddy("learnings", "search", "Retry", *memory, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"schema", "words", "learnings", "total", "suggestions"}
    assert [(one["id"], one["applies"], one["hits"]) for one in ran.json["learnings"]] == [
        ("l_fact002", True, {"keywords": ["retry"]}),
        ("l_fact001", True, {"text": ["retry"]}),
        ("l_old0001", False, {"text": ["retry"]}),
    ]
    assert all(one["score"] > 0 and one["why"] for one in ran.json["learnings"])
    assert (ran.json["words"], ran.json["total"]) == (["retry"], 3)


def test_text_says_which_words_stand_where_and_what_is_not_in_force(buddy, memory):
    ran = buddy("learnings", "search", "retry", "helper", *memory)
    assert ran.out.splitlines()[0].split("  ")[:2] == ["l_fact001", "retry, helper in text"]
    assert "not applied: archived" in ran.out
    assert "3 learnings of 4 in notes.jsonl." in ran.err


def test_a_limit_is_said(buddy, memory):
    ran = buddy("learnings", "search", "retry", "--limit", "1", *memory)
    assert len(ran.out.splitlines()) == 1
    assert "3 learnings of 4 in notes.jsonl, the best 1 shown (--limit)." in ran.err


def test_a_typo_gets_the_nearest_words(buddy, memory):
    ran = buddy("learnings", "search", "retyr", *memory)
    assert (ran.code, ran.out) == (0, "")
    assert "No record has 'retyr'. Did you mean retry?" in ran.err


def test_a_query_without_a_word_is_refused(buddy, memory):
    ran = buddy("learnings", "search", "?!", *memory)
    assert (ran.code, ran.out) == (2, "")
    assert "has no word" in ran.err
    assert buddy("learnings", "search", *memory).code == 2


def test_a_file_that_is_something_else_is_one_message(buddy, files):
    files(**{"notes.jsonl": "<!DOCTYPE html><html></html>"})
    ran = buddy("learnings", "search", "retry", "--file", "notes.jsonl")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
