"""Every notice that Buddy can give has its entry in the docs, and every entry is of one that it can give."""

import ast
import re
from pathlib import Path

from buddy.core.findings.notices import NoticeId
from buddy.core.learnings.problems import ProblemReason
from buddy.core.memory.marker import Distrust

ROOT = Path(__file__).parents[2]
FAMILIES = {
    "learnings-": {reason.value for reason in ProblemReason},
    "marker-": {reason.value for reason in Distrust},
}


def documented() -> list[str]:
    page = (ROOT / "docs/reference/notices.md").read_text(encoding="utf-8")
    return re.findall(r"(?m)^### (\S+)$", page)


def given() -> set[str]:
    """The id of each `Notice(id=…)` in the code: a constant, a named constant, or a family's prefix and its members."""
    found = {notice.value for notice in NoticeId}
    for path in (ROOT / "buddy").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Notice":
                (value,) = (keyword.value for keyword in node.keywords if keyword.arg == "id")
                found |= _ids(value, names)
    return found


def _ids(value: ast.expr, names: dict[str, object]) -> set[str]:
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.Name(id="id_"):
            return set()  # what `Notices` collects: NoticeId, counted above
        case ast.Attribute(value=ast.Name(id="NoticeId"), attr=name):
            return {NoticeId[name].value}
        case ast.Name(id=name):
            return {str(names[name])}
        case ast.JoinedStr(values=[ast.Constant(value=str(prefix)), _]):
            return {prefix + member for member in FAMILIES[prefix]}
    raise AssertionError(f"the test cannot read the id {ast.unparse(value)}")


def test_the_page_and_the_code_name_the_same_notices() -> None:
    assert set(documented()) == given()


def test_no_notice_is_documented_twice() -> None:
    assert len(documented()) == len(set(documented()))


def test_every_entry_says_something() -> None:
    page = (ROOT / "docs/reference/notices.md").read_text(encoding="utf-8")
    entries = re.split(r"(?m)^### \S+\n", page)[1:]
    assert [entry for entry in entries if not entry.split("\n")[0].strip()] == []
