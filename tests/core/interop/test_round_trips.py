"""Export and import of every format: what comes back is what was there, and what does not was named.

The properties hold for every format of the table, so a new one is held to them by its row.
"""

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.core.commands.refusal import refusal
from buddy.core.interop.admission import Unacceptable, admit
from buddy.core.interop.conversion import CannotWrite
from buddy.core.interop.export_plan import plan_export
from buddy.core.interop.formats import FORMATS, load
from buddy.core.interop.import_plan import Outcome, plan_import
from buddy.core.learnings.document import parse
from buddy.core.learnings.record import About, Kind, Learning, Match, Scope, Source, Trust, Verify
from buddy.core.learnings.writing import new_line
from buddy.core.secrets import find
from buddy.core.text.invisible import clean

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ORIGIN = "import:test"
PATHS = (
    None,
    ("**",),
    ("src/**",),
    ("a/b.py",),
    ("src/**", "lib/*.c"),
    ("app/\\[id\\]/x.ts",),
    ("src/**", "!src/gen/**"),
    ("**/*.{ts,tsx}",),
    ("{src/**,lib/**}",),
    ("a/{b,c}/d.py", "e/f.py"),
    ("docs/Ä ö.md",),
    ("/Makefile",),
)
CATEGORIES = ("eslint/no-undef", "eslint/@a/b", "snyk/SNYK-JS-A-1", "ruff/S101", "semgrep/a.b: c", "lonely")
DATES = (None, "2025-01-02T03:04:05Z", "2025-01-02T03:04:05.678+02:00")
ODD = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn")), max_size=40)
MARKS = st.sampled_from(
    ['"', "'", "#", ": ", "- ", "{}", "*", "`x`", "<b>", "\n", "\n- ", "---", "\\", "|", "@a", "![x](y)", "&amp;", "::",
     "<!-- x -->", "* * *", "%", "?x", "~~~", "1. ", "> ", "=1+1", ";", ",", "\n\n", "[a]: b", "  ", "\t"]
)  # fmt: skip


def _fit(text: str) -> bool:
    return clean(text).text == text and not find(text) and refusal(text) is None


texts = st.builds(
    lambda first, mark, rest: f"Use {first} {mark} and {rest} there".strip(), ODD, MARKS, st.one_of(ODD, MARKS)
).filter(_fit)

facts = st.builds(
    Learning,
    id=st.sampled_from(("l_aaaaaaaaa1", "Q_x.y-z_9")),
    kind=st.sampled_from((Kind.FACT, Kind.CONVENTION, Kind.COMMAND)),
    scope=st.sampled_from(Scope),
    text=texts,
    paths=st.sampled_from(PATHS),
    trust=st.sampled_from((None, *Trust)),
    reason=st.one_of(st.none(), texts),
    about=st.sampled_from((None, About(category="ruff/S101", path="a/b.py"))),
    keywords=st.sampled_from((None, ("one", "two"))),
    expires_at=st.sampled_from((None, "2031-01-01T00:00:00Z")),
    supersedes=st.sampled_from((None, "l_old0000001", ("l_old0000001", "l_old0000002"))),
    verify=st.sampled_from((None, Verify(path="a/*.py", regex="x+"))),
    source=st.sampled_from((None, Source(pr=4, comment=99, n=0, by="dana-dev", via="remember"), Source(by="lee"))),
    created_at=st.sampled_from(DATES),
    updated_at=st.sampled_from(DATES),
)
matches = st.builds(
    Match,
    category=st.sampled_from(CATEGORIES),
    fingerprint=st.just(None),
) | st.just(Match(category="ruff/S101", fingerprint="v1:3f9c2a7be012", anchors=("aaaa1111", "bbbb2222")))
suppressions = st.builds(
    lambda record, match, paths: msgspec.structs.replace(record, kind=Kind.SUPPRESSION, match=match, paths=paths),
    facts,
    matches,
    st.sampled_from(PATHS[1:]),
)
records = st.one_of(facts, suppressions)


def fields(record: Learning) -> dict[str, object]:
    """What a record says, by the names of losses; what says nothing is left out."""
    names = zip(Learning.__struct_fields__, Learning.__struct_encode_fields__, strict=True)
    said = {name: getattr(record, attribute) for attribute, name in names}
    source = said.pop("source") or Source()
    said |= {f"source.{part}": getattr(source, part) for part in Source.__struct_fields__}
    if said["trust"] is Trust.STATED:
        said["trust"] = None
    return {name: value for name, value in said.items() if value not in (None, ()) and name != "v"}


def changed(before: Learning, after: Learning) -> set[str]:
    """Fields that say something else; a first date and the way it came are no change."""
    old, new = fields(before), fields(after)
    added = {"createdAt"} | ({"source.via"} if new.get("source.via") == ORIGIN else set())
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)} - (added - old.keys())


@pytest.mark.parametrize("name", FORMATS)
@given(record=records)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_what_does_not_come_back_was_named(name: str, record: Learning) -> None:
    form = load(name)
    try:
        written = form.write([record], {})
    except CannotWrite:
        return
    if record.id in {loss.item for loss in written.left_out}:
        return
    reading = form.read(written.files)
    assert [(one.reason, one.message) for one in reading.unusable] == []
    (entry,) = reading.entries
    after = admit(entry, origin=ORIGIN, now="2026-11-30T12:00:00Z")
    assert not isinstance(after, Unacceptable), after
    named = {loss.field for loss in (*written.losses, *reading.losses)}
    assert changed(record, after) <= named


@pytest.mark.parametrize("name", FORMATS)
@given(many=st.lists(records, max_size=4))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_importing_ones_own_export_changes_nothing(name: str, many: list[Learning]) -> None:
    """CLI-03."""
    different = [msgspec.structs.replace(one, id=f"l_aaaaaaaa{at}", supersedes=None) for at, one in enumerate(many)]
    document = parse(b"".join(new_line(one) + b"\n" for one in different))
    form = load(name)
    try:
        written = plan_export(document, form, existing={}, now=NOW)
    except CannotWrite:
        return
    plan = plan_import({name: form.read(written.files)}, document, now=NOW)
    assert [step for step in plan.steps if step.outcome is not Outcome.SKIP] == []
    assert plan.content == document.data


@pytest.mark.parametrize("name", FORMATS)
@given(many=st.lists(records, max_size=4))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_a_second_export_writes_the_same_bytes(name: str, many: list[Learning]) -> None:
    """P12."""
    different = [msgspec.structs.replace(one, id=f"l_aaaaaaaa{at}") for at, one in enumerate(many)]
    form = load(name)
    try:
        first = form.write(different, {})
    except CannotWrite:
        return
    assert dict(form.write(different, first.files).files) == dict(first.files)
