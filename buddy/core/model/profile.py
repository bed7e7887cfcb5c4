"""How strict a model is to be: what it is told, and which of its findings are kept."""

from __future__ import annotations

import enum

from buddy.core.findings.finding import Severity


class Profile(enum.Enum):
    """CHILL reports what would make somebody stop the merge or fix it soon, ASSERTIVE also what could be better."""

    CHILL = "chill"
    ASSERTIVE = "assertive"

    @property
    def lowest(self) -> Severity:
        """The least bad severity that is reported."""
        return Severity.MINOR if self is Profile.CHILL else Severity.NIT

    @property
    def order(self) -> str:
        """For the model, one sentence."""
        return _ORDERS[self]


_ORDERS = {
    Profile.CHILL: (
        "Report only what you are sure of and what a busy maintainer would thank you for: defects, lost data, "
        "security, broken contracts. No style, no taste, no praise, no maybe. Reporting nothing is a good answer."
    ),
    Profile.ASSERTIVE: (
        "Report defects first, then what is unclear, untested, duplicated or against the conventions of this "
        "repository. Say nothing that a formatter or a linter would say. Reporting nothing is a good answer."
    ),
}
