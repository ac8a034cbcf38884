"""A watch over tokens on their way to the parser: how many there are, how deep they nest, how great numbers are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from phzdsl.syntax.limits import Limits
from phzdsl.syntax.tokens import Token
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source, Span

__all__ = ["Watch"]

_BRACKETS = {"LPAREN": 1, "LBRACKET": 1, "RPAREN": -1, "RBRACKET": -1}
_BRACES = {"LBRACE": 1, "RBRACE": -1}
_OPERATORS = frozenset({"NOT", "IF", "PLUS", "MINUS", "TIMES", "DIVIDE", "MODULO", "POWER"})
# A rank's or block's brace begins a row as well: braces alone must not go on for ever.
_ROW_STARTS = frozenset({"ROW_END", "LBRACE"})
_COUNTED = _OPERATORS | _ROW_STARTS | _BRACKETS.keys() | _BRACES.keys() | {"NUMBER", "COMMENT"}


class Watch:
    """Lets tokens pass while they keep to the limits.

    Attributes:
        limits: the bounds.
        slack: how many times over a bound is let pass.
        faults: what broke one. A number that is too great does not stop the reading, anything else does.
        stop: offset at which the reading stopped, or None.
    """

    def __init__(self, limits: Limits, slack: int = 1) -> None:
        self.limits = limits
        self.slack = slack
        self.faults: list[Diagnostic] = []
        self.stop: int | None = None

    def admits(self, source: Source) -> bool:
        """Tell whether a text is short enough to be read."""
        limit = self.limits.characters
        if len(source.text) > limit:
            self._broken("L001", Span(source, limit, limit + 1), limit)
        return self.stop is None

    def passing(self, stream: Iterable[Token]) -> Iterator[Token]:  # noqa: C901 - one loop over every token of a file
        """Yield tokens up to one that breaks a limit."""
        limits = self.limits
        slack = self.slack
        braces = brackets = rows = in_row = operators = 0
        for token in stream:
            kind = token.kind
            in_row += 1
            if kind in _COUNTED:
                if kind == "NUMBER":
                    token = self._number(token)  # noqa: PLW2901 - the same place with a number to go on with
                elif kind in _OPERATORS:
                    operators += 1
                elif kind in _BRACKETS:
                    brackets = max(0, brackets + _BRACKETS[kind])
                else:
                    braces = max(0, braces + _BRACES.get(kind, 0))
                    brackets = 0
                    if kind in _ROW_STARTS:
                        rows += 1
                        in_row = operators = 0
                if braces + brackets > limits.nesting * slack:
                    return self._broken("L002", token.span, limits.nesting)
                if rows > limits.rows * slack or kind == "COMMENT":
                    return self._broken("L003", token.span, limits.rows)
                if operators > limits.row_operators * slack:
                    return self._broken("L006", token.span, limits.row_operators)
            if in_row > limits.row_tokens * slack:
                return self._broken("L004", token.span, limits.row_tokens)
            yield token
        return None

    def _number(self, token: Token) -> Token:
        limit = self.limits.magnitude
        if len(token.text) <= len(str(limit)) and int(token.text) <= limit:
            return token
        self.faults.append(Diagnostic("L005", token.span, {"limit": limit}))
        return Token("NUMBER", "0", token.span)

    def _broken(self, code: str, span: Span, limit: int) -> None:
        self.faults.append(Diagnostic(code, span, {"limit": limit}))
        self.stop = span.start
