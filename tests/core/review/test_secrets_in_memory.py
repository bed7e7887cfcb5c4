"""P10: a secret that somebody committed into the memory is told by line, and its value printed nowhere."""

import json

from buddy.core.learnings.document import parse
from buddy.core.notice import Notice
from buddy.core.review.integrity import memory_problems, without_repeats

TOKEN = "ghp_" + "Ab3" * 12


def test_p10_a_committed_secret_is_a_notice_with_its_line_and_without_its_value():
    records = [{"id": "l_fine", "text": "use the retry helper"}, {"id": "l_leak", "text": f"CI logs in with {TOKEN}"}]
    document = parse("".join(json.dumps(record) + "\n" for record in records).encode())
    (notice,) = memory_problems(document, file=".buddy/learnings.jsonl")
    assert notice.id == "learnings-contains-secret"
    assert "line 2" in notice.message
    assert TOKEN not in notice.message


def test_p10_no_notice_repeats_a_secret_and_none_is_said_twice():
    said = [Notice(id="x", message=f"bad value {TOKEN}"), Notice(id="x", message=f"bad value {TOKEN}")]
    (notice,) = without_repeats(said)
    assert TOKEN not in notice.message
