"""`buddy findings`: readable files count, unreadable ones are named, and the keys are those of the contract."""

import unicodedata

import pytest

KEYS = {"schema", "findings", "unplaced", "hiddenByTool", "open", "notices"}
FINDING = {"fingerprint", "anchors", "category", "tool", "rule", "path", "line", "endLine", "severity", "message"}


def test_json_has_exactly_the_keys_of_the_contract(buddy, sarif, files):
    files(**{"a.py": "one\ntwo\nthree\n"})
    ran = buddy("findings", sarif("x.sarif", ("R1", "a.py", 2), ("R2", None, None)), "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == KEYS
    assert [set(finding) for finding in (*ran.json["findings"], *ran.json["unplaced"])] == [FINDING, FINDING]
    (finding,) = ran.json["findings"]
    assert (finding["category"], finding["path"], finding["line"], finding["severity"]) == (
        "lint/R1",
        "a.py",
        2,
        "major",
    )
    assert finding["fingerprint"].startswith("v1:")
    assert len(finding["anchors"]) == 4
    assert ran.json["unplaced"][0]["fingerprint"].startswith("v1:")


def test_the_fingerprint_follows_the_text_and_not_the_line(buddy, sarif, files):
    def fingerprint(text, line):
        files(**{"a.py": text})
        ran = buddy("findings", sarif("x.sarif", ("R1", "a.py", line)), "--format", "json")
        return ran.json["findings"][0]["fingerprint"]

    first = fingerprint("one\ntwo\nthree\n", 2)
    assert fingerprint("zero\none\ntwo\nthree\n", 3) == first
    assert fingerprint("one\r\ntwo\r\nthree\r\n", 2) == first
    assert fingerprint("one\nother\nthree\n", 2) != first


def test_p5_an_unreadable_file_is_named_and_the_others_still_count(buddy, sarif, files, here):
    (here / "folder").mkdir()
    files(**{"broken.sarif": "{", "empty.sarif": "", "old.sarif": '{"version": "1.0.0", "runs": []}'})
    bad = ("absent.sarif", "folder", "broken.sarif", "empty.sarif", "old.sarif")
    good = sarif("good.sarif", ("R1", "a.py", 1))
    for form in ("text", "json"):
        ran = buddy("findings", *bad[:2], good, *bad[2:], "--format", form)
        assert ran.code == 2
        assert "lint/R1" in ran.out
        assert [
            line for name in bad for line in ran.err.splitlines() if name in line and line.startswith("Error: ")
        ] == [line for line in ran.err.splitlines() if line.startswith("Error: ")]
        assert "No such file" in ran.err
        assert "directory" in ran.err
        assert "SARIF 1.0.0" in ran.err


@pytest.mark.parametrize("where", ["root", "workspace", "container", "runner"])
def test_absolute_paths_lose_the_root_they_were_scanned_under(where, buddy, sarif, files, here, monkeypatch):
    monkeypatch.setenv("GITHUB_WORKSPACE", "/home/runner/work/repo/elsewhere")
    monkeypatch.setenv("RUNNER_WORKSPACE", "/home/runner/work/repo")
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/repo")
    tops = {
        "root": here / "src",
        "workspace": "/home/runner/work/repo/elsewhere",
        "container": "/github/workspace",
        "runner": "/home/runner/work/repo/repo",
    }
    files(**{"src/a.py": "one\n"})
    ran = buddy(
        "findings", sarif("x.sarif", ("R1", f"file://{tops[where]}/a.py", 1)), "--root", "src", "--format", "json"
    )
    assert [finding["path"] for finding in ran.json["findings"]] == ["a.py"]


def test_a_decomposed_path_is_spelled_as_the_repository_has_it(buddy, sarif, files):
    files(**{"füße/é.py": "one\n"})
    ran = buddy("findings", sarif("x.sarif", ("R1", unicodedata.normalize("NFD", "füße/é.py"), 1)), "--format", "json")
    assert ran.json["findings"][0]["path"] == "füße/é.py"


def test_source_is_not_read_through_a_link_or_out_of_the_root(buddy, sarif, files, here):
    files(**{"secret.py": "password\n", "src/b.py": "fine\n"})
    (here / "src/link.py").symlink_to(here / "secret.py")
    (here / "src/loop").symlink_to(here)
    name = sarif("x.sarif", ("R1", "link.py", 1), ("R2", "loop/secret.py", 1), ("R3", "b.py", 1))
    ran = buddy("findings", name, "--root", "src", "--format", "json")
    assert [bool(finding["anchors"]) for finding in ran.json["findings"]] == [False, False, True]


def test_results_that_are_no_findings_are_counted(buddy, sarif):
    hidden = sarif("hidden.sarif", ("R1", "a.py", 1), suppressions=[{"kind": "inSource"}])
    open_ = sarif("open.sarif", ("R2", "a.py", 1), kind="open")
    ran = buddy("findings", hidden, open_, "--format", "json")
    assert (ran.json["findings"], ran.json["hiddenByTool"], ran.json["open"]) == ([], 1, 1)
    ran = buddy("findings", hidden, open_)
    assert "1 hidden by the tool" in ran.err


def test_a_file_called_diff_is_named_with_a_dot_and_a_slash(buddy, sarif):
    sarif("diff", ("R1", "a.py", 1))
    assert buddy("findings", "diff").code == 2
    ran = buddy("findings", "./diff")
    assert (ran.code, ran.out.split()[0]) == (0, "a.py:1")


def test_stdin_is_a_dash(process, sarif, here):
    sarif("x.sarif", ("R1", "a.py", 1))
    ran = process("findings", "-", "--format", "json", stdin=(here / "x.sarif").read_bytes())
    assert [finding["rule"] for finding in ran.json["findings"]] == ["R1"]


def test_p9_text_output_is_one_line_a_finding_whatever_the_tool_wrote(buddy, sarif):
    message = "bad\n::error::x\x1b[2J [bold]not bold[/bold] :smile:\r\n\u202eend"
    ran = buddy("findings", sarif("x.sarif", ("R1", "a.py", 1), message={"text": message}))
    assert ran.out.count("\n") == 1
    assert "[bold]not bold[/bold] :smile:" in ran.out
    assert all(character.isprintable() or character == "\n" for character in ran.out)


def test_no_file_is_a_usage_error(buddy):
    assert buddy("findings").code == 2
    assert "FILE" in buddy("findings").err


def test_p12_the_same_files_give_the_same_bytes(buddy, sarif, files):
    files(**{"a.py": "one\ntwo\n"})
    name = sarif("x.sarif", ("R1", "a.py", 1), ("R1", "a.py", 2))
    runs = [buddy("findings", name, "--format", "json") for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_ref_gives_the_text_of_that_commit(buddy, repo, sarif):
    repo.commit("one", **{"é.py": "one\ntwo\nthree\n"})
    repo.commit("two", **{"é.py": "changed\n"})
    repo.write(**{"é.py": ""})
    name = sarif("x.sarif", ("R1", unicodedata.normalize("NFD", "é.py"), 3))
    (old,) = buddy("findings", name, "--ref", "HEAD~1", "--format", "json").json["findings"]
    (new,) = buddy("findings", name, "--ref", "HEAD", "--format", "json").json["findings"]
    assert (old["path"], len(old["anchors"]), len(new["anchors"])) == ("é.py", 4, 0)


@pytest.mark.parametrize("ref", ["nonsense", "--output=x", "HEAD:é.py"])
def test_a_ref_that_is_none_is_named(ref, buddy, repo, sarif):
    repo.commit("one", **{"é.py": "one\n"})
    ran = buddy("findings", sarif("x.sarif"), f"--ref={ref}")
    assert (ran.code, ran.out) == (2, "")
    assert f"'{ref}' is no commit" in ran.err


def test_a_ref_outside_a_repository_says_so(buddy, sarif):
    ran = buddy("findings", sarif("x.sarif"), "--ref", "main")
    assert ran.code == 2
    assert "git repository" in ran.err


def test_in_a_subfolder_paths_are_those_of_the_repository(repo, sarif, process):
    """CLI-06"""
    repo.commit("one", **{"src/a.py": "one\n"})
    sarif("x.sarif", ("R1", f"file://{repo.top}/src/a.py", 1), ("R2", "src/a.py", 1))
    ran = process("findings", "../x.sarif", "--format", "json", cwd=repo.top / "src")
    assert [(finding["path"], len(finding["anchors"])) for finding in ran.json["findings"]] == [("src/a.py", 4)] * 2


def test_p10_a_secret_that_a_scanner_quotes_is_not_printed(buddy, repo, sarif):
    token = "ghp_" + "a1B2c3D4e5" * 4
    repo.commit("one", **{"a.py": "x = 1\n"})
    repo.write(**{"a.py": "x = 2\n"})
    name = sarif("x.sarif", ("R1", "a.py", 1), ("R2", None, None), message={"text": f"found {token} here"})
    for command in (["findings", name], ["review", "--findings", name], ["findings", "diff", name, "--new", name]):
        for form in ("text", "json"):
            ran = buddy(*command, "--format", form)
            assert "R1" in ran.out
            assert token not in ran.out + ran.err


def test_p9_a_path_that_looks_like_a_command_is_none(buddy, sarif):
    ran = buddy("findings", sarif("x.sarif", ("R1", "::error file=x::y.py", 1), ("R2", "##[command]z.py", 1)))
    assert ran.code == 0
    assert not any(line.startswith("::") or "##[" in line for line in ran.out.splitlines())
