"""How the languages write the line that opens a named symbol: one family of patterns for many languages.

Nothing here parses: a line taken for a header by mistake costs nothing unless a block follows below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

# Patterns see a line without its indentation. Repetitions give nothing back (`*+`, `(?>…)`): a line that is no
# header must be cheap to refuse.
_CONTROL = (
    r"(?!(?:if|else|elif|for|foreach|while|do|switch|match|case|default|try|catch|finally|with|using|lock|return|"
    r"function|func|fn|synchronized|unless|until|begin|when|select|loop|unsafe|in|is|as|new|throw|await|yield|defer|"
    r"go|assert)\b)"
)
_WORDS = r"(?>[^\s=;{}()]++(?:\([^()]*+\))?\s++){0,8}?"  # modifiers, annotations, return types
_NAME = r"[\w$~](?>(?:[\w$.?!~-]|::(?=[\w~]))*)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Family:
    """`headers`: tried in order, the groups joined are the name. `open_headers`: the same for lines that are
    a header only if a block opens on them or on a later line at their indentation. `comments`: what a comment
    line begins with. `fences`: what begins and ends a text of several lines. `sections`: a header names
    everything down to the next one, whatever the indentation, and nothing encloses it. `braces`: a block ends
    with a closing line, so that what stands further left inside it (a text, a label) ends nothing."""

    headers: tuple[re.Pattern[str], ...]
    open_headers: tuple[re.Pattern[str], ...] = ()
    comments: tuple[str, ...] = ()
    fences: re.Pattern[str] = re.compile(r"(?!)")
    sections: bool = False
    braces: bool = False


_TITLED_CALL = re.compile(r"(?:await\s++)?([\w$][\w$.]*+)\s*+\(\s*+[\"'`]([^\"'`]{1,120})[\"'`]\s*+,")
_KEYWORD = re.compile(
    rf"{_WORDS}(?:class|interface|enum|struct|trait|namespace|module|object|union|record|extension|protocol|actor|"
    rf"mod|message|service|resource|fn|fun|func|function\*?|def|type|package|macro_rules!)\s++\*?({_NAME})"
)
_GO_METHOD = re.compile(r"func\s*+\(\s*+(?:\w+\s+)?\*?(\w+)[^)]*+\)\s*+(\w+)")
_IMPL = re.compile(r"(?:unsafe\s++)?(impl)\b(?>(?:<.*?>(?=\s))?)\s*+([^{<]++)(?>(?:<.*?>)?)(\s*+for\s++[^{<]++)?")
_FUNCTION_VALUE = r"(?:async\s++)?(?:function\b|func\b|fn\b|(?:\([^()]*+\)|\w++)\s*+(?::[^=]++)?=>)"
_BLOCK_VALUE = r"[\w.&*<>\[\]:]*+\s*+(?:(?<=\[)|[\[{])\s*+$"
_ASSIGNED = re.compile(
    rf"{_CONTROL}{_WORDS}(?:[\"']([\w$./ -]++)[\"']|({_NAME}))\s*+(?::(?![:=])[^=]*?)??(?::=|=|:(?!:))\s*+"
    rf"(?:{_FUNCTION_VALUE}|{_BLOCK_VALUE})"
)
_METHOD = re.compile(rf"{_CONTROL}{_WORDS}{_CONTROL}({_NAME})\s*+(?:<[^()]*+>)?\s*+\((?!.*;$)")
_MACRO = re.compile(  # TEST(a, b), rgtest!(a, |b|
    r"([A-Z][A-Z0-9_]*+|\w++!)\s*+\(([^();{]+?)(?:,\s*+\|.*|,|\))\s*+\{?$"
)

_KEYWORDS = Family(  # every function has its keyword: a call with a block is no symbol
    headers=(_GO_METHOD, _KEYWORD, _IMPL),
    open_headers=(_TITLED_CALL, _MACRO, _ASSIGNED),
    comments=("//", "/*", "*", "#"),
    fences=re.compile(r'"""|`'),
    braces=True,
)
_BRACES = Family(
    headers=(_KEYWORD,),
    open_headers=(_TITLED_CALL, _MACRO, _ASSIGNED, _METHOD),
    comments=("//", "/*", "*", "#"),
    fences=re.compile(r'"""|`'),
    braces=True,
)
_C = Family(
    headers=(_KEYWORD,),
    open_headers=(_MACRO, _ASSIGNED, _METHOD),
    comments=("//", "/*", "*", "#"),
    braces=True,
)
_PYTHON = Family(
    headers=(re.compile(r"(?:async\s+)?(?:def|class|cdef\s+class|cpdef)\s+(\w+)"),),
    comments=("#",),
    fences=re.compile("""\"{3}|'{3}"""),
)
_RUBY = Family(
    headers=(
        re.compile(r"(?:\w+\s+)?(?:def|defp|defmodule|class|module|defmacro)\s+([^\s(;]+)"),
        re.compile(r"([\w.]+)[\s(]+[\"']([^\"']{1,120})[\"'].*\bdo\b"),
    ),
    comments=("#",),
)
_SHELL = Family(
    headers=(re.compile(r"function\s+([\w:.-]+)"), re.compile(r"([\w:.-]+)\s*\(\)")),
    comments=("#",),
)
_STYLES = Family(headers=(re.compile(r"([^{};]+?)\s*\{\s*$"),), comments=("//", "/*", "*"))
_KEYS = Family(headers=(re.compile(r"(?>(?:-\s+)*)[\"']?([^\s\"'#{\[-][^\"']*?)[\"']?\s*+:(?=\s|$)"),), comments=("#",))
_TABLES = Family(headers=(re.compile(r"\[\[?\s*([^\]]+?)\s*\]"),), comments=("#", ";"), sections=True)
_HEADINGS = Family(headers=(re.compile(r"#{1,6}\s+(.+?)\s*$"),), fences=re.compile("```"), sections=True)

FAMILIES: Mapping[str, Family] = {
    suffix: family
    for family, suffixes in (
        (_PYTHON, ".py .pyi .pyx .bzl"),
        (
            _BRACES,
            ".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte .java .groovy .gradle .dart",
        ),
        (_KEYWORDS, ".go .rs .kt .kts .scala .swift .php .zig .proto .tf .hcl"),
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
