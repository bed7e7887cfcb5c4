"""How the languages write the line that opens a named symbol: one family of patterns for many languages.

Nothing here parses: a line taken for a header by mistake costs nothing unless a block follows below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_WORDS = r"\s*(?:[^\s=;{}()]+(?:\([^()]*\))?\s+){0,8}?"  # modifiers, annotations, return types; bounded
_NAME = r"[\w$~](?:[\w$.?!~-]|::(?=\w))*"
_CONTROL = (
    r"(?!(?:if|else|elif|for|foreach|while|do|switch|match|case|default|try|catch|finally|with|using|lock|return|"
    r"function|func|fn|synchronized|unless|until|begin|when|select|loop|unsafe|in|is|as|new|throw|await|yield|defer|go|assert)\b)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Family:
    """`headers`: tried in order, the groups joined are the name. `open_headers`: the same for lines that are
    a header only if a block opens on them or on a later line at their indentation. `comments`: what a comment
    line begins with. `fences`: what begins and ends a text of several lines. `sections`: a header names
    everything down to the next one, whatever the indentation, and nothing encloses it. `labels`: `name:` alone on
    a line is a place in the symbol, however far to the left it stands."""

    headers: tuple[re.Pattern[str], ...]
    open_headers: tuple[re.Pattern[str], ...] = ()
    comments: tuple[str, ...] = ()
    fences: re.Pattern[str] = re.compile(r"(?!)")
    sections: bool = False
    labels: bool = False


_TITLED_CALL = re.compile(r"\s*(?:await\s+)?([\w$][\w$.]*)\s*\(\s*[\"'`]([^\"'`]{1,120})[\"'`]\s*,")
_KEYWORD = re.compile(
    _WORDS + r"(?:class|interface|enum|struct|trait|namespace|module|object|union|record|extension|protocol|actor|"
    r"mod|fn|fun|func|function\*?|def|type|package|macro_rules!|constructor|init)\s+\*?(" + _NAME + ")"
)
_GO_METHOD = re.compile(r"func\s*\(\s*(?:\w+\s+)?\*?(\w+)[^)]*\)\s*(\w+)")
_IMPL = re.compile(r"\s*(?:unsafe\s+)?(impl)\b([^{]*)")
_ASSIGNED = re.compile(
    _WORDS + r"(?:[\"']([\w$./ -]+)[\"']|(" + _NAME + r"))\s*(?::[^:=][^=]*)?(?:=|:(?!:)|:=)\s*(?=[^=])"
    r"(?:.*(?:\bfunction\b|=>|\bfunc\b|\bfn\b).*|[^=].*[\[{]|[\[{])\s*$"
)
_METHOD = re.compile(_WORDS + _CONTROL + r"([\w$~](?:[\w$~]|::(?=[\w~]))*)\s*(?:<[^()]*>)?\s*\((?!.*;\s*$)")

_MACRO = re.compile(
    r"\s*([A-Z][A-Z0-9_]*|\w+!)\s*\(([^();{]+?)(?:,\s*\|.*|,\s*|\)\s*)\{?\s*$"
)  # TEST(a, b), rgtest!(a, |b|

_BRACES = Family(
    headers=(_GO_METHOD, _KEYWORD, _IMPL),
    open_headers=(_TITLED_CALL, _MACRO, _ASSIGNED, _METHOD),
    comments=("//", "/*", "*", "#"),
    labels=True,
    fences=re.compile(r'"""|`'),
)
_C = Family(
    headers=(_KEYWORD,),
    open_headers=(_MACRO, _ASSIGNED, _METHOD),
    comments=("//", "/*", "*", "#"),
    labels=True,
)
_PYTHON = Family(
    headers=(re.compile(r"\s*(?:async\s+)?(?:def|class|cdef\s+class|cpdef)\s+(\w+)"),),
    comments=("#",),
    fences=re.compile("""\"{3}|'{3}"""),
)
_RUBY = Family(
    headers=(
        re.compile(r"\s*(?:\w+\s+)?(?:def|defp|defmodule|class|module|defmacro)\s+([^\s(;]+)"),
        re.compile(r"\s*([\w.]+)[\s(]+[\"']([^\"']{1,120})[\"'].*\bdo\b"),
    ),
    comments=("#",),
)
_SHELL = Family(
    headers=(re.compile(r"\s*function\s+([\w:.-]+)"), re.compile(r"\s*([\w:.-]+)\s*\(\)")),
    comments=("#",),
)
_STYLES = Family(headers=(re.compile(r"\s*([^{};]+?)\s*\{\s*$"),), comments=("//", "/*", "*"))
_KEYS = Family(headers=(re.compile(r"[\s-]*[\"']?([\w$./ -]+?)[\"']?\s*:(?=\s|$)"),), comments=("#",))
_TABLES = Family(headers=(re.compile(r"\[\[?\s*([^\]]+?)\s*\]"),), comments=("#", ";"), sections=True)
_HEADINGS = Family(headers=(re.compile(r"#{1,6}\s+(.+?)\s*$"),), fences=re.compile("```"), sections=True)

FAMILIES: Mapping[str, Family] = {
    suffix: family
    for family, suffixes in (
        (_PYTHON, ".py .pyi .pyx .bzl"),
        (
            _BRACES,
            ".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte .java .kt .kts .scala .groovy .gradle .go",
        ),
        (_BRACES, ".rs .swift .dart .php .zig .proto .tf .hcl"),
        (_C, ".c .h .cc .cpp .cxx .hh .hpp .hxx .m .mm .cs"),
        (_RUBY, ".rb .rake .gemspec .ex .exs .cr .lua .jl"),
        (_SHELL, ".sh .bash .zsh .ksh"),
        (_STYLES, ".css .scss .less"),
        (_KEYS, ".yml .yaml .json .json5 .jsonc"),
        (_TABLES, ".toml .ini .cfg .conf .editorconfig"),
        (_HEADINGS, ".md .markdown .mdx"),
    )
    for suffix in suffixes.split()
}
