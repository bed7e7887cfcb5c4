"""Normalising one glob."""

import pytest

from buddy.core.globs import BadGlob, GlobSet, literal, normalise


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        (" src/** ", ("src/**",)),
        ("./src/**", ("src/**",)),
        ("./*.py", ("/*.py",)),
        ("././src/**", ("src/**",)),
        ("!./src/**", ("!src/**",)),
        ("#generated/**", ("\\#generated/**",)),
        ("{src,lib}/**/*.{ts,tsx}", ("src/**/*.ts", "src/**/*.tsx", "lib/**/*.ts", "lib/**/*.tsx")),
        ("a{,b}", ("a", "ab")),
        ("{a,{b,c}}d", ("ad", "bd", "cd")),
        ("{{cookiecutter.name}}/**", ("{{cookiecutter.name}}/**",)),
        ("\\{a,b\\}", ("\\{a,b\\}",)),
        ("!{a,b}", ("!a", "!b")),
        ("name\\ ", ("name\\ ",)),
        ("{a,a}", ("a",)),
        ("cafe\u0301", ("caf\u00e9",)),
    ],
)
def test_a_glob_is_brought_into_the_form_that_is_matched(glob: str, expected: tuple[str, ...]) -> None:
    assert normalise(glob) == expected
    assert tuple(again for one in expected for again in normalise(one)) == expected


def test_a_glob_that_spells_an_existing_path_is_taken_literally() -> None:
    existing = ["app/[id]/page.tsx"]
    assert normalise("app/[id]/page.tsx", existing=existing) == ("app/\\[id\\]/page.tsx",)
    assert normalise("app/[id]", existing=existing) == ("app/\\[id\\]",)
    assert normalise("app/[id]/other.tsx", existing=existing) == ("app/[id]/other.tsx",)


@pytest.mark.parametrize(
    "path",
    ["a.py", "src/a.py", "app/[id]/p?.tsx", "#x", "!x", "{a,b}/c", "back\\slash", "a*b", "blank ", "src/caf\u00e9"],
)
def test_a_literal_matches_its_path_and_no_other(path: str) -> None:
    globs = GlobSet([literal(path)])
    assert globs.matches(path) is not None
    assert globs.matches(f"deeper/{path}") is None
    assert globs.matches(f"{path}x") is None


def test_a_refusal_says_what_to_write_instead() -> None:
    with pytest.raises(BadGlob, match="use /"):
        normalise("src\\api\\**")
