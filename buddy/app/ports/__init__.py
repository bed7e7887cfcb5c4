"""What the verbs need of the outside, in Buddy's words; the adapters and the tests' fakes both satisfy these."""

from buddy.app.ports.artifacts import Artifacts
from buddy.app.ports.host import Host
from buddy.app.ports.memory_file import FileChanged, MemoryFile, Seen
from buddy.app.ports.own_host import OwnHost
from buddy.app.ports.record_host import MOST_COMMITS, PullState, RecordHost
from buddy.app.ports.refusal import Refusal, RefusalKind
from buddy.app.ports.runner import NO_MATCH, JobLog, Workspace
from buddy.app.ports.thread_host import ThreadHost
from buddy.core.hosting import (
    Branch,
    Comment,
    CommentKind,
    Commit,
    Issue,
    Permission,
    PullRequest,
    Reaction,
    RecordPull,
    Review,
    ReviewComment,
    ReviewThread,
    Tree,
    TreeEntry,
)

__all__ = [
    "MOST_COMMITS",
    "NO_MATCH",
    "Artifacts",
    "Branch",
    "Comment",
    "CommentKind",
    "Commit",
    "FileChanged",
    "Host",
    "Issue",
    "JobLog",
    "MemoryFile",
    "OwnHost",
    "Permission",
    "PullRequest",
    "PullState",
    "Reaction",
    "RecordHost",
    "RecordPull",
    "Refusal",
    "RefusalKind",
    "Review",
    "ReviewComment",
    "ReviewThread",
    "Seen",
    "ThreadHost",
    "Tree",
    "TreeEntry",
    "Workspace",
]
