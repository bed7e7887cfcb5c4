"""Writes the reference pages that are made from the project's own files: `make docs`.

One row in PAGES a page. A test writes them anew and compares, so a page that was forgotten fails the suite.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


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
            "All are strings; counts are digits.",
            "",
            "| output | meaning |",
            "|---|---|",
            *(_row(f"`{name}`", spec["description"]) for name, spec in action["outputs"].items()),
            "",
        ]
    )


PAGES: dict[str, Callable[[], str]] = {
    "docs/reference/action.md": action_page,
}


def main() -> int:
    for name, page in PAGES.items():
        (ROOT / name).write_text(page(), encoding="utf-8", newline="\n")
        print(f"wrote {name}")
    return 0


def _row(*cells: str) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def _default(spec: dict[str, Any]) -> str:
    return f"`{spec['default']}`" if spec.get("default") else ""


if __name__ == "__main__":
    sys.exit(main())
