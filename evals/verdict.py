"""What two trials of a case, one with the memory and one without, say about the review, and the sum over all cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evals.case import Case, Expected, Place, Silent
from evals.trial import Seen, Trial


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """Counts of one case. `lifted` of `taught` outcomes are right with the memory and wrong without it.

    `harmed` are expected findings that only the review without the memory made. `noise` are those nobody expects.
    """

    name: str
    expected: int
    found: int
    silences: int
    kept: int
    taught: int
    lifted: int
    harmed: int
    repeats: int
    again: int
    noise: int
    tokens: int
    dollars: float | None
    troubles: tuple[str, ...]
    wrong: tuple[str, ...]


def judge_case(case: Case, *, taught: Trial, untaught: Trial) -> Verdict:
    """A model that did not answer kept no silence: nothing of such a case counts as right."""
    troubles = (*taught.troubles, *untaught.troubles)
    usable = not troubles
    right = [one for one in case.expect if usable and _is_found(one, taught)]
    before = [one for one in case.expect if _is_found(one, untaught)]
    quiet = [one for one in case.silence if usable and not _is_shown(one, taught)]
    learned = [one for one in right if one.taught and one not in before]
    silenced = [one for one in quiet if _is_shown(one, untaught)]
    missed = [f"missed {one.path}: {one.line}" for one in case.expect if one not in right]
    broken = [f"not silent about {one.path}: {one.line}" for one in case.silence if one not in quiet]
    noise = [seen for seen in taught.seen if not _is_wanted(seen, case)]
    return Verdict(
        name=case.name,
        expected=len(case.expect),
        found=len(right),
        silences=len(case.silence),
        kept=len(quiet),
        taught=case.taught,
        lifted=len(learned) + len(silenced),
        harmed=sum(one not in right for one in before if one.taught is None),
        repeats=taught.repeats,
        again=taught.again,
        noise=len(noise),
        tokens=taught.tokens + untaught.tokens,
        dollars=None if taught.dollars is None or untaught.dollars is None else taught.dollars + untaught.dollars,
        troubles=tuple(dict.fromkeys(troubles)),
        wrong=(*missed, *broken, *(f"noise: {one.category} on {one.path}: {one.line}" for one in noise)),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """Shares from 0 to 1, counts, and the price of all runs; None where a price is not known."""

    cases: int
    found: float
    silent: float
    lift: float
    harmed: int
    repeats: int
    again: int
    noise: float
    tokens: int
    dollars: float | None
    unanswered: int


def summed(verdicts: Sequence[Verdict]) -> Summary:
    """Over all cases; without any case every share is 0, so that an empty run passes no threshold."""
    prices = [one.dollars for one in verdicts]
    known = [price for price in prices if price is not None]
    return Summary(
        cases=len(verdicts),
        found=_share((one.found, one.expected) for one in verdicts),
        silent=_share((one.kept, one.silences) for one in verdicts),
        lift=_share((one.lifted, one.taught) for one in verdicts),
        harmed=sum(one.harmed for one in verdicts),
        repeats=sum(one.repeats for one in verdicts),
        again=sum(one.again for one in verdicts),
        noise=sum(one.noise for one in verdicts) / max(1, len(verdicts)),
        tokens=sum(one.tokens for one in verdicts),
        dollars=sum(known) if len(known) == len(prices) else None,
        unanswered=sum(bool(one.troubles) for one in verdicts),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Thresholds:
    """What the sum must reach; an unanswered case always fails."""

    found: float = 0.0
    silent: float = 0.0
    lift: float = 0.0
    repeats: int = 0
    again: int | None = None
    noise: float | None = None


def failures(sum_: Summary, wanted: Thresholds) -> tuple[str, ...]:
    """A sentence for each threshold that is not met."""
    rows: list[tuple[bool, str]] = [
        (sum_.cases == 0, "no case was run"),
        (sum_.unanswered > 0, f"the model did not answer in {sum_.unanswered} cases"),
        (sum_.found < wanted.found, f"found {sum_.found:.0%}, wanted {wanted.found:.0%}"),
        (sum_.silent < wanted.silent, f"silence kept {sum_.silent:.0%}, wanted {wanted.silent:.0%}"),
        (sum_.lift < wanted.lift, f"memory lift {sum_.lift:.0%}, wanted {wanted.lift:.0%}"),
        (sum_.repeats > wanted.repeats, f"{sum_.repeats} repeats, allowed {wanted.repeats}"),
        (wanted.again is not None and sum_.again > wanted.again, f"{sum_.again} said again, allowed {wanted.again}"),
        (wanted.noise is not None and sum_.noise > wanted.noise, f"noise {sum_.noise:.2f}, allowed {wanted.noise}"),
    ]
    return tuple(sentence for failed, sentence in rows if failed)


def _is_found(one: Expected, trial: Trial) -> bool:
    return any(_is_at(seen, one) and _fits(seen, one) for seen in trial.seen)


def _is_shown(one: Silent, trial: Trial) -> bool:
    return any(_is_at(seen, one) for seen in trial.seen)


def _is_wanted(seen: Seen, case: Case) -> bool:
    """A silence that was broken is counted there, not as noise, too."""
    return any(_is_at(seen, one) for one in (*case.expect, *case.silence))


def _is_at(seen: Seen, place: Place) -> bool:
    return seen.path == place.path and place.line in seen.line


def _fits(seen: Seen, one: Expected) -> bool:
    return not one.categories or seen.category.removeprefix("model/") in one.categories


def _share(pairs: Iterable[tuple[int, int]]) -> float:
    rows: list[tuple[int, Any]] = list(pairs)
    whole = sum(of for _, of in rows)
    return sum(part for part, _ in rows) / whole if whole else 0.0
