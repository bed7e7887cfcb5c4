"""What the identity of a finding depends on, and what it must not depend on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.findings.anchors import Identity, Present, resolve
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.fingerprint import identify
from buddy.core.findings.fingerprint_source import LONGEST_LINE, WHOLE_REGION

CODE = """\
import os

class Store:
    def load(self):
        check(self)
        return os.environ

    def save(self):
        check(self)
        check(self)
        return None
"""
PATH = "app/store.py"
PINNED = ("v1:29e0af0ff9f0", "4b2f1724", "deab744e", "b040615a", "7bbfc0f6")


def finding(line: int | None, *, path: str | None = PATH, category: str = "ruff/S101", **more: object) -> Finding:
    given = {"message": "m", "severity": Severity.MINOR, "tool": "ruff", "rule": "S101", **more}
    return Finding(category=category, path=path, line=line, **given)


def one(line: int | None, text: str | None = CODE, *, path: str = PATH, **more: object) -> Finding:
    return identify([finding(line, path=path, **more)], text_of={path: text})[0]


def prints(findings: Sequence[Finding], text: str | None) -> list[str]:
    return [each.fingerprint for each in identify(findings, text_of={PATH: text})]


def found(stored: Finding, text: str, lines: Sequence[int]) -> int | None:
    """The line on which a suppression of `stored` would hide a finding, one standing on each of the lines."""
    present = identify([finding(line) for line in lines], text_of={PATH: text})
    index = Present(present).find(Identity.of(stored))
    return None if index is None else lines[index]


def test_has_the_form_that_the_file_format_promises() -> None:
    known = one(5)
    assert re.fullmatch(r"v1:[0-9a-f]{12}", known.fingerprint)
    assert len(known.anchors) == 4
    assert all(re.fullmatch(r"[0-9a-f]{8}", anchor) for anchor in known.anchors)


def test_is_the_same_in_every_release() -> None:
    """Fingerprints are stored in repositories: a change here forgets every `--only-this` suppression there is."""
    known = one(5)
    assert (known.fingerprint, *known.anchors) == PINNED


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: "# new\n\n\n" + text, id="lines added above"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(lambda text: text.replace("\n", "\r"), id="CR"),
        pytest.param(lambda text: text.replace("    ", "\t"), id="tabs"),
        pytest.param(lambda text: text.replace("check(self)", "check( self )  "), id="blanks in the line"),
        pytest.param(lambda text: "\ufeff" + text, id="byte order mark"),
        pytest.param(lambda text: text.replace("import os", "import os, sys"), id="another line edited"),
        pytest.param(lambda text: text.replace("return os.environ", "return {}"), id="the next line edited"),
        pytest.param(lambda text: text.replace("def load(self)", "def load(self, *, way=1)"), id="signature edited"),
        pytest.param(lambda text: text + "\n\ndef more():\n    check(self)\n", id="symbol added below"),
    ],
)
def test_survives(change) -> None:
    text = change(CODE)
    lines = re.split(r"\r\n|\r|\n", text)
    line = next(number for number, each in enumerate(lines, start=1) if "check" in each)
    assert one(line, text).fingerprint == one(5).fingerprint


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(one(5, CODE.replace("check(self)", "verify(self)", 1)), id="the line edited"),
        pytest.param(one(5, category="ruff/S102"), id="another category"),
        pytest.param(one(5, path="lib/store.py"), id="another folder (the base name alone is not enough)"),
        pytest.param(one(9), id="the same line in another symbol"),
        pytest.param(one(5, end_line=6), id="more lines flagged"),
    ],
)
def test_tells_apart(other: Finding) -> None:
    assert other.fingerprint != one(5).fingerprint


def test_two_equal_lines_in_one_symbol_are_two_findings_in_file_order() -> None:
    first, second = prints([finding(9), finding(10)], CODE)
    assert first != second
    assert prints([finding(9)], CODE) == [first]
    assert prints([finding(10)], CODE) == [second]
    assert prints([finding(10), finding(9)], CODE) == [second, first]


def test_a_new_finding_on_an_equal_line_above_does_not_take_the_older_ones_identity() -> None:
    (stored,) = identify([finding(10)], text_of={PATH: CODE})
    present = identify([finding(9), finding(10)], text_of={PATH: CODE})
    assert Present(present).find(Identity.of(stored)) == 1


def test_two_findings_on_one_line_are_two_whatever_their_order() -> None:
    here, there = finding(5, message="a"), finding(5, message="b")
    assert prints([here, there], CODE) == prints([there, here], CODE)[::-1]
    assert len(set(prints([here, there], CODE))) == 2


@pytest.mark.parametrize(
    ("line", "text"),
    [(None, CODE), (99, CODE), (0, CODE), (-3, CODE), (5, None), (5, CODE + "\0")],
    ids=["whole file", "beyond the text", "line 0", "negative", "no text", "binary"],
)
def test_without_flagged_text_it_is_category_path_and_occurrence(line: int | None, text: str | None) -> None:
    known = one(line, text)
    assert known.anchors == ()
    assert known.fingerprint == one(None, None).fingerprint
    assert known.fingerprint != one(None, None, category="ruff/S102").fingerprint
    assert len(set(prints([finding(line), finding(line, message="other")], text))) == 2


def test_a_finding_without_a_file_has_an_identity_too() -> None:
    known = identify([finding(None, path=None)], text_of={})[0]
    assert known.fingerprint.startswith("v1:")
    assert known.anchors == ()


def test_separators_of_unicode_do_not_count_as_lines() -> None:
    assert one(2, "a = '\u2028\x0c\x85'\nflagged\n").fingerprint == one(2, "a = 1\nflagged\n").fingerprint


def test_a_long_region_is_known_by_its_first_line() -> None:
    """A tool that flags a whole class must not repeat itself after every edit of the class."""
    lines = [f"line {number}" for number in range(40)]
    edited = [*lines[:20], "edited", *lines[21:]]
    end = 5 + WHOLE_REGION
    assert one(5, "\n".join(lines), end_line=end).fingerprint == one(5, "\n".join(edited), end_line=40).fingerprint
    lines[6] = "edited"
    assert one(5, "\n".join(lines), end_line=8).fingerprint != one(5, "\n".join(edited), end_line=8).fingerprint


def test_very_long_lines_differ_where_they_differ() -> None:
    minified = "x" * (LONGEST_LINE * 50)
    assert one(1, minified).fingerprint != one(1, minified + "y").fingerprint
    assert one(1, minified).fingerprint == one(1, minified + "  ").fingerprint


def test_a_lone_surrogate_is_text_like_any_other() -> None:
    assert one(1, "x = '\udcff'").fingerprint != one(1, "x = '\udcfe'").fingerprint


TEXTS = st.lists(
    st.sampled_from(["a()", "  a()", "", "class A:", "  def b(self):", "    c = 1", "}"]),
    min_size=1,
    max_size=25,
)


@settings(max_examples=80, deadline=None)
@given(lines=TEXTS, data=st.data())
def test_the_order_of_the_findings_changes_nothing(lines: list[str], data: st.DataObject) -> None:
    """P12."""
    text = "\n".join(lines)
    numbers = data.draw(st.lists(st.integers(0, len(lines) + 2), max_size=12))
    findings = [finding(number or None, message=str(place)) for place, number in enumerate(numbers)]
    shuffled = data.draw(st.permutations(findings))
    straight = {each.message: each for each in identify(findings, text_of={PATH: text})}
    assert {each.message: each for each in identify(shuffled, text_of={PATH: text})} == straight
    assert len({each.fingerprint for each in straight.values()}) == len(findings)


@settings(max_examples=80, deadline=None)
@given(lines=TEXTS, above=st.lists(st.sampled_from(["", "# x", "import y", "z = 2"]), max_size=6))
def test_no_line_number_enters(lines: list[str], above: list[str]) -> None:
    moved = [finding(number + len(above)) for number in range(1, len(lines) + 1)]
    unmoved = [finding(number) for number in range(1, len(lines) + 1)]
    assert prints(unmoved, "\n".join(lines)) == prints(moved, "\n".join([*above, *lines]))


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(),
    line=st.integers(-1, 9),
    end=st.none() | st.integers(-1, 12),
    suffix=st.sampled_from(["py", "js", "md", "x"]),
)
def test_any_text_has_an_identity(text: str, line: int, end: int | None, suffix: str) -> None:
    assert one(line, text, end_line=end, path=f"a.{suffix}").fingerprint.startswith("v1:")


def test_prose_severity_and_old_identity_do_not_enter() -> None:
    other = finding(5, message="reworded", severity=Severity.MAJOR, fingerprint="v1:000000000000", anchors=("0",))
    assert prints([other], CODE) == prints([finding(5)], CODE)


# anchors


def test_an_anchor_finds_what_the_main_hash_lost() -> None:
    renamed = CODE.replace("def load", "def load_all")
    assert one(5, renamed).fingerprint != one(5).fingerprint
    assert found(one(5), renamed, [5]) == 5


def test_an_edited_line_is_not_found_again() -> None:
    assert found(one(5), CODE.replace("check(self)", "verify(self)", 1), [5]) is None


def test_an_anchor_that_fits_two_findings_fits_none() -> None:
    text = "x\ny = f()\nz\n" * 4
    stored = replace(one(5, text), fingerprint="v1:000000000000")
    assert found(stored, text, [5, 8]) is None
    assert found(stored, text, [5]) == 5


def test_the_anchors_are_asked_in_their_order() -> None:
    stored = Identity(fingerprint="v1:000000000000", anchors=("aaaaaaaa", "bbbbbbbb"))
    present = [finding(1, anchors=("bbbbbbbb",)), finding(2, anchors=("aaaaaaaa",))]
    assert Present(present).find(stored) == 1


def test_a_record_without_anchors_is_known_by_its_main_hash_alone() -> None:
    known = one(5)
    assert Present([known]).find(Identity(fingerprint=known.fingerprint)) == 0
    assert Present([replace(known, fingerprint="v1:0")]).find(Identity(fingerprint=known.fingerprint)) is None


def test_a_renamed_file_is_found_under_its_old_name() -> None:
    moved = "app/shop.py"
    text_of = {moved: CODE}
    findings = [finding(5, path=moved), finding(9, path=moved)]
    now = identify(findings, text_of=text_of)
    former = identify(findings, text_of=text_of, previous_path={moved: PATH})
    assert former[0].fingerprint == one(5).fingerprint
    assert Present(now, former=former).find(Identity.of(one(5))) == 0
    assert Present(now, former=former).find(Identity.of(now[1])) == 1


def test_a_class_renamed_with_its_file_keeps_its_findings() -> None:
    old = "class Store {\n  void load() {\n    flagged();\n  }\n}\n"
    new = old.replace("Store", "Shop")
    stored = one(3, old, path="a/Store.java")
    former = identify(
        [finding(3, path="a/Shop.java")],
        text_of={"a/Shop.java": new},
        previous_path={"a/Shop.java": "a/Store.java"},
    )
    assert former[0].fingerprint == stored.fingerprint


def test_a_new_file_under_the_old_name_shifts_no_occurrence() -> None:
    findings = [finding(9, path="b.py"), finding(9, path=PATH)]
    former = identify(findings, text_of={"b.py": CODE, PATH: CODE}, previous_path={"b.py": PATH})
    assert former[0].fingerprint == former[1].fingerprint == one(9).fingerprint


def test_a_file_that_moved_unannounced_is_found_by_the_last_anchor() -> None:
    present = identify([finding(5, path="elsewhere.py")], text_of={"elsewhere.py": CODE})
    assert resolve([Identity.of(one(5))], present, one_to_one=False) == {0: 0}


def test_one_to_one_uses_each_finding_up_once() -> None:
    known = one(5)
    stored = [Identity.of(known), Identity.of(known)]
    assert resolve(stored, [known], one_to_one=True) == {0: 0}
    assert resolve(stored, [known], one_to_one=False) == {0: 0, 1: 0}


def test_one_to_one_an_anchor_may_fit_what_the_main_hash_took() -> None:
    first = Identity(fingerprint="v1:aaaaaaaaaaaa", anchors=("cccccccc",))
    second = Identity(fingerprint="v1:bbbbbbbbbbbb", anchors=("cccccccc",))
    present = [
        finding(1, fingerprint="v1:aaaaaaaaaaaa", anchors=("cccccccc",)),
        finding(2, fingerprint="v1:dddddddddddd", anchors=("cccccccc",)),
    ]
    assert resolve([first, second], present, one_to_one=True) == {0: 0, 1: 1}
    assert resolve([first, second], present, one_to_one=False) == {0: 0}
