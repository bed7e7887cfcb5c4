"""A model that says random things, from bytes to answers of the right shape: every run ends whole (P5, P11, P13)."""

import json
import random

import pytest

from tests.e2e.inert import assert_inert
from tests.fakes.model_server import scripted_model

S101 = ("S101", "error", "src/app.py", 8, "Use of assert")
WORDS = [
    "src/app.py",
    "../x",
    "return None",
    "@all",
    "```",
    "<!-- buddy",
    "\u202e",
    "\r\n",
    "::error::",
    "logic",
    "major",
    "",
]


def value(dice, depth=0):
    """Any JSON value, often one that hurts."""
    kind = dice.randrange(7 if depth < 4 else 5)
    if kind == 5:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    if kind == 6:
        return {dice.choice(WORDS): value(dice, depth + 1) for _ in range(dice.randrange(4))}
    return [None, dice.randrange(-5, 10**9), dice.random(), dice.choice([True, False]), text(dice)][kind]


def text(dice):
    letters = (chr(dice.choice([dice.randrange(32, 127), dice.randrange(0xD7FF)])) for _ in range(dice.randrange(30)))
    return dice.choice(WORDS) + "".join(letters) + dice.choice(WORDS)


def finding(dice):
    usual = {"path": "src/app.py", "line": dice.randrange(1, 12), "quote": "    return None", "severity": "minor"}
    item = usual | {"category": "logic", "message": text(dice) or "x", "suggestion": text(dice)}
    for key in dice.sample(list(item), dice.randrange(3)):
        item[key] = value(dice)
    return item


def answer(dice):
    """Bytes, half an answer, any value, or findings with some wrong fields."""
    whole = {"findings": [finding(dice) for _ in range(dice.randrange(12))], "silent": value(dice)}
    kind = dice.randrange(4)
    if kind == 0:
        return dice.randbytes(dice.randrange(400))
    if kind == 1:
        said = json.dumps(whole)
        return said[: dice.randrange(len(said))]
    return value(dice) if kind == 2 else whole


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_model_says_the_run_ends_whole_and_nothing_of_it_acts(story, seed):
    dice = random.Random(seed)
    it = story()
    with scripted_model() as server:
        server.answer = lambda prompt: answer(dice)
        for _ in range(4):
            ran = it.review(S101, inputs={**server.inputs(), "dry-run": "false"}, here=True)
            assert ran.code == 0, ran.log
            assert_inert(it, ran)
            assert len(it.summaries) == 1
            assert all(comment.record.spot.path == "src/app.py" for comment in it.pull.review_comments)
            assert all(len(comment.body) <= 60_000 for comment in [*it.pull.comments, *it.pull.review_comments])
            assert "ruff/S101" in {row["category"] for row in ran.transcript["findings"]}
