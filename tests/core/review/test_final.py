"""The last words of a summary are told from its memory alone."""

from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory
from buddy.core.review.final import final_text, is_final


def memory(*states, **fields):
    findings = {
        f"v1:{n:012x}": KnownFinding(category="ruff/S101", path=f"src/a{n}.py", state=state, line=n + 1, **fields)
        for n, state in enumerate(states)
    }
    return PrMemory(repo=1, pr=7, findings=findings, intent="Add stop()")


def text(of, learned="", room=60_000):
    return final_text(of, learned=learned, room=room)


def test_every_finding_is_told_with_what_became_of_it():
    """P8."""
    said = text(memory(*FindingState), learned="1 proposal waits for a 👍.")
    assert "4 findings: 1 open, 1 addressed, 1 hidden, 1 declined." in said
    assert said.index("| open |") < said.index("| addressed |") < said.index("| hidden |")
    assert "1 proposal waits for a 👍." in said
    assert "Intent: Add stop()" in said


def test_a_hidden_finding_names_the_learning_that_hid_it():
    """P8."""
    assert "`l_hidden0001`" in text(memory(FindingState.SUPPRESSED, by="l_hidden0001"))


def test_fifty_rows_are_shown_and_the_rest_is_counted():
    said = text(memory(*[FindingState.OPEN] * 60))
    assert said.count("| open |") == 50
    assert "10 more not shown." in said


def test_nothing_found_is_said():
    assert "Nothing was found on it." in text(memory())


def test_it_is_known_again_however_the_host_ends_its_lines():
    said = text(memory(FindingState.OPEN))
    assert is_final(said)
    assert is_final(said.replace("\n", "\r\n"))
    assert not is_final("## Buddy\n\n**No findings** on the changed files.")


def test_it_holds_its_room_and_no_secret():
    """P10, P11."""
    secret = "ghp_" + "a1B2" * 9
    many = memory(*[FindingState.OPEN] * 60).model_copy(update={"intent": f"use {secret}"})
    assert secret not in text(many)
    assert len(text(many, room=1_000)) <= 1_000
