"""Linting: what is wrong with a memory, seen beside the files of its repository; and mending what needs nobody."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.app.edit_memory import Edit, edit
from buddy.app.ports import MemoryFile
from buddy.app.source_tree import SourceTree, texts_of
from buddy.core.learnings.document import LearningsDocument, parse
from buddy.core.lint.checks import lint
from buddy.core.lint.evidence import wanted
from buddy.core.lint.fixing import Fixed, fixed
from buddy.core.lint.problem import LintProblem
from buddy.core.lint.subject import Files, Subject


@dataclass(frozen=True, kw_only=True, slots=True)
class Checkout:
    """The files that the memory is about: their paths, and where their texts are read."""

    paths: Collection[str]
    tree: SourceTree


def lint_learnings(
    document: LearningsDocument, *, checkout: Checkout | None, protected: Sequence[str], now: datetime
) -> tuple[LintProblem, ...]:
    """Every problem in the order of the lines; without a `checkout` nothing is said of files. `now` is aware."""
    files = _files(document, checkout) if checkout is not None else None
    return lint(Subject(document=document, now=now, files=files, protected=protected))


def fix_learnings(file: MemoryFile, *, dry_run: bool) -> tuple[LearningsDocument, Fixed]:
    """Mend the file; gives it as it is then and what was done. A dry run gives what would be."""

    def decide(document: LearningsDocument) -> Edit[Fixed]:
        made = fixed(document)
        return Edit(content=made.content if made.done else None, result=made)

    result = edit(file, decide, dry_run=dry_run).result
    return parse(result.content), result


def _files(document: LearningsDocument, checkout: Checkout) -> Files:
    read = texts_of(wanted(document.records, checkout.paths), checkout.tree)
    texts = {path: text for path, text in read.items() if text is not None}
    return Files(paths=tuple(checkout.paths), texts=texts)
