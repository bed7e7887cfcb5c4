"""`python -m buddy.sandbox --port 0`: an empty box until it is interrupted; prints where it listens."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Sequence

from buddy.sandbox.box import Sandbox


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m buddy.sandbox", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--repo", default="octo/widgets", help="a repository to begin with")
    wanted = parser.parse_args(argv)
    stopped = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: stopped.set())
    with Sandbox(host=wanted.host, port=wanted.port) as box:
        repo = box.repo(wanted.repo, {"README.md": "# Widgets\n"})
        owner = repo.record.owner.login
        tokens = {"job": box.job_token(repo), owner: box.personal_token(owner)}
        sys.stdout.write(json.dumps({"url": box.api_url, "repository": wanted.repo, "tokens": tokens}) + "\n")
        sys.stdout.flush()
        stopped.wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
