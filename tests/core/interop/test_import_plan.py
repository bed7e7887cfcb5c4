"""An import beside what is remembered already: nothing twice, nothing revived, nothing replaced in silence."""

import json

import pytest

from buddy.core.interop.import_plan import Outcome


def line(record_id: str, text: str, **fields: object) -> bytes:
    return json.dumps({"id": record_id, "text": text, **fields}).encode() + b"\n"


@pytest.fixture
def said(imported):
    """The plan for learnings of CodeRabbit's, as texts or items, into a memory."""

    def run(*items, memory: bytes = b""):
        rows = [item if isinstance(item, dict) else {"learning": item} for item in items]
        return imported("coderabbit-json", {"t.json": json.dumps({"data": rows}).encode()}, memory=memory)

    return run


@pytest.fixture
def lines(imported):
    """The plan for lines of Buddy's own into a memory."""
    return lambda content, memory=b"": imported("buddy", {"t.jsonl": content}, memory=memory)


def outcomes(plan):
    return [(step.outcome.value, step.reason, step.id) for step in plan.steps]


def test_what_is_remembered_already_is_skipped(said) -> None:
    memory = line("l_known00001", "Use tabs in Makefiles")
    plan = said("use  tabs in makefiles.", memory=memory)
    assert outcomes(plan) == [("skip", "same", "l_known00001")]
    assert plan.content == memory


def test_equal_words_for_another_file_widen_the_line(said) -> None:
    memory = line("l_known00001", "Use tabs here always", paths=["/a.mk"], myKey=1)
    plan = said({"learning": "Use tabs here always", "file": "b/c.mk"}, memory=memory)
    assert outcomes(plan) == [("update", "paths", "l_known00001")]
    changed = json.loads(plan.content)
    assert (changed["paths"], changed["myKey"]) == (["/a.mk", "b/c.mk"], 1)


def test_equal_words_within_one_file_are_one_learning(said) -> None:
    plan = said(
        {"learning": "Use tabs here always", "file": "a/b.mk"},
        {"learning": "Use tabs here always", "file": "a/c.mk"},
        {"learning": "use tabs here always.", "file": "a/c.mk"},
    )
    assert [outcome for outcome, _, _ in outcomes(plan)] == ["add", "update", "skip"]
    assert json.loads(plan.content)["paths"] == ["a/b.mk", "a/c.mk"]


def test_equal_words_everywhere_and_in_one_file_are_two_lines_with_two_ids(said) -> None:
    """6.4: if exactly one side has no paths both lines stay."""
    plan = said("Use tabs here always", {"learning": "Use tabs here always", "file": "a/c.mk"})
    first, second = (json.loads(one) for one in plan.content.splitlines())
    assert second["id"].startswith(first["id"])
    assert first["id"] != second["id"]
    again = said("Use tabs here always", {"learning": "Use tabs here always", "file": "a/c.mk"}, memory=plan.content)
    assert again.content == plan.content


def test_a_near_copy_is_skipped_and_shown_beside_its_like(said) -> None:
    memory = line("l_known00001", "Integration tests need the TEST_DB_URL variable")
    plan = said("The integration tests need the TEST_DB_URL variable", memory=memory)
    assert outcomes(plan) == [("skip", "near-copy", "l_known00001")]
    assert plan.steps[0].beside.text == "Integration tests need the TEST_DB_URL variable"


def test_a_contradiction_is_added_and_shown(said) -> None:
    memory = line("l_known00001", "Always use tabs in Makefiles")
    plan = said("Never use tabs in Makefiles", memory=memory)
    ((outcome, reason, _),) = outcomes(plan)
    assert (outcome, reason) == ("add", "contradiction")
    assert plan.steps[0].beside.id == "l_known00001"


def test_another_value_is_added_and_replaces_nothing_in_silence(said) -> None:
    memory = line("l_known00001", "The request timeout is 30 s")
    plan = said("The request timeout is 60 s", memory=memory)
    assert [step.reason for step in plan.steps] == ["other-value"]
    assert "supersedes" not in json.loads(plan.content.splitlines()[1])


def test_what_was_taken_out_of_force_is_not_brought_back(said) -> None:
    memory = line("l_known00001", "Use tabs in Makefiles", status="archived")
    assert outcomes(said("Use tabs in Makefiles.", memory=memory)) == [("skip", "out-of-force", "l_known00001")]


def test_an_archived_line_of_that_id_stays_archived(lines) -> None:
    memory = line("l_known00001", "Use tabs in Makefiles", status="archived")
    plan = lines(line("l_known00001", "Use spaces in Makefiles"), memory=memory)
    assert outcomes(plan) == [("skip", "out-of-force", "l_known00001")]


def test_other_words_under_a_known_id_change_the_line_and_its_trust(lines) -> None:
    memory = line("l_known00001", "Use tabs in Makefiles", trust="approved", paths=["a"], myKey=1)
    plan = lines(line("l_known00001", "Use tabs in all Makefiles"), memory=memory)
    assert outcomes(plan) == [("update", "changed", "l_known00001")]
    changed = json.loads(plan.content)
    assert (changed["text"], changed["trust"], changed["paths"]) == ("Use tabs in all Makefiles", "stated", ["a"])
    assert changed["myKey"] == 1
    assert outcomes(lines(line("l_known00001", "Use tabs in all Makefiles"), memory=plan.content)) == [
        ("skip", "same", "l_known00001")
    ]


def test_an_older_line_of_a_known_id_changes_nothing(lines) -> None:
    memory = line("l_known00001", "Use tabs in Makefiles", updatedAt="2026-05-01T00:00:00Z")
    plan = lines(line("l_known00001", "Use spaces there", createdAt="2026-01-01T00:00:00Z"), memory=memory)
    assert outcomes(plan) == [("skip", "older", "l_known00001")]


def test_lines_that_are_not_touched_keep_their_bytes(said) -> None:
    """P5."""
    memory = b'\xef\xbb\xbf{ "id":"l_a1", "text":"one thing" }\r\n\nnot json\n' + line("l_b2", "another thing")[:-1]
    plan = said("Use tabs in Makefiles", memory=memory)
    assert plan.content.startswith(memory + b"\n")


def test_suppressions_of_one_category_in_two_files_stay_two(imported) -> None:
    """6.4: suppressions never join paths."""
    table = {"a/x.js": {"no-undef": {"count": 1}}, "b/x.js": {"no-undef": {"count": 1}}}
    plan = imported("eslint", {"eslint-suppressions.json": json.dumps(table).encode()})
    assert len(plan.content.splitlines()) == 2


def test_thousands_of_rows_are_decided_and_none_twice(said) -> None:
    """P11."""
    words = [f"{one}{two}" for one in "abcdefghij" for two in ("ora", "ulu", "ipi", "ete", "omo", "ava", "iki", "eno")]
    items = [
        f"Use {words[n % 79]} {n} with {words[n * 7 % 80]} in {words[n * 13 % 77]} for {words[n * 31 % 73]}."
        for n in range(3_000)
    ]
    plan = said(*items, *items[:10])
    assert len(plan.content.splitlines()) + plan.counts[Outcome.SKIP] == 3_010
    assert plan.counts[Outcome.SKIP] >= 10


def test_what_is_wrong_with_a_line_of_buddys_own_does_not_come_along(lines) -> None:
    """P5."""
    damaged = line("l_own0000001", "Use tabs in Makefiles", keywords=7, createdAt="soon", myKey=1)
    plan = lines(damaged)
    assert [step.outcome.value for step in plan.steps] == ["add"]
    assert [loss.field for loss in plan.losses] == ["wrong-type", "unreadable-date"]
    assert "soon" not in plan.content.decode()
    assert "keywords" not in json.loads(plan.content)


def test_a_made_id_that_is_taken_gets_longer(said) -> None:
    """STORE-12."""
    taken = json.loads(said("Use tabs in Makefiles").content)["id"]
    plan = said("Use tabs in Makefiles", memory=line(taken, "Something else altogether"))
    added = json.loads(plan.content.splitlines()[1])
    assert added["id"].startswith(taken)
    assert len(added["id"]) == len(taken) + 1


def test_all_that_differs_under_a_known_id_is_taken(lines) -> None:
    memory = line("l_known00001", "Use tabs in Makefiles", paths=["a"], reason="old", keywords=["x"])
    plan = lines(
        line("l_known00001", "Use tabs in Makefiles", paths=["b"], reason="new", keywords=["y"]), memory=memory
    )
    changed = json.loads(plan.content)
    assert (changed["paths"], changed["reason"], changed["keywords"]) == (["b"], "new", ["y"])


def test_a_line_that_was_just_added_may_be_widened(said) -> None:
    plan = said(
        {"learning": "Use tabs here always", "file": "a/b.mk"}, {"learning": "Use tabs here always", "file": "c/d.mk"}
    )
    assert json.loads(plan.content)["paths"] == ["a/b.mk", "c/d.mk"]
    assert len(plan.content.splitlines()) == 1
