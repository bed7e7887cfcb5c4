"""Makes the demo's reports anew: what the real ruff says about each state of its small project.

usage: python make_reports.py        (ruff on PATH; writes <state>.sarif beside this file)

ruff writes absolute addresses; the folder it ran in is named `/github/workspace` instead, where a container action
sees it.
"""

import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
STATES = ("first", "second", "third", "surprise", "farewell")


def main() -> None:
    for state in STATES:
        with tempfile.TemporaryDirectory() as folder:
            for part in ("base", state):
                shutil.copytree(HERE / part, folder, dirs_exist_ok=True)
            command = ["ruff", "check", "--isolated", "--select", "F,S", "--output-format", "sarif", "--exit-zero", "."]
            said = subprocess.run(  # noqa: S603 - a fixed command
                command, cwd=folder, capture_output=True, text=True, check=True
            ).stdout
            real = pathlib.Path(folder).resolve().as_uri()
        (HERE / f"{state}.sarif").write_text(said.replace(real, "file:///github/workspace"), encoding="utf-8")


if __name__ == "__main__":
    main()
