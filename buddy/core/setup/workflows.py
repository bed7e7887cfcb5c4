"""The workflows that `buddy init` writes: those of the documentation's examples, with the repository's own tool.

A test holds each against its example, so that there is one truth about triggers, rights and pins.
"""

from __future__ import annotations

from typing import Final

from buddy.core.setup.choices import Choices
from buddy.core.setup.linters import LINTERS

REVIEW: Final = ".github/workflows/buddy.yml"
ANSWERS: Final = ".github/workflows/buddy-answers.yml"
POSTS: Final = ".github/workflows/buddy-posts.yml"
ACTION: Final = "buddy-review/buddy"

CHECKOUT: Final = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1"
UPLOAD: Final = "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1"
BUDDY: Final = f"{ACTION}@v0 # zizmor: ignore[unpinned-uses] its tag names the image by digest"
_SWEEP: Final = '  schedule: [{ cron: "17 */6 * * *" }] # votes, of which no event tells\n'
_WHEN_REVIEWING: Final = "github.event_name == 'pull_request' && github.event.action != 'closed'"


def workflows(choices: Choices) -> dict[str, str]:
    """Path to text: with forks a workflow that reads and one that posts, else one that reviews and one that answers."""
    if choices.forks:
        return {REVIEW: _reads(choices), POSTS: _posts(choices)}
    return {REVIEW: _review(choices), ANSWERS: _answers(choices)}


def _review(choices: Choices) -> str:
    with_ = f"        with: {{ findings: {_report(choices)} }}\n" if _report(choices) else ""
    return f"""\
name: buddy
on:
  pull_request: {{ types: [opened, synchronize, reopened, ready_for_review, edited] }}
permissions: {{}}
jobs:
  review:
    runs-on: ubuntu-latest
    permissions: {{ contents: write, pull-requests: write }}
    concurrency: {{ group: "buddy-review-${{{{ github.event.number }}}}", cancel-in-progress: false }}
    steps:
{_tool_steps(choices, condition=None)}\
      - uses: {BUDDY}
{with_}"""


def _answers(choices: Choices) -> str:
    return f"""\
name: buddy answers
on:
  issue_comment: {{ types: [created, edited, deleted] }} # zizmor: ignore[dangerous-triggers] nothing is checked out
  pull_request_review_comment: {{ types: [created, edited, deleted] }}
  pull_request_review: {{ types: [submitted] }}
  pull_request: {{ types: [closed] }}
{_SWEEP if choices.schedule else ""}\
  workflow_dispatch:
permissions: {{}}
jobs:
  answer:
    runs-on: ubuntu-latest
    permissions: {{ contents: write, issues: write, pull-requests: write }}
    concurrency: {{ group: "buddy-${{{{ github.event.issue.number || github.event.pull_request.number \
|| 'sweep' }}}}", cancel-in-progress: false }}
    steps:
      - uses: {BUDDY}
"""


def _reads(choices: Choices) -> str:
    report = _report(choices)
    with_ = (
        f"        with:\n          findings: ${{{{ github.event_name == 'pull_request' && '{report}' || '' }}}}\n"
        if report
        else ""
    )
    return f"""\
name: buddy reads
on:
  pull_request: {{ types: [opened, synchronize, reopened, ready_for_review, edited, closed] }}
  pull_request_review_comment: {{ types: [created, edited, deleted] }}
  pull_request_review: {{ types: [submitted] }}
permissions: {{}}
jobs:
  buddy:
    if: github.event.comment.user.type != 'Bot'
    runs-on: ubuntu-latest
    permissions: # of a pull request from here; from a fork the token only reads, whatever stands here
      contents: write # the branch buddy/learnings, and no other
      pull-requests: write # findings, answers, the pull request that records learnings
    concurrency: # an answer takes no place in the queue from a review
      group: buddy-${{{{ github.event_name == 'pull_request' && 'review-' || '' }}}}\
${{{{ github.event.pull_request.number }}}}
      cancel-in-progress: false # let a run end; the next one starts from what it wrote
    steps:
{_tool_steps(choices, condition=_WHEN_REVIEWING)}\
      - uses: {BUDDY}
{with_}\
      - if: ${{{{ hashFiles('.buddy-run/handover.json') != '' }}}} # Buddy could not write
        uses: {UPLOAD}
        with:
          name: buddy
          include-hidden-files: true
          path: |
            .buddy-run/handover.json
{f"            {report}{chr(10)}" if report else ""}"""


def _posts(choices: Choices) -> str:
    report = _report(choices)
    return f"""\
name: buddy posts
on:
  # The artifact is data that anybody may have written: Buddy takes ids from it and asks GitHub for all else.
  workflow_run: # zizmor: ignore[dangerous-triggers] only ids of the run are believed, and asked anew
    workflows: [buddy reads]
    types: [completed]
  issue_comment: {{ types: [created, edited, deleted] }}
{_SWEEP if choices.schedule else ""}\
  workflow_dispatch: # a sweep now
permissions: {{}}
jobs:
  buddy:
    if: github.event.comment.user.type != 'Bot'
    runs-on: ubuntu-latest
    permissions:
      actions: read # the artifact
      contents: write # the branch buddy/learnings, and no other
      issues: write # answers on plain issues
      pull-requests: write # findings, answers, the pull request that records learnings
    concurrency: # GitHub does not tell the number of a fork's pull request here, but its branch
      group: buddy-${{{{ github.event.issue.number || github.event.workflow_run.head_repository.id || 'sweep' }}}}\
-${{{{ github.event.workflow_run.head_branch }}}}
      cancel-in-progress: false # let a run end; the next one starts from what it wrote
    steps:
      - uses: {BUDDY}
{f"        with:{chr(10)}          findings: {report}{chr(10)}" if report else ""}"""


def _report(choices: Choices) -> str | None:
    linter = LINTERS.get(choices.tool)
    return linter.report if linter else None


def _tool_steps(choices: Choices, *, condition: str | None) -> str:
    linter = LINTERS.get(choices.tool)
    if linter is None:
        return ""
    checkout = [f"uses: {CHECKOUT}", "with: { persist-credentials: false }"]
    steps = (checkout, *([f"run: {command}"] for command in linter.commands))
    first = [f"if: {condition}"] if condition else []
    return "".join(_step([*first, *lines]) for lines in steps)


def _step(lines: list[str]) -> str:
    return "".join(f"      {'- ' if number == 0 else '  '}{line}\n" for number, line in enumerate(lines))
