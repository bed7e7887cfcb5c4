"""Examining a set-up: what is gathered of a host, and what it may not tell."""

from dataclasses import dataclass, field

from buddy.app.examine_setup import standing_on_host
from buddy.core.hosting import Branch, RepositoryAbout, Tree, TreeEntry

CONFIG = ".buddy/config.yml"


@dataclass
class OneRepository:
    """A host with one repository, of which some settings are hidden."""

    files: dict = field(default_factory=dict)
    opens_pulls: bool | None = None
    asked: list = field(default_factory=list)

    def about(self):
        return RepositoryAbout(default_branch="trunk", archived=False, permissions={"push": True})

    def branch(self, name):
        return Branch(name=name, sha="s", protected=False) if self.files else None

    def tree(self, ref, *, recursive=True):
        entries = {
            path: TreeEntry(path=path, mode="100644", sha=path, size=len(content))
            for path, content in self.files.items()
        }
        return Tree(entries=entries, truncated=False)

    def blob(self, sha):
        return self.files[sha]

    def workflows_open_pulls(self):
        return self.opens_pulls

    def rules_of(self, branch):
        self.asked.append(branch)
        return


def test_the_rules_of_the_branch_that_the_configuration_records_on_are_asked_for():
    host = OneRepository(files={CONFIG: b"record: {branch: buddy/notes}\n"})
    standing = standing_on_host(host, page="p")
    assert (host.asked, standing.branch, standing.record_branch_rules) == (["buddy/notes"], "trunk", None)


def test_the_memory_is_read_where_the_configuration_has_it():
    files = {CONFIG: b"ai: {learnings: {file: notes.jsonl}}\n", "notes.jsonl": b"{}\n", "a.py": b"x"}
    assert standing_on_host(OneRepository(files=files), page="p").files == {
        path: files[path] for path in (CONFIG, "notes.jsonl")
    }


def test_an_empty_repository_has_no_files_and_is_asked_about_all_the_same():
    host = OneRepository(opens_pulls=True)
    standing = standing_on_host(host, page="p")
    assert (standing.files, standing.creates_pulls, host.asked) == ({}, True, ["buddy/learnings"])
