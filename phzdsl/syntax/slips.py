"""What a parser error means to an author: the usual slips, each with its own code and mend.

Told from the token that did not fit, what would have fitted, and the row around it.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from phzdsl.syntax.lexicon import KEYWORDS, Zone, terminal_words
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix
from phzdsl.text.source import Source, Span

__all__ = ["explain"]

_QUOTES = frozenset("\"'“”‘’「」『』")
_MOST_EXPECTED = 6


def explain(source: Source, token: Token, expected: set[str], around: Sequence[Token]) -> Diagnostic:
    """Return the diagnostic for a token that did not fit."""
    span = Span(source, token.start_pos or 0, token.end_pos or 0)
    if token.type == "UNKNOWN":
        return _unknown(token, span)
    glued = _glued(source, token, around)
    if glued is not None:
        return glued
    if token.type in {"CLAUSE", "KEY", "AND", "OR", "NOT", "IN", "IF", "OPERATION"} and "NAME" in expected:
        return Diagnostic("S105", span, {"word": str(token)})
    zh = "、".join(dict.fromkeys(terminal_words(kind)[0] for kind in _shown(expected)))
    en = ", ".join(dict.fromkeys(terminal_words(kind)[1] for kind in _shown(expected)))
    found = Bilingual(*(terminal_words("$END" if token.type == "$END" else token.type)))
    if token.type not in {"$END", "ROW_END"}:
        found = Bilingual(f"「{token}」", f"`{token}`")
    return Diagnostic("S101", span, {"found": found, "expected": Bilingual(zh, en)})


def _unknown(token: Token, span: Span) -> Diagnostic:
    if str(token) in _QUOTES:
        return Diagnostic("S106", span, {})
    return Diagnostic("S104", span, {"character": str(token), "number": f"U+{ord(str(token)):04X}"})


def _shown(expected: set[str]) -> list[str]:
    """Order the terminals that would have fitted, the telling ones first, and leave out the rest."""
    order = ("NAME", "NUMBER", "DIGITS", "CLAUSE", "BLOCK", "LBRACE", "RBRACE", "STRING", "CITE", "EQUALS")
    rest = sorted(expected - set(order) - {"ROW_END", "$END"})
    return [*(kind for kind in order if kind in expected), *rest][:_MOST_EXPECTED]


def _glued(source: Source, token: Token, around: Sequence[Token]) -> Diagnostic | None:
    """Find a word of the row that starts or ends with a keyword, next to where the parser stopped."""
    at = next((index for index, one in enumerate(around) if one is token), len(around) - 1)
    for candidate in (token, around[at - 1] if at > 0 else token):
        if candidate.type != "NAME" or str(candidate).isascii():
            continue
        parts = _cut(str(candidate))
        if parts is not None:
            span = Span(source, candidate.start_pos or 0, candidate.end_pos or 0)
            apart = " ".join(parts)
            fix = Fix(Bilingual(f"{apart}", f"{apart}"), (Edit(span, apart),))
            return Diagnostic("S107", span, {"word": str(candidate), "apart": apart}, (), (fix,))
    return None


def _cut(word: str) -> tuple[str, str] | None:
    """Cut a keyword off the front or the back of a word."""
    for keyword in KEYWORDS:
        if keyword.zone is not Zone.BLOCK or keyword.terminal == "KEY" or len(keyword.zh) >= len(word):
            continue
        if word.startswith(keyword.zh):
            return keyword.zh, word[len(keyword.zh) :]
        if word.endswith(keyword.zh) and keyword.terminal in {"AND", "OR", "CLAUSE", "THEN", "ELSE", "IN"}:
            return word[: -len(keyword.zh)], keyword.zh
    return None
