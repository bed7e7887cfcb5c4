"""Which known finding a new one repeats: the place must agree as well as the text."""

import itertools
from dataclasses import replace

import pytest

from buddy.core.findings.anchors import Identity
from buddy.core.findings.finding import Finding, Severity
from buddy.core.findings.sameness.known import MOST_TEXT, Agreement, KnownReport, Standing, already, remembered

TEXT = "`user.profile` may be null when the account was deleted; `renderProfile()` then throws a TypeError."
REWORDED = "renderProfile() crashes with a TypeError if `user.profile` is undefined, e.g. for a deleted account"
OTHER = "The HTML is built by concatenation, so a display name is not escaped and scripts run (XSS)."
FINDING = Finding(
    category="model/null-dereference",
    tool="model",
    rule="null-dereference",
    path="src/profile.ts",
    line=12,
    severity=Severity.MAJOR,
    message=REWORDED,
    fingerprint="v1:aaaaaaaaaaaa",
    anchors=("a1a1a1a1", "b2b2b2b2"),
)
SYMBOL = ("Page", "renderProfile")
ELSEWHERE = Identity(fingerprint="v1:bbbbbbbbbbbb", anchors=("c3c3c3c3",))
KNOWN = KnownReport(
    identity=ELSEWHERE,
    category=FINDING.category,
    path=FINDING.path,
    symbol=SYMBOL,
    text=TEXT,
    standing=Standing.DECLINED,
)
LINES = replace(KNOWN, identity=Identity(fingerprint="v1:cccccccccccc", anchors=("b2b2b2b2",)))


@pytest.mark.parametrize(
    ("known", "symbol", "agreement"),
    [
        (LINES, (), Agreement.LINES),
        (replace(LINES, identity=Identity.of(FINDING)), ("Moved",), Agreement.LINES),
        (replace(LINES, text=OTHER), ("Moved",), Agreement.LINES),
        (replace(KNOWN, line=12, text=OTHER), (), Agreement.LINES),
        (replace(KNOWN, line=12, category="model/crash"), (), Agreement.LINE),
        (replace(KNOWN, line=12, category="x/y", text=OTHER, severity=Severity.MAJOR), (), Agreement.LINE_NO_WORSE),
        (KNOWN, SYMBOL, Agreement.SYMBOL),
        (replace(KNOWN, category="model/crash"), SYMBOL, Agreement.SYMBOL_ALONE),
        (replace(KNOWN, symbol=()), (), Agreement.FILE),
    ],
)
def test_a_reworded_finding_is_known_with_the_reason(known, symbol, agreement):
    match = already(FINDING, [known], symbol=symbol)
    assert match is not None
    assert (match.known, match.agreement) == (known, agreement)


@pytest.mark.parametrize(
    ("known", "symbol"),
    [
        (replace(KNOWN, path="src/other.ts"), SYMBOL),
        (KNOWN, ("Page", "renderHeader")),
        (KNOWN, ()),
        (replace(KNOWN, text=OTHER), SYMBOL),
        (replace(KNOWN, text=OTHER, line=12, category="model/security"), ()),
        (replace(KNOWN, text=OTHER, line=12, category="model/security", severity=Severity.MINOR), ()),
        (replace(KNOWN, text=""), SYMBOL),
        (replace(KNOWN, path=None), SYMBOL),
    ],
)
def test_another_place_or_another_problem_is_new(known, symbol):
    assert already(FINDING, [known], symbol=symbol) is None


def test_an_older_record_without_a_text_is_known_by_its_lines_alone():
    assert already(FINDING, [replace(LINES, text="")], symbol=SYMBOL) is not None
    assert already(replace(FINDING, message=""), [replace(KNOWN, text="")], symbol=SYMBOL) is None


@pytest.mark.parametrize("finding", [replace(FINDING, secret=True), replace(FINDING, path=None, line=None)])
def test_p7_a_secret_and_a_finding_without_a_file_are_never_known(finding):
    assert already(finding, [LINES, replace(KNOWN, path=None)], symbol=SYMBOL) is None


def test_p12_the_likest_known_finding_is_the_answer_whatever_the_order():
    exact = replace(KNOWN, text=remembered(REWORDED))
    known = [KNOWN, exact, replace(exact, standing=Standing.SUPPRESSED), LINES, replace(KNOWN, text=OTHER)]
    answers = {repr(already(FINDING, order, symbol=SYMBOL)) for order in itertools.permutations(known)}
    assert len(answers) == 1
    match = already(FINDING, known, symbol=SYMBOL)
    assert match is not None
    assert match.known.standing is Standing.SUPPRESSED


def test_nothing_is_known_where_nothing_was_reported():
    assert already(FINDING, [], symbol=SYMBOL) is None


def test_p10_what_is_remembered_holds_no_secret_and_is_bounded():
    token = "gh" + "p_" + "Zk3vQ9xT7mB1cR5nW8dL2fH6jP4sY0gaUeXo"
    assert token not in remembered(f"The token {token} is\nlogged")
    assert "\n" not in remembered("a\nb")
    assert len(remembered("word " * 500)) <= MOST_TEXT
    assert len(remembered("w" * 500)) == MOST_TEXT
    assert remembered("a \u202eb") == "a b"


def test_what_is_remembered_stays_as_it_is_when_remembered_again():
    for message in (TEXT, "word " * 500, "w" * 500, "", "🔥" * 300):
        assert remembered(remembered(message)) == remembered(message)


def test_p11_a_long_message_is_recognised_by_its_beginning():
    tail = " The handler is called from the router, the job queue and the command line." * 20
    assert already(replace(FINDING, message=TEXT + tail), [replace(LINES, text=remembered(TEXT + tail))]) is not None
