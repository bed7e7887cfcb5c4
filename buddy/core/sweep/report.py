"""What a sweep saw and did, in words: the job summary, and the notices of what it left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from buddy.core.learnings import dates
from buddy.core.notice import Notice
from buddy.core.respond.proposals import LIFE
from buddy.core.sweep.survey import Reason, Surveyed
from buddy.core.sweep.window import BUDGET, MOST_PAGES, Window
from buddy.core.text.surfaces import markdown_inline

_ROWS = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Stop:
    """One conversation that has something waiting, and why."""

    surveyed: Surveyed
    why: frozenset[Reason]


def plan_text(stops: Sequence[Stop], found: Sequence[Surveyed], *, now: datetime) -> str:
    """What is going to be looked into, and what waits for people."""
    heading = "## Buddy: sweep"
    waits = [at for each in found for at in each.undecided]
    lines = [_backlog(waits, now)] if waits else []
    if not stops:
        return "\n\n".join((heading, *lines, "Nothing waits for Buddy."))
    rows = [f"| #{each.surveyed.number} | {_reasons(each.why)} |" for each in stops[:_ROWS]]
    more = f"\n\n{len(stops) - _ROWS} more not shown." if len(stops) > _ROWS else ""
    return "\n\n".join((heading, *lines, "\n".join(("| conversation | why |", "|---|---|", *rows)) + more))


def visit_text(number: int, said: Iterable[str]) -> str:
    """What was said in one conversation; empty where nothing was."""
    parts = [part for part in said if part]
    return "\n\n".join((f"### #{number}", *parts)) if parts else ""


def notices(*, window: Window, left: Sequence[Stop], expired: int) -> Iterator[Notice]:
    """What was not looked at, and what will be forgotten (P8)."""
    if window.cut:
        yield Notice(
            id="sweep-cut",
            message=f"More than {MOST_PAGES} pages of comments changed since {window.since[:10]}; what changed before "
            f"{window.horizon[:10]} was not looked at and waits for its conversation's next event.",
        )
    if left:
        numbers = ", ".join(f"#{each.surveyed.number}" for each in left[:10])
        more = f" and {len(left) - 10} more" if len(left) > 10 else ""
        yield Notice(
            id="sweep-left",
            message=f"Left for the next sweep, which may send {BUDGET} requests too: {numbers}{more}.",
        )
    if expired:
        noun = "1 proposal" if expired == 1 else f"{expired} proposals"
        yield Notice(id="proposals-expired", message=f"{noun} expired: nobody voted for {LIFE.days} days.")


def notices_text(said: Sequence[Notice]) -> str:
    """The notices for the job summary; empty where there are none."""
    lines = [f"- {markdown_inline(notice.message)} `{notice.id}`" for notice in said]
    return "\n".join(("### Worth knowing", "", *lines)) if lines else ""


def not_done(number: int, why: str) -> Notice:
    """One conversation that the host does not let Buddy write in; the others go on (P5)."""
    return Notice(id="sweep-refused", message=f"#{number} was left as it is. {why}")


def _backlog(waits: Sequence[str], now: datetime) -> str:
    ages = [max(0, (now - made).days) for at in waits if (made := dates.parse(at)) is not None]
    count = "1 proposal waits" if len(waits) == 1 else f"{len(waits)} proposals wait"
    days = max(ages, default=0)
    age = f", oldest {'1 day' if days == 1 else f'{days} days'}" if days else ""
    return f"{count} for a 👍{age}."


def _reasons(why: frozenset[Reason]) -> str:
    return ", ".join(reason.value for reason in Reason if reason in why)
