"""Which parts a change touches and who owns them, by rules (P13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.memory.codeowners import CodeOwners
from buddy.core.memory.subsystems import SHOWN, subsystems


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], ()),
        (["README.md"], ("top level (1 file)",)),
        (["src/auth/a.py", "src/auth/b.py", "src/x.py"], ("src/auth (2 files)", "src (1 file)")),
        (["packages/core/src/a.ts", "packages/ui/a.ts"], ("packages/core (1 file)", "packages/ui (1 file)")),
        (["src/main/java/org/x/A.java"], ("src/main/java/org (1 file)",)),
        (["docs/a/b.md", "docs/c.md"], ("docs (2 files)",)),
        ([".github/workflows/ci.yml"], (".github (1 file)",)),
        (["src/été/a.py"], ("src/été (1 file)",)),
    ],
)
def test_p13_parts_are_folders_the_most_changed_first(paths: list[str], expected: tuple[str, ...]) -> None:
    assert subsystems(paths) == expected


def test_the_rest_is_counted() -> None:
    lines = subsystems([f"part{n:02}/a" for n in range(30)])
    assert len(lines) == SHOWN + 1
    assert lines[-1] == f"{30 - SHOWN} more ({30 - SHOWN} files)"


def test_owners_come_from_the_last_matching_line_and_mails_are_no_owners() -> None:
    owners = "* @all\n/src/auth/ @octo-org/security sec@example.com # who else\nsrc/free/\n"
    paths = ["src/auth/a.py", "src/free/a.py", "x/y"]
    assert subsystems(paths, owners) == (
        "src/auth (1 file, @octo-org/security)",
        "src/free (1 file)",
        "x (1 file, @all)",
    )


@pytest.mark.parametrize(
    ("rules", "path", "owners"),
    [
        ("*.js @js", "a/b/c.js", ("@js",)),
        ("docs/* @docs", "docs/a.md", ("@docs",)),
        ("docs/* @docs", "docs/build/a.md", ()),
        ("/build/logs/ @logs", "build/logs/x/y", ("@logs",)),
        ("/build/logs/ @logs", "x/build/logs/y", ()),
        ("apps/ @apps", "x/apps/y", ("@apps",)),
        ("**/logs @logs", "deep/logs/x", ("@logs",)),
        ("/apps/ @a\n/apps/github", "apps/github/x", ()),
        ("a\\ b/ @blank", "a b/c", ("@blank",)),
        ("* @a @b @a", "x", ("@a", "@b")),
        ("*.c @c#x\n*.d @d #x @y", "x.d", ("@d",)),
        ("# * @x\n\n   \n", "x", ()),
        ("* @ok\n!x @no\n[ab] @no\n../x @no\n\\# @no\nx{ @no\n" + "*a" * 50 + " @no", "x", ("@ok",)),
        ("x{a,b} @braces", "xa", ()),
        ("x{a,b} @braces", "x{a,b}", ("@braces",)),
        ("\ufeff* @bom\r\n", "x", ("@bom",)),
        ("* not-an-owner @-x @", "x", ()),
        ("[Section][2] @team\n* @all", "x", ("@all",)),
    ],
)
def test_p5_one_line_that_github_would_refuse_costs_that_line(rules: str, path: str, owners: tuple[str, ...]) -> None:
    assert CodeOwners(rules).of(path) == owners


@given(st.text(max_size=80), st.lists(st.text(min_size=1, max_size=20), max_size=5))
def test_p11_any_file_and_any_path_give_short_lines(codeowners: str, paths: list[str]) -> None:
    assert all(len(line) < 500 for line in subsystems(paths, codeowners))


@pytest.mark.parametrize("rule", ["/part{0}/**/x*y*z{0}.py @team{0}", "*a*b*{0}.py @team{0}"])
def test_p11_a_huge_codeowners_file_is_answered(rule: str) -> None:
    rules = "\n".join(rule.format(n) for n in range(20_000))
    assert subsystems([f"part{n}/deep/er/aaabbb.py" for n in range(3_000)], rules)
