"""What a run that goes on where another one stopped needs of the host: the files that the other one left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Artifacts(Protocol):
    """What finished workflow runs left behind; anybody may have written it."""

    def artifact(self, run: int, name: str) -> Mapping[str, bytes] | None:
        """The files of the latest artifact of this name by path, None where the run left none or it expired.

        Raises Refusal, of kind UNPROCESSABLE for what is no zip, or holds more than is reasonable.
        """
        ...
