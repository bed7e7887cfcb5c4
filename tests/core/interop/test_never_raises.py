"""Whatever a file holds, reading it gives values and importing it a plan: no input ends in a traceback (P4, P11)."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.core.interop.formats import FORMATS, load
from buddy.core.interop.import_plan import plan_import
from buddy.core.learnings.document import parse

FILES = Path(__file__).parents[3] / "fixtures/interop"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEEDS = {name: sorted(path for path in (FILES / name).rglob("*") if path.is_file()) for name in FORMATS}
QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "data", "items", "learning", "id", "file", "source_url", "runs", "results", "suppressions",
    "status", "kind", "tool", "driver", "ruleId", "locations", "properties", "buddyPaths", "buddyId",
    "justification", "reviews", "path_instructions", "path", "instructions", "ignore", "reason", "expires", "count",
    "createdAt",
)  # fmt: skip
shaped = st.recursive(
    values,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


def imported(name: str, content: bytes) -> None:
    form = load(name)
    form.recognises("any/file", content)
    plan = plan_import({name: form.read({"any/file": content})}, parse(b""), now=NOW)
    assert parse(plan.content).problems == ()
    again = plan_import({name: form.read({"any/file": content})}, parse(plan.content), now=NOW)
    assert again.content == plan.content


@pytest.mark.parametrize("name", FORMATS)
@given(content=st.binary(max_size=200))
@QUIET
def test_bytes_of_any_kind_are_read(name: str, content: bytes) -> None:
    imported(name, content)


@pytest.mark.parametrize("name", FORMATS)
@given(value=shaped)
@QUIET
def test_values_of_any_shape_are_read(name: str, value: object) -> None:
    """JSON is YAML too."""
    imported(name, json.dumps(value).encode())


@pytest.mark.parametrize("name", [name for name, seeds in SEEDS.items() if seeds])
@given(data=st.data())
@QUIET
def test_a_damaged_real_file_is_read(name: str, data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from(SEEDS[name])).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        length = data.draw(st.integers(0, 30))
        content[start : start + length] = data.draw(
            st.binary(max_size=6) | st.sampled_from((b'"', b"\n", b": ", b"- "))
        )
    imported(name, bytes(content))


def test_a_match_of_what_is_no_suppression_is_no_change_the_second_time() -> None:
    """P6"""
    imported(
        "buddy", b'{"id":"l_team000004"," kind":"suppression","text":"incomplete one","match":{"category":"a/b"}}\n'
    )
