"""A finding's text taken apart: words, names from the code, numbers, files, quoted text.

Bounded: what stands beyond `MOST` characters is not read. Nothing here knows a meaning; see `concepts`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from buddy.core.findings.sameness.stems import stem
from buddy.core.text.invisible import clean

MOST = 64_000
"""Characters of a text that are read."""

_RUN = re.compile(r"[\w@$#./-]+")
_ENDINGS = (
    "ts tsx js jsx mjs java kt py rb erb hbs gjs go rs php cs cpp hpp scala swift sql scss css less htm html vue svelte"
    " json yml yaml toml xml properties md sh proto graphql tf ex exs lock"
)
_SOURCE = frozenset(_ENDINGS.split())
_AMOUNT = re.compile(r"\d+(?:\.\d+)?")
_SELECTOR = re.compile(r"[.#][a-z][\w-]*[a-z]")
_LINES = re.compile(r"\b(?:lines?|ln)\s*#?(\d+)(?:\s*[-–]\s*(\d+))?|(?<=\.)[a-z]{1,10}:(\d+)|\bL(\d+)\b", re.IGNORECASE)
_QUOTED = re.compile(r"`([^`\n]{1,200})`|\"([^\"\n]{2,120})\"|(?<!\w)'([^'\n]{2,120})'(?!\w)|“([^”\n]{2,120})”")
_NAME = re.compile(r"[@$#]?[^\W\d]\w*(?:(?:\.|::|->|\?\.|#)[^\W\d]\w*)*(?:\(\)?)?|\d+(?:\.\d+)*")
_HUMPS = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OPERATOR = re.compile(r"===|!==|==|!=|&&|\|\||=>|<=|>=|\?\?|\?\.|\+\+|\+=|-=|<<|>>|!(?=\w)")
_LIKE_CODE = re.compile(r"_|[a-z\d][A-Z]|[A-Z]{2,}[a-z]|\d|^[@$#]|\(|\.|::|->|^[A-Z][A-Z\d]+$")
_ABBREVIATIONS = frozenset({"e.g", "i.e", "etc", "vs", "a.k.a", "e.g.", "i.e."})


@dataclass(frozen=True, slots=True)
class Wording:
    """What a text says: `names` are identifiers as joined lower-case subwords, `words` all stems in order."""

    normal: str
    words: tuple[str, ...]
    names: frozenset[str]
    quoted: frozenset[str]
    numbers: frozenset[str]
    selectors: frozenset[str]
    files: frozenset[str]
    lines: frozenset[int]
    operators: frozenset[str]


@lru_cache(maxsize=512)
def take_apart(text: str) -> Wording:
    """Read a text; never raises, whatever it holds."""
    plain = unicodedata.normalize("NFKC", clean(text[:MOST]).text).replace("’", "'")
    lines = frozenset(int(n[:9]) for match in _LINES.finditer(plain) for n in match.groups() if n)
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(plain)]
    bare = _LINES.sub(" ", plain)
    runs = _runs(bare)
    words: list[str] = []
    names: set[str] = set()
    for match in _NAME.finditer(_RUN.sub(_without_folders, bare)):
        _sort(match[0], words, names)
    for span in quoted:
        if not re.search(r"\s", span.strip()):
            for match in _NAME.finditer(span):
                for part in _segments(match[0]):
                    if len(part) > 2 and not part.isdigit():
                        names.add(_joined(part))
    return Wording(
        normal=normal_form(plain),
        words=tuple(words),
        names=frozenset(names),
        quoted=frozenset(_squash(span) for span in quoted if len(span) > 2),
        numbers=frozenset(run for run in runs if _AMOUNT.fullmatch(run)),
        selectors=frozenset(run for run in runs if _SELECTOR.fullmatch(run)),
        files=frozenset(run.rpartition("/")[2].lower() for run in _runs(plain) if _is_file(run)),
        lines=lines,
        operators=frozenset(_OPERATOR.findall(plain)),
    )


def normal_form(text: str) -> str:
    """Letters, digits and symbols alone, without case, blanks, mark-up and end punctuation."""
    return " ".join(text.casefold().replace("`", "").replace("**", "").split()).strip(" .!;:,")


def subwords(name: str) -> list[str]:
    """`getHTTPResponse_code2` → get, http, response, code, 2."""
    return [part.lower() for part in _HUMPS.findall(name)]


def _sort(token: str, words: list[str], names: set[str]) -> None:
    if token[0].isdigit():
        words.append(token)
        return
    if token.lower() in _ABBREVIATIONS:
        return
    for part in _segments(token):
        parts = subwords(part)
        if not parts:
            continue
        if _LIKE_CODE.search(part) or (len(parts) == 1 and token != part):
            names.add("".join(parts))
        for one in parts:
            if one.isdigit():
                words.append(one)
            elif _CJK.search(one) and len(one) > 1:
                words.extend(one[at : at + 2] for at in range(len(one) - 1))
            else:
                words.append(stem(one))


def _segments(token: str) -> list[str]:
    parts = [part for part in re.split(r"\.|::|->|\?\.|#", token.rstrip("()")) if part]
    return [*parts[:-1], parts[-1] + "("] if token.endswith(("(", ")")) and parts else parts


def _joined(name: str) -> str:
    return "".join(subwords(name))


def _squash(span: str) -> str:
    return "".join(span.casefold().split())


def _runs(text: str) -> list[str]:
    """What stands between blanks and brackets, without the full stop of a sentence; calls are left out."""
    found = _RUN.finditer(text)
    return [match[0].rstrip(".-") for match in found if text[match.end() : match.end() + 1] != "("]


def _is_file(run: str) -> bool:
    stem_, _, ending = run.rpartition("/")[2].rpartition(".")
    return bool(stem_) and ending.lower() in _SOURCE


def _without_folders(match: re.Match[str]) -> str:
    """A file's name is a name of the code; its folders and ending are not."""
    run = match[0].rstrip(".-")
    return run.rpartition("/")[2].split(".")[0] if _is_file(run) else match[0]
