"""The box as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request


def test_it_prints_where_it_listens_answers_and_ends_when_told():
    process = subprocess.Popen(
        [sys.executable, "-m", "buddy.sandbox", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        started = json.loads(process.stdout.readline())
        with urllib.request.urlopen(f"{started['url']}/repos/{started['repository']}", timeout=20) as answer:
            assert json.load(answer)["full_name"] == "octo/widgets"
    finally:
        process.terminate()
        code = process.wait(timeout=20)
        process.stdout.close()
    assert code == 0
