"""The id of a learning on the command line: any text, and when completing, the ids of the file that is meant."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

_MOST = 200
"""Ids that are offered; more of them help nobody who has to choose."""
_SHOWN = 60


class LearningId(click.ParamType[str]):
    """An id, or as much of one as tells it from the others. Whether there is such a learning the command says."""

    name = "id"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Never an error and never a word on stderr: a shell is waiting for a key."""
        try:
            return _offered(ctx.params.get("file"), incomplete)
        except Exception:  # whatever is wrong with the file, the command says when it is run
            return []


def _offered(file: Path | None, incomplete: str) -> list[CompletionItem]:
    from buddy.cli.opened_learnings import default_learnings_file
    from buddy.core.learnings.document import parse
    from buddy.core.secrets import redact
    from buddy.core.text.surfaces import terminal

    document = parse((file or default_learnings_file()).read_bytes())
    fitting = [record for record in document.records if record.id.startswith(incomplete)]
    return [
        CompletionItem(record.id, help=terminal(" ".join(redact(record.text).split()))[:_SHOWN])
        for record in fitting[:_MOST]
    ]
