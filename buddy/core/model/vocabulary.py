"""The closed set of problems that a model may name: `model/<slug>` is a category that suppressions match exactly.

Free names would differ from run to run, and a finding that was silenced once would come back under another one.
"""

from __future__ import annotations

import enum

from buddy.core.findings.finding import MODEL_TOOL


class Problem(enum.Enum):
    """What kind of problem a model's finding is; the values are the slugs."""

    LOGIC = "logic"
    NULL = "null-handling"
    BOUNDS = "bounds"
    ERROR_HANDLING = "error-handling"
    RESOURCE = "resource-leak"
    CONCURRENCY = "concurrency"
    SECURITY = "security"
    VALIDATION = "input-validation"
    DATA_LOSS = "data-loss"
    API_MISUSE = "api-misuse"
    COMPATIBILITY = "compatibility"
    TYPES = "types"
    PERFORMANCE = "performance"
    CONFIGURATION = "configuration"
    DEPENDENCY = "dependency"
    TESTS = "tests"
    NAMING = "naming"
    DOCUMENTATION = "documentation"
    DEAD_CODE = "dead-code"
    DUPLICATION = "duplication"
    CONVENTION = "convention"
    OTHER = "other"

    @property
    def category(self) -> str:
        """As findings and suppressions have it."""
        return f"{MODEL_TOOL}/{self.value}"

    @property
    def meaning(self) -> str:
        """For the model, half a sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    Problem.LOGIC: "the code does something else than it says or is meant to",
    Problem.NULL: "a missing value is used as if it were there",
    Problem.BOUNDS: "off by one, overflow, an index or a size that does not hold",
    Problem.ERROR_HANDLING: "a failure is swallowed, misread or left half-done",
    Problem.RESOURCE: "something opened, locked or started is not given back",
    Problem.CONCURRENCY: "races, deadlocks, wrong order, shared state",
    Problem.SECURITY: "injection, missing authorisation, exposed data, weak cryptography",
    Problem.VALIDATION: "input from outside is trusted",
    Problem.DATA_LOSS: "data is lost, corrupted or written twice",
    Problem.API_MISUSE: "a library or function is called in a way that it does not support",
    Problem.COMPATIBILITY: "callers, stored data or platforms break",
    Problem.TYPES: "values of a wrong type or a wrong conversion",
    Problem.PERFORMANCE: "needlessly slow or large in a way that matters",
    Problem.CONFIGURATION: "settings, build, deployment",
    Problem.DEPENDENCY: "a dependency that is wrong, missing or risky",
    Problem.TESTS: "a test that tests nothing, is wrong, or is missing for risky code",
    Problem.NAMING: "a misleading or misspelled name",
    Problem.DOCUMENTATION: "a comment or document that is false",
    Problem.DEAD_CODE: "code that is never used",
    Problem.DUPLICATION: "the same thing written twice",
    Problem.CONVENTION: "a learning or a guideline of this repository is not followed",
    Problem.OTHER: "none of the others",
}
