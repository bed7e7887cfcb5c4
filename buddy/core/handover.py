"""What a run whose token cannot write leaves for a run that can: ids, and nothing else that counts.

A pull request from a fork decides what such a run executes, so whoever opened it may have written this file too.
"""

from __future__ import annotations

import json
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from buddy.core.errors import InputError

FILE: Final = "handover.json"
"""Its name below `.buddy-run/`, and in the artifact."""
ARTIFACT: Final = "buddy"
"""The artifact that holds it, and any findings files beside it."""
LARGEST: Final = 4_096
"""Bytes; a real one has 200."""

HandedOver = Literal["pull_request", "pull_request_review", "pull_request_review_comment"]
"""The events whose runs get a token that cannot write where the pull request is a fork's (`gate.HANDED_OVER`)."""

_MOST: Final = 2**53


class Handover(BaseModel):
    """`pr` is the pull request's number, `head` the commit the run was for, `comment` what was said, if anything."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", hide_input_in_errors=True, populate_by_name=True
    )

    version: Literal[1] = Field(default=1, alias="schema")
    event: HandedOver
    pr: int = Field(gt=0, lt=_MOST)
    head: str = Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")
    comment: int | None = Field(default=None, gt=0, lt=_MOST)

    def as_bytes(self) -> bytes:
        """The content of the file."""
        return self.model_dump_json(by_alias=True).encode() + b"\n"


def read_handover(content: bytes) -> Handover:
    """InputError for anything that is not exactly what `as_bytes` gives; it never quotes the content (P9)."""
    if len(content) > LARGEST:
        raise InputError(f"{FILE} in the artifact is larger than {LARGEST} bytes; nothing of it is used.")
    try:
        return Handover.model_validate(json.loads(content))
    except ValidationError as error:
        fields = sorted({str(item["loc"][0]) if item["loc"] else "it" for item in error.errors(include_input=False)})
        known = {"schema", *Handover.model_fields}
        named = ", ".join(name if name in known else "an unknown field" for name in fields)
        raise InputError(f"{FILE} in the artifact is not what Buddy writes ({named}); nothing of it is used.") from None
    except (ValueError, RecursionError):
        raise InputError(f"{FILE} in the artifact is no JSON; nothing of it is used.") from None
