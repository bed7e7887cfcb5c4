"""What recording asks of GitHub: the git data API, Buddy's own branches, pull requests from them."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from buddy.adapters.github.client import PER_PAGE
from buddy.adapters.github.host_part import HostPart
from buddy.adapters.github.record_payload import CommitPayload, ComparePayload, Named, RecordPullPayload
from buddy.app.ports import MOST_COMMITS, Commit, PullState, RecordPull


class RecordRequests(HostPart):
    """The part of the host that `RecordHost` adds; `writes` lets no request reach a foreign branch (P2)."""

    def commit(self, sha: str) -> Commit:
        """From `/commits` and not `/git/commits`: only there the author is an account; the files are not asked for."""
        doing = f"Reading commit {sha}"
        answer = self._client.get(f"/commits/{quote(sha, safe='')}", doing=doing, query={"per_page": "1"})
        with self._client.refusing(doing):
            return CommitPayload.model_validate(answer).as_commit()

    def create_blob(self, content: bytes) -> str:
        """In base64: the API's other encoding changes bytes that are not UTF-8."""
        body = {"content": base64.b64encode(content).decode(), "encoding": "base64"}
        return self._made("/git/blobs", doing="Writing a blob", body=body)

    def create_tree(self, base_tree: str, files: Mapping[str, str]) -> str:
        """Everything else stays as it is in the base tree."""
        rows = [{"path": path, "mode": _FILE, "type": "blob", "sha": sha} for path, sha in files.items()]
        return self._made("/git/trees", doing="Writing a tree", body={"base_tree": base_tree, "tree": rows})

    def create_commit(self, *, tree: str, parents: Sequence[str], message: str) -> str:
        """Without an author: GitHub then takes the token's account and signs it (REC-11)."""
        body = {"tree": tree, "parents": list(parents), "message": message}
        return self._made("/git/commits", doing="Writing a commit", body=body)

    def create_branch(self, name: str, sha: str) -> None:
        """A new branch below `buddy/`."""
        body = {"ref": f"refs/heads/{name}", "sha": sha}
        self._client.write("POST", "/git/refs", doing=f"Creating branch {name}", body=body)

    def move_branch(self, name: str, sha: str) -> None:
        """Only forward."""
        body = {"sha": sha, "force": False}
        self._client.write("PATCH", f"/git/refs/heads/{name}", doing=f"Moving branch {name}", body=body)

    def delete_branch(self, name: str) -> None:
        """Delete a branch below `buddy/`."""
        self._remove(f"/git/refs/heads/{name}", doing=f"Deleting branch {name}")

    def commits_ahead(self, base: str, head: str) -> Sequence[Commit]:
        """One request for each hundred commits."""
        doing = f"Comparing {head} with {base}"
        path = f"/compare/{quote(base, safe='')}...{quote(head, safe='')}"
        pages, _ = self._client.pages(path, doing=doing, query={}, most=MOST_COMMITS // PER_PAGE)
        with self._client.refusing(doing):
            return [each.as_commit() for page in pages for each in ComparePayload.model_validate(page).commits]

    def pulls(self, *, head: str, base: str | None = None, state: PullState) -> Sequence[RecordPull]:
        """Without `owner:` before the branch GitHub overlooks the filter, and it may fold case."""
        doing = f"Reading the pull requests from {head}"
        query = {"head": f"{self._client.owner}:{head}", "state": state, "sort": "created", "direction": "desc"}
        rows = self._client.list("/pulls", doing=doing, query=query | ({} if base is None else {"base": base}))
        with self._client.refusing(doing):
            found = [RecordPullPayload.model_validate(row).record_pull() for row in rows]
        return [pull for pull in found if pull.head_ref == head and not pull.from_fork]

    def pull(self, number: int) -> RecordPull:
        """The pull request as it is now."""
        doing = f"Reading pull request #{number}"
        return self._as_pull(self._client.get(f"/pulls/{number}", doing=doing), doing=doing)

    def create_pull(self, *, title: str, body: str, head: str, base: str) -> RecordPull:
        """Open a pull request from one of Buddy's own branches."""
        doing = f"Opening a pull request from {head}"
        fields = {"title": title, "body": body, "head": head, "base": base}
        return self._as_pull(self._client.write("POST", "/pulls", doing=doing, body=fields), doing=doing)

    def update_pull(self, number: int, *, body: str | None = None, title: str | None = None) -> None:
        """No request where nothing is given."""
        fields = {name: text for name, text in (("title", title), ("body", body)) if text is not None}
        if fields:
            self._client.write("PATCH", f"/pulls/{number}", doing=f"Editing pull request #{number}", body=fields)

    def _made(self, path: str, *, doing: str, body: Mapping[str, object]) -> str:
        answer = self._client.write("POST", path, doing=doing, body=body)
        with self._client.refusing(doing):
            return Named.model_validate(answer).sha

    def _as_pull(self, answer: Any, *, doing: str) -> RecordPull:
        with self._client.refusing(doing):
            return RecordPullPayload.model_validate(answer).record_pull()


_FILE: Final = "100644"
