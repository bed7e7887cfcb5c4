"""Which learnings reach a prompt, in which order, within which budget, and what is said of the others."""

import random
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.core import tokens
from buddy.core.globs import GlobSet
from buddy.core.learnings import inert, left_out, render
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.learnings.problems import Severity
from buddy.core.learnings.record import Kind
from buddy.core.learnings.selection import Selection

Line = Callable[..., bytes]
Choose = Callable[..., Selection]

_SHARED = [HealthCheck.function_scoped_fixture]  # the fixtures are plain functions


def chosen(selection: Selection) -> list[str]:
    return [entry.id for entry in selection.selected]


def reasons(selection: Selection) -> dict[str, str]:
    return {entry.id: entry.why for entry in selection.left_out}


def test_a_path_that_matches_puts_a_learning_in_and_says_which_glob_and_how_many_files(
    line: Line, choose: Choose
) -> None:
    selection = choose(
        line(paths=["docs/**", "test/**"]) + line("l_a2"),
        paths=["test/a.py", "test/b/c.py", "src/x.py", "test/d.py"],
    )
    assert [(entry.id, entry.why, entry.rank) for entry in selection.selected] == [
        ("l_a1", "path test/** matched 3 files", 1),
        ("l_a2", "applies everywhere", 2),
    ]
    assert selection.loaded == 2


def test_p8_every_learning_that_is_left_out_says_why(line: Line, choose: Choose) -> None:
    match = {"category": "ruff/S101"}
    data = (
        line("l_none", paths=["docs/**"])
        + line("l_arch", status="archived")
        + line("l_exp", expiresAt="2026-11-29T11:59:59Z")
        + line("l_later", expiresAt="2026-11-30")
        + line("l_when", expiresAt="someday")
        + line("l_kind", kind="hologram")
        + line("l_glob", paths=["["])
        + line("l_long", text="x" * 601)
        + line("l_hide", kind="suppression", paths=["src/**"], match=match)
        + line("l_half", kind="suppression", match=match)
        + line("l_old")
        + line("l_new", supersedes="l_old")
        + line("l_v99", v=99)
    )
    selection = choose(data)
    assert chosen(selection) == ["l_later", "l_new"]
    assert reasons(selection) == {
        "l_old": "superseded by l_new",
        "l_arch": "archived",
        "l_exp": "expired",
        "l_glob": "none of its paths is a usable glob",
        "l_half": "a suppression needs a category and at least one path",
        "l_kind": "its kind is unknown",
        "l_long": "its text is longer than 600 characters",
        "l_v99": "its schema version is newer than this Buddy reads",
        "l_when": "its expiresAt is no date, so nobody can tell whether it still holds",
        "l_hide": "suppression: hides findings, adds no context",
        "l_none": "no changed path matches",
    }
    assert sum(selection.left_out_counts.values()) == selection.loaded - len(selection.selected)


def test_more_exact_paths_come_first_and_repo_wide_ones_last_whatever_else_speaks_for_them(
    line: Line, choose: Choose
) -> None:
    new = "2026-11-29T00:00:00Z"
    data = (
        line("l_all", createdAt=new, trust="pinned", text="payment retry")
        + line("l_pattern", paths=["*.py"], createdAt=new, trust="pinned")
        + line("l_folder", paths=["src/**"], createdAt=new)
        + line("l_deeper", paths=["src/pay/**"])
        + line("l_exact", paths=["src/pay/a.py"], createdAt="2020-01-01")
    )
    selection = choose(data, paths=["src/pay/a.py"], change_text="payment retry")
    assert chosen(selection) == ["l_exact", "l_deeper", "l_folder", "l_pattern", "l_all"]


def test_inside_a_class_newer_more_relevant_and_better_proven_ones_come_first(line: Line, choose: Choose) -> None:
    newer = choose(line("l_old", createdAt="2025-01-01") + line("l_new", createdAt="2026-11-01"))
    assert chosen(newer) == ["l_new", "l_old"]
    proven = choose(line("l_a1", trust="stated") + line("l_z9", trust="validated"))
    assert chosen(proven) == ["l_z9", "l_a1"]
    relevant = choose(
        line("l_a1", text="name fixtures by behaviour") + line("l_z9", text="the retry budget is shared"),
        change_text="Make the client retry",
    )
    assert chosen(relevant) == ["l_z9", "l_a1"]


def test_a_future_date_counts_as_now_and_an_unknown_one_as_oldest(line: Line, choose: Choose) -> None:
    data = (
        line("l_z_future", createdAt="2099-01-01")
        + line("l_a_now", createdAt="2026-11-29T11:00:00Z")
        + line("l_b_unknown", createdAt=None)
        + line("l_c_broken", createdAt="yesterday")
        + line("l_d_old", createdAt="2020-01-01T00:00:00+02:00")
    )
    assert chosen(choose(data)) == ["l_a_now", "l_z_future", "l_d_old", "l_b_unknown", "l_c_broken"]


@given(seed=st.integers(0, 1_000))
@settings(max_examples=25, deadline=None, suppress_health_check=_SHARED)
def test_p12_ranking_is_one_order_whatever_the_order_of_lines_and_paths(line: Line, choose: Choose, seed: int) -> None:
    shuffle = random.Random(seed)
    lines = [
        line(
            f"l_r{n}",
            text=shuffle.choice(["retry the cache", "lint first", "retry"]),
            paths=shuffle.choice([None, ["src/**"], ["*.py"], ["src/a.py"], ["docs/**"]]),
            trust=shuffle.choice(["stated", "pinned"]),
            createdAt=shuffle.choice(["2026-01-01", "2026-11-01", None]),
        )
        for n in range(30)
    ]
    paths = ["src/a.py", "src/b.py", "lib/c.py"]
    one = choose(b"".join(lines), paths=paths, change_text="retry", max_entries=9)
    shuffle.shuffle(lines)
    shuffle.shuffle(paths)
    two = choose(b"".join(lines), paths=paths, change_text="retry", max_entries=9)
    assert one == two


@given(data=st.data(), max_tokens=st.integers(0, 400), max_entries=st.integers(0, 12))
@settings(max_examples=100, deadline=None, suppress_health_check=_SHARED)
def test_p11_a_block_never_exceeds_its_budget_and_holds_whole_entries_only(
    line: Line, choose: Choose, data: st.DataObject, max_tokens: int, max_entries: int
) -> None:
    texts = data.draw(
        st.lists(st.text(min_size=1, max_size=120) | st.sampled_from(["x" * 600, "\u4e2d" * 99]), max_size=9)
    )
    content = b"".join(line(f"l_r{n}", text=text) for n, text in enumerate(texts))
    selection = choose(content, max_tokens=max_tokens, max_entries=max_entries)
    assert tokens.estimate(selection.block) == selection.tokens <= max_tokens
    assert len(selection.selected) <= max_entries
    items = [one for one in selection.block.split("\n") if one.startswith("- ")]
    assert [tokens.estimate(item) for item in items] == [entry.tokens for entry in selection.selected]
    assert all(f'"id":"{entry.id}"' in item for entry, item in zip(selection.selected, items, strict=True))
    assert {*chosen(selection), *reasons(selection)} == {record.id for record in parse(content).records}


_FIELDS = {
    "status": st.sampled_from(["active", "active", "archived", "maybe"]),
    "kind": st.sampled_from(["fact", "command", "suppression", "hologram"]),
    "paths": st.lists(
        st.sampled_from(["src/**", "*.py", "!src/b.py", "src/a.py", "docs/", "[", "lib/*.ts"]), max_size=3
    ),
    "expiresAt": st.sampled_from(["2020-01-01", "2099-01-01", "soon"]),
    "match": st.just({"category": "a/b"}),
    "v": st.sampled_from([1, "1", 7]),
}


@given(records=st.lists(st.fixed_dictionaries({}, optional=_FIELDS), max_size=8))
@settings(max_examples=100, deadline=None, suppress_health_check=_SHARED)
def test_what_is_selected_is_what_looking_at_every_record_and_path_would_select(
    line: Line, choose: Choose, now: datetime, records: list[dict[str, Any]]
) -> None:
    paths = ["src/a.py", "src/b.py", "docs/x.md"]
    document = parse(b"".join(line(f"l_r{n}", **fields) for n, fields in enumerate(records)))
    expected = {
        record.id
        for record in document.records
        if inert.applies(record, now) is None
        and record.kind is not Kind.SUPPRESSION
        and (not record.paths or any(GlobSet(record.paths).matches(path) for path in paths))
    }
    selection = choose(document, paths=paths, max_entries=50, max_tokens=9_999)
    assert set(chosen(selection)) == expected
    assert {*chosen(selection), *reasons(selection)} == {record.id for record in document.records}
    assert sum(selection.left_out_counts.values()) == len(selection.left_out)


def test_an_entry_that_does_not_fit_is_skipped_and_the_next_one_is_tried(line: Line, choose: Choose) -> None:
    data = line("l_a1", text="short") + line("l_b2", text="long " * 110) + line("l_c3", text="short too")
    selection = choose(data, max_tokens=tokens.estimate(render.HEADING) + 80)
    assert chosen(selection) == ["l_a1", "l_c3"]
    assert reasons(selection) == {"l_b2": "does not fit into what is left of the budget"}


def test_emptiness_is_stated(line: Line, choose: Choose) -> None:
    assert choose(b"").block == "No learnings apply to this change."
    assert choose(line(paths=["docs/**"])).block == "No learnings apply to this change."
    assert choose(line(), max_tokens=20).block == "No learnings fit into the budget."
    assert choose(line(), max_tokens=0).block == ""


def test_learnings_for_everything_take_at_most_three_quarters_of_the_entries(line: Line, choose: Choose) -> None:
    data = b"".join(line(f"l_r{n:02}") for n in range(30)) + line("l_src", paths=["src/**"])
    selection = choose(data)
    assert chosen(selection) == ["l_src", *(f"l_r{n:02}" for n in range(15))]
    assert selection.left_out_counts == {"repo-wide-cap": 15}


def test_both_names_of_a_renamed_file_count(line: Line, choose: Choose) -> None:
    data = line("l_old", paths=["old/**"]) + line("l_new", paths=["new/**"])
    assert set(chosen(choose(data, paths=["new/a.py", "old/a.py"]))) == {"l_old", "l_new"}


def test_one_entry_a_prompt_for_an_id_that_a_union_merge_repeated(line: Line, choose: Choose) -> None:
    data = line(text="first") + line(text="second", updatedAt="2026-06-01") + line(text="first")
    assert [entry.text for entry in choose(data).selected] == ["second"]


def test_an_archived_line_is_never_revived_by_an_older_active_one(line: Line, choose: Choose) -> None:
    data = line(status="archived", updatedAt="2026-06-01") + line(updatedAt="2026-05-01")
    assert chosen(choose(data)) == []
    tie = line(status="archived", updatedAt="2026-06-01") + line(updatedAt="2026-06-01T00:00:00Z")
    assert chosen(choose(tie)) == []


def test_a_record_is_only_superseded_by_one_that_applies(line: Line, choose: Choose) -> None:
    assert chosen(choose(line("l_old") + line("l_new", supersedes=["l_old"], status="archived"))) == ["l_old"]
    chain = line("l_a1") + line("l_b2", supersedes="l_a1") + line("l_c3", supersedes="l_b2", createdAt="2026-04-01")
    assert chosen(choose(chain)) == ["l_c3"]


def test_of_a_circle_of_replacements_the_newest_stays(line: Line, choose: Choose) -> None:
    data = (
        line("l_a1", supersedes="l_b2", createdAt="2026-01-01")
        + line("l_b2", supersedes="l_c3", createdAt="2026-02-01")
        + line("l_c3", supersedes="l_a1", createdAt="2026-03-01")
        + line("l_self", supersedes="l_self")
    )
    assert set(chosen(choose(data))) == {"l_c3", "l_self"}


def test_p10_a_learning_that_holds_a_secret_is_left_out_and_its_value_is_nowhere(line: Line, choose: Choose) -> None:
    value = "ghp_" + "a1B2" * 9
    selection = choose(line("l_leak", text=f"log in with {value}") + line("l_ok"))
    assert chosen(selection) == ["l_ok"]
    assert "looks like a secret" in reasons(selection)["l_leak"]
    assert value not in repr(selection)


@pytest.fixture
def many(line: Line) -> LearningsDocument:
    """2,500 learnings: a fifth for everything, the others for folders of which one is changed."""
    return parse(
        b"".join(line(f"l_r{n:04}", paths=[f"d{n % 5}/**"] if n % 5 else None, text=f"note {n}") for n in range(2_500))
    )


def test_p8_a_thousand_that_were_left_out_are_named_and_all_are_counted(
    many: LearningsDocument, choose: Choose
) -> None:
    selection = choose(many, paths=["d1/a"], max_entries=5)
    assert len(selection.left_out) == left_out.MAX_NAMED
    assert selection.left_out_counts == {"max-entries": 995, "no-path-matches": 1_500}
    assert [entry.id for entry in selection.left_out[:3]] == ["l_r0026", "l_r0031", "l_r0036"]


def test_a_large_class_is_bounded_before_it_is_scored_and_still_finds_the_old_one_that_fits(
    line: Line, choose: Choose
) -> None:
    data = b"".join(line(f"l_r{n:04}", createdAt="2026-11-01", text=f"note {n}") for n in range(2_000))
    old = line("l_old", createdAt="2026-10-01", text="the zebra cache is warm")
    assert chosen(choose(data + old, change_text="zebra cache", max_entries=3))[0] == "l_old"


def test_a_change_without_paths_gets_what_applies_everywhere(line: Line, choose: Choose) -> None:
    assert chosen(choose(line() + line("l_a2", paths=["**"]), paths=[])) == ["l_a1"]


def test_the_line_of_the_seed_issue_loads_as_it_stands(choose: Choose) -> None:
    seed = (
        b'{ "id": "l_x7c2", "scope": "repo", "text": "integration tests need TEST_DB_URL; skip in review sandbox", '
        b'"source": { "pr": 142, "comment": 98123 }, "createdAt": "...", "paths": ["test/**"], "status": "active" }'
    )
    document = parse(seed)
    assert [one.severity for one in document.problems] == [Severity.NOTICE]  # its date is a placeholder
    selection = choose(document, paths=["test/db/a.py"])
    assert [entry.text for entry in selection.selected] == [
        "integration tests need TEST_DB_URL; skip in review sandbox"
    ]
    assert '"source":"PR #142"' in selection.block
