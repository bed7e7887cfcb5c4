"""Count how common words are in technical English, and write `buddy/core/findings/sameness/common_words.py`.

    python bench/train/rarity.py TEXTS.jsonl

Each line of TEXTS is a JSON array: the name of a collection and one text of it (a docstring, a commit message). The
collections count alike, whatever their size. What is written is counts of stems; no text goes into it. The committed
table was made from the docstrings of Python's standard library and of the packages of this project's environment (400
characters of each), and from the commit messages of 31 public repositories.
"""

from __future__ import annotations

import json
import math
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from buddy.core.findings.sameness.concepts import concepts
from buddy.core.findings.sameness.wording import take_apart

TARGET = Path(__file__).parents[2] / "buddy/core/findings/sameness/common_words.py"
FLOOR = 2e-5
"""The share of texts below which a word is as rare as any."""

STEPS = 20
MOST = 12
"""Twentieths: what weighs more than 12 of 20 is left out of the table."""


def levels(texts: Iterable[tuple[str, str]]) -> dict[int, list[str]]:
    """Weight in twentieths to the stems that have it, `~name` for a concept."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    table = concepts()
    for name, text in texts:
        words = set(take_apart(text).words)
        counts[name].update(words | {f"~{table[word]}" for word in words if word in table})
        sizes[name] += 1
    found: defaultdict[int, list[str]] = defaultdict(list)
    for word in sorted(set().union(*counts.values())):
        share = sum(counts[name][word] / sizes[name] for name in sizes) / len(sizes)
        weight = math.log(share + FLOOR) / math.log(FLOOR)
        if _kept(word) and weight < MOST / STEPS:
            found[max(1, math.floor(weight * STEPS + 0.5))].append(word)
    return dict(sorted(found.items()))


def module(found: Mapping[int, list[str]]) -> str:
    """The source text of the table."""
    lines = [
        '"""How common words are in technical English: counted, not written. See bench/train/rarity.py."""',
        "",
        "TWENTIETHS = {",
    ]
    for level, words in found.items():
        lines.append(f"    {level}: (")
        rows = textwrap.wrap(" ".join(words), 108, break_on_hyphens=False, break_long_words=False)
        lines += [f'        "{row}{" " if row is not rows[-1] else ""}"' for row in rows]
        lines.append("    ),")
    return "\n".join([*lines, "}", '"""Weight, in twentieths of the rarest, to stems; `~name` is a concept."""', ""])


def _kept(word: str) -> bool:
    plain = word.removeprefix("~")
    return plain.isascii() and plain.isalpha() and len(word) > 1 and not set(plain) <= set("abcdef")


def main() -> int:
    """Write the table anew."""
    with Path(sys.argv[1]).open(encoding="utf-8") as lines:
        TARGET.write_text(module(levels(tuple(json.loads(line)) for line in lines)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
