"""`buddy learnings extract`: a comment on stdin, what it teaches on stdout."""

import pytest

TOKEN = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fGaB3d"


def test_json_has_exactly_the_keys_of_the_contract(buddy, typed):
    typed("> Always push.\n\nNever log `tokens`. Why is it slow? Thanks!")
    ran = buddy("learnings", "extract", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "schema": 1,
        "stored": [{"text": "Never log `tokens`.", "rule": "prohibition"}],
        "skipped": [
            {"text": "Why is it slow?", "reason": "question"},
            {"text": "Thanks!", "reason": "acknowledgement"},
        ],
        "disagreement": False,
        "extractor": "rules-only",
    }


def test_for_people_each_sentence_has_a_row_and_the_talk_is_on_stderr(buddy, typed):
    typed("False positive. Examples may use `print`.")
    ran = buddy("learnings", "extract")
    rows = [line.split(maxsplit=2) for line in ran.out.splitlines()]
    assert ["kept", "permission", "Examples may use `print`."] in rows
    assert len(rows) == 2
    assert ran.err == "1 statement to keep. As a reply to a finding it disputes it.\n"


@pytest.mark.parametrize("form", ["text", "json"])
def test_p10_a_secret_is_printed_in_no_form(form, buddy, typed):
    typed(f"Jobs must use {TOKEN} to upload.")
    ran = buddy("learnings", "extract", "--format", form)
    assert TOKEN not in ran.out + ran.err
    assert "contains-secret" in ran.out


@pytest.mark.parametrize("content", [b"", b"\xff\xfe never", "Never::\n::error::x".encode("utf-16")])
def test_any_bytes_are_judged(content, buddy, typed):
    typed(content)
    ran = buddy("learnings", "extract", "--format", "json")
    assert ran.code == 0
    assert ran.json["skipped"]


def test_it_works_as_a_process_outside_of_a_repository(process):
    ran = process("learnings", "extract", "--format", "json", stdin=b"Ne jamais versionner `.env`.\r\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["extractor"] == "rules-only"
