"""Where the machine stopped, and what is made of it."""

from __future__ import annotations

from functools import lru_cache

import attrs

from phzdsl.syntax.grammar import END
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.syntax.tokens import Token
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Related, Value
from phzdsl.text.similar import Likeness, likeness
from phzdsl.text.source import Source, Span

__all__ = ["ENDS", "Slip", "Stuck", "put"]

# What ends a row.
ENDS = frozenset({"ROW_END", "RBRACE", END})


@attrs.frozen
class Slip:
    """What is wrong, and how to read on.

    Attributes:
        diagnostic: the fault; None for what only follows from one already told.
        at: index of the tokens that are to be replaced before the row is read again; None to give the row up.
        count: how many are replaced.
        instead: what takes their place.
        sure: whether it is plain what was meant; otherwise nothing more is said of the row.
    """

    diagnostic: Diagnostic | None
    at: int | None = None
    count: int = 1
    instead: tuple[Token, ...] = ()
    sure: bool = True


@attrs.frozen
class Stuck:
    """A place where a token does not fit.

    Attributes:
        source: the text.
        tokens: all its tokens, the end among them.
        at: index of the token that does not fit.
        row: index of the first token of its row, or of the block's or variant's first line.
        depth: braces around it.
        accepts: terminals that would have fitted.
    """

    source: Source
    tokens: list[Token]
    at: int
    row: int
    depth: int
    accepts: frozenset[str]

    @property
    def token(self) -> Token:
        """The token that does not fit."""
        return self.tokens[self.at]

    @property
    def before(self) -> Token | None:
        """The token before it in its row."""
        return self.tokens[self.at - 1] if self.at > self.row else None

    def kinds_after(self, count: int) -> list[str]:
        """Return the terminals of the tokens that follow."""
        return [token.kind for token in self.tokens[self.at + 1 : self.at + 1 + count]]

    def open_bracket(self) -> int | None:
        """Return the index of the innermost bracket of the row that is open here."""
        pending: list[int] = []
        for place in range(self.row, self.at):
            kind = self.tokens[place].kind
            if kind in {"LPAREN", "LBRACKET"}:
                pending.append(place)
            elif kind in {"RPAREN", "RBRACKET"} and pending:
                pending.pop()
        return pending[-1] if pending else None

    # ------------------------------------------------------------ making slips

    def slip(
        self,
        code: str,
        *,
        span: Span | None = None,
        fixes: tuple[Fix, ...] = (),
        related: tuple[Related, ...] = (),
        **values: Value,
    ) -> Slip:
        """Return a slip after which the row is given up."""
        return Slip(Diagnostic(code, span or self.token.span, values, related, fixes))

    def replaced(self, slip: Slip, *instead: Token, at: int | None = None, count: int = 1, sure: bool = True) -> Slip:
        """Return a slip after which the row is read again with other tokens."""
        return attrs.evolve(slip, at=self.at if at is None else at, count=count, instead=instead, sure=sure)

    def made(self, kind: str, text: str, beside: Token | None = None) -> Token:
        """Return a token that is not in the text, as wide as nothing, before another one."""
        place = (beside or self.token).span.start
        return Token(kind, text, Span(self.source, place, place))

    @staticmethod
    def likely(
        word: str, terminals: frozenset[str], zone: int, least: Likeness = Likeness.EDITED
    ) -> tuple[str, str] | None:
        """Return the keyword that a word was most likely meant to be, and its terminal, if it is like one at all."""
        for alike, spelling, terminal in _alike(word, zone):
            if terminal in terminals and alike <= least:
                return spelling, terminal
        return None


@lru_cache(maxsize=256)
def _alike(word: str, zone: int) -> list[tuple[Likeness, str, str]]:
    """Return the keywords of a zone that a word is like, the likest first; a slip is often made all over a file."""
    found = []
    for known in KEYWORDS:
        for spelling in (known.zh, known.en) if known.zone.value == zone else ():
            alike = likeness(word, spelling)
            if alike is not None:
                found.append((alike, spelling, known.terminal))
    return sorted(found, key=lambda one: one[0])


def put(span: Span, text: str) -> Fix:
    """Return the mend that writes a word in the place of a span."""
    return Fix(Bilingual(text, f"`{text}`"), (Edit(span, text),))
