"""An edit is dated later than what it edits, whatever the clocks of others said."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from buddy.core.edits.moments import edited_at, written
from buddy.core.learnings.dates import parse
from buddy.core.learnings.record import Learning

NOW = datetime(2026, 6, 1, 12, 0, 0, 999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("updated", "created", "expected"),
    [
        (None, None, "2026-06-01T12:00:00Z"),
        (None, "2026-01-01", "2026-06-01T12:00:00Z"),
        (None, "2026-06-01T12:00:00Z", "2026-06-01T12:00:01Z"),
        ("2026-07-01T00:00:00.5Z", "2026-01-01", "2026-07-01T00:00:01Z"),
        ("2026-01-01", "2027-01-01T01:00:00+01:00", "2027-01-01T00:00:01Z"),
        ("soon", "never", "2026-06-01T12:00:00Z"),
    ],
)
def test_p6_the_date_of_an_edit_wins_a_merge(updated, created, expected):
    record = Learning(id="l_one1", text="x", updated_at=updated, created_at=created)
    assert edited_at(record, NOW) == expected


def test_the_end_of_all_dates_is_no_crash():
    record = Learning(id="l_one1", text="x", updated_at="9999-12-31T23:59:59Z")
    assert parse(edited_at(record, NOW)) is not None


def test_moments_are_written_in_utc():
    assert written(datetime(2026, 6, 1, 2, tzinfo=timezone(timedelta(hours=2)))) == "2026-06-01T00:00:00Z"
