"""``condition ? value : other`` of other languages, read as 若 condition 则 value 否则 other."""

from __future__ import annotations

import attrs

from phzdsl.syntax.rows import terminals
from phzdsl.syntax.tokens import Token, in_english
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix
from phzdsl.text.source import Span

__all__ = ["Ternary", "read_ternary"]

_ZH = ("若", "则", "否则")
_EN = ("if", "then", "else")
_OPENING = frozenset({"LPAREN", "LBRACKET"})
_CLOSING = frozenset({"RPAREN", "RBRACKET"})
_ENDS = frozenset({"NEWLINE", "SEMICOLON", "COMMA", "LBRACE", "RBRACE", "CITE", "EQUALS"})


@attrs.frozen
class Ternary:
    """Where the three parts of one are.

    Attributes:
        diagnostic: what is said of it, with the mend if all parts were found.
        start: index, among the tokens before the sign, of the first of its condition; None if not found.
        colon: index of its colon.
        words: the three words that take the place of its signs.
    """

    diagnostic: Diagnostic
    start: int | None
    colon: int
    words: tuple[str, str, str]


def read_ternary(before: list[Token], tokens: list[Token], at: int) -> Ternary:
    """Find the parts of the ternary whose ``?`` stands at an index.

    Args:
        before: the tokens before it, as they were put right.
        tokens: all tokens.
        at: index of the sign.
    """
    sign = tokens[at]
    words = _EN if in_english(sign.span.source) else _ZH
    start = _start(before)
    colon = _colon(tokens, at)
    if colon is None or start == len(before):
        return Ternary(Diagnostic("S110", sign.span), None, at, words)
    first = before[start].span.start
    edits = (
        Edit(Span(sign.span.source, first, first), f"{words[0]} "),
        Edit(sign.span, f" {words[1]} "),
        Edit(tokens[colon].span, f" {words[2]} "),
    )
    text = sign.span.source.text
    condition, then = text[first : sign.span.start].strip(), text[sign.span.end : tokens[colon].span.start].strip()
    mended = f"{words[0]} {condition} {words[1]} {then} {words[2]} ..."
    fix = Fix(Bilingual(mended, f"`{mended}`"), edits)
    return Ternary(Diagnostic("S110", sign.span, {}, (), (fix,)), start, colon, words)


def _start(before: list[Token]) -> int:
    """Return the index of the first token of the condition."""
    level = 0
    at = len(before)
    while at:
        token = before[at - 1]
        level += (token.kind in _CLOSING) - (token.kind in _OPENING)
        ends = token.kind in _ENDS or (token.kind == "WORD" and terminals()[2].get(token.text) in {"CLAUSE", "KEY"})
        if level < 0 or (level == 0 and ends):
            break
        at -= 1
    return at


def _colon(tokens: list[Token], at: int) -> int | None:
    level = 0
    for place in range(at + 1, len(tokens)):
        kind = tokens[place].kind
        level += (kind in _OPENING) - (kind in _CLOSING)
        if level < 0 or (level == 0 and kind in _ENDS):
            return None
        if level == 0 and kind == "COLON":
            return place
    return None
