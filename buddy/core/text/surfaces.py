"""The escapes, one a surface (P9): where a text goes decides which function it passes."""

from buddy.core.text.markdown import (
    code_cell,
    code_span,
    fenced,
    markdown,
    markdown_inline,
    table_cell,
    without_markers,
)
from buddy.core.text.plain import commit_message, prompt_item, terminal
from buddy.core.text.workflow import log_line, output_file, workflow_message, workflow_property

__all__ = [
    "code_cell",
    "code_span",
    "commit_message",
    "fenced",
    "log_line",
    "markdown",
    "markdown_inline",
    "output_file",
    "prompt_item",
    "table_cell",
    "terminal",
    "without_markers",
    "workflow_message",
    "workflow_property",
]
