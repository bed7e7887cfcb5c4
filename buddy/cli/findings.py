"""`buddy findings`: what findings files say, with fingerprints, and which findings are the same."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from buddy.cli.choices import format_option
from buddy.cli.finding_rows import finding_row, plural, say_notices, say_problems
from buddy.cli.findings_diff import diff
from buddy.cli.findings_same import same
from buddy.cli.groups import CONTEXT, DefaultGroup
from buddy.cli.sources import source_tree
from buddy.cli.streams import put_json, say
from buddy.cli.tables import put_rows
from buddy.cli.working import Working

if TYPE_CHECKING:
    from buddy.core.findings.reports import Report

EPILOG = """\b
Examples:
  buddy findings ruff.sarif
  buddy findings --ref v1.2 --format json *.sarif
  buddy findings diff old.sarif --new new.sarif --from HEAD~1

\b
Commands:
  diff  Show which findings of two scans are the same.
  same  Show whether texts report the same problem.
"""

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(context_settings=CONTEXT, epilog=EPILOG)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--root", type=FOLDER, help="Read source text below DIR.  [default: the working tree]", metavar="DIR")
@click.option("--ref", help="Read source text from this commit.", metavar="REF")
@format_option()
def scan(*, files: tuple[str, ...], root: Path | None, ref: str | None, form: str) -> int:
    """Show what findings files say, with fingerprints.

    FILE is SARIF 2.1.0, rdjson or rdjsonl, `-` is stdin. A file called `diff` or `same` is `./diff`, `./same`.
    """
    from buddy.app.scan_findings import scan_findings
    from buddy.cli.report_files import known_roots, report_file

    tree = source_tree(root=root, ref=ref)
    roots = known_roots(root, os.environ)
    with Working("Reading findings") as working:
        scanned = scan_findings(map(report_file, working.each(files)), tree=tree, roots=roots)
    if form == "json":
        put_json(_json(scanned.report))
    else:
        _put(scanned.report)
    return say_problems(scanned.problems)


findings = DefaultGroup("findings", default=scan, commands={"diff": diff, "same": same}, help=scan.help)


def _json(report: Report) -> dict[str, Any]:
    from buddy.core.findings.finding import as_json

    return {
        "findings": [as_json(finding) for finding in report.findings],
        "unplaced": [as_json(finding) for finding in report.unplaced],
        "hiddenByTool": report.hidden_by_tool,
        "open": report.open,
        "notices": [{"id": notice.id, "message": notice.message} for notice in report.notices],
    }


def _put(report: Report) -> None:
    say_notices(report.notices)
    put_rows([finding_row(finding) for finding in (*report.findings, *report.unplaced)])
    told = [plural(len(report.findings) + len(report.unplaced), "finding")]
    told += [f"{len(report.unplaced)} without a file"] if report.unplaced else []
    told += [f"{report.hidden_by_tool} hidden by the tool itself"] if report.hidden else []
    told += [f"{plural(report.open, 'open or review result')}, not counted"] if report.open else []
    say("; ".join(told) + ".")
