"""Text to tokens: the terminals of the grammar with their spans, up to what the limits allow.

Enters: a source. Leaves: tokens one at a time, line ends among them; blanks are gone and comments set aside.
Words are still words: ``rows.py`` says which are keywords.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator

from phzdsl.syntax.grammar import END, grammar
from phzdsl.text.source import Source, Span

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import NamedTuple

    class _Parts(NamedTuple):
        kind: str
        text: str
        span: Span
else:
    _Parts = namedtuple("_Parts", ("kind", "text", "span"))  # noqa: PYI024 - the same without typing

__all__ = ["Token", "end_of", "in_english", "tokens_of"]


class Token(_Parts):
    """A piece of text and the terminal it is; made for every word of a file, so cheap to make."""

    __slots__ = ()

    def turned(self, kind: str) -> Token:
        """Return the same text as another terminal."""
        return Token(kind, self.text, self.span)


def tokens_of(source: Source, comments: list[Token], most: int, stop: int | None = None) -> Iterator[Token]:
    """Yield the tokens of a text.

    Args:
        source: the text.
        comments: where comments are put.
        most: how many comments; the next one is yielded as a token that fits nowhere.
        stop: offset to stop at.
    """
    # Bound to names of this function: the loop runs for every word of every file.
    scan = grammar().scanner.finditer
    for found in scan(source.text, 0, len(source.text) if stop is None else stop):
        kind = found.lastgroup
        if kind == "BLANK" or kind is None:
            continue
        token = Token(kind, found[0], Span(source, *found.span()))
        if kind == "COMMENT" and len(comments) < most:
            comments.append(token)
        else:
            yield token


def end_of(source: Source, stop: int | None = None) -> Token:
    """Return the token that stands for the end of a text."""
    place = len(source.text) if stop is None else stop
    return Token(END, "", Span(source, place, place))


def in_english(source: Source) -> bool:
    """Tell whether a file uses the English keywords, for mends that put a word in."""
    return "变体" not in source.text and "variant" in source.text
