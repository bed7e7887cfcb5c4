"""The truth table of globs: what git and pathspec answer, and where Buddy's normalisation makes a difference."""

import json
import pathlib

import pytest

from buddy.core.globs import GlobReason, GlobSet

_TABLE = json.loads((pathlib.Path(__file__).parents[3] / "fixtures/cases/globs.json").read_text("utf-8"))

# Globs that are normalised first answer otherwise than the raw glob does (the table holds raw globs).
_NORMALISED = {
    ("{src,lib}/**", "src/a.py"): True,
    ("{src,lib}/**", "lib/a.py"): True,
    ("{src,lib}/**", "{src,lib}/a.py"): False,
    ("src/**/*.{ts,tsx}", "src/a.ts"): True,
    ("src/**/*.{ts,tsx}", "src/a.tsx"): True,
    ("./src/**", "src/a.py"): True,
    ("#foo/**", "#foo/a.py"): True,
    ("café/**", "cafe\u0301/a.py"): True,
}


@pytest.mark.parametrize(
    ("globs", "path", "expected"),
    [
        (row["globs"], path, _NORMALISED.get((row["globs"][0], path), _raw))
        for row in _TABLE
        for path in row["git"]
        for _raw in [row["GitIgnoreSpec"][path] if isinstance(row["GitIgnoreSpec"], dict) else False]
    ],
)
def test_a_glob_answers_as_the_table_says(globs: list[str], path: str, expected: bool) -> None:
    assert (GlobSet(globs).matches(path) is not None) is expected


@pytest.mark.parametrize(
    ("glob", "reason"),
    [
        ("", GlobReason.EMPTY),
        ("  ", GlobReason.EMPTY),
        ("!", GlobReason.EMPTY),
        ("/", GlobReason.EMPTY),
        ("./", GlobReason.EMPTY),
        ("\\", GlobReason.BACKSLASH),
        ("src\\api\\**", GlobReason.BACKSLASH),
        ("src\\**", GlobReason.BACKSLASH),
        ("[", GlobReason.BRACKETS),
        ("src/[a", GlobReason.BRACKETS),
        ("[!]", GlobReason.BRACKETS),
        ("[z-a]", GlobReason.BRACKETS),
        ("[[:alpha:]]x", GlobReason.BRACKETS),
        ("[a-\\]]", GlobReason.BRACKETS),
        ("../x/**", GlobReason.OUTSIDE),
        ("a/../b", GlobReason.OUTSIDE),
        ("C:\\src\\*", GlobReason.OUTSIDE),
        ("c:/src", GlobReason.OUTSIDE),
        ("src//**", GlobReason.EMPTY_SEGMENT),
        ("src/./a", GlobReason.EMPTY_SEGMENT),
        ("*a*a*a*a*b", GlobReason.TOO_COMPLEX),
        ("a/**/b/**/c/**/d/**/e/**", GlobReason.TOO_COMPLEX),
        ("x" * 201, GlobReason.TOO_LONG),
        ("{a,b", GlobReason.BRACES),
        ("a,b}", GlobReason.BRACES),
        ("file{1..3}", GlobReason.BRACES),
        ("{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}", GlobReason.BRACES),
        ("{a,b}" * 38, GlobReason.BRACES),
        ("a\nb", GlobReason.CONTROL_CHARACTER),
    ],
)
def test_a_glob_that_cannot_mean_anything_is_dropped_with_its_reason(glob: str, reason: GlobReason) -> None:
    globs = GlobSet([glob])
    assert [problem.reason for problem in globs.problems] == [reason]
    assert not globs
    assert globs.matches("src/a.py") is None


def test_p4_a_bad_glob_costs_only_itself() -> None:
    globs = GlobSet(["!", "src/**", "[a-\\]]"])
    assert globs.matches("src/a.py") == "src/**"
    assert len(globs.problems) == 2


def test_p4_a_broken_exclusion_takes_its_list_with_it_since_dropping_it_would_widen_the_list() -> None:
    globs = GlobSet(["src/**", "!src/gen[/**"])
    assert not globs
    assert GlobReason.BROKEN_NEGATION in {problem.reason for problem in globs.problems}


def test_p4_exclusions_alone_match_nothing_and_say_so() -> None:
    globs = GlobSet(["!docs/**"])
    assert globs.matches("src/a.py") is None
    assert [problem.reason for problem in globs.problems] == [GlobReason.ONLY_NEGATIONS]


def test_the_last_match_wins_so_that_an_exclusion_works_below_an_included_folder() -> None:
    globs = GlobSet(["src/**", "!src/gen/**", "src/gen/keep.py"])
    assert globs.matches("src/a.py") == "src/**"
    assert globs.matches("src/gen/a.py") is None
    assert globs.matches("src/gen/keep.py") == "src/gen/keep.py"


def test_at_most_fifty_globs_of_a_list_are_used() -> None:
    globs = GlobSet([f"d{n}/**" for n in range(60)])
    assert globs.matches("d49/a") == "d49/**"
    assert globs.matches("d50/a") is None
    assert len(globs.problems) == 10


def test_case_matters_and_the_unicode_form_does_not() -> None:
    assert GlobSet(["SRC/**"]).matches("src/a") is None
    assert GlobSet(["cafe\u0301/**"]).matches("caf\u00e9/a") is not None
    assert GlobSet(["caf\u00e9/**"]).matches("cafe\u0301/a") is not None


def test_a_name_with_a_line_break_is_matched_like_any_other() -> None:
    assert GlobSet(["*.py"]).matches("a\nb.py") is not None
