"""The file as a lossless document: reading loses no byte, an edit changes one line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.problems import Severity
from buddy.core.learnings.record import Kind, Learning, Match, Scope, Source, Status, Trust
from buddy.core.learnings.writing import EditRefused

Line = Callable[..., bytes]

_NEW = Learning(id="l_new", text="never cache\u2028errors\u0085 \u2029", paths=("src/**",), source=Source(pr=3, n=0))


def said(document: LearningsDocument) -> list[tuple[int | None, str, str]]:
    return [(one.line, one.reason.value, one.severity.value) for one in document.problems]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
_FIELDS = st.sampled_from([*Learning.__struct_encode_fields__, "owner", "nested"])
_OBJECTS = st.dictionaries(_FIELDS, _JSON, max_size=6)
_RECORDS = st.builds(
    lambda number, extra: {"id": f"l_r{number}", "text": "words"} | extra,
    st.integers(0, 5),
    st.dictionaries(st.sampled_from(["owner", "nested", "paths", "status", "createdAt", "v"]), _JSON, max_size=3),
)
_LINES = st.one_of(
    (_OBJECTS | _RECORDS | _JSON).map(lambda value: json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")),
    st.binary(max_size=20),
    st.sampled_from([b"", b"  ", b"\xef\xbb\xbf{}", b"<<<<<<< a", b"=======", b">>>>>>> b", b'{"id":"l_r1"', b"NaN"]),
)
_FILES = st.builds(
    lambda lines, end: b"\n".join(lines) + end, st.lists(_LINES, max_size=8), st.sampled_from([b"", b"\n", b"\r\n"])
)


@given(data=_FILES)
@settings(max_examples=100, deadline=None)
def test_p5_any_bytes_are_read_without_a_crash_and_come_back_as_they_were(data: bytes) -> None:
    document = parse(data)
    assert document.to_bytes() == data
    assert len({record.id for record in document.records}) == len(document.records)
    for record in document.records:
        assert json.loads(document.line_bytes(record.id))["id"] == record.id


@given(data=_FILES)
@settings(max_examples=100, deadline=None)
def test_adding_a_learning_is_one_added_line_whatever_the_file_holds(data: bytes) -> None:
    document = parse(data)
    if not document.writable:
        return
    added = document.with_line_added(_NEW)
    assert added.startswith(data)
    assert added[len(data) :].strip(b"\n").count(b"\n") == 0
    again = parse(added).find("l_new")
    assert again is not None
    assert (again.text, again.paths, again.source) == ("never cache errors   ", _NEW.paths, _NEW.source)
    assert {record.id for record in parse(added).records} == {record.id for record in document.records} | {"l_new"}


@given(data=_FILES)
@settings(max_examples=100, deadline=None)
def test_editing_a_learning_changes_its_line_only_and_keeps_its_unknown_keys(data: bytes) -> None:
    document = parse(data)
    for record in document.records if document.writable else ():
        before = document.line_bytes(record.id)
        try:
            edited = document.with_line_replaced(
                record.id, msgspec.structs.replace(record, updated_at="2026-11-01T00:00:00Z")
            )
        except EditRefused:
            continue
        old, new = data.split(b"\n"), edited.split(b"\n")
        changed = [place for place, (left, right) in enumerate(zip(old, new, strict=True)) if left != right]
        assert changed in ([], [document.line_of(record.id) - 1])
        kept, written = json.loads(before), json.loads(parse(edited).line_bytes(record.id))
        assert {key: kept[key] for key in kept if key != "updatedAt"} == {
            key: written[key] for key in written if key != "updatedAt"
        }
        assert list(kept) == [key for key in written if key in kept]


def test_an_unchanged_record_leaves_its_line_byte_for_byte(line: Line) -> None:
    data = b'{ "id" : "l_a1", "owner":{"x":1.10} , "text":"a" }\r\n' + line("l_a2")
    document = parse(data)
    record = document.find("l_a1")
    assert record is not None
    changed = document.with_line_replaced("l_a1", msgspec.structs.replace(record, status=Status.ARCHIVED))
    assert changed.split(b"\n")[0] == b'{"id":"l_a1","owner":{"x":1.10},"text":"a","status":"archived"}\r'
    assert changed.split(b"\n")[1:] == data.split(b"\n")[1:]


def test_an_edit_keeps_the_blanks_of_its_line_and_can_take_a_key_away() -> None:
    document = parse(b'{"id": "l_a1", "text": "a", "paths": ["a/**"], "z": [1,2]}\n')
    record = document.find("l_a1")
    assert record is not None
    changed = document.with_line_replaced("l_a1", msgspec.structs.replace(record, paths=None, text="b"))
    assert changed == b'{"id": "l_a1", "text": "b", "z": [1,2]}\n'


def test_an_edit_goes_to_the_line_that_counts_where_an_id_is_repeated(line: Line) -> None:
    data = line(text="new", updatedAt="2026-05-01T00:00:00Z") + line(text="old")
    document = parse(data)
    record = document.find("l_a1")
    assert record is not None
    assert record.text == "new"
    changed = document.with_line_replaced("l_a1", msgspec.structs.replace(record, text="newer"))
    assert changed.split(b"\n")[1:] == data.split(b"\n")[1:]
    assert b'"newer"' in changed.split(b"\n")[0]


def test_a_line_with_half_a_surrogate_can_be_edited_and_keeps_it() -> None:
    document = parse(b'{"id":"l_a1","text":"lone \\ud83d end"}\n')
    record = document.find("l_a1")
    assert record is not None
    changed = document.with_line_replaced("l_a1", msgspec.structs.replace(record, status=Status.ARCHIVED))
    assert b"\\ud83d" in changed
    assert b'"status":"archived"' in changed


def test_a_missing_final_line_end_never_fuses_two_records(line: Line) -> None:
    data = line().removesuffix(b"\n")
    added = parse(data).with_line_added(_NEW)
    assert added.startswith(data + b"\n{")
    assert added.endswith(b"}\n")
    assert len(parse(added).records) == 2


def test_new_lines_hold_the_keys_of_the_format_in_their_order_and_end_in_lf_even_after_crlf(line: Line) -> None:
    record = Learning(
        id="l_new",
        kind=Kind.SUPPRESSION,
        scope=Scope.REPO,
        text="not \u00e9 here",
        paths=("a",),
        trust=Trust.APPROVED,
        match=Match(category="ruff/S101"),
        source=Source(pr=142, comment=98123, n=0, by="octocat", via="remember"),
        created_at="2026-11-29T10:00:00Z",
    )
    added = parse(line().replace(b"\n", b"\r\n")).with_line_added(record)
    assert added.split(b"\r\n")[1].decode() == (
        '{"v":1,"id":"l_new","kind":"suppression","scope":"repo","text":"not \u00e9 here","paths":["a"],'
        '"status":"active","trust":"approved","match":{"category":"ruff/S101"},'
        '"source":{"pr":142,"comment":98123,"n":0,"by":"octocat","via":"remember"},'
        '"createdAt":"2026-11-29T10:00:00Z"}\n'
    )


def test_line_separators_that_other_tools_split_at_are_written_escaped() -> None:
    added = parse(b"").with_line_added(_NEW)
    assert b"\\u2028" in added
    assert b"\\u2029" in added
    assert b"\\u0085" in added
    assert len(added.decode().splitlines()) == 1


def test_an_id_that_is_there_already_is_not_added_again(line: Line) -> None:
    with pytest.raises(EditRefused, match="l_a1"):
        parse(line()).with_line_added(msgspec.structs.replace(_NEW, id="l_a1"))


def test_an_id_that_is_not_there_cannot_be_replaced(line: Line) -> None:
    with pytest.raises(EditRefused, match="l_zz"):
        parse(line()).with_line_replaced("l_zz", _NEW)


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (b'{"id":"l_c2","text":"cut of', (2, "invalid-json", "notice")),
        (b'{"id":"l_c2","text":"cut \xc3', (2, "invalid-utf8", "notice")),
        (b"[]", (2, "not-an-object", "warning")),
        (b'{"savings":"x"}', (2, "invalid-id", "warning")),
        (b'{"id":7,"text":"x"}', (2, "invalid-id", "warning")),
        (b'{"id":"has blank","text":"x"}', (2, "invalid-id", "warning")),
        (b'{"id":"l_a\\nl_b","text":"x"}', (2, "invalid-id", "warning")),
        (b'{"id":"l_c2","text":NaN}', (2, "invalid-json", "notice")),
        (b"[" * 60_000, (2, "too-deep", "warning")),
        (b'{"id":"l_c2","z":"\xff"}', (2, "invalid-utf8", "notice")),
        (b'{"id":"l_c2","text":"' + b"x" * 70_000 + b'"}', (2, "too-long", "warning")),
        (b'{"id":"l_a1"} {"id":"l_a2"}', (2, "invalid-json", "notice")),
    ],
)
def test_p5_a_broken_last_line_costs_itself(line: Line, broken: bytes, expected: tuple[int, str, str]) -> None:
    document = parse(line() + broken)
    assert [record.id for record in document.records] == ["l_a1"]
    assert said(document) == [expected]
    assert document.writable


def test_a_number_of_thousands_of_digits_costs_its_field(line: Line) -> None:
    document = parse(b'{"id":"l_a1","text":"x","source":{"pr":' + b"9" * 6_000 + b"}}\n")
    assert [record.source for record in document.records] == [None]
    assert said(document) == [(1, "wrong-type", "warning")]


@pytest.mark.parametrize(
    ("lines", "doubtful", "kept"),
    [
        (["<<<<<<< a", "A", "=======", "B", ">>>>>>> b", "C"], "lines 1-5", "C"),
        (["A", "<<<<<<< a", "B", "||||||| x", "C", "=======", "D", ">>>>>>> b", "E"], "lines 2-8", "AE"),
        (["A", "<<<<<<< a", "B", "=======", "C"], "lines 2-5", "A"),
        (["A", "=======", "B", ">>>>>>> b", "C"], "lines 1-4", "C"),
        (["<<<<<<< a\r", "A", "=======\r", ">>>>>>> b\r", "B"], "lines 1-4", "B"),
    ],
)
def test_p4_whatever_an_unresolved_merge_may_have_meant_does_not_apply(
    line: Line, lines: list[str], doubtful: str, kept: str
) -> None:
    data = b"".join(line(f"l_{one}{one}") if len(one) == 1 else one.encode() + b"\n" for one in lines)
    document = parse(data)
    assert [record.id for record in document.records] == [f"l_{one}{one}" for one in kept]
    errors = [one.message for one in document.problems if one.severity is Severity.ERROR]
    assert len(errors) == 1
    assert doubtful in errors[0]
    assert not document.writable


def test_a_line_of_equal_signs_alone_is_no_merge(line: Line) -> None:
    document = parse(line("l_a1") + b"=======\n" + line("l_a2"))
    assert said(document) == [(2, "invalid-json", "warning")]
    assert document.writable


def test_null_means_absent_everywhere(line: Line) -> None:
    nothing: dict[str, Any] = dict.fromkeys(Learning.__struct_encode_fields__)
    document = parse(line(**(nothing | {"id": "l_a1", "text": "x"})))
    assert document.problems == ()
    assert document.records[0] == Learning(id="l_a1", text="x", trust=Trust.STATED)


def test_dates_that_cannot_be_read_are_said(line: Line) -> None:
    document = parse(line(createdAt="yesterday") + line("l_a2", expiresAt="soon"))
    assert said(document) == [(1, "unreadable-date", "notice"), (2, "unreadable-date", "warning")]


_SIDES = st.lists(
    st.tuples(st.integers(0, 6), st.sampled_from(["active", "archived"]), st.integers(1, 28)), min_size=1, max_size=5
)


@given(left=_SIDES, right=_SIDES)
@settings(max_examples=15, deadline=None)
def test_a_union_merge_of_two_branches_loses_and_doubles_nothing(
    tmp_path_factory: pytest.TempPathFactory, left: list[tuple[int, str, int]], right: list[tuple[int, str, int]]
) -> None:
    def side(entries: list[tuple[int, str, int]], name: str) -> bytes:
        return b"".join(
            json.dumps(
                {"id": f"l_r{number}", "text": f"{name} {day}", "status": status, "updatedAt": f"2026-01-{day:02d}"}
            ).encode()
            + b"\n"
            for number, status, day in entries
        )

    folder = tmp_path_factory.mktemp("merge")
    base = side([(9, "active", 1)], "base")
    merged = _union(folder, base, base + side(left, "left"), base + side(right, "right"))
    document = parse(merged)
    assert {record.id for record in document.records} == {f"l_r{n}" for n, *_ in [*left, *right]} | {"l_r9"}
    for record in document.records:
        rivals = [(day, status) for n, status, day in [*left, *right] if record.id == f"l_r{n}"]
        if rivals:
            latest = max(day for day, _ in rivals)
            assert record.updated_at == f"2026-01-{latest:02d}"
            inactive = any(status == "archived" for day, status in rivals if day == latest)
            assert (record.status is Status.ARCHIVED) is inactive


def _union(folder: Path, base: bytes, left: bytes, right: bytes) -> bytes:
    for name, content in (("base", base), ("left", left), ("right", right)):
        (folder / name).write_bytes(content)
    command = ["git", "merge-file", "-p", "--union", "left", "base", "right"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout


def test_a_record_can_be_shown_as_it_was_written_with_all_its_keys(case: Callable[[str], bytes]) -> None:
    shown = parse(case("09")).as_written("l_i4")
    assert list(shown)[-2:] == ["owner", "nested"]
    assert shown["nested"] == {"k": [1, 2]}
    assert parse(case("11")).as_written("l_k4")["text"] == "lone \ufffd surrogate"


@pytest.mark.parametrize(
    ("written", "shown"),
    [("1e999", None), ("[-1e999]", [None]), ("9" * 5000, None), ('"\\udfff"', "\ufffd"), ("1.50", 1.5)],
)
def test_a_record_is_shown_in_what_any_reader_of_json_takes(written: str, shown: object) -> None:
    assert parse(f'{{"id":"l_odd0001","text":"odd","y":{written}}}'.encode()).as_written("l_odd0001")["y"] == shown


def test_whatever_nests_so_little_that_it_is_read_can_be_shown() -> None:
    for depth in range(800, 1_000):  # somewhere here the decoders give up, each at a depth of its own
        document = parse(f'{{"id":"l_deep0001","text":"deep","y":{"[" * depth}{"]" * depth}}}'.encode())
        assert all(document.as_written(record.id)["text"] == "deep" for record in document.records)
