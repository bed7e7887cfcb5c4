"""Having a model look for rules where the rules of capture found none: once for all that is new in a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from buddy.app.ports.model import Model
from buddy.core.model.picking import MOST_SENTENCES, pick_question, picked
from buddy.core.model.question import NoAnswer
from buddy.core.respond.disagreement import Disagreement

MOST_A_REPLY = 3
"""Sentences of one reply that a model may add: a proposal is to be read in a glance."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Picked:
    """`extractor` is the model's name where it answered, None where it was not asked or did not answer."""

    disagreements: tuple[Disagreement, ...]
    extractor: str | None = None


def pick_rules(found: Sequence[Disagreement], model: Model) -> Picked:
    """After the rules, never instead of them: only replies of which the rules took nothing are shown.

    Without an answer everything stays as it was found.
    """
    places = [(at, n) for at, one in enumerate(found) if not one.rules for n in range(len(one.unsure))]
    places = places[:MOST_SENTENCES]
    if not places:
        return Picked(disagreements=tuple(found))
    sentences = [found[at].unsure[n] for at, n in places]
    try:
        answer = model.ask(pick_question(sentences))
    except NoAnswer:
        return Picked(disagreements=tuple(found))
    chosen: dict[int, list[int]] = {}
    for number in picked(answer, sentences):
        at, n = places[number]
        chosen.setdefault(at, []).append(n)
    return Picked(
        disagreements=tuple(
            replace(one, picked=tuple(chosen.get(at, ())[:MOST_A_REPLY])) for at, one in enumerate(found)
        ),
        extractor=model.name,
    )
