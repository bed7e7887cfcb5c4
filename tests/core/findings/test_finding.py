"""The machine-readable form of a finding (DESIGN 4.4)."""

from __future__ import annotations

import json

from buddy.core.findings.finding import as_json


def test_the_json_form_has_the_documented_keys_in_their_order(finding):
    form = as_json(finding(fingerprint="v1:3f9c2a7be012", anchors=("a", "b")))
    assert (
        json.loads(json.dumps(form))
        == form
        == {
            "fingerprint": "v1:3f9c2a7be012",
            "anchors": ["a", "b"],
            "category": "ruff/S101",
            "tool": "ruff",
            "rule": "S101",
            "path": "src/a.py",
            "line": 1,
            "endLine": 1,
            "severity": "minor",
            "message": "words",
        }
    )
    assert list(form)[:3] == ["fingerprint", "anchors", "category"]
