"""P6 over random histories: whatever is pushed and whatever fails, nothing is posted twice and nothing is lost."""

from __future__ import annotations

import contextlib
import json
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buddy.app.ports import Refusal, RefusalKind
from tests.app.stage import OWN_LOGIN, Stage

EDIT = st.tuples(st.sampled_from(["code", "flaw", "cut"]), st.integers(0, 20))
RENAME = st.tuples(st.just("rename"), st.integers(0, 3))
OPS = st.lists(EDIT | RENAME, min_size=1, max_size=4)
FAULTS = st.none() | st.tuples(
    st.sampled_from(["create_review", "create_comment", "update_comment", "review_comments", "comments"]),
    st.sampled_from([RefusalKind.UNAVAILABLE, RefusalKind.RATE_LIMIT, RefusalKind.UNPROCESSABLE]),
    st.booleans(),
    st.integers(1, 3),
)
PUSHES = st.lists(st.tuples(OPS, FAULTS), min_size=1, max_size=4)


class History:
    """One file that is edited and renamed; each flawed line is like no other, so that it can be told through time."""

    def __init__(self):
        self.path, self.count = "src/a.py", 1
        self.lines = [*(f"line_{n}" for n in range(8)), "flaw_0 !"]  # more than four edits can make unlike itself
        content = "".join(f"{line}\n" for line in self.lines)
        self.it = Stage(base={"src/a.py": content.splitlines(keepends=True)[0]}, head={"src/a.py": content})

    def push(self, ops):
        old = self.path
        for kind, number in ops:
            at = number % (len(self.lines) + 1)
            if kind == "rename":
                self.path = f"src/{'abcd'[number]}.py"
            elif kind == "cut":
                del self.lines[at : at + 1]
            else:
                self.lines.insert(at, f"{kind}_{self.count}" + (" !" if kind == "flaw" else ""))
                self.count += 1
        content = "".join(f"{line}\n" for line in self.lines)
        self.it.host.push("topic", {old: None, self.path: content} if old != self.path else {self.path: content})

    def review(self):
        report = [(line, self.path, n) for n, line in enumerate(self.lines, 1) if line.endswith("!")]
        document = {"tool": {"driver": {"name": "t"}}, "results": [_result(*each) for each in report]}
        self.it.workspace.reports["r.sarif"] = json.dumps({"version": "2.1.0", "runs": [document]}).encode()
        return self.it.review(max_comments=2)

    @property
    def inline(self):
        """What each of Buddy's comments on lines is about."""
        bodies = [
            comment.body for comment, _ in self.it.host.pull_requests[1].review_comments if comment.author == OWN_LOGIN
        ]
        return [re.search(r"flaw_\d+", body.split("-->", 1)[1])[0] for body in bodies]


def _result(text, path, line):
    place = {"artifactLocation": {"uri": path}, "region": {"startLine": line}}
    return {"ruleId": "x", "level": "error", "message": {"text": text}, "locations": [{"physicalLocation": place}]}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pushes=PUSHES)
def test_p6_a_flaw_is_posted_once_in_its_life_and_a_run_repeated_plans_nothing(pushes):
    history = History()
    for ops, fault in pushes:
        history.push(ops)
        if fault is not None:
            method, kind, applied, times = fault
            history.it.host.refuse(
                kind, method=method, applied=applied and kind is RefusalKind.UNAVAILABLE, times=times
            )
            with contextlib.suppress(Refusal):
                history.review()
            history.it.host._faults.clear()
        assert history.review() == 0
        assert len(history.inline) == len(set(history.inline))
        told = history.it.summary.split("-->", 1)[1]
        flaws = {line.split()[0] for line in history.lines if line.endswith("!")}
        assert flaws <= set(history.inline) | set(re.findall(r"flaw_\d+", told))
        assert len(history.it.outcomes) == len(flaws)
        assert history.review() == 0
        assert history.it.host.writes == []
