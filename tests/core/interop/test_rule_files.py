"""Rule files of other agents: what is Buddy's in them, what is their authors', and what each is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from buddy.core.interop import managed_block
from buddy.core.interop.formats import load
from buddy.core.interop.front_matter import taken_apart
from buddy.core.interop.managed_block import BEGIN, END
from buddy.core.interop.markdown_text import escaped, unescaped
from buddy.core.learnings.record import Kind, Learning

ONE = Learning(id="l_aaaaaaaa11", text="Keep `a_b` and @pool apart.", paths=("src/api/*.py",))
TWO = Learning(id="l_bbbbbbbb22", text="Say it once.", kind=Kind.CONVENTION)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cf")), max_size=60)
MARKED = st.lists(
    st.one_of(
        WORDS,
        st.sampled_from(
            ["`", "```", "\\", "<!-- x -->", "-->", "- ", "# ", "1. ", "@a", "&amp;", "\n", "~~~", "|", "_a_"]
        ),
    ),
    max_size=8,
).map("".join)


@given(MARKED)
def test_p9_a_text_comes_back_from_markdown_as_it_went_in(text):
    assert unescaped(escaped(text)) == text


@given(MARKED.map(str.strip).filter(bool))
def test_p9_no_text_begins_a_block_or_a_tag(text):
    tokens = MarkdownIt("commonmark").parse(f"- {escaped(text)} <!-- l_x -->\n")
    kinds = {token.type for token in tokens} - {"inline", "paragraph_open", "paragraph_close"}
    assert kinds <= {"bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"}
    inner = [child for token in tokens if token.type == "inline" for child in token.children or ()]
    html = [child.content for child in inner if child.type == "html_inline"]
    assert html == ["<!-- l_x -->"] or "`" in text
    assert not {child.type for child in inner} & {"link_open", "image", "em_open", "strong_open"}


@pytest.mark.parametrize("text", ["@docs/secret.md", "see @README", "(@x)"])
def test_p9_a_learning_imports_no_file(text):
    assert "\\@" in escaped(text)


@pytest.mark.parametrize(
    "before",
    ["", "# Mine\n", "# Mine\n\ntext without an end", "a\r\nb\r\n", f"top\n\n{BEGIN}\n- old\n{END}\n\nbottom\n",
     f"a\n{BEGIN}\n{END}\nb\n{BEGIN}\n- x\n{END}\nc"],
)  # fmt: skip
def test_an_export_changes_the_block_alone_and_is_the_same_the_second_time(before):
    once = managed_block.with_block(before, managed_block.block([ONE, TWO]))
    assert once is not None
    assert managed_block.with_block(once, managed_block.block([ONE, TWO])) == once
    mine = [line for line in managed_block.split(before).rest.splitlines() if line.strip()]
    assert [line for line in managed_block.split(once).rest.splitlines() if line.strip()] == mine
    assert [item.id for item in managed_block.split(once).items] == [TWO.id, ONE.id]
    assert ("\r\n" in before) == (f"{END}\r\n" in once)


def test_a_file_that_has_a_block_without_an_end_is_left_alone():
    before = f"mine\n{BEGIN}\n- x\nalso mine\n".encode()
    written = load("agents").write([ONE], {"AGENTS.md": before})
    assert written.files == {}
    assert [loss.item for loss in written.left_out] == [ONE.id]
    assert [one.reason for one in load("agents").read({"AGENTS.md": before}).unusable] == ["unclosed-block"]


def test_what_is_forgotten_leaves_the_file_as_it_was():
    before = b"# Mine\n"
    written = load("agents").write([TWO], {"AGENTS.md": before})
    after = load("agents").write([], written.files)
    assert after.files["AGENTS.md"].strip() == before.strip()


def test_an_item_that_people_wrote_into_the_block_is_taken_without_an_id():
    text = managed_block.block([ONE]).replace(END, f"- by hand\n{END}")
    assert [(item.text, item.id) for item in managed_block.split(text).items] == [(ONE.text, ONE.id), ("by hand", None)]


@pytest.mark.parametrize(
    ("paths", "home"),
    [
        (("src/api/*.py",), "src/api/AGENTS.md"),
        (("src/api/v1/a.py", "src/api/x/**"), "src/api/AGENTS.md"),
        (("src/apix/a.py",), "src/AGENTS.md"),
        (("src/api/a.py", "lib/**"), "AGENTS.md"),
        (("**/api/*.py",), "AGENTS.md"),
        (("a.py",), "AGENTS.md"),
        (("!src/api/a.py",), "AGENTS.md"),
        (None, "AGENTS.md"),
    ],
)
def test_a_learning_goes_to_the_nearest_file_above_all_that_it_is_about(paths, home):
    there = {"AGENTS.md": b"", "src/AGENTS.md": b"x\n", "src/api/AGENTS.md": b"y\n"}
    record = Learning(id="l_aaaaaaaa11", text="Say it there.", paths=paths)
    written = load("agents").write([record], there)
    assert [path for path, content in written.files.items() if b"Say it there." in content] == [home]


def test_what_stands_in_a_nested_file_is_about_its_folder():
    (entry,) = load("agents").read({"pkg/[a]/AGENTS.md": b"- Only here.\n"}).entries
    assert entry.paths == ("pkg/\\[a\\]/**",)


def test_p11_copilot_is_given_no_more_than_it_reads():
    many = [Learning(id=f"l_{n:010d}", text=f"Rule {n}: " + "w" * 300) for n in range(40)]
    whole = load("copilot").write(many, {".github/copilot-instructions.md": b"Mine.\n"})
    (content,) = whole.files.values()
    assert len(content.decode()) <= 4_000
    assert content.startswith(b"Mine.\n")
    assert len(whole.left_out) == 40 - content.count(b"Rule ")
    split = load("copilot-instructions").write(many, {})
    assert len(split.files) > 1
    assert all(len(one.decode()) <= 4_000 for one in split.files.values())
    assert not split.left_out


def test_a_file_of_a_group_that_is_gone_says_nothing_any_more():
    cursor = load("cursor")
    before = cursor.write([ONE, TWO], {})
    after = cursor.write([TWO], before.files)
    assert set(after.files) == set(before.files)
    assert [entry.id for entry in cursor.read(after.files).entries] == [TWO.id]
    kody = load("kody")
    first = kody.write([ONE, TWO], {})
    left = kody.read(kody.write([TWO], first.files).files)
    assert ([entry.id for entry in left.entries], [one.reason for one in left.unusable]) == ([TWO.id], ["not-applied"])


@pytest.mark.parametrize(
    ("head", "paths"),
    [
        ("globs: **/*.ts, src/{a,b}/*.js\nalwaysApply: false", ("**/*.ts", "src/{a,b}/*.js")),
        ('globs: "a/*.ts,b/*.ts"', ("a/*.ts", "b/*.ts")),
        ("globs:\n  - a/*.ts\n  - b/*.ts", ("a/*.ts", "b/*.ts")),
        ("globs: [a/*.ts]", ("a/*.ts",)),
        ("globs: {a,b}/**", ("{a,b}/**",)),
        ("globs:\n  - **/*.ts\n  - x: y: z", ("**/*.ts", "x: y: z")),
        ("alwaysApply: true\nglobs: a/**", None),
        ("globs: **", None),
    ],
)
def test_cursor_globs_are_read_as_its_editor_writes_them(head, paths):
    (entry,) = load("cursor").read({"x.mdc": f"---\n{head}\n---\n- Do it so.\n".encode()}).entries
    assert entry.paths == paths


@pytest.mark.parametrize("head", ["description: when asked", 'alwaysApply: "true"', "globs:\nalwaysApply: false"])
def test_p4_a_rule_that_cursor_does_not_apply_by_itself_is_not_made_to_apply_everywhere(head):
    reading = load("cursor").read({"x.mdc": f"---\n{head}\n---\n- Do it so.\n".encode()})
    assert not reading.entries
    assert [one.reason for one in reading.unusable] == ["not-applied"]


@given(st.text(max_size=200))
def test_front_matter_never_raises_and_loses_no_line(text):
    found = taken_apart(f"---\n{text}")
    assert found.first >= 1
    assert f"---\n{text}".endswith(found.body)


@pytest.mark.parametrize(
    "before", ["", "\n\n", "a", "a\n", "a\n\n\n", "a\r\n", "\ufeffa\n", "```\n" + f"{BEGIN}\n- x\n{END}\n" + "```\n"]
)
def test_what_an_export_added_is_taken_away_again_and_every_other_byte_is_its_authors(before):
    agents = load("agents")
    with_it = agents.write([TWO], {"AGENTS.md": before.encode()}).files["AGENTS.md"]
    assert before.encode() in with_it or not before.endswith("\n")
    assert with_it.startswith(before.encode())
    after = agents.write([], {"AGENTS.md": with_it}).files["AGENTS.md"]
    assert after == (before if before.endswith("\n") or not before else f"{before}\n").encode()


@given(st.text(st.sampled_from("ab \n\r#-`>"), max_size=40))
def test_whatever_stands_in_a_file_stands_there_after_an_export(text):
    written = load("agents").write([TWO], {"AGENTS.md": text.encode()})
    assert written.files["AGENTS.md"].startswith(text.encode())


@pytest.mark.parametrize("name", ["cursor", "copilot-instructions", "kody"])
def test_a_file_that_somebody_added_to_is_left_alone_and_said(name):
    form = load(name)
    (path, content), *_ = form.write([ONE], {}).files.items()
    mine = content + b"\nMine: ask before changing this.\n"
    again = form.write([ONE], {path: mine})
    assert path not in again.files
    assert [loss.item for loss in again.left_out] == [ONE.id]
    assert path not in form.write([], {path: mine}).files


@pytest.mark.parametrize("name", ["cursor", "copilot-instructions", "kody"])
def test_a_file_of_somebody_else_s_that_has_a_name_like_buddy_s_is_left_alone(name):
    form = load(name)
    path = {"cursor": ".cursor/rules/buddy-style.mdc", "kody": ".kody/rules/buddy/mine.md"}.get(
        name, ".github/instructions/buddy-style.instructions.md"
    )
    assert path not in form.write([TWO], {path: b"---\ntitle: x\n---\n- Mine.\n"}).files


def test_an_item_by_hand_in_buddy_s_part_is_not_taken_away_in_silence():
    text = managed_block.block([ONE]).replace(END, f"- by hand\n{END}")
    written = load("agents").write([TWO], {"AGENTS.md": text.encode()})
    assert written.files == {}
    assert "import them" in written.left_out[0].why


@pytest.mark.parametrize(
    ("name", "path", "head", "paths"),
    [
        ("cursor", "pkg/.cursor/rules/a.mdc", "globs: *.ts", ("pkg/**/*.ts",)),
        ("cursor", "pkg/.cursor/rules/a.mdc", "alwaysApply: true", ("pkg/**",)),
        ("cursor", ".cursor/rules/a.mdc", "globs: *.ts", ("*.ts",)),
        ("kody", "pkg/.kody/rules/a.md", 'title: x\npath: ["src/**"]', ("pkg/src/**",)),
    ],
)
def test_a_rule_in_a_nested_folder_is_about_that_folder(name, path, head, paths):
    (entry,) = load(name).read({path: f"---\n{head}\n---\n- Do it so.\n".encode()}).entries
    assert entry.paths == paths


@pytest.mark.parametrize(
    ("globs", "paths"),
    [
        ('"a/*.ts", "b/*.ts"', ("a/*.ts", "b/*.ts")),
        ("[**/*.ts, src/**]", ("**/*.ts", "src/**")),
        ("**/*.ts # all of them", ("**/*.ts",)),
    ],
)
def test_odd_spellings_of_globs_are_read_as_they_were_meant(globs, paths):
    (entry,) = load("cursor").read({"x.mdc": f"---\nglobs: {globs}\n---\n- Do it so.\n".encode()}).entries
    assert entry.paths == paths


def test_a_utf_16_file_is_not_written_anew():
    assert load("agents").write([TWO], {"AGENTS.md": "# Mine\n".encode("utf-16")}).files == {}
