"""`buddy learnings lint`: formats, exit codes, where it looks, and what `--fix` writes."""

import json
import re
import stat

import pytest

from buddy.core.lint.codes import RULES

MEMORY = ".buddy/learnings.jsonl"
SCHEMA_KEYS = {"id", "line", "code", "severity", "message"}


@pytest.fixture
def memory(repo, lines):
    repo.write(
        **{
            "src/a.py": "import kafka\n",
            MEMORY: lines.learning("l_one000", "Never push to main")
            + lines.learning("l_two000", "Always push to main")
            + lines.learning("l_dead00", "glue", paths=["lib/**"])
            + "{broken\n"
            + lines.learning("l_late00", "until yesterday", expiresAt="2020-01-01"),
        }
    )
    return repo


def test_json_has_exactly_the_keys_of_the_contract(buddy, memory):
    ran = buddy("learnings", "lint", "--format", "json")
    assert (ran.code, ran.err, set(ran.json)) == (1, "", {"schema", "problems"})
    assert all(set(problem) == SCHEMA_KEYS for problem in ran.json["problems"])
    assert [(one["id"], one["line"], one["code"], one["severity"]) for one in ran.json["problems"]] == [
        ("l_two000", 2, "contradiction", "warning"),
        ("l_dead00", 3, "dead-glob", "warning"),
        (None, 4, "invalid-json", "error"),
        ("l_late00", 5, "expired", "notice"),
    ]


def test_text_names_file_and_line_and_counts(buddy, memory):
    ran = buddy("learnings", "lint")
    assert ran.out.splitlines()[2].split() == [
        f"{MEMORY}:4", "error", "invalid-json", "the", "line", "is", "not", "valid", "JSON",
    ]  # fmt: skip
    assert ran.err == f"4 learnings in {MEMORY}: 1 error, 2 warnings, 1 notice.\n"


@pytest.mark.parametrize(
    ("content", "threshold", "code"),
    [
        ("{broken\n", "error", 1),
        ("{broken\n", "none", 0),
        ('{"id":"l_aaa","text":"See #12"}\n', "error", 0),
        ('{"id":"l_aaa","text":"See #12"}\n', "warning", 1),
        ('{"id":"l_aaa","text":"See #12"}\n', None, 1),
        ('{"id":"l_aaa","text":"x y z","team":"core"}\n', None, 0),
        ('{"id":"l_aaa","text":"x y z","team":"core"}\n', "NOTICE", 1),
        ("", "notice", 0),
    ],
)
def test_the_exit_code_says_whether_something_is_as_bad(buddy, files, content, threshold, code):
    files(**{"m.jsonl": content})
    given = () if threshold is None else ("--fail-on", threshold)
    assert buddy("learnings", "lint", "--file", "m.jsonl", *given).code == code


def test_sarif_read_back_gives_the_same_codes_and_lines(buddy, memory):
    log = buddy("learnings", "lint", "--format", "sarif")
    memory.write(**{"lint.sarif": log.out})
    found = buddy("findings", "lint.sarif", "--format", "json").json
    assert [(one["category"], one["path"], one["line"]) for one in found["findings"]] == [
        ("buddy/contradiction", MEMORY, 2),
        ("buddy/dead-glob", MEMORY, 3),
        ("buddy/invalid-json", MEMORY, 4),
        ("buddy/expired", MEMORY, 5),
    ]
    assert [one["severity"] for one in found["findings"]] == ["minor", "minor", "major", "nit"]
    assert found["notices"] == []


def test_sarif_has_what_its_schema_requires(buddy, memory):
    """The parts of sarif-schema-2.1.0.json that this log uses: required keys, closed words, indices that fit."""
    log = buddy("learnings", "lint", "--format", "sarif").json
    assert (log["version"], set(log)) == ("2.1.0", {"$schema", "version", "runs"})
    (run,) = log["runs"]
    assert set(run) == {"tool", "columnKind", "results"}
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["defaultConfiguration"]["level"] in {"error", "warning", "note"}
        assert all(set(rule[key]) == {"text"} and rule[key]["text"] for key in ("shortDescription", "help"))
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["region"]["startLine"] >= 1
        assert re.fullmatch(r"[\w./%-]+", location["physicalLocation"]["artifactLocation"]["uri"])


def test_annotations_come_worst_first_and_cannot_be_broken_out_of(buddy, repo, lines):
    """P9."""
    hostile = "x\n::error::owned,\r%0A"
    memory = {"kind": "suppression", "match": {"category": f"gitleaks/{hostile}"}, "paths": ["a,b:c/**"]}
    repo.write(
        **{
            "docs/x.md": "",
            MEMORY: lines.learning("l_aaa", "text", **memory) + "{broken\n" + lines.learning("l_bbb", "b b"),
        }
    )
    ran = buddy("learnings", "lint", "--format", "github")
    told = ran.out.splitlines()
    assert told[0] == f"::error file={MEMORY},line=2,title=Buddy%3A invalid-json::the line is not valid JSON"
    assert [line.split(" ")[0] for line in told] == ["::error", "::warning", "::warning", "::notice"]
    assert "%0A" in ran.out
    assert "\r" not in ran.out


def test_a_commit_is_judged_by_its_own_memory_files_and_configuration(buddy, memory):
    """P1."""
    memory.write(**{".buddy/config.yml": "review: {protected: [own/*]}\n", "lib/b.py": ""})
    memory.commit("All")
    (memory.top / "lib/b.py").unlink()
    (memory.top / MEMORY).write_text("{more\n{broken\n")
    ran = buddy("learnings", "lint", "--base", "HEAD", "--format", "json")
    assert [one["code"] for one in ran.json["problems"]] == ["contradiction", "invalid-json", "expired"]
    assert len(buddy("learnings", "lint", "--format", "json").json["problems"]) == 2


def test_protection_is_that_of_the_configuration(buddy, repo, lines):
    hides = lines.suppression("l_hides0", "own/R1", "src/a.py")
    repo.write(**{"src/a.py": "", MEMORY: hides})
    assert buddy("learnings", "lint").code == 0
    repo.write(**{".buddy/config.yml": "review: {protected: [own/*]}\n"})
    ran = buddy("learnings", "lint", "--format", "json")
    assert [one["code"] for one in ran.json["problems"]] == ["protected-category"]


def test_what_verify_asks_is_looked_up_in_the_files(buddy, repo, lines):
    checks = [{"path": "src/**", "regex": "kafka"}, {"path": "src/**", "regex": "redis"}, {"path": "gone/**"}]
    records = [lines.learning(f"l_check{n}", f"fact {n}", verify=check) for n, check in enumerate(checks)]
    repo.write(**{"src/a.py": "import kafka\n", "src/logo.png": b"\0redis", MEMORY: "".join(records)})
    ran = buddy("learnings", "lint", "--format", "json")
    assert [(one["line"], one["code"]) for one in ran.json["problems"]] == [(2, "verify-failed"), (3, "verify-failed")]


def test_outside_of_a_repository_a_file_is_named_and_its_globs_stay_open(buddy, files, lines):
    assert buddy("learnings", "lint").code == 2
    files(**{"m.jsonl": lines.learning("l_aaa", "text", paths=["lib/**"])})
    ran = buddy("learnings", "lint", "--file", "m.jsonl")
    assert (ran.code, ran.out.split()[:3]) == (0, ["m.jsonl", "notice", "files-unknown"])


def test_nothing_remembered_is_nothing_wrong(buddy, repo):
    ran = buddy("learnings", "lint")
    assert (ran.code, ran.out) == (0, "")
    assert "nothing is remembered here" in ran.err


def test_a_page_in_the_file_s_place_is_one_error_and_no_crash(buddy, files):
    files(**{"m.jsonl": "<!doctype html><p>x</p>"})
    ran = buddy("learnings", "lint", "--file", "m.jsonl", "--format", "json")
    assert (ran.code, [one["code"] for one in ran.json["problems"]]) == (1, ["html"])


FIXABLE = (
    b'\xef\xbb\xbf{"id":"l_aaa","text":"old one"}\r\n{"id":"l_aaa","text":"a\\u200bb now","updatedAt":"2026-01-01"}\n'
)
MENDED = b'{"id":"l_aaa","text":"ab now","updatedAt":"2026-01-01"}\n'


def test_fix_mends_the_file_says_what_and_then_what_is_left(buddy, here, files):
    files(**{"m.jsonl": FIXABLE})
    (here / "m.jsonl").chmod(0o640)
    dry = buddy("learnings", "lint", "--file", "m.jsonl", "--fix", "--dry-run")
    assert (here / "m.jsonl").read_bytes() == FIXABLE
    assert (dry.code, dry.err.count("Would mend")) == (0, 4)
    ran = buddy("learnings", "lint", "--file", "m.jsonl", "--fix")
    assert (ran.code, ran.out, ran.err.count("Mended")) == (0, "", 4)
    assert (here / "m.jsonl").read_bytes() == MENDED
    assert stat.S_IMODE((here / "m.jsonl").stat().st_mode) == 0o640
    again = buddy("learnings", "lint", "--file", "m.jsonl", "--fix", "--format", "json")
    assert (again.json["problems"], "can be mended" in again.err) == ([], True)


@pytest.mark.parametrize("args", [("--fix", "--base", "HEAD"), ("--dry-run",), ("--fail-on", "major")])
def test_wrong_use_is_answered(buddy, memory, args):
    memory.commit("All")
    assert buddy("learnings", "lint", *args).code == 2


def test_fix_leaves_an_unresolved_merge_and_a_link_alone(buddy, here, files):
    files(**{"m.jsonl": '{"id":"l_aaa","text":"x y"}\r\n<<<<<<< a\n=======\n>>>>>>> b\n', "real.jsonl": FIXABLE})
    assert buddy("learnings", "lint", "--file", "m.jsonl", "--fix").code == 2
    (here / "link.jsonl").symlink_to("real.jsonl")
    assert buddy("learnings", "lint", "--file", "link.jsonl", "--fix").code == 2
    assert (here / "real.jsonl").read_bytes() == FIXABLE
    assert buddy("learnings", "lint", "--file", "gone.jsonl", "--fix").code == 2


def test_no_format_repeats_a_secret(buddy, files, lines):
    """P10."""
    secret = "ghp_" + "a1B2" * 9
    text = lines.learning("l_aaa", f"use {secret}", paths=[f"src/{secret}"], own=secret) + f"{{broken {secret}\n"
    text += lines.learning(f"l_{secret}", "x y z", expiresAt=secret, kind=secret)
    files(**{"m.jsonl": text})
    for form in ("text", "json", "sarif", "github"):
        ran = buddy("learnings", "lint", "--file", "m.jsonl", "--format", form)
        assert secret not in ran.out + ran.err
        assert "contains-secret" in ran.out


def test_ten_thousand_learnings_are_judged_by_a_process(process, here, lines):
    """The time is the benchmark's affair; here the answer of a large memory is that of its lines."""
    many = "".join(lines.learning(f"l_{n:07}", f"note {n} about module m{n % 97}") for n in range(10_000))
    (here / "m.jsonl").write_text(many + lines.learning("l_last000", "note 77 about module m77"))
    ran = process("learnings", "lint", "--file", "m.jsonl", "--format", "json")
    assert [one["code"] for one in json.loads(ran.out)["problems"] if one["id"] == "l_last000"] == ["duplicate"]


def test_every_code_has_a_severity_that_an_option_names():
    assert {rule.severity.value for rule in RULES.values()} == {"error", "warning", "notice"}
