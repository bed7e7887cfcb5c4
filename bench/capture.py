"""How well comments are judged and learnings are told apart, on labelled sets.

    python bench/capture.py [COMMENTS.jsonl...] [--pairs PAIRS.jsonl...] [--verbose]

Without arguments the project's own sets below fixtures/capture, the tuning half and the held-out half apart; README.md
there explains the labels. A span counts when it is kept word for word, apart from its opening, bullet, emphasis and end
punctuation. The critical count should be 0.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from buddy.core.capture.extract import Extraction, extract
from buddy.core.capture.sentences import without_opening
from buddy.core.learnings.record import Learning
from buddy.core.learnings.relation import compare

FIXTURES = Path(__file__).parents[1] / "fixtures/capture"
OWN_COMMENTS = [FIXTURES / "tuning.jsonl", FIXTURES / "held-out.jsonl"]
OWN_PAIRS = [FIXTURES / "pairs-tuning.jsonl", FIXTURES / "pairs-held-out.jsonl"]
RESULTS = Path(__file__).parent / "results/capture.json"
TOKENS = {  # built here, so that no file holds a token-shaped string
    "{{GITHUB_TOKEN_SHAPE}}": "gh" + "p_" + "Zk3vQ9xT7mB1cR5nW8dL2fH6jP4sY0gaUeXo",
    "{{AWS_KEY_SHAPE}}": "AK" + "IA" + "5NDR2VK9WXM3TZ7Q",
    "{{PASSWORD}}": "-".join(["c0rrect", "h0rse", "b4ttery9"]),
}
_NEGATION = re.compile(
    r"\b(?:never|not|no|cannot|avoid|nobody|nothing|stop|instead of|rather than)\b|n['’]t\b", re.IGNORECASE
)
_EDGES = ' \t\n*_"“”.!?;:,…。！？👍🎉🙄'


@dataclass(kw_only=True)
class Score:
    """Counts over a set. `quiet` are the comments without anything to keep, `noise` is what was kept of them."""

    comments: int = 0
    kept: int = 0
    wrong: int = 0
    missed: int = 0
    quiet: int = 0
    noise: int = 0
    due: int = 0
    refused: int = 0
    disputes: int = 0
    disputes_found: int = 0
    disputes_invented: int = 0
    critical: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Of what was kept, how much should be; 1 where nothing was kept."""
        return _share(self.kept, self.kept + self.wrong)

    @property
    def recall(self) -> float:
        """Of what should be kept, how much was."""
        return _share(self.kept, self.kept + self.missed)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.precision * self.recall / ((self.precision + self.recall) or 1)

    def row(self) -> dict[str, float]:
        """The figures, for people and for JSON."""
        return {
            "comments": self.comments,
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "f1": round(self.f1, 3),
            "noise per 100": round(100 * self.noise / (self.quiet or 1), 1),
            "right refusals": round(_share(self.refused, self.due), 3),
            "critical": len(self.critical),
            "disputes found": round(_share(self.disputes_found, self.disputes), 3),
            "disputes invented": self.disputes_invented,
        }


@dataclass(kw_only=True)
class PairScore:
    """Counts over pairs; taking what differs for the same loses a learning and is critical."""

    pairs: int = 0
    right: int = 0
    critical: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def row(self) -> dict[str, float]:
        """The figures, for people and for JSON."""
        return {
            "pairs": self.pairs,
            "right": round(_share(self.right, self.pairs), 3),
            "critical": len(self.critical),
        }


def load(path: Path) -> Iterator[dict[str, Any]]:
    """The labelled comments of a file with their tokens put in; also sets that keep their labels in a field."""
    text = path.read_text(encoding="utf-8")
    for name, token in TOKENS.items():
        text = text.replace(name, token)
    for line in text.split("\n"):
        if line.strip():
            item = json.loads(line)
            yield {**item, **item.get("labels", {})} if "comment" in item else item


def score(items: Iterable[dict[str, Any]]) -> Score:
    """Judge every comment and compare with its labels."""
    total = Score()
    for item in items:
        total.comments += 1
        found = extract(item["comment"])
        _count_kept(total, item, found)
        _count_refused(total, item, found)
        _count_dispute(total, item, disputes=found.disagreement)
        if any(token in repr(found) for token in TOKENS.values()):
            total.critical.append(f"{item['id']} a secret is printed")
    return total


def score_pairs(pairs: Iterable[dict[str, Any]]) -> PairScore:
    """Compare every pair and compare that with its label."""
    total = PairScore()
    for pair in pairs:
        said = compare(_record(pair["a"]), _record(pair["b"])).value
        total.pairs += 1
        total.right += said == pair["label"]
        if said != pair["label"]:
            total.errors.append(
                f"{pair['id']} is {pair['label']}, not {said}: {pair['a']['text']} / {pair['b']['text']}"
            )
            if pair["label"] in {"contradiction", "different"} and said in {"same", "near-copy", "supersedes"}:
                total.critical.append(f"{pair['id']} taken for {said}")
    return total


def _record(fields: dict[str, Any]) -> Learning:
    return msgspec.convert({"id": "l_compared", **fields}, Learning)


def _count_kept(total: Score, item: dict[str, Any], found: Extraction) -> None:
    wanted = {_plain(span) for span in item["stored"]}
    optional = [_plain(span) for span in item.get("optional", ())]
    kept = {_plain(one.text): one.text for one in found.stored}
    wrong = [text for plain, text in kept.items() if plain not in wanted and not any(plain in one for one in optional)]
    total.kept += len(wanted & kept.keys())
    total.missed += len(wanted - kept.keys())
    total.wrong += len(wrong)
    total.errors += [f"{item['id']} missed: {span}" for span in sorted(wanted - kept.keys())]
    total.errors += [f"{item['id']} kept in error: {span}" for span in wrong]
    if not wanted and not optional:
        total.quiet += 1
        total.noise += len(wrong)
    for plain, text in kept.items():
        if any(plain in _plain(span) for span in item.get("never", ())):
            total.critical.append(f"{item['id']} kept: {text}")
        if _loses_negation(text, item["comment"]):
            total.critical.append(f"{item['id']} not the words, or a negation lost: {text}")


def _count_refused(total: Score, item: dict[str, Any], found: Extraction) -> None:
    said = [(_plain(one.text), one.reason.value) for one in found.skipped]
    for refusal in item["skipped"]:
        text, reasons = _plain(refusal["text"]), {refusal["reason"], *refusal.get("accept", ())}
        of_all = not text or refusal["reason"] in {"quoted-only", "contains-secret"}
        right = any(why in reasons and (of_all or _meet(text, one)) for one, why in said)
        total.due += 1
        total.refused += right
        if not right:
            total.errors.append(f"{item['id']} not refused as {refusal['reason']}: {text}")


def _count_dispute(total: Score, item: dict[str, Any], *, disputes: bool) -> None:
    if item["disagreement"] is None:  # a sentence that was labelled outside of a conversation
        return
    total.disputes += item["disagreement"]
    total.disputes_found += disputes and item["disagreement"]
    total.disputes_invented += disputes and not item["disagreement"]
    if disputes is not item["disagreement"]:
        total.errors.append(f"{item['id']} read as {'a dispute' if disputes else 'no dispute'}")


def _loses_negation(text: str, comment: str) -> bool:
    """Also when the text is no part of the comment at all."""
    before, found, _ = _squash(comment).partition(_squash(text))
    return not found or bool(_NEGATION.search(re.split(r"[,;:.!?()–—>]|\s-\s", before)[-1]))


def _plain(text: str) -> str:
    squashed = _squash(text).strip(_EDGES)
    return without_opening(squashed.lower()).strip(_EDGES)


def _squash(text: str) -> str:
    return " ".join(text.split())


def _meet(one: str, other: str) -> bool:
    return bool(one and other) and (one in other or other in one)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of the sets and, for the project's own, write the figures below bench/results/."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pairs", nargs="*", type=Path, default=[])
    parser.add_argument("--verbose", action="store_true", help="list what went wrong")
    given = parser.parse_args(arguments)
    own = not given.files and not given.pairs
    files = OWN_COMMENTS if own else given.files
    pairs = OWN_PAIRS if own else given.pairs
    scores: dict[str, Score | PairScore] = {file.stem: score(load(file)) for file in files}
    scores |= {file.stem: score_pairs(load(file)) for file in pairs}
    for name, one in scores.items():
        print(f"{name:<14}", "  ".join(f"{key} {value:g}" for key, value in one.row().items()))
        if given.verbose:
            print("\n".join([*one.critical, *one.errors]), file=sys.stderr)
    if own:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps({name: one.row() for name, one in scores.items()}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
