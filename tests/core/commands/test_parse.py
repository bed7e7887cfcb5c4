"""One line, one command: what is read, and what is a problem that names itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from buddy.core.commands import (
    Approve,
    Command,
    Decline,
    Forget,
    Help,
    IgnoreRule,
    Learnings,
    Parsed,
    Pause,
    Remember,
    Resume,
    Review,
    Why,
    mentions,
    parse,
)
from buddy.core.prose import LONGEST

FP = "3f9c2a7be012"
ROOT = Path(__file__).parents[3]


def read(line: str) -> Parsed:
    return parse(f"@buddy-bot {line}", mention="@buddy-bot")


def one(line: str) -> Command:
    parsed = read(line)
    assert parsed.problems == ()
    (command,) = parsed.commands
    return command


def problem(line: str) -> str:
    parsed = read(line)
    assert parsed.commands == ()
    (found,) = parsed.problems
    return found.message


@pytest.mark.parametrize(
    ("said", "text", "paths"),
    [
        ("remember a b", "a b", ()),
        ("REMEMBER a b", "a b", ()),
        ("Remember: a b", "a b", ()),
        ("remember : a b", "a b", ()),
        ("remember :a b", ":a b", ()),
        ("remember, a b", "a b", ()),
        ("remember  a  b ", "a  b", ()),
        ("remember a --paths x/**", "a", ("x/**",)),
        ("remember a --Paths x/**", "a", ("x/**",)),
        ("remember a --paths=x/**", "a", ("x/**",)),
        ("remember a --paths: x/**", "a", ("x/**",)),
        ("remember a —paths x/**", "a", ("x/**",)),
        ("remember a –paths x/**", "a", ("x/**",)),
        ("remember a -–paths x/**", "a", ("x/**",)),
        ("remember a ‑‑paths x/**", "a", ("x/**",)),
        ("remember a -paths x/**", "a", ("x/**",)),
        ("remember a\u200b--pa\u200bths x/**", "a", ("x/**",)),
        ("remember a;--paths x/**", "a;", ("x/**",)),
        ("remember a--paths x/**", "a", ("x/**",)),
        ("remember a --paths x/**,y.py", "a", ("x/**", "y.py")),
        ("remember a --paths x/**, y.py ,", "a", ("x/**", "y.py")),
        ("remember a --paths x/{b,c}/**,y.py", "a", ("x/{b,c}/**", "y.py")),
        ("remember a --paths x/**,x/**", "a", ("x/**",)),
        ("remember a --paths `x/**`", "a", ("x/**",)),
        ("remember a --paths `x/**`, `y z.py`", "a", ("x/**", "y z.py")),
        ("remember a --paths 'x/**','y.py'", "a", ("x/**", "y.py")),
        ("remember a --paths “x/**,y.py”", "a", ("x/**", "y.py")),
        ('remember a --paths "x y/**"', "a", ("x y/**",)),
        ("remember a --paths x\\ y/**", "a", ("x\\ y/**",)),
        ("remember a --paths **,!docs/**", "a", ("**", "!docs/**")),
        ("remember don't use it's \"quotes --paths x", "don't use it's \"quotes", ("x",)),
        ('remember "a b"', "a b", ()),
        ("remember “a b” —paths ‘x’", "a b", ("x",)),
        ("remember 'don't do it'", "don't do it", ()),
        ('remember "a" and "b"', '"a" and "b"', ()),
        ("remember \"a 'b' c\" --paths x", "a 'b' c", ("x",)),
        ('remember "say --paths here" --paths x', "say --paths here", ("x",)),
        ("remember pass `--paths x` to it", "pass `--paths x` to it", ()),
        ("remember pass ``--no-verify `x` `` never", "pass ``--no-verify `x` `` never", ()),
        ("remember a—b and c–d and e--f, 3–5", "a—b and c–d and e--f, 3–5", ()),
        ("remember we test —only then we ship", "we test —only then we ship", ()),
        ("remember a --> b -- paths are relative", "a --> b -- paths are relative", ()),
        ("remember search-paths are cached", "search-paths are cached", ()),
        ("remember it is `a` because b", "it is `a` because b", ()),
        ("remember a <!-- --paths x --> b", "a  b", ()),
        ("remember a <!-- b --> --paths x", "a", ("x",)),
        ("remember see [a](https://b.example/c?d=e#f)", "see [a](https://b.example/c?d=e#f)", ()),
    ],
)
def test_remember_takes_the_text_as_typed_up_to_its_option(said: str, text: str, paths: tuple[str, ...]) -> None:
    """CMD-09, CMD-10"""
    assert one(said) == Remember(n=0, line=1, text=text, paths=paths)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("remember", "no text"),
        ("remember --paths x/**", "no text"),
        ("remember a --path x/**", "`--path` is no option"),
        ("remember a —path x/**", "`--path` is no option"),
        ("remember a (--glob x/**)", "`--glob` is no option"),
        ("remember a--path x/**", "`--path` is no option"),
        ("remember a --paths-ignore x/**", "`--paths-ignore` is no option"),
        ("remember a —path--paths x/**", "`--path` is no option"),
        ("remember a --scope repo", "`--scope` is no option"),
        ("remember never use --no-verify", "back-ticks"),
        ("remember a --only-this", "`--only-this` is no option"),
        ("remember a --'paths x/**", "`--paths` is no option"),
        ("remember a -- paths x/**", "something stands between"),
        ("remember a --, paths x/**", "something stands between"),
        ("remember a — paths x/**", "something stands between"),
        ("remember a --paths", "names no path"),
        ("remember a --paths ,", "names no path"),
        ("remember a --paths ''", "names no path"),
        ("remember a --paths x --paths y", "twice"),
        ("remember a --paths x y", "more than one path"),
        ("remember --paths x/** a b", "more than one path"),
        ("remember a --paths 'x", "not closed"),
        ("remember a --paths `x", "not closed"),
        ("remember a --paths 'x' y", "goes on behind"),
        ("remember a --paths /", "cannot be used"),
        ("remember a --paths ../x", "cannot be used"),
        ("remember a --paths C:/x", "cannot be used"),
        ("remember a --paths x\\y", "use /"),
        ("remember a --paths x,{y", "never closed"),
        ("remember a --paths !x/**", "exclusions alone"),
        ("remember a --paths x,*a*b*c*d*", "more than 3 stars"),
        ("remember a --paths " + "x" * 201, "longer than 200"),
        ("remember a --paths " + ",".join(f"x{i}" for i in range(60)), "at most 50"),
        ("remember a --paths " + "," * 13_000, "longer than 12000"),
        ('remember "a --paths x/**"', "close them before"),
        ("remember a" + " --x" * 30, "more than 20 options"),
    ],
)
def test_an_option_that_is_not_understood_refuses_the_command_and_names_the_right_form(said: str, names: str) -> None:
    """P4, CMD-11: a note is never wider than what was meant."""
    assert names in problem(said)
    assert problem(said).startswith("`remember` was not done: ")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (f"ignore-rule {FP}", {"fingerprint": f"v1:{FP}"}),
        (f"ignore-rule v1:{FP}", {"fingerprint": f"v1:{FP}"}),
        (f"Ignore-Rule: V1:{FP.upper()}", {"fingerprint": f"v1:{FP}"}),
        (f"ignore–rule {FP}", {"fingerprint": f"v1:{FP}"}),
        (f"ignore_rule `{FP}`", {"fingerprint": f"v1:{FP}"}),
        (f'ignore-rule "{FP}", because a', {"fingerprint": f"v1:{FP}", "because": "a"}),
        (f"ignore-rule {FP} --only-this", {"fingerprint": f"v1:{FP}", "only_this": True}),
        (f"ignore-rule {FP} —only-this", {"fingerprint": f"v1:{FP}", "only_this": True}),
        (f"ignore-rule {FP} --only—this", {"fingerprint": f"v1:{FP}", "only_this": True}),
        (f"ignore-rule {FP} --paths a/**,b", {"fingerprint": f"v1:{FP}", "paths": ("a/**", "b")}),
        (
            f"ignore-rule {FP} --paths a/** --only-this because it's b, because c",
            {"fingerprint": f"v1:{FP}", "paths": ("a/**",), "only_this": True, "because": "it's b, because c"},
        ),
        (
            f"ignore-rule {FP} because a --paths b",
            {"fingerprint": f"v1:{FP}", "paths": ("b",), "because": "a"},
        ),
        (
            f"ignore-rule {FP} --paths 'b' Because: a",
            {"fingerprint": f"v1:{FP}", "paths": ("b",), "because": "a"},
        ),
        ("ignore-rule ruff/S101 --paths tests/**", {"rule": "ruff/S101", "paths": ("tests/**",)}),
        ("ignore-rule Ruff/S101 --paths tests/**", {"rule": "ruff/S101", "paths": ("tests/**",)}),
        ("ignore-rule eslint/@a/no-b --paths x.ts", {"rule": "eslint/@a/no-b", "paths": ("x.ts",)}),
        ("ignore-rule", {}),
        ("ignore-rule because a", {"because": "a"}),
        ("ignore-rule --only-this", {"only_this": True}),
        ("ignore-rule --only-this because a", {"only_this": True, "because": "a"}),
        ("ignore-rule --paths a/** because b", {"paths": ("a/**",), "because": "b"}),
    ],
)
def test_ignore_rule_has_the_forms_of_its_table(said: str, expected: dict[str, object]) -> None:
    found = one(said)
    assert isinstance(found, IgnoreRule)
    names = ("fingerprint", "rule", "paths", "only_this", "because")
    default: dict[str, object] = {"fingerprint": None, "rule": None, "paths": (), "only_this": False, "because": None}
    assert {name: getattr(found, name) for name in names} == default | expected


@pytest.mark.parametrize(
    ("said", "names"),
    [
        (f"ignore-rule {FP[:11]}", "neither a full fingerprint nor a rule"),
        (f"ignore-rule {FP}0", "neither a full fingerprint nor a rule"),
        (f"ignore-rule v2:{FP}", "neither a full fingerprint nor a rule"),
        ("ignore-rule *", "neither a full fingerprint nor a rule"),
        ("ignore-rule ruff/* --paths a", "neither a full fingerprint nor a rule"),
        ("ignore-rule S101 --paths a", "neither a full fingerprint nor a rule"),
        ("ignore-rule this", "neither a full fingerprint nor a rule"),
        ("ignore-rule false positive", "neither a full fingerprint nor a rule"),
        ("ignore-rule ruff/S101", "a rule needs paths"),
        ("ignore-rule ruff/S101 because a", "a rule needs paths"),
        ("ignore-rule ruff/S101 --paths", "names no path"),
        ("ignore-rule ruff/S101 --paths a --only-this", "needs the fingerprint"),
        (f"ignore-rule {FP} {FP}", "more than one finding"),
        (f"ignore-rule {FP}, ruff/S101", "more than one finding"),
        (f"ignore-rule {FP} it is fine", "behind `because`"),
        (f"ignore-rule {FP} because", "nothing follows `because`"),
        (f"ignore-rule {FP} because a --only-this because b", "both sides"),
        (f"ignore-rule {FP} --only-this yes", "takes no value"),
        (f"ignore-rule {FP} --only", "`--only` is no option"),
        (f"ignore-rule {FP} -- only-this", "something stands between"),
        (f"ignore-rule {FP} --path a", "`--path` is no option"),
        (f"ignore-rule {FP} --paths a b", "more than one path"),
        (f"ignore-rule {FP} --paths because a", "names no path"),
    ],
)
def test_an_ignore_rule_that_is_incomplete_is_refused_and_says_what_is_missing(said: str, names: str) -> None:
    """P4, CMD-20"""
    assert names in problem(said)


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("forget l_x7c2k9q4mn", Forget(n=0, line=1, id="l_x7c2k9q4mn")),
        ("forget `L_Abc.d-e`", Forget(n=0, line=1, id="L_Abc.d-e")),
        ("approve", Approve(n=0, line=1)),
        ("Approve!", Approve(n=0, line=1)),
        ("decline.", Decline(n=0, line=1)),
        ("learnings", Learnings(n=0, line=1)),
        ("learnings about  tests", Learnings(n=0, line=1, query="about  tests")),
        ("why l_x7c2k9q4mn", Why(n=0, line=1, subject="l_x7c2k9q4mn")),
        (f"why {FP}", Why(n=0, line=1, subject=f"v1:{FP}")),
        ("review", Review(n=0, line=1)),
        ("pause", Pause(n=0, line=1)),
        ("resume", Resume(n=0, line=1)),
        ("help", Help(n=0, line=1)),
        ("help remember", Help(n=0, line=1)),
    ],
)
def test_the_other_commands(said: str, command: Command) -> None:
    assert one(said) == command


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("forget", "nothing follows it"),
        ("forget l_x7c2k9q4mn l_y7c2k9q4mn", "more than one word"),
        ("forget everything", "is not the id of a learning"),
        ("forget l_x7c2k9q4mn --all", "`--all` is no option of it; it takes none"),
        ("why", "nothing follows it"),
        ("why me", "neither an id"),
        ("approve the first one", "`approve` alone on its line"),
        ("review --paths a", "`review` alone on its line"),
        ("learnings --paths a", "`--paths` is no option"),
        ("rember a", "did you mean `remember`?"),
        ("ignore rule", "did you mean `ignore-rule`?"),
        ("aprove", "did you mean `approve`?"),
        ("thanks a lot", "`@buddy-bot help` lists"),
        ("", "No command follows"),
        ("?", "is not a command"),
        ("🎉", "is not a command"),
    ],
)
def test_what_is_no_command_or_not_a_whole_one_is_answered(said: str, names: str) -> None:
    """P8, CMD-12"""
    assert names in problem(said)


@pytest.mark.parametrize("mention", ["@buddy-bot", "buddy-bot", "buddy-bot[bot]", "@Buddy-Bot"])
@pytest.mark.parametrize("typed", ["@buddy-bot", "@buddy-bot[bot]", "@BUDDY-BOT:", "@buddy-bot,", "@buddy-bot[bot]:"])
def test_the_mention_is_a_login_however_it_is_written(mention: str, typed: str) -> None:
    """CMD-08"""
    assert parse(f"{typed} help", mention=mention).commands == (Help(n=0, line=1),)


@pytest.mark.parametrize(
    "line",
    [
        "@other help",
        "x@buddy-bot help",
        "@buddy-bot2 help",
        "@buddy-bot/help",
        "@buddy-bot.help",
        "`@buddy-bot` help",
        "\\@buddy-bot help",
        "hi @buddy-bot help",
        "**@buddy-bot** help",
        "[@buddy-bot](x) help",
        "&#64;buddy-bot help",
        "@buddy-bot\\ help",
        "@buddy-bot[x] help",
        "/@buddy-bot help",
    ],
)
def test_other_names_and_other_places_are_no_mention(line: str) -> None:
    assert parse(line, mention="@buddy-bot") == Parsed()


def test_another_name_is_as_good() -> None:
    assert parse("@my.bot+ help", mention="my.bot+").commands == (Help(n=0, line=1),)
    assert parse("@myxbot help", mention="my.bot") == Parsed()


def test_problems_keep_the_places_of_the_commands_around_them() -> None:
    """CMD-07, CMD-19: mending one changes no key of another."""
    comment = "@buddy-bot help\n\n- @buddy-bot hlep\n- @buddy-bot pause\n\n# @buddy-bot resume"
    parsed = parse(comment, mention="@buddy-bot")
    assert [(one.n, one.line) for one in parsed.commands] == [(0, 1), (2, 4), (3, 6)]
    assert [(one.n, one.line, one.command) for one in parsed.problems] == [(1, 3, "hlep")]


def test_the_eleventh_command_and_all_behind_it_are_one_problem() -> None:
    parsed = parse("@buddy-bot help\n" * 14, mention="@buddy-bot")
    assert len(parsed.commands) == 10
    (problem,) = parsed.problems
    assert (problem.n, problem.line) == (10, 11)
    assert "4 more were not read" in problem.message


def test_a_comment_that_github_would_not_take_gives_one_problem() -> None:
    """P11"""
    parsed = parse("@buddy-bot help\n".ljust(LONGEST + 1, "x"), mention="@buddy-bot")
    assert parsed.commands == ()
    assert "65,536" in parsed.problems[0].message


def test_asking_for_the_mention_loads_nothing() -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from buddy.core.mention import mentions\n"
        "assert not mentions('x' * 100, mention='@buddy-bot')\n"
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True)
    assert set(done.stdout.split()) - {"__future__"} == {"buddy", "buddy.core", "buddy.core.mention"}


def test_a_comment_without_the_mention_has_none() -> None:
    assert not mentions("@other help", mention="@buddy-bot")
    assert mentions("a @Buddy\u200b-Bot b", mention="buddy-bot[bot]")


def test_foreign_words_in_a_problem_can_neither_act_nor_leak() -> None:
    """P9, P10"""
    token = "ghp_" + "a1B2" * 9
    for said in (f"{token} x", f"remember a --{token}", f"ignore-rule {token}", f"remember a --paths x,{token}\\y"):
        assert token not in problem(said)
    assert "`@octocat`" in problem("@octocat")
    assert "\n" not in problem("remember a --paths x y " + "z" * 5_000)
    assert len(problem("remember a --paths x y " + "z" * 5_000)) < 300
