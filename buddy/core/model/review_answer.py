"""The shape of a model's review. Every item is read alone: a bad one costs itself, not the answer (P5)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

MOST_FINDINGS = 50
"""Findings of one answer that are read; a model that says more has lost its way."""


class SaidFinding(BaseModel):
    """One finding as the model puts it; nothing in it is believed before it was anchored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    path: Annotated[str, Field(max_length=4_096, description="The file, exactly as given.")]
    line: Annotated[int, Field(ge=1, le=10_000_000, description="A numbered line of that file.")]
    end_line: Annotated[int | None, Field(ge=1, le=10_000_000, description="The last line, if there are several.")] = (
        None
    )
    quote: Annotated[str, Field(max_length=2_000, description="That line, copied without its number and sign.")] = ""
    severity: Annotated[str, Field(max_length=40, description="critical, major, minor or nit.")]
    category: Annotated[str, Field(max_length=80, description="One of the listed slugs.")]
    message: Annotated[
        str,
        Field(
            min_length=1, max_length=8_000, description="What is wrong, why it matters, what to do; 1 to 4 sentences."
        ),
    ]
    suggestion: Annotated[
        str | None,
        Field(max_length=8_000, description="What the lines from line to end_line should be, whole; or null."),
    ] = None
    learnings: Annotated[
        list[str], Field(max_length=20, description="Ids of the notes that led to this finding; mostly none.")
    ] = []


class SaidSilence(BaseModel):
    """A note of the maintainers because of which something is not reported."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    learning: Annotated[str, Field(max_length=80, description="The id of the note.")]
    why: Annotated[str, Field(max_length=1_000, description="What would have been reported, in a few words.")] = ""


MALFORMED = SaidFinding.model_construct(
    path="", line=1, end_line=None, quote="", severity="nit", category="", message="", suggestion=None, learnings=[]
)
"""Stands for an item that could not be read, so that it can be counted."""


def _findings(value: Any) -> Any:
    return [_finding(item) for item in value[: MOST_FINDINGS + 1]] if isinstance(value, list) else value


def _finding(item: Any) -> SaidFinding:
    if isinstance(item, SaidFinding):
        return item
    try:
        return SaidFinding.model_validate(item)
    except (ValidationError, RecursionError):
        return MALFORMED


def _silences(value: Any) -> Any:
    kept = []
    for item in value[:MOST_FINDINGS] if isinstance(value, list) else []:
        try:
            kept.append(SaidSilence.model_validate(item))
        except (ValidationError, RecursionError):
            continue
    return kept


class SaidAbout(BaseModel):
    """What the change is, as the model reads it; shown as its own words, beside what the rules say."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    intent: Annotated[str, Field(max_length=2_000, description="What the change is for, in one sentence.")] = ""
    risks: Annotated[
        list[str], Field(max_length=20, description="What could go wrong with it, at most three, a few words each.")
    ] = []
    progress: Annotated[
        str, Field(max_length=2_000, description="What is done and what seems to be missing, in one sentence.")
    ] = ""


def _about(value: Any) -> Any:
    try:
        return None if value is None else SaidAbout.model_validate(value)
    except (ValidationError, RecursionError):
        return None


class ReviewAnswer(BaseModel):
    """What a model says to one part of a change."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    findings: Annotated[list[SaidFinding], BeforeValidator(_findings)]
    silent: Annotated[
        list[SaidSilence],
        BeforeValidator(_silences),
        Field(description="Notes because of which you left something out; mostly none."),
    ] = []
    about: Annotated[SaidAbout | None, BeforeValidator(_about), Field(description="What the change as a whole is.")] = (
        None
    )
