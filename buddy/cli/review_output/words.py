"""The sentences that more than one format says about a review."""

from __future__ import annotations

from collections import Counter

from buddy.app.local_answer import LocalAnswer
from buddy.cli.finding_rows import plural
from buddy.core.findings.finding import Outcome, Severity


def headline(answer: LocalAnswer) -> str:
    """How many findings stand, by severity."""
    counts = answer.counts()
    if not counts:
        return "No findings on this change."
    parts = [f"{counts[severity]} {severity.value}" for severity in Severity if counts[severity]]
    return f"{plural(counts.total(), 'finding')} on this change: {', '.join(parts)}."


def hidden_line(answer: LocalAnswer) -> str:
    """How many were hidden and by whom; may be empty."""
    parts = []
    by = Counter(one.suppressed_by or "" for one in answer.hidden if one.outcome is Outcome.SUPPRESSED)
    if by:
        ids = ", ".join(f"{id_} ({count})" if count > 1 else id_ for id_, count in sorted(by.items()))
        parts.append(f"{by.total()} hidden by {ids}.")
    if by_tool := sum(one.outcome is Outcome.HIDDEN_BY_TOOL for one in answer.hidden):
        parts.append(f"{by_tool} hidden by the tool itself.")
    return " ".join(parts)


def unchanged_line(answer: LocalAnswer, *, most: int | None = None) -> str:
    """What lies in files that the change does not touch, by category, most first; may be empty."""
    if not answer.unchanged:
        return ""
    counts = sorted(answer.unchanged.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{name} {count}" for name, count in counts[:most])
    more = f" and {len(counts) - most} more" if most is not None and len(counts) > most else ""
    return f"{sum(answer.unchanged.values())} in unchanged files, not judged: {shown}{more}."


def model_line(answer: LocalAnswer) -> str:
    """Which model was asked, what that cost, and whether it answered; empty where none was to be asked."""
    account = answer.model
    if account is None:
        return ""
    usage = account.usage
    price = "price unknown" if usage.dollars is None else f"${usage.dollars:.4f}"
    spent = f"{usage.input_tokens} tokens in, {usage.output_tokens} out, {price}"
    return f"Reviewer: {answer.reviewer} ({plural(account.questions, 'question')} to {account.name}: {spent})."


def memory_line(answer: LocalAnswer) -> str:
    """What the memory held and how much of it was used."""
    memory = answer.remembered
    if not memory.loaded:
        return "The base remembers nothing yet."
    used = f"{len(memory.selected)} of {plural(memory.loaded, 'learning')}"
    problems = f", {plural(len(memory.problems), 'line')} unusable" if memory.problems else ""
    return f"Memory: {used} matter here ({memory.tokens} of {memory.budget} tokens{problems})."
