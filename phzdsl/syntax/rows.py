"""Words to terminals, by place, and where a row ends.

Stands between the scanner and the parser. A line end closes a row unless the row plainly goes on: inside
round or square brackets, after an operator or comma, or when the next line starts with a clause word,
an operator, a citation or a quotation. ``;`` always closes a row, and so does a line that starts with 增, 改, 删 or 移.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.syntax.tokens import Token
from phzdsl.text.source import Span

__all__ = ["OPERATORS", "rows_of", "terminals"]

# What cannot end an expression: something must follow.
OPERATORS = frozenset({
    "COMMA", "COLON", "DOTS", "COMPARE", "EQUALS", "PLUS", "MINUS", "TIMES", "DIVIDE", "POWER", "MODULO",
    "AND", "OR", "NOT", "IN", "IF", "THEN", "ELSE",
})  # fmt: skip
_GOES_ON = OPERATORS | {"CLAUSE", "DROP", "HAND", "CITE", "STRING", "RPAREN", "RBRACKET"}
# 3.. at the end of a line is a range without a top.
_OPEN = OPERATORS - {"DOTS"}
_NEW_ROW = frozenset({"OPERATION", "RANK"})
_VALUE_STARTS = frozenset({"NUMBER", "DIGITS", "NAME", "LPAREN", "MINUS", "NOT", "IF", "TABLE"})
_ROW_STARTS = frozenset({"LBRACE", "NEWLINE", "SEMICOLON"})
_BRACES = {"LBRACE": 1, "RBRACE": -1}
_BRACKETS = {"LPAREN": 1, "LBRACKET": 1, "RPAREN": -1, "RBRACKET": -1}
# 且 and 或 stand between words, so a name may not hold them, or 自摸且天胡 would be one. Right behind a row's
# name, 当红牌 would be an argument and 计2 a name.
_GLUED = re.compile(r"当.|计\d")


@cache
def terminals() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return, for each zone from the outside in, the terminal of each keyword by its spelling."""
    found: tuple[dict[str, str], dict[str, str], dict[str, str]] = ({}, {}, {})
    for word in KEYWORDS:
        found[word.zone.value][word.zh] = found[word.zone.value][word.en] = word.terminal
    return found


def rows_of(stream: Iterable[Token], unclosed: Collection[int] = ()) -> Iterator[Token]:
    """Yield the tokens that the grammar speaks of.

    Args:
        stream: tokens with line ends.
        unclosed: offsets of opening brackets that nothing closes; no row goes on because of them.
    """
    return _closed_rows(_named(stream), unclosed)


def _named(stream: Iterable[Token]) -> Iterator[Token]:
    """Give each word its terminal, by the braces around it and what stands beside it."""
    zones = terminals()
    depth = 0
    words = zones[0]
    previous = "LBRACE"
    held: Token | None = None
    for token in stream:
        kind = token.kind
        if kind == "WORD":
            kind = words.get(token.text) or ("NAME" if depth < Zone.BLOCK.value else _name_kind(token.text, previous))
            token = token.turned(kind)  # noqa: PLW2901 - the same token, as what it is here - the same token under its right name
        if held is not None:
            yield held if kind in _VALUE_STARTS else held.turned("NAME")
            held = None
        if kind == "KEY":
            # 大 is a key in ``值 小 1 大 3`` and a name everywhere else: the next token tells.
            if previous in _ROW_STARTS or previous == "OPERATION":
                token = token.turned("NAME")  # noqa: PLW2901 - the same token, as what it is here
            else:
                held = token
                continue
        elif kind in _BRACES:
            depth = max(0, depth + _BRACES[kind])
            words = zones[min(depth, 2)]
        previous = kind
        yield token
    if held is not None:
        yield held.turned("NAME")


def _name_kind(text: str, previous: str) -> str:
    if "且" in text or "或" in text or (previous == "NAME" and _GLUED.match(text)):
        return "GLUED"
    return "NAME"


def _closed_rows(stream: Iterable[Token], unclosed: Collection[int]) -> Iterator[Token]:
    """Turn line ends and semicolons into ends of rows where a row ends."""
    depth = brackets = 0
    previous = "LBRACE"
    end: Token | None = None
    for token in stream:
        kind = token.kind
        if kind in {"NEWLINE", "SEMICOLON"}:
            if end is None or kind == "SEMICOLON":
                end = token
            continue
        if end is not None:
            if (
                depth > 1
                and previous != "LBRACE"
                and kind != "RBRACE"
                and (
                    end.kind == "SEMICOLON"
                    or kind in _NEW_ROW
                    or not (brackets or kind in _GOES_ON or previous in _OPEN)
                )
            ):
                brackets = 0
                yield end.turned("ROW_END")
            end = None
        elif previous == "RBRACE" and depth > 1 and kind != "RBRACE":
            # A rank ends its row by itself.
            yield Token("ROW_END", "", Span(token.span.source, token.span.start, token.span.start))
        if kind in _BRACES:
            depth = max(0, depth + _BRACES[kind])
            brackets = 0
        elif kind in _BRACKETS and token.span.start not in unclosed:
            brackets = max(0, brackets + _BRACKETS[kind])
        previous = kind
        yield token
