"""`fmt` puts any file in order and changes nothing of what is in force, nor a byte of what it cannot read."""

import json
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.edits.formatting import formatted
from buddy.core.edits.named import in_force
from buddy.core.learnings.document import parse

NOW = datetime(2026, 6, 1, tzinfo=UTC)
DATES = [None, "2026-01-01T00:00:00Z", "2026-02-01T00:00:00+02:00", "2026-02-01", "soon"]


def line(name, **fields):
    return json.dumps({"id": f"l_{name}00", "text": f"Text of {name}", **fields}, ensure_ascii=False).encode()


records = st.builds(
    lambda name, created, updated, status, version, more: line(
        name,
        **{
            key: value
            for key, value in {
                "createdAt": created, "updatedAt": updated, "status": status, "v": version, "more": more,
            }.items()
            if value is not None
        },
    ),
    st.sampled_from("abcd"),
    st.sampled_from(DATES),
    st.sampled_from(DATES),
    st.sampled_from([None, "active", "archived", "odd"]),
    st.sampled_from([None, 1, 9]),
    st.sampled_from([None, 1.0, "\u2028", {"deep": [1]}]),
)  # fmt: skip
junk = st.one_of(
    st.sampled_from(
        [b"", b"  \t", b"\r", b"{", b"not json", b"[]", b"\xff\xfe", b'{"id":"l_a00"}', b"=======", b"null"]
    ),
    st.binary(max_size=8).filter(lambda one: b"\n" not in one),
)
ends = st.sampled_from([b"\n", b"\r\n"])
files = st.builds(
    lambda bom, rows, last: (b"\xef\xbb\xbf" if bom else b"") + b"".join(a + b for a, b in rows) + last,
    st.booleans(),
    st.lists(st.tuples(st.one_of(records, records, junk), ends), max_size=12),
    st.one_of(st.just(b""), records, junk),
)


def unreadable(document):
    known = {*document.places, *document.repeated}
    lines = document.data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return sorted(line for place, line in enumerate(lines) if place not in known and line.strip())


@settings(max_examples=100)
@given(files)
def test_p5_formatting_changes_nothing_that_counts_and_is_done_at_once(data):
    before = parse(data)
    if not before.writable:
        return
    content = formatted(before).content
    after = parse(content)
    assert {one.id: one for one in after.records} == {one.id: one for one in before.records}
    assert in_force(after, now=NOW) == in_force(before, now=NOW)
    assert unreadable(after) == unreadable(before)
    assert content.startswith(b"\xef\xbb\xbf") == data.startswith(b"\xef\xbb\xbf")
    assert not content or content == b"\xef\xbb\xbf" or content.endswith(b"\n")
    assert formatted(after).content == content


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(DATES[:4])), unique_by=lambda one: one[0]),
    st.randoms(),
)
def test_p12_the_order_of_the_lines_decides_nothing(made, random):
    lines = [line(name, createdAt=created) for name, created in made]
    shuffled = random.sample(lines, len(lines))
    one, other = (formatted(parse(b"".join(each + b"\n" for each in order))).content for order in (lines, shuffled))
    assert one == other


def test_what_cannot_be_read_follows_its_record_and_the_end_stays_the_end():
    data = (
        b"head\n" + line("b", createdAt="2026-02-01") + b"\nafter b\n" + line("a", createdAt="2026-01-01") + b"\n{cut"
    )
    expected = b"head\n" + line("a", createdAt="2026-01-01") + b"\n" + line("b", createdAt="2026-02-01")
    assert formatted(parse(data)).content == expected + b"\nafter b\n{cut\n"


def test_p4_a_line_of_a_newer_version_stays_with_every_line_of_its_id():
    newer = line("a", v=9, more="\u2028", createdAt="2026-03-01")
    older = line("a", createdAt="2026-02-01")
    content = formatted(parse(newer + b"\n" + older + b"\n" + line("b") + b"\n" + line("b") + b"\n")).content
    assert content == line("b") + b"\n" + newer + b"\n" + older + b"\n"


def test_characters_that_split_lines_elsewhere_are_escaped_and_nothing_else_is_rewritten():
    data = line("a", more="\u2028\u2029\u0085").replace(b'": ', b'"  :  ') + b"\r\n"
    made = formatted(parse(data))
    assert made.content == data.replace("\u2028".encode(), rb"\u2028").replace("\u2029".encode(), rb"\u2029").replace(
        "\u0085".encode(), rb"\u0085"
    )
    assert (made.folded, made.blank, made.moved) == (0, 0, False)


def test_an_empty_file_is_in_order():
    assert [formatted(parse(data)).content for data in (b"", b"\xef\xbb\xbf", b"\n \n")] == [b"", b"\xef\xbb\xbf", b""]
