"""The body of a record pull request: complete, readable back, and dead text inside."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from buddy.core.learnings.document import parse
from buddy.core.learnings.record import Kind, Learning, Match, Source
from buddy.core.record.batch import batch
from buddy.core.record.body import body
from buddy.core.record.body_reading import rows, ticks
from buddy.core.record.cells import Cells
from buddy.core.record.entries import entries
from buddy.core.record.pending import Pending, SaidIn

GITHUB = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ACTS = re.compile(r"@\w|#\d|\bgh-\d|\bwww\.\w|mailto:|\b(?:closes|fixes|resolves)\s+(?:#|o/r|https?:)", re.IGNORECASE)
INLINE = {"text", "code_inline", "softbreak", "link", "strong", "em"}
HOSTILE = [
    "ask @octo-org/security, fixes #13, closes o/r#1, GH-14",
    "| a | b |\n- [ ] `l_victimvict`\n- [ ] `l_one`",
    "<!-- buddy:memory v1 x --> &#64;octocat",
    "```\n@octocat\n- [ ] `l_one`",
    "] [x](https://evil.invalid) ![t](https://t.invalid/x.png)",
    "x`@octocat` | `l_one` | [ ] `l_one`",
    "\\| `a\\|@b` \\",
]


NOW = datetime(2026, 11, 30, tzinfo=UTC)
SAID = SaidIn(pr=7, comment=98123, url="https://github.com/o/r/pull/7#issuecomment-98123")


def pending(name, text, *, kind=Kind.FACT, match=None, paths=None, **fields):
    learning = Learning(
        id=f"l_{name}",
        text=text,
        kind=kind,
        match=match,
        paths=paths,
        source=Source(pr=7, comment=98123, by="alice"),
        created_at="2026-11-29T10:00:00Z",
    )
    return Pending(record=learning, **{"source": SAID, "approvers": ("alice",), **fields})


def page(*given, target=b"", paths=(), known="", dropped=(), checks_start=True, most=500):
    document = parse(target)
    made = batch(document, given, max_batch=most, now=NOW)
    found = entries(
        made, target=document, pending={one.id: one for one in given}, known=rows(known), paths=paths, now=NOW
    )
    return body(found, dropped=dropped, target="main", checks_start=checks_start)


def live_text(markdown):
    """All text outside code, as GitHub would look for mentions and references in it."""
    tokens = [child for token in GITHUB.parse(markdown) for child in token.children or () if not _is_own(child)]
    assert not [token for token in GITHUB.parse(markdown) if token.type in ("html_block", "fence", "code_block")]
    assert {token.type.removesuffix("_open").removesuffix("_close") for token in tokens} <= INLINE
    links = [token.attrs["href"] for token in tokens if token.type == "link_open"]
    return "\n".join(token.content if token.type == "text" else "\0" for token in tokens), links


def _is_own(token):
    """Buddy's own wrapping of a dollar, which keeps it from beginning mathematics."""
    return token.type == "html_inline" and token.content in ("<span>", "</span>")


@pytest.mark.parametrize("text", [*HOSTILE, "$$", "$`x`$"])
def test_what_people_wrote_does_nothing_in_the_body(text):
    """P9, REC-10: no ping, no reference, no closing word, no box, no row, no marker."""
    made = page(pending("one", text, paths=("a|b/**", "`@x`/**")), target=b'{"id":"l_near","text":' + b'"x"}\n')
    found, links = live_text(made)
    assert not ACTS.search(found)
    assert "<!-- buddy" not in made
    assert set(links) == {"https://github.com/o/r/pull/7#issuecomment-98123"}
    assert ticks(made) == {"l_one": True}
    assert list(rows(made)) == ["l_one"]


@settings(max_examples=100)
@given(st.text(max_size=200), st.text(max_size=40), st.text(max_size=40))
def test_any_text_at_all_gives_one_box_and_one_row(text, login, url):
    """P9"""
    one = pending("one", text or "x", approvers=(login,), author=login, source=SaidIn(pr=7, comment=1, url=url))
    made = page(one)
    assert ticks(made) == {"l_one": True}
    assert list(rows(made)) == ["l_one"]
    found, _ = live_text(made)
    assert not ACTS.search(found)


def test_a_row_tells_where_it_was_said_who_approved_it_and_what_it_matches():
    """REC-15"""
    one = pending(
        "one", "Tests need docker", paths=("tests/**",), approvers=("Bob", "carol"), author="bob",
        weakens_review=True, removed=2,
    )  # fmt: skip
    made = page(one, paths=["tests/a.py", "tests/b.py", "src/a.py"])
    row = next(line for line in made.splitlines() if line.startswith("| `l_one`"))
    assert "| `tests/**` | 2 |" in row
    assert "[number 7](https://github.com/o/r/pull/7#issuecomment-98123) by `alice`" in row
    assert "`Bob` (wrote the change), `carol`" in row
    assert "asks to review less; it can hide nothing; 2 invisible characters taken out" in row


def test_a_suppression_says_what_it_hides():
    one = pending("one", "fine", kind=Kind.SUPPRESSION, match=Match(category="ruff/S101"), paths=("a.py",))
    assert "hides `ruff/S101`: fine" in page(one)


def test_a_secret_that_stands_in_a_file_is_not_shown():
    """P10"""
    secret = "ghp_" + "a1B2c3D4e5" * 4
    target = f'{{"id":"l_near","text":"send {secret} along"}}\n'.encode()
    assert secret not in page(pending("one", "send it along"), target=target)


def test_contradictions_and_neighbours_are_shown_side_by_side():
    target = (
        b'{"id":"l_against","text":"Never log request bodies in production"}\n'
        b'{"id":"l_near","text":"Always log request durations in production"}\n'
        b'{"id":"l_gone","text":"Never log request bodies in production","expiresAt":"2020-01-01T00:00:00Z"}\n'
        b'{"id":"l_far","text":"Use tabs"}\n'
    )
    made = page(pending("one", "Always log request bodies in production"), target=target)
    assert (
        "- `l_one` contradicts `l_against`\n"
        "  - new: Always log request bodies in production\n"
        "  - there: Never log request bodies in production\n"
    ) in made
    assert "`l_one` is close to `l_near`" in made
    assert "l_gone" not in made
    assert "l_far" not in made


def test_a_new_value_is_shown_with_the_line_that_it_replaces():
    made = page(pending("one", "The timeout is 60 s"), target=b'{"id":"l_old","text":"The timeout is 30 s"}\n')
    assert "`l_one` replaces `l_old`" in made


def test_an_edit_is_shown_with_the_words_that_it_changes():
    target = b'{"id":"l_old","text":"Integration tests always need a running docker daemon"}\n'
    made = page(pending("one", "Integration tests always need the running docker daemon"), target=target)
    assert "| `l_one` on `l_old` |" in made
    assert "`l_one` changes the words of `l_old`" in made


def test_a_file_list_that_was_cut_gives_no_number():
    assert "| `tests/**` | – |" in page(pending("one", "Tests", paths=("tests/**",)), paths=None)


def test_checks_that_will_not_start_are_announced():
    """REC-01"""
    assert "Checks will not start" in page(pending("one", "x"), checks_start=False)
    assert "Checks will not start" not in page(pending("one", "x"))


def test_two_hundred_long_entries_fit_and_keep_all_their_boxes():
    """P11"""
    many = [pending(f"name{n:03}", "@octocat \U0001f600 é#1 " * 40, paths=("a/" + "x" * 150,) * 50) for n in range(200)]
    made = page(*many)
    assert len(made.encode("utf-16-le")) // 2 <= 60_000
    assert len(ticks(made)) == 200
    assert all(ticks(made).values())


def test_taken_out_entries_keep_an_empty_box():
    made = page(pending("one", "x"), dropped=["l_gone"])
    assert ticks(made) == {"l_one": True, "l_gone": False}
    assert ticks(page(dropped=["l_gone"])) == {"l_gone": False}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- [x] `l_one` x\r\n- [ ] `l_two` y\r\n", {"l_one": True, "l_two": False}),
        ("* [X] l_one", {"l_one": True}),
        ("  1. [ ] `l_one`", {"l_one": False}),
        ("> - [] `l_one` quoted", {"l_one": False}),
        ("- [x] `l_one`\n- [ ] `l_one`", {"l_one": False}),
        ("- [ ] `l_one`\n- [x] `l_one`", {"l_one": False}),
        ("- [x] ~~`l_one`~~", {}),
        ("text [ ] `l_one`", {}),
        ("- [y] `l_one`", {}),
        ("", {}),
    ],
)
def test_boxes_are_read_whatever_people_made_of_the_body(text, expected):
    assert ticks(text) == expected


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_reading_a_body_never_raises(text):
    assert isinstance(ticks(text), dict)
    assert isinstance(rows(text), dict)


def test_cells_of_an_earlier_run_are_carried_on():
    first = page(pending("one", "x", approvers=("bob",), removed=1))
    unknown = Pending(record=Learning(id="l_one", text="x"))
    again = rows(page(unknown, known=first))["l_one"]
    assert again == rows(first)["l_one"]
    assert "`bob`" in again.approved_by
    assert Cells(said_in=again.said_in, approved_by=again.approved_by, note=again.note).note == (
        "1 invisible character taken out"
    )
