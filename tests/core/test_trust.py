"""P1: a base outside `trustedBases` brings no memory of its own."""

import pytest

from buddy.core.review.trust import is_trusted


@pytest.mark.parametrize(
    ("base", "protected", "patterns", "trusted"),
    [
        ("main", False, [], True),
        ("main", False, ["release/*"], True),
        ("side", False, ["default", "protected"], False),
        ("side", True, ["default", "protected"], True),
        ("side", True, ["default"], False),
        ("release/1.x", False, ["release/*"], True),
        ("release/1.x/evil", False, ["release/*"], False),
        ("xrelease/1.x", False, ["release/*"], False),
        ("Release/1", False, ["release/*"], False),
        ("develop", False, ["develop"], True),
        ("default", False, ["default"], False),
        ("protected", False, ["protected"], False),
        ("side", False, ["*"], True),
        ("a/b", False, ["*"], False),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", False, ["*a" * 30 + "b"], False),
    ],
)
def test_p1_only_named_default_or_protected_bases_are_trusted(base, protected, patterns, trusted):
    answer = is_trusted(base, default_branch="main", protected=protected, trusted_bases=patterns)
    assert answer is trusted
