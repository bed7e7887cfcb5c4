"""PR memory after a review, and what the next one makes of it."""

from __future__ import annotations

from datetime import UTC, datetime

from buddy.core.config import Config
from buddy.core.findings.finding import Outcome
from buddy.core.hosting import Comment, ReviewComment
from buddy.core.learnings.document import parse
from buddy.core.memory.marker import Distrust, MarkerKind, encode
from buddy.core.memory.snapshot import FindingState, KnownFinding, PrMemory, Shown, load, payload
from buddy.core.review.judgement import Evidence, judge
from buddy.core.review.own import OwnComments, OwnFinding, OwnSummary, Whose, find_own, posted, posted_at
from buddy.core.review.plan import Plan, is_same
from buddy.core.review.recollection import recollect
from buddy.core.review.remembering import Reviewed, remember
from buddy.core.review.summary import BaseLine

CODE = "\n".join(f"line {n}" for n in range(1, 11))
NOW = datetime(2026, 11, 29, tzinfo=UTC)
HIDES = (
    b'{"id":"l_hides00001","kind":"suppression","text":"fine","paths":["src/**"],"match":{"category":"ruff/S102"}}\n'
)
WHOSE = Whose(login="bot", key=None, repo=1, pr=7)


def judged(findings, change, *, most=25, memory=b"", **evidence):
    return judge(
        Evidence(inside=findings, **evidence),
        change=change,
        title="t",
        document=parse(memory),
        config=Config(),
        max_comments=most,
        now=NOW,
    )


def reviewed(change, *, head="h1", tools=("ruff",), **texts):
    words = {"title": "Add it", "body": "", **texts}
    return Reviewed(repo=1, pr=7, head=head, change=change, codeowners=None, tools=tools, **words)


def planned(judgement, change, *, before=None, head="h1", notices=()):
    return Plan(
        whose=WHOSE,
        before=before,
        judgement=judgement,
        reviewed=reviewed(change, head=head),
        base=BaseLine(branch="main", sha="a" * 40, loaded=0),
        notices=notices,
    )


def test_each_finding_inside_is_remembered_with_its_state_and_where_it_was_shown(finding, change):
    it = change(**{"src/app.py": CODE})
    findings = [
        finding(line=1, fingerprint="v1:1"),
        finding(line=99, fingerprint="v1:2"),
        finding(line=2, fingerprint="v1:3", category="ruff/S102"),
    ]
    memory = remember(None, judged(findings, it, memory=HIDES, unplaced=[finding(None)]), reviewed(it))
    found = {name: (entry.state, entry.shown, entry.by) for name, entry in memory.findings.items()}
    assert found == {
        "v1:1": (FindingState.OPEN, Shown.LINE, None),
        "v1:2": (FindingState.OPEN, Shown.SUMMARY, None),
        "v1:3": (FindingState.SUPPRESSED, Shown.NOWHERE, "l_hides00001"),
    }
    assert [event.ids for event in memory.ledger] == [("l_hides00001",)]
    assert memory.runs == 1


def test_p6_p12_the_same_review_again_changes_nothing(finding, change):
    it = change(**{"src/app.py": CODE})
    judgement = judged([finding(fingerprint="v1:1")], it)
    once = remember(None, judgement, reviewed(it))
    assert remember(once, judgement, reviewed(it)) == once


def test_what_is_no_longer_reported_was_addressed_if_its_tool_ran(finding, change):
    it = change(**{"src/app.py": CODE})
    before = remember(None, judged([finding(fingerprint="v1:1")], it), reviewed(it))
    for tools, state in (((), FindingState.OPEN), (("other",), FindingState.OPEN), (("ruff",), FindingState.ADDRESSED)):
        after = remember(before, judged([], it), reviewed(it, head="h2", tools=tools))
        assert after.findings["v1:1"].state is state
        assert after.runs == 2


def test_a_declined_finding_stays_declined(change):
    before = PrMemory(
        repo=1, pr=7, findings={"v1:1": KnownFinding(category="ruff/S101", path="a", state=FindingState.DECLINED)}
    )
    it = change(**{"src/app.py": CODE})
    assert remember(before, judged([], it), reviewed(it)).findings["v1:1"].state is FindingState.DECLINED


def test_where_people_saw_a_finding_is_never_forgotten(finding, change, known):
    it = change(**{"src/app.py": CODE})
    before = remember(None, judged([finding(fingerprint="v1:1")], it), reviewed(it))
    item = known("v1:1", posted=True)
    hidden = judged([finding(fingerprint="v1:1", category="ruff/S102")], it, memory=HIDES, recognised={0: item})
    assert remember(before, hidden, reviewed(it)).findings["v1:1"].shown is Shown.LINE
    assert (
        remember(before, judged([finding(fingerprint="v1:1")], it, most=0), reviewed(it)).findings["v1:1"].shown
        is Shown.LINE
    )


def test_p10_secrets_of_title_and_body_are_not_remembered(change):
    token = "ghp_" + "a1B2" * 9
    it = change(**{"src/app.py": CODE})
    memory = remember(None, judged([], it), reviewed(it, title=f"Add {token}", body=f"It is {token}."))
    assert token not in str(payload(memory))


def test_what_another_run_wrote_meanwhile_counts_as_written_before(finding, change):
    """P6: whoever comes second ends where it would have ended had the other been first."""
    it = change(**{"src/app.py": CODE})
    mine = judged([finding(line=1, fingerprint="v1:1")], it)
    theirs = remember(None, judged([finding(line=2, fingerprint="v1:2")], it), reviewed(it, head="h0", title="Old"))
    late = planned(mine, it, head="h1").summary(theirs)
    calm = planned(mine, it, head="h1", before=theirs).summary()
    assert late == calm
    assert late.memory.reviewed_sha == "h1"
    assert late.memory.findings["v1:2"].state is FindingState.ADDRESSED


def test_a_summary_says_what_it_says_whatever_the_line_ends(finding, change):
    it = change(**{"src/app.py": CODE})
    summary = planned(judged([finding(fingerprint="v1:1")], it), it).summary()
    assert is_same(summary, visible=summary.visible.replace("\n", "\r\n") + "\r\n", memory=summary.memory)
    assert not is_same(summary, visible=summary.visible + "x", memory=summary.memory)
    assert not is_same(summary, visible=summary.visible, memory=None)


def test_refused_lines_move_to_the_summary_and_are_remembered_there(finding, change):
    it = change(**{"src/app.py": CODE})
    plan = planned(judged([finding(line=n, fingerprint=f"v1:{n}") for n in (1, 2)], it), it)
    assert len(plan.review.comments) == 2
    moved = plan.moved_to_summary({"v1:1"})
    assert [comment.fingerprint for comment in moved.review.comments] == ["v1:2"]
    assert moved.summary().memory.findings["v1:1"].shown is Shown.SUMMARY
    assert plan.moved_to_summary(()) is plan


def test_p11_a_summary_with_everything_at_its_worst_fits_a_comment(finding, change):
    path = "d" * 150 + "/a.py"
    it = change(**{path: "\n".join("x" * 10 for _ in range(400))}, **{f"{n}" * 60 + ".py": "x" for n in range(300)})
    findings = [
        finding(path, n, fingerprint=f"v1:{n:012x}", message="m" * 5_000, category="t/" + "r" * 200)
        for n in range(1, 400)
    ]
    plan = planned(judged(findings, it, most=50), it)
    assert len(plan.summary().body) <= 60_000
    assert all(len(comment.body) <= 60_000 for comment in plan.review.comments)


def comment(body, *, author="bot", id_=1):
    return Comment(id=id_, author=author, author_type="Bot", body=body, created_at="", updated_at="", url="")


def line_comment(body, *, author="bot", id_=1, reply_to=None):
    return ReviewComment(
        id=id_, author=author, author_type="Bot", body=body, path="src/app.py", line=3, original_line=3,
        in_reply_to=reply_to, created_at="", updated_at="", url="",
    )  # fmt: skip


def test_own_comments_are_found_oldest_first_and_others_are_only_counted():
    marker = encode(MarkerKind.MEMORY, {"repo": 1, "pr": 7})
    comments = [
        comment(marker, id_=5),
        comment(marker, id_=2),
        comment(marker, id_=1, author="mallory"),
        comment("x" + marker, id_=3),
        comment(encode(MarkerKind.REPLY, {"repo": 1, "pr": 7}), id_=4),
        comment(encode(MarkerKind.MEMORY, {"repo": 1, "pr": 8}), id_=6),
        comment("hello", id_=7, author=None),
    ]
    own = find_own(WHOSE, comments=comments, review_comments=[])
    assert [summary.comment for summary in own.summaries] == [2, 5]
    assert sorted(reason.value for reason in own.distrusted) == ["other-author", "other-pull-request"]


def test_without_a_login_of_its_own_nothing_is_trusted():
    marker = encode(MarkerKind.MEMORY, {"repo": 1, "pr": 7})
    own = find_own(Whose(login=None, key=None, repo=1, pr=7), comments=[comment(marker)], review_comments=[])
    assert own.summaries == ()
    assert own.distrusted == (Distrust.OWN_LOGIN_UNKNOWN,)


def finding_marker(fingerprint, **fields):
    return encode(
        MarkerKind.FINDING, {"repo": 1, "pr": 7, "fingerprint": fingerprint, "category": "r/x", "path": "a", **fields}
    )


def test_younger_comments_about_one_finding_are_extra_unless_somebody_answered():
    comments = [
        line_comment(finding_marker("v1:1"), id_=3),
        line_comment(finding_marker("v1:1"), id_=1),
        line_comment(finding_marker("v1:1"), id_=2),
        line_comment("why?", id_=4, author="alice", reply_to=2),
        line_comment(finding_marker("v1:2"), id_=5),
    ]
    assert find_own(WHOSE, comments=[], review_comments=comments).extra_findings == (3,)


def test_p5_a_finding_comment_that_says_too_little_is_passed_over():
    comments = [
        line_comment(finding_marker("v1:1"), id_=1),
        line_comment(finding_marker(7), id_=2),
        line_comment(finding_marker("v1:3", category=None), id_=3),
        line_comment(finding_marker("v1:4", anchors="no list"), id_=4),
        line_comment(finding_marker("v1:5", anchors=[1, "a"], line="x", blob=7, identity=[]), id_=5),
    ]
    own = find_own(WHOSE, comments=[], review_comments=comments)
    assert [item.fingerprint for item in posted(own.findings)] == ["v1:1", "v1:5"]
    assert posted(own.findings)[1].identity.anchors == ("a",)


def test_comments_made_for_this_head_count_against_the_runs_maximum():
    payloads = [("v1:1", "h1"), ("v1:1", "h1"), ("v1:2", "h1"), ("v1:3", "h0")]
    findings = [
        OwnFinding(comment=n, payload={"fingerprint": f, "head": h}, answered=False)
        for n, (f, h) in enumerate(payloads)
    ]
    assert posted_at(findings, "h1") == 2


def summary_of(memory, id_=1):
    return OwnSummary(comment=id_, body="", payload=payload(memory))


def test_without_a_summary_there_is_no_memory_and_the_comments_on_lines_still_count():
    own = find_own(WHOSE, comments=[], review_comments=[line_comment(finding_marker("v1:1"))])
    found = recollect(own, repo=1, pr=7)
    assert found.memory is None
    assert found.why_empty == "no earlier summary on this pull request"
    assert [(item.fingerprint, item.posted) for item in found.known] == [("v1:1", True)]


def test_what_memory_lists_and_a_comment_proves_posted_is_posted(finding, change):
    entry = KnownFinding(category="r/x", path="a", state=FindingState.OPEN, shown=Shown.SUMMARY)
    memory = PrMemory(
        repo=1, pr=7, findings={"v1:1": entry, "v1:2": entry, "v1:3": entry.model_copy(update={"path": None})}
    )
    own = OwnComments(
        summaries=(summary_of(memory),),
        findings=(
            OwnFinding(comment=9, payload={"fingerprint": "v1:1", "category": "r/x", "path": "a"}, answered=False),
        ),
    )
    known = {item.fingerprint: (item.posted, item.listed) for item in recollect(own, repo=1, pr=7).known}
    assert known == {"v1:1": (True, False), "v1:2": (False, True)}


def test_several_memories_become_one_and_the_oldest_comment_is_canonical(change):
    first = PrMemory(repo=1, pr=7, runs=1, paused=True)
    second = PrMemory(repo=1, pr=7, runs=2, intent="later")
    found = recollect(OwnComments(summaries=(summary_of(first, 1), summary_of(second, 2))), repo=1, pr=7)
    assert found.canonical.comment == 1
    assert found.memory.intent == "later"


def test_p8_each_kind_of_distrust_is_said_once_with_its_number():
    own = OwnComments(distrusted=(Distrust.UNSIGNED, Distrust.UNSIGNED, Distrust.MALFORMED))
    notices = recollect(own, repo=1, pr=7).notices
    assert [notice.id for notice in notices] == ["marker-unsigned", "marker-malformed"]
    assert "(2 times)" in notices[0].message
    for reason in Distrust:
        assert recollect(OwnComments(distrusted=(reason,)), repo=1, pr=7).notices[0].message


def test_p5_a_damaged_entry_costs_that_entry_and_is_told():
    raw = {
        "repo": 1,
        "pr": 7,
        "findings": {"v1:1": {"category": "r/x", "path": "a", "state": "open"}, "v1:2": {"state": 7}},
    }
    found = recollect(OwnComments(summaries=(OwnSummary(comment=1, body="", payload=raw),)), repo=1, pr=7)
    assert list(found.memory.findings) == ["v1:1"]
    assert {notice.id for notice in found.notices} == {"memory-damaged"}


def test_the_next_run_loads_what_this_one_wrote(finding, change):
    it = change(**{"src/app.py": CODE})
    summary = planned(judged([finding(fingerprint="v1:1")], it), it).summary()
    own = find_own(WHOSE, comments=[comment(summary.body)], review_comments=[])
    assert load(own.summaries[0].payload, repo=1, pr=7).memory == summary.memory
    assert recollect(own, repo=1, pr=7).known[0].posted


def test_standing_findings_are_those_a_change_answers_for(finding, change):
    it = change(**{"src/app.py": CODE})
    judgement = judged([finding(fingerprint="v1:1")], it, unplaced=[finding(None)], elsewhere=[finding("x")])
    assert [verdict.outcome for verdict in judgement.standing] == [Outcome.INLINE]
