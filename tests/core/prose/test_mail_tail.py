"""Replies by e-mail: what a mail program copied below the answer is not the answer (CMD-04)."""

from __future__ import annotations

import pytest

from buddy.core.prose import visible_blocks

HEADERS = [
    "On Tue, 3 Mar 2026 at 09:12, buddy-bot[bot] <notifications@github.com> wrote:",
    "On Tue, 3 Mar 2026 at 09:12, buddy-bot[bot]\n<notifications@github.com> wrote:",
    "On Tuesday, March 3, 2026, 09:12 AM,\nbuddy-bot[bot]\n<notifications@github.com> wrote:",
    "On 3 Mar 2026, at 09:12, buddy-bot wrote:",
    "On Mar 3, 2026, Octo Cat wrote:",
    "Am 03.03.2026 um 09:12 schrieb Octo Cat:",
    "Am Di., 3. März 2026 um 09:12 Uhr schrieb Octo Cat <\nnotifications@github.com>:",
    "Le mar. 3 mars 2026 à 09:12, Octo Cat <notifications@github.com> a écrit :",
    "El mar, 3 mar 2026 a las 9:12, Octo Cat (<notifications@github.com>) escribió:",
    "Il giorno mar 3 mar 2026 alle ore 09:12 Octo Cat <notifications@github.com> ha scritto:",
    "Em ter., 3 de mar. de 2026 às 09:12, Octo Cat <notifications@github.com> escreveu:",
    "Op di 3 mrt 2026 om 09:12 schreef Octo Cat <notifications@github.com>:",
    "wt., 3 mar 2026 o 09:12 Octo Cat <notifications@github.com> napisał(a):",
    "Den tis 3 mars 2026 kl 09:12 skrev Octo Cat <notifications@github.com>:",
    "tir. 3. mar. 2026 kl. 09.12 skrev Octo Cat:",
    "ti 3. maalisk. 2026 klo 9.12 Octo Cat kirjoitti:",
    "вт, 3 мар. 2026 г. в 09:12, Octo Cat <notifications@github.com>:",
    "3 марта 2026 г., в 09:12, Octo Cat написал(а):",
    "3 Mar 2026 Sal, 09:12 tarihinde Octo Cat şunu yazdı:",
    "2026年3月3日(火) 9:12 Octo Cat <notifications@github.com>:",
    "Octo Cat <notifications@github.com> 于2026年3月3日周二 09:12写道：",
    "2026년 3월 3일 (화) 오전 9:12, Octo Cat <notifications@github.com>님이 작성:",
    "-----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "----- Message d'origine -----",
    "-------- Forwarded Message --------",
    "From: buddy-bot[bot] <notifications@github.com>",
    "From: Octo Cat\nSent: Tuesday, March 3, 2026 9:12 AM",
    "**Von:** Octo Cat\n**Gesendet:** Dienstag, 3. März 2026 09:12",
    "________________________________\nDe : Octo Cat <notifications@github.com>",
    "—\nReply to this email directly, view it on GitHub, or unsubscribe.",
]


def seen(comment: str) -> list[str]:
    return [line.text for block in visible_blocks(comment) for line in block.lines]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("header", HEADERS)
def test_everything_from_the_header_on_is_the_tail(header: str, newline: str) -> None:
    comment = f"Thanks.\n\n{header}\n\nX\n\n- X\n".replace("\n", newline)
    assert [line for line in seen(comment) if line != "—"] == ["Thanks."]


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_inside_a_quote_or_code_cuts_nothing(header: str) -> None:
    quoted = "\n".join(f"> {line}" for line in header.split("\n"))
    assert seen(f"{quoted}\n\nX") == ["X"]
    assert seen(f"```\n{header}\n```\n\nX") == ["X"]


@pytest.mark.parametrize(
    "prose",
    [
        "In 2024 somebody wrote:",
        "As Linus wrote in 2004:",
        "Run it at 09:12 and look for:",
        "We moved this:\nFrom: lib/\nTo: src/",
        "From: here to there",
        "From here on 2026-03-03 we do this:",
        "Ask <security@example.org> about:",
        "--- original ---- ideas",
        "Van: a car",
        "He wrote: never do that",
    ],
)
def test_prose_that_looks_a_little_like_a_header_stays_with_what_follows(prose: str) -> None:
    assert seen(f"{prose}\n\nX") == [*prose.split("\n"), "X"]
