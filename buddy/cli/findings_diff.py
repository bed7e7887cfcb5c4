"""`buddy findings diff`: which findings of two scans are the same, whatever moved between them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.finding_rows import finding_row, say_notices, say_problems
from buddy.cli.groups import CONTEXT
from buddy.cli.sources import repository_at, source_tree
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows
from buddy.cli.working import Working

if TYPE_CHECKING:
    from buddy.app.compare_scans import Comparison
    from buddy.app.source_tree import SourceTree

EPILOG = """\b
Examples:
  buddy findings diff old.sarif --new new.sarif --from main --to HEAD
  buddy findings diff old.sarif --new new.sarif --old-root before --new-root after
"""

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


class Rename(click.ParamType[tuple[str, str]]):
    """`OLD=NEW`, both repository paths."""

    name = "OLD=NEW"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        old, equals, new = str(value).partition("=")
        if not (old and equals and new):
            self.fail(f"'{value}' is not OLD=NEW, as in --rename src/a.py=src/b.py", param, ctx)
        return old, new


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.argument("old", metavar="OLD...", nargs=-1, required=True)
@click.option("--new", multiple=True, required=True, metavar="NEW", help="A findings file of the new scan (repeat).")
@click.option("--old-root", type=FOLDER, metavar="DIR", help="The source that OLD was made from.")
@click.option("--new-root", type=FOLDER, metavar="DIR", help="The source that NEW was made from.")
@click.option("--from", "old_ref", metavar="REF", help="The commit that OLD was made from.")
@click.option("--to", "new_ref", metavar="REF", help="The commit that NEW was made from.  [default: the working tree]")
@click.option("--rename", "renames", type=Rename(), multiple=True, help="A file's old and new path (repeat).")
@format_option()
def diff(
    *,
    old: tuple[str, ...],
    new: tuple[str, ...],
    old_root: Path | None,
    new_root: Path | None,
    old_ref: str | None,
    new_ref: str | None,
    renames: tuple[tuple[str, str], ...],
    form: str,
) -> int:
    """Show which findings of two scans are the same.

    Both sources are needed to follow findings through changed lines; git finds the renames between two commits.
    """
    from buddy.app.compare_scans import Side, compare_scans
    from buddy.cli.report_files import known_roots, report_file

    trees = _trees(old_root=old_root, new_root=new_root, old_ref=old_ref, new_ref=new_ref)
    with Working("Comparing findings") as working:
        files = working.each((*old, *new))
        before = [report_file(next(files)) for _ in old]
        sides = (
            Side(files=before, tree=trees[0], roots=known_roots(old_root, os.environ)),
            Side(files=map(report_file, files), tree=trees[1], roots=known_roots(new_root, os.environ)),
        )
        moved = {**_moved(old_root=old_root, new_root=new_root, old_ref=old_ref, new_ref=new_ref), **dict(renames)}
        comparison = compare_scans(*sides, renames=moved)
    if form == "json":
        put_json(_json(comparison))
    else:
        _put(comparison)
    return say_problems(comparison.problems)


def _trees(
    *, old_root: Path | None, new_root: Path | None, old_ref: str | None, new_ref: str | None
) -> tuple[SourceTree, SourceTree]:
    """Both sources, or neither: identities made with text and without it never meet."""
    if old_root is None and old_ref is None:
        from buddy.app.source_tree import NoSource

        say("Warning: without the old source (--from REF or --old-root DIR) moved findings are not followed.")
        return NoSource(), NoSource()
    return source_tree(root=old_root, ref=old_ref), source_tree(root=new_root, ref=new_ref)


def _moved(
    *, old_root: Path | None, new_root: Path | None, old_ref: str | None, new_ref: str | None
) -> Mapping[str, str]:
    """Old path to new path of the files that git calls renamed; only where both states are the repository's."""
    if old_ref is None or (new_root is not None and new_ref is None):
        return {}
    from buddy.app.local_change import commit_of

    repository = repository_at(old_root or Path.cwd())
    head = None if new_ref is None else commit_of(repository_at(new_root or Path.cwd()), new_ref)
    change = repository.change(commit_of(repository, old_ref), head)
    return {file.previous_path: file.path for file in change.files if file.previous_path is not None}


def _json(comparison: Comparison) -> dict[str, Any]:
    from buddy.core.findings.finding import as_json

    pairs = comparison.diff
    return {
        "kept": [{"old": as_json(one.old), "new": as_json(one.new), "how": one.how.value} for one in pairs.kept],
        "new": [as_json(finding) for finding in pairs.new],
        "gone": [as_json(finding) for finding in pairs.gone],
    }


def _put(comparison: Comparison) -> None:
    say_notices(comparison.notices)
    pairs = comparison.diff
    rows: Sequence[tuple[str, ...]] = [
        *(("new", *finding_row(finding)) for finding in pairs.new),
        *(("gone", *finding_row(finding)) for finding in pairs.gone),
        *((f"kept ({one.how.value})", *finding_row(one.new)) for one in pairs.kept),
    ]
    put_rows(rows)
    say(f"{len(pairs.new)} new, {len(pairs.gone)} gone, {len(pairs.kept)} kept.")
