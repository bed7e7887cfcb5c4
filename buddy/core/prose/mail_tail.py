"""Where a reply by e-mail ends and the text begins that a mail program copied below it (CMD-04).

Whatever stands below such a header is dropped, an answer typed under a quotation too: programs differ too much.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WINDOW = 3
"""Lines over which a program wraps its header."""

_LONGEST_HEADER = 500

_WROTE = (
    r"wrote|writes|a [ée]crit|escribi[óo]|ha scritto|escreveu|napisał(?:\(a\)|a)?|pisze|kirjoitti|написал(?:\(а\)|а)?"
    r"|пишет|пише|написав|napsal(?:\(a\)|a)?|napísal(?:\(a\))?|ezt írta|yazdı|a scris|έγραψε"
    r"|写道|寫道|のメール|書きました|님이 작성|작성|đã viết|menulis|je napisa[ol](?:/la)?|כתב|كتب"
)
_WROTE_BEFORE_THE_NAME = r"schrieb|schreef|skrev"
_TIME = r"\d{1,2}[:.hH]\d{2}"
_DATE = (
    rf"{_TIME}|\d{{1,2}}[./-]\s?\d{{1,2}}[./-]\s?\d{{2,4}}|\d{{4}}-\d{{2}}-\d{{2}}|月\d{{1,2}}日"
    r"|\d{1,2}\.? (?:de )?[^\W\d]{3,12}\.?,? (?:de )?\d{4}|[^\W\d]{3,12}\.? \d{1,2},? \d{4}"
)
_ADDRESS = r"[^\s@<>()\[\]]{1,100}@[^\s@<>()\[\]]{1,100}"
_HAS_DATE = re.compile(_DATE)
_HAS_TIME = re.compile(_TIME)
_HAS_ADDRESS = re.compile(rf"[<(\[]\s?(?:mailto:)?{_ADDRESS}\s?[>)\]]")
_ENDS_WITH_WROTE = re.compile(
    rf"(?<!\w)(?:{_WROTE_BEFORE_THE_NAME})\b.{{1,120}}[:：]$|(?:{_WROTE})\s?[:：]$", re.IGNORECASE
)

_FROM = re.compile(
    r"(?:From|Von|De|Da|Van|Od|Från|Fra|Lähettäjä|От|Від|Kimden|Gönderen|Feladó|Expéditeur|Remitente|Mittente"
    r"|发件人|寄件者|差出人|보낸 사람)\s?[:：]",
    re.IGNORECASE,
)
_FIELD_BELOW = re.compile(
    r"(?:Sent|Date|Gesendet|Datum|Envoy[ée]|Enviado|Fecha|Inviato|Data|Verzonden|Wysłano|Skickat|Sendt|Dato|Lähetetty"
    r"|Отправлено|Дата|Odesláno|Gönderildi|Tarih|Elküldve|发送时间|日期|寄件日期|送信日時|보낸 날짜"
    r"|Subject|Betreff|Objet|Asunto|Oggetto)\s?[:：]",
    re.IGNORECASE,
)
_BAR = re.compile(
    r"-{2,}\s?(?:Original(?:-| )?(?:Message|Nachricht)|Original|(?:Original )?(?:e-?mail|appointment)|Reply message"
    r"|Forwarded (?:Message|by .{1,80})|Ursprüngliche (?:Nachricht|E-?Mail)|Weitergeleitete (?:Nachricht|Mail)"
    r"|Message (?:d['’]origine|original|transféré)|Mensaje (?:original|reenviado)|Messaggio (?:originale|inoltrato)"
    r"|Mensagem (?:original|encaminhada)|Oorspronkelijk bericht|Doorgestuurd bericht"
    r"|(?:Oryginalna|Przekazana) wiadomość|Wiadomość oryginalna"
    r"|(?:Ursprungligt|Vidarebefordrat) meddelande|(?:Oprindelig|Videresendt|Opprinnelig) (?:meddelelse|melding)"
    r"|Alkuperäinen viesti|(?:Исходное|Пересылаемое|Оригинальное) сообщение|Původní (?:zpráva|e-mail)"
    r"|Eredeti üzenet|Özgün (?:ileti|mesaj)|原始邮件|原始郵件|转发的邮件|元のメッセージ|転送メッセージ|원본 메시지)"
    r"\s?-{2,}$",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"Reply to this email directly|You are receiving this because|Message ID: ?<|Begin forwarded message:",
    re.IGNORECASE,
)


def tail_start(lines: Sequence[tuple[int, str]]) -> int | None:
    """The number of the first line that belongs to a tail, of visible lines with their numbers; None without one."""
    for at, (number, text) in enumerate(lines):
        if _BAR.match(text) or _FOOTER.match(text) or _opens_header(lines[at : at + 2]):
            return number
        if _may_begin(text) and _is_header(lines[at : at + _WINDOW]):
            return number
    return None


def _may_begin(text: str) -> bool:
    return bool(_HAS_DATE.search(text[:_LONGEST_HEADER]) or "@" in text[:_LONGEST_HEADER])


def _is_header(lines: Sequence[tuple[int, str]]) -> bool:
    """`On …, X <x@y> wrote:` in any language: known words with a date, or an address and a time before a colon."""
    joined = ""
    for before, (number, text) in zip((lines[0][0] - 1, *(line[0] for line in lines)), lines, strict=False):
        if number != before + 1:
            return False
        joined = f"{joined} {text}".strip()
        if len(joined) > _LONGEST_HEADER:
            return False
        if not joined.endswith((":", "：")):
            continue
        if _HAS_DATE.search(joined) and _ENDS_WITH_WROTE.search(joined):
            return True
        if _HAS_TIME.search(joined) and _HAS_ADDRESS.search(joined):
            return True
    return False


def _opens_header(lines: Sequence[tuple[int, str]]) -> bool:
    """`From: …` with an address, or with another header field below it."""
    text = lines[0][1][:_LONGEST_HEADER].replace("*", "")
    if not (found := _FROM.match(text)):
        return False
    below = lines[1][1][:_LONGEST_HEADER].replace("*", "") if len(lines) > 1 else ""
    return bool(re.search(_ADDRESS, text[found.end() :])) or bool(_FIELD_BELOW.match(below))
