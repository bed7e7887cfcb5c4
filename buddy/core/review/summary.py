"""The sticky summary of a pull request: what was found, what the memory hid, what it was, and what went wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from buddy.core.findings.finding import Outcome, Severity
from buddy.core.memory.snapshot import FindingState, PrMemory, Reading
from buddy.core.notice import Notice
from buddy.core.review.judgement import Judgement, Verdict
from buddy.core.review.reviewer import RULES_ONLY
from buddy.core.review.silencing import shown_commands, shown_lines
from buddy.core.secrets import redact
from buddy.core.text.bounds import cap
from buddy.core.text.surfaces import code_cell, code_span, fenced, markdown_inline, table_cell

ROWS = 50
"""Rows of a table; what is beyond becomes a count (P8)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseLine:
    """Where the memory was read: branch, commit, and how much of it applied."""

    branch: str
    sha: str
    loaded: int


def summary_body(
    judgement: Judgement,
    *,
    memory: PrMemory,
    base: BaseLine,
    notices: Sequence[Notice],
    more_files: int,
    room: int,
    learned: str = "",
    mention: str | None = None,
    reviewer: str = RULES_ONLY,
) -> str:
    """What people see, without the marker.

    `more_files` is how many changed files the host did not list, `room` how many characters there are. `learned` is
    what people taught here; `mention` how Buddy is called, None where it does not listen.
    """
    sections = (
        "## Buddy",
        _headline(judgement, memory),
        _shown(judgement, mention=mention),
        _hidden(judgement),
        _counted(judgement, more_files=more_files),
        _notices(notices),
        learned,
        _learnings(judgement, base),
        what_it_is(memory),
        f"<sub>reviewer: {markdown_inline(reviewer)} · extractor: {markdown_inline(reviewer)}</sub>",
    )
    text = redact("\n\n".join(section for section in sections if section))  # learnings and paths may hold some (P10)
    return cap(text, limit=room)


def counts_by_severity(verdicts: Iterable[Verdict]) -> str:
    """`1 major, 2 minor`, worst first; empty for none."""
    found = [verdict.finding.severity for verdict in verdicts]
    return ", ".join(f"{found.count(severity)} {severity.value}" for severity in Severity if severity in found)


def _headline(judgement: Judgement, memory: PrMemory) -> str:
    placed = [verdict for verdict in judgement.standing if verdict.finding.path is not None]
    hidden = len(judgement.of(Outcome.SUPPRESSED))
    still_open = _still_open(memory, {verdict.finding.fingerprint for verdict in placed})
    if placed:
        text = f"**{_count(len(placed), 'finding')}** on the changed files: {counts_by_severity(placed)}."
    elif still_open:
        text = "**No tool reported a finding** in this run."
    else:
        text = "**No findings** on the changed files."
    if still_open:
        text += f" Still open from earlier runs, whose tools did not report this time: {still_open}."
    return f"{text} {_count(hidden, 'finding')} hidden by the memory." if hidden else text


def _still_open(memory: PrMemory, now: Collection[str]) -> int:
    """Findings that nobody looked for again: a run without reports must not look like a clean one."""
    return sum(
        entry.state is FindingState.OPEN and fingerprint not in now for fingerprint, entry in memory.findings.items()
    )


def _shown(judgement: Judgement, *, mention: str | None) -> str:
    """What has no comment of its own on a line: outside the hunks, over the cap, on a file as a whole."""
    listed = [v for v in judgement.of(Outcome.SUMMARY) if v.finding.path is not None]
    if not listed:
        return ""
    rows = [
        f"| {v.finding.severity.value} | {_place(v)} | {code_cell(v.finding.category)} "
        f"| {table_cell(v.finding.message)} | `{v.finding.fingerprint}` |"
        for v in listed[:ROWS]
    ]
    table = ["| | where | rule | finding | fingerprint |", "|---|---|---|---|---|", *rows]
    text = "\n".join(("### Outside the diff", "", *table)) + _rest(len(listed))
    lines = shown_lines(v.finding for v in listed[:ROWS] if v.protected is None)
    if not lines:
        return text
    named = [v.finding for v in listed[:ROWS] if v.protected is None]
    commands = shown_commands(named, mention=mention) if mention is not None else ()
    answer = f"Comment with the line of one:\n\n{fenced(chr(10).join(commands), info='text')}\n\n" if commands else ""
    return (
        f"{text}\n\n<details><summary>Not a problem here? Say so once</summary>\n\n{answer}"
        "Each of these lines, in `.buddy/learnings.jsonl` on the base branch, hides one rule in one file:\n\n"
        f"{fenced(chr(10).join(lines), info='json')}\n\n</details>"
    )


def _hidden(judgement: Judgement) -> str:
    hidden = judgement.of(Outcome.SUPPRESSED)
    if not hidden:
        return ""
    rows = [f"| `{v.by}` | {_place(v)} | {code_cell(v.finding.category)} |" for v in hidden[:ROWS]]
    table = "\n".join(["| learning | where | rule |", "|---|---|---|", *rows]) + _rest(len(hidden))
    return f"<details><summary>Hidden by the memory ({len(hidden)})</summary>\n\n{table}\n\n</details>"


def _counted(judgement: Judgement, *, more_files: int) -> str:
    unplaced = sum(verdict.finding.path is None for verdict in judgement.of(Outcome.SUMMARY))
    by_tool = len(judgement.of(Outcome.HIDDEN_BY_TOOL))
    elsewhere = judgement.elsewhere
    lines = []
    if unplaced:
        lines.append(f"- {_count(unplaced, 'finding')} without a file")
    if by_tool:
        lines.append(f"- {_count(by_tool, 'finding')} hidden by the tool itself")
    if elsewhere:
        counts = sorted(elsewhere.items(), key=lambda item: (-item[1], item[0]))
        names = ", ".join(f"{code_span(category)} {n}" for category, n in counts[:10])
        more = f" and {len(counts) - 10} more rules" if len(counts) > 10 else ""
        lines.append(f"- {_count(sum(elsewhere.values()), 'finding')} on files that did not change: {names}{more}")
    if more_files:
        lines.append(f"- {_count(more_files, 'changed file')} not seen: the host lists only so many")
    return "\n".join(lines)


def _notices(notices: Sequence[Notice]) -> str:
    if not notices:
        return ""
    lines = [f"- {markdown_inline(notice.message)} `{notice.id}`" for notice in notices[:ROWS]]
    return "\n".join(("### Worth knowing", "", *lines)) + _rest(len(notices))


def _learnings(judgement: Judgement, base: BaseLine) -> str:
    selection = judgement.selection
    line = (
        f"Memory: {code_span(f'{base.branch}@{base.sha[:7]}')}, {len(selection.selected)} of "
        f"{_count(base.loaded, 'learning')} apply here, {selection.tokens} of {selection.budget} tokens."
    )
    if not selection.selected:
        return line
    rows = [
        f"| `{entry.id}` | {table_cell(entry.text)} | {table_cell(entry.why)} |" for entry in selection.selected[:ROWS]
    ]
    table = "\n".join(["| learning | text | why here |", "|---|---|---|", *rows]) + _rest(len(selection.selected))
    return f"<details><summary>{line}</summary>\n\n{table}\n\n</details>"


def what_it_is(memory: PrMemory) -> str:
    """The PR memory for people: what the next run will start from."""
    lines = []
    if memory.intent:
        lines.append(f"- Intent: {markdown_inline(memory.intent)}")
    if memory.subsystems:
        lines.append(f"- Touches: {', '.join(markdown_inline(item) for item in memory.subsystems)}")
    lines += [f"- Risk: {markdown_inline(risk)}" for risk in memory.risks]
    if memory.progress:
        lines.append(f"- Progress: {markdown_inline(memory.progress)}")
    lines += _as_a_model_reads_it(memory.reading)
    if not lines:
        return ""
    return "<details><summary>What this pull request is</summary>\n\n" + "\n".join(lines) + "\n\n</details>"


def _as_a_model_reads_it(reading: Reading | None) -> Iterator[str]:
    """Marked as what it is: nobody checked it."""
    if reading is None:
        return
    if reading.intent:
        yield f"- A model's reading: {markdown_inline(reading.intent)}"
    for risk in reading.risks:
        yield f"- A model sees a risk: {markdown_inline(risk)}"
    if reading.progress:
        yield f"- A model on its progress: {markdown_inline(reading.progress)}"


def _place(verdict: Verdict) -> str:
    finding = verdict.finding
    where = finding.path or ""
    return code_cell(where if finding.line is None else f"{where}:{finding.line}")


def _rest(total: int) -> str:
    return f"\n\n{total - ROWS} more not shown." if total > ROWS else ""


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
