"""The JSON of a review: exactly the keys of the contract."""

from buddy.cli.review_output.as_json import review_json


def test_the_keys_are_those_of_the_contract(answer):
    said = review_json(answer)
    assert set(said) == {"base", "head", "learnings", "findings", "reviewer"}
    assert said["base"] == {"ref": "origin/main", "sha": "a" * 40}
    assert said["head"] == {"sha": None}
    memory = said["learnings"]
    assert set(memory) == {"loaded", "problems", "selected", "leftOut", "tokens", "budget"}
    assert memory["problems"] == [{"line": 2, "reason": "invalid-json"}]
    assert set(memory["selected"][0]) == {"id", "text", "paths", "why", "tokens"}
    assert memory["leftOut"] == [{"id": "l_left123", "why": "no changed path matches"}]
    assert [one["outcome"] for one in said["findings"]] == [
        "summary",
        "inline",
        "known",
        "summary",
        "suppressed",
        "hidden-by-tool",
    ]
    assert [one["suppressedBy"] for one in said["findings"]] == [None, None, None, None, "l_hides123", None]
    assert said["reviewer"] == "rules-only"
