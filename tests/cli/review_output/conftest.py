"""One review with everything in it that a format has to print."""

import zlib

import pytest

from buddy.app.local_answer import BadLine, Judged, LocalAnswer, Remembered, Unused, Used
from buddy.core.findings.finding import Finding, Outcome, Severity
from buddy.core.notice import Notice

HOSTILE = (
    "bad %0A::error::x\n::set-output name=a::b @octocat fixes #1 | <img src=x> <!-- buddy:memory v1 --> \x1b[2J\u202e"
)


def finding(rule, path, line=None, *, severity=Severity.MAJOR, message="it is broken", tool="Lint", end_line=None):
    return Finding(
        category=f"{tool.lower().replace(' ', '-')}/{rule}",
        tool=tool,
        rule=rule,
        path=path,
        line=line,
        end_line=end_line,
        severity=severity,
        message=message,
        fingerprint=f"v1:{zlib.crc32(repr((rule, path, line)).encode()):012x}",
    )


@pytest.fixture
def answer():
    return LocalAnswer(
        base_ref="origin/main",
        base_sha="a" * 40,
        base_name="origin/main, merge base aaaaaaaaaaaa",
        head_sha=None,
        head_name="the working tree",
        changed_files=3,
        remembered=Remembered(
            block="…",
            loaded=5,
            problems=(BadLine(line=2, reason="invalid-json"),),
            selected=(Used(id="l_used123", text=HOSTILE, paths=("src/**",), why="path src/** matched", tokens=31),),
            left_out=(Unused(id="l_left123", why="no changed path matches"),),
            tokens=31,
            budget=2000,
        ),
        findings=(
            Judged(finding=finding("N1", "src/a.py", 9, severity=Severity.NIT), outcome=Outcome.SUMMARY),
            Judged(
                finding=finding("C1", "src/é, x:y%.py", 3, severity=Severity.CRITICAL, end_line=5),
                outcome=Outcome.INLINE,
            ),
            Judged(
                finding=finding("H1", "src/a.py", 1, severity=Severity.MINOR, message=HOSTILE), outcome=Outcome.KNOWN
            ),
            Judged(finding=finding("U1", None, tool="Other Tool"), outcome=Outcome.SUMMARY),
            Judged(
                finding=finding("S1", "src/a.py", 2),
                outcome=Outcome.SUPPRESSED,
                suppressed_by="l_hides123",
                why="it is so",
            ),
            Judged(finding=finding("T1", "src/b.py"), outcome=Outcome.HIDDEN_BY_TOOL),
        ),
        notices=(Notice(id="config-unknown-key", message="Configuration key `x` is unknown."),),
        unchanged={"lint/E1": 4},
    )


@pytest.fixture
def empty(answer):
    memory = Remembered(block="", loaded=0, problems=(), selected=(), left_out=(), tokens=0, budget=2000)
    return LocalAnswer(
        base_ref="main",
        base_sha="b" * 40,
        base_name="main",
        head_sha="c" * 40,
        head_name="cccccccccccc",
        changed_files=0,
        remembered=memory,
        findings=(),
    )
