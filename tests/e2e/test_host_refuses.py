"""What the host refuses, limits or answers oddly; each ends with its exit code, and says what was left undone."""

import contextlib
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from buddy.sandbox import Fault, Kind, secondary_limit
from tests.e2e.harness import MORE

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
F841 = ("F841", "warning", "src/app.py", 9, "Local variable is unused")


def test_a_wrong_token_is_exit_code_3_with_what_to_check(story):
    ran = story().review(S101, token="wrong")
    assert ran.code == 3
    assert "github-token" in ran.log
    assert "401" in ran.log
    assert "Traceback" not in ran.log


def test_a_repository_that_the_token_cannot_see_is_exit_code_3(story, box):
    it = story()
    ran = it.review(S101, variables={"GITHUB_REPOSITORY": "octo/nothing"}, here=True)
    assert ran.code == 3
    assert "cannot see the repository" in ran.log


def test_a_secondary_limit_is_waited_for(story, box):
    it = story()
    box.faults.add(secondary_limit(retry_after=1))
    ran = it.review(S101, here=True)
    assert ran.code == 0, ran.log
    assert len(it.pull.review_comments) == 1


@pytest.mark.parametrize("status", [403, 429])
def test_a_limit_longer_than_the_cap_is_exit_code_3_with_what_is_left_undone_and_the_next_run_does_it(
    story, box, status
):
    it = story()
    box.faults.add(secondary_limit(status=status, retry_after=500, times=None))
    ran = it.review(S101, F841, here=status == 403)
    assert ran.code == 3
    assert "Posting a review with 2 comments on #1 was left undone" in ran.log
    assert "at most 120 s" in ran.log
    assert ran.outputs["findings"] == "2"
    assert "S101" in ran.summary
    assert len(box.journal.writes) == 1
    box.faults.clear()
    assert it.review(S101, F841, here=True).outputs["posted"] == "2"


def test_a_limit_between_the_review_and_the_summary_leaves_only_the_summary_undone(story, box):
    it = story()
    box.faults.add(secondary_limit(retry_after=500, nth=2, times=None))
    ran = it.review(S101, here=True)
    assert ran.code == 3
    assert "Commenting on #1 was left undone" in ran.log
    box.faults.clear()
    again = it.review(S101, here=True)
    assert again.outputs["posted"] == "0"
    assert len(it.pull.review_comments) == len(it.summaries) == 1


def test_a_limit_on_reading_is_exit_code_3_and_writes_nothing(story, box):
    it = story()
    limit = secondary_limit(retry_after=500, times=None)
    limit.mutating = None
    box.faults.add(limit)
    assert it.review(S101, here=True).code == 3
    assert box.journal.writes == []


def test_reads_that_fail_are_repeated(story, box):
    it = story()
    box.faults.add(Fault(kind=Kind.REFUSE, status=502, mutating=False))
    box.faults.add(Fault(kind=Kind.DROP, mutating=False, nth=3))
    assert it.review(S101, here=True).code == 0


def test_a_locked_conversation_is_a_notice_and_no_failure(story, box):
    it = story()
    it.pull.lock()
    ran = it.review(S101)
    assert ran.code == 0, ran.log
    assert "locked" in ran.log
    assert "S101" in ran.summary


def test_a_line_that_the_host_refuses_goes_to_the_summary_and_stays_there(story, box):
    it = story()
    refusal = {"kind": Kind.REFUSE, "status": 422, "path": "/reviews$", "message": "Unprocessable Entity"}
    box.faults.add(Fault(**refusal, times=2))
    ran = it.review(S101, F841)
    assert ran.code == 0, ran.log
    assert ran.outputs["posted"] == "1"
    assert sorted(row["outcome"] for row in ran.transcript["findings"]) == ["inline", "summary"]
    box.faults.clear()
    mark = box.journal.mark()
    again = it.review(S101, F841, here=True)
    assert again.outputs["posted"] == "0"
    assert [str(entry) for entry in box.journal.since(mark) if entry.mutating] == []
    assert len(box.journal.since(mark)) <= 9


def test_an_owner_in_capitals_and_a_name_with_dots_are_no_matter(story):
    it = story(name="OctoCorp/My.Widgets_2")
    ran = it.review(S101, here=True)
    assert ran.code == 0, ran.log
    assert ran.outputs["posted"] == "1"
    assert it.review(S101, here=True).transcript["memory"]["loaded"] is True


def test_a_repository_named_in_other_letters_than_its_own_is_the_same(story):
    it = story(name="OctoCorp/Widgets")
    ran = it.review(S101, variables={"GITHUB_REPOSITORY": "octocorp/widgets"}, here=True)
    assert ran.code == 0, ran.log


class Prefix(BaseHTTPRequestHandler):
    """A GitHub Enterprise Server: the API below `/api/v3`, its links too."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        assert self.path.startswith("/api/v3/"), self.path
        content = self.rfile.read(int(self.headers.get("content-length") or 0))
        box = http.client.HTTPConnection(*self.server.behind)
        box.request(self.command, self.path.removeprefix("/api/v3"), content or None, dict(self.headers))
        got = box.getresponse()
        host = f"http://{self.headers['host']}".encode()
        body = got.read().replace(host + b"/repos", host + b"/api/v3/repos")
        self.send_response(got.status)
        for name, value in got.getheaders():
            if name.lower() not in {"content-length", "transfer-encoding", "date", "server"}:
                self.send_header(name, value.replace(host.decode() + "/repos", host.decode() + "/api/v3/repos"))
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        box.close()

    do_GET = do_POST = do_PATCH = do_DELETE = answer  # noqa: N815 - the library's names

    def log_message(self, *_):
        pass


class Page(BaseHTTPRequestHandler):
    """A sign-in page in the place of an API."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Sign in</title>")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(handler, **about):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    vars(server).update(about)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def enterprise(box):
    with serving(Prefix, behind=box.server_url.removeprefix("http://").split(":")) as address:
        yield f"{address}/api/v3"


def test_an_enterprise_server_with_its_api_below_a_path_is_served_over_pages_too(story, enterprise):
    it = story()
    for n in range(101):
        it.pull.comment(f"comment {n}", by="alice")
    variables = {"GITHUB_API_URL": enterprise + "/"}
    ran = it.review(S101, variables=variables)
    assert ran.code == 0, ran.log
    again = it.review(S101, variables=variables, here=True)
    assert again.transcript["memory"]["loaded"] is True
    assert again.outputs["posted"] == "0"


def test_an_address_that_answers_with_something_else_is_exit_code_3_and_no_traceback(story):
    with serving(Page) as address:
        ran = story().review(S101, variables={"GITHUB_API_URL": address}, here=True)
    assert ran.code == 3
    assert "GITHUB_API_URL" in ran.log


def test_two_runs_that_push_past_each_other_end_in_one_summary(story, box):
    """Racing pushes: each run is inside the other's at one boundary after the other."""
    it = story()

    def push(arrival):
        if arrival.mutating:
            box.before_request(None)
            it.repo.commit("topic", {"src/app.py": "import os\n" + MORE}, by="alice")
            moved = [(rule, level, path, line + 1, text) for rule, level, path, line, text in (S101, F841)]
            assert it.review(*moved, action="synchronize", here=True).code == 0

    box.before_request(push)
    ran = it.review(S101, F841, here=True)
    box.before_request(None)
    assert ran.code == 0, ran.log
    assert it.memory()["reviewedSha"] == it.pull.head_sha
    assert len(it.pull.review_comments) == 2
