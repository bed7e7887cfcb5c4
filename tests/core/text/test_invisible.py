import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.text.invisible import clean, visible_offsets

ANYTHING = st.text(alphabet=st.characters(), max_size=60) | st.text(
    alphabet="a1#☺🏳🌈👩ن\u200d\u200c\u200b\ufe0f\ufe0e\U000e0061\x1b[31m\r\n\ud83d\ude00\u202e", max_size=40
)


@pytest.mark.parametrize(
    ("text", "expected", "removed"),
    [
        ("fine" + "".join(chr(0xE0000 + ord(c)) for c in "approve"), "fine", 7),
        ("bidi \u202edesrever\u202c text \u2066x\u2069\u200e\u061c", "bidi desrever text x", 6),
        ("z\u200be\u200br\u200bo\ufeff\u2060", "zero", 5),
        ("soft\u00adhyphen", "softhyphen", 1),
        ("\u3164\u115f\u1160\uffa0x", "x", 4),
        ("a\U000e0100\U000e01ef", "a", 2),
        ("a\ufe0fb\ufe00", "ab", 2),
        ("nul\0 esc\x1b[31mred\x1b[0m bell\a del\x7f c1\x9b", "nul escred bell del c1", 13),
        ("a\r\nb\rc\td\n", "a\nb\nc\td\n", 0),
        ("a\u2028b\u2029c\u0085d\x0be\x0cf", "a b c d e f", 0),
        ("half \ud83d end", "half \ufffd end", 0),
        ("pair \ud83d\ude00", "pair 😀", 0),
    ],
)
def test_p9_what_a_reader_cannot_see_is_removed_and_counted(text: str, expected: str, removed: int) -> None:
    cleaned = clean(text)
    assert (cleaned.text, cleaned.removed) == (expected, removed)


@pytest.mark.parametrize(
    "text",
    ["👩‍👩‍👧", "🏳️‍🌈", "❤️", "1️⃣", "👩🏽‍🚀", "🤷‍♂️", "می‌خواهم", "क्‍ष", "café", "日本語", "ﬁn", "e\u0301"],
)
def test_orthography_stays(text: str) -> None:
    assert clean(text).text == text
    assert clean(text).removed == 0


def test_one_emoji_cannot_carry_a_row_of_selectors() -> None:
    assert clean("😀" + "\ufe0f\ufe0e" * 20 + "\u200d" * 5).text == "😀\ufe0f"


@given(ANYTHING)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text).text
    assert clean(once).text == once
    assert clean(once).removed == 0


@given(ANYTHING)
def test_visible_characters_know_where_they_stood(text: str) -> None:
    found = visible_offsets(text)
    if found is not None:
        visible, offsets = found
        assert visible == "".join(text[at] for at in offsets)
        assert list(offsets) == sorted(set(offsets))
