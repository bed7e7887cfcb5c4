"""A GitHub in a box: one process over HTTP with a real git repository behind it.

    with Sandbox() as box:
        repo = box.repo("octo/widgets", {"app.py": "print(1)\\n"})
        repo.commit("topic", {"app.py": "print(2)\\n"}, by="alice")
        pull = repo.open_pull(by="alice", head="topic")
        client = Github(base_url=box.api_url, auth=Auth.Token(box.job_token(repo)))

It imitates what Buddy meets and refuses what GitHub refuses; a request that GitHub does not document is an
error (status 418, `journal.undocumented`), never a guess.
"""

from __future__ import annotations

from buddy.sandbox.box import JOB_PERMISSIONS, READ_ONLY, Sandbox
from buddy.sandbox.clock import Clock
from buddy.sandbox.faults import Fault, Kind, secondary_limit
from buddy.sandbox.git.history import EXECUTABLE, REGULAR, SUBMODULE, SYMLINK, File
from buddy.sandbox.refusal import RefusedError
from buddy.sandbox.server import Arrival

__all__ = [
    "EXECUTABLE",
    "JOB_PERMISSIONS",
    "READ_ONLY",
    "REGULAR",
    "SUBMODULE",
    "SYMLINK",
    "Arrival",
    "Clock",
    "Fault",
    "File",
    "Kind",
    "RefusedError",
    "Sandbox",
    "secondary_limit",
]
