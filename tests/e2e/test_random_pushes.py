"""Random pushes over few contents: whatever happens, a run repeated changes nothing and the memory tells the truth."""

import random
from collections import Counter

import pytest

from tests.e2e.harness import APP, SUPPRESSION, opened

LINES = ["x = 1", "assert x", "bad()", "def f():", "    assert x", "    bad()", "", "class A:", "y = 2"]
SHOWN = {"inline", "known", "summary", "suppressed"}


def text(rng):
    """Of so few lines that files and findings are often alike."""
    return "\n".join(rng.choice(LINES) for _ in range(rng.randint(1, 8))) + "\n"


def scan(files):
    """What a simple tool finds."""
    rules = {"assert": ("S101", "error", "Use of assert"), "bad": ("X1", "warning", "bad call")}
    return [
        (rule, level, path, number, message)
        for path, content in sorted(files.items())
        for number, line in enumerate(content.split("\n"), 1)
        for word, (rule, level, message) in rules.items()
        if word in line
    ]


def push(it, files, contents, rng):
    """One change of a random file: an edit, a new one like others, a rename, or a removal."""
    path, other = rng.choice(sorted(files)), f"src/{rng.choice('efgh')}{rng.randint(0, 3)}.py"
    kind = rng.choice(["edit", "add", "move", "remove"])
    if kind == "edit":
        lines = files[path].split("\n")
        at = rng.randrange(len(lines))
        lines[at : at + rng.randint(0, 1)] = [rng.choice(LINES)]
        files[path] = "\n".join(lines) if any(lines) else "x = 1\n"
        it.repo.commit("topic", {path: files[path]}, by="alice")
    elif kind == "add":
        files[other] = rng.choice(contents)
        it.repo.commit("topic", {other: files[other]}, by="alice")
    elif kind == "move" and other not in files:
        files[other] = files.pop(path)
        it.repo.commit("topic", {}, moves={path: other}, by="alice")
    elif kind == "remove" and len(files) > 2:
        del files[path]
        it.repo.commit("topic", {path: None}, by="alice")


def assert_told_truly(it, ran):
    rows = [row for row in ran.transcript["findings"] if row["outcome"] in SHOWN]
    assert len({row["fingerprint"] for row in rows}) == len(rows)
    memory = it.memory().get("findings", {})
    for row in rows:
        known = memory[row["fingerprint"]]
        assert (known["category"], known["path"], known["line"]) == (row["category"], row["path"], row["line"])
    place = {"repo": it.repo.record.id, "pr": it.pull.number}
    posted = Counter(opened(comment.body, **place)[0]["fingerprint"] for comment in it.pull.review_comments)
    assert set(posted.values()) <= {1}


@pytest.mark.parametrize("seed", [1, 8, 22, 44, 46, 48, 50, 54])
def test_p6_after_any_pushes_a_second_run_writes_nothing_and_every_finding_is_itself(story, box, seed):
    rng = random.Random(seed)
    contents = [text(rng) for _ in range(3)]
    files = {"src/a.py": text(rng), "src/b.py": text(rng), "src/c.py": text(rng), "src/app.py": APP}
    it = story(memory=[{**SUPPRESSION, "paths": ["src/a.py"]}], base=dict(files), head={"src/d.py": contents[0]})
    files["src/d.py"] = contents[0]
    for _ in range(5):
        inputs = {"max-comments": rng.choice(["1", "3", "25"])}
        first = it.review(*scan(files), here=True, action="synchronize", inputs=inputs)
        assert first.code == 0, first.log
        world, mark = box.world(), box.journal.mark()
        again = it.review(*scan(files), here=True, action="synchronize", inputs=inputs)
        assert [str(entry) for entry in box.journal.since(mark) if entry.mutating] == []
        assert box.world() == world
        assert_told_truly(it, again)
        for _ in range(rng.randint(1, 3)):
            push(it, files, contents, rng)
