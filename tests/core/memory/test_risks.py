"""Risks by paths and sizes (P13): each names how many files, none repeats foreign text (P9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buddy.core.change import Change, ChangedFile, FileStatus
from buddy.core.memory.risks import risks

TEST = ChangedFile(path="tests/test_a.py", status=FileStatus.MODIFIED, patch="@@", additions=1)


def changed(path: str, **fields: object) -> ChangedFile:
    return ChangedFile(**({"path": path, "status": FileStatus.MODIFIED, "patch": "@@", "additions": 1} | fields))


def of(*files: ChangedFile, total: int | None = None) -> tuple[str, ...]:
    return risks(Change(files=files, total=len(files) if total is None else total))


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("db/migrate/001_x.rb", "migrations"),
        ("app/migrations/0001.py", "migrations"),
        ("prisma/schema.prisma", "migrations"),
        ("src/auth/login.py", "authentication"),
        ("src/AuthService.java", "authentication"),
        ("lib/password_hash.rb", "authentication"),
        (".github/workflows/ci.yml", "CI"),
        (".gitlab-ci.yml", "CI"),
        ("action.yml", "CI"),
        ("Dockerfile", "deployed"),
        ("infra/main.tf", "deployed"),
        ("package.json", "dependencies"),
        ("web/yarn.lock", "dependencies"),
        ("requirements-dev.txt", "dependencies"),
        ("proto/x.proto", "interface"),
        ("openapi.yaml", "interface"),
        (".buddy/config.yml", "Buddy's own"),
    ],
)
def test_p13_a_path_tells_its_risk(path: str, word: str) -> None:
    (sentence,) = [sentence for sentence in of(changed(path), TEST) if word in sentence]
    assert "(1 file)" in sentence


@pytest.mark.parametrize(
    "path", ["src/author.py", "docs/auth/intro.md", "src/tokenizer.py", "src/latest.py", "README.md", "docs/a.sql.md"]
)
def test_a_name_that_only_looks_like_one_is_no_risk(path: str) -> None:
    assert of(changed(path), TEST) == ()


def test_a_rename_counts_under_its_old_name_too() -> None:
    moved = changed("src/x.py", status=FileStatus.RENAMED, previous_path="src/auth/x.py")
    assert of(moved, TEST) == ("Touches authentication, permissions or cryptography (1 file).",)


def test_sizes_binaries_and_deletions_are_told() -> None:
    removed = FileStatus.REMOVED
    sentences = of(
        changed("a.py", additions=900, deletions=200),
        changed("package-lock.json", additions=9_000),
        changed("logo.png", patch=None, additions=0),
        changed("huge.json", patch=None, additions=50_000),
        changed("tests/test_gone.py", status=removed),
        changed("gone.py", status=removed),
        total=3_100,
    )
    assert sentences == (
        "Changes dependencies (1 file).",
        "Deletes tests (1 file).",
        "Deletes code (1 file).",
        "Adds or changes binary content (1 file).",
        "Is too large to be shown in the diff (1 file).",
        "Changes 400 lines or more at one place (2 files).",
        "Is large: 51102 changed lines in 3100 files.",
        "Is not listed in full: 3094 files could not be looked at.",
        "Changes code but no test (1 file).",
    )


def test_code_with_a_test_and_docs_alone_are_no_risk() -> None:
    assert of(changed("src/a.py"), TEST) == ()
    assert of(changed("src/a.go"), changed("src/a_test.go")) == ()
    assert of(changed("docs/conf.py"), changed("README.md")) == ()
    assert of() == ()


FILES = st.builds(
    ChangedFile,
    path=st.text(min_size=1, max_size=30) | st.sampled_from(["src/@octocat/auth/<b>.py", "a/test/x`.go"]),
    status=st.sampled_from(FileStatus),
    previous_path=st.none() | st.text(min_size=1, max_size=10),
    patch=st.none() | st.just("@@"),
    additions=st.integers(0, 5000),
    deletions=st.integers(0, 5000),
)


@given(st.lists(FILES, max_size=6), st.integers(0, 4000))
def test_p9_sentences_are_few_short_and_buddys_own(files: list[ChangedFile], more: int) -> None:
    sentences = of(*files, total=len(files) + more)
    assert len(sentences) <= 15
    assert all(len(sentence) < 100 and sentence.isascii() and "@" not in sentence for sentence in sentences)
    assert of(*reversed(files), total=len(files) + more) == sentences
