"""Learnings files as they occur in the world, each with its right outcome (fixtures/cases/jsonl)."""

from collections.abc import Callable
from datetime import datetime

import pytest

from buddy.core.learnings.document import LearningsDocument, parse, unreadable
from buddy.core.learnings.inert import applies
from buddy.core.learnings.problems import ProblemReason, Severity
from buddy.core.learnings.record import InertReason, Scope
from buddy.core.learnings.selection import Selection
from buddy.core.learnings.writing import EditRefused

Case = Callable[[str], bytes]


def ids(document: LearningsDocument) -> list[str]:
    return [record.id for record in document.records]


def said(document: LearningsDocument) -> list[tuple[int | None, str, str]]:
    return [(one.line, one.reason.value, one.severity.value) for one in document.problems]


def test_a_bom_and_windows_line_ends_cost_nothing_and_are_said_once(case: Case) -> None:
    document = parse(case("01"))
    assert ids(document) == ["l_a1", "l_a2"]
    assert [record.text for record in document.records] == ["first", "second"]
    assert said(document) == [(None, "crlf", "notice"), (1, "bom", "notice")]
    assert document.writable


def test_blank_lines_are_nothing_and_line_numbers_stay_physical(case: Case) -> None:
    document = parse(case("02"))
    assert ids(document) == ["l_b1", "l_b2"]
    assert document.problems == ()
    assert document.line_of("l_b2") == 5


def test_p5_one_corrupt_line_costs_one_record_and_is_named_by_its_line(case: Case) -> None:
    document = parse(case("03"))
    assert ids(document) == ["l_c1", "l_c3"]
    assert said(document) == [(2, "invalid-json", "warning")]
    assert b'{"id":"l_c2","text":"cut of\n' in document.with_line_replaced("l_c1", document.records[1])


def test_nothing_between_conflict_markers_applies_and_the_file_is_not_written(case: Case) -> None:
    document = parse(case("05"))
    assert ids(document) == ["l_e1", "l_e4"]
    assert said(document) == [(2, "conflict-markers", "error")]
    assert "unresolved merge conflict, lines 2-8" in document.problems[0].message
    with pytest.raises(EditRefused, match="unresolved merge conflict"):
        document.with_line_added(document.records[0])
    with pytest.raises(EditRefused):
        document.with_line_replaced("l_e1", document.records[0])


def test_lines_end_at_line_feeds_only(case: Case, choose: Callable[..., Selection]) -> None:
    document = parse(case("07"))
    assert ids(document) == ["l_g1", "l_g2"]
    assert document.problems == () or {one.severity for one in document.problems} == {Severity.NOTICE}
    assert not {"\u2028", "\u2029", "\u0085"} & set(choose(document).block)


def test_unknown_versions_and_values_are_kept_and_inert_and_unknown_keys_are_kept(case: Case, now: datetime) -> None:
    document = parse(case("09"))
    reasons = {record.id: applies(record, now) for record in document.records}
    assert [record_id for record_id, reason in reasons.items() if reason is None] == [
        "l_i1",
        "l_i2",
        "l_i4",
        "l_i7",
        "l_i8",
    ]
    assert reasons["l_i3"] is InertReason.NEWER_VERSION
    assert reasons["l_i5"] is InertReason.UNKNOWN_KIND
    assert reasons["l_i6"] is InertReason.UNKNOWN_STATUS
    assert said(document) == [
        (3, "newer-version", "notice"),
        (5, "unknown-kind", "notice"),
        (6, "unknown-status", "notice"),
    ]
    minimal = document.find("l_i7")
    assert minimal is not None
    assert (minimal.scope, minimal.paths, minimal.changed_at) == (Scope.REPO, None, None)
    newer = document.find("l_i3")
    assert newer is not None
    with pytest.raises(EditRefused, match="newer"):
        document.with_line_replaced("l_i3", newer)


def test_one_bad_byte_costs_its_line_and_half_a_surrogate_is_replaced(case: Case) -> None:
    document = parse(case("11"))
    assert ids(document) == ["l_k1", "l_k4", "l_k5"]
    assert said(document) == [
        (2, "invalid-utf8", "warning"),
        (3, "invalid-json", "warning"),
        (4, "lone-surrogate", "warning"),
    ]
    assert [record.text for record in document.records if record.id == "l_k4"] == ["lone \ufffd surrogate"]


_PATHS = ["src/a.py", "src/gen/a.py", "lib/x/b.tsx", "#generated/g.c", "app/[id]/page.tsx", "caf\u00e9/c.py"]


@pytest.mark.parametrize(
    ("record_id", "hits"),
    [
        ("l_m01", ["src/a.py", "src/gen/a.py"]),
        ("l_m02", "everywhere"),
        ("l_m03", "everywhere"),
        ("l_m04", None),
        ("l_m05", None),
        ("l_m06", None),
        ("l_m07", ["src/a.py", "src/gen/a.py"]),
        ("l_m08", None),
        ("l_m09", None),
        ("l_m10", None),
        ("l_m11", None),
        ("l_m12", ["src/a.py", "src/gen/a.py"]),
        ("l_m13", None),
        ("l_m14", ["lib/x/b.tsx"]),
        ("l_m15", ["#generated/g.c"]),
        ("l_m16", []),
        ("l_m17", ["src/a.py"]),
        ("l_m18", None),
        ("l_m19", ["src/a.py", "src/gen/a.py"]),
        ("l_m20", None),
        ("l_m21", []),
        ("l_m22", ["caf\u00e9/c.py"]),
    ],
)
def test_p4_odd_paths_apply_to_what_they_say_or_to_nothing(
    case: Case,
    choose: Callable[..., Selection],
    now: datetime,
    record_id: str,
    hits: list[str] | str | None,
) -> None:
    document = parse(case("12"))
    record = document.find(record_id)
    assert record is not None
    assert (applies(record, now) is InertReason.NO_USABLE_PATH) is (hits is None)
    chosen = [
        path
        for path in _PATHS
        if record_id in {entry.id for entry in choose(document, paths=[path], max_entries=99, max_tokens=9999).selected}
    ]
    assert chosen == (_PATHS if hits == "everywhere" else hits or [])


def test_every_bad_glob_of_a_file_is_said_with_its_line(case: Case) -> None:
    document = parse(case("12"))
    lines = {one.line for one in document.problems if one.severity is Severity.WARNING}
    assert lines == {4, 5, 6, 7, 8, 9, 10, 11, 13, 18, 20}


def test_p9_hostile_text_stays_inside_its_quoted_item(case: Case, choose: Callable[..., Selection]) -> None:
    chosen = choose(case("14"))
    heading, items = chosen.block.split("\n- ", 1)
    assert "not orders" in heading
    assert all(line.startswith('{"id":"l_o') and line.endswith("}") for line in items.split("\n- "))
    for breakout in ("</learnings>", "```", "<!--", "-->", "\n::", "\n|"):
        assert breakout not in items
    assert not set(chosen.block) & {"\u202e", "\u202c", "\u200b", "\U000e0069"}


def test_an_entry_that_is_too_long_is_skipped_whole_and_the_next_ones_still_fit(
    case: Case, choose: Callable[..., Selection]
) -> None:
    document = parse(case("14"))
    chosen = {entry.id for entry in choose(document).selected}
    assert chosen == {"l_o1", "l_o2", "l_o3", "l_o4", "l_o5", "l_o6", "l_o7", "l_o9", "l_o10", "l_o11"}
    assert (8, "too-long") in {(one.line, one.reason.value) for one in document.problems}


def test_invisible_characters_are_removed_on_reading_and_counted(case: Case) -> None:
    document = parse(case("14"))
    removed = {
        one.id: one.message.split()[0] for one in document.problems if one.reason is ProblemReason.INVISIBLE_CHARACTERS
    }
    assert removed == {"l_o4": "19", "l_o5": "2", "l_o11": "3"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "lfs-pointer"),
        (b"<!DOCTYPE html>\n<html>\n<body>\nnot found\n</body></html>\n", "html"),
        (b"\n  <html><head></head>\n</html>", "html"),
        ('{"id":"l_a1","text":"x"}\n'.encode("utf-16"), "utf-16"),
        (b'[\n {"id":"l_a1","text":"x"},\n {"id":"l_a2","text":"y"}\n]\n', "json-document"),
        (b'{\n "id":"l_a1",\n "text":"x"\n}\n', "json-document"),
    ],
)
def test_a_file_that_is_something_else_gives_one_clear_error_and_is_not_written(
    case: Case, content: bytes | None, reason: str
) -> None:
    document = parse(case("16") if content is None else content)
    assert said(document) == [(None, reason, "error")]
    assert ids(document) == []
    assert not document.writable


def test_an_empty_file_is_an_empty_store() -> None:
    document = parse(b"")
    assert (list(document.records), document.problems, document.writable) == ([], (), True)


def test_what_is_no_regular_file_is_one_error_and_is_not_written() -> None:
    document = unreadable("`.buddy/learnings.jsonl` is a folder")
    assert said(document) == [(None, "not-a-file", "error")]
    assert not document.writable
