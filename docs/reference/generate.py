"""Writes the pages and the picture that are made from the project itself: `make docs`.

One row in PAGES a page. A test writes them anew and compares, so a page that was forgotten fails the suite.
"""

import enum
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from buddy.cli.demo.page import drawn
from buddy.cli.demo.reviewing import open_first
from buddy.cli.demo.stage import Stage
from buddy.cli.main import cli
from buddy.cli.reference import page as command_page
from buddy.core.config import Config, json_schema
from buddy.core.learnings.problems import Severity
from buddy.core.lint.codes import RULES
from docs.reference import model_costs
from docs.reference.sessions import is_played, played

ROOT = Path(__file__).parents[2]

LINT_HEAD = """\
# What lint finds

Written from `buddy/core/lint/codes.py` by `make docs`. How to use it: [lint the memory](../how-to/lint.md).

An **error** is certain and costs a record, or worse; a **warning** wants a person's look; a **notice** is only
said. `--fail-on` takes one of them (default `warning`). What time alone brings about is a notice, so that a
required check does not turn red overnight. Codes are stable.

- Statements are compared as recording compares them, those in force only: the newer line is told of the older
  one. Not all pairs are looked at where tens of thousands are alike; then `not-compared` says so.
- Globs are compared with the files of the work tree, tracked or not ignored; with `--base` with those of that
  commit.
- `verify` is `{"path": glob, "regex": …}`: some line of some file that the glob matches must match the
  expression; without `regex` some file must be there. Expressions are walked without going back and cannot
  hang: no look-around and no back-references, at most 200 characters, 200 files.
- A moving anchor is a line number, pull request, issue, commit, date or version on which a statement leans.
  Standards, examples, requirements ("Python 3.11", "1.2.3 or later") and what stands in code are none.
- `--fix` changes nothing that applies. It takes out what is ignored anyway: the byte order mark, Windows line
  ends, lines that do not count beside another one of their id, and characters that nobody sees. A line of a
  newer version stays.

"""
"""The page above its table."""


def action_page() -> str:
    """action.yml as two tables."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return "\n".join(
        [
            "# The action",
            "",
            "Written from `action.yml` by `make docs`.",
            "",
            action["description"] + ".",
            "",
            "## Inputs",
            "",
            "An empty value means the default.",
            "",
            "| input | default | meaning |",
            "|---|---|---|",
            *(_row(f"`{name}`", _default(spec), spec["description"]) for name, spec in action["inputs"].items()),
            "",
            "## Outputs",
            "",
            "All are strings; counts are digits. A run that only answers people sets `learnings-loaded`, `record-pr`, "
            "`pending` and `transcript-file`; one that does neither, such as one on a draft, sets none.",
            "",
            "| output | meaning |",
            "|---|---|",
            *(_row(f"`{name}`", spec["description"]) for name, spec in action["outputs"].items()),
            "",
        ]
    )


def config_page() -> str:
    """The configuration's keys as one table, in the order of the model."""
    return "\n".join(
        [
            "# The configuration",
            "",
            "Written from `buddy/core/config.py` by `make docs`. For editors: [the schema](config.schema.json).",
            "",
            "`.buddy/config.yml` is read from the base branch. A key that is absent or cannot be used has its default.",
            "",
            "| key | default | meaning |",
            "|---|---|---|",
            *(
                _row(f"`{key}`", f"`{json.dumps(field.get_default(), default=_value)}`", field.description or "")
                for key, field in _keys(Config)
            ),
            "",
        ]
    )


def _value(member: enum.Enum) -> object:
    return member.value


def config_schema() -> str:
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def lint_page() -> str:
    """The codes of `buddy learnings lint` as one table, the worst first."""
    rows = [
        _row(
            f"`{code.value}`",
            rule.severity.value,
            rule.sentence,
            rule.remedy,
            "yes" if rule.fixable else "",
        )
        for severity in reversed(Severity)
        for code, rule in RULES.items()
        if rule.severity is severity
    ]
    return LINT_HEAD + "\n".join(
        ["| code | severity | meaning | remedy | `--fix` |", "|---|---|---|---|---|", *rows, ""]
    )


def cli_page() -> str:
    return command_page(cli, name="buddy")


def picture() -> str:
    """The demo's pull request after its first review."""
    with Stage() as stage:
        pull = open_first(stage)
        stage.review(pull, "opened", report="first")
        return drawn(pull)


def _played_pages() -> list[Path]:
    return [page for page in sorted((ROOT / "docs").rglob("*.md")) if is_played(page.read_text(encoding="utf-8"))]


def _replayed(page: Path) -> str:
    """What the reader types stands in the page itself; what comes of it is written anew."""
    return played(page.read_text(encoding="utf-8"))


PAGES: dict[str, Callable[[], str]] = {
    "docs/images/pull-request.svg": picture,
    "docs/reference/action.md": action_page,
    "docs/reference/cli.md": cli_page,
    "docs/reference/config.md": config_page,
    "docs/reference/config.schema.json": config_schema,
    "docs/reference/lint.md": lint_page,
    "docs/reference/model-costs.md": model_costs.page,
    **{page.relative_to(ROOT).as_posix(): partial(_replayed, page) for page in _played_pages()},
}


def main() -> int:
    for name, page in PAGES.items():
        (ROOT / name).write_text(page(), encoding="utf-8", newline="\n")
        print(f"wrote {name}")
    return 0


def _keys(section: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Every key that holds a value, dotted as a person would say it."""
    for field in section.model_fields.values():
        name = f"{prefix}{field.alias}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _keys(field.annotation, f"{name}.")
        else:
            yield name, field


def _row(*cells: str) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def _default(spec: dict[str, Any]) -> str:
    return f"`{spec['default']}`" if spec.get("default") else ""


if __name__ == "__main__":
    sys.exit(main())
