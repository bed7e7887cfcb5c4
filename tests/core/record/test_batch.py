"""The next state of a record branch, as values."""

import itertools
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.learnings.document import parse
from buddy.core.learnings.record import Kind, Learning, Match, Status
from buddy.core.record.batch import OnBranch
from buddy.core.record.batch import batch as batch_at
from buddy.core.record.pending import Pending, State


def batch(*args, **kwargs):
    return batch_at(*args, now=datetime(2026, 11, 30, tzinfo=UTC), **kwargs)


def entry(name, text=None, **fields):
    return Pending(
        record=Learning(id=f"l_{name}", text=text or f"about {name}", created_at="2026-11-29T10:00:00Z", **fields)
    )


def line(name, text=None, **fields):
    return json.dumps({"id": f"l_{name}", "text": text or f"about {name}", **fields}).encode() + b"\n"


ONE, TWO, THREE = entry("one"), entry("two"), entry("three")
BASE = parse(line("base"))


def standing(data, *, written, base=BASE, edited=False, lines=None):
    return OnBranch(
        document=parse(data), base=base, written={f"l_{name}" for name in written}, edited=edited, lines=lines or {}
    )


def ids(made):
    return [record.id for record in made.document.records]


def test_pending_entries_are_added_oldest_first_whatever_their_order():
    """P12"""
    young = Pending(record=Learning(id="l_aaa", text="young", created_at="2026-11-29T11:00:00Z"))
    results = {batch(BASE, order, max_batch=9).document.data for order in itertools.permutations([young, TWO, ONE])}
    assert len(results) == 1
    assert ids(batch(BASE, [young, TWO, ONE], max_batch=9)) == ["l_base", "l_one", "l_two", "l_aaa"]


def test_the_second_batch_changes_nothing():
    """P6"""
    first = batch(BASE, [ONE, TWO], max_batch=9)
    branch = standing(first.document.data, written=["one", "two"])
    assert batch(BASE, [ONE, TWO], branch=branch, max_batch=9).document.data == first.document.data


def test_entries_that_stand_on_the_branch_stay_though_nobody_hands_them_over():
    branch = standing(BASE.data + line("one"), written=["one"])
    made = batch(BASE, [TWO], branch=branch, max_batch=9)
    assert ids(made) == ["l_base", "l_one", "l_two"]
    assert (dict(made.entries), made.states) == ({"l_one": "l_one", "l_two": "l_two"}, {"l_two": State.RECORDED})
    assert str(made.counts) == "2 added"


def test_a_full_batch_lets_the_rest_wait():
    branch = standing(BASE.data + line("one"), written=["one"])
    made = batch(BASE, [TWO, THREE], branch=branch, max_batch=2)
    assert (made.states["l_three"], made.states["l_two"]) == (State.RECORDED, State.WAITING)
    assert made.waiting == ("l_two",)


@pytest.mark.parametrize("settled", [State.DECLINED, State.DROPPED])
def test_what_was_decided_is_not_asked_again_and_leaves_the_branch(settled):
    branch = standing(BASE.data + line("one"), written=["one"])
    made = batch(BASE, [ONE], branch=branch, settled={"l_one": settled}, max_batch=9)
    assert (made.document.data, made.states) == (BASE.data, {"l_one": settled})


def test_an_update_is_applied_anew_where_the_target_changed_the_same_line():
    more = entry("more", "about base", paths=("b/**",))
    base = parse(line("base", paths=["a/**"]))
    target = parse(line("base", paths=["a/**", "c/**"]))
    branch = standing(line("base", paths=["a/**", "b/**"]), written=["more"], base=base)
    made = batch(target, [more], branch=branch, max_batch=9)
    assert made.document.find("l_base").paths == ("a/**", "c/**", "b/**")
    assert made.states == {"l_more": State.RECORDED}


def test_taking_back_one_of_two_that_share_a_line_keeps_the_other():
    one = entry("one", "same words", paths=("a/**",))
    two = entry("two", "Same words.", paths=("b/**",))
    first = batch(BASE, [one, two], max_batch=9)
    assert first.entries == {"l_one": "l_one", "l_two": "l_one"}
    branch = standing(first.document.data, written=["one", "two"], lines={"l_two": "l_one"})
    made = batch(BASE, [one, two], branch=branch, unwanted=["l_one"], max_batch=9)
    assert made.states == {"l_one": State.DROPPED, "l_two": State.RECORDED}
    assert made.document.find("l_two").paths == ("b/**",)
    assert made.document.find("l_one") is None


def test_suppressions_never_share_a_line():
    """DESIGN 6.4"""
    match = Match(category="ruff/S101")
    one, two = (
        entry(name, "asserts are fine", kind=Kind.SUPPRESSION, match=match, paths=(path,))
        for name, path in (("one", "a.py"), ("two", "b.py"))
    )
    assert ids(batch(parse(b""), [one, two], max_batch=9)) == ["l_one", "l_two"]


def test_if_exactly_one_has_no_paths_both_lines_stay():
    """DESIGN 6.4"""
    everywhere, here = entry("one", "same words"), entry("two", "same words", paths=("a/**",))
    assert ids(batch(parse(b""), [everywhere, here], max_batch=9)) == ["l_one", "l_two"]


def test_a_new_value_replaces_the_line_with_the_old_one():
    """DESIGN 6.4: a new line that names the one it supersedes."""
    target = parse(line("old", "The timeout is 30 s"))
    new = entry("new", "The timeout is 60 s")
    made = batch(target, [new], max_batch=9)
    assert made.document.find("l_new").superseded_ids == ("l_old",)
    assert made.document.data.startswith(target.data)
    again = standing(made.document.data, written=["new"], base=target)
    assert batch(target, [new], branch=again, max_batch=9).document.data == made.document.data
    assert batch(made.document, [new], max_batch=9).states == {"l_new": State.DONE}


def test_a_near_copy_becomes_an_edit_of_the_line():
    """DESIGN 6.4"""
    target = parse(line("old", "Integration tests always need a running docker daemon", paths=["a/**"]))
    new = entry("new", "Integration tests always need the running docker daemon", paths=("a/**",))
    made = batch(target, [new], max_batch=9)
    assert ids(made) == ["l_old"]
    assert made.document.find("l_old").text == new.record.text
    assert made.entries == {"l_new": "l_old"}
    again = standing(made.document.data, written=["new"], base=target)
    assert batch(target, [new], branch=again, max_batch=9).states == {"l_new": State.RECORDED}
    assert batch(made.document, [new], max_batch=9).states == {"l_new": State.DONE}


def test_a_contradiction_is_a_line_of_its_own():
    """DESIGN 6.4: people see both; nothing is taken for the same."""
    made = batch(parse(line("old", "Never log bodies")), [entry("new", "Always log bodies")], max_batch=9)
    assert ids(made) == ["l_old", "l_new"]
    assert made.document.find("l_new").superseded_ids == ()


def test_an_equal_line_is_found_in_a_large_file():
    many = b"".join(line(f"x{n}", f"The module {n} of the service needs a lock") for n in range(1_000))
    same = entry("new", "the module 777 of the service needs a lock")
    assert batch(parse(many), [same], max_batch=9).states == {"l_new": State.DONE}


def test_what_the_target_came_to_say_by_another_line_leaves_the_branch():
    branch = standing(BASE.data + line("one"), written=["one"])
    target = parse(BASE.data + line("other", "About ONE."))
    made = batch(target, [ONE], branch=branch, max_batch=9)
    assert (made.document.data, made.states) == (target.data, {"l_one": State.DONE})


def test_archiving_takes_the_line_as_it_is_now():
    old = Learning(id="l_base", text="about base", status=Status.ARCHIVED, updated_at="2026-11-30T00:00:00Z")
    target = parse(line("base", paths=["new/**"], unknown=1))
    made = batch(target, [Pending(record=old, key="l_forget")], max_batch=9)
    assert json.loads(made.document.data) == {
        "id": "l_base", "text": "about base", "paths": ["new/**"], "unknown": 1,
        "status": "archived", "updatedAt": "2026-11-30T00:00:00Z",
    }  # fmt: skip
    assert str(made.counts) == "1 archived"
    gone = batch(parse(b""), [Pending(record=old, key="l_forget")], max_batch=9)
    assert gone.states == {"l_forget": State.DONE}


def test_a_line_of_a_newer_version_blocks_its_entry_only():
    """P5"""
    target = parse(line("base", v=2))
    old = Learning(id="l_base", text="about base", status=Status.ARCHIVED)
    made = batch(target, [Pending(record=old, key="l_forget"), ONE], max_batch=9)
    assert made.states == {"l_forget": State.BLOCKED, "l_one": State.RECORDED}
    assert "newer" in made.reasons["l_forget"]


def test_nothing_invisible_and_no_secret_is_stored():
    """P9, P10: whoever let it pass before."""
    secret = "ghp_" + "a1B2c3D4e5" * 4
    made = batch(BASE, [entry("one", f"use \u200b{secret}\u202e here")], max_batch=9)
    assert secret.encode() not in made.document.data
    assert "\u200b" not in made.document.find("l_one").text
    again = standing(made.document.data, written=["one"])
    done = batch(BASE, [entry("one", f"use \u200b{secret}\u202e here")], branch=again, max_batch=9)
    assert done.document.data == made.document.data


NAMES = st.lists(st.sampled_from(["one", "two", "three", "four"]), unique=True)


@settings(max_examples=100)
@given(pending=NAMES, written=NAMES, removed=NAMES, unwanted=NAMES, moved=NAMES)
def test_every_entry_ends_in_one_state_and_the_file_agrees(pending, written, removed, unwanted, moved):
    """P6, P8"""
    there = [name for name in written if name not in removed]
    branch = standing(BASE.data + b"".join(map(line, there)), written=written, edited=bool(removed))
    target = parse(BASE.data + b"".join(map(line, moved)))
    made = batch(target, map(entry, pending), branch=branch, unwanted=[f"l_{name}" for name in unwanted], max_batch=2)
    found = set(ids(made))
    for name in pending:
        key = f"l_{name}"
        assert (made.states[key] is State.DONE) == (name in moved)
        assert (made.states[key] is State.RECORDED) == (key in found and name not in moved)
        if name not in moved and (name in unwanted or (name in written and name in removed)):
            assert made.states[key] is State.DROPPED
    assert found >= {f"l_{name}" for name in moved}
    assert not (found - {f"l_{name}" for name in moved}) & {f"l_{name}" for name in unwanted}
    again = standing(
        made.document.data, written={*written, *(key[2:] for key in made.entries)}, base=target, edited=bool(removed)
    )
    second = batch(target, map(entry, pending), branch=again, unwanted=[f"l_{n}" for n in unwanted], max_batch=2)
    assert second.document.data == made.document.data


def test_forgetting_what_was_never_merged_takes_it_off_the_branch():
    never = Learning(id="l_one", text="about one", status=Status.ARCHIVED, updated_at="2026-11-30T00:00:00Z")
    branch = standing(BASE.data + line("one"), written=["one"])
    made = batch(BASE, [Pending(record=never, key="l_forget"), ONE], branch=branch, max_batch=9)
    assert made.document.data == BASE.data
    assert made.states == {"l_forget": State.DONE, "l_one": State.DROPPED}
