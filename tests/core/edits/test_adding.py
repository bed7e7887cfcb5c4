"""Adding to any file: one line more or one line changed, the second time nothing; every other byte stays."""

import dataclasses
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.capture.refusals import RefusalReason
from buddy.core.edits.adding import Outcome, Wish, add
from buddy.core.learnings.document import parse
from buddy.core.learnings.identity import from_content
from buddy.core.learnings.record import Kind, Scope
from buddy.core.learnings.writing import EditRefused
from buddy.core.respond.answer import Unable

NOW = datetime(2026, 6, 1, tzinfo=UTC)
TEXT = "Integration tests need TEST_DB_URL"
WISH = Wish(text=TEXT)
LINES = [
    b'{"id":"l_one1","text":"Integration tests need TEST_DB_URL","paths":["a/**"],"x":[1.0]}',
    b'{"id":"l_two2","text":"Always use tabs in makefiles"}\r',
    b'{"id":"l_three","text":"The request timeout is 30 s","trust":"pinned"}',
    b"not json",
    b"",
]
texts = st.one_of(
    st.sampled_from([TEXT, "Never use tabs in makefiles", "The request timeout is 60 s", "Handlers return a Result"]),
    st.text(max_size=40),
)


def placed(wish, data=b"", protected=()):
    return add(wish, parse(data), protected=protected, now=NOW)


@settings(max_examples=100)
@given(texts, st.sampled_from([(), ("a/**",), ("b/**", "c/*")]), st.lists(st.sampled_from(LINES)), st.booleans())
def test_p6_an_addition_touches_one_line_and_is_known_from_then_on(text, paths, lines, ended):
    data = b"\n".join(lines) + (b"\n" if ended else b"")
    wish = Wish(text=text, paths=paths)
    made = placed(wish, data)
    if made.content is None:
        assert (made.outcome, made.reason is not None) == (Outcome.REFUSED, True)
        return
    if made.outcome is Outcome.ADDED:
        assert made.content.startswith(data)
        assert made.content[len(data) :].strip(b"\n").count(b"\n") == 0
        assert made.content.endswith(b"\n")
    else:
        pairs = zip(data.split(b"\n"), made.content.split(b"\n"), strict=True)
        assert sum(one != other for one, other in pairs) == 1
    found = parse(made.content).find(made.id)
    assert msgspec.structs.replace(found, v=None) == msgspec.structs.replace(made.record, v=None)
    assert placed(wish, made.content).reason is RefusalReason.DUPLICATE


def test_an_id_that_something_else_has_is_made_longer_until_nothing_is_left():
    data = b""
    for length in (10, 16, 20):
        assert placed(WISH, data).id == from_content(kind=Kind.FACT, scope=Scope.REPO, text=TEXT, length=length)
        data += b'{"id":"%s","text":"Something else altogether"}\n' % placed(WISH, data).id.encode()
    assert placed(WISH, data).reason is Unable.CLASH


def test_globs_that_are_too_many_together_are_refused():
    wish = dataclasses.replace(WISH, paths=tuple(f"a{n}/**,b{n}/**" for n in range(40)))
    assert placed(wish).reason is RefusalReason.INVALID_GLOB


def test_an_archived_line_of_other_words_under_the_id_is_not_brought_back():
    name = placed(WISH).id
    data = b'{"id":"%s","text":"Something else altogether","status":"archived"}\n' % name.encode()
    made = placed(WISH, data)
    assert (made.outcome, made.id.startswith(name), made.id == name) == (Outcome.ADDED, True, False)


def test_what_has_expired_comes_back_with_its_new_date():
    name = placed(WISH).id
    data = b'{"id":"%s","text":"%s","expiresAt":"2026-01-01","createdAt":"2025-01-01T00:00:00Z"}\n' % (
        name.encode(),
        TEXT.encode(),
    )
    made = placed(dataclasses.replace(WISH, expires_at="2027-01-01"), data)
    assert (made.outcome, made.id, made.record.expires_at) == (Outcome.UPDATED, name, "2027-01-01")
    assert made.record.created_at == "2025-01-01T00:00:00Z"


def test_p5_a_file_with_conflict_markers_takes_no_line():
    with pytest.raises(EditRefused):
        placed(WISH, b"<<<<<<< a\n=======\n>>>>>>> b\n")
