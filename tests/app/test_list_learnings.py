"""Listing: every record once, in the file's order, with an answer to why it applies or not (P8)."""

import json
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.app.list_learnings import Wanted, list_learnings, record_json
from buddy.core.learnings.document import parse

NOW = datetime(2026, 11, 30, tzinfo=UTC)
KEYS = st.sampled_from(["x", "applies", "why", "kind", "status", "paths", "match", "expiresAt", "supersedes", "reason"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)
RECORDS = st.builds(
    lambda number, text, more: {"id": f"l_{number:04d}", "text": text, **more},
    st.integers(0, 9),
    st.text(max_size=20),
    st.dictionaries(KEYS, VALUES, max_size=4),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(RECORDS, max_size=6))
def test_p8_every_record_is_listed_once_with_a_reason_and_can_be_written(records):
    lines = [json.dumps(record, allow_nan=True) for record in records]
    document = parse("\n".join(lines).encode("utf-8", "surrogatepass"))
    listed = list_learnings(document, wanted=Wanted(), now=NOW)
    assert [one.record.id for one in listed] == [record.id for record in document.records]
    assert all(one.why for one in listed)
    for one in listed:
        said = record_json(document, one)
        assert (said["applies"], said["why"]) == (one.applies, one.why)
        json.dumps(said, allow_nan=False)


def test_p10_a_secret_in_the_file_is_not_printed():
    token = "ghp_" + "a1B2c3D4e5" * 4
    document = parse(json.dumps({"id": "l_leak001", "text": f"use {token} here", "reason": token}).encode())
    (one,) = list_learnings(document, wanted=Wanted(), now=NOW)
    assert token not in json.dumps(record_json(document, one))


def test_paths_narrow_to_what_concerns_one_of_them():
    lines = [
        {"id": "l_all001", "text": "everywhere"},
        {"id": "l_src001", "text": "src", "paths": ["src/**"]},
        {"id": "l_not001", "text": "src but tests", "paths": ["src/**", "!src/tests/**"]},
        {"id": "l_bad001", "text": "bad glob", "paths": ["/etc/**"]},
    ]
    document = parse("\n".join(map(json.dumps, lines)).encode())

    def ids(*paths):
        return [one.record.id for one in list_learnings(document, wanted=Wanted(paths=paths), now=NOW)]

    assert ids("src/a.py") == ["l_all001", "l_src001", "l_not001"]
    assert ids("src/tests/a.py") == ["l_all001", "l_src001"]
    assert ids("docs/a.md", "src/a.py") == ["l_all001", "l_src001", "l_not001"]
    assert ids("docs/a.md") == ["l_all001"]
