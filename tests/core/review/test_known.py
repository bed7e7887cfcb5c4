"""Finding again what an earlier run knew: by place, by hash, by anchors, by aligned text; always one to one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.findings.anchors import Identity
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.fingerprint import identify
from buddy.core.review.evidence import recall_at_once, recognise_by_text, settle
from buddy.core.review.known import Known, align, place_of, recall, recognise, unsettled

BLOBS = {"src/app.py": "b1", "src/other.py": "b2"}


def test_a_finding_at_the_very_same_place_of_the_very_same_content_is_recalled(finding, known):
    one = finding(line=3)
    item = known("v1:1", place=place_of(one, "b1"))
    assert recall([one], blobs=BLOBS, known=[item]) == {0: item}


def test_another_content_line_message_or_rule_is_not(finding, known):
    item = known("v1:1", place=place_of(finding(), "b1"))
    others = [finding(line=4), finding(message="other"), finding(category="ruff/S102"), finding(end_line=9)]
    assert recall(others, blobs=BLOBS, known=[item]) == {}
    assert recall([finding()], blobs={"src/app.py": "b9"}, known=[item]) == {}
    assert recall([finding()], blobs={"src/app.py": None}, known=[item]) == {}


def test_a_file_with_one_finding_more_is_not_recalled_at_all(finding, known):
    one, other = finding(line=3), finding("src/other.py", 1)
    items = [known("v1:1", place=place_of(one, "b1")), known("v1:2", place=place_of(other, "b2"), path="src/other.py")]
    assert recall([one, finding(line=5), other], blobs=BLOBS, known=items) == {2: items[1]}


def test_two_findings_never_are_the_same_known_one(finding, known):
    twin = finding()
    item = known("v1:1", place=place_of(twin, "b1"))
    assert recall([twin, twin], blobs=BLOBS, known=[item]) == {}


def test_files_of_one_content_keep_their_findings_apart(finding, known):
    ones = [finding(f"src/{name}.py", 3) for name in "abc"]
    blobs = {one.path: "b1" for one in ones}
    items = [known(f"v1:{one.path}", place=place_of(one, "b1"), path=one.path) for one in ones]
    for order in (items, items[::-1]):
        assert recall(ones, blobs=blobs, known=order) == dict(enumerate(items))
    assert recall(ones, blobs=blobs, known=items[1:]) == {1: items[1], 2: items[2]}


def test_what_stood_in_a_file_that_is_gone_is_recalled_where_its_content_is_now(finding, known):
    one = finding(line=3)
    item = known("v1:1", place=place_of(one, "b1"), path="src/gone.py")
    twin = known("v1:2", place=place_of(one, "b1"), path="src/gone_too.py")
    assert recall([one], blobs=BLOBS, known=[item]) == {0: item}
    assert recall([one], blobs=BLOBS, known=[item, twin]) == {}


def test_by_text_the_main_hash_comes_before_the_anchors(finding, known):
    a = finding(fingerprint="v1:a", anchors=("x1", "x2"))
    b = finding(fingerprint="v1:b", anchors=("y1", "y2"))
    first, second = known("v1:a"), known("v1:gone", anchors=("y1", "zz"))
    assert recognise([a, b], former=[], known=[second, first]) == {0: first, 1: second}


def test_an_anchor_counts_only_where_it_is_single(finding, known):
    a, b = finding(fingerprint="v1:a", anchors=("same",)), finding(fingerprint="v1:b", anchors=("same",))
    assert recognise([a, b], former=[], known=[known("v1:gone", anchors=("same",))]) == {}


def test_a_name_that_moved_on_is_recognised_by_the_identity_it_has_now(finding, known):
    item = known("v1:name", identity="v1:now")
    assert recognise([finding(fingerprint="v1:now")], former=[], known=[item]) == {0: item}


def test_what_can_only_be_aligned_is_what_has_a_line_a_content_and_an_open_finding_of_its_rule(finding, known):
    fits = known("v1:1", line=3, blob="b0")
    renamed = known("v1:5", line=3, blob="b0", path="old.py")
    items = [
        fits,
        known("v1:2", line=3, blob="b0", category="ruff/S102"),
        known("v1:3", line=None, blob="b0"),
        known("v1:4", line=3, blob=None),
        renamed,
    ]
    assert unsettled([finding()], items, recognised={}, renames={"old.py": "src/app.py"}) == (fits, renamed)
    assert unsettled([finding()], items, recognised={0: fits}, renames={}) == ()


OLD = "a = 1\nassert a\nb = 2\n"
NEW = "import os\na = 1\nassert a\nb = 3\n"


def test_a_finding_on_a_line_that_only_moved_is_aligned(finding, known):
    item = known("v1:1", line=2, blob="b0")
    found = align(
        [finding(line=1, category="ruff/F401"), finding(line=3)],
        [item],
        recognised={},
        old_text={"src/app.py": OLD},
        new_text={"src/app.py": NEW},
        renames={},
    )
    assert found == {1: item}


def test_a_finding_on_another_line_or_without_text_is_not(finding, known):
    item = known("v1:1", line=2, blob="b0")
    for old, new in ((OLD, "print(1)\n" * 4), (None, NEW), (OLD, None)):
        texts = {"old_text": {"src/app.py": old}, "new_text": {"src/app.py": new}}
        assert align([finding(line=1)], [item], recognised={}, renames={}, **texts) == {}


def follow(results, *, change, known, texts, old_texts):
    """What a gathering does, with texts from two mappings."""
    recalled = recall_at_once(results, change=change, known=known)
    pairs = recognise_by_text(
        recalled, change=change, known=known, texts={path: texts.get(path) for path in recalled.texts}
    )
    return settle(pairs, change=change, old_texts={path: old_texts.get(path) for path in pairs.old_texts}, texts=texts)


def test_without_a_known_finding_every_text_is_asked_for_once(finding, change):
    it = change(**{"src/app.py": "x", "src/other.py": "y", "no/findings.py": "z"})
    recalled = recall_at_once([finding(), finding(line=4), finding("src/other.py")], change=it, known=[])
    assert set(recalled.texts) == {"src/app.py", "src/other.py"}


LINES = st.lists(st.sampled_from(["a = 1", "assert a", "b", "", "def f():", "    assert b"]), min_size=1, max_size=12)


@settings(max_examples=100, deadline=None)
@given(old=LINES, cut=st.integers(0, 12), grow=LINES)
def test_p6_nothing_is_known_twice_and_nothing_known_is_two(old, cut, grow):
    """Whatever is edited: pairs are one to one, and an untouched file keeps every finding."""

    new = old[:cut] + grow + old[cut:]

    def findings(lines):
        return [
            Finding(
                category="r/x", tool="r", rule="x", path="a.py", line=n, severity=Severity.NIT, message=text.strip()
            )
            for n, text in enumerate(lines, 1)
            if "assert" in text
        ]

    def state(lines):
        return "\n".join(lines) + "\n"

    def memory(lines, blob):
        named = identify(findings(lines), text_of={"a.py": state(lines)})
        return [
            Known(
                fingerprint=f.fingerprint,
                identity=Identity.of(f),
                category=f.category,
                path="a.py",
                line=f.line,
                blob=blob,
                place=place_of(f, blob),
            )
            for f in named
        ]

    def changed(blob):
        return Change(files=(ChangedFile(path="a.py", status=FileStatus.MODIFIED, blob=blob),), total=1)

    items = memory(old, "b1")
    same = follow(findings(old), change=changed("b1"), known=items, texts={}, old_texts={})
    assert [same[index].fingerprint for index in range(len(items))] == [item.fingerprint for item in items]
    found = follow(
        findings(new), change=changed("b2"), known=items, texts={"a.py": state(new)}, old_texts={"a.py": state(old)}
    )
    names = [item.fingerprint for item in found.values()]
    assert len(names) == len(set(names))
    assert len(names) <= len(items)
